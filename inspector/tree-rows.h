/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "inspector/element-place.h"
#include "inspector/snapshot-tree-model.h"

#include <gtk/gtk.h>

/* Rows of a tree by what they show. @tree is over @model. */

typedef enum
{
  PEL_ROWS_AS_THEY_ARE,
  PEL_ROWS_OPENED, /* what is above it is opened */
} PelRowsManner;

/* (transfer full) (nullable): NULL where it is not known (yet), or lies in something closed. */
GtkTreeListRow *pel_tree_rows_find (PelSnapshotTreeModel  *model,
                                    GtkTreeListModel      *tree,
                                    const PelElementPlace *place,
                                    PelRowsManner          manner);

/* Whether it is there, and the filter hides it. */
gboolean pel_tree_rows_is_hidden (PelSnapshotTreeModel *model, const PelElementPlace *place);

/* Opens all that is below @row, and itself, until @max more rows are shown. FALSE: not all of it.
 */
gboolean pel_tree_rows_open_below (GtkTreeListModel *tree, GtkTreeListRow *row, guint max);

/* Closes all that is below @row, and itself: when it is opened again, only its children show. */
void pel_tree_rows_close_below (GtkTreeListModel *tree, GtkTreeListRow *row);
