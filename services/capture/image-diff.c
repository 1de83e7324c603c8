/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/capture/image-diff.h"

#include "services/capture/change-map.h"

#include <stdlib.h>
#include <string.h>

#define OPAQUE 0xff000000u

/* Masks, in two blues that no grey looks like. */
#define HATCH_LIGHT 0xffc8d4ecu
#define HATCH_DARK  0xff8ca4d4u
#define HATCH_WIDTH 4

/* Two images, looked at row by row. */
typedef struct
{
  const PelImage            *before, *after;
  guint32                    before_bits, after_bits; /* what is_opaque adds to a pixel */
  const PelImageDiffOptions *options;
  guint8                    *is_masked; /* for each pixel of the row */
} Comparison;

static void
comparison_init (Comparison                *self,
                 const PelImage            *before,
                 const PelImage            *after,
                 const PelImageDiffOptions *options)
{
  *self = (Comparison){
    .before = before,
    .after = after,
    .before_bits = before->is_opaque ? OPAQUE : 0,
    .after_bits = after->is_opaque ? OPAQUE : 0,
    .options = options,
    .is_masked = g_malloc0 ((gsize) after->width),
  };
}

static const guint32 *
get_row (const PelImage *image, int y)
{
  return image->pixels + (gsize) y * (gsize) image->width;
}

/* How many pixels of the row are left to compare. */
static int
load_masks (Comparison *self, int y)
{
  const PelImageRect row = { 0, y, self->after->width, 1 };
  int                n_masked = 0;
  gboolean           has_mask = FALSE;

  memset (self->is_masked, FALSE, (gsize) row.width);
  for (gsize i = 0; i < self->options->n_masks; i++)
    {
      PelImageRect part = pel_image_rect_intersect (&row, &self->options->masks[i]);

      memset (self->is_masked + part.x, TRUE, (gsize) part.width);
      has_mask = has_mask || part.width > 0;
    }
  for (int x = 0; has_mask && x < row.width; x++)
    n_masked += self->is_masked[x];
  return row.width - n_masked;
}

/* Nearly every row of nearly every comparison. */
static gboolean
is_row_equal (const Comparison *self, int y)
{
  return self->before_bits == self->after_bits && memcmp (get_row (self->before, y),
                                                          get_row (self->after, y),
                                                          (gsize) self->after->width * 4) == 0;
}

static gboolean
is_beyond (guint32 a, guint32 b, int tolerance)
{
  for (int shift = 0; shift < 32; shift += 8)
    if (abs ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)) > tolerance)
      return TRUE;
  return FALSE;
}

static gboolean
is_different (const Comparison *self, const guint32 *before, const guint32 *after, int x)
{
  guint32 a = before[x] | self->before_bits, b = after[x] | self->after_bits;

  return a != b && !self->is_masked[x] && is_beyond (a, b, self->options->tolerance);
}

/* Returns how many. */
static guint64
mark_row (const Comparison *self, PelChangeMap *map, int y)
{
  const guint32 *before = get_row (self->before, y), *after = get_row (self->after, y);
  int            width = self->after->width;
  guint64        n = 0;

  for (int x = 0; x < width; x++)
    {
      int begin = x;

      while (x < width && is_different (self, before, after, x))
        x++;
      if (x == begin)
        continue;
      pel_change_map_add (map, begin, x, y);
      n += (guint64) (x - begin);
    }
  return n;
}

static void
compare (PelImageDiff *self, Comparison *comparison)
{
  const PelImage          *after = comparison->after;
  g_autoptr (PelChangeMap) map = pel_change_map_new (after->width, after->height);

  for (int y = 0; y < after->height; y++)
    {
      self->n_compared += (guint64) load_masks (comparison, y);
      if (!is_row_equal (comparison, y))
        self->n_different += mark_row (comparison, map, y);
    }
  if (self->n_different == 0)
    return;
  self->share = (double) self->n_different / (double) self->n_compared;
  g_array_unref (self->rects);
  self->rects = pel_change_map_finish (map);
}

static gboolean
is_same_size (const PelImage *a, const PelImage *b)
{
  return a->width == b->width && a->height == b->height;
}

PelImageDiff *
pel_image_diff_new (const PelImage            *before,
                    const PelImage            *after,
                    const PelImageDiffOptions *options)
{
  PelImageDiff *self = g_new0 (PelImageDiff, 1);
  Comparison    comparison;

  self->rects = g_array_new (FALSE, FALSE, sizeof (PelImageRect));
  self->is_same_size = is_same_size (before, after);
  if (!self->is_same_size)
    return self;
  comparison_init (&comparison, before, after, options);
  compare (self, &comparison);
  g_free (comparison.is_masked);
  return self;
}

void
pel_image_diff_free (PelImageDiff *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->rects);
  g_free (self);
}

/* In the upper half of brightness, so that the colour stands out; what is transparent is white. */
static guint32
get_pale_grey (guint32 pixel)
{
  guint32 red = pixel >> 16 & 0xff, green = pixel >> 8 & 0xff, blue = pixel & 0xff;
  guint32 light = (red * 77 + green * 150 + blue * 29) / 256 + (255 - (pixel >> 24));
  guint32 grey = 128 + MIN (light, 255) / 2;

  return OPAQUE | grey << 16 | grey << 8 | grey;
}

static guint32
get_hatch (int x, int y)
{
  return (x + y) / HATCH_WIDTH % 2 == 0 ? HATCH_LIGHT : HATCH_DARK;
}

static void
paint_row (const Comparison *self, guint32 *pixels, int y)
{
  const guint32 *before = get_row (self->before, y), *after = get_row (self->after, y);

  for (int x = 0; x < self->after->width; x++)
    if (self->is_masked[x])
      pixels[x] = get_hatch (x, y);
    else if (is_different (self, before, after, x))
      pixels[x] = PEL_IMAGE_DIFF_COLOUR;
    else
      pixels[x] = get_pale_grey (after[x] | self->after_bits);
}

PelImage *
pel_image_diff_paint (const PelImage            *before,
                      const PelImage            *after,
                      const PelImageDiffOptions *options)
{
  PelImage  *picture;
  Comparison comparison;

  g_return_val_if_fail (is_same_size (before, after), NULL);

  picture = pel_image_new (after->width, after->height);
  picture->is_opaque = TRUE;
  comparison_init (&comparison, before, after, options);
  for (int y = 0; y < after->height; y++)
    {
      load_masks (&comparison, y);
      paint_row (&comparison, picture->pixels + (gsize) y * (gsize) after->width, y);
    }
  g_free (comparison.is_masked);
  return picture;
}
