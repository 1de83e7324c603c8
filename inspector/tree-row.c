/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/tree-row.h"

#include "inspector/row-text.h"

struct _PelTreeRow
{
  GtkBox      parent_instance;
  GtkImage   *icon;
  GtkLabel   *kind;
  GtkLabel   *name;
  GtkLabel   *note;
  GtkSpinner *spinner;
  GtkWidget  *stop;

  GObject   *item;  /* (nullable) */
  GtkWidget *owner; /* (nullable) lives as long as the row is in it */
  gulong     serial_id;
  guint      n_flashes;
};

enum
{
  HOVERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelTreeRow, pel_tree_row, GTK_TYPE_BOX)

/* Two of the same kind: an animation begins again only where it is another one. */
static const char *const flashes[] = { "flash-odd", "flash-even" };

static void
set_class (gpointer widget, const char *name, gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
show (PelTreeRow *self)
{
  g_auto (PelRowText) text = { NULL };

  pel_row_text_init (&text, self->item);
  gtk_image_set_from_icon_name (self->icon, text.icon);
  gtk_label_set_text (self->kind, text.kind);
  gtk_widget_set_visible (GTK_WIDGET (self->kind), text.kind[0] != '\0');
  gtk_label_set_text (self->name, text.name);
  gtk_label_set_text (self->note, text.note);
  gtk_widget_set_visible (GTK_WIDGET (self->note), text.note[0] != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), text.is_busy);
  gtk_spinner_set_spinning (self->spinner, text.is_busy);
  gtk_widget_set_visible (self->stop, text.can_stop);
  set_class (self, "unseen", text.is_dim);
  set_class (self->name, "heading", text.is_bold);
  if (self->owner != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->owner),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    text.label,
                                    -1);
}

static void
stop_flashing (PelTreeRow *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (flashes); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self), flashes[i]);
}

static void
changed_cb (PelTreeRow *self)
{
  stop_flashing (self);
  gtk_widget_add_css_class (GTK_WIDGET (self), flashes[self->n_flashes++ % 2]);
  show (self);
}

static void
stop_cb (PelTreeRow *self)
{
  if (PEL_IS_PROGRAM_ITEM (self->item))
    pel_program_item_set_stopped (PEL_PROGRAM_ITEM (self->item), TRUE);
}

static gboolean
is_cut (GtkLabel *label)
{
  return gtk_widget_get_visible (GTK_WIDGET (label)) &&
         pango_layout_is_ellipsized (gtk_label_get_layout (label));
}

/* All of it, where the row has room for a part. */
static gboolean
query_tooltip_cb (PelTreeRow *self, int x, int y, gboolean is_by_key, GtkTooltip *tooltip)
{
  g_auto (PelRowText) text = { NULL };

  if (self->item == NULL || !(is_cut (self->kind) || is_cut (self->name) || is_cut (self->note)))
    return FALSE;
  pel_row_text_init (&text, self->item);
  gtk_tooltip_set_text (tooltip, text.label);
  return TRUE;
}

static void
entered_cb (PelTreeRow *self)
{
  g_signal_emit (self, signals[HOVERED], 0, TRUE);
}

static void
left_cb (PelTreeRow *self)
{
  g_signal_emit (self, signals[HOVERED], 0, FALSE);
}

static void
pel_tree_row_dispose (GObject *object)
{
  pel_tree_row_set_item (PEL_TREE_ROW (object), NULL, NULL);
  G_OBJECT_CLASS (pel_tree_row_parent_class)->dispose (object);
}

static void
pel_tree_row_class_init (PelTreeRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_tree_row_dispose;
  signals[HOVERED] = g_signal_new ("hovered",
                                   PEL_TYPE_TREE_ROW,
                                   G_SIGNAL_RUN_LAST,
                                   0,
                                   NULL,
                                   NULL,
                                   NULL,
                                   G_TYPE_NONE,
                                   1,
                                   G_TYPE_BOOLEAN);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/tree-row.ui");
  gtk_widget_class_bind_template_child (widget_class, PelTreeRow, icon);
  gtk_widget_class_bind_template_child (widget_class, PelTreeRow, kind);
  gtk_widget_class_bind_template_child (widget_class, PelTreeRow, name);
  gtk_widget_class_bind_template_child (widget_class, PelTreeRow, note);
  gtk_widget_class_bind_template_child (widget_class, PelTreeRow, spinner);
  gtk_widget_class_bind_template_child (widget_class, PelTreeRow, stop);
  gtk_widget_class_bind_template_callback (widget_class, stop_cb);
  gtk_widget_class_bind_template_callback (widget_class, query_tooltip_cb);
  gtk_widget_class_bind_template_callback (widget_class, entered_cb);
  gtk_widget_class_bind_template_callback (widget_class, left_cb);
}

static void
pel_tree_row_init (PelTreeRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
pel_tree_row_new (void)
{
  return g_object_new (PEL_TYPE_TREE_ROW, NULL);
}

void
pel_tree_row_set_item (PelTreeRow *self, GObject *item, GtkWidget *owner)
{
  g_return_if_fail (PEL_IS_TREE_ROW (self));

  self->owner = owner;
  if (self->item == item)
    return;
  if (self->item != NULL)
    g_clear_signal_handler (&self->serial_id, self->item);
  g_set_object (&self->item, item);
  if (item == NULL)
    return;
  self->serial_id =
      g_signal_connect_swapped (item, "notify::serial", G_CALLBACK (changed_cb), self);
  stop_flashing (self);
  show (self);
}

GObject *
pel_tree_row_get_item (PelTreeRow *self)
{
  g_return_val_if_fail (PEL_IS_TREE_ROW (self), NULL);

  return self->item;
}
