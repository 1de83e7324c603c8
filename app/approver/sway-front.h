/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/* As in front.h, on sway, which shows nothing beside a window that fills the screen, until
 * it is told to focus something else. On other compositors it does nothing. */
void pel_sway_front_attach (GtkWindow *window);
void pel_sway_front_present (GtkWindow *window);
