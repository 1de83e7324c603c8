/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/portrait.h"

#include <cairo.h>

/* Colours around and behind a picture, for a light or a dark ground; each as 0xRRGGBB. */
typedef struct
{
  guint32 edge;
  guint32 checks[2]; /* show through what is transparent */
} PelThumbnailTheme;

extern const PelThumbnailTheme pel_thumbnail_theme_light;
extern const PelThumbnailTheme pel_thumbnail_theme_dark;

/* Where a picture is shown, in units; one unit is @scale pixels of the screen. */
typedef struct
{
  double width, height;
  double scale;
} PelThumbnailRoom;

/* Pixels of the screen for one of the picture. Where there is room for that, the picture is as
 * large as what it is of, and a whole number of times larger where no one could tell its pixels
 * apart. On a monitor of the same scale its pixels are then those of the screen. */
double pel_thumbnail_get_factor (const PelPortrait *portrait, const PelThumbnailRoom *room);

/* In the middle of @room. Pixels from data: asks no one anything. */
void pel_paint_thumbnail (cairo_t                 *cr,
                          PelPortrait             *portrait,
                          const PelThumbnailTheme *theme,
                          const PelThumbnailRoom  *room);
