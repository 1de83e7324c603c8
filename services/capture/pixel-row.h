/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"

/* Pixels as files hold them: bytes, one after the other, with the colour undiluted by alpha. */

gboolean pel_image_has_transparency (const PelImage *image);

/* Write row @y: 3 bytes for each pixel, without regard to alpha; the same, upon white; 4 bytes. */
void pel_pixel_row_to_rgb (const PelImage *image, int y, guint8 *bytes);
void pel_pixel_row_to_rgb_on_white (const PelImage *image, int y, guint8 *bytes);
void pel_pixel_row_to_rgba (const PelImage *image, int y, guint8 *bytes);

/* Reads @n_pixels of 4 bytes each, and dilutes them. */
void pel_pixel_row_from_rgba (guint32 *pixels, const guint8 *bytes, int n_pixels);
