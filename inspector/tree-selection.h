/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/element-place.h"
#include "inspector/snapshot-tree-model.h"

#include <gtk/gtk.h>

/* Further rows are selected only in the tree: no signal is emitted for them. */
#define PEL_TREE_SELECTION_MAX 200

/**
 * PelTreeSelection:
 *
 * What is selected in a tree, by identity: an item stays selected for as long as its element is
 * there, though its row be closed away, filtered or made again. One of them is the current one:
 * where the keyboard is, or was.
 *
 * Signal "changed": others are selected, or another one is the current one.
 */
#define PEL_TYPE_TREE_SELECTION (pel_tree_selection_get_type ())
G_DECLARE_FINAL_TYPE (PelTreeSelection, pel_tree_selection, PEL, TREE_SELECTION, GObject)

/* @list is borrowed and outlives it; it shows @tree, which is over @model. */
PelTreeSelection *
pel_tree_selection_new (GtkListView *list, PelSnapshotTreeModel *model, GtkTreeListModel *tree);

/* (nullable) (transfer none): PelProgramItem or PelElementItem. */
GObject *pel_tree_selection_get_current (PelTreeSelection *self);

/* (transfer none): of these, at most PEL_TREE_SELECTION_MAX, in the order of the tree. */
GPtrArray *pel_tree_selection_get_items (PelTreeSelection *self);

/* How many there are. */
guint pel_tree_selection_get_n_items (PelTreeSelection *self);

/* @rows: of GtkTreeListRow, at least one; the first becomes the current one. */
void pel_tree_selection_select (PelTreeSelection *self, GPtrArray *rows);

/* After a look: what is gone is not selected any more; rows that were made again are. */
void pel_tree_selection_refresh (PelTreeSelection *self);

/* Opens what is above those that are selected, as far as the filter leaves them, and brings the
 * current one into sight. */
void pel_tree_selection_show (PelTreeSelection *self);
