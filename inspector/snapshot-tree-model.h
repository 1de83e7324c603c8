/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/program-item.h"
#include "services/element/element-source.h"

/**
 * PelSnapshotTreeModel:
 *
 * The programs of the desktop as they are now, for as long as the model is live: a GListModel of
 * PelProgramItem, by name, which makes the lists below them. Only the elements of programs whose
 * lists are shown are looked at; it looks again when the source says that something may have
 * changed, at most once at a time, and rests in between.
 *
 * Signal "updated": it has looked at something, whether there was anything new or not.
 */
#define PEL_TYPE_SNAPSHOT_TREE_MODEL (pel_snapshot_tree_model_get_type ())
G_DECLARE_FINAL_TYPE (
    PelSnapshotTreeModel, pel_snapshot_tree_model, PEL, SNAPSHOT_TREE_MODEL, GObject)

PelSnapshotTreeModel *pel_snapshot_tree_model_new (PelElementSource *source);

/* What is shown of every program. */
void pel_snapshot_tree_model_set_filter (PelSnapshotTreeModel *self, PelFilterFlags filter);
PelFilterFlags pel_snapshot_tree_model_get_filter (PelSnapshotTreeModel *self);

/* While it is not live no one sees it: it looks at nothing, and stays as it is. Then it looks. */
void pel_snapshot_tree_model_set_live (PelSnapshotTreeModel *self, gboolean is_live);

/* Looks again though nothing tells that it should, also at what was stopped. */
void pel_snapshot_tree_model_refresh (PelSnapshotTreeModel *self);

/* Whether the programs have been looked for. */
gboolean pel_snapshot_tree_model_is_loaded (PelSnapshotTreeModel *self);

/* (nullable): why the programs cannot be listed. */
const GError *pel_snapshot_tree_model_get_error (PelSnapshotTreeModel *self);

/* (nullable) (transfer none): @ret_position, which may be NULL, is where in the list it is. */
PelProgramItem *pel_snapshot_tree_model_find_program (PelSnapshotTreeModel *self,
                                                      const char           *bus_name,
                                                      guint                *ret_position);

/* (transfer full) (nullable): what is below @item, a PelProgramItem or a PelElementItem; NULL where
 * nothing can be. As a tree of GTK wants it; @self is its data. */
GListModel *pel_snapshot_tree_model_list_children (gpointer item, gpointer self);
