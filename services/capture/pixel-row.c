/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/capture/pixel-row.h"

#define OPAQUE 0xff000000u

static const guint32 *
get_row (const PelImage *image, int y)
{
  return image->pixels + (gsize) y * (gsize) image->width;
}

gboolean
pel_image_has_transparency (const PelImage *image)
{
  guint32 common = OPAQUE;

  if (image->is_opaque)
    return FALSE;
  for (int y = 0; y < image->height && common >= OPAQUE; y++)
    {
      const guint32 *pixels = get_row (image, y);

      for (int x = 0; x < image->width; x++)
        common &= pixels[x];
    }
  return common < OPAQUE;
}

static void
put_rgb (guint8 *bytes, guint32 pixel)
{
  bytes[0] = (guint8) (pixel >> 16);
  bytes[1] = (guint8) (pixel >> 8);
  bytes[2] = (guint8) pixel;
}

void
pel_pixel_row_to_rgb (const PelImage *image, int y, guint8 *bytes)
{
  const guint32 *pixels = get_row (image, y);

  for (int x = 0; x < image->width; x++, bytes += 3)
    put_rgb (bytes, pixels[x]);
}

void
pel_pixel_row_to_rgb_on_white (const PelImage *image, int y, guint8 *bytes)
{
  const guint32 *pixels = get_row (image, y);

  for (int x = 0; x < image->width; x++, bytes += 3)
    {
      guint8 white = (guint8) (255 - (pixels[x] >> 24));

      put_rgb (bytes, pixels[x]);
      /* who made the picture may have been wrong: a channel above its alpha */
      for (int c = 0; c < 3; c++)
        bytes[c] = (guint8) MIN (bytes[c] + white, 255);
    }
}

static guint8
undilute (guint8 channel, guint32 alpha)
{
  return (guint8) MIN ((channel * 255u + alpha / 2) / alpha, 255);
}

void
pel_pixel_row_to_rgba (const PelImage *image, int y, guint8 *bytes)
{
  const guint32 *pixels = get_row (image, y);

  for (int x = 0; x < image->width; x++, bytes += 4)
    {
      guint32 alpha = pixels[x] >> 24;

      put_rgb (bytes, alpha == 0 ? 0 : pixels[x]);
      bytes[3] = (guint8) alpha;
      if (alpha == 0 || alpha == 255)
        continue;
      for (int c = 0; c < 3; c++)
        bytes[c] = undilute (bytes[c], alpha);
    }
}

/* The nearest, so that undilute() gives back what there was as far as the bits do. */
static guint32
dilute (guint32 channel, guint32 alpha)
{
  return (channel * alpha + 127) / 255;
}

void
pel_pixel_row_from_rgba (guint32 *pixels, const guint8 *bytes, int n_pixels)
{
  for (int x = 0; x < n_pixels; x++, bytes += 4)
    {
      guint32 alpha = bytes[3];

      pixels[x] = alpha << 24 | dilute (bytes[0], alpha) << 16 | dilute (bytes[1], alpha) << 8 |
                  dilute (bytes[2], alpha);
    }
}
