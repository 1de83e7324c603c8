/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/**
 * PelStringPool:
 *
 * Strings in one block, each kept once and named by its offset; offset 0 is the empty string. The
 * strings come from other programs, so the hash is keyed: no one can choose texts that collide.
 */
typedef struct _PelStringPool PelStringPool;

PelStringPool *pel_string_pool_new (void);
void           pel_string_pool_free (PelStringPool *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelStringPool, pel_string_pool_free)

/* 0 also for NULL, and where the block would grow beyond 1 GiB. */
guint32 pel_string_pool_intern (PelStringPool *self, const char *text);

/* (transfer full): the block alone, and its size; ends the pool. */
char *pel_string_pool_steal (PelStringPool *self, gsize *ret_size);

/* A hash of @text that depends on @key throughout. */
guint32 pel_text_hash (const char *text, guint64 key);
guint64 pel_text_hash_new_key (void);
