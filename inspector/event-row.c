/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/event-row.h"

struct _PelEventRow
{
  GtkBox    parent_instance;
  GtkImage *icon;
  GtkLabel *kind;
  GtkLabel *text;
  GtkLabel *count;
  GtkLabel *note;

  PelEventItem *item;  /* (nullable) */
  GtkWidget    *owner; /* (nullable) lives as long as the row is in it */
};

G_DEFINE_FINAL_TYPE (PelEventRow, pel_event_row, GTK_TYPE_BOX)

/* (transfer full): “12:04:31.250 · editor · checked: no → yes” */
static char *
dup_note (PelEventItem *item)
{
  g_autofree char *time = pel_event_item_dup_time (item);
  GString         *note = g_string_new (time);
  const char      *parts[] = { pel_event_item_get_app (item), pel_event_item_get_detail (item) };

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i][0] != '\0')
      g_string_append_printf (note, " · %s", parts[i]);
  return g_string_free (note, FALSE);
}

static void
show (PelEventRow *self)
{
  PelEventType     type = pel_event_item_get_event_type (self->item);
  const char      *kind = pel_event_type_to_string (type);
  const char      *text = pel_event_item_get_text (self->item);
  guint            n = pel_event_item_get_count (self->item);
  g_autofree char *note = dup_note (self->item);
  g_autofree char *count = g_strdup_printf ("×%u", n);
  g_autofree char *label = g_strdup_printf ("%s %s, %s", kind, text, note);

  gtk_image_set_from_icon_name (self->icon, pel_event_type_get_icon_name (type));
  gtk_label_set_text (self->kind, kind);
  gtk_label_set_text (self->text, text);
  gtk_label_set_text (self->count, count);
  gtk_widget_set_visible (GTK_WIDGET (self->count), n > 1);
  gtk_label_set_text (self->note, note);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), note);
  if (self->owner != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->owner),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    label,
                                    -1);
}

static void
pel_event_row_dispose (GObject *object)
{
  pel_event_row_set_item (PEL_EVENT_ROW (object), NULL, NULL);
  G_OBJECT_CLASS (pel_event_row_parent_class)->dispose (object);
}

static void
pel_event_row_class_init (PelEventRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_event_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/event-row.ui");
  gtk_widget_class_bind_template_child (widget_class, PelEventRow, icon);
  gtk_widget_class_bind_template_child (widget_class, PelEventRow, kind);
  gtk_widget_class_bind_template_child (widget_class, PelEventRow, text);
  gtk_widget_class_bind_template_child (widget_class, PelEventRow, count);
  gtk_widget_class_bind_template_child (widget_class, PelEventRow, note);
}

static void
pel_event_row_init (PelEventRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
pel_event_row_new (void)
{
  return g_object_new (PEL_TYPE_EVENT_ROW, NULL);
}

void
pel_event_row_set_item (PelEventRow *self, PelEventItem *item, GtkWidget *owner)
{
  g_return_if_fail (PEL_IS_EVENT_ROW (self));

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_set_object (&self->item, item);
  self->owner = owner;
  if (item == NULL)
    return;
  g_signal_connect_swapped (item, "updated", G_CALLBACK (show), self);
  show (self);
}
