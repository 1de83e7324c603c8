/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "desktop-stage.h"

/* A session bus of its own. The display must be up: what the bus activates gets its environment. */
gboolean pel_desktop_start_bus (PelStage *stage, GError **error);

/* Says that someone wants accessibility. Qt 6 and Chromium look once, when they start. */
gboolean pel_desktop_enable_a11y (PelStage *stage, GError **error);
