/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/breadcrumb.h"

#include "services/base/text.h"

/* Where a path is longer, its middle is left out. */
#define MAX_CRUMBS      4
#define MAX_CRUMB_CHARS 28

struct _PelBreadcrumb
{
  GtkBox         parent_instance;
  GtkBox        *first; /* the program */
  GtkWidget     *more_box;
  GtkMenuButton *more;
  GtkBox        *rest;
  GtkListBox    *path_rows;

  GListStore *path; /* of PelDetail: all of them */
};

enum
{
  FOLLOWED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelBreadcrumb, pel_breadcrumb, GTK_TYPE_BOX)

static void
follow (PelBreadcrumb *self, PelDetail *detail)
{
  gtk_menu_button_popdown (self->more);
  g_signal_emit (self,
                 signals[FOLLOWED],
                 0,
                 pel_detail_get_link_program (detail),
                 pel_detail_get_link (detail));
}

static void
crumb_clicked_cb (PelBreadcrumb *self, GtkWidget *button)
{
  follow (self, g_object_get_data (G_OBJECT (button), "detail"));
}

static void
path_row_activated_cb (PelBreadcrumb *self, GtkListBoxRow *row)
{
  g_autoptr (PelDetail) detail =
      g_list_model_get_item (G_LIST_MODEL (self->path), gtk_list_box_row_get_index (row));

  if (detail != NULL)
    follow (self, detail);
}

static GtkWidget *
create_crumb (PelBreadcrumb *self, PelDetail *detail)
{
  g_autofree char *text = pel_text_isolate (pel_detail_get_label (detail));
  GtkWidget       *button = gtk_button_new_with_label (text);
  GtkLabel        *label = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));

  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (label, MAX_CRUMB_CHARS);
  gtk_widget_set_tooltip_text (button, text);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "ancestor");
  g_object_set_data_full (G_OBJECT (button), "detail", g_object_ref (detail), g_object_unref);
  g_signal_connect_object (button,
                           "clicked",
                           G_CALLBACK (crumb_clicked_cb),
                           self,
                           G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
create_separator (void)
{
  GtkWidget *label = gtk_label_new ("›");

  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

static GtkWidget *
create_path_row (gpointer item, gpointer unused)
{
  g_autofree char *text = pel_text_isolate (pel_detail_get_label (item));
  GtkWidget       *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  return label;
}

static void
clear (GtkBox *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
}

static void
show_crumbs (PelBreadcrumb *self, GPtrArray *crumbs)
{
  guint skipped = crumbs->len > MAX_CRUMBS ? crumbs->len - MAX_CRUMBS : 0;

  clear (self->first);
  clear (self->rest);
  for (guint i = 0; i < crumbs->len; i++)
    {
      GtkBox *box = i == 0 ? self->first : self->rest;

      if (i > 0 && i <= skipped)
        continue;
      if (i > 0)
        gtk_box_append (box, create_separator ());
      gtk_box_append (box, create_crumb (self, crumbs->pdata[i]));
    }
}

static gboolean
is_shown (PelBreadcrumb *self, GPtrArray *ancestors)
{
  GListModel *model = G_LIST_MODEL (self->path);

  if (g_list_model_get_n_items (model) != ancestors->len)
    return FALSE;
  for (guint i = 0; i < ancestors->len; i++)
    {
      g_autoptr (PelDetail) shown = g_list_model_get_item (model, i);

      if (!pel_detail_is_about_same (shown, ancestors->pdata[i]))
        return FALSE;
    }
  return TRUE;
}

static void
pel_breadcrumb_dispose (GObject *object)
{
  g_clear_object (&PEL_BREADCRUMB (object)->path);
  G_OBJECT_CLASS (pel_breadcrumb_parent_class)->dispose (object);
}

static void
pel_breadcrumb_class_init (PelBreadcrumbClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_breadcrumb_dispose;
  signals[FOLLOWED] = g_signal_new ("followed",
                                    PEL_TYPE_BREADCRUMB,
                                    G_SIGNAL_RUN_LAST,
                                    0,
                                    NULL,
                                    NULL,
                                    NULL,
                                    G_TYPE_NONE,
                                    2,
                                    G_TYPE_STRING,
                                    G_TYPE_UINT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/breadcrumb.ui");
  gtk_widget_class_bind_template_child (widget_class, PelBreadcrumb, first);
  gtk_widget_class_bind_template_child (widget_class, PelBreadcrumb, more_box);
  gtk_widget_class_bind_template_child (widget_class, PelBreadcrumb, more);
  gtk_widget_class_bind_template_child (widget_class, PelBreadcrumb, rest);
  gtk_widget_class_bind_template_child (widget_class, PelBreadcrumb, path_rows);
  gtk_widget_class_bind_template_callback (widget_class, path_row_activated_cb);
}

static void
pel_breadcrumb_init (PelBreadcrumb *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->path = g_list_store_new (PEL_TYPE_DETAIL);
  gtk_list_box_bind_model (self->path_rows, G_LIST_MODEL (self->path), create_path_row, NULL, NULL);
}

void
pel_breadcrumb_show (PelBreadcrumb *self, const PelDescription *description)
{
  GPtrArray *ancestors = description->ancestors, *crumbs = description->crumbs;

  g_return_if_fail (PEL_IS_BREADCRUMB (self));

  if (is_shown (self, ancestors))
    return;
  g_list_store_splice (self->path,
                       0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->path)),
                       ancestors->pdata,
                       ancestors->len);
  show_crumbs (self, crumbs);
  gtk_widget_set_visible (self->more_box, MIN (crumbs->len, MAX_CRUMBS) < ancestors->len);
  gtk_widget_set_visible (GTK_WIDGET (self), ancestors->len > 0);
}
