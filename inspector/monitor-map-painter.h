/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/desktop.h"

#include <cairo.h>

/* Colours of the map, for a light or a dark ground; each as 0xRRGGBB. */
typedef struct
{
  guint32 monitor_fill;
  guint32 monitor_edge;
  guint32 text;
  guint32 window_fill;
  guint32 window_edge;
  guint32 active_edge;
} PelMapTheme;

extern const PelMapTheme pel_map_theme_light;
extern const PelMapTheme pel_map_theme_dark;

/* A picture of the desktop, reduced to fit width × height: its monitors as the window system
 * arranges them (where scales differ there are gaps between their physical pixels, which no one
 * sees), and on them the outlines of the windows that are shown. Pixels from data: asks no one
 * anything. */
void pel_paint_monitor_map (
    cairo_t *cr, PelDesktop *desktop, const PelMapTheme *theme, double width, double height);
