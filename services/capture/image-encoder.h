/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"

#include <gio/gio.h>

/* What a picture is kept as. PNG keeps every pixel; JPEG is smaller for photographs. */
typedef enum
{
  PEL_IMAGE_PNG,
  PEL_IMAGE_JPEG,
  PEL_N_IMAGE_KINDS
} PelImageKind;

typedef struct
{
  PelImageKind kind;
  int          quality; /* of JPEG, 1 to 100 */
} PelImageFormat;

#define PEL_IMAGE_DEFAULT_QUALITY 90

/* (transfer full): the bytes of a file. PNG has an alpha channel only where a pixel is transparent.
 * JPEG has none: what is transparent shows white, as most programs show it on a page. Takes tens of
 * milliseconds, so this one is for threads and tests. */
GBytes *pel_image_encode (PelImage             *image,
                          const PelImageFormat *format,
                          GCancellable         *cancellable,
                          GError              **error);

/* The same, in a thread. */
void    pel_image_encode_async (PelImage             *image,
                                const PelImageFormat *format,
                                GCancellable         *cancellable,
                                GAsyncReadyCallback   callback,
                                gpointer              user_data);
GBytes *pel_image_encode_finish (GAsyncResult *result, GError **error);
