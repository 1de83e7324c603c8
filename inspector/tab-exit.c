/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/tab-exit.h"

/* (nullable): the row of @list that has the keyboard, or something in it has. */
static GtkWidget *
find_row (GtkWidget *list)
{
  GtkWidget *child = gtk_widget_get_focus_child (list);

  return GTK_IS_LIST_VIEW (child) ? gtk_widget_get_focus_child (child) : child;
}

/* A list that cannot have the keyboard is passed by; it has it until then. */
static gboolean
leave (GtkWidget *list, GtkDirectionType direction)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (list));
  GtkWidget *row = find_row (list);
  gboolean   has_left;

  if (root == NULL || row == NULL)
    return FALSE;
  if (gtk_widget_child_focus (row, direction))
    return TRUE;
  gtk_widget_set_can_focus (list, FALSE);
  has_left = gtk_widget_child_focus (root, direction);
  gtk_widget_set_can_focus (list, TRUE);
  return has_left;
}

static gboolean
key_pressed_cb (GtkWidget *list, guint key, guint code, GdkModifierType modifiers)
{
  gboolean is_tab = key == GDK_KEY_Tab || key == GDK_KEY_KP_Tab || key == GDK_KEY_ISO_Left_Tab;
  GdkModifierType held = modifiers & gtk_accelerator_get_default_mod_mask ();

  if (!is_tab || (held & ~GDK_SHIFT_MASK) != 0)
    return FALSE;
  return leave (list, held == 0 ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD);
}

void
pel_tab_exit_attach (GtkWidget *list)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys,
                           "key-pressed",
                           G_CALLBACK (key_pressed_cb),
                           list,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (list, keys);
}
