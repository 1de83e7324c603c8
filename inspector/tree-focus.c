/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/tree-focus.h"

#define MAX_FRAMES 300 /* until a row that does not come is given up */
#define CALM       3   /* frames in a row in which it is where it should be */

/* A row that is to be brought into sight. What was out of sight has a widget only after the next
 * frame; and a list that is laid out for the first time, or is getting longer, may put it out of
 * sight again. */
typedef struct
{
  GtkTreeListRow *row;
  gboolean        wants_focus;
  guint           n_frames, n_calm;
} Showing;

static void
showing_free (gpointer data)
{
  Showing *self = data;

  g_object_unref (self->row);
  g_free (self);
}

GtkTreeListRow *
pel_tree_focus_get_row_of (GtkWidget *child)
{
  GtkWidget *expander = child != NULL ? gtk_widget_get_first_child (child) : NULL;

  return GTK_IS_TREE_EXPANDER (expander)
             ? gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (expander))
             : NULL;
}

GtkTreeListRow *
pel_tree_focus_get_row (GtkListView *list)
{
  return pel_tree_focus_get_row_of (gtk_widget_get_focus_child (GTK_WIDGET (list)));
}

/* (nullable): the widget of @row, if there is one now. */
static GtkWidget *
find_widget (GtkListView *list, GtkTreeListRow *row)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (list)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (pel_tree_focus_get_row_of (child) == row)
      return child;
  return NULL;
}

static gboolean
is_in_sight (GtkListView *list, GtkWidget *widget)
{
  graphene_rect_t bounds;

  return widget != NULL && gtk_widget_get_child_visible (widget) &&
         gtk_widget_compute_bounds (widget, GTK_WIDGET (list), &bounds) && bounds.origin.y >= -1 &&
         bounds.origin.y + bounds.size.height <= gtk_widget_get_height (GTK_WIDGET (list)) + 1;
}

static gboolean
is_there (GtkTreeListRow *row)
{
  g_autoptr (GObject) item = gtk_tree_list_row_get_item (row);

  return item != NULL;
}

static gboolean
frame_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  GtkListView *list = GTK_LIST_VIEW (widget);
  Showing     *self = data;
  GtkWidget   *child;

  if (self->n_frames++ > MAX_FRAMES || !is_there (self->row))
    return G_SOURCE_REMOVE;
  child = find_widget (list, self->row);
  if (child != NULL && self->wants_focus)
    self->wants_focus = !gtk_widget_grab_focus (child);
  if (is_in_sight (list, child))
    return ++self->n_calm < CALM ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
  self->n_calm = 0;
  gtk_widget_activate_action (widget,
                              "list.scroll-to-item",
                              "u",
                              gtk_tree_list_row_get_position (self->row));
  return G_SOURCE_CONTINUE;
}

void
pel_tree_focus_show (GtkListView *list, GtkTreeListRow *row, PelFocusManner manner)
{
  guint      tick_id = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (list), "pel-showing"));
  Showing   *showing = g_new0 (Showing, 1);
  GtkWidget *widget = find_widget (list, row);

  showing->row = g_object_ref (row);
  showing->wants_focus = manner == PEL_FOCUS_TAKEN;
  gtk_widget_activate_action (GTK_WIDGET (list),
                              "list.scroll-to-item",
                              "u",
                              gtk_tree_list_row_get_position (row));
  if (widget != NULL && showing->wants_focus)
    showing->wants_focus = !gtk_widget_grab_focus (widget);
  if (tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (list), tick_id); /* it may have ended already */
  tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (list), frame_cb, showing, showing_free);
  g_object_set_data (G_OBJECT (list), "pel-showing", GUINT_TO_POINTER (tick_id));
}

void
pel_tree_focus_select (GtkListView *list, GtkTreeListRow *row)
{
  gtk_widget_activate_action (GTK_WIDGET (list),
                              "list.select-item",
                              "(ubb)",
                              gtk_tree_list_row_get_position (row),
                              /* modify= */ FALSE,
                              /* extend= */ FALSE);
}

static void
go_to (GtkListView *list, GtkTreeListRow *row)
{
  pel_tree_focus_select (list, row);
  pel_tree_focus_show (list, row, PEL_FOCUS_TAKEN);
}

static void
go_out (GtkListView *list, GtkTreeListRow *row)
{
  g_autoptr (GtkTreeListRow) parent = gtk_tree_list_row_get_parent (row);

  if (gtk_tree_list_row_get_expanded (row))
    gtk_tree_list_row_set_expanded (row, FALSE);
  else if (parent != NULL)
    go_to (list, parent);
}

static void
go_in (GtkListView *list, GtkTreeListRow *row)
{
  g_autoptr (GtkTreeListRow) child = gtk_tree_list_row_get_child_row (row, 0);

  if (!gtk_tree_list_row_get_expanded (row))
    gtk_tree_list_row_set_expanded (row, TRUE);
  else if (child != NULL)
    go_to (list, child);
}

static gboolean
key_pressed_cb (GtkListView *list, guint key, guint code, GdkModifierType modifiers)
{
  gboolean        is_reversed = gtk_widget_get_direction (GTK_WIDGET (list)) == GTK_TEXT_DIR_RTL;
  gboolean        is_left = key == GDK_KEY_Left || key == GDK_KEY_KP_Left;
  gboolean        is_right = key == GDK_KEY_Right || key == GDK_KEY_KP_Right;
  GtkTreeListRow *row = pel_tree_focus_get_row (list);

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
