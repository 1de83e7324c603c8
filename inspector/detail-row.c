/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/detail-row.h"

#include "inspector/copy-form.h"
#include "services/base/text.h"

#include <glib/gi18n.h>

/* What is longer is cut here; its copy is whole. */
#define SHOWN_CHARS 1000

struct _PelDetailRow
{
  GtkListBoxRow parent_instance;
  GtkWidget    *box;
  GtkLabel     *label;
  GtkLabel     *value;
  GtkWidget    *link;
  GtkWidget    *copy;

  PelDetail *detail; /* (nullable) once it is disposed of */
  GtkWidget *menu;   /* (nullable) until it is wanted */
  guint      n_flashes;
};

G_DEFINE_FINAL_TYPE (PelDetailRow, pel_detail_row, GTK_TYPE_LIST_BOX_ROW)

/* Two of the same kind: an animation begins again only where it is another one. */
static const char *const flashes[] = { "flash-odd", "flash-even" };

/* (transfer full): line breaks stay, what could hide or reorder text does not. */
static char *
dup_shown (const char *value)
{
  g_autofree char *cut = g_utf8_strlen (value, -1) > SHOWN_CHARS
                             ? g_utf8_substring (value, 0, SHOWN_CHARS)
                             : g_strdup (value);
  g_auto (GStrv)   lines = g_strsplit (cut, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *isolated = lines[i][0] != '\0' ? pel_text_isolate (lines[i]) : g_strdup ("");

      g_free (lines[i]);
      lines[i] = isolated;
    }
  return g_strjoinv ("\n", lines);
}

static void
show (PelDetailRow *self)
{
  g_autofree char *label = pel_text_escape (pel_detail_get_label (self->detail));
  g_autofree char *shown = dup_shown (pel_detail_get_value (self->detail));
  /* Translators: copies what stands under this heading */
  g_autofree char *copy = g_strdup_printf (_ ("Copy “%s”"), label);

  gtk_label_set_text (self->label, label);
  gtk_label_set_text (self->value, shown);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), pel_detail_get_hint (self->detail));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  shown,
                                  -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->copy),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  copy,
                                  -1);
}

static void
changed_cb (PelDetailRow *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (flashes); i++)
    gtk_widget_remove_css_class (self->box, flashes[i]);
  gtk_widget_add_css_class (self->box, flashes[self->n_flashes++ % 2]);
  show (self);
}

/* Who has the pane says that it was copied. */
static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelDetail *detail = PEL_DETAIL_ROW (widget)->detail;

  gtk_widget_activate_action (widget,
                              "details.copy",
                              "(ss)",
                              pel_detail_get_label (detail),
                              pel_detail_get_value (detail));
}

/* What is selected in the value is copied by itself; where nothing is, the whole value is meant. */
static gboolean
copy_pressed_cb (GtkWidget *widget, GVariant *unused, gpointer unused_data)
{
  if (gtk_label_get_selection_bounds (PEL_DETAIL_ROW (widget)->value, NULL, NULL))
    return FALSE;
  gtk_widget_activate_action (widget, "row.copy", NULL);
  return TRUE;
}

static GtkWidget *
create_menu (PelDetailRow *self)
{
  g_autoptr (GMenu)      menu = g_menu_new ();
  g_autoptr (GMenuModel) forms = pel_copy_form_new_menu ();
  GtkWidget             *popover;

  g_menu_append (menu, _ ("_Copy"), "row.copy");
  /* Translators: opens a list of forms that an element can be copied in */
  g_menu_append_submenu (menu, _ ("Copy Element _As"), forms);
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_widget_set_parent (popover, GTK_WIDGET (self));
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  return popover;
}

static void
open_menu (PelDetailRow *self, double x, double y)
{
  if (self->menu == NULL)
    self->menu = create_menu (self);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ x, y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  open_menu (PEL_DETAIL_ROW (widget), 12, gtk_widget_get_height (widget));
}

/* Before the value, which has a menu of its own. */
static void
secondary_pressed_cb (PelDetailRow *self, int n_press, double x, double y, GtkGesture *gesture)
{
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, x, y);
}

static void
pel_detail_row_dispose (GObject *object)
{
  PelDetailRow *self = PEL_DETAIL_ROW (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->detail);
  G_OBJECT_CLASS (pel_detail_row_parent_class)->dispose (object);
}

static void
pel_detail_row_class_init (PelDetailRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_detail_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/detail-row.ui");
  gtk_widget_class_bind_template_child (widget_class, PelDetailRow, box);
  gtk_widget_class_bind_template_child (widget_class, PelDetailRow, label);
  gtk_widget_class_bind_template_child (widget_class, PelDetailRow, value);
  gtk_widget_class_bind_template_child (widget_class, PelDetailRow, link);
  gtk_widget_class_bind_template_child (widget_class, PelDetailRow, copy);
  gtk_widget_class_bind_template_callback (widget_class, secondary_pressed_cb);
  gtk_widget_class_install_action (widget_class, "row.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "row.menu", NULL, menu_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "row.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "row.menu", NULL);
}

static void
pel_detail_row_init (PelDetailRow *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_c,
                                                                                  GDK_CONTROL_MASK),
                                                          gtk_callback_action_new (copy_pressed_cb,
                                                                                   NULL,
                                                                                   NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
pel_detail_row_new (PelDetail *detail)
{
  PelDetailRow *self = g_object_new (PEL_TYPE_DETAIL_ROW, NULL);
  gboolean      is_link = pel_detail_get_link (detail) != 0;

  self->detail = g_object_ref (detail);
  g_signal_connect_object (detail,
                           "notify::value",
                           G_CALLBACK (changed_cb),
                           self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), is_link);
  gtk_widget_set_visible (self->link, is_link);
  gtk_label_set_selectable (self->value, !is_link); /* else a click there would not reach the row */
  show (self);
  return GTK_WIDGET (self);
}

PelDetail *
pel_detail_row_get_detail (PelDetailRow *self)
{
  g_return_val_if_fail (PEL_IS_DETAIL_ROW (self), NULL);

  return self->detail;
}
