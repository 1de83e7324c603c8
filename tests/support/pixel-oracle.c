/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "pixel-oracle.h"

#include "config.h"
#include "pixel-oracle-private.h"

#include <cairo.h>
#include <stdlib.h>
#include <string.h>

#define TICK_US 20000

PelOracleImage *
pel_oracle_image_new (const char *output, int width, int height)
{
  PelOracleImage *self = g_new0 (PelOracleImage, 1);

  self->output = g_strdup (output);
  self->width = width;
  self->height = height;
  self->pixels = g_new0 (guint32, (gsize) width * height);
  return self;
}

void
pel_oracle_image_free (PelOracleImage *self)
{
  if (self == NULL)
    return;

  g_free (self->output);
  g_free (self->pixels);
  g_free (self);
}

GPtrArray *
pel_oracle_capture_all (GError **error)
{
#if HAVE_WAYLAND
  if (g_getenv ("WAYLAND_DISPLAY") != NULL)
    return pel_oracle_capture_wayland (error);
#endif
#if HAVE_X11
  if (g_getenv ("DISPLAY") != NULL)
    return pel_oracle_capture_x11 (error);
#endif
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "no display to capture");
  return NULL;
}

PelOracleImage *
pel_oracle_capture (const char *output, GError **error)
{
  g_autoptr (GPtrArray) images = pel_oracle_capture_all (error);

  if (images == NULL)
    return NULL;
  for (guint i = 0; i < images->len; i++)
    {
      const PelOracleImage *image = g_ptr_array_index (images, i);

      if (output == NULL || g_strcmp0 (image->output, output) == 0)
        return g_ptr_array_steal_index (images, i);
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no output “%s”", output);
  return NULL;
}

static inline gboolean
is_alike (guint32 a, guint32 b, guint tolerance)
{
  if (tolerance == 0)
    return a == b;
  for (guint shift = 0; shift < 24; shift += 8)
    {
      int difference = (int) (a >> shift & 0xff) - (int) (b >> shift & 0xff);

      if ((guint) abs (difference) > tolerance)
        return FALSE;
    }
  return TRUE;
}

gboolean
pel_oracle_find (const PelOracleImage *image, guint32 rgb, guint tolerance, PelOracleBox *ret_box)
{
  int left = image->width, top = image->height, right = -1, bottom = -1;

  for (int y = 0; y < image->height; y++)
    {
      const guint32 *row = image->pixels + (gsize) y * image->width;

      for (int x = 0; x < image->width; x++)
        {
          if (!is_alike (row[x], rgb, tolerance))
            continue;
          left = MIN (left, x);
          top = MIN (top, y);
          right = MAX (right, x);
          bottom = MAX (bottom, y);
        }
    }
  if (right < 0)
    return FALSE;
  *ret_box = (PelOracleBox){ left, top, right - left + 1, bottom - top + 1 };
  return TRUE;
}

guint
pel_oracle_count (const PelOracleImage *image, guint32 rgb, guint tolerance)
{
  guint count = 0;

  for (gsize i = 0; i < (gsize) image->width * image->height; i++)
    count += is_alike (image->pixels[i], rgb, tolerance);
  return count;
}

guint32
pel_oracle_read (const PelOracleImage *image, int x, int y)
{
  g_assert (x >= 0 && x < image->width && y >= 0 && y < image->height);

  return image->pixels[(gsize) y * image->width + x];
}

gboolean
pel_oracle_wait (
    const char *output, guint32 rgb, guint tolerance, int timeout_ms, PelOracleBox *ret_box)
{
  gint64       end = g_get_monotonic_time () + (gint64) timeout_ms * 1000;
  PelOracleBox last = { 0 };

  do
    {
      g_autoptr (PelOracleImage) image = pel_oracle_capture (output, NULL);
      PelOracleBox               box;

      if (image != NULL && pel_oracle_find (image, rgb, tolerance, &box))
        {
          if (memcmp (&box, &last, sizeof box) == 0)
            {
              *ret_box = box;
              return TRUE;
            }
          last = box;
        }
      g_usleep (TICK_US);
    }
  while (g_get_monotonic_time () < end);
  return FALSE;
}

gboolean
pel_oracle_save (const PelOracleImage *image, const char *path, GError **error)
{
  cairo_surface_t *surface = cairo_image_surface_create_for_data ((unsigned char *) image->pixels,
                                                                  CAIRO_FORMAT_RGB24,
                                                                  image->width,
                                                                  image->height,
                                                                  image->width * 4);
  cairo_status_t   status = cairo_surface_write_to_png (surface, path);

  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error,
               G_IO_ERROR,
               G_IO_ERROR_FAILED,
               "cannot write %s: %s",
               path,
               cairo_status_to_string (status));
  return FALSE;
}
