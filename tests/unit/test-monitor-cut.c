/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pixels stay where they are on the desktop; between monitors there are none. */

#include "services/capture/monitor-cut.h"

#define PIXEL(x, y) (0xff000000u | (guint32) (x) << 8 | (guint32) (y))

static const PelMonitor monitors[] = {
  { "left", { 0, 0, 20, 10 }, { 0, 0, 20, 10 }, 1, 1, TRUE },
  { "right", { 20, 5, 10, 20 }, { 20, 5, 10, 20 }, 1, 1, FALSE },
};

/* Every pixel of the desktop says where it is. */
static PelImage *
make_image (const PelPhysicalRect *source)
{
  PelImage *image = pel_image_new (source->width, source->height);

  for (int y = 0; y < source->height; y++)
    for (int x = 0; x < source->width; x++)
      image->pixels[y * source->width + x] = PIXEL (source->x + x, source->y + y);
  image->is_opaque = TRUE;
  return image;
}

static void
test_random (void)
{
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (monitors, 2);
  const PelPhysicalRect        source = { 0, 0, 30, 25 };
  g_autoptr (PelImage)         image = make_image (&source);

  for (guint round = 0; round < 500; round++)
    {
      const PelPhysicalRect rect = { g_test_rand_int_range (-5, 30),
                                     g_test_rand_int_range (-5, 25),
                                     g_test_rand_int_range (1, 40),
                                     g_test_rand_int_range (1, 40) };
      g_autoptr (PelImage)  cut = pel_monitor_cut (image, &source, &rect, layout);

      g_assert_cmpint (cut->width, ==, rect.width);
      g_assert_cmpint (cut->height, ==, rect.height);
      for (int y = rect.y; y < rect.y + rect.height; y++)
        for (int x = rect.x; x < rect.x + rect.width; x++)
          {
            const PelPhysicalPoint point = { x, y };
            gboolean is_shown = pel_monitor_layout_find_physical (layout, point) != NULL;

            g_assert_cmphex (pel_image_get_pixel (cut, x - rect.x, y - rect.y),
                             ==,
                             is_shown ? PIXEL (x, y) : 0);
          }
    }
}

/* A window may reach beyond all monitors. */
static void
test_anywhere (void)
{
  const PelPhysicalRect source = { 5, 5, 4, 4 }, rect = { 4, 4, 6, 6 };
  g_autoptr (PelImage)  image = make_image (&source);
  g_autoptr (PelImage)  cut = pel_monitor_cut (image, &source, &rect, NULL);
  g_autoptr (PelImage)  same = pel_monitor_cut (image, &source, &source, NULL);

  g_assert_cmphex (pel_image_get_pixel (cut, 0, 0), ==, 0);
  g_assert_cmphex (pel_image_get_pixel (cut, 1, 1), ==, PIXEL (5, 5));
  g_assert_true (same == image);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/monitor-cut/random", test_random);
  g_test_add_func ("/monitor-cut/anywhere", test_anywhere);
  return g_test_run ();
}
