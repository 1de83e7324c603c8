/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/element-place.h"
#include "inspector/snapshot-tree-model.h"
#include "inspector/tree-focus.h"
#include "services/selector/facts.h"

#include <gtk/gtk.h>

/**
 * PelTreePane:
 *
 * The tree of programs, windows and elements, with the filters above it; where there is no tree,
 * the reason. What is selected stays so while it is there, whatever happens around it; several
 * things can be.
 *
 * Signals "selected" and "hovered": other rows are, or none.
 */
#define PEL_TYPE_TREE_PANE (pel_tree_pane_get_type ())
G_DECLARE_FINAL_TYPE (PelTreePane, pel_tree_pane, PEL, TREE_PANE, GtkBox)

/* @source and @facts are what selectors are written with. Once only. */
void pel_tree_pane_set_model (PelTreePane          *self,
                              PelSnapshotTreeModel *model,
                              PelElementSource     *source,
                              PelFacts             *facts);

/* The filters are as they were, and are kept. */
void pel_tree_pane_bind_settings (PelTreePane *self, GSettings *settings);

/* Instead of a tree: why there can be none. */
void pel_tree_pane_set_error (PelTreePane *self, const GError *error);

/* (nullable) (transfer none): PelProgramItem or PelElementItem; the one that was selected last. */
GObject *pel_tree_pane_get_selected (PelTreePane *self);
GObject *pel_tree_pane_get_hovered (PelTreePane *self);

/* (transfer full): all that are selected, in the order of the tree; only so many that it is of
 * use. */
GPtrArray *pel_tree_pane_list_selected (PelTreePane *self);

/* Opens what is above @places (of PelElementPlace), selects them and brings the first into sight,
 * as soon as they are known. A filter that hides one is turned off. */
void pel_tree_pane_reveal (PelTreePane *self, const GArray *places, PelFocusManner manner);
