/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"

#include <gio/gio.h>

/* (transfer full): as pel_image_decode_file(), but whoever uses the same file at the same time gets
 * the same pixels, and only one file is decoded at a time: however many callers compare with a
 * file, it takes memory once. A file that has changed is another one. Blocks: for threads and
 * tests. */
PelImage *pel_image_share_file (const char *path, GCancellable *cancellable, GError **error);
