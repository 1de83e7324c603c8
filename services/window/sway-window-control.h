/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/window-control.h"

/* Windows of sway, by its IPC, those of X programs too. Minimized is what is in its scratchpad. */
#define PEL_TYPE_SWAY_WINDOW_CONTROL (pel_sway_window_control_get_type ())
G_DECLARE_FINAL_TYPE (
    PelSwayWindowControl, pel_sway_window_control, PEL, SWAY_WINDOW_CONTROL, GObject)

/* With the sway of SWAYSOCK. @source tells how windows are. */
PelWindowControl *pel_sway_window_control_new (PelWindowSource *source, GError **error);
