/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/item-shape.h"

#include "overlay/strokes.h"

typedef struct
{
  GArray              *rects;
  const PelThemeSizes *sizes;
  PelPainterMode       mode;
} Shape;

static void
add_rect (Shape *self, const PelBufferRect *rect, const PelBufferRect *clip)
{
  PelBufferRect inside = pel_buffer_rect_intersect (rect, clip);

  if (!pel_buffer_rect_is_empty (&inside))
    g_array_append_val (self->rects, inside);
}

static void
add_outline (Shape *self, const PelSceneItem *item, const PelBufferRect *clip)
{
  int thickness = pel_theme_get_thickness (self->sizes, pel_theme_get_style (item->shade));

  pel_strokes_add_ring (self->rects, &item->rect, 0, thickness, clip);
}

static void
add_fill (Shape *self, const PelSceneItem *item, const PelBufferRect *clip)
{
  if (self->mode == PEL_PAINTER_BLENDED)
    add_rect (self, &item->rect, clip);
}

static void
add_plate (Shape *self, const PelSceneItem *item, const PelBufferRect *clip)
{
  if (self->mode == PEL_PAINTER_BLENDED)
    add_rect (self, &item->rect, clip);
  else
    pel_strokes_add_plate (self->rects,
                           &item->rect,
                           pel_theme_get_radius (self->sizes, item->kind),
                           clip);
}

static void
add_point (Shape *self, const PelSceneItem *item, const PelBufferRect *clip)
{
  int           thickness = pel_theme_get_point_thickness (self->sizes);
  PelBufferRect bars[2];

  pel_item_shape_get_bars (&item->rect, thickness, bars);
  add_rect (self, &bars[0], clip);
  add_rect (self, &bars[1], clip);
}

static void
add_ruler (Shape *self, const PelSceneItem *item, const PelBufferRect *clip)
{
  add_rect (self, &item->rect, clip);
}

static void (*const adders[]) (Shape *, const PelSceneItem *, const PelBufferRect *) = {
  [PEL_ITEM_OUTLINE] = add_outline, [PEL_ITEM_FILL] = add_fill,   [PEL_ITEM_TAG] = add_plate,
  [PEL_ITEM_LABEL] = add_plate,     [PEL_ITEM_POINT] = add_point, [PEL_ITEM_RULER] = add_ruler,
  [PEL_ITEM_BANNER] = add_plate,
};
G_STATIC_ASSERT (G_N_ELEMENTS (adders) == PEL_N_ITEM_KINDS);

void
pel_item_shape_add (GArray              *rects,
                    const PelSceneItem  *item,
                    const PelThemeSizes *sizes,
                    PelPainterMode       mode,
                    const PelBufferRect *clip)
{
  Shape self = { rects, sizes, mode };

  if (item->pieces == NULL)
    {
      adders[item->kind](&self, item, clip);
      return;
    }
  for (guint i = 0; i < item->pieces->len; i++)
    {
      PelBufferRect piece =
          pel_buffer_rect_intersect (&g_array_index (item->pieces, PelBufferRect, i), clip);

      if (!pel_buffer_rect_is_empty (&piece))
        adders[item->kind](&self, item, &piece);
    }
}

cairo_region_t *
pel_item_shape_to_region (GArray *rects)
{
  G_STATIC_ASSERT (sizeof (PelBufferRect) == sizeof (cairo_rectangle_int_t));

  return cairo_region_create_rectangles ((const cairo_rectangle_int_t *) rects->data, rects->len);
}

void
pel_item_shape_get_bars (const PelBufferRect *rect, int thickness, PelBufferRect ret_bars[2])
{
  int width = MIN (thickness, rect->width), height = MIN (thickness, rect->height);

  ret_bars[0] =
      (PelBufferRect){ rect->x, rect->y + (rect->height - height) / 2, rect->width, height };
  ret_bars[1] =
      (PelBufferRect){ rect->x + (rect->width - width) / 2, rect->y, width, rect->height };
}
