/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/record-row.h"

#include <string.h>

struct _PelRecordRow
{
  GtkBox    parent_instance;
  GtkImage *icon;
  GtkLabel *what, *time, *mark, *note;

  const char *style; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (PelRecordRow, pel_record_row, GTK_TYPE_BOX)

static void
pel_record_row_class_init (PelRecordRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/record-row.ui");
  gtk_widget_class_bind_template_child (widget_class, PelRecordRow, icon);
  gtk_widget_class_bind_template_child (widget_class, PelRecordRow, what);
  gtk_widget_class_bind_template_child (widget_class, PelRecordRow, time);
  gtk_widget_class_bind_template_child (widget_class, PelRecordRow, mark);
  gtk_widget_class_bind_template_child (widget_class, PelRecordRow, note);
}

static void
pel_record_row_init (PelRecordRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
pel_record_row_new (void)
{
  return g_object_new (PEL_TYPE_RECORD_ROW, NULL);
}

static void
set_text (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && text[0] != '\0');
}

/* One label: of two that are too long together, both would be cut. */
static void
set_what (PelRecordRow *self, const PelRecordText *text)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  PangoAttribute           *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);
  g_autofree char          *both =
      g_strjoin (text->subject != NULL ? "  " : NULL, text->title, text->subject, NULL);

  bold->end_index = strlen (text->title);
  pango_attr_list_insert (attributes, bold);
  gtk_label_set_attributes (self->what, attributes);
  gtk_label_set_text (self->what, both);
}

static void
set_style (PelRecordRow *self, const char *style)
{
  GtkWidget *const widgets[] = { GTK_WIDGET (self->icon), GTK_WIDGET (self->mark) };

  for (gsize i = 0; i < G_N_ELEMENTS (widgets); i++)
    {
      if (self->style != NULL)
        gtk_widget_remove_css_class (widgets[i], self->style);
      if (style != NULL)
        gtk_widget_add_css_class (widgets[i], style);
    }
  self->style = style;
}

void
pel_record_row_show (PelRecordRow *self, const PelRecordText *text, GtkWidget *owner)
{
  g_autofree char *label = NULL;

  g_return_if_fail (PEL_IS_RECORD_ROW (self));

  gtk_image_set_from_icon_name (self->icon, text->icon_name);
  set_style (self, text->style);
  set_what (self, text);
  set_text (self->time, text->time);
  set_text (self->mark, text->mark);
  set_text (self->note, text->note);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), text->details);
  if (owner == NULL)
    return;
  label = pel_record_text_dup_label (text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (owner), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
