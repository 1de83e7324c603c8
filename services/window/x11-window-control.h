/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/window-control.h"

/* Windows of an X server, by EWMH where there is a window manager. */
#define PEL_TYPE_X11_WINDOW_CONTROL (pel_x11_window_control_get_type ())
G_DECLARE_FINAL_TYPE (PelX11WindowControl, pel_x11_window_control, PEL, X11_WINDOW_CONTROL, GObject)

/* On a connection of its own to the display of the environment. @source tells how windows are. */
PelWindowControl *pel_x11_window_control_new (PelWindowSource *source, GError **error);
