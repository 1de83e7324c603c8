/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/dock.h"

/**
 * PelDockX11:
 *
 * A normal window with the properties of a panel, since window managers give a panel no keys. Where
 * it was when it floated is kept in the settings, and it returns there when it floats again.
 */
#define PEL_TYPE_DOCK_X11 (pel_dock_x11_get_type ())
G_DECLARE_FINAL_TYPE (PelDockX11, pel_dock_x11, PEL, DOCK_X11, PelDock)

gboolean pel_dock_x11_is_possible (GdkDisplay *display);
