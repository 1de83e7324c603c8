/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

/* Our own style sheet and icons, once for the display. */
void pel_style_load (void);
