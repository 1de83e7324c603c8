/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/painter.h"

#include "overlay/item-shape.h"
#include "overlay/plate.h"
#include "overlay/strokes.h"

/* A clip costs every line that is drawn as much as it has rectangles: above this, all between them
 * is painted as well. */
#define MAX_RECTS 100

/* One painting of a scene. */
typedef struct
{
  cairo_t       *cr;
  PelPainterMode mode;
  PelThemeSizes  sizes;
  PelBufferRect  clip;  /* no pixel outside of it is wanted */
  GArray        *rects; /* of PelBufferRect: what is filled next */
  PelPlates     *plates;
} Painting;

static void
fill_rects (Painting *self, guint32 colour, double alpha)
{
  for (guint i = 0; i < self->rects->len; i++)
    {
      const PelBufferRect *r = &g_array_index (self->rects, PelBufferRect, i);

      cairo_rectangle (self->cr, r->x, r->y, r->width, r->height);
    }
  g_array_set_size (self->rects, 0);
  pel_theme_set_colour (self->cr, colour, alpha);
  cairo_set_antialias (self->cr, CAIRO_ANTIALIAS_NONE);
  cairo_fill (self->cr);
  cairo_set_antialias (self->cr, CAIRO_ANTIALIAS_DEFAULT);
}

/* What of an item is drawn where: in each of its pieces, or everywhere. */
typedef void (*AddFunc) (Painting *self, const PelSceneItem *item, const PelBufferRect *clip);

static void
add_pieces (Painting *self, const PelSceneItem *item, AddFunc add)
{
  if (item->pieces == NULL)
    {
      add (self, item, &self->clip);
      return;
    }
  for (guint i = 0; i < item->pieces->len; i++)
    {
      const PelBufferRect *piece = &g_array_index (item->pieces, PelBufferRect, i);
      PelBufferRect        clip = pel_buffer_rect_intersect (piece, &self->clip);

      if (!pel_buffer_rect_is_empty (&clip))
        add (self, item, &clip);
    }
}

static void
add_shape (Painting *self, const PelSceneItem *item, const PelBufferRect *clip)
{
  PelSceneItem whole = *item;

  whole.pieces = NULL;
  pel_item_shape_add (self->rects, &whole, &self->sizes, self->mode, clip);
}

static void
add_line (Painting *self, const PelSceneItem *item, const PelBufferRect *clip)
{
  const PelShadeStyle *style = pel_theme_get_style (item->shade);
  int                  line = pel_theme_scale (&self->sizes, style->width);

  if (style->dash == 0)
    pel_strokes_add_ring (self->rects, &item->rect, 0, line, clip);
  else
    pel_strokes_add_dashed_ring (self->rects,
                                 &item->rect,
                                 line,
                                 pel_theme_scale (&self->sizes, style->dash),
                                 pel_theme_scale (&self->sizes, style->gap),
                                 clip);
  if (style->is_double)
    pel_strokes_add_ring (self->rects, &item->rect, line + self->sizes.companion, line, clip);
}

static void
paint_outline (Painting *self, const PelSceneItem *item)
{
  const PelShadeStyle *style = pel_theme_get_style (item->shade);

  add_pieces (self, item, add_shape);
  fill_rects (self, style->companion, 1);
  add_pieces (self, item, add_line);
  fill_rects (self, style->colour, 1);
}

static void
paint_fill (Painting *self, const PelSceneItem *item)
{
  const PelShadeStyle *style = pel_theme_get_style (item->shade);

  add_pieces (self, item, add_shape);
  fill_rects (self, style->colour, style->veil);
}

static void
paint_point (Painting *self, const PelSceneItem *item)
{
  const PelShadeStyle *style = pel_theme_get_style (item->shade);
  int                  inset = self->sizes.companion;
  PelBufferRect        rect = { item->rect.x + inset,
                                item->rect.y + inset,
                                item->rect.width - 2 * inset,
                                item->rect.height - 2 * inset };
  PelBufferRect        bars[2];

  add_pieces (self, item, add_shape);
  fill_rects (self, style->companion, 1);
  pel_item_shape_get_bars (&rect, self->sizes.point_line, bars);
  for (gsize i = 0; i < G_N_ELEMENTS (bars); i++)
    if (!pel_buffer_rect_is_empty (&bars[i]))
      g_array_append_val (self->rects, bars[i]);
  fill_rects (self, style->colour, 1);
}

static void
paint_ruler (Painting *self, const PelSceneItem *item)
{
  const PelShadeStyle *style = pel_theme_get_style (item->shade);
  int                  dash = pel_theme_scale (&self->sizes, 4);

  add_pieces (self, item, add_shape);
  fill_rects (self, style->companion, 1);
  pel_strokes_add_dashes (self->rects, &item->rect, dash, dash, &self->clip);
  fill_rects (self, style->colour, 1);
}

static void
paint_plate (Painting *self, const PelSceneItem *item)
{
  pel_plates_paint (self->plates, self->cr, item);
}

static void (*const painters[]) (Painting *self, const PelSceneItem *item) = {
  [PEL_ITEM_OUTLINE] = paint_outline, [PEL_ITEM_FILL] = paint_fill,
  [PEL_ITEM_TAG] = paint_plate,       [PEL_ITEM_LABEL] = paint_plate,
  [PEL_ITEM_POINT] = paint_point,     [PEL_ITEM_RULER] = paint_ruler,
  [PEL_ITEM_BANNER] = paint_plate,
};
G_STATIC_ASSERT (G_N_ELEMENTS (painters) == PEL_N_ITEM_KINDS);

static void
clip_to (cairo_t *cr, const cairo_region_t *region)
{
  for (int i = 0; i < cairo_region_num_rectangles (region); i++)
    {
      cairo_rectangle_int_t r;

      cairo_region_get_rectangle (region, i, &r);
      cairo_rectangle (cr, r.x, r.y, r.width, r.height);
    }
  cairo_clip (cr);
}

static gboolean
is_wanted (const PelSceneItem *item, const cairo_region_t *damage)
{
  const PelBufferRect  *r = &item->rect;
  cairo_rectangle_int_t rect = { r->x, r->y, r->width, r->height };

  if (pel_buffer_rect_is_empty (r))
    return FALSE;
  return cairo_region_contains_rectangle (damage, &rect) != CAIRO_REGION_OVERLAP_OUT;
}

static void
paint_items (Painting *self, const PelScene *scene, const cairo_region_t *damage)
{
  for (guint i = 0; i < scene->items->len; i++)
    {
      const PelSceneItem *item = &g_array_index (scene->items, PelSceneItem, i);

      if (is_wanted (item, damage))
        painters[item->kind](self, item);
    }
}

void
pel_painter_paint (const PelScene       *scene,
                   PelPainterMode        mode,
                   cairo_t              *cr,
                   const cairo_region_t *damage)
{
  cairo_rectangle_int_t bounds = { 0, 0, scene->width, scene->height };
  cairo_region_t       *wanted = cairo_region_create_rectangle (&bounds);
  Painting              self = { .cr = cr, .mode = mode };
  g_autoptr (PelPlates) plates = NULL;

  if (damage != NULL)
    cairo_region_intersect (wanted, damage);
  cairo_region_get_extents (wanted, &bounds);
  if (cairo_region_num_rectangles (wanted) > MAX_RECTS)
    cairo_region_union_rectangle (wanted, &bounds);
  self.sizes = pel_theme_get_sizes (scene->scale);
  self.clip = (PelBufferRect){ bounds.x, bounds.y, bounds.width, bounds.height };
  self.rects = g_array_new (FALSE, FALSE, sizeof (PelBufferRect));
  self.plates = plates = pel_plates_new (&self.sizes, mode);

  cairo_save (cr);
  clip_to (cr, wanted);
  cairo_set_operator (cr, CAIRO_OPERATOR_CLEAR);
  cairo_paint (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  paint_items (&self, scene, wanted);
  cairo_restore (cr);

  g_array_unref (self.rects);
  cairo_region_destroy (wanted);
}

static gboolean
meets (const PelSceneItem *item, const cairo_region_t *region)
{
  cairo_rectangle_int_t r = { item->rect.x, item->rect.y, item->rect.width, item->rect.height };

  return cairo_region_contains_rectangle (region, &r) != CAIRO_REGION_OVERLAP_OUT;
}

/* @within: NULL for all. */
static cairo_region_t *
find_shape (const PelScene *scene, PelPainterMode mode, const cairo_region_t *within)
{
  PelThemeSizes      sizes = pel_theme_get_sizes (scene->scale);
  PelBufferRect      bounds = { 0, 0, scene->width, scene->height };
  g_autoptr (GArray) rects = g_array_new (FALSE, FALSE, sizeof (PelBufferRect));

  for (guint i = 0; i < scene->items->len; i++)
    {
      const PelSceneItem *item = &g_array_index (scene->items, PelSceneItem, i);

      if (within == NULL || meets (item, within))
        pel_item_shape_add (rects, item, &sizes, mode, &bounds);
    }
  return pel_item_shape_to_region (rects);
}

cairo_region_t *
pel_painter_get_shape (const PelScene *scene, PelPainterMode mode)
{
  return find_shape (scene, mode, NULL);
}

cairo_region_t *
pel_painter_get_shape_within (const PelScene       *scene,
                              PelPainterMode        mode,
                              const cairo_region_t *within)
{
  cairo_region_t *shape = find_shape (scene, mode, within);

  cairo_region_intersect (shape, within);
  return shape;
}
