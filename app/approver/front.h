/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/* Keeps @window where the person sees it, from when it is mapped: over all others, on every
 * workspace, also where one fills the screen. Where the desktop has no way for that it is a window
 * as any other. */
void pel_front_attach (GtkWindow *window);

/* Shows it, or brings it to the front. */
void pel_front_present (GtkWindow *window);
