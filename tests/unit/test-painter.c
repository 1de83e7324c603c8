/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-scene.h"

#include "overlay/scene-diff.h"
#include "overlay/theme.h"

#include <math.h>

#define WIDTH    240
#define HEIGHT   150
#define N_SCENES 40
#define NOTHING  0x12345678u

static const double         scales[] = { 1, 1.25, 1.5, 1.75, 2, 3 };
static const PelPainterMode modes[] = { PEL_PAINTER_BLENDED, PEL_PAINTER_SHAPED };

static guint32
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const guchar *data = cairo_image_surface_get_data (surface);

  return ((const guint32 *) (data + (gsize) y * cairo_image_surface_get_stride (surface)))[x];
}

static double
get_random_scale (void)
{
  return scales[g_test_rand_int_range (0, G_N_ELEMENTS (scales))];
}

static PelScene *
get_random_scene (void)
{
  return pel_random_scene_new (WIDTH, HEIGHT, get_random_scale (), g_test_rand_int_range (0, 40));
}

static void
assert_same (cairo_surface_t *a, cairo_surface_t *b, const char *what, guint round)
{
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      if (get_pixel (a, x, y) != get_pixel (b, x, y))
        {
          g_test_message ("%s, round %u: %08x and %08x at %d, %d",
                          what,
                          round,
                          get_pixel (a, x, y),
                          get_pixel (b, x, y),
                          x,
                          y);
          g_test_fail ();
          return;
        }
}

static void
paint (cairo_surface_t      *surface,
       const PelScene       *scene,
       PelPainterMode        mode,
       const cairo_region_t *damage)
{
  cairo_t *cr = cairo_create (surface);

  pel_painter_paint (scene, mode, cr, damage);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
}

/* Inside of the damage as if all had been painted; outside of it as well, or untouched. */
static void
check_damage (const PelScene *scene, PelPainterMode mode, cairo_region_t *damage, guint round)
{
  cairo_surface_t *whole = pel_scene_render (scene, mode);
  cairo_surface_t *part = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  guint32         *pixels = (guint32 *) cairo_image_surface_get_data (part);

  for (guint i = 0; i < WIDTH * HEIGHT; i++)
    pixels[i] = NOTHING;
  cairo_surface_mark_dirty (part);
  paint (part, scene, mode, damage);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      if (pixels[y * WIDTH + x] == NOTHING && !cairo_region_contains_point (damage, x, y))
        pixels[y * WIDTH + x] = get_pixel (whole, x, y);
  assert_same (part, whole, "damage", round);
  cairo_region_destroy (damage);
  cairo_surface_destroy (whole);
  cairo_surface_destroy (part);
}

static void
test_damage_equals_whole (void)
{
  for (guint i = 0; i < N_SCENES; i++)
    {
      g_autoptr (PelScene) scene = get_random_scene ();

      check_damage (scene, modes[i % 2], pel_random_damage_new (WIDTH, HEIGHT), i);
    }
}

/* So many pieces that it is quicker to paint what lies between them. */
static void
test_damage_scattered (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autoptr (PelScene) scene = get_random_scene ();
      cairo_region_t      *damage = cairo_region_create ();

      for (int k = 0; k < 600; k++)
        {
          cairo_rectangle_int_t rect = { 20 + k % 30 * 6, 20 + k / 30 * 5, 3, 3 };

          cairo_region_union_rectangle (damage, &rect);
        }
      check_damage (scene, modes[i], damage, i);
    }
}

static void
test_diff_suffices (void)
{
  for (guint i = 0; i < N_SCENES; i++)
    {
      g_autoptr (PelScene) before = get_random_scene ();
      g_autoptr (PelScene) after = pel_random_scene_change (before);
      PelPainterMode       mode = modes[i % 2];
      cairo_region_t      *damage = pel_scene_diff (before, after);
      cairo_surface_t     *surface = pel_scene_render (before, mode);
      cairo_surface_t     *whole = pel_scene_render (after, mode);

      paint (surface, after, mode, damage);
      assert_same (surface, whole, "diff", i);
      cairo_region_destroy (damage);
      cairo_surface_destroy (surface);
      cairo_surface_destroy (whole);
    }
}

static void
test_shape_holds_all (void)
{
  for (guint i = 0; i < N_SCENES; i++)
    {
      g_autoptr (PelScene) scene = get_random_scene ();
      PelPainterMode       mode = modes[i % 2];
      cairo_region_t      *shape = pel_painter_get_shape (scene, mode);
      cairo_surface_t     *surface = pel_scene_render (scene, mode);

      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          {
            guint    alpha = get_pixel (surface, x, y) >> 24;
            gboolean is_inside = cairo_region_contains_point (shape, x, y);

            if (mode == PEL_PAINTER_SHAPED)
              g_assert_cmpuint (alpha, ==, is_inside ? 0xff : 0);
            else if (!is_inside)
              g_assert_cmpuint (alpha, ==, 0);
          }
      cairo_region_destroy (shape);
      cairo_surface_destroy (surface);
    }
}

static void
test_shape_within (void)
{
  for (guint i = 0; i < N_SCENES; i++)
    {
      g_autoptr (PelScene) scene = get_random_scene ();
      PelPainterMode       mode = modes[i % 2];
      cairo_region_t      *within = cairo_region_create ();
      cairo_region_t      *whole = pel_painter_get_shape (scene, mode);
      cairo_region_t      *part;

      for (int k = g_test_rand_int_range (0, 5); k > 0; k--)
        cairo_region_union_rectangle (within,
                                      &(cairo_rectangle_int_t){ g_test_rand_int_range (0, WIDTH),
                                                                g_test_rand_int_range (0, HEIGHT),
                                                                g_test_rand_int_range (1, 100),
                                                                g_test_rand_int_range (1, 60) });
      part = pel_painter_get_shape_within (scene, mode, within);
      cairo_region_intersect (whole, within);
      cairo_region_xor (whole, part); /* empty ones are not always equal */
      g_assert_true (cairo_region_is_empty (whole));
      cairo_region_destroy (whole);
      cairo_region_destroy (part);
      cairo_region_destroy (within);
    }
}

/* Pixels from the edge of @rect inwards, in one direction. */
static void
check_edge (cairo_surface_t *surface, int x, int y, int dx, int dy, int line, PelShade shade)
{
  const PelShadeStyle *style = pel_theme_get_style (shade);

  g_assert_cmphex (get_pixel (surface, x - dx, y - dy), ==, 0);
  for (int i = 0; i < line; i++)
    g_assert_cmphex (get_pixel (surface, x + i * dx, y + i * dy), ==, 0xff000000 | style->colour);
  g_assert_cmphex (get_pixel (surface, x + line * dx, y + line * dy),
                   ==,
                   0xff000000 | style->companion);
}

static void
test_outline_crisp (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (scales); i++)
    for (PelShade shade = 0; shade < PEL_N_SHADES; shade++)
      {
        g_autoptr (PelScene) scene = pel_scene_new ("M", WIDTH, HEIGHT, scales[i]);
        const PelShadeStyle *style = pel_theme_get_style (shade);
        int                  line = MAX ((int) floor (scales[i] * style->width + 0.5), 1);
        cairo_surface_t     *surface;

        /* the corners are never in a gap */
        pel_scene_add (scene,
                       &(PelSceneItem){ .kind = PEL_ITEM_OUTLINE,
                                        .shade = shade,
                                        .rect = { 31, 17, 181, 113 } });
        surface = pel_scene_render (scene, PEL_PAINTER_BLENDED);
        g_test_message ("shade %d at %g", shade, scales[i]);
        if (style->dash == 0)
          {
            check_edge (surface, 31, 80, 1, 0, line, shade);
            check_edge (surface, 211, 80, -1, 0, line, shade);
            check_edge (surface, 130, 17, 0, 1, line, shade);
            check_edge (surface, 130, 129, 0, -1, line, shade);
          }
        g_assert_cmphex (get_pixel (surface, 31, 17), ==, 0xff000000 | style->colour);
        g_assert_cmphex (get_pixel (surface, 211, 129), ==, 0xff000000 | style->colour);
        g_assert_cmphex (get_pixel (surface, 130, 80), ==, 0);
        cairo_surface_destroy (surface);
      }
}

/* A dash is as long as its style says, and nowhere are two of them without a gap. */
static void
test_outline_dashes (void)
{
  g_autoptr (PelScene) scene = pel_scene_new ("M", WIDTH, HEIGHT, 1);
  const PelShadeStyle *style = pel_theme_get_style (PEL_SHADE_DISABLED);
  cairo_surface_t     *surface;
  int                  n_dashes = 0, run = 0;

  pel_scene_add (scene,
                 &(PelSceneItem){ .kind = PEL_ITEM_OUTLINE,
                                  .shade = PEL_SHADE_DISABLED,
                                  .rect = { 10, 10, 101, 50 } });
  surface = pel_scene_render (scene, PEL_PAINTER_BLENDED);
  for (int x = 10; x <= 111; x++)
    {
      gboolean is_on = get_pixel (surface, x, 10) == (0xff000000 | style->colour);

      if (!is_on && run > 0)
        {
          g_assert_cmpint (run, ==, style->dash);
          n_dashes++;
        }
      run = is_on ? run + 1 : 0;
    }
  g_assert_cmpint (n_dashes, ==, 13);
  cairo_surface_destroy (surface);
}

/* A point's cross has its middle where the click goes. */
static void
test_point_middle (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      g_autoptr (PelScene) scene = pel_scene_new ("M", WIDTH, HEIGHT, scales[i]);
      PelThemeSizes        sizes = pel_theme_get_sizes (scales[i]);
      guint32              colour = 0xff000000 | pel_theme_get_style (PEL_SHADE_SELECTED)->colour;
      int                  half = sizes.point / 2;
      cairo_surface_t     *surface;

      g_assert_cmpint (sizes.point % 2, ==, 1);
      pel_scene_add (scene,
                     &(PelSceneItem){
                         .kind = PEL_ITEM_POINT,
                         .shade = PEL_SHADE_SELECTED,
                         .rect = { 100 - half, 90 - half, sizes.point, sizes.point } });
      surface = pel_scene_render (scene, PEL_PAINTER_BLENDED);
      g_assert_cmphex (get_pixel (surface, 100, 90), ==, colour);
      for (int k = 1; k <= half; k++)
        {
          g_assert_cmphex (get_pixel (surface, 100 + k, 90), ==, get_pixel (surface, 100 - k, 90));
          g_assert_cmphex (get_pixel (surface, 100, 90 + k), ==, get_pixel (surface, 100, 90 - k));
        }
      cairo_surface_destroy (surface);
    }
}

/* clang-format off */
static const PelBufferRect hostile_rects[] = {
  { -PEL_COORDINATE_LIMIT, -PEL_COORDINATE_LIMIT, 2 * PEL_COORDINATE_LIMIT, 2 * PEL_COORDINATE_LIMIT },
  { PEL_COORDINATE_LIMIT, 0, 10, 10 },
  { 0, 0, 0, 0 },
  { 5, 5, -10, -10 },
  { 10, 10, 1, 1 },
  { -5, 3, 2 * PEL_COORDINATE_LIMIT - 5, 1 },
  { 3, -5, 2, PEL_COORDINATE_LIMIT },
};
static const double hostile_scales[] = { 0, -1, 1e9, NAN, INFINITY, 1 };
static char *const hostile_texts[] = { NULL, "", "\t", "\n\n\n", "\xe2\x81\xa8" };
/* clang-format on */

static void
test_hostile_items (void)
{
  for (gsize s = 0; s < G_N_ELEMENTS (hostile_scales); s++)
    {
      g_autoptr (PelScene) scene = pel_scene_new ("M", WIDTH, HEIGHT, hostile_scales[s]);
      cairo_region_t      *shape;

      for (gsize r = 0; r < G_N_ELEMENTS (hostile_rects); r++)
        for (gsize t = 0; t < G_N_ELEMENTS (hostile_texts); t++)
          for (guint k = 0; k < PEL_N_ITEM_KINDS; k++)
            pel_scene_add (scene,
                           &(PelSceneItem){ .kind = k,
                                            .shade = (k + r + t) % PEL_N_SHADES,
                                            .rect = hostile_rects[r],
                                            .text = hostile_texts[t] });
      for (gsize m = 0; m < G_N_ELEMENTS (modes); m++)
        {
          cairo_surface_destroy (pel_scene_render (scene, modes[m]));
          shape = pel_painter_get_shape (scene, modes[m]);
          g_assert_cmpint (cairo_region_status (shape), ==, CAIRO_STATUS_SUCCESS);
          cairo_region_destroy (shape);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/painter/damage/equals-whole", test_damage_equals_whole);
  g_test_add_func ("/painter/damage/scattered", test_damage_scattered);
  g_test_add_func ("/painter/diff/suffices", test_diff_suffices);
  g_test_add_func ("/painter/shape/holds-all", test_shape_holds_all);
  g_test_add_func ("/painter/shape/within", test_shape_within);
  g_test_add_func ("/painter/outline/crisp", test_outline_crisp);
  g_test_add_func ("/painter/outline/dashes", test_outline_dashes);
  g_test_add_func ("/painter/point/middle", test_point_middle);
  g_test_add_func ("/painter/hostile/items", test_hostile_items);
  return g_test_run ();
}
