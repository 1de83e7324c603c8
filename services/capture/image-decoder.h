/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"

#include <gio/gio.h>

/* A picture that is larger is refused before there is memory for it. */
#define PEL_IMAGE_MAX_DECODED_PIXELS (64u * 1024 * 1024)

/* A file that is larger is not read. */
#define PEL_IMAGE_MAX_FILE_BYTES (256u * 1024 * 1024)

/* (transfer full): the picture in a PNG file, of whatever depth and colours; @name is what messages
 * call it. Every byte may be hostile: what is wrong with it is PEL_ERROR_INVALID_ARGUMENT. For
 * threads and tests. */
PelImage *pel_image_decode (
    const guint8 *bytes, gsize length, const char *name, GCancellable *cancellable, GError **error);

/* (transfer full): the same of a file; for threads and tests, too. */
PelImage *pel_image_decode_file (const char *path, GCancellable *cancellable, GError **error);

/* In a thread. */
void      pel_image_decode_file_async (const char         *path,
                                       GCancellable       *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer            user_data);
PelImage *pel_image_decode_file_finish (GAsyncResult *result, GError **error);
