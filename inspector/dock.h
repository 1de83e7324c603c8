/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/dock-place.h"

#include <gtk/gtk.h>

/**
 * PelDock:
 *
 * Keeps a window at a side of its monitor, with room of its own that maximized windows leave free,
 * as long as the setting “inspector-dock” says so. Nothing of it outlives the window.
 *
 * On X11 only: a normal window with the properties of a panel, since window managers give a panel
 * no keys. Elsewhere the window floats.
 */
#define PEL_TYPE_DOCK (pel_dock_get_type ())
G_DECLARE_FINAL_TYPE (PelDock, pel_dock, PEL, DOCK, GObject)

/* Whether there is a way to dock on @display. */
gboolean pel_dock_is_possible (GdkDisplay *display);

/* Follows the settings; @window, which it does not hold, is not realized yet. */
PelDock *pel_dock_new (GtkWindow *window, GSettings *settings);

PelDockSide pel_dock_get_side (PelDock *self);
