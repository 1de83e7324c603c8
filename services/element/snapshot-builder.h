/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/**
 * PelSnapshotBuilder:
 *
 * Makes a snapshot. Elements are added parent before child, siblings in order; programs one after
 * another. Strings are copied. The ids that it gives are its own: the snapshot counts anew, in
 * depth-first order.
 */
typedef struct _PelSnapshotBuilder PelSnapshotBuilder;

PelSnapshotBuilder *pel_snapshot_builder_new (void);

/* Of @program all is read but root, which is the first root that is added for it. */
guint pel_snapshot_builder_add_program (PelSnapshotBuilder       *self,
                                        const PelSnapshotProgram *program);

/* Of @element all is read but id, first_child, next_sibling and patterns (which are derived).
 * @element->parent is an id that an earlier call returned, or PEL_ELEMENT_NONE for a root.
 * PEL_ELEMENT_NONE where it would be deeper than PEL_ELEMENT_MAX_DEPTH: its parent is then
 * marked as truncated. */
PelElementId pel_snapshot_builder_add (PelSnapshotBuilder *self, const PelElement *element);

/* (transfer full): ends the builder. */
PelSnapshot *pel_snapshot_builder_finish (PelSnapshotBuilder *self);
void         pel_snapshot_builder_free (PelSnapshotBuilder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelSnapshotBuilder, pel_snapshot_builder_free)
