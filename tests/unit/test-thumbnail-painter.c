/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How large a picture is shown, and that its pixels are those of the screen where they can be. */

#include "inspector/thumbnail-painter.h"

/* clang-format off */
static const struct { int width, height; double of, at; double expected; } factors[] = {
  /* as large as it is */
  { 200,  30,  1,   1,   1    },
  { 300,  160, 1,   1,   1    },
  { 300,  45,  1.5, 1.5, 1    },
  { 600,  320, 2,   2,   1    },
  /* of a monitor with another scale */
  { 100,  30,  1,   2,   2    },
  { 300,  45,  1.5, 2,   4.0 / 3 },
  { 100,  30,  2,   1,   1    },
  { 500,  300, 1,   2,   1    },  /* twice has no room */
  /* magnified */
  { 48,   48,  1,   1,   2    },
  { 49,   20,  1,   1,   1    },
  { 32,   8,   1,   1,   3    },
  { 16,   16,  1,   1,   4    },
  { 1,    1,   1,   1,   4    },
  { 32,   32,  2,   2,   4    },
  { 16,   16,  1,   2,   8    },
  /* reduced */
  { 600,  160, 1,   1,   0.5  },
  { 300,  320, 1,   1,   0.5  },
  { 1200, 640, 2,   2,   0.5  },
  { 600,  100, 1,   1,   0.5  },
};
/* clang-format on */

static void
test_factor (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (factors); i++)
    {
      const PelPortrait portrait = { .width = factors[i].width,
                                     .height = factors[i].height,
                                     .scale = factors[i].of };
      double            factor =
          pel_thumbnail_get_factor (&portrait, &(PelThumbnailRoom){ 300, 160, factors[i].at });

      g_test_message ("%d×%d of %g at %g",
                      portrait.width,
                      portrait.height,
                      portrait.scale,
                      factors[i].at);
      g_assert_cmpfloat_with_epsilon (factor, factors[i].expected, 1e-9);
    }
}

/* Each pixel another colour; the last is transparent. */
static PelPortrait
make_portrait (int width, int height, double scale)
{
  PelImage *image = pel_image_new (width, height);

  for (int i = 0; i < width * height - 1; i++)
    image->pixels[i] = 0xff000000u | (guint32) (i * 7919 % 0x1000000);
  return (PelPortrait){ .preview = image, .width = width, .height = height, .scale = scale };
}

static guint32
read_pixel (cairo_surface_t *surface, int x, int y)
{
  const guchar *row =
      cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);

  return ((const guint32 *) row)[x] & 0xffffff;
}

/* (transfer full): the screen, with the picture in a room of 101×61 units. */
static cairo_surface_t *
paint (PelPortrait *portrait, double scale)
{
  PelThumbnailRoom room = { 101, 61, scale };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24,
                                                         (int) (room.width * scale),
                                                         (int) (room.height * scale));
  cairo_t         *cr;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  pel_paint_thumbnail (cr, portrait, &pel_thumbnail_theme_light, &room);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static void
test_pixels (void)
{
  static const struct
  {
    int    width, height;
    double scale;
    int    times;
  } rows[] = {
    { 70, 33, 1, 1 }, { 24, 10, 1, 4 }, { 45, 11, 1, 2 }, { 105, 33, 1.5, 1 }, { 20, 20, 2, 4 }
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      PelPortrait      portrait = make_portrait (rows[i].width, rows[i].height, rows[i].scale);
      cairo_surface_t *surface = paint (&portrait, rows[i].scale);
      int              n = rows[i].times;
      int              left = (cairo_image_surface_get_width (surface) - n * portrait.width) / 2;
      int              top = (cairo_image_surface_get_height (surface) - n * portrait.height) / 2;

      g_test_message ("%d×%d at %g", portrait.width, portrait.height, rows[i].scale);
      for (int y = 0; y < n * portrait.height; y++)
        for (int x = 0; x < n * portrait.width; x++)
          if (x / n < portrait.width - 1 || y / n < portrait.height - 1)
            g_assert_cmphex (read_pixel (surface, left + x, top + y),
                             ==,
                             pel_image_get_pixel (portrait.preview, x / n, y / n) & 0xffffff);
      g_assert_cmphex (read_pixel (surface, left - 1, top), ==, pel_thumbnail_theme_light.edge);
      cairo_surface_destroy (surface);
      pel_image_unref (portrait.preview);
    }
}

/* What is not there is not mistaken for a colour of the element. */
static void
test_checks (void)
{
  g_autoptr (PelImage) image = pel_image_new (90, 50);
  PelPortrait          portrait = { .preview = image, .width = 90, .height = 50, .scale = 1 };
  cairo_surface_t     *surface = paint (&portrait, 1);
  guint                n[2] = { 0 };

  for (int y = 0; y < 50; y++)
    for (int x = 0; x < 90; x++)
      for (guint i = 0; i < 2; i++)
        n[i] += read_pixel (surface, 5 + x, 5 + y) == pel_thumbnail_theme_light.checks[i];
  g_assert_cmpuint (n[0] + n[1], ==, 90 * 50);
  g_assert_cmpuint (n[0], >, 90 * 50 / 3);
  g_assert_cmpuint (n[1], >, 90 * 50 / 3);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thumbnail-painter/factor", test_factor);
  g_test_add_func ("/thumbnail-painter/pixels", test_pixels);
  g_test_add_func ("/thumbnail-painter/checks", test_checks);
  return g_test_run ();
}
