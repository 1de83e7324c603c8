/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/* As pel_front_attach() on X11: by asking the window manager. */
void pel_x11_front_attach (GtkWindow *window);
