/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/* How the elements of a snapshot lie in memory: for snapshot.c and its builder only. */

/* Strings are offsets into the block of strings. */
typedef struct
{
  PelNativeRect bounds;
  PelStates     states;
  guint32       parent, last_descendant;
  guint32       ref, n_children;
  guint32       name, bus_name, path;
  guint32       interfaces, patterns;
  guint16       program, native_role;
  guint8        role, flags, depth;
} PelElementRow;
G_STATIC_ASSERT (sizeof (PelElementRow) <= 88);

typedef struct
{
  PelElementRow *rows; /* id n is row n - 1 */
  guint          n_rows;
  char          *strings;
  gsize          strings_size;
  GArray        *programs; /* of PelSnapshotProgram, its strings in @strings */
} PelSnapshotArena;

/* Takes what @arena owns. */
PelSnapshot *pel_snapshot_new_take (PelSnapshotArena *arena);
