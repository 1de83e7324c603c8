/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/element/spatial-index.h"

/* How the elements of a snapshot lie in memory: for snapshot*.c and the builder only. */

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
  guint16       surface; /* the one it is drawn in is surface - 1; 0: none */
  guint8        role, flags, depth, place;
} PelElementRow;
G_STATIC_ASSERT (sizeof (PelElementRow) <= 88);

/* An element that is drawn in a window of its own, with what is below it. */
typedef struct
{
  guint        window; /* index in the desktop */
  PelElementId root;
} PelSurface;

typedef struct
{
  PelElementRow *rows; /* id n is row n - 1 */
  guint          n_rows;
  char          *strings;
  gsize          strings_size;
  GArray        *programs; /* of PelSnapshotProgram, its strings in @strings */
  GArray        *surfaces; /* of PelSurface, the topmost window first */
  PelDesktop    *desktop;  /* (nullable) */
  guint64        number;
} PelSnapshotArena;

/* Takes what @arena owns. */
PelSnapshot *pel_snapshot_new_take (PelSnapshotArena *arena);

const PelSnapshotArena *pel_snapshot_get_arena (PelSnapshot *self);
const PelSpatialIndex  *pel_snapshot_get_places (PelSnapshot *self);
