/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/**
 * PelPickTrail:
 *
 * A person's way through the elements at a point: from what lies there to what it is in and back,
 * and to what lies underneath it in the same window. Only what can be seen is on the way.
 */
typedef struct
{
  PelSnapshot   *snapshot;
  PelNativePoint point;
  PelElementId   id;    /* where the person is */
  GArray        *left;  /* of PelElementId: what was left for its parent, the last one last */
  GArray        *pile;  /* (nullable) of PelElementId: what lies at the point, the topmost first */
  guint          depth; /* in the pile */
} PelPickTrail;

/* Begins at @id, which lies at @point. */
PelPickTrail *pel_pick_trail_new (PelSnapshot *snapshot, PelElementId id, PelNativePoint point);
void          pel_pick_trail_free (PelPickTrail *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPickTrail, pel_pick_trail_free)

/* Each takes one step. FALSE: there is none, and nothing has changed. */
gboolean pel_pick_trail_climb (PelPickTrail *self);   /* to what it is in */
gboolean pel_pick_trail_descend (PelPickTrail *self); /* back, and then to the first child */
gboolean pel_pick_trail_sink (PelPickTrail *self);    /* to what lies underneath */
gboolean pel_pick_trail_rise (PelPickTrail *self);    /* back from there */
