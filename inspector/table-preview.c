/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/table-preview.h"

#include "inspector/detail-text.h"
#include "services/base/json.h"
#include "services/base/text.h"

#define MAX_CELLS 64
#define MAX_CHARS 16

struct _PelTablePreview
{
  GtkBox   parent_instance;
  GtkGrid *grid;

  char *bus_name;
  char *shown; /* (nullable) the table, as JSON */
};

enum
{
  FOLLOWED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelTablePreview, pel_table_preview, GTK_TYPE_BOX)

static void
cell_clicked_cb (PelTablePreview *self, GtkWidget *button)
{
  guint ref = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "ref"));

  g_signal_emit (self, signals[FOLLOWED], 0, self->bus_name, ref);
}

static GtkWidget *
create_label (const char *text, const char *style)
{
  g_autofree char *shown = pel_text_isolate (text);
  GtkWidget       *label = gtk_label_new (shown);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHARS);
  gtk_widget_add_css_class (label, style);
  return label;
}

/* What a cell is called, or what it is. */
static GtkWidget *
create_cell (PelTablePreview *self, JsonObject *cell)
{
  const char      *name = json_object_get_string_member_with_default (cell, "name", "");
  const char      *role = json_object_get_string_member_with_default (cell, "role", "");
  const char      *ref = json_object_get_string_member_with_default (cell, "ref", "");
  gboolean         is_named = name[0] != '\0';
  GtkWidget       *label = create_label (is_named ? name : role, is_named ? "cell" : "dim-label");
  g_autofree char *title = pel_detail_text_of_element (cell);
  g_autofree char *tooltip = pel_text_isolate (title);
  GtkWidget       *button;

  if (ref[0] != 'e')
    return label;
  button = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_add_css_class (button, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  tooltip,
                                  -1);
  g_object_set_data (G_OBJECT (button),
                     "ref",
                     GUINT_TO_POINTER ((guint) g_ascii_strtoull (ref + 1, NULL, 10)));
  g_signal_connect_object (button,
                           "clicked",
                           G_CALLBACK (cell_clicked_cb),
                           self,
                           G_CONNECT_SWAPPED);
  return button;
}

static void
clear (PelTablePreview *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);
}

static void
fill (PelTablePreview *self, const PelDescription *description)
{
  for (int i = 0; description->headers[i] != NULL && i < MAX_CELLS; i++)
    gtk_grid_attach (self->grid, create_label (description->headers[i], "header"), i, 0, 1, 1);
  for (guint i = 0; i < MIN (json_array_get_length (description->cells), MAX_CELLS); i++)
    {
      JsonObject *cell = json_array_get_object_element (description->cells, i);

      gtk_grid_attach (self->grid,
                       create_cell (self, cell),
                       (int) json_object_get_int_member (cell, "column"),
                       (int) json_object_get_int_member (cell, "row") + 1,
                       1,
                       1);
    }
}

static void
pel_table_preview_finalize (GObject *object)
{
  PelTablePreview *self = PEL_TABLE_PREVIEW (object);

  g_free (self->bus_name);
  g_free (self->shown);
  G_OBJECT_CLASS (pel_table_preview_parent_class)->finalize (object);
}

static void
pel_table_preview_class_init (PelTablePreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = pel_table_preview_finalize;
  signals[FOLLOWED] = g_signal_new ("followed",
                                    PEL_TYPE_TABLE_PREVIEW,
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
                                               "/io/github/pellucid/Pellucid/table-preview.ui");
  gtk_widget_class_bind_template_child (widget_class, PelTablePreview, grid);
}

static void
pel_table_preview_init (PelTablePreview *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* (transfer full): all that is shown, for comparison. */
static char *
write_down (const PelDescription *description)
{
  g_autoptr (JsonNode) node = pel_json_take_array (json_array_ref (description->cells));
  g_autofree char     *cells = pel_json_to_string (node, PEL_JSON_COMPACT);
  g_autofree char     *headers = g_strjoinv ("\n", description->headers);

  return g_strjoin ("\n", description->bus_name, headers, cells, NULL);
}

void
pel_table_preview_show (PelTablePreview *self, const PelDescription *description)
{
  gboolean         has_cells = description->cells != NULL;
  g_autofree char *text = has_cells ? write_down (description) : NULL;

  g_return_if_fail (PEL_IS_TABLE_PREVIEW (self));

  gtk_widget_set_visible (GTK_WIDGET (self), has_cells);
  if (g_strcmp0 (self->shown, text) == 0)
    return;
  g_free (self->shown);
  self->shown = g_steal_pointer (&text);
  g_free (self->bus_name);
  self->bus_name = g_strdup (description->bus_name);
  clear (self);
  if (has_cells)
    fill (self, description);
}
