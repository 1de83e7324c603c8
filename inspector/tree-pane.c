/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/tree-pane.h"

#include "inspector/tree-focus.h"
#include "inspector/tree-row.h"
#include "services/base/error.h"

#include <glib/gi18n.h>

/* What is not there by then is not waited for, unless its program is still being read. */
#define AWAIT_US (3 * G_TIME_SPAN_SECOND)

/* An element by identity; a ref of 0 is the program itself. */
typedef struct
{
  char *bus_name; /* (nullable): none */
  guint ref;
} Place;

struct _PelTreePane
{
  GtkBox           parent_instance;
  GtkStack        *stack;
  GtkListView     *list;
  GtkSpinner      *spinner;
  GtkLabel        *title;
  GtkLabel        *hint;
  GtkToggleButton *interactive;
  GtkToggleButton *visible;
  GtkToggleButton *compact;

  PelSnapshotTreeModel *model;         /* (nullable) */
  GtkTreeListModel     *tree;          /* (nullable) */
  GtkSingleSelection   *selection;     /* (nullable) */
  PelTreeRow           *hovered;       /* (nullable) borrowed: it is told when it goes */
  GObject              *selected_item; /* (nullable) */
  Place                 selected;      /* stays while its row is made anew */
  Place                 awaited;       /* to be revealed as soon as it is there */
  gint64                await_time;    /* since then */
};

enum
{
  SELECTED,
  HOVERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelTreePane, pel_tree_pane, GTK_TYPE_BOX)

static void
place_set (Place *place, const char *bus_name, guint ref)
{
  char *copy = g_strdup (bus_name);

  g_free (place->bus_name);
  *place = (Place){ copy, ref };
}

static void
place_set_item (Place *place, GObject *item)
{
  if (PEL_IS_PROGRAM_ITEM (item))
    place_set (place, pel_program_item_get_bus_name (PEL_PROGRAM_ITEM (item)), 0);
  else
    place_set (place,
               pel_element_item_get_program (PEL_ELEMENT_ITEM (item)),
               pel_element_item_get_ref (PEL_ELEMENT_ITEM (item)));
}

/* A spinner that nobody sees would lay out the whole window sixty times a second. */
static void
show_page (PelTreePane *self, const char *name)
{
  gtk_stack_set_visible_child_name (self->stack, name);
  gtk_spinner_set_spinning (self->spinner, g_str_equal (name, "loading"));
}

static void
show_nothing (PelTreePane *self, const char *title, const char *hint)
{
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->hint, hint != NULL ? hint : "");
  show_page (self, "nothing");
}

static void
update_page (PelTreePane *self)
{
  const GError *error = pel_snapshot_tree_model_get_error (self->model);

  if (g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0)
    show_page (self, "tree");
  else if (!pel_snapshot_tree_model_is_loaded (self->model))
    show_page (self, "loading");
  else if (error != NULL)
    show_nothing (self, error->message, pel_error_get_hint (error));
  else
    show_nothing (self,
                  _ ("No program tells about itself"),
                  _ ("Programs appear here as soon as they are on the accessibility bus."));
}

/* Whether it is open now. */
static gboolean
open_row (GtkTreeListRow *row, gboolean may_open)
{
  if (!gtk_tree_list_row_get_expanded (row) && may_open)
    gtk_tree_list_row_set_expanded (row, TRUE);
  return gtk_tree_list_row_get_expanded (row);
}

/* (transfer full) (nullable): NULL where it is not known (yet), or lies in something closed. */
static GtkTreeListRow *
find_row (PelTreePane *self, const Place *place, gboolean may_open)
{
  guint           position = 0;
  PelProgramItem *program =
      pel_snapshot_tree_model_find_program (self->model, place->bus_name, &position);
  g_autoptr (GtkTreeListRow) row =
      program != NULL ? gtk_tree_list_model_get_child_row (self->tree, position) : NULL;
  PelOutline        *outline;
  PelElementId       id;
  g_autoptr (GArray) path = NULL;

  if (row == NULL || place->ref == 0)
    return g_steal_pointer (&row);
  if (!open_row (row, may_open))
    return NULL;
  outline = pel_program_item_get_outline (program);
  id = outline != NULL ? pel_outline_find_ref (outline, place->ref) : PEL_ELEMENT_NONE;
  if (id == PEL_ELEMENT_NONE)
    return NULL;
  path = pel_outline_list_path (outline, id);
  for (guint i = 0; i < path->len && row != NULL; i++)
    {
      g_autoptr (GtkTreeListRow) above = g_steal_pointer (&row);

      if (open_row (above, may_open))
        row = gtk_tree_list_row_get_child_row (above, g_array_index (path, guint, i));
    }
  return g_steal_pointer (&row);
}

/* It is there, and a filter hides it. */
static gboolean
is_filtered (PelTreePane *self, const Place *place)
{
  PelProgramItem *program =
      pel_snapshot_tree_model_find_program (self->model, place->bus_name, NULL);
  PelOutline *outline = program != NULL ? pel_program_item_get_outline (program) : NULL;

  return outline != NULL && pel_outline_find_ref (outline, place->ref) == PEL_ELEMENT_NONE &&
         pel_snapshot_find_ref (pel_outline_get_snapshot (outline), place->ref) !=
             PEL_ELEMENT_NONE &&
         pel_snapshot_tree_model_get_filter (self->model) != 0;
}

static void
clear_filter (PelTreePane *self)
{
  gtk_toggle_button_set_active (self->interactive, FALSE);
  gtk_toggle_button_set_active (self->visible, FALSE);
  gtk_toggle_button_set_active (self->compact, FALSE);
}

/* Whether a later look can still bring it: its program has not been read to its end, or it may be
 * newer than what was read. */
static gboolean
may_come (PelTreePane *self, const Place *place)
{
  PelProgramItem *program =
      pel_snapshot_tree_model_find_program (self->model, place->bus_name, NULL);

  return program == NULL || pel_program_item_get_outline (program) == NULL ||
         pel_program_item_is_truncated (program) ||
         g_get_monotonic_time () < self->await_time + AWAIT_US;
}

/* Taken away while it is tried: a filter that is turned off comes here again. */
static void
reveal_awaited (PelTreePane *self)
{
  Place                      place = self->awaited;
  g_autoptr (GtkTreeListRow) row = NULL;

  if (place.bus_name == NULL)
    return;
  self->awaited = (Place){ NULL };
  if (is_filtered (self, &place))
    clear_filter (self);
  row = find_row (self, &place, TRUE);
  if (row == NULL && may_come (self, &place))
    {
      self->awaited = place;
      return;
    }
  g_free (place.bus_name);
  if (row != NULL)
    pel_tree_focus_move (self->list, gtk_tree_list_row_get_position (row));
}

/* Its row was made anew, or has come back. */
static void
reselect (PelTreePane *self)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  if (self->selected.bus_name == NULL ||
      gtk_single_selection_get_selected (self->selection) != GTK_INVALID_LIST_POSITION)
    return;
  row = find_row (self, &self->selected, FALSE);
  if (row != NULL)
    gtk_single_selection_set_selected (self->selection, gtk_tree_list_row_get_position (row));
}

static void
updated_cb (PelTreePane *self)
{
  update_page (self);
  reveal_awaited (self);
  reselect (self);
}

/* Nobody unselects: where nothing is selected any more, its row has gone or is made anew. */
static void
selection_changed_cb (PelTreePane *self)
{
  GtkTreeListRow     *row = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (GObject) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  g_set_object (&self->selected_item, item);
  if (item != NULL)
    {
      place_set_item (&self->selected, item);
      place_set (&self->awaited, NULL, 0); /* who has gone elsewhere does not wait any more */
    }
  g_signal_emit (self, signals[SELECTED], 0);
}

static void
filter_toggled_cb (PelTreePane *self)
{
  guint filter = 0;

  if (gtk_toggle_button_get_active (self->interactive))
    filter |= PEL_FILTER_INTERACTIVE;
  if (gtk_toggle_button_get_active (self->visible))
    filter |= PEL_FILTER_VISIBLE;
  if (gtk_toggle_button_get_active (self->compact))
    filter |= PEL_FILTER_COMPACT;
  if (self->model == NULL)
    return;
  pel_snapshot_tree_model_set_filter (self->model, filter);
  updated_cb (self);
}

static void
activate_cb (PelTreePane *self, guint position)
{
  g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->tree, position);

  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

static void
set_hovered (PelTreePane *self, PelTreeRow *row)
{
  if (self->hovered == row)
    return;
  self->hovered = row;
  g_signal_emit (self, signals[HOVERED], 0);
}

static void
row_hovered_cb (PelTreePane *self, gboolean is_hovered, PelTreeRow *row)
{
  if (is_hovered)
    set_hovered (self, row);
  else if (self->hovered == row)
    set_hovered (self, NULL);
}

static void
setup_row_cb (PelTreePane *self, GtkListItem *list_item)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *row = pel_tree_row_new ();

  g_signal_connect_object (row, "hovered", G_CALLBACK (row_hovered_cb), self, G_CONNECT_SWAPPED);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), row);
  gtk_list_item_set_child (list_item, expander);
}

static void
bind_row_cb (PelTreePane *self, GtkListItem *list_item)
{
  GtkTreeExpander    *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (list_item));
  GtkTreeListRow     *tree_row = gtk_list_item_get_item (list_item);
  g_autoptr (GObject) item = gtk_tree_list_row_get_item (tree_row);

  gtk_tree_expander_set_list_row (expander, tree_row);
  pel_tree_row_set_item (PEL_TREE_ROW (gtk_tree_expander_get_child (expander)),
                         item,
                         gtk_widget_get_parent (GTK_WIDGET (expander)));
}

static void
unbind_row_cb (PelTreePane *self, GtkListItem *list_item)
{
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (list_item));
  PelTreeRow      *row = PEL_TREE_ROW (gtk_tree_expander_get_child (expander));

  gtk_tree_expander_set_list_row (expander, NULL);
  pel_tree_row_set_item (row, NULL, NULL);
  if (self->hovered == row)
    set_hovered (self, NULL);
}

static void
forget_model (PelTreePane *self)
{
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selected_item);
  g_clear_object (&self->selection);
  g_clear_object (&self->tree);
  g_clear_object (&self->model);
}

static void
pel_tree_pane_dispose (GObject *object)
{
  PelTreePane *self = PEL_TREE_PANE (object);

  self->hovered = NULL;
  forget_model (self);
  place_set (&self->selected, NULL, 0);
  place_set (&self->awaited, NULL, 0);
  G_OBJECT_CLASS (pel_tree_pane_parent_class)->dispose (object);
}

static guint
make_signal (const char *name)
{
  return g_signal_new (name,
                       PEL_TYPE_TREE_PANE,
                       G_SIGNAL_RUN_LAST,
                       0,
                       NULL,
                       NULL,
                       NULL,
                       G_TYPE_NONE,
                       0);
}

static void
pel_tree_pane_class_init (PelTreePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_tree_pane_dispose;
  signals[SELECTED] = make_signal ("selected");
  signals[HOVERED] = make_signal ("hovered");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/tree-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, PelTreePane, stack);
  gtk_widget_class_bind_template_child (widget_class, PelTreePane, list);
  gtk_widget_class_bind_template_child (widget_class, PelTreePane, spinner);
  gtk_widget_class_bind_template_child (widget_class, PelTreePane, title);
  gtk_widget_class_bind_template_child (widget_class, PelTreePane, hint);
  gtk_widget_class_bind_template_child (widget_class, PelTreePane, interactive);
  gtk_widget_class_bind_template_child (widget_class, PelTreePane, visible);
  gtk_widget_class_bind_template_child (widget_class, PelTreePane, compact);
  gtk_widget_class_bind_template_callback (widget_class, filter_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, setup_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, unbind_row_cb);
}

static void
pel_tree_pane_init (PelTreePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  pel_tree_focus_attach (self->list);
}

void
pel_tree_pane_set_model (PelTreePane *self, PelSnapshotTreeModel *model)
{
  g_return_if_fail (PEL_IS_TREE_PANE (self));

  forget_model (self);
  self->model = g_object_ref (model);
  self->tree = gtk_tree_list_model_new (g_object_ref (G_LIST_MODEL (model)),
                                        FALSE,
                                        FALSE,
                                        pel_snapshot_tree_model_list_children,
                                        model,
                                        NULL);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->tree)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  g_signal_connect_swapped (self->selection,
                            "notify::selected-item",
                            G_CALLBACK (selection_changed_cb),
                            self);
  g_signal_connect_swapped (model, "updated", G_CALLBACK (updated_cb), self);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  update_page (self);
}

void
pel_tree_pane_set_error (PelTreePane *self, const GError *error)
{
  g_return_if_fail (PEL_IS_TREE_PANE (self));

  show_nothing (self, error->message, pel_error_get_hint (error));
}

GObject *
pel_tree_pane_get_selected (PelTreePane *self)
{
  g_return_val_if_fail (PEL_IS_TREE_PANE (self), NULL);

  return self->selected_item;
}

GObject *
pel_tree_pane_get_hovered (PelTreePane *self)
{
  g_return_val_if_fail (PEL_IS_TREE_PANE (self), NULL);

  return self->hovered != NULL ? pel_tree_row_get_item (self->hovered) : NULL;
}

void
pel_tree_pane_reveal (PelTreePane *self, const char *bus_name, guint ref)
{
  g_return_if_fail (PEL_IS_TREE_PANE (self));

  if (self->model == NULL)
    return;
  place_set (&self->awaited, bus_name, ref);
  self->await_time = g_get_monotonic_time ();
  reveal_awaited (self);
  if (self->awaited.bus_name != NULL)
    pel_snapshot_tree_model_refresh (self->model);
}
