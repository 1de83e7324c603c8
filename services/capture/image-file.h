/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/base/new-file.h"

#include <gio/gio.h>

/* Writes a picture to an absolute @path, all of it or nothing: see PelNewFile, also for @scope.
 * What the caller can fix with another path is PEL_ERROR_INVALID_ARGUMENT; where it may not write
 * is PEL_ERROR_DENIED. Blocks: for threads and tests. */
gboolean pel_image_file_write (const char         *path,
                               GBytes             *bytes,
                               PelNewFileMode      mode,
                               const PelFileScope *scope,
                               GCancellable       *cancellable,
                               GError            **error);

/* The same of a file of our own, in a thread. */
void     pel_image_file_write_async (const char         *path,
                                     GBytes             *bytes,
                                     PelNewFileMode      mode,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);
gboolean pel_image_file_write_finish (GAsyncResult *result, GError **error);
