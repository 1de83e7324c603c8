/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/approver/front.h"

/* As in front.h, on X11: by asking the window manager. */
void pel_x11_front_attach (GtkWindow *window, PelFrontFunc moved, gpointer user_data);
void pel_x11_front_present (GtkWindow *window);
