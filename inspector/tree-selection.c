/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/tree-selection.h"

#include "inspector/tree-focus.h"
#include "inspector/tree-rows.h"

struct _PelTreeSelection
{
  GObject               parent_instance;
  GtkListView          *list; /* (nullable) borrowed */
  PelSnapshotTreeModel *model;
  GtkTreeListModel     *tree;
  GtkSelectionModel    *rows;
  GPtrArray            *items;   /* of PelProgramItem and PelElementItem */
  guint                 n_items; /* with those for which there is no room */
  GObject              *current; /* (nullable) one of them */

  gboolean is_own;       /* what is announced now is our own doing */
  gboolean is_disturbed; /* rows have come or gone since all that can be were selected */
  guint    restore_id;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelTreeSelection, pel_tree_selection, G_TYPE_OBJECT)

static GObject *
get_item_at (PelTreeSelection *self, guint position)
{
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->tree, position);

  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

/* (transfer full): as many of the selected rows as there is room for. */
static GPtrArray *
list_items (PelTreeSelection *self)
{
  g_autoptr (GtkBitset) positions = gtk_selection_model_get_selection (self->rows);
  GPtrArray            *items = g_ptr_array_new_with_free_func (g_object_unref);
  GtkBitsetIter         iter;
  guint                 position;

  if (!gtk_bitset_iter_init_first (&iter, positions, &position))
    return items;
  do
    g_ptr_array_add (items, get_item_at (self, position));
  while (items->len < PEL_TREE_SELECTION_MAX && gtk_bitset_iter_next (&iter, &position));
  return items;
}

/* (nullable) (transfer full): the one where the keyboard is, if it is selected. */
static GObject *
find_focused (PelTreeSelection *self)
{
  GtkTreeListRow *row = pel_tree_focus_get_row (self->list);

  if (row == NULL ||
      !gtk_selection_model_is_selected (self->rows, gtk_tree_list_row_get_position (row)))
    return NULL;
  return gtk_tree_list_row_get_item (row);
}

/* What the person has done last, else the one that was it before, else the first. */
static void
choose_current (PelTreeSelection *self)
{
  g_autoptr (GObject) focused = find_focused (self);
  GObject            *first = self->items->len > 0 ? self->items->pdata[0] : NULL;

  if (focused != NULL)
    g_set_object (&self->current, focused);
  else if (!g_ptr_array_find (self->items, self->current, NULL))
    g_set_object (&self->current, first);
}

static void
take_rows (PelTreeSelection *self)
{
  g_autoptr (GtkBitset) positions = gtk_selection_model_get_selection (self->rows);

  g_ptr_array_unref (self->items);
  self->items = list_items (self);
  self->n_items = (guint) gtk_bitset_get_size (positions);
  self->is_disturbed = FALSE;
}

static void
selection_changed_cb (PelTreeSelection *self)
{
  if (self->is_own)
    return;
  take_rows (self);
  choose_current (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* (transfer full) (nullable) */
static GtkTreeListRow *
find_row (PelTreeSelection *self, GObject *item, PelRowsManner manner)
{
  g_auto (PelElementPlace) place = { NULL };

  pel_element_place_set_item (&place, item);
  return pel_tree_rows_find (self->model, self->tree, &place, manner);
}

/* Rows that have come back, or were made again, are selected as they were. */
static void
restore (PelTreeSelection *self, PelRowsManner manner)
{
  self->is_disturbed = FALSE;
  self->is_own = TRUE;
  for (guint i = 0; i < self->items->len; i++)
    {
      g_autoptr (GtkTreeListRow) row = find_row (self, self->items->pdata[i], manner);

      if (row != NULL)
        gtk_selection_model_select_item (self->rows, gtk_tree_list_row_get_position (row), FALSE);
    }
  self->is_own = FALSE;
}

static gboolean
restore_cb (gpointer data)
{
  PelTreeSelection *self = data;

  self->restore_id = 0;
  if (self->is_disturbed)
    restore (self, PEL_ROWS_AS_THEY_ARE);
  return G_SOURCE_REMOVE;
}

/* Not at once: who changes a list may have more to announce. Rows that only move stay selected. */
static void
rows_changed_cb (PelTreeSelection *self)
{
  g_autoptr (GtkBitset) positions = gtk_selection_model_get_selection (self->rows);

  if (gtk_bitset_get_size (positions) >= self->items->len)
    return;
  self->is_disturbed = TRUE;
  if (self->restore_id == 0)
    self->restore_id = g_idle_add (restore_cb, self);
}

static gboolean
is_there (PelTreeSelection *self, GObject *item)
{
  g_auto (PelElementPlace) place = { NULL };

  pel_element_place_set_item (&place, item);
  return pel_snapshot_tree_model_find_program (self->model, place.bus_name, NULL) != NULL &&
         !(PEL_IS_ELEMENT_ITEM (item) && pel_element_item_is_gone (PEL_ELEMENT_ITEM (item)));
}

static gboolean
drop_gone (PelTreeSelection *self)
{
  guint n_before = self->items->len;

  for (guint i = self->items->len; i > 0; i--)
    if (!is_there (self, self->items->pdata[i - 1]))
      g_ptr_array_remove_index (self->items, i - 1);
  self->n_items -= n_before - self->items->len;
  return self->items->len < n_before;
}

static void
pel_tree_selection_dispose (GObject *object)
{
  PelTreeSelection *self = PEL_TREE_SELECTION (object);

  g_clear_handle_id (&self->restore_id, g_source_remove);
  if (self->rows != NULL)
    g_signal_handlers_disconnect_by_data (self->rows, self);
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  self->list = NULL;
  g_clear_object (&self->rows);
  g_clear_object (&self->tree);
  g_clear_object (&self->model);
  g_clear_object (&self->current);
  g_ptr_array_set_size (self->items, 0);
  G_OBJECT_CLASS (pel_tree_selection_parent_class)->dispose (object);
}

static void
pel_tree_selection_finalize (GObject *object)
{
  g_ptr_array_unref (PEL_TREE_SELECTION (object)->items);
  G_OBJECT_CLASS (pel_tree_selection_parent_class)->finalize (object);
}

static void
pel_tree_selection_class_init (PelTreeSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_tree_selection_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_tree_selection_finalize;
  signals[CHANGED] = g_signal_new ("changed",
                                   PEL_TYPE_TREE_SELECTION,
                                   G_SIGNAL_RUN_LAST,
                                   0,
                                   NULL,
                                   NULL,
                                   NULL,
                                   G_TYPE_NONE,
                                   0);
}

static void
pel_tree_selection_init (PelTreeSelection *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

PelTreeSelection *
pel_tree_selection_new (GtkListView *list, PelSnapshotTreeModel *model, GtkTreeListModel *tree)
{
  PelTreeSelection *self = g_object_new (PEL_TYPE_TREE_SELECTION, NULL);

  self->list = list;
  self->model = g_object_ref (model);
  self->tree = g_object_ref (tree);
  self->rows = GTK_SELECTION_MODEL (gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (tree))));
  g_signal_connect_swapped (self->rows,
                            "selection-changed",
                            G_CALLBACK (selection_changed_cb),
                            self);
  g_signal_connect_swapped (self->rows, "items-changed", G_CALLBACK (rows_changed_cb), self);
  gtk_list_view_set_model (list, self->rows);
  return self;
}

GObject *
pel_tree_selection_get_current (PelTreeSelection *self)
{
  g_return_val_if_fail (PEL_IS_TREE_SELECTION (self), NULL);

  return self->current;
}

GPtrArray *
pel_tree_selection_get_items (PelTreeSelection *self)
{
  g_return_val_if_fail (PEL_IS_TREE_SELECTION (self), NULL);

  return self->items;
}

guint
pel_tree_selection_get_n_items (PelTreeSelection *self)
{
  g_return_val_if_fail (PEL_IS_TREE_SELECTION (self), 0);

  return self->n_items;
}

void
pel_tree_selection_select (PelTreeSelection *self, GPtrArray *rows)
{
  g_autoptr (GtkBitset) positions = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) mask = NULL;

  g_return_if_fail (PEL_IS_TREE_SELECTION (self));
  g_return_if_fail (rows->len > 0);

  mask = gtk_bitset_new_range (0, g_list_model_get_n_items (G_LIST_MODEL (self->tree)));
  for (guint i = 0; i < rows->len; i++)
    gtk_bitset_add (positions, gtk_tree_list_row_get_position (rows->pdata[i]));
  self->is_own = TRUE;
  pel_tree_focus_select (self->list, rows->pdata[0]);
  if (rows->len > 1)
    gtk_selection_model_set_selection (self->rows, positions, mask);
  self->is_own = FALSE;
  take_rows (self);
  g_clear_object (&self->current);
  self->current = gtk_tree_list_row_get_item (rows->pdata[0]);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
pel_tree_selection_refresh (PelTreeSelection *self)
{
  g_return_if_fail (PEL_IS_TREE_SELECTION (self));

  if (drop_gone (self))
    {
      choose_current (self);
      g_signal_emit (self, signals[CHANGED], 0);
    }
  if (self->is_disturbed)
    restore (self, PEL_ROWS_AS_THEY_ARE);
}

void
pel_tree_selection_show (PelTreeSelection *self)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  g_return_if_fail (PEL_IS_TREE_SELECTION (self));

  if (self->current == NULL)
    return;
  restore (self, PEL_ROWS_OPENED);
  row = find_row (self, self->current, PEL_ROWS_OPENED);
  if (row != NULL)
    pel_tree_focus_show (self->list, row, PEL_FOCUS_LEFT);
}
