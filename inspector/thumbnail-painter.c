/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/thumbnail-painter.h"

#include <math.h>

#define SMALL     96.0 /* units: what is magnified does not grow beyond that */
#define MAX_TIMES 4.0
#define CHECK     6.0 /* units */

const PelThumbnailTheme pel_thumbnail_theme_light = { 0x77767b, { 0xffffff, 0xd5d5d5 } };
const PelThumbnailTheme pel_thumbnail_theme_dark = { 0xa0a0a4, { 0x3a3a3a, 0x5a5a5a } };

double
pel_thumbnail_get_factor (const PelPortrait *portrait, const PelThumbnailRoom *room)
{
  double fitting = MIN (room->width * room->scale / portrait->width,
                        room->height * room->scale / portrait->height);
  double small = SMALL * room->scale / MAX (portrait->width, portrait->height);
  double own = MAX (1, room->scale / portrait->scale);

  if (fitting < own)
    return MIN (fitting, 1);
  return own * CLAMP (floor (MIN (fitting, small) / own), 1, MAX_TIMES);
}

static void
set_colour (cairo_t *cr, guint32 rgb)
{
  cairo_set_source_rgb (cr, (rgb >> 16) / 255.0, ((rgb >> 8) & 0xff) / 255.0, (rgb & 0xff) / 255.0);
}

static void
paint_checks (cairo_t *cr, const PelThumbnailTheme *theme, double width, double height)
{
  set_colour (cr, theme->checks[0]);
  cairo_paint (cr);
  set_colour (cr, theme->checks[1]);
  for (int row = 0; row * CHECK < height; row++)
    for (int column = row % 2; column * CHECK < width; column += 2)
      cairo_rectangle (cr, column * CHECK, row * CHECK, CHECK, CHECK);
  cairo_fill (cr);
}

/* (transfer full): keeps the pixels for as long as someone may draw it again. */
static cairo_surface_t *
create_surface (PelImage *image)
{
  static const cairo_user_data_key_t key;
  cairo_surface_t                   *surface =
      cairo_image_surface_create_for_data ((guchar *) image->pixels,
                                           image->is_opaque ? CAIRO_FORMAT_RGB24
                                                            : CAIRO_FORMAT_ARGB32,
                                           image->width,
                                           image->height,
                                           image->width * 4);

  cairo_surface_set_user_data (surface,
                               &key,
                               pel_image_ref (image),
                               (cairo_destroy_func_t) pel_image_unref);
  return surface;
}

/* Pixels of the picture stay what they are where each can be as large as the next. */
static cairo_filter_t
choose_filter (double factor)
{
  return factor == floor (factor) || factor >= 3 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD;
}

static void
paint_pixels (cairo_t *cr, const PelPortrait *portrait, double factor, double width, double height)
{
  const PelImage  *preview = portrait->preview;
  cairo_surface_t *surface = create_surface (portrait->preview);

  cairo_scale (cr, width / preview->width, height / preview->height);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), choose_filter (factor));
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
  cairo_paint (cr);
  cairo_surface_destroy (surface);
}

/* From here on in pixels of the screen: a picture begins and ends with one of them. */
void
pel_paint_thumbnail (cairo_t                 *cr,
                     PelPortrait             *portrait,
                     const PelThumbnailTheme *theme,
                     const PelThumbnailRoom  *room)
{
  double factor = pel_thumbnail_get_factor (portrait, room);
  double width = MAX (1, round (portrait->width * factor));
  double height = MAX (1, round (portrait->height * factor));
  double line = MAX (1, floor (room->scale));

  cairo_save (cr);
  cairo_scale (cr, 1 / room->scale, 1 / room->scale);
  cairo_translate (cr,
                   floor ((room->width * room->scale - width) / 2),
                   floor ((room->height * room->scale - height) / 2));
  cairo_rectangle (cr, -line / 2, -line / 2, width + line, height + line);
  cairo_set_line_width (cr, line);
  set_colour (cr, theme->edge);
  cairo_stroke (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  if (!portrait->preview->is_opaque)
    paint_checks (cr, theme, width, height);
  paint_pixels (cr, portrait, factor, width, height);
  cairo_restore (cr);
}
