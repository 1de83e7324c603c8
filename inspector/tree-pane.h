/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/snapshot-tree-model.h"

#include <gtk/gtk.h>

/**
 * PelTreePane:
 *
 * The tree of programs, windows and elements, with the filters above it; where there is no tree,
 * the reason. What is selected stays so while it is there, whatever happens around it.
 *
 * Signals "selected" and "hovered": another row is, or none.
 */
#define PEL_TYPE_TREE_PANE (pel_tree_pane_get_type ())
G_DECLARE_FINAL_TYPE (PelTreePane, pel_tree_pane, PEL, TREE_PANE, GtkBox)

void pel_tree_pane_set_model (PelTreePane *self, PelSnapshotTreeModel *model);

/* Instead of a tree: why there can be none. */
void pel_tree_pane_set_error (PelTreePane *self, const GError *error);

/* (nullable) (transfer none): PelProgramItem or PelElementItem. */
GObject *pel_tree_pane_get_selected (PelTreePane *self);
GObject *pel_tree_pane_get_hovered (PelTreePane *self);

/* Opens what is above the element, selects it and brings it into sight, as soon as it is known; a
 * @ref of 0 means the program itself. A filter that hides it is turned off. */
void pel_tree_pane_reveal (PelTreePane *self, const char *bus_name, guint ref);
