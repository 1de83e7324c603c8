/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/capture/image.h"

#include <math.h>
#include <string.h>

#define OPAQUE  0xff000000u
#define COLOUR  0x00ffffffu
#define WEIGHTS 256 /* what a whole pixel weighs, in each direction */

/* What is behind the part that everybody sees. */
typedef struct
{
  PelImage        image;
  gatomicrefcount references;
  GDestroyNotify  free_data;
  gpointer        data;
} Owned;

PelImage *
pel_image_new_around (
    guint32 *pixels, int width, int height, GDestroyNotify free_data, gpointer data)
{
  Owned *self = g_new0 (Owned, 1);

  g_assert (width > 0 && height > 0);
  g_assert (width <= PEL_IMAGE_MAX_SIDE && height <= PEL_IMAGE_MAX_SIDE);
  self->image = (PelImage){ .width = width, .height = height, .pixels = pixels };
  self->free_data = free_data;
  self->data = data;
  g_atomic_ref_count_init (&self->references);
  return &self->image;
}

PelImage *
pel_image_new (int width, int height)
{
  guint32 *pixels = g_new0 (guint32, (gsize) width * (gsize) height);

  return pel_image_new_around (pixels, width, height, g_free, pixels);
}

PelImage *
pel_image_ref (PelImage *self)
{
  g_atomic_ref_count_inc (&((Owned *) self)->references);
  return self;
}

void
pel_image_unref (PelImage *self)
{
  Owned *owned = (Owned *) self;

  if (!g_atomic_ref_count_dec (&owned->references))
    return;
  if (owned->free_data != NULL)
    owned->free_data (owned->data);
  g_free (owned);
}

gsize
pel_image_get_size (const PelImage *self)
{
  return (gsize) self->width * (gsize) self->height * sizeof *self->pixels;
}

static guint32 *
get_row (const PelImage *self, int y)
{
  return self->pixels + (gsize) y * (gsize) self->width;
}

guint32
pel_image_get_pixel (const PelImage *self, int x, int y)
{
  return get_row (self, y)[x] | (self->is_opaque ? OPAQUE : 0);
}

static PelImageRect
get_extent (const PelImage *self)
{
  return (PelImageRect){ 0, 0, self->width, self->height };
}

/* Copies a row of pixels as they are meant. */
static void
copy_pixels (guint32 *to, const guint32 *from, int n, gboolean make_opaque)
{
  if (!make_opaque)
    memcpy (to, from, (gsize) n * sizeof *to);
  else
    for (int i = 0; i < n; i++)
      to[i] = from[i] | OPAQUE;
}

void
pel_image_copy (PelImage *self, const PelImage *from, int x, int y)
{
  const PelImageRect whole = get_extent (self);
  const PelImageRect wanted = { x, y, from->width, from->height };
  const PelImageRect rect = pel_image_rect_intersect (&whole, &wanted);

  for (int row = rect.y; row < rect.y + rect.height; row++)
    copy_pixels (get_row (self, row) + rect.x,
                 get_row (from, row - y) + (rect.x - x),
                 rect.width,
                 from->is_opaque && !self->is_opaque);
}

/* @above over @below, both premultiplied. */
static guint32
blend_pixel (guint32 below, guint32 above)
{
  guint32 rest = 0xff - (above >> 24);
  guint32 pixel = 0;

  for (int shift = 0; shift < 32; shift += 8)
    pixel |= MIN ((above >> shift & 0xff) + ((below >> shift & 0xff) * rest + 127) / 255, 0xff)
             << shift;
  return pixel;
}

void
pel_image_blend (PelImage *self, const PelImage *from, int x, int y)
{
  const PelImageRect whole = get_extent (self);
  const PelImageRect wanted = { x, y, from->width, from->height };
  const PelImageRect rect = pel_image_rect_intersect (&whole, &wanted);

  for (int v = rect.y; v < rect.y + rect.height; v++)
    for (int u = rect.x; u < rect.x + rect.width; u++)
      get_row (self, v)[u] =
          blend_pixel (get_row (self, v)[u], pel_image_get_pixel (from, u - x, v - y));
}

void
pel_image_fill (PelImage *self, const PelImageRect *wanted, guint32 pixel)
{
  const PelImageRect whole = get_extent (self);
  const PelImageRect rect = pel_image_rect_intersect (&whole, wanted);

  for (int y = rect.y; y < rect.y + rect.height; y++)
    for (int x = rect.x; x < rect.x + rect.width; x++)
      get_row (self, y)[x] = pixel;
}

PelImage *
pel_image_crop (PelImage *self, const PelImageRect *rect)
{
  const PelImageRect whole = get_extent (self);
  const PelImageRect inside = pel_image_rect_intersect (&whole, rect);
  PelImage          *part;

  if (pel_image_rect_equal (&whole, rect))
    return pel_image_ref (self);
  part = pel_image_new (rect->width, rect->height);
  part->is_opaque = self->is_opaque && pel_image_rect_equal (&inside, rect);
  pel_image_copy (part, self, -rect->x, -rect->y);
  return part;
}

/* Reducing: first across, then down, in whole numbers of 1 / WEIGHTS of a pixel. */

/* A pixel of the result: the first that it takes from, how many, and what each weighs. */
typedef struct
{
  int      first, n;
  guint32 *weights;
} Span;

static void
span_clear (gpointer data)
{
  g_free (((Span *) data)->weights);
}

/* (element-type Span): of each of @n pixels, @scale for each of @n_from. */
static GArray *
make_spans (int n, int n_from, double scale)
{
  GArray *spans = g_array_sized_new (FALSE, FALSE, sizeof (Span), (guint) n);

  g_array_set_clear_func (spans, span_clear);
  for (int i = 0; i < n; i++)
    {
      double begin = i / scale;
      double end = MIN ((i + 1) / scale, n_from);
      Span   span = { .first = MIN ((int) begin, n_from - 1) };

      span.n = MAX ((int) ceil (end) - span.first, 1);
      span.weights = g_new (guint32, (gsize) span.n);
      for (int k = 0; k < span.n; k++)
        {
          double from = MAX (begin, span.first + k);
          double to = MIN (end, span.first + k + 1);

          span.weights[k] = (guint32) MAX (lround ((to - from) * WEIGHTS), 1);
        }
      g_array_append_val (spans, span);
    }
  return spans;
}

typedef struct
{
  guint64 channels[4];
  guint64 weight;
} Sum;

static void
add_pixel (Sum *sum, guint32 pixel, guint64 weight)
{
  for (int c = 0; c < 4; c++)
    sum->channels[c] += (guint64) (pixel >> (8 * c) & 0xff) * weight;
  sum->weight += weight;
}

static guint32
get_mean (const Sum *sum)
{
  guint32 pixel = 0;

  for (int c = 0; c < 4; c++)
    pixel |= (guint32) ((sum->channels[c] + sum->weight / 2) / sum->weight) << (8 * c);
  return pixel;
}

static guint32
reduce_pixel (const PelImage *self, const Span *across, const Span *down)
{
  Sum sum = { 0 };

  for (int y = 0; y < down->n; y++)
    for (int x = 0; x < across->n; x++)
      add_pixel (&sum,
                 get_row (self, down->first + y)[across->first + x],
                 (guint64) down->weights[y] * across->weights[x]);
  return get_mean (&sum);
}

PelImage *
pel_image_reduce (PelImage *self, double scale)
{
  g_autoptr (GArray) columns = NULL;
  g_autoptr (GArray) rows = NULL;
  PelImage          *small;

  if (scale >= 1)
    return pel_image_ref (self);
  small =
      pel_image_new (MAX ((int) (self->width * scale), 1), MAX ((int) (self->height * scale), 1));
  small->is_opaque = self->is_opaque;
  columns = make_spans (small->width, self->width, scale);
  rows = make_spans (small->height, self->height, scale);
  for (int y = 0; y < small->height; y++)
    for (int x = 0; x < small->width; x++)
      get_row (small, y)[x] =
          reduce_pixel (self, &g_array_index (columns, Span, x), &g_array_index (rows, Span, y));
  return small;
}

PelImage *
pel_image_turn (PelImage *self, int transform)
{
  const int      turns = transform & 3;
  const gboolean is_mirrored = (transform & 4) != 0;
  PelImage      *turned;

  if (transform == 0)
    return pel_image_ref (self);
  turned = turns % 2 == 0 ? pel_image_new (self->width, self->height)
                          : pel_image_new (self->height, self->width);
  turned->is_opaque = self->is_opaque;
  for (int y = 0; y < self->height; y++)
    for (int x = 0; x < self->width; x++)
      {
        const PelImagePoint places[] = {
          { x, y },
          { self->height - 1 - y, x },
          { self->width - 1 - x, self->height - 1 - y },
          { y, self->width - 1 - x },
        };
        const PelImagePoint place = places[turns];

        get_row (turned, place.y)[is_mirrored ? turned->width - 1 - place.x : place.x] =
            get_row (self, y)[x];
      }
  return turned;
}

double
pel_image_get_scale_for (const PelImage *self, gsize max_pixels)
{
  gsize n = (gsize) self->width * (gsize) self->height;

  double thin = MIN (self->width, self->height);
  double scale = n <= max_pixels ? 1 : sqrt ((double) max_pixels / (double) n);

  /* no side is less than one pixel: the other one has to be all the shorter */
  return thin * scale >= 1 ? scale : (double) max_pixels / (double) MAX (self->width, self->height);
}

gboolean
pel_image_find (const PelImage *self, guint32 rgb, PelImageRect *ret_box)
{
  int left = self->width, top = self->height, right = 0, bottom = 0;

  for (int y = 0; y < self->height; y++)
    for (int x = 0; x < self->width; x++)
      if ((get_row (self, y)[x] & COLOUR) == rgb)
        {
          left = MIN (left, x);
          top = MIN (top, y);
          right = MAX (right, x + 1);
          bottom = MAX (bottom, y + 1);
        }
  if (right == 0)
    return FALSE;
  *ret_box = (PelImageRect){ left, top, right - left, bottom - top };
  return TRUE;
}
