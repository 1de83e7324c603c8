/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/plate.h"

#include "overlay/strokes.h"
#include "overlay/typesetter.h"

/* No monitor is larger; a plate that is has no meaning. */
#define MAX_SIDE 16384

typedef struct
{
  PelItemKind kind;
  PelShade    shade;
  int         width, height;
} Key;

struct _PelPlates
{
  PelThemeSizes  sizes;
  PelPainterMode mode;
  PelTypesetter *typesetter;
  GHashTable    *surfaces; /* of Key: plates without letters */
  cairo_t       *bench;    /* where letters are put on them */
  int            bench_width, bench_height;
};

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;

  return ((guint) key->width * 31 + (guint) key->height) * 127 + key->shade * 7 + key->kind;
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  const Key *left = a, *right = b;

  return left->kind == right->kind && left->shade == right->shade && left->width == right->width &&
         left->height == right->height;
}

PelPlates *
pel_plates_new (const PelThemeSizes *sizes, PelPainterMode mode)
{
  PelPlates *self = g_new0 (PelPlates, 1);

  self->sizes = *sizes;
  self->mode = mode;
  self->surfaces =
      g_hash_table_new_full (hash_key, equal_keys, g_free, (GDestroyNotify) cairo_surface_destroy);
  self->typesetter = pel_typesetter_new (sizes);
  return self;
}

void
pel_plates_free (PelPlates *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->surfaces);
  pel_typesetter_free (self->typesetter);
  g_clear_pointer (&self->bench, cairo_destroy);
  g_free (self);
}

/* Round on the right, and on the left as well where @left_radius says so. */
static void
add_round_path (cairo_t *cr, const PelBufferRect *r, double left_radius, double radius)
{
  double right = r->x + r->width, bottom = r->y + r->height;

  cairo_new_sub_path (cr);
  cairo_arc (cr, right - radius, r->y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, right - radius, bottom - radius, radius, 0, G_PI_2);
  cairo_arc (cr, r->x + left_radius, bottom - left_radius, left_radius, G_PI_2, G_PI);
  cairo_arc (cr, r->x + left_radius, r->y + left_radius, left_radius, G_PI, -G_PI_2);
  cairo_close_path (cr);
}

static void
add_stepped_path (cairo_t *cr, const PelBufferRect *rect, int radius, const PelBufferRect *clip)
{
  g_autoptr (GArray) rects = g_array_new (FALSE, FALSE, sizeof (PelBufferRect));

  pel_strokes_add_plate (rects, rect, radius, clip);
  for (guint i = 0; i < rects->len; i++)
    {
      const PelBufferRect *r = &g_array_index (rects, PelBufferRect, i);

      cairo_rectangle (cr, r->x, r->y, r->width, r->height);
    }
}

/* One layer of a plate. @skipped pixels of @rect, on its left, are left as they are. */
static void
fill_layer (
    PelPlates *self, cairo_t *cr, const PelBufferRect *rect, int radius, int skipped, guint32 rgb)
{
  PelBufferRect rest = { rect->x + skipped, rect->y, rect->width - skipped, rect->height };
  double        round = CLAMP (radius, 0, MIN (rest.width, rest.height) / 2.0);

  if (pel_buffer_rect_is_empty (&rest))
    return;
  if (self->mode == PEL_PAINTER_SHAPED)
    add_stepped_path (cr, rect, radius, &rest);
  else
    add_round_path (cr, &rest, skipped > 0 ? 0 : round, round);
  pel_theme_set_colour (cr, rgb, 1);
  cairo_fill (cr);
}

static PelBufferRect
shrink (const PelBufferRect *r, int by)
{
  return (PelBufferRect){ r->x + by, r->y + by, r->width - 2 * by, r->height - 2 * by };
}

static void
fill_plate (PelPlates *self, cairo_t *cr, const Key *key)
{
  const PelShadeStyle *style = pel_theme_get_style (key->shade);
  int                  radius = pel_theme_get_radius (&self->sizes, key->kind);
  int                  edge = self->sizes.edge * (key->kind == PEL_ITEM_BANNER ? 2 : 1);
  PelBufferRect        outer = { 0, 0, key->width, key->height };
  PelBufferRect        inner = shrink (&outer, edge);

  switch (key->kind)
    {
    case PEL_ITEM_TAG:
      fill_layer (self, cr, &outer, radius, 0, style->companion);
      fill_layer (self, cr, &inner, radius - edge, 0, style->colour);
      break;
    case PEL_ITEM_LABEL:
      fill_layer (self, cr, &outer, radius, 0, PEL_THEME_PLATE_EDGE);
      fill_layer (self, cr, &inner, radius - edge, 0, style->colour);
      fill_layer (self, cr, &inner, radius - edge, self->sizes.label_stripe, PEL_THEME_PLATE);
      break;
    default:
      fill_layer (self, cr, &outer, radius, 0, style->colour);
      fill_layer (self, cr, &inner, radius - edge, 0, PEL_THEME_PLATE);
    }
}

static cairo_surface_t *
get_plate (PelPlates *self, const PelSceneItem *item)
{
  Key              key = { item->kind, item->shade, item->rect.width, item->rect.height };
  cairo_surface_t *surface = g_hash_table_lookup (self->surfaces, &key);
  cairo_t         *cr;

  if (surface != NULL)
    return surface;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, key.width, key.height);
  cr = cairo_create (surface);
  fill_plate (self, cr, &key);
  cairo_destroy (cr);
  g_hash_table_insert (self->surfaces, g_memdup2 (&key, sizeof key), surface);
  return surface;
}

/* Room for @width × @height pixels; what is on it is of no use. */
static cairo_t *
get_bench (PelPlates *self, int width, int height)
{
  cairo_surface_t *surface;

  if (width <= self->bench_width && height <= self->bench_height)
    return self->bench;
  self->bench_width = MAX (width, self->bench_width);
  self->bench_height = MAX (height, self->bench_height);
  g_clear_pointer (&self->bench, cairo_destroy);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, self->bench_width, self->bench_height);
  self->bench = cairo_create (surface);
  cairo_surface_destroy (surface);
  return self->bench;
}

static cairo_surface_t *
put_together (PelPlates *self, const PelSceneItem *item)
{
  int          width = item->rect.width, height = item->rect.height;
  cairo_t     *bench = get_bench (self, width, height);
  PelSceneItem letters = {
    .kind = item->kind, .shade = item->shade, .rect = { 0, 0, width, height }, .text = item->text
  };

  cairo_set_operator (bench, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (bench, get_plate (self, item), 0, 0);
  cairo_rectangle (bench, 0, 0, width, height);
  cairo_fill (bench);
  cairo_set_operator (bench, CAIRO_OPERATOR_OVER);
  pel_typesetter_paint (self->typesetter, bench, &letters);
  return cairo_get_target (bench);
}

void
pel_plates_paint (PelPlates *self, cairo_t *cr, const PelSceneItem *item)
{
  const PelBufferRect *r = &item->rect;

  if (pel_buffer_rect_is_empty (r) || r->width > MAX_SIDE || r->height > MAX_SIDE)
    return;
  cairo_set_source_surface (cr, put_together (self, item), r->x, r->y);
  cairo_rectangle (cr, r->x, r->y, r->width, r->height);
  cairo_fill (cr);
}
