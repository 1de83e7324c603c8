/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* How a window is, as the X server or sway tells it to anybody: read by other means than those that
 * are tested. */
typedef struct
{
  gboolean is_there;
  gboolean is_active;
  gboolean is_minimized;
  gboolean is_maximized;
  gboolean is_fullscreen;
  double   x, y, width, height; /* with its title bar, without a shadow of its own */
  int      height_in_stack;     /* the higher the more it is in front; on sway 0 is tiled */
} PelWindowView;

/* @id: as ui_list_windows tells it. Fails the test where no one answers. */
PelWindowView pel_window_eye_look (const char *id);
