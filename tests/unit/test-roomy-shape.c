/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/roomy-shape.h"

#define WIDTH  3840
#define HEIGHT 2160

static gint64
get_area (const cairo_region_t *region)
{
  gint64 area = 0;

  for (int i = 0; i < cairo_region_num_rectangles (region); i++)
    {
      cairo_rectangle_int_t r;

      cairo_region_get_rectangle (region, i, &r);
      area += (gint64) r.width * r.height;
    }
  return area;
}

static gboolean
contains (const cairo_region_t *outer, const cairo_region_t *inner)
{
  cairo_region_t *missing = cairo_region_copy (inner);
  gboolean        is_inside;

  cairo_region_subtract (missing, outer);
  is_inside = cairo_region_is_empty (missing);
  cairo_region_destroy (missing);
  return is_inside;
}

static void
add_ring (cairo_region_t *region, int x, int y, int width, int height)
{
  cairo_rectangle_int_t sides[] = { { x, y, width, 2 },
                                    { x, y + height - 2, width, 2 },
                                    { x, y, 2, height },
                                    { x + width - 2, y, 2, height } };

  for (gsize i = 0; i < G_N_ELEMENTS (sides); i++)
    cairo_region_union_rectangle (region, &sides[i]);
}

static cairo_region_t *
make_random (void)
{
  cairo_region_t *region = cairo_region_create ();
  int             n = g_test_rand_int_range (0, 40);

  for (int i = 0; i < n; i++)
    {
      int x = g_test_rand_int_range (0, WIDTH - 2), y = g_test_rand_int_range (0, HEIGHT - 2);

      add_ring (region,
                x,
                y,
                g_test_rand_int_range (2, WIDTH - x + 1),
                g_test_rand_int_range (2, HEIGHT - y + 1));
    }
  return region;
}

/* Follows @needed as a surface does; whether it had to change. */
static gboolean
follow (cairo_region_t **shape, const cairo_region_t *needed)
{
  cairo_region_t *next;

  if (pel_roomy_shape_holds (*shape, needed))
    return FALSE;
  next = pel_roomy_shape_make (*shape, needed);
  cairo_region_destroy (*shape);
  *shape = next;
  g_assert_true (pel_roomy_shape_holds (*shape, needed)); /* it is content with its own work */
  return TRUE;
}

/* All that is drawn is in the shape, and the room around it has a limit. */
static void
test_holds (void)
{
  cairo_region_t *shape = cairo_region_create ();
  guint           n_changes = 0;

  for (guint i = 0; i < 300; i++)
    {
      cairo_region_t *needed = make_random ();
      cairo_region_t *alone, *nothing = cairo_region_create ();

      n_changes += follow (&shape, needed);
      g_assert_true (contains (shape, needed));
      alone = pel_roomy_shape_make (nothing, needed);
      g_assert_cmpint (get_area (shape), <=, 3 * get_area (alone) + 512 * 512);
      cairo_region_destroy (alone);
      cairo_region_destroy (nothing);
      cairo_region_destroy (needed);
    }
  g_assert_cmpuint (n_changes, >, 10);
  cairo_region_destroy (shape);
}

/* A field of elements, of which one after the other is hovered, with a label below it. */
static void
test_hover (void)
{
  cairo_region_t *field = cairo_region_create ();
  cairo_region_t *shape = cairo_region_create ();
  guint           n_changes = 0;

  for (int i = 0; i < 400; i++)
    add_ring (field, i % 20 * 120, i / 20 * 60, 100, 40);
  for (int i = 0; i < 400; i++)
    {
      int             k = i * 157 % 400;
      cairo_region_t *needed = cairo_region_copy (field);

      cairo_region_union_rectangle (needed,
                                    &(cairo_rectangle_int_t){
                                        k % 20 * 120, k / 20 * 60 + 42, 180, 30 });
      n_changes += follow (&shape, needed);
      cairo_region_destroy (needed);
    }
  g_test_message ("%u changes of the shape", n_changes);
  g_assert_cmpuint (n_changes, <, 60);
  cairo_region_destroy (field);
  cairo_region_destroy (shape);
}

/* The inside of a window that is outlined stays free. */
static void
test_inside (void)
{
  cairo_region_t *nothing = cairo_region_create ();
  cairo_region_t *ring = cairo_region_create ();
  cairo_region_t *shape;

  add_ring (ring, 500, 300, 1600, 1000);
  shape = pel_roomy_shape_make (nothing, ring);
  g_assert_true (contains (shape, ring));
  g_assert_false (cairo_region_contains_point (shape, 1300, 800));
  g_assert_cmpint (get_area (shape), <, 600000);
  cairo_region_destroy (shape);
  cairo_region_destroy (ring);
  cairo_region_destroy (nothing);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/roomy-shape/holds", test_holds);
  g_test_add_func ("/roomy-shape/hover", test_hover);
  g_test_add_func ("/roomy-shape/inside", test_inside);
  return g_test_run ();
}
