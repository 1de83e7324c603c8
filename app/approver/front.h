/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/* @window is elsewhere now. */
typedef void (*PelFrontFunc) (gpointer user_data);

/* Keeps @window where the person sees it, from when it is mapped: over all others, on every
 * workspace, also where one fills the screen. Where the desktop has no way for that it is a window
 * as any other. @moved: where the desktop reports that. */
void pel_front_attach (GtkWindow *window, PelFrontFunc moved, gpointer user_data);

/* Shows it, or brings it to the front. */
void pel_front_present (GtkWindow *window);
