/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Makes faint ink on white as dark as other ink, letter by letter: text that is greyed out, or
 * black on dark red. What is too faint to be ink stays so. @unit: pixels for a logical one. Pure.
 */
void pel_contrast_stretch (guint8 *grey, int width, int height, int unit);
