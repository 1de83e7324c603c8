/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"

/**
 * PelSnapshotBuilder:
 *
 * Makes a snapshot. Elements are added parent before child, siblings in order; programs one after
 * another. Strings are copied. The ids that it gives are its own: the snapshot counts again, in
 * depth-first order.
 */
typedef struct _PelSnapshotBuilder PelSnapshotBuilder;

PelSnapshotBuilder *pel_snapshot_builder_new (void);

/* Begins with all that @snapshot has, its desktop and its number; its ids are the builder's. */
PelSnapshotBuilder *pel_snapshot_builder_new_from (PelSnapshot *snapshot);

/* Of @program all is read but root, which is the first root that is added for it. */
guint pel_snapshot_builder_add_program (PelSnapshotBuilder       *self,
                                        const PelSnapshotProgram *program);

/* The number in its id; 0 unless set. */
void pel_snapshot_builder_set_id (PelSnapshotBuilder *self, guint64 number);

/* The text on the screen was read. */
void pel_snapshot_builder_set_has_text (PelSnapshotBuilder *self);

/* The name of an element (an id that pel_snapshot_builder_add() returned) was read on the screen as
 * well, as sure as @ocr. */
void pel_snapshot_builder_note_text (PelSnapshotBuilder *self, PelElementId id, double ocr);

/* (nullable): the windows that lie over each other at that instant. Keeps a reference. */
void pel_snapshot_builder_set_desktop (PelSnapshotBuilder *self, PelDesktop *desktop);

/* Of @element all is read but id, first_child, next_sibling and patterns (which are derived).
 * PEL_ELEMENT_HAS_BOUNDS stays only where the place is PEL_PLACE_KNOWN, and the place is that only
 * with the flag. A native role that is a password makes it PEL_ELEMENT_IS_SECRET.
 * @element->parent is an id that an earlier call returned, or PEL_ELEMENT_NONE for a root.
 * PEL_ELEMENT_NONE where it would be deeper than PEL_ELEMENT_MAX_DEPTH: its parent is then
 * marked as truncated. */
PelElementId pel_snapshot_builder_add (PelSnapshotBuilder *self, const PelElement *element);

/* @root (an id that pel_snapshot_builder_add() returned) and what is below it is drawn in a window
 * of its own, the one at @window_index in the desktop's stacking order. What is below it and drawn
 * in yet another window is set by another call, in any order. The first call for a root counts;
 * a window that the desktop does not have is passed over. */
void
pel_snapshot_builder_add_surface (PelSnapshotBuilder *self, guint window_index, PelElementId root);

/* (transfer full): ends the builder. */
PelSnapshot *pel_snapshot_builder_finish (PelSnapshotBuilder *self);
void         pel_snapshot_builder_free (PelSnapshotBuilder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelSnapshotBuilder, pel_snapshot_builder_free)
