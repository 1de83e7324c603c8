/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/element/spatial-index.h"

/* How the elements of a snapshot lie in memory: for snapshot*.c and the builder only. */

/* Strings are offsets into the block of strings. The edges are exact to a 256th of a pixel wherever
 * there are screens. Patterns are derived when they are asked for. */
typedef struct
{
  PelStates states;
  float     left, top, right, bottom;
  guint32   parent, last_descendant;
  guint32   ref, n_children;
  guint32   name, value, bus_name, path;
  guint32   interfaces;
  guint16   program, native_role;
  guint16   surface; /* the one it is drawn in is surface - 1; 0: none */
  guint8    role, flags, depth;
  guint8    place : 4, name_source : 4;
  guint8    origin : 4, certainty : 4;
  guint8    ocr; /* of 255 */
} PelElementRow;
G_STATIC_ASSERT (sizeof (PelElementRow) <= 72);
G_STATIC_ASSERT (PEL_N_PLACES <= 16 && PEL_N_NAME_SOURCES <= 16 && PEL_N_ORIGINS <= 16 &&
                 PEL_N_CERTAINTIES <= 16);

static inline PelNativeRect
pel_element_row_get_bounds (const PelElementRow *self)
{
  double left = self->left, top = self->top;

  return (PelNativeRect){ left, top, self->right - left, self->bottom - top };
}

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
  gboolean       has_text;
} PelSnapshotArena;

/* What the scrolled areas around an element leave of its bounds. */
PelNativeRect pel_snapshot_arena_get_clipped (const PelSnapshotArena *arena, guint position);

/* Takes what @arena owns. */
PelSnapshot *pel_snapshot_new_take (PelSnapshotArena *arena);

const PelSnapshotArena *pel_snapshot_get_arena (PelSnapshot *self);
const PelSpatialIndex  *pel_snapshot_get_places (PelSnapshot *self);

/* The last element that takes a press at @point, in the topmost window there: one that can be used,
 * floats or is a window. Others hide nothing. Only of snapshots with a desktop. */
PelElementId
pel_snapshot_find_pressed (PelSnapshot *self, PelNativePoint point, PelWindow **ret_window);
