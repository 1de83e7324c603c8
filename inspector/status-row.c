/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/status-row.h"

struct _PelStatusRow
{
  GtkListBoxRow parent_instance;
  GtkImage     *icon;
  GtkLabel     *title;
  GtkLabel     *text;
  GtkLabel     *hint;
};

G_DEFINE_FINAL_TYPE (PelStatusRow, pel_status_row, GTK_TYPE_LIST_BOX_ROW)

static void
pel_status_row_class_init (PelStatusRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/status-row.ui");
  gtk_widget_class_bind_template_child (widget_class, PelStatusRow, icon);
  gtk_widget_class_bind_template_child (widget_class, PelStatusRow, title);
  gtk_widget_class_bind_template_child (widget_class, PelStatusRow, text);
  gtk_widget_class_bind_template_child (widget_class, PelStatusRow, hint);
}

static void
pel_status_row_init (PelStatusRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Text of other programs is shown as it is: never as markup. */
GtkWidget *
pel_status_row_new (
    const char *icon_name, const char *style, const char *title, const char *text, const char *hint)
{
  PelStatusRow *self = g_object_new (PEL_TYPE_STATUS_ROW, NULL);

  gtk_widget_set_visible (GTK_WIDGET (self->icon), icon_name != NULL);
  gtk_image_set_from_icon_name (self->icon, icon_name);
  if (style != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->icon), style);
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->text, text);
  gtk_widget_set_visible (GTK_WIDGET (self->hint), hint != NULL);
  gtk_label_set_text (self->hint, hint != NULL ? hint : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text,
                                  -1);
  return GTK_WIDGET (self);
}
