/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

/**
 * PelChangeMap:
 *
 * Where pixels have changed, as few rectangles. Pixels at most PEL_CHANGE_GAP apart are joined,
 * those twice as far only by what lies between them, or because there would be more than
 * PEL_CHANGE_MAX_RECTS.
 */
typedef struct _PelChangeMap PelChangeMap;

#define PEL_CHANGE_GAP       16
#define PEL_CHANGE_MAX_RECTS 64

PelChangeMap *pel_change_map_new (int width, int height);
void          pel_change_map_free (PelChangeMap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelChangeMap, pel_change_map_free)

/* The pixels of row @y from @x to before @end. */
void pel_change_map_add (PelChangeMap *self, int x, int end, int y);

/* (transfer full) (element-type PelImageRect): from top to bottom. They do not overlap, each edge
 * touches a changed pixel, and no changed pixel lies outside. The last call: the map is used up. */
GArray *pel_change_map_finish (PelChangeMap *self);
