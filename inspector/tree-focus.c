/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/tree-focus.h"

/* (nullable): the widget of the row at @position, if there is one now. */
static GtkWidget *
find_widget (GtkListView *list, guint position)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (list)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget      *expander = gtk_widget_get_first_child (child);
      GtkTreeListRow *row = GTK_IS_TREE_EXPANDER (expander)
                                ? gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (expander))
                                : NULL;

      if (row != NULL && gtk_tree_list_row_get_position (row) == position)
        return child;
    }
  return NULL;
}

static gboolean
grab (GtkListView *list, guint position)
{
  GtkWidget *widget = find_widget (list, position);

  return widget != NULL && gtk_widget_grab_focus (widget);
}

static GtkSingleSelection *
get_selection (GtkListView *list)
{
  return GTK_SINGLE_SELECTION (gtk_list_view_get_model (list));
}

/* What was out of sight has a widget only after the next frame. */
static gboolean
frame_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer unused)
{
  grab (GTK_LIST_VIEW (widget),
        gtk_single_selection_get_selected (get_selection (GTK_LIST_VIEW (widget))));
  return G_SOURCE_REMOVE;
}

void
pel_tree_focus_move (GtkListView *list, guint position)
{
  gtk_single_selection_set_selected (get_selection (list), position);
  gtk_widget_activate_action (GTK_WIDGET (list), "list.scroll-to-item", "u", position);
  if (!grab (list, position))
    gtk_widget_add_tick_callback (GTK_WIDGET (list), frame_cb, NULL, NULL);
}

static void
go_out (GtkListView *list, GtkTreeListRow *row)
{
  g_autoptr (GtkTreeListRow) parent = gtk_tree_list_row_get_parent (row);

  if (gtk_tree_list_row_get_expanded (row))
    gtk_tree_list_row_set_expanded (row, FALSE);
  else if (parent != NULL)
    pel_tree_focus_move (list, gtk_tree_list_row_get_position (parent));
}

static void
go_in (GtkListView *list, GtkTreeListRow *row)
{
  g_autoptr (GtkTreeListRow) child = gtk_tree_list_row_get_child_row (row, 0);

  if (!gtk_tree_list_row_get_expanded (row))
    gtk_tree_list_row_set_expanded (row, TRUE);
  else if (child != NULL)
    pel_tree_focus_move (list, gtk_tree_list_row_get_position (child));
}

static gboolean
key_pressed_cb (GtkListView *list, guint key, guint code, GdkModifierType modifiers)
{
  gboolean        is_reversed = gtk_widget_get_direction (GTK_WIDGET (list)) == GTK_TEXT_DIR_RTL;
  gboolean        is_left = key == GDK_KEY_Left || key == GDK_KEY_KP_Left;
  gboolean        is_right = key == GDK_KEY_Right || key == GDK_KEY_KP_Right;
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (get_selection (list));

  if ((!is_left && !is_right) || row == NULL ||
      (modifiers & gtk_accelerator_get_default_mod_mask ()) != 0)
    return FALSE;
  if (is_left != is_reversed)
    go_out (list, row);
  else
    go_in (list, row);
  return TRUE;
}

void
pel_tree_focus_attach (GtkListView *list)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys,
                           "key-pressed",
                           G_CALLBACK (key_pressed_cb),
                           list,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (list), keys);
}
