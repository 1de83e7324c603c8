/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/tree-menu.h"

#include "inspector/copy-form.h"
#include "inspector/program-item.h"
#include "inspector/tree-focus.h"
#include "inspector/tree-rows.h"

#include <glib/gi18n.h>

/* More rows than this are not opened at once. */
#define MAX_OPENED 2000

struct _PelTreeMenu
{
  GtkWidget          *parent;
  GtkListView        *list;
  GtkWidget          *popover;
  GtkTreeListRow     *row; /* (nullable) that it was opened for */
  GtkEventController *click, *keys;
};

static GtkSelectionModel *
get_selection (PelTreeMenu *self)
{
  return gtk_list_view_get_model (self->list);
}

static GtkTreeListModel *
get_tree (PelTreeMenu *self)
{
  return GTK_TREE_LIST_MODEL (
      gtk_multi_selection_get_model (GTK_MULTI_SELECTION (get_selection (self))));
}

static void
copy_name_activate (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PelTreeMenu        *self = data;
  g_autoptr (GObject) item = self->row != NULL ? gtk_tree_list_row_get_item (self->row) : NULL;

  if (item == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (self->parent),
                          PEL_IS_PROGRAM_ITEM (item)
                              ? pel_program_item_get_name (PEL_PROGRAM_ITEM (item))
                              : pel_element_item_get_name (PEL_ELEMENT_ITEM (item)));
}

static void
open_all_activate (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PelTreeMenu *self = data;

  if (self->row != NULL)
    pel_tree_rows_open_below (get_tree (self), self->row, MAX_OPENED);
}

static void
close_all_activate (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PelTreeMenu *self = data;

  if (self->row != NULL)
    pel_tree_rows_close_below (get_tree (self), self->row);
}

static const GActionEntry entries[] = {
  { .name = "copy-name", .activate = copy_name_activate },
  { .name = "open-all", .activate = open_all_activate },
  { .name = "close-all", .activate = close_all_activate },
};

static GMenuModel *
create_model (void)
{
  g_autoptr (GMenu)      rows = g_menu_new ();
  g_autoptr (GMenu)      menu = g_menu_new ();
  g_autoptr (GMenuModel) forms = pel_copy_form_new_menu ();

  g_menu_append (rows, _ ("Copy _Name"), "row.copy-name");
  g_menu_append (rows, _ ("_Expand All"), "row.open-all");
  g_menu_append (rows, _ ("Co_llapse All"), "row.close-all");
  g_menu_append_section (menu, _ ("Copy As"), forms);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rows));
  return G_MENU_MODEL (g_steal_pointer (&menu));
}

/* (nullable): the child of the list that holds @widget. */
static GtkWidget *
find_child (PelTreeMenu *self, GtkWidget *widget)
{
  while (widget != NULL && gtk_widget_get_parent (widget) != GTK_WIDGET (self->list))
    widget = gtk_widget_get_parent (widget);
  return widget;
}

/* @x and @y: in the list. */
static void
open_menu (PelTreeMenu *self, GtkTreeListRow *row, double x, double y)
{
  double at_x = x, at_y = y;

  g_set_object (&self->row, row);
  if (!gtk_selection_model_is_selected (get_selection (self), gtk_tree_list_row_get_position (row)))
    pel_tree_focus_select (self->list, row);
  gtk_widget_translate_coordinates (GTK_WIDGET (self->list), self->parent, x, y, &at_x, &at_y);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover),
                               &(GdkRectangle){ (int) at_x, (int) at_y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
pressed_cb (PelTreeMenu *self, int n_press, double x, double y, GtkGesture *gesture)
{
  GtkWidget *child =
      find_child (self, gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT));
  GtkTreeListRow *row = pel_tree_focus_get_row_of (child);

  if (row == NULL)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (child);
  open_menu (self, row, x, y);
}

static gboolean
key_pressed_cb (PelTreeMenu *self, guint key, guint code, GdkModifierType modifiers)
{
  GtkWidget      *child = gtk_widget_get_focus_child (GTK_WIDGET (self->list));
  GtkTreeListRow *row = pel_tree_focus_get_row_of (child);
  gboolean        is_wanted =
      key == GDK_KEY_Menu || (key == GDK_KEY_F10 && (modifiers & GDK_SHIFT_MASK) != 0);
  graphene_rect_t bounds;

  if (!is_wanted || row == NULL ||
      !gtk_widget_compute_bounds (child, GTK_WIDGET (self->list), &bounds))
    return FALSE;
  open_menu (self, row, bounds.origin.x + 24, bounds.origin.y + bounds.size.height);
  return TRUE;
}

static void
add_controllers (PelTreeMenu *self)
{
  self->click = GTK_EVENT_CONTROLLER (gtk_gesture_click_new ());
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (self->click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (self->click, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (self->click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), self->click);
  self->keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (self->keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (self->keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), self->keys);
}

PelTreeMenu *
pel_tree_menu_new (GtkWidget *parent, GtkListView *list)
{
  PelTreeMenu                   *self = g_new0 (PelTreeMenu, 1);
  g_autoptr (GMenuModel)         model = create_model ();
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  self->parent = parent;
  self->list = list;
  self->popover = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_parent (self->popover, parent);
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (parent, "row", G_ACTION_GROUP (group));
  add_controllers (self);
  return self;
}

void
pel_tree_menu_free (PelTreeMenu *self)
{
  if (self == NULL)
    return;
  gtk_widget_insert_action_group (self->parent, "row", NULL);
  gtk_widget_remove_controller (GTK_WIDGET (self->list), self->click);
  gtk_widget_remove_controller (GTK_WIDGET (self->list), self->keys);
  gtk_widget_unparent (self->popover);
  g_clear_object (&self->row);
  g_free (self);
}
