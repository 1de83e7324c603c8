/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/base/new-file.h"

#include <gio/gio.h>

/* Writes a picture to an absolute @path, all of it or nothing: see PelNewFile. What the caller can
 * mend by another path is PEL_ERROR_INVALID_ARGUMENT. Blocks: for threads and tests. */
gboolean pel_image_file_write (const char    *path,
                               GBytes        *bytes,
                               PelNewFileMode mode,
                               GCancellable  *cancellable,
                               GError       **error);

/* The same, in a thread. */
void     pel_image_file_write_async (const char         *path,
                                     GBytes             *bytes,
                                     PelNewFileMode      mode,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
gboolean pel_image_file_write_finish (GAsyncResult *result, GError **error);
