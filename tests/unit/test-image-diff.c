/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* No changed pixel is missed, nothing else is told, and few rectangles say where. */

#include "services/capture/change-map.h"
#include "services/capture/image-diff.h"

#include <stdlib.h>
#include <string.h>

#define N_ROUNDS 150

static const PelImageDiffOptions exactly = { 0 };

static PelImage *
make_random (int width, int height)
{
  PelImage *image = pel_image_new (width, height);

  for (int i = 0; i < width * height; i++)
    image->pixels[i] = (guint32) g_test_rand_int () | 0xff000000u;
  return image;
}

static PelImage *
copy (const PelImage *image)
{
  PelImage *same = pel_image_new (image->width, image->height);

  same->is_opaque = image->is_opaque;
  memcpy (same->pixels, image->pixels, pel_image_get_size (image));
  return same;
}

static gboolean
contains (const PelImageRect *rect, int x, int y)
{
  return x >= rect->x && x < rect->x + rect->width && y >= rect->y && y < rect->y + rect->height;
}

static gboolean
is_masked (const PelImageDiffOptions *options, int x, int y)
{
  for (gsize i = 0; i < options->n_masks; i++)
    if (contains (&options->masks[i], x, y))
      return TRUE;
  return FALSE;
}

/* The same said again, slowly. */
static gboolean
is_changed (
    const PelImage *before, const PelImage *after, const PelImageDiffOptions *options, int x, int y)
{
  guint32 a = pel_image_get_pixel (before, x, y), b = pel_image_get_pixel (after, x, y);
  int     most = 0;

  for (int c = 0; c < 4; c++)
    most = MAX (most, abs ((int) (a >> (8 * c) & 255) - (int) (b >> (8 * c) & 255)));
  return most > options->tolerance && !is_masked (options, x, y);
}

static void
assert_apart (const GArray *rects)
{
  for (guint i = 0; i < rects->len; i++)
    for (guint j = 0; j < i; j++)
      {
        const PelImageRect *a = &g_array_index (rects, PelImageRect, i);
        const PelImageRect *b = &g_array_index (rects, PelImageRect, j);
        PelImageRect        both = pel_image_rect_intersect (a, b);

        g_assert_true (both.width == 0 || both.height == 0);
      }
}

/* Which rectangle holds the pixel; there is just one. */
static guint
find_rect (const GArray *rects, int x, int y)
{
  for (guint i = 0; i < rects->len; i++)
    if (contains (&g_array_index (rects, PelImageRect, i), x, y))
      return i;
  g_error ("the changed pixel %d,%d is in no rectangle", x, y);
}

static void
check (const PelImage *before, const PelImage *after, const PelImageDiffOptions *options)
{
  g_autoptr (PelImageDiff) diff = pel_image_diff_new (before, after, options);
  gboolean                 is_used[PEL_CHANGE_MAX_RECTS] = { FALSE };
  guint64                  n_different = 0, n_compared = 0;

  g_assert_true (diff->is_same_size);
  g_assert_cmpuint (diff->rects->len, <=, PEL_CHANGE_MAX_RECTS);
  assert_apart (diff->rects);
  for (int y = 0; y < after->height; y++)
    for (int x = 0; x < after->width; x++)
      {
        n_compared += !is_masked (options, x, y);
        if (!is_changed (before, after, options, x, y))
          continue;
        n_different++;
        is_used[find_rect (diff->rects, x, y)] = TRUE;
      }
  for (guint i = 0; i < diff->rects->len; i++)
    g_assert_true (is_used[i]);
  g_assert_cmpuint (diff->n_different, ==, n_different);
  g_assert_cmpuint (diff->n_compared, ==, n_compared);
  g_assert_cmpfloat (diff->share,
                     ==,
                     n_different == 0 ? 0 : (double) n_different / (double) n_compared);
}

static void
test_equal (void)
{
  g_autoptr (PelImage)     image = make_random (200, 100);
  g_autoptr (PelImage)     same = copy (image);
  g_autoptr (PelImageDiff) diff = pel_image_diff_new (image, same, &exactly);

  g_assert_true (diff->is_same_size);
  g_assert_cmpuint (diff->n_compared, ==, 20000);
  g_assert_cmpuint (diff->n_different, ==, 0);
  g_assert_cmpfloat (diff->share, ==, 0);
  g_assert_cmpuint (diff->rects->len, ==, 0);
}

static void
test_other_size (void)
{
  g_autoptr (PelImage)     a = make_random (20, 10);
  g_autoptr (PelImage)     b = make_random (10, 20);
  g_autoptr (PelImageDiff) diff = pel_image_diff_new (a, b, &exactly);

  g_assert_false (diff->is_same_size);
  g_assert_cmpuint (diff->n_different, ==, 0);
  g_assert_cmpuint (diff->rects->len, ==, 0);
}

/* Bits that mean nothing make no difference, and alpha is a channel. */
static void
test_opaque (void)
{
  g_autoptr (PelImage) a = make_random (40, 30);
  g_autoptr (PelImage) b = copy (a);

  b->is_opaque = TRUE;
  for (int i = 0; i < 40 * 30; i++)
    b->pixels[i] &= 0x00ffffff;
  check (a, b, &exactly);
  {
    g_autoptr (PelImageDiff) diff = pel_image_diff_new (a, b, &exactly);

    g_assert_cmpuint (diff->n_different, ==, 0);
  }
  b->is_opaque = FALSE;
  check (a, b, &exactly);
  {
    g_autoptr (PelImageDiff) diff = pel_image_diff_new (a, b, &exactly);

    g_assert_cmpuint (diff->n_different, ==, 40 * 30);
  }
}

static void
test_tolerance (void)
{
  g_autoptr (PelImage) a = pel_image_new (256, 3);
  g_autoptr (PelImage) b = pel_image_new (256, 3);

  for (guint32 x = 0; x < 256; x++)
    for (guint32 y = 0; y < 3; y++)
      b->pixels[y * 256 + x] = x << (8 * y);
  for (int tolerance = 0; tolerance < 256; tolerance += 15)
    {
      PelImageDiffOptions      options = { .tolerance = tolerance };
      g_autoptr (PelImageDiff) diff = pel_image_diff_new (a, b, &options);

      g_assert_cmpuint (diff->n_different, ==, 3 * (255 - (guint) tolerance));
      check (a, b, &options);
    }
}

/* Far apart: two. Near: one. */
static void
test_joining (void)
{
  g_autoptr (PelImage)     before = make_random (400, 300);
  g_autoptr (PelImage)     after = copy (before);
  g_autoptr (PelImageDiff) two = NULL, one = NULL;

  after->pixels[50 * 400 + 60] ^= 1;
  after->pixels[50 * 400 + 60 + 2 * PEL_CHANGE_GAP] ^= 1;
  two = pel_image_diff_new (before, after, &exactly);
  g_assert_cmpuint (two->rects->len, ==, 2);
  after->pixels[(50 + PEL_CHANGE_GAP) * 400 + 60 + PEL_CHANGE_GAP] ^= 1;
  one = pel_image_diff_new (before, after, &exactly);
  g_assert_cmpuint (one->rects->len, ==, 1);
  g_assert_true (
      pel_image_rect_equal (&g_array_index (one->rects, PelImageRect, 0),
                            &(PelImageRect){ 60, 50, 2 * PEL_CHANGE_GAP + 1, PEL_CHANGE_GAP + 1 }));
}

/* What is near any part of a long line is joined with it. */
static void
test_joining_line (void)
{
  g_autoptr (PelImage)     before = pel_image_new (400, 300);
  g_autoptr (PelImage)     after = pel_image_new (400, 300);
  g_autoptr (PelImageDiff) diff = NULL;

  pel_image_fill (after, &(PelImageRect){ 20, 50, 200, 1 }, 0xffffffff);
  pel_image_fill (after, &(PelImageRect){ 210, 55, 1, 1 }, 0xffffffff);
  diff = pel_image_diff_new (before, after, &exactly);
  g_assert_cmpuint (diff->rects->len, ==, 1);
}

static void
change_some (PelImage *image, int n)
{
  for (int i = 0; i < n; i++)
    {
      int          side = g_test_rand_int_range (1, 9);
      PelImageRect rect = { g_test_rand_int_range (0, image->width),
                            g_test_rand_int_range (0, image->height),
                            side,
                            g_test_rand_int_range (1, 9) };

      pel_image_fill (image, &rect, (guint32) g_test_rand_int ());
    }
}

static PelImageRect
make_random_mask (const PelImage *image)
{
  return (PelImageRect){ g_test_rand_int_range (-20, image->width + 20),
                         g_test_rand_int_range (-20, image->height + 20),
                         g_test_rand_int_range (0, image->width),
                         g_test_rand_int_range (0, 50) };
}

static void
test_random (void)
{
  for (int round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (PelImage) before =
          make_random (g_test_rand_int_range (1, 300), g_test_rand_int_range (1, 200));
      g_autoptr (PelImage) after = copy (before);
      PelImageRect         masks[3];
      PelImageDiffOptions  options = {
         .tolerance = g_test_rand_bit () ? 0 : g_test_rand_int_range (0, 256),
         .masks = masks,
         .n_masks = (gsize) g_test_rand_int_range (0, 4),
      };

      for (gsize i = 0; i < options.n_masks; i++)
        masks[i] = make_random_mask (after);
      change_some (after, g_test_rand_int_range (0, 40));
      check (before, after, &options);
    }
}

/* More places than rectangles may be told, and more than are joined one by one. */
static void
test_many (void)
{
  static const int steps[] = { 150, 70, 40, 33 };

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (PelImage) before = make_random (1500, 1200);
      g_autoptr (PelImage) after = copy (before);

      for (int y = 0; y < 1200; y += steps[i])
        for (int x = 0; x < 1500; x += steps[i])
          after->pixels[y * 1500 + x] ^= 0x80;
      check (before, after, &exactly);
    }
}

/* A frame and what is within it overlap. */
static void
test_frame (void)
{
  g_autoptr (PelImage)     before = pel_image_new (300, 300);
  g_autoptr (PelImage)     after = pel_image_new (300, 300);
  g_autoptr (PelImageDiff) diff = NULL;

  pel_image_fill (after, &(PelImageRect){ 10, 10, 280, 280 }, 0xffffffff);
  pel_image_fill (after, &(PelImageRect){ 12, 12, 276, 276 }, 0);
  pel_image_fill (after, &(PelImageRect){ 140, 140, 20, 20 }, 0xffffffff);
  check (before, after, &exactly);
  diff = pel_image_diff_new (before, after, &exactly);
  g_assert_cmpuint (diff->rects->len, ==, 1);
}

static void
test_all_masked (void)
{
  g_autoptr (PelImage)     before = make_random (30, 30);
  g_autoptr (PelImage)     after = make_random (30, 30);
  PelImageRect             mask = { -5, -5, 100, 100 };
  PelImageDiffOptions      options = { .masks = &mask, .n_masks = 1 };
  g_autoptr (PelImageDiff) diff = pel_image_diff_new (before, after, &options);

  g_assert_cmpuint (diff->n_compared, ==, 0);
  g_assert_cmpuint (diff->n_different, ==, 0);
  g_assert_cmpfloat (diff->share, ==, 0);
}

static void
assert_grey (guint32 pixel)
{
  g_assert_cmphex (pixel >> 16 & 0xff, ==, pixel & 0xff);
  g_assert_cmphex (pixel >> 8 & 0xff, ==, pixel & 0xff);
  g_assert_cmphex (pixel & 0xff, >=, 0x80);
}

static void
test_picture (void)
{
  g_autoptr (PelImage) before = make_random (120, 90);
  g_autoptr (PelImage) after = copy (before);
  g_autoptr (PelImage) picture = NULL;
  PelImageRect         mask = { 100, 0, 15, 40 };
  PelImageDiffOptions  options = { .tolerance = 9, .masks = &mask, .n_masks = 1 };

  change_some (after, 30);
  picture = pel_image_diff_paint (before, after, &options);
  for (int y = 0; y < 90; y++)
    for (int x = 0; x < 120; x++)
      {
        guint32 pixel = pel_image_get_pixel (picture, x, y);

        if (contains (&mask, x, y))
          g_assert_cmphex (pixel & 0xff, >, pixel >> 16 & 0xff);
        else if (is_changed (before, after, &options, x, y))
          g_assert_cmphex (pixel, ==, PEL_IMAGE_DIFF_COLOUR);
        else
          assert_grey (pixel);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image-diff/equal", test_equal);
  g_test_add_func ("/image-diff/other-size", test_other_size);
  g_test_add_func ("/image-diff/opaque", test_opaque);
  g_test_add_func ("/image-diff/tolerance", test_tolerance);
  g_test_add_func ("/image-diff/joining/pixels", test_joining);
  g_test_add_func ("/image-diff/joining/line", test_joining_line);
  g_test_add_func ("/image-diff/random", test_random);
  g_test_add_func ("/image-diff/many", test_many);
  g_test_add_func ("/image-diff/frame", test_frame);
  g_test_add_func ("/image-diff/all-masked", test_all_masked);
  g_test_add_func ("/image-diff/picture", test_picture);
  return g_test_run ();
}
