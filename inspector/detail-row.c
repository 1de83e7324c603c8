/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/detail-row.h"

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
  guint      n_flashes;
};

G_DEFINE_FINAL_TYPE (PelDetailRow, pel_detail_row, GTK_TYPE_LIST_BOX_ROW)

/* Two of the same kind: an animation begins anew only where it is another one. */
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

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget),
                          pel_detail_get_value (PEL_DETAIL_ROW (widget)->detail));
}

static void
pel_detail_row_dispose (GObject *object)
{
  g_clear_object (&PEL_DETAIL_ROW (object)->detail);
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
  gtk_widget_class_install_action (widget_class, "row.copy", NULL, copy_action);
}

static void
pel_detail_row_init (PelDetailRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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
