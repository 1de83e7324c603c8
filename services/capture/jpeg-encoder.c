/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/capture/jpeg-encoder.h"

#include "services/base/error.h"
#include "services/capture/pixel-row.h"

#include <glib/gi18n.h>
#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h> /* wants stdio.h before it */

#define ROWS_BETWEEN_LOOKS 64
#define BUFFER_BYTES       (64 * 1024)

/* From here on colours have as many pixels as brightness: thin coloured letters blur otherwise. */
#define QUALITY_OF_FULL_COLOUR 90

/* Everything that lives while libjpeg works, so that nothing is lost when it jumps. */
typedef struct
{
  const PelImage             *image;
  gboolean                    has_alpha;
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr       errors;
  struct jpeg_destination_mgr destination;
  jmp_buf                     jump;
  GByteArray                 *bytes;
  guint8                     *row;
  guint8                      buffer[BUFFER_BYTES];
  char                        complaint[JMSG_LENGTH_MAX];
} Work;

static void
complain (j_common_ptr jpeg)
{
  Work *self = jpeg->client_data;

  jpeg->err->format_message (jpeg, self->complaint);
  longjmp (self->jump, 1);
}

static void
ignore (j_common_ptr jpeg)
{
}

static void
start_buffer (j_compress_ptr jpeg)
{
  Work *self = jpeg->client_data;

  self->destination.next_output_byte = self->buffer;
  self->destination.free_in_buffer = BUFFER_BYTES;
}

/* libjpeg wants all of it emptied, whatever free_in_buffer says. */
static boolean
empty_buffer (j_compress_ptr jpeg)
{
  Work *self = jpeg->client_data;

  g_byte_array_append (self->bytes, self->buffer, BUFFER_BYTES);
  start_buffer (jpeg);
  return TRUE;
}

static void
end_buffer (j_compress_ptr jpeg)
{
  Work *self = jpeg->client_data;

  g_byte_array_append (self->bytes,
                       self->buffer,
                       (guint) (BUFFER_BYTES - self->destination.free_in_buffer));
}

static void
write_header (Work *self, int quality)
{
  jpeg_create_compress (&self->jpeg);
  self->jpeg.dest = &self->destination;
  self->jpeg.image_width = (JDIMENSION) self->image->width;
  self->jpeg.image_height = (JDIMENSION) self->image->height;
  self->jpeg.input_components = 3;
  self->jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults (&self->jpeg);
  jpeg_set_quality (&self->jpeg, quality, TRUE);
  if (quality >= QUALITY_OF_FULL_COLOUR)
    self->jpeg.comp_info[0].h_samp_factor = self->jpeg.comp_info[0].v_samp_factor = 1;
  jpeg_start_compress (&self->jpeg, TRUE);
}

static void
write_row (Work *self, int y)
{
  if (self->has_alpha)
    pel_pixel_row_to_rgb_on_white (self->image, y, self->row);
  else
    pel_pixel_row_to_rgb (self->image, y, self->row);
  jpeg_write_scanlines (&self->jpeg, &self->row, 1);
}

/* libjpeg comes back to here when it jumps: no variable of this function changes. */
static gboolean
write_all (Work *self, int quality, GCancellable *cancellable, GError **error)
{
  if (setjmp (self->jump) != 0)
    {
      pel_set_error (error,
                     PEL_ERROR_COMMAND_FAILED,
                     NULL,
                     _ ("Cannot encode the image as JPEG: %s"),
                     self->complaint);
      return FALSE;
    }
  write_header (self, quality);
  for (int y = 0; y < self->image->height; y++)
    {
      if (y % ROWS_BETWEEN_LOOKS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      write_row (self, y);
    }
  jpeg_finish_compress (&self->jpeg);
  return TRUE;
}

static Work *
work_new (const PelImage *image)
{
  Work *self = g_new0 (Work, 1);

  self->image = image;
  self->has_alpha = pel_image_has_transparency (image);
  self->bytes = g_byte_array_new ();
  self->row = g_malloc ((gsize) image->width * 3);
  self->destination.init_destination = start_buffer;
  self->destination.empty_output_buffer = empty_buffer;
  self->destination.term_destination = end_buffer;
  self->jpeg.err = jpeg_std_error (&self->errors);
  self->jpeg.client_data = self;
  self->errors.error_exit = complain;
  self->errors.output_message = ignore;
  return self;
}

static void
work_free (Work *self)
{
  jpeg_destroy_compress (&self->jpeg);
  g_clear_pointer (&self->bytes, g_byte_array_unref);
  g_free (self->row);
  g_free (self);
}

GBytes *
pel_jpeg_encode (PelImage *image, int quality, GCancellable *cancellable, GError **error)
{
  Work   *self;
  GBytes *bytes = NULL;

  g_return_val_if_fail (quality >= 1 && quality <= 100, NULL);

  self = work_new (image);
  if (write_all (self, quality, cancellable, error))
    bytes = g_byte_array_free_to_bytes (g_steal_pointer (&self->bytes));
  work_free (self);
  return bytes;
}
