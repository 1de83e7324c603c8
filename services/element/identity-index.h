/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot-arena.h"

/**
 * PelIdentityIndex:
 *
 * Finds the elements of an arena by bus name and path, and by ref. It borrows the arena. Ten bytes
 * an element.
 */
typedef struct _PelIdentityIndex PelIdentityIndex;

PelIdentityIndex *pel_identity_index_new (const PelSnapshotArena *arena);
void              pel_identity_index_free (PelIdentityIndex *self);
gsize             pel_identity_index_get_bytes (const PelIdentityIndex *self);

PelElementId
pel_identity_index_find (const PelIdentityIndex *self, const char *bus_name, const char *path);
PelElementId pel_identity_index_find_ref (const PelIdentityIndex *self, guint ref);
