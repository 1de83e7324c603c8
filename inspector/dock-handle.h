/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/**
 * PelDockHandle:
 *
 * The inner edge of a docked panel, by which a person makes it wider or narrower, with the pointer
 * or with the arrow keys: no frame of a window manager does.
 *
 * Signal "pulled" (double by): so many pixels to the right of where the edge is now.
 * Signal "let-go": this is how it stays.
 */
#define PEL_TYPE_DOCK_HANDLE (pel_dock_handle_get_type ())
G_DECLARE_FINAL_TYPE (PelDockHandle, pel_dock_handle, PEL, DOCK_HANDLE, GtkWidget)
