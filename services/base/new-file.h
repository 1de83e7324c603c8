/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/base/file-scope.h"

/**
 * PelNewFile:
 *
 * A file in the making, readable by its owner only. It has its name when it is finished, and then
 * all that was written, even after a loss of power; one that is freed before leaves nothing behind.
 * Blocks, so it is for threads. What fails says why in errno.
 */
typedef struct _PelNewFile PelNewFile;

typedef enum
{
  PEL_NEW_FILE_ONLY_NEW, /* where there is something already: EEXIST */
  PEL_NEW_FILE_REPLACE,  /* a regular file only: EISDIR, ELOOP for a link, ENOTSUP for the rest */
} PelNewFileMode;

/* (transfer full) (nullable). @scope: where it may be, if it is written for a caller; NULL for a
 * file of our own. */
PelNewFile *pel_new_file_create (const char *path, PelNewFileMode mode, const PelFileScope *scope);

gboolean pel_new_file_write (PelNewFile *self, gconstpointer data, gsize length);

/* The last call; after it the file is there, or nothing is. */
gboolean pel_new_file_finish (PelNewFile *self);

void pel_new_file_free (PelNewFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelNewFile, pel_new_file_free)
