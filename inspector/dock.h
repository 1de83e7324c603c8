/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/dock-place.h"

#include <gtk/gtk.h>

/**
 * PelDock:
 *
 * Keeps a window at a side of its monitor, with room of its own that maximized windows leave free,
 * as long as the setting “inspector-dock” says so. It is of one of two kinds, PelDockX11 and
 * PelDockLayer; elsewhere the window floats, and there is no dock. Nothing of it outlives the
 * window.
 *
 * Signal "moved": it is at another side.
 * Signal "surface-wanted": it is to be docked, or no longer, and this window cannot: its owner
 * moves what it shows to a new one.
 */
#define PEL_TYPE_DOCK (pel_dock_get_type ())
G_DECLARE_DERIVABLE_TYPE (PelDock, pel_dock, PEL, DOCK, GObject)

struct _PelDockClass
{
  GObjectClass parent_class;

  /* What it is must be known before the window has a surface, and stays as long as that. */
  gboolean is_for_life;

  /* Brings the window to its side, in the width of the settings, or back from @before. */
  void (*place) (PelDock *self, PelDockSide before);

  /* (nullable) Makes it so wide for the moment, while a person drags its edge. */
  void (*pull) (PelDock *self, int width);

  /* (nullable) Keeps where the window is, besides its size, for the next time that it floats. */
  void (*remember) (PelDock *self);
};

/* Follows the settings; @window, which it does not hold, is not realized yet. (nullable): there is
 * no way to dock on its display. */
PelDock *pel_dock_new (GtkWindow *window, GSettings *settings);

PelDockSide pel_dock_get_side (PelDock *self);

/* Before the window goes. */
void pel_dock_remember (PelDock *self);

/* As a person wants it, while the edge is dragged and then for good; within what is of use. */
void pel_dock_pull (PelDock *self, int width);
void pel_dock_set_width (PelDock *self, int width);

/* For the kinds. (nullable): it is being closed. */
GtkWindow *pel_dock_get_window (PelDock *self);
GSettings *pel_dock_get_settings (PelDock *self);
