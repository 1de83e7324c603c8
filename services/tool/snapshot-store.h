/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/**
 * PelSnapshotStore:
 *
 * The snapshots that callers may name again, by id: the last 16 of each caller, none older than ten
 * minutes, 64 MiB in all, the oldest go first. One that several callers were shown is each one's
 * own and counts once. What a caller has seen outlives it, since every call of the command line is
 * a caller of its own. Reference-counted.
 */
typedef struct _PelSnapshotStore PelSnapshotStore;

#define PEL_SNAPSHOT_STORE_PER_OWNER 16
#define PEL_SNAPSHOT_STORE_AGE       (10 * G_TIME_SPAN_MINUTE)
#define PEL_SNAPSHOT_STORE_BYTES     (64 * 1024 * 1024)
#define PEL_SNAPSHOT_STORE_ENTRIES   4096 /* of all callers: an unchanged desktop is shown often */

PelSnapshotStore *pel_snapshot_store_new (void);
PelSnapshotStore *pel_snapshot_store_new_sized (gsize max_bytes);
PelSnapshotStore *pel_snapshot_store_ref (PelSnapshotStore *self);
void              pel_snapshot_store_unref (PelSnapshotStore *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelSnapshotStore, pel_snapshot_store_unref)

/* @now: of the monotonic clock. One that @owner has already becomes its newest. */
void pel_snapshot_store_add (PelSnapshotStore *self,
                             const char       *owner,
                             PelSnapshot      *snapshot,
                             gint64            now);

/* (transfer full) (nullable): not there, or no more. */
PelSnapshot *pel_snapshot_store_find (PelSnapshotStore *self, const char *id, gint64 now);

/* (transfer full) (nullable): the newest one of @owner that has an element with this ref; if it
 * has none, that of another owner. */
PelSnapshot *
pel_snapshot_store_find_ref (PelSnapshotStore *self, const char *owner, guint ref, gint64 now);

/* How many there are, and how large they are together. */
guint pel_snapshot_store_get_n_snapshots (PelSnapshotStore *self);
gsize pel_snapshot_store_get_bytes (PelSnapshotStore *self);
