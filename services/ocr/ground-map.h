/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/**
 * PelGroundMap:
 *
 * How bright the ground is on which text stands, all over a grey picture: a window may have dark
 * buttons on light paper. Made of tiles; ground is what most pixels around a tile are, in a patch
 * that is too large to be a stroke of a letter. A value on the heap. Pure.
 */
typedef struct
{
  int     tile;     /* pixels on a side */
  int     n_x, n_y; /* tiles */
  guint8 *levels;   /* of each tile, row after row */
} PelGroundMap;

/* @unit: pixels for a logical one, at least 1. */
PelGroundMap *pel_ground_map_new (const guint8 *grey, int width, int height, int unit);
void          pel_ground_map_free (PelGroundMap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelGroundMap, pel_ground_map_free)

static inline guint8
pel_ground_map_get (const PelGroundMap *self, int x, int y)
{
  return self->levels[(gsize) (y / self->tile) * self->n_x + x / self->tile];
}
