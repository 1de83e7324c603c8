/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-scene.h"

#define MARGIN 60

static const char *const texts[] = {
  "1",
  "42",
  "1000",
  "Button\t“Save”\t120 × 34",
  "Edit\t“שלום עולם”\t9 × 9\ninvoke, value",
  "漢字",
  "",
  "a\nb\nc\nd\ne",
  "<b>no markup</b>",
  "\t\t",
  "+37",
  "A sentence that has no room in a small plate",
};

static int
get_random (int from, int to)
{
  return g_test_rand_int_range (from, to + 1);
}

static PelBufferRect
get_random_rect (int width, int height)
{
  int largest = get_random (0, 3) == 0 ? width : 80;

  return (PelBufferRect){ get_random (-MARGIN, width),
                          get_random (-MARGIN, height),
                          get_random (0, largest),
                          get_random (0, MIN (largest, height)) };
}

static void
add_random_item (PelScene *scene)
{
  PelBufferRect      rect = get_random_rect (scene->width, scene->height);
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (PelBufferRect));
  PelSceneItem       item = { .kind = get_random (0, PEL_N_ITEM_KINDS - 1),
                              .shade = get_random (0, PEL_N_SHADES - 1),
                              .rect = rect,
                              .text = (char *) texts[get_random (0, G_N_ELEMENTS (texts) - 1)] };

  if (item.kind <= PEL_ITEM_FILL && get_random (0, 2) == 0)
    {
      PelBufferRect left = { rect.x, rect.y, rect.width / 3, rect.height };
      PelBufferRect low = {
        rect.x + rect.width / 2, rect.y + rect.height / 2, rect.width, rect.height
      };

      g_array_append_val (pieces, left);
      g_array_append_val (pieces, low);
      item.pieces = pieces;
    }
  pel_scene_add (scene, &item);
}

PelScene *
pel_random_scene_new (int width, int height, double scale, guint n_items)
{
  PelScene *scene = pel_scene_new ("M", width, height, scale);

  while (scene->items->len < n_items)
    add_random_item (scene);
  return scene;
}

PelScene *
pel_random_scene_change (const PelScene *scene)
{
  PelScene           *changed = pel_scene_new ("M", scene->width, scene->height, scene->scale);
  const PelSceneItem *late = NULL;

  for (guint i = 0; i < scene->items->len; i++)
    {
      PelSceneItem item = g_array_index (scene->items, PelSceneItem, i);
      int          fate = get_random (0, 30);

      if (fate == 0)
        continue;
      if (fate == 1)
        add_random_item (changed);
      if (fate == 2)
        {
          late = &g_array_index (scene->items, PelSceneItem, i);
          continue;
        }
      if (fate == 3)
        item.rect.x++;
      if (fate == 4)
        item.shade = PEL_SHADE_HOVERED;
      if (fate == 5)
        pel_scene_add (changed, &item); /* twice */
      pel_scene_add (changed, &item);
    }
  if (late != NULL)
    pel_scene_add (changed, late);
  return changed;
}

cairo_region_t *
pel_random_damage_new (int width, int height)
{
  cairo_region_t *damage = cairo_region_create ();

  for (int i = get_random (0, 5); i > 0; i--)
    {
      PelBufferRect         r = get_random_rect (width, height);
      cairo_rectangle_int_t rect = { r.x, r.y, r.width, r.height };

      cairo_region_union_rectangle (damage, &rect);
    }
  return damage;
}

cairo_surface_t *
pel_scene_render (const PelScene *scene, PelPainterMode mode)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, scene->width, scene->height);
  cairo_t *cr = cairo_create (surface);

  pel_painter_paint (scene, mode, cr, NULL);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}
