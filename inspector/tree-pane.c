/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/tree-pane.h"

#include "inspector/selector-lines.h"
#include "inspector/tab-exit.h"
#include "inspector/tree-focus.h"
#include "inspector/tree-menu.h"
#include "inspector/tree-row.h"
#include "inspector/tree-rows.h"
#include "inspector/tree-selection.h"
#include "inspector/wrap-box.h"
#include "services/base/error.h"

#include <glib/gi18n.h>

/* What is not there by then is not waited for, unless its program is still being read. */
#define AWAIT_US (3 * G_TIME_SPAN_SECOND)

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
  GtkWidget       *several;
  GtkLabel        *several_text;

  PelSnapshotTreeModel *model;     /* (nullable) */
  GtkTreeListModel     *tree;      /* (nullable) */
  PelTreeSelection     *selection; /* (nullable) */
  PelTreeMenu          *menu;      /* (nullable) */
  PelTreeRow           *hovered;   /* (nullable) borrowed: it is told when it goes */

  GArray        *awaited; /* of PelElementPlace: to be revealed as soon as they are there */
  gint64         await_time;
  PelFocusManner await_manner;

  PelElementSource *source; /* (nullable): selectors cannot be written */
  PelFacts         *facts;
  GCancellable     *copying; /* (nullable): none are being written now */
};

enum
{
  SELECTED,
  HOVERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelTreePane, pel_tree_pane, GTK_TYPE_BOX)

/* A spinner that no one sees would lay out the whole window sixty times a second. */
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
                  _ ("No Accessible Programs"),
                  _ ("Programs appear here when they connect to the accessibility bus."));
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
may_come (PelTreePane *self, const PelElementPlace *place)
{
  PelProgramItem *program =
      pel_snapshot_tree_model_find_program (self->model, place->bus_name, NULL);

  return program == NULL || pel_program_item_get_outline (program) == NULL ||
         pel_program_item_is_truncated (program) ||
         g_get_monotonic_time () < self->await_time + AWAIT_US;
}

/* (transfer full): of GtkTreeListRow, those that are there. @ret_is_waiting: others may come. */
static GPtrArray *
open_awaited (PelTreePane *self, const GArray *places, gboolean *ret_is_waiting)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  *ret_is_waiting = FALSE;
  for (guint i = 0; i < places->len; i++)
    {
      const PelElementPlace *place = &g_array_index (places, PelElementPlace, i);
      GtkTreeListRow *row = pel_tree_rows_find (self->model, self->tree, place, PEL_ROWS_OPENED);

      if (row != NULL)
        g_ptr_array_add (rows, row);
      else
        *ret_is_waiting |= may_come (self, place);
    }
  return rows;
}

/* Taken away while they are tried: a filter that is turned off comes here again. */
static void
reveal_awaited (PelTreePane *self)
{
  g_autoptr (GArray)    places = g_steal_pointer (&self->awaited);
  g_autoptr (GPtrArray) rows = NULL;
  gboolean              is_waiting;

  if (places == NULL)
    return;
  for (guint i = 0; i < places->len; i++)
    if (pel_tree_rows_is_hidden (self->model, &g_array_index (places, PelElementPlace, i)))
      clear_filter (self);
  rows = open_awaited (self, places, &is_waiting);
  if (is_waiting)
    {
      self->awaited = g_steal_pointer (&places);
      return;
    }
  if (rows->len == 0)
    return;
  pel_tree_selection_select (self->selection, rows);
  pel_tree_focus_show (self->list, rows->pdata[0], self->await_manner);
}

static void
updated_cb (PelTreePane *self)
{
  update_page (self);
  reveal_awaited (self);
  pel_tree_selection_refresh (self->selection);
}

static void
show_several (PelTreePane *self)
{
  guint            n = pel_tree_selection_get_n_items (self->selection);
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->several, n > 1);
  if (n < 2)
    return;
  text = g_strdup_printf (ngettext ("%u selected", "%u selected", n), n);
  gtk_label_set_text (self->several_text, text);
}

static void
selection_changed_cb (PelTreePane *self)
{
  /* who has gone elsewhere does not wait any more */
  g_clear_pointer (&self->awaited, g_array_unref);
  show_several (self);
  g_signal_emit (self, signals[SELECTED], 0);
}

static void
copied_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (PelTreePane) self = data;
  g_autoptr (GError)      error = NULL;
  guint                   n = 0;
  g_autofree char        *lines = pel_selector_lines_write_finish (result, &n, &error);
  g_autofree char        *text = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->copying);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tree.copy-selectors", TRUE);
  if (lines == NULL)
    {
      gtk_label_set_text (self->several_text, error->message);
      return;
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), lines);
  text = g_strdup_printf (ngettext ("Copied %u selector", "Copied %u selectors", n), n);
  gtk_label_set_text (self->several_text, text);
}

static void
copy_selectors_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelTreePane       *self = PEL_TREE_PANE (widget);
  GPtrArray         *items = pel_tree_selection_get_items (self->selection);
  g_autoptr (GArray) places = pel_element_places_new ();

  for (guint i = 0; i < items->len; i++)
    {
      PelElementPlace place = { NULL };

      pel_element_place_set_item (&place, items->pdata[i]);
      g_array_append_val (places, place);
    }
  gtk_widget_action_set_enabled (widget, "tree.copy-selectors", FALSE);
  self->copying = g_cancellable_new ();
  pel_selector_lines_write_async (self->source,
                                  self->facts,
                                  places,
                                  self->copying,
                                  copied_cb,
                                  g_object_ref (self));
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
  pel_tree_selection_show (self->selection);
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
pel_tree_pane_dispose (GObject *object)
{
  PelTreePane *self = PEL_TREE_PANE (object);

  self->hovered = NULL;
  g_clear_pointer (&self->menu, pel_tree_menu_free);
  if (self->copying != NULL)
    g_cancellable_cancel (self->copying);
  g_clear_object (&self->copying);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  if (self->selection != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->selection, self);
      g_object_run_dispose (G_OBJECT (self->selection));
    }
  g_clear_object (&self->selection);
  g_clear_object (&self->tree);
  g_clear_object (&self->model);
  g_clear_object (&self->source);
  g_clear_pointer (&self->facts, pel_facts_unref);
  g_clear_pointer (&self->awaited, g_array_unref);
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
  g_type_ensure (PEL_TYPE_WRAP_BOX);
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
  gtk_widget_class_bind_template_child (widget_class, PelTreePane, several);
  gtk_widget_class_bind_template_child (widget_class, PelTreePane, several_text);
  gtk_widget_class_install_action (widget_class,
                                   "tree.copy-selectors",
                                   NULL,
                                   copy_selectors_action);
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
  pel_tab_exit_attach (GTK_WIDGET (self->list));
}

void
pel_tree_pane_set_model (PelTreePane          *self,
                         PelSnapshotTreeModel *model,
                         PelElementSource     *source,
                         PelFacts             *facts)
{
  g_return_if_fail (PEL_IS_TREE_PANE (self));
  g_return_if_fail (self->model == NULL);

  self->model = g_object_ref (model);
  self->source = g_object_ref (source);
  self->facts = pel_facts_ref (facts);
  self->tree = gtk_tree_list_model_new (g_object_ref (G_LIST_MODEL (model)),
                                        FALSE,
                                        FALSE,
                                        pel_snapshot_tree_model_list_children,
                                        model,
                                        NULL);
  self->selection = pel_tree_selection_new (self->list, model, self->tree);
  self->menu = pel_tree_menu_new (GTK_WIDGET (self), self->list);
  g_signal_connect_swapped (self->selection, "changed", G_CALLBACK (selection_changed_cb), self);
  g_signal_connect_swapped (model, "updated", G_CALLBACK (updated_cb), self);
  filter_toggled_cb (self);
}

void
pel_tree_pane_bind_settings (PelTreePane *self, GSettings *settings)
{
  const struct
  {
    const char      *key;
    GtkToggleButton *chip;
  } chips[] = {
    { "inspector-interactive", self->interactive },
    { "inspector-visible", self->visible },
    { "inspector-compact", self->compact },
  };

  g_return_if_fail (PEL_IS_TREE_PANE (self));

  for (gsize i = 0; i < G_N_ELEMENTS (chips); i++)
    g_settings_bind (settings, chips[i].key, chips[i].chip, "active", G_SETTINGS_BIND_DEFAULT);
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

  return self->selection != NULL ? pel_tree_selection_get_current (self->selection) : NULL;
}

GPtrArray *
pel_tree_pane_list_selected (PelTreePane *self)
{
  g_return_val_if_fail (PEL_IS_TREE_PANE (self), NULL);

  return self->selection != NULL ? g_ptr_array_ref (pel_tree_selection_get_items (self->selection))
                                 : g_ptr_array_new ();
}

GObject *
pel_tree_pane_get_hovered (PelTreePane *self)
{
  g_return_val_if_fail (PEL_IS_TREE_PANE (self), NULL);

  return self->hovered != NULL ? pel_tree_row_get_item (self->hovered) : NULL;
}

void
pel_tree_pane_reveal (PelTreePane *self, const GArray *places, PelFocusManner manner)
{
  g_return_if_fail (PEL_IS_TREE_PANE (self));

  if (self->model == NULL)
    return;
  g_clear_pointer (&self->awaited, g_array_unref);
  self->awaited = pel_element_places_new ();
  for (guint i = 0; i < places->len; i++)
    {
      const PelElementPlace *place = &g_array_index (places, PelElementPlace, i);

      pel_element_places_add (self->awaited, place->bus_name, place->ref);
    }
  self->await_manner = manner;
  self->await_time = g_get_monotonic_time ();
  reveal_awaited (self);
  if (self->awaited != NULL)
    pel_snapshot_tree_model_refresh (self->model);
}
