/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/* A rectangle as a direction sees it: from @low to @high it lies along the direction, from @first
 * to @last across it. */
typedef struct
{
  int low, high;
  int first, last;
} PelDirectedRect;

typedef struct
{
  PelElementId    id, last_descendant;
  PelDirectedRect rect;
  double          reach; /* of an anchor for “near”: physical pixels */
} PelAnchor;

typedef enum
{
  PEL_ANCHOR_BEFORE, /* what begins behind the end of an anchor, and lies beside it */
  PEL_ANCHOR_NEAR,   /* what is within the reach of an anchor, in any direction */
} PelAnchorRelation;

/* How well an element stands to the nearest anchor. */
typedef struct
{
  double distance;
  int    overlap; /* of their spans across the direction */
} PelNearness;

/**
 * PelAnchorIndex:
 *
 * Finds the anchor that is nearest to an element, among many. Eight anchors at a time are summed up
 * in what lies around them, eight of those in another, and so on: whole branches that are too
 * far away, or not on that side, are never looked at.
 */
typedef struct _PelAnchorIndex PelAnchorIndex;

/* Takes @anchors (of PelAnchor, not empty). */
PelAnchorIndex *pel_anchor_index_new_take (PelAnchorRelation relation, GArray *anchors);
void            pel_anchor_index_free (PelAnchorIndex *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelAnchorIndex, pel_anchor_index_free)

/* FALSE where @element is in that relation to none; an anchor that it is in, that is in it or that
 * it is itself does not count. */
gboolean pel_anchor_index_find (const PelAnchorIndex *self,
                                const PelAnchor      *element,
                                PelNearness          *ret_nearness);
