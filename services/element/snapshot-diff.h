/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/base/json-room.h"
#include "services/element/element-json.h"

typedef enum
{
  PEL_CHANGE_NAME = 1 << 0,
  PEL_CHANGE_ROLE = 1 << 1,
  PEL_CHANGE_STATES = 1 << 2,
  PEL_CHANGE_BOUNDS = 1 << 3,
  PEL_CHANGE_VISIBLE = 1 << 4,
  PEL_CHANGE_PARENT = 1 << 5,
  PEL_CHANGE_PATTERNS = 1 << 6,
  PEL_CHANGE_VALUE = 1 << 7, /* of one that was read both times */
} PelElementChanges;

typedef struct
{
  PelElementId      before, after;
  PelElementChanges changes;
} PelChangedElement;

/**
 * PelSnapshotDiff:
 *
 * What became of the elements between two snapshots. An element is the same if its identity is;
 * where a program gives one identity twice, the first one counts. All in depth-first order.
 */
typedef struct
{
  PelSnapshot *before, *after;
  GArray      *added;   /* of PelElementId, in @after */
  GArray      *removed; /* of PelElementId, in @before */
  GArray      *changed; /* of PelChangedElement */
} PelSnapshotDiff;

PelSnapshotDiff *pel_snapshot_diff_new (PelSnapshot *before, PelSnapshot *after);
void             pel_snapshot_diff_free (PelSnapshotDiff *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelSnapshotDiff, pel_snapshot_diff_free)

/* Leaves only what is marked: one byte an element, by id, of each snapshot. Of what changed, one of
 * the two suffices. */
void pel_snapshot_diff_keep (PelSnapshotDiff *self, const guint8 *before, const guint8 *after);

gboolean pel_snapshot_diff_is_empty (const PelSnapshotDiff *self);

/* (transfer full): a line for each, “+ ”, “- ” or “~ ” before it; at most @max_bytes (0: no
 * limit). */
char *pel_snapshot_diff_to_text (const PelSnapshotDiff *self,
                                 const PelElementForm  *form,
                                 gsize                  max_bytes);

/* (transfer full): {added, removed, changed}, in this order as many as @room (nullable) has room
 * for. */
JsonObject *pel_snapshot_diff_to_json (const PelSnapshotDiff *self,
                                       const PelElementForm  *form,
                                       PelJsonRoom           *room);
