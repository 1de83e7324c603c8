/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whatever kind of PNG it is, its pixels are found; what is none is refused with its reason. */

#include "services/base/error.h"
#include "services/capture/image-decoder.h"
#include "services/capture/image-encoder.h"
#include "services/capture/image-share.h"

#include <glib/gstdio.h>
#include <png.h>
#include <string.h>
#include <unistd.h>

#define WIDTH  37
#define HEIGHT 19

typedef struct
{
  const char *name;
  int         colour_type, depth, n_channels;
} Kind;

/* clang-format off */
static const Kind kinds[] = {
  { "grey, 1 bit",         PNG_COLOR_TYPE_GRAY,        1, 1 },
  { "grey, 2 bits",        PNG_COLOR_TYPE_GRAY,        2, 1 },
  { "grey, 4 bits",        PNG_COLOR_TYPE_GRAY,        4, 1 },
  { "grey, 8 bits",        PNG_COLOR_TYPE_GRAY,        8, 1 },
  { "grey, 16 bits",       PNG_COLOR_TYPE_GRAY,       16, 1 },
  { "grey, alpha",         PNG_COLOR_TYPE_GRAY_ALPHA,  8, 2 },
  { "grey, alpha, 16",     PNG_COLOR_TYPE_GRAY_ALPHA, 16, 2 },
  { "palette, 1 bit",      PNG_COLOR_TYPE_PALETTE,     1, 1 },
  { "palette, 4 bits",     PNG_COLOR_TYPE_PALETTE,     4, 1 },
  { "palette, 8 bits",     PNG_COLOR_TYPE_PALETTE,     8, 1 },
  { "colours",             PNG_COLOR_TYPE_RGB,         8, 3 },
  { "colours, 16 bits",    PNG_COLOR_TYPE_RGB,        16, 3 },
  { "colours, alpha",      PNG_COLOR_TYPE_RGB_ALPHA,   8, 4 },
  { "colours, alpha, 16",  PNG_COLOR_TYPE_RGB_ALPHA,  16, 4 },
};
/* clang-format on */

/* A file in the making: its samples are random, and what they mean is known. */
typedef struct
{
  const Kind *kind;
  gboolean    has_transparent_entries; /* of a palette */
  png_color   palette[256];
  png_byte    palette_alpha[256];
  GByteArray *bytes;
  guint32     expected[WIDTH * HEIGHT];
} Maker;

static void
append (png_structp png, png_bytep data, gsize size)
{
  g_byte_array_append (((Maker *) png_get_io_ptr (png))->bytes, data, (guint) size);
}

static void
flush (png_structp png)
{
}

static void
put_sample (guint8 *row, int index, int depth, guint sample)
{
  int bit = index * depth;

  if (depth == 16)
    {
      row[2 * index] = (guint8) (sample >> 8);
      row[2 * index + 1] = (guint8) sample;
    }
  else
    row[bit / 8] |= (guint8) (sample << (8 - depth - bit % 8));
}

/* To eight bits, rounded. */
static guint
get_scaled (guint sample, int depth)
{
  guint max = (1u << depth) - 1;

  return (sample * 255 + max / 2) / max;
}

static guint32
dilute (guint red, guint green, guint blue, guint alpha)
{
  return alpha << 24 | (red * alpha + 127) / 255 << 16 | (green * alpha + 127) / 255 << 8 |
         (blue * alpha + 127) / 255;
}

static guint32
get_meaning (const Maker *maker, const guint *samples)
{
  guint s[4];

  for (int c = 0; c < 4; c++)
    s[c] = c < maker->kind->n_channels ? get_scaled (samples[c], maker->kind->depth) : 255;
  switch (maker->kind->colour_type)
    {
    case PNG_COLOR_TYPE_PALETTE:
      {
        const png_color *colour = &maker->palette[samples[0]];
        guint alpha = maker->has_transparent_entries ? maker->palette_alpha[samples[0]] : 255;

        return dilute (colour->red, colour->green, colour->blue, alpha);
      }
    case PNG_COLOR_TYPE_GRAY:
    case PNG_COLOR_TYPE_GRAY_ALPHA:
      return dilute (s[0], s[0], s[0], s[1]);
    default:
      return dilute (s[0], s[1], s[2], s[3]);
    }
}

static void
fill_rows (Maker *maker, guint8 **rows)
{
  int n = maker->kind->n_channels, depth = maker->kind->depth;

  for (int y = 0; y < HEIGHT; y++)
    {
      rows[y] = g_malloc0 (WIDTH * 8);
      for (int x = 0; x < WIDTH; x++)
        {
          guint samples[4] = { 0 };

          for (int c = 0; c < n; c++)
            {
              samples[c] = (guint) g_test_rand_int () & ((1u << depth) - 1);
              put_sample (rows[y], x * n + c, depth, samples[c]);
            }
          maker->expected[y * WIDTH + x] = get_meaning (maker, samples);
        }
    }
}

static void
write_palette (Maker *maker, png_structp png, png_infop info)
{
  int n = 1 << maker->kind->depth;

  for (int i = 0; i < n; i++)
    {
      guint32 random = (guint32) g_test_rand_int ();

      maker->palette[i] = (png_color){ random & 0xff, random >> 8 & 0xff, random >> 16 & 0xff };
      maker->palette_alpha[i] = (png_byte) (random >> 24);
    }
  png_set_PLTE (png, info, maker->palette, n);
  if (maker->has_transparent_entries)
    png_set_tRNS (png, info, maker->palette_alpha, n, NULL);
}

static void
make_png (Maker *maker, int interlace)
{
  png_structp png = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop   info = png_create_info_struct (png);
  guint8     *rows[HEIGHT];

  maker->bytes = g_byte_array_new ();
  png_set_write_fn (png, maker, append, flush);
  png_set_IHDR (png,
                info,
                WIDTH,
                HEIGHT,
                maker->kind->depth,
                maker->kind->colour_type,
                interlace,
                PNG_COMPRESSION_TYPE_DEFAULT,
                PNG_FILTER_TYPE_DEFAULT);
  if (maker->kind->colour_type == PNG_COLOR_TYPE_PALETTE)
    write_palette (maker, png, info);
  fill_rows (maker, rows);
  png_write_info (png, info);
  png_write_image (png, rows);
  png_write_end (png, info);
  png_destroy_write_struct (&png, &info);
  for (int y = 0; y < HEIGHT; y++)
    g_free (rows[y]);
}

static void
check_kind (const Kind *kind, int interlace, gboolean has_transparent_entries)
{
  Maker                maker = { .kind = kind, .has_transparent_entries = has_transparent_entries };
  g_autoptr (GError)   error = NULL;
  g_autoptr (PelImage) image = NULL;

  g_test_message ("%s, interlace %d, %d", kind->name, interlace, has_transparent_entries);
  make_png (&maker, interlace);
  image = pel_image_decode (maker.bytes->data, maker.bytes->len, "x", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (image->width, ==, WIDTH);
  g_assert_cmpint (image->height, ==, HEIGHT);
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    g_assert_cmphex (image->pixels[i], ==, maker.expected[i]);
  g_byte_array_unref (maker.bytes);
}

static void
test_kinds (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      check_kind (&kinds[i], PNG_INTERLACE_NONE, FALSE);
      check_kind (&kinds[i], PNG_INTERLACE_ADAM7, FALSE);
      check_kind (&kinds[i], PNG_INTERLACE_ADAM7, TRUE);
    }
}

static GBytes *
make_own (void)
{
  g_autoptr (PelImage) image = pel_image_new (300, 200);

  for (int i = 0; i < 300 * 200; i++)
    image->pixels[i] = 0xff000000 | (guint32) g_test_rand_int ();
  return pel_image_encode (image, &(PelImageFormat){ PEL_IMAGE_PNG, 0 }, NULL, NULL);
}

static void
assert_refused (const guint8 *bytes, gsize length, const char *reason)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (pel_image_decode (bytes, length, "/some/file.png", NULL, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "/some/file.png"));
  if (strstr (error->message, reason) == NULL)
    g_error ("“%s” does not say “%s”", error->message, reason);
}

static void
test_truncated (void)
{
  g_autoptr (GBytes) bytes = make_own ();
  gsize              length;
  const guint8      *data = g_bytes_get_data (bytes, &length);

  assert_refused (data, 0, "not a PNG");
  assert_refused (data, 7, "not a PNG");
  assert_refused ((const guint8 *) "GIF89a..........", 16, "not a PNG");
  for (gsize end = 8; end < length; end = end < 100 || end > length - 40 ? end + 1 : end + 997)
    {
      /* of just this size, so that a read beyond it is seen */
      g_autofree guint8 *part = g_memdup2 (data, end);

      assert_refused (part, end, "truncated");
    }
}

static void
test_damaged (void)
{
  g_autoptr (GBytes) bytes = make_own ();
  gsize              length;
  guint8            *data = g_bytes_unref_to_data (g_steal_pointer (&bytes), &length);

  data[length / 2] ^= 1;
  assert_refused (data, length, "CRC");
  g_free (data);
}

typedef struct
{
  const char *file, *reason;
} Refusal;

/* clang-format off */
static const Refusal refusals[] = {
  { "too-wide.png",        "40000 × 1 pixels"            },
  { "too-many-pixels.png", "32767 × 32767 pixels"        },
  { "largest-number.png",  "2147483647 × 2147483647"     },
  { "nothing-wide.png",    "IHDR"                        },
  { "palette-missing.png", "PLTE"                        },
  { "too-few-rows.png",    "Not enough image data"       },
};
/* clang-format on */

static void
test_refusals (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autofree char *path =
          g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", "png", refusals[i].file, NULL);
      g_autofree char   *data = NULL;
      gsize              length;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", refusals[i].file);
      g_file_get_contents (path, &data, &length, &error);
      g_assert_no_error (error);
      assert_refused ((const guint8 *) data, length, refusals[i].reason);
    }
}

static guint32
get_crc (const guint8 *bytes, gsize length)
{
  guint32 crc = 0xffffffff;

  for (gsize i = 0; i < length * 8; i++)
    {
      crc ^= (bytes[i / 8] >> i % 8) & 1;
      crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
  return ~crc;
}

static void
put_number (guint8 *bytes, guint32 number)
{
  for (int i = 0; i < 4; i++)
    bytes[i] = (guint8) (number >> (24 - 8 * i));
}

/* A file that claims to be larger than 64 megapixels is refused by its header. */
static void
test_limit (void)
{
  static const struct
  {
    guint32     width, height;
    const char *reason;
  } sizes[] = {
    { 8192, 8193, "its size, 8192 × 8193 pixels, is too large" },
    { 32767, 32767, "its size, 32767 × 32767 pixels, is too large" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GBytes) own = make_own ();
      gsize              length;
      g_autofree guint8 *bytes = g_bytes_unref_to_data (g_bytes_ref (own), &length);

      put_number (bytes + 16, sizes[i].width);
      put_number (bytes + 20, sizes[i].height);
      put_number (bytes + 29, get_crc (bytes + 12, 17));
      assert_refused (bytes, length, sizes[i].reason);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError)       error = NULL;
  g_autoptr (GBytes)       bytes = make_own ();

  g_cancellable_cancel (cancellable);
  g_assert_null (pel_image_decode (g_bytes_get_data (bytes, NULL),
                                   g_bytes_get_size (bytes),
                                   "x",
                                   cancellable,
                                   &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
decoded_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **ret_result = user_data;

  *ret_result = g_object_ref (result);
}

static PelImage *
decode_file (const char *path, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  pel_image_decode_file_async (path, NULL, decoded_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return pel_image_decode_file_finish (result, error);
}

static void
test_file (void)
{
  g_autofree char     *folder = g_dir_make_tmp ("pellucid-decoder-XXXXXX", NULL);
  g_autofree char     *path = g_build_filename (folder, "a.png", NULL);
  g_autofree char     *missing = g_strdup_printf ("The file “%s” does not exist", path);
  g_autoptr (GBytes)   bytes = make_own ();
  g_autoptr (GError)   error = NULL;
  g_autoptr (PelImage) image = NULL;
  gsize                length;
  const char          *data = g_bytes_get_data (bytes, &length);

  g_assert_null (decode_file (path, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
  g_assert_cmpstr (error->message, ==, missing);
  g_clear_error (&error);

  g_assert_null (decode_file (folder, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
  g_assert_nonnull (strstr (error->message, folder));
  g_clear_error (&error);

  g_file_set_contents (path, data, (gssize) length, &error);
  g_assert_no_error (error);
  image = decode_file (path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (image->width, ==, 300);
  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Many who compare with one file at the same time */

#define N_USERS 20
#define SIDE    2400

typedef struct
{
  const char *path;
  GMutex      mutex;
  GCond       cond;
  guint       n_done;
  gboolean    is_over;
  PelImage   *images[N_USERS];
} Crowd;

static gpointer
use (gpointer data)
{
  Crowd             *crowd = data;
  g_autoptr (GError) error = NULL;
  PelImage          *image = pel_image_share_file (crowd->path, NULL, &error);

  g_assert_no_error (error);
  g_mutex_lock (&crowd->mutex);
  crowd->images[crowd->n_done++] = image;
  g_cond_broadcast (&crowd->cond);
  while (!crowd->is_over)
    g_cond_wait (&crowd->cond, &crowd->mutex);
  g_mutex_unlock (&crowd->mutex);
  pel_image_unref (image);
  return NULL;
}

static gsize
get_resident_bytes (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv)   words = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  words = g_strsplit (text, " ", 3);
  return g_ascii_strtoull (words[1], NULL, 10) * (gsize) sysconf (_SC_PAGESIZE);
}

static void
write_image (const char *path, guint32 pixel)
{
  const PelImageFormat png = { .kind = PEL_IMAGE_PNG };
  g_autoptr (PelImage) image = pel_image_new (SIDE, SIDE);
  g_autoptr (GBytes)   bytes = NULL;

  pel_image_fill (image, &(PelImageRect){ 0, 0, SIDE, SIDE }, pixel);
  bytes = pel_image_encode (image, &png, NULL, NULL);
  g_assert_true (g_file_set_contents (path,
                                      g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes),
                                      NULL));
}

/* However many use a file, its pixels are there once; a changed file is another one. */
static void
test_shared (void)
{
  g_autofree char *folder = g_dir_make_tmp ("pellucid-share-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "baseline.png", NULL);
  Crowd            crowd = { .path = path };
  GThread         *threads[N_USERS];
  PelImage        *changed;
  gsize            before, size;

  write_image (path, 0xff102030);
  before = get_resident_bytes ();
  for (guint i = 0; i < N_USERS; i++)
    threads[i] = g_thread_new ("use", use, &crowd);
  g_mutex_lock (&crowd.mutex);
  while (crowd.n_done < N_USERS)
    g_cond_wait (&crowd.cond, &crowd.mutex);
  size = pel_image_get_size (crowd.images[0]);
  g_test_message ("%zu bytes of pixels, %zu more in memory", size, get_resident_bytes () - before);
  g_assert_cmpuint (get_resident_bytes () - before, <, 4 * size);
  for (guint i = 0; i < N_USERS; i++)
    g_assert_true (crowd.images[i]->pixels == crowd.images[0]->pixels);
  write_image (path, 0xff405060);
  changed = pel_image_share_file (path, NULL, NULL);
  g_assert_cmphex (pel_image_get_pixel (changed, 0, 0), ==, 0xff405060);
  g_assert_cmphex (pel_image_get_pixel (crowd.images[0], 0, 0), ==, 0xff102030);
  pel_image_unref (changed);
  crowd.is_over = TRUE;
  g_cond_broadcast (&crowd.cond);
  g_mutex_unlock (&crowd.mutex);
  for (guint i = 0; i < N_USERS; i++)
    g_thread_join (threads[i]);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image-decoder/kinds", test_kinds);
  g_test_add_func ("/image-decoder/truncated", test_truncated);
  g_test_add_func ("/image-decoder/damaged", test_damaged);
  g_test_add_func ("/image-decoder/refusals", test_refusals);
  g_test_add_func ("/image-decoder/limit", test_limit);
  g_test_add_func ("/image-decoder/cancelled", test_cancelled);
  g_test_add_func ("/image-decoder/file", test_file);
  g_test_add_func ("/image-decoder/shared", test_shared);
  return g_test_run ();
}
