/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/tree-rows.h"

/* Whether it is open now. */
static gboolean
open_row (GtkTreeListRow *row, PelRowsManner manner)
{
  if (!gtk_tree_list_row_get_expanded (row) && manner == PEL_ROWS_OPENED)
    gtk_tree_list_row_set_expanded (row, TRUE);
  return gtk_tree_list_row_get_expanded (row);
}

GtkTreeListRow *
pel_tree_rows_find (PelSnapshotTreeModel  *model,
                    GtkTreeListModel      *tree,
                    const PelElementPlace *place,
                    PelRowsManner          manner)
{
  guint           position = 0;
  PelProgramItem *program =
      pel_snapshot_tree_model_find_program (model, place->bus_name, &position);
  g_autoptr (GtkTreeListRow) row =
      program != NULL ? gtk_tree_list_model_get_child_row (tree, position) : NULL;
  PelOutline        *outline;
  PelElementId       id;
  g_autoptr (GArray) path = NULL;

  if (row == NULL || place->ref == 0)
    return g_steal_pointer (&row);
  if (!open_row (row, manner))
    return NULL;
  outline = pel_program_item_get_outline (program);
  id = outline != NULL ? pel_outline_find_ref (outline, place->ref) : PEL_ELEMENT_NONE;
  if (id == PEL_ELEMENT_NONE)
    return NULL;
  path = pel_outline_list_path (outline, id);
  for (guint i = 0; i < path->len && row != NULL; i++)
    {
      g_autoptr (GtkTreeListRow) above = g_steal_pointer (&row);

      if (open_row (above, manner))
        row = gtk_tree_list_row_get_child_row (above, g_array_index (path, guint, i));
    }
  return g_steal_pointer (&row);
}

gboolean
pel_tree_rows_is_hidden (PelSnapshotTreeModel *model, const PelElementPlace *place)
{
  PelProgramItem *program = pel_snapshot_tree_model_find_program (model, place->bus_name, NULL);
  PelOutline     *outline = program != NULL ? pel_program_item_get_outline (program) : NULL;

  return outline != NULL && pel_outline_find_ref (outline, place->ref) == PEL_ELEMENT_NONE &&
         pel_snapshot_find_ref (pel_outline_get_snapshot (outline), place->ref) !=
             PEL_ELEMENT_NONE &&
         pel_snapshot_tree_model_get_filter (model) != 0;
}

/* (transfer full) (nullable): the row at @position, if it is below @top. */
static GtkTreeListRow *
get_row_below (GtkTreeListModel *tree, GtkTreeListRow *top, guint position)
{
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (tree, position);

  if (row == NULL || gtk_tree_list_row_get_depth (row) <= gtk_tree_list_row_get_depth (top))
    return NULL;
  return g_steal_pointer (&row);
}

/* Rows come in the order in which they are shown: what is opened brings its own right behind it. */
gboolean
pel_tree_rows_open_below (GtkTreeListModel *tree, GtkTreeListRow *row, guint max)
{
  guint first = gtk_tree_list_row_get_position (row);
  guint n_before = g_list_model_get_n_items (G_LIST_MODEL (tree));

  open_row (row, PEL_ROWS_OPENED);
  for (guint position = first + 1;; position++)
    {
      g_autoptr (GtkTreeListRow) below = get_row_below (tree, row, position);

      if (below == NULL)
        return TRUE;
      if (g_list_model_get_n_items (G_LIST_MODEL (tree)) > n_before + max)
        return FALSE;
      if (gtk_tree_list_row_is_expandable (below))
        open_row (below, PEL_ROWS_OPENED);
    }
}

/* From the last one: what closes takes away only what has been seen to. */
void
pel_tree_rows_close_below (GtkTreeListModel *tree, GtkTreeListRow *row)
{
  guint first = gtk_tree_list_row_get_position (row), position = first + 1;

  for (;; position++)
    {
      g_autoptr (GtkTreeListRow) below = get_row_below (tree, row, position);

      if (below == NULL)
        break;
    }
  for (; position > first; position--)
    {
      g_autoptr (GtkTreeListRow) below = gtk_tree_list_model_get_row (tree, position - 1);

      if (gtk_tree_list_row_get_expanded (below))
        gtk_tree_list_row_set_expanded (below, FALSE);
    }
}
