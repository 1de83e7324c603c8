/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pixels stay what they are when they are cut out, and where they are told to be when reduced. */

#include "services/capture/image.h"

#include <string.h>

static PelImage *
make_random (int width, int height)
{
  PelImage *image = pel_image_new (width, height);

  for (int i = 0; i < width * height; i++)
    image->pixels[i] = (guint32) g_test_rand_int () | 0xff000000u;
  return image;
}

static void
test_crop (void)
{
  g_autoptr (PelImage) image = make_random (7, 5);
  g_autoptr (PelImage) same = pel_image_crop (image, &(PelImageRect){ 0, 0, 7, 5 });
  g_autoptr (PelImage) part = pel_image_crop (image, &(PelImageRect){ -1, 3, 4, 4 });

  g_assert_true (same == image);
  g_assert_cmpint (part->width, ==, 4);
  g_assert_cmpint (part->height, ==, 4);
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 4; x++)
      g_assert_cmphex (pel_image_get_pixel (part, x, y),
                       ==,
                       x == 0 || y >= 2 ? 0 : pel_image_get_pixel (image, x - 1, y + 3));
}

/* What means nothing is opaque once it stands beside something that means it. */
static void
test_opaque (void)
{
  g_autoptr (PelImage) image = pel_image_new (2, 1);
  g_autoptr (PelImage) inside = NULL, beyond = NULL;

  image->is_opaque = TRUE;
  image->pixels[0] = 0x00123456;
  inside = pel_image_crop (image, &(PelImageRect){ 0, 0, 1, 1 });
  beyond = pel_image_crop (image, &(PelImageRect){ -1, 0, 2, 1 });
  g_assert_true (inside->is_opaque);
  g_assert_cmphex (pel_image_get_pixel (inside, 0, 0), ==, 0xff123456);
  g_assert_false (beyond->is_opaque);
  g_assert_cmphex (pel_image_get_pixel (beyond, 0, 0), ==, 0);
  g_assert_cmphex (pel_image_get_pixel (beyond, 1, 0), ==, 0xff123456);
}

static void
test_fill_and_find (void)
{
  g_autoptr (PelImage) image = pel_image_new (20, 10);
  PelImageRect         box;

  g_assert_false (pel_image_find (image, 0xff8000, &box));
  pel_image_fill (image, &(PelImageRect){ 15, 4, 100, 3 }, 0xffff8000);
  g_assert_true (pel_image_find (image, 0xff8000, &box));
  g_assert_true (pel_image_rect_equal (&box, &(PelImageRect){ 15, 4, 5, 3 }));
}

static void
test_half (void)
{
  g_autoptr (PelImage) image = pel_image_new (4, 2);
  g_autoptr (PelImage) small = NULL;
  static const guint32 pixels[] = {
    0xff000000, 0xff0000ff, 0xffff0000, 0xffff0000, /**/
    0xff000000, 0xff0000ff, 0xff00ff00, 0xff00ff00,
  };

  memcpy (image->pixels, pixels, sizeof pixels);
  small = pel_image_reduce (image, 0.5);
  g_assert_cmpint (small->width, ==, 2);
  g_assert_cmpint (small->height, ==, 1);
  g_assert_cmphex (small->pixels[0], ==, 0xff000080);
  g_assert_cmphex (small->pixels[1], ==, 0xff808000);
}

/* A spot of colour that covers whole pixels of the small picture is found there, where a click on
 * it is mapped back into the spot. */
static void
test_reduce_place (void)
{
  for (guint round = 0; round < 200; round++)
    {
      int                  width = g_test_rand_int_range (20, 300);
      int                  height = g_test_rand_int_range (20, 300);
      double               scale = g_test_rand_double_range (0.1, 1);
      int                  side = (int) (3 / scale) + 1;
      int                  x = g_test_rand_int_range (0, width - MIN (side, width - 1));
      int                  y = g_test_rand_int_range (0, height - MIN (side, height - 1));
      g_autoptr (PelImage) image = pel_image_new (width, height);
      g_autoptr (PelImage) small = NULL;
      PelImageRect         box;

      if (x + side > width || y + side > height)
        continue;
      pel_image_fill (image, &(PelImageRect){ x, y, side, side }, 0xff00ff00);
      small = pel_image_reduce (image, scale);
      if (x + 2 * side > width || y + 2 * side > height)
        continue; /* the last pixels may have no room */
      g_assert_true (pel_image_find (small, 0x00ff00, &box));
      for (int v = box.y; v < box.y + box.height; v++)
        for (int u = box.x; u < box.x + box.width; u++)
          {
            PelPhysicalPoint point =
                pel_image_to_physical ((PelImagePoint){ u, v }, (PelPhysicalPoint){ 0, 0 }, scale);

            g_assert_cmpint (point.x, >=, x);
            g_assert_cmpint (point.x, <, x + side);
            g_assert_cmpint (point.y, >=, y);
            g_assert_cmpint (point.y, <, y + side);
          }
    }
}

static void
test_scale_for (void)
{
  g_autoptr (PelImage) image = pel_image_new (300, 100);

  g_assert_cmpfloat (pel_image_get_scale_for (image, 30000), ==, 1);
  for (gsize max_pixels = 1; max_pixels < 30000; max_pixels += 97)
    {
      double               scale = pel_image_get_scale_for (image, max_pixels);
      g_autoptr (PelImage) small = pel_image_reduce (image, scale);

      g_assert_cmpuint ((gsize) small->width * (gsize) small->height, <=, max_pixels);
    }
}

static void
test_around (void)
{
  guint32  *pixels = g_new0 (guint32, 6);
  PelImage *image = pel_image_new_around (pixels, 3, 2, g_free, pixels);

  pel_image_ref (image);
  pel_image_unref (image);
  g_assert_cmpuint (pel_image_get_size (image), ==, 24);
  pel_image_unref (image);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/crop", test_crop);
  g_test_add_func ("/image/opaque", test_opaque);
  g_test_add_func ("/image/fill-and-find", test_fill_and_find);
  g_test_add_func ("/image/reduce/half", test_half);
  g_test_add_func ("/image/reduce/place", test_reduce_place);
  g_test_add_func ("/image/reduce/scale-for", test_scale_for);
  g_test_add_func ("/image/around", test_around);
  return g_test_run ();
}
