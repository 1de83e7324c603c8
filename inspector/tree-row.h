/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

/**
 * PelTreeRow:
 *
 * A row of the tree: an icon, what it is, its name, and what is unusual about it. It follows its
 * item, and flashes when that has changed.
 *
 * Signal "hovered": the pointer has come (TRUE) or gone.
 */
#define PEL_TYPE_TREE_ROW (pel_tree_row_get_type ())
G_DECLARE_FINAL_TYPE (PelTreeRow, pel_tree_row, PEL, TREE_ROW, GtkBox)

GtkWidget *pel_tree_row_new (void);

/* @item: (nullable) a PelProgramItem or a PelElementItem. @owner: (nullable) the widget that a
 * screen reader takes for the row. */
void pel_tree_row_set_item (PelTreeRow *self, GObject *item, GtkWidget *owner);

/* (nullable) (transfer none) */
GObject *pel_tree_row_get_item (PelTreeRow *self);
