/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/dock-place.h"

#include <gtk/gtk.h>

/* What docking asks of an X server and of its window manager. All places in pixels of the screen.
 */

/* (transfer full): of PelPhysicalRect. @ret_current: that of @surface. */
GArray *pel_dock_x11_list_monitors (GdkSurface *surface, guint *ret_current);

/* What panels of others leave free of a monitor, above and below; its whole width. */
PelPhysicalRect pel_dock_x11_get_area (GdkSurface *surface, const PelPhysicalRect *monitor);

void pel_dock_x11_set_strut (GdkSurface *surface, const PelDockStrut *strut);

/* Above others and on all desktops, or no longer. */
void     pel_dock_x11_set_pinned (GdkSurface *surface, gboolean is_pinned);
void     pel_dock_x11_move (GdkSurface *surface, int x, int y);
gboolean pel_dock_x11_is_at (GdkSurface *surface, int x, int y);
