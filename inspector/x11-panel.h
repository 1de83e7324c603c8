/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/dock-place.h"

#include <gtk/gtk.h>

/* What docking asks of an X server and of its window manager. All places in pixels of the screen.
 */

/* (transfer full): of PelPhysicalRect. @ret_current: that of @surface. */
GArray *pel_x11_panel_list_monitors (GdkSurface *surface, guint *ret_current);

/* What panels of others leave free of a monitor, above and below; its whole width. */
PelPhysicalRect pel_x11_panel_get_area (GdkSurface *surface, const PelPhysicalRect *monitor);

void pel_x11_panel_set_strut (GdkSurface *surface, const PelDockStrut *strut);

/* Above others and on all desktops, or no longer. */
void     pel_x11_panel_set_pinned (GdkSurface *surface, gboolean is_pinned);
void     pel_x11_panel_move (GdkSurface *surface, int x, int y);
void     pel_x11_panel_get_origin (GdkSurface *surface, int *ret_x, int *ret_y);
gboolean pel_x11_panel_is_at (GdkSurface *surface, int x, int y);
