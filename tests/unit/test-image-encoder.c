/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What is written is read by the libraries' own readers, and shows the same. */

#include "services/capture/image-encoder.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h> /* wants stdio.h before it */

static const PelImageFormat as_png = { PEL_IMAGE_PNG, 0 };

static GBytes *
encode (PelImage *image, PelImageFormat format)
{
  g_autoptr (GError) error = NULL;
  GBytes            *bytes = pel_image_encode (image, &format, NULL, &error);

  g_assert_no_error (error);
  return bytes;
}

/* The pixels as the file says them: 4 bytes each, not diluted. */
static guint8 *
read_png (GBytes *bytes, PelImage *expected, gboolean *ret_has_alpha)
{
  png_image file = { .version = PNG_IMAGE_VERSION };
  guint8   *pixels;

  g_assert_true (png_image_begin_read_from_memory (&file,
                                                   g_bytes_get_data (bytes, NULL),
                                                   g_bytes_get_size (bytes)));
  g_assert_cmpint (file.width, ==, expected->width);
  g_assert_cmpint (file.height, ==, expected->height);
  *ret_has_alpha = (file.format & PNG_FORMAT_FLAG_ALPHA) != 0;
  file.format = PNG_FORMAT_RGBA;
  pixels = g_malloc (PNG_IMAGE_SIZE (file));
  g_assert_true (png_image_finish_read (&file, NULL, pixels, 0, NULL));
  return pixels;
}

static PelImage *
make_random (int width, int height, guint32 alpha)
{
  PelImage *image = pel_image_new (width, height);

  for (int i = 0; i < width * height; i++)
    image->pixels[i] = ((guint32) g_test_rand_int () & 0xffffff) | alpha << 24;
  return image;
}

static void
check_colours (PelImage *image)
{
  g_autoptr (GBytes) bytes = encode (image, as_png);
  gboolean           has_alpha;
  g_autofree guint8 *pixels = read_png (bytes, image, &has_alpha);

  g_assert_false (has_alpha);
  for (int i = 0; i < image->width * image->height; i++)
    {
      const guint8 *p = pixels + 4 * i;
      guint32       found = (guint32) p[0] << 16 | (guint32) p[1] << 8 | p[2];

      g_assert_cmphex (found, ==, image->pixels[i] & 0xffffff);
    }
}

/* clang-format off */
static const struct { int width, height; } sizes[] = {
  { 1, 1 }, { 1, 200 }, { 333, 1 }, { 64, 64 }, { 131, 67 }, { 640, 300 },
};
/* clang-format on */

static void
test_png_opaque (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (PelImage) image = make_random (sizes[i].width, sizes[i].height, 0xff);

      g_test_message ("%d×%d", image->width, image->height);
      check_colours (image);
    }
}

/* The upper bits mean nothing, whatever they are. */
static void
test_png_is_opaque (void)
{
  g_autoptr (PelImage) image = make_random (33, 9, 0x12);

  image->is_opaque = TRUE;
  check_colours (image);
}

static void
check_diluted (const guint8 *bytes, guint32 pixel)
{
  g_assert_cmpint (bytes[3], ==, pixel >> 24);
  for (int c = 0; c < 3; c++)
    {
      int diluted = (bytes[c] * bytes[3] + 127) / 255;

      g_assert_cmpint (diluted, ==, (int) (pixel >> (16 - 8 * c) & 0xff));
    }
}

/* Every alpha, with every value that a channel can have below it. */
static void
test_png_transparent (void)
{
  g_autoptr (PelImage) image = pel_image_new (256, 256);
  g_autoptr (GBytes)   bytes = NULL;
  g_autofree guint8   *pixels = NULL;
  gboolean             has_alpha;

  for (guint32 alpha = 0; alpha < 256; alpha++)
    for (guint32 channel = 0; channel <= alpha; channel++)
      image->pixels[alpha * 256 + channel] =
          alpha << 24 | channel << 16 | (alpha - channel) << 8 | channel / 2;
  bytes = encode (image, as_png);
  pixels = read_png (bytes, image, &has_alpha);
  g_assert_true (has_alpha);
  for (int i = 0; i < 256 * 256; i++)
    check_diluted (pixels + 4 * i, image->pixels[i]);
}

/* A channel above its alpha is somebody's mistake; it stays a picture. */
static void
test_wrongly_diluted (void)
{
  g_autoptr (PelImage) image = make_random (50, 50, 3);
  g_autoptr (GBytes)   png = encode (image, as_png);
  g_autoptr (GBytes)   jpeg = encode (image, (PelImageFormat){ PEL_IMAGE_JPEG, 90 });
  gboolean             has_alpha;
  g_autofree guint8   *pixels = read_png (png, image, &has_alpha);

  g_assert_true (has_alpha);
  g_assert_cmpint (pixels[3], ==, 3);
  g_assert_cmpuint (g_bytes_get_size (jpeg), >, 0);
}

/* 3 bytes for each pixel. */
static guint8 *
read_jpeg (GBytes *bytes, PelImage *expected)
{
  struct jpeg_decompress_struct jpeg = { 0 };
  struct jpeg_error_mgr         errors;
  guint8 *pixels = g_malloc ((gsize) expected->width * (gsize) expected->height * 3);

  jpeg.err = jpeg_std_error (&errors);
  jpeg_create_decompress (&jpeg);
  jpeg_mem_src (&jpeg, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_cmpint (jpeg_read_header (&jpeg, TRUE), ==, JPEG_HEADER_OK);
  jpeg.out_color_space = JCS_RGB;
  jpeg_start_decompress (&jpeg);
  g_assert_cmpint (jpeg.output_width, ==, expected->width);
  g_assert_cmpint (jpeg.output_height, ==, expected->height);
  while (jpeg.output_scanline < jpeg.output_height)
    {
      JSAMPROW row = pixels + (gsize) jpeg.output_scanline * jpeg.output_width * 3;

      jpeg_read_scanlines (&jpeg, &row, 1);
    }
  jpeg_finish_decompress (&jpeg);
  jpeg_destroy_decompress (&jpeg);
  return pixels;
}

static void
assert_near (const guint8 *bytes, guint32 rgb)
{
  for (int c = 0; c < 3; c++)
    g_assert_cmpint (abs (bytes[c] - (int) (rgb >> (16 - 8 * c) & 0xff)), <=, 3);
}

static void
test_jpeg_on_white (void)
{
  g_autoptr (PelImage) image = pel_image_new (96, 64);
  g_autoptr (GBytes)   bytes = NULL;
  g_autofree guint8   *pixels = NULL;

  pel_image_fill (image, &(PelImageRect){ 32, 0, 32, 64 }, 0xff2040c0);
  pel_image_fill (image, &(PelImageRect){ 64, 0, 32, 64 }, 0x80800000);
  bytes = encode (image, (PelImageFormat){ PEL_IMAGE_JPEG, 100 });
  pixels = read_jpeg (bytes, image);
  assert_near (pixels + 3 * (32 * 96 + 16), 0xffffff);
  assert_near (pixels + 3 * (32 * 96 + 48), 0x2040c0);
  assert_near (pixels + 3 * (32 * 96 + 80), 0xff7f7f);
}

static void
test_jpeg_quality (void)
{
  g_autoptr (PelImage) image = make_random (300, 200, 0xff);
  gsize                before = 0;

  for (int quality = 1; quality <= 100; quality += 33)
    {
      g_autoptr (GBytes) bytes = encode (image, (PelImageFormat){ PEL_IMAGE_JPEG, quality });
      g_autofree guint8 *pixels = read_jpeg (bytes, image);

      g_assert_nonnull (pixels);
      g_assert_cmpuint (g_bytes_get_size (bytes), >, before);
      before = g_bytes_get_size (bytes);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (PelImage)     image = make_random (20, 20, 0xff);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  for (PelImageKind kind = 0; kind < PEL_N_IMAGE_KINDS; kind++)
    {
      g_autoptr (GError) error = NULL;
      PelImageFormat     format = { kind, PEL_IMAGE_DEFAULT_QUALITY };

      g_assert_null (pel_image_encode (image, &format, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

static void
encoded_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **ret_result = user_data;

  *ret_result = g_object_ref (result);
}

/* The format and the caller's reference may be gone while the thread works. */
static void
test_async (void)
{
  PelImage                *image = make_random (400, 300, 0xff);
  g_autoptr (GBytes)       expected = encode (image, as_png);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes)       bytes = NULL;
  g_autoptr (GError)       error = NULL;

  {
    PelImageFormat format = as_png;

    pel_image_encode_async (image, &format, NULL, encoded_cb, &result);
  }
  pel_image_unref (image);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  bytes = pel_image_encode_finish (result, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (bytes, expected));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image-encoder/png/opaque", test_png_opaque);
  g_test_add_func ("/image-encoder/png/is-opaque", test_png_is_opaque);
  g_test_add_func ("/image-encoder/png/transparent", test_png_transparent);
  g_test_add_func ("/image-encoder/wrongly-diluted", test_wrongly_diluted);
  g_test_add_func ("/image-encoder/jpeg/on-white", test_jpeg_on_white);
  g_test_add_func ("/image-encoder/jpeg/quality", test_jpeg_quality);
  g_test_add_func ("/image-encoder/cancelled", test_cancelled);
  g_test_add_func ("/image-encoder/async", test_async);
  return g_test_run ();
}
