/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/image-decoder.h"

#include "services/base/error.h"
#include "services/base/small-file.h"
#include "services/capture/pixel-row.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <png.h>
#include <string.h>

#define SIGNATURE_BYTES    8
#define ROWS_BETWEEN_LOOKS 64

/* Everything that lives while libpng works, so that nothing is lost when it jumps. */
typedef struct
{
  const guint8 *bytes;
  gsize         length, position;
  const char   *name;
  png_structp   png;
  png_infop     info;
  PelImage     *image;
  guint8       *rows; /* 4 bytes for each pixel: one row, or all where they come interlaced */
  char         *complaint;
} Work;

static gboolean
refuse (const char *name, const char *reason, GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Specify a PNG file"),
                 /* Translators: a file, and what is wrong with it */
                 _ ("Cannot read “%s” as an image: %s"),
                 name,
                 reason);
  return FALSE;
}

static void G_GNUC_NORETURN
give_up (Work *self, char *complaint)
{
  g_free (self->complaint);
  self->complaint = complaint;
  png_longjmp (self->png, 1);
}

static void
complain (png_structp png, png_const_charp message)
{
  give_up (png_get_error_ptr (png), g_strdup (message));
}

static void
ignore (png_structp png, png_const_charp message)
{
}

static void
take (png_structp png, png_bytep data, gsize size)
{
  Work *self = png_get_io_ptr (png);

  if (size > self->length - self->position)
    png_error (png, _ ("it is truncated"));
  memcpy (data, self->bytes + self->position, size);
  self->position += size;
}

static void
check_size (Work *self)
{
  guint width = png_get_image_width (self->png, self->info);
  guint height = png_get_image_height (self->png, self->info);

  if (width > PEL_IMAGE_MAX_SIDE || height > PEL_IMAGE_MAX_SIDE ||
      width * height > PEL_IMAGE_MAX_DECODED_PIXELS)
    give_up (self, g_strdup_printf (_ ("its size, %u × %u pixels, is too large"), width, height));
}

/* Whatever it is becomes 8 bits of red, green, blue and alpha. */
static void
ask_for_rgba (Work *self)
{
  png_set_expand (self->png);
  png_set_scale_16 (self->png);
  png_set_gray_to_rgb (self->png);
  png_set_add_alpha (self->png, 0xff, PNG_FILLER_AFTER);
}

static void
read_header (Work *self)
{
  png_set_read_fn (self->png, self, take);
  png_set_user_limits (self->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  /* texts, profiles and dates mean nothing here, and need not be unpacked */
  png_set_keep_unknown_chunks (self->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_read_info (self->png, self->info);
  check_size (self);
  ask_for_rgba (self);
}

static void
make_room (Work *self, int n_passes)
{
  gsize    width = png_get_image_width (self->png, self->info);
  gsize    height = png_get_image_height (self->png, self->info);
  guint32 *pixels = g_try_new (guint32, width * height);

  self->rows = g_try_malloc0_n (width * (n_passes > 1 ? height : 1), 4);
  if (pixels == NULL || self->rows == NULL)
    {
      g_free (pixels);
      give_up (self, g_strdup (g_strerror (ENOMEM)));
    }
  self->image = pel_image_new_around (pixels, (int) width, (int) height, g_free, pixels);
}

static gboolean
is_time_to_stop (int y, GCancellable *cancellable, GError **error)
{
  return y % ROWS_BETWEEN_LOOKS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error);
}

static void
keep_row (Work *self, int y, const guint8 *row)
{
  int width = self->image->width;

  pel_pixel_row_from_rgba (self->image->pixels + (gsize) y * (gsize) width, row, width);
}

static gboolean
read_plain (Work *self, GCancellable *cancellable, GError **error)
{
  for (int y = 0; y < self->image->height; y++)
    {
      if (is_time_to_stop (y, cancellable, error))
        return FALSE;
      png_read_row (self->png, self->rows, NULL);
      keep_row (self, y, self->rows);
    }
  return TRUE;
}

/* Each pass puts some more pixels into the rows. */
static gboolean
read_interlaced (Work *self, int n_passes, GCancellable *cancellable, GError **error)
{
  gsize stride = (gsize) self->image->width * 4;

  for (int pass = 0; pass < n_passes; pass++)
    for (int y = 0; y < self->image->height; y++)
      {
        if (is_time_to_stop (y, cancellable, error))
          return FALSE;
        png_read_row (self->png, self->rows + (gsize) y * stride, NULL);
      }
  for (int y = 0; y < self->image->height; y++)
    keep_row (self, y, self->rows + (gsize) y * stride);
  return TRUE;
}

static gboolean
read_pixels (Work *self, GCancellable *cancellable, GError **error)
{
  int n_passes = png_set_interlace_handling (self->png);

  png_read_update_info (self->png, self->info);
  make_room (self, n_passes);
  return n_passes > 1 ? read_interlaced (self, n_passes, cancellable, error)
                      : read_plain (self, cancellable, error);
}

static const char *
get_complaint (const Work *self)
{
  return self->complaint != NULL ? self->complaint : g_strerror (ENOMEM);
}

/* libpng comes back to here when it jumps: no variable of this function changes. */
static gboolean
read_all (Work *self, GCancellable *cancellable, GError **error)
{
  if (self->info == NULL || setjmp (png_jmpbuf (self->png)) != 0)
    return refuse (self->name, get_complaint (self), error);
  read_header (self);
  if (!read_pixels (self, cancellable, error))
    return FALSE;
  png_read_end (self->png, NULL); /* a file that was cut after its pixels is no baseline */
  return TRUE;
}

PelImage *
pel_image_decode (
    const guint8 *bytes, gsize length, const char *name, GCancellable *cancellable, GError **error)
{
  Work      self = { .bytes = bytes, .length = length, .name = name };
  PelImage *image = NULL;

  if (length < SIGNATURE_BYTES || png_sig_cmp (bytes, 0, SIGNATURE_BYTES) != 0)
    {
      refuse (name, _ ("it is not a PNG file"), error);
      return NULL;
    }
  self.png = png_create_read_struct (PNG_LIBPNG_VER_STRING, &self, complain, ignore);
  self.info = self.png != NULL ? png_create_info_struct (self.png) : NULL;
  if (read_all (&self, cancellable, error))
    image = g_steal_pointer (&self.image);
  png_destroy_read_struct (&self.png, &self.info, NULL);
  g_clear_pointer (&self.image, pel_image_unref);
  g_free (self.rows);
  g_free (self.complaint);
  return image;
}

PelImage *
pel_image_decode_file (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) read_error = NULL;
  gsize              length;
  g_autofree char   *bytes =
      pel_small_file_read (path, PEL_IMAGE_MAX_FILE_BYTES, &length, NULL, &read_error);

  if (bytes != NULL)
    return pel_image_decode ((const guint8 *) bytes, length, path, cancellable, error);
  if (g_error_matches (read_error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   _ ("Specify a PNG file"),
                   _ ("The file “%s” does not exist"),
                   path);
  else
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   _ ("Specify a PNG file"),
                   "%s",
                   read_error->message);
  return NULL;
}

static void
work (GTask *task, gpointer unused, gpointer data, GCancellable *cancellable)
{
  GError   *error = NULL;
  PelImage *image = pel_image_decode_file (data, cancellable, &error);

  if (image != NULL)
    g_task_return_pointer (task, image, (GDestroyNotify) pel_image_unref);
  else
    g_task_return_error (task, error);
}

void
pel_image_decode_file_async (const char         *path,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, pel_image_decode_file_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, work);
}

PelImage *
pel_image_decode_file_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_image_decode_file_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
