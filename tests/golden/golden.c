/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/golden/golden.h"

#include <math.h>
#include <pango/pangocairo.h>

/* Another version of FreeType rounds a few edges of letters otherwise. The images are made with
 * cairo 1.16; since 1.18 letters are placed at fractions of a pixel if the scale is fractional. */
#define CHANNEL_TOLERANCE  10
#define DIFFERING_PERMILLE (cairo_version () < CAIRO_VERSION_ENCODE (1, 18, 0) ? 2 : 12)

static cairo_surface_t *
render (
    double scale, int width, int height, guint32 ground, PelGoldenPaint paint, gconstpointer data)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24,
                                                         (int) ceil (width * scale),
                                                         (int) ceil (height * scale));
  cairo_t         *cr;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  cairo_set_source_rgb (cr,
                        (ground >> 16 & 0xff) / 255.0,
                        (ground >> 8 & 0xff) / 255.0,
                        (ground & 0xff) / 255.0);
  cairo_paint (cr);
  paint (cr, width, height, data);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static const guint32 *
get_row (cairo_surface_t *surface, int y)
{
  return (const guint32 *) (cairo_image_surface_get_data (surface) +
                            (gsize) y * cairo_image_surface_get_stride (surface));
}

static guint
get_distance (guint32 a, guint32 b)
{
  guint distance = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    distance = MAX (distance, (guint) ABS ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)));
  return distance;
}

/* The number of pixels that differ; they are red in @diff, the others pale. */
static guint
compare (cairo_surface_t *a, cairo_surface_t *b, cairo_surface_t *diff)
{
  int   width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);
  guint n_differing = 0;

  for (int y = 0; y < height; y++)
    {
      const guint32 *row_a = get_row (a, y), *row_b = get_row (b, y);
      guint32       *row_diff = (guint32 *) get_row (diff, y);

      for (int x = 0; x < width; x++)
        {
          gboolean is_other = get_distance (row_a[x], row_b[x]) > CHANNEL_TOLERANCE;

          n_differing += is_other;
          row_diff[x] = is_other ? 0xff0000 : 0xc0c0c0 | (row_a[x] >> 2 & 0x3f3f3f);
        }
    }
  cairo_surface_mark_dirty (diff);
  return n_differing;
}

static void
write_png (cairo_surface_t *surface, const char *path)
{
  g_assert_cmpint (cairo_surface_write_to_png (surface, path), ==, CAIRO_STATUS_SUCCESS);
}

static void
report (cairo_surface_t *actual, cairo_surface_t *diff, const char *stem)
{
  g_autofree char *actual_name = g_strconcat (stem, ".actual.png", NULL);
  g_autofree char *diff_name = g_strconcat (stem, ".diff.png", NULL);
  g_autofree char *actual_path = g_test_build_filename (G_TEST_BUILT, "golden", actual_name, NULL);
  g_autofree char *diff_path = g_test_build_filename (G_TEST_BUILT, "golden", diff_name, NULL);

  write_png (actual, actual_path);
  if (diff != NULL)
    write_png (diff, diff_path);
  g_test_message ("see %s%s%s",
                  actual_path,
                  diff != NULL ? " and " : "",
                  diff != NULL ? diff_path : "");
}

static void
check (cairo_surface_t *actual, cairo_surface_t *expected, const char *stem)
{
  int              width = cairo_image_surface_get_width (actual);
  int              height = cairo_image_surface_get_height (actual);
  guint            allowed = width * height * DIFFERING_PERMILLE / 1000;
  cairo_surface_t *diff;
  guint            n_differing;

  if (cairo_surface_status (expected) != CAIRO_STATUS_SUCCESS ||
      cairo_image_surface_get_width (expected) != width ||
      cairo_image_surface_get_height (expected) != height)
    {
      report (actual, NULL, stem);
      g_test_fail_printf ("%s: the picture is missing or of another size", stem);
      return;
    }
  diff = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  n_differing = compare (actual, expected, diff);
  if (n_differing > allowed)
    {
      report (actual, diff, stem);
      g_test_fail_printf ("%s: %u pixels differ, %u may", stem, n_differing, allowed);
    }
  cairo_surface_destroy (diff);
}

void
pel_golden_check (const char    *name,
                  double         scale,
                  int            width,
                  int            height,
                  guint32        ground,
                  PelGoldenPaint paint,
                  gconstpointer  data)
{
  char             number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *stem =
      g_strdup_printf ("%s@%s", name, g_ascii_formatd (number, sizeof number, "%g", scale));
  g_autofree char *file = g_strconcat (stem, ".png", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "golden", "images", file, NULL);
  cairo_surface_t *actual;

  if (g_getenv ("PEL_GOLDEN_SKIP") != NULL)
    {
      g_test_skip (g_getenv ("PEL_GOLDEN_SKIP"));
      return;
    }
  actual = render (scale, width, height, ground, paint, data);
  if (g_strcmp0 (g_getenv ("PEL_GOLDEN_UPDATE"), "1") == 0)
    {
      write_png (actual, path);
      g_test_message ("wrote %s", path);
    }
  else
    {
      cairo_surface_t *expected = cairo_image_surface_create_from_png (path);

      check (actual, expected, stem);
      cairo_surface_destroy (expected);
    }
  cairo_surface_destroy (actual);
}
