/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/bus-pane.h"

#include "inspector/tab-exit.h"
#include "inspector/traffic-model.h"

#include <glib/gi18n.h>

#define REFRESH_SECONDS 1

struct _PelBusPane
{
  GtkBox             parent_instance;
  GtkStack          *stack;
  GtkScrolledWindow *scroller;
  GtkColumnView     *table;
  GtkLabel          *summary;
  GtkMenuButton     *sort;
  GtkRevealer       *details;
  GtkLabel          *details_text;

  PelTrafficModel    *model;     /* (nullable) */
  GtkSingleSelection *selection; /* (nullable) borrowed of the table */
  PelTrafficColumn    sorted_by; /* what was last asked for in the menu */
  GtkSortType         order;
  guint               refresh_id;
  guint               fit_id;
};

G_DEFINE_FINAL_TYPE (PelBusPane, pel_bus_pane, GTK_TYPE_BOX)

/* A column; its address tells the factory and the sorter which one. Where the pane is not as wide
 * as
 * @min_chars letters, it has no place: what is selected is told in full below the table. */
typedef struct
{
  PelTrafficColumn column;
  const char      *title;
  int              min_chars;
} Column;

/* clang-format off */
static const Column columns[] = {
  { PEL_TRAFFIC_PROGRAM, N_ ("Program"),    0 },
  { PEL_TRAFFIC_CALLS,   N_ ("Calls"),      0 },
  { PEL_TRAFFIC_MEDIAN,  N_ ("Median ms"), 78 },
  { PEL_TRAFFIC_WORST,   N_ ("Worst ms"),  54 },
  { PEL_TRAFFIC_ERRORS,  N_ ("Errors"),    64 },
  { PEL_TRAFFIC_BYTES,   N_ ("Size"),      87 },
  { PEL_TRAFFIC_NODES,   N_ ("Nodes"),     98 },
  { PEL_TRAFFIC_EVENTS,  N_ ("Events"),   109 },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (columns) == PEL_N_TRAFFIC_COLUMNS);

/* Cells. That of a program is an icon, its name and a word; the others are a label. */

static void
setup_figure_cb (GtkListItemFactory *factory, GtkListItem *list_item, gpointer unused)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (list_item, label);
}

static void
setup_program_cb (GtkListItemFactory *factory, GtkListItem *list_item, gpointer unused)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *icon =
      g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  GtkWidget *word = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (name), 14);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (word, "note");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), word);
  gtk_list_item_set_child (list_item, box);
}

static void
show_program (GtkListItem *list_item, PelTrafficItem *item)
{
  GtkWidget       *box = gtk_list_item_get_child (list_item);
  GtkWidget       *name = gtk_widget_get_first_child (box);
  GtkWidget       *icon = gtk_widget_get_next_sibling (name);
  GtkWidget       *word = gtk_widget_get_next_sibling (icon);
  const char      *icon_name = NULL;
  const char      *mark = pel_traffic_item_get_mark (item, &icon_name);
  g_autofree char *text = pel_traffic_item_dup_text (item, PEL_TRAFFIC_PROGRAM);
  g_autofree char *details = pel_traffic_item_dup_details (item);

  gtk_label_set_text (GTK_LABEL (name), text);
  gtk_widget_set_tooltip_text (box, details);
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), icon_name);
  gtk_widget_set_visible (icon, mark != NULL);
  gtk_widget_set_visible (word, mark != NULL);
  gtk_label_set_text (GTK_LABEL (word), mark != NULL ? mark : "");
}

static const Column *
get_column (GtkListItem *list_item)
{
  return g_object_get_data (G_OBJECT (list_item), "column");
}

static void
show_item (GtkListItem *list_item)
{
  PelTrafficItem  *item = gtk_list_item_get_item (list_item);
  const Column    *column = get_column (list_item);
  g_autofree char *text = NULL;

  if (column->column == PEL_TRAFFIC_PROGRAM)
    {
      show_program (list_item, item);
      return;
    }
  text = pel_traffic_item_dup_text (item, column->column);
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (list_item)), text);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *list_item, gpointer column)
{
  g_object_set_data (G_OBJECT (list_item), "column", column);
  show_item (list_item);
  g_signal_connect_object (gtk_list_item_get_item (list_item),
                           "updated",
                           G_CALLBACK (show_item),
                           list_item,
                           G_CONNECT_SWAPPED);
}

static void
unbind_cb (GtkListItemFactory *factory, GtkListItem *list_item, gpointer column)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (list_item), show_item, list_item);
}

static int
compare_cb (gconstpointer a, gconstpointer b, gpointer column)
{
  return pel_traffic_item_compare ((PelTrafficItem *) a,
                                   (PelTrafficItem *) b,
                                   ((const Column *) column)->column);
}

static void
add_column (PelBusPane *self, const Column *row)
{
  GtkListItemFactory             *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (_ (row->title), factory);
  g_autoptr (GtkSorter)           sorter =
      GTK_SORTER (gtk_custom_sorter_new (compare_cb, (gpointer) row, NULL));
  gboolean is_program = row->column == PEL_TRAFFIC_PROGRAM;

  g_signal_connect (factory,
                    "setup",
                    is_program ? G_CALLBACK (setup_program_cb) : G_CALLBACK (setup_figure_cb),
                    NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), (gpointer) row);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_expand (column, is_program);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_append_column (self->table, column);
  if (is_program)
    gtk_column_view_sort_by_column (self->table, column, GTK_SORT_ASCENDING);
}

/* The titles of figures stand above their last digits; GTK has no word for that, and makes them
 * from scratch when a column is visible again. */
static void
align_titles (PelBusPane *self)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->table));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;

  while (title != NULL && (title = gtk_widget_get_next_sibling (title)) != NULL)
    {
      GtkWidget *box = gtk_widget_get_first_child (title);

      if (!GTK_IS_BOX (box) || gtk_widget_get_halign (box) == GTK_ALIGN_END)
        continue;
      gtk_widget_set_halign (box, GTK_ALIGN_END);
      /* the arrow of the order comes first: its place is kept where there is none */
      gtk_box_reorder_child_after (GTK_BOX (box),
                                   gtk_widget_get_first_child (box),
                                   gtk_widget_get_last_child (box));
    }
}

/* As many columns as there is room for. */
static gboolean
fit_cb (gpointer data)
{
  PelBusPane       *self = data;
  GListModel       *list = gtk_column_view_get_columns (self->table);
  PangoContext     *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);
  double            letter = pango_font_metrics_get_approximate_char_width (metrics) * 1.0;
  double            width = gtk_widget_get_width (GTK_WIDGET (self->scroller)) * PANGO_SCALE;

  self->fit_id = 0;
  pango_font_metrics_unref (metrics);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (list, i);

      gtk_column_view_column_set_visible (column, width >= columns[i].min_chars * letter);
    }
  align_titles (self);
  return G_SOURCE_REMOVE;
}

/* Not at once: it is being told its width now. */
static void
fit_soon (PelBusPane *self)
{
  if (self->fit_id == 0)
    self->fit_id = g_idle_add_full (GTK_PRIORITY_RESIZE, fit_cb, self, NULL);
}

/* All of the program that is selected, whatever the table has room for. */
static void
show_details (PelBusPane *self)
{
  PelTrafficItem *item =
      self->selection != NULL ? gtk_single_selection_get_selected_item (self->selection) : NULL;
  g_autofree char *text = item != NULL ? pel_traffic_item_dup_details (item) : NULL;

  if (text != NULL)
    gtk_label_set_text (self->details_text, text);
  gtk_revealer_set_reveal_child (self->details, text != NULL);
}

/* By the menu, which has a word for each column, seen or not; once more for the other way round. */
static void
sort_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelBusPane *self = PEL_BUS_PANE (widget);
  guint       wanted = MIN (g_variant_get_uint32 (parameter), G_N_ELEMENTS (columns) - 1);
  g_autoptr (GtkColumnViewColumn) column =
      g_list_model_get_item (gtk_column_view_get_columns (self->table), wanted);

  if (wanted == self->sorted_by)
    self->order = self->order == GTK_SORT_ASCENDING ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING;
  else
    self->order = wanted == PEL_TRAFFIC_PROGRAM ? GTK_SORT_ASCENDING : GTK_SORT_DESCENDING;
  self->sorted_by = wanted;
  gtk_column_view_sort_by_column (self->table, column, self->order);
}

static void
fill_sort_menu (PelBusPane *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *action = g_strdup_printf ("bus.sort(uint32 %u)", i);

      g_menu_append (menu, _ (columns[i].title), action);
    }
  gtk_menu_button_set_menu_model (self->sort, G_MENU_MODEL (menu));
}

static void
refresh (PelBusPane *self)
{
  g_autofree char *summary = NULL;
  gboolean         is_empty;

  if (self->model == NULL)
    return;
  pel_traffic_model_refresh (self->model);
  gtk_sorter_changed (gtk_column_view_get_sorter (self->table), GTK_SORTER_CHANGE_DIFFERENT);
  show_details (self);
  summary = pel_traffic_model_dup_summary (self->model);
  is_empty = g_list_model_get_n_items (G_LIST_MODEL (self->model)) == 0;
  gtk_label_set_text (self->summary, is_empty ? "" : summary);
  gtk_stack_set_visible_child_name (self->stack, is_empty ? "nothing" : "table");
}

static gboolean
refresh_cb (gpointer data)
{
  refresh (data);
  return G_SOURCE_CONTINUE;
}

static void
reset_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelBusPane *self = PEL_BUS_PANE (widget);

  if (self->model == NULL)
    return;
  pel_traffic_model_reset (self->model);
  refresh (self);
}

static void
pel_bus_pane_map (GtkWidget *widget)
{
  PelBusPane *self = PEL_BUS_PANE (widget);

  GTK_WIDGET_CLASS (pel_bus_pane_parent_class)->map (widget);
  refresh (self);
  self->refresh_id = g_timeout_add_seconds (REFRESH_SECONDS, refresh_cb, self);
}

static void
pel_bus_pane_unmap (GtkWidget *widget)
{
  g_clear_handle_id (&PEL_BUS_PANE (widget)->refresh_id, g_source_remove);
  GTK_WIDGET_CLASS (pel_bus_pane_parent_class)->unmap (widget);
}

static void
pel_bus_pane_dispose (GObject *object)
{
  PelBusPane *self = PEL_BUS_PANE (object);

  g_clear_handle_id (&self->refresh_id, g_source_remove);
  g_clear_handle_id (&self->fit_id, g_source_remove);
  self->selection = NULL;
  g_clear_object (&self->model);
  G_OBJECT_CLASS (pel_bus_pane_parent_class)->dispose (object);
}

static void
pel_bus_pane_class_init (PelBusPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_bus_pane_dispose;
  widget_class->map = pel_bus_pane_map;
  widget_class->unmap = pel_bus_pane_unmap;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/bus-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, PelBusPane, stack);
  gtk_widget_class_bind_template_child (widget_class, PelBusPane, table);
  gtk_widget_class_bind_template_child (widget_class, PelBusPane, scroller);
  gtk_widget_class_bind_template_child (widget_class, PelBusPane, summary);
  gtk_widget_class_bind_template_child (widget_class, PelBusPane, sort);
  gtk_widget_class_bind_template_child (widget_class, PelBusPane, details);
  gtk_widget_class_bind_template_child (widget_class, PelBusPane, details_text);
  gtk_widget_class_install_action (widget_class, "bus.reset", NULL, reset_action);
  gtk_widget_class_install_action (widget_class, "bus.sort", "u", sort_action);
}

static void
pel_bus_pane_init (PelBusPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    add_column (self, &columns[i]);
  fill_sort_menu (self);
  pel_tab_exit_attach (GTK_WIDGET (self->table));
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (self->scroller),
                           "notify::page-size",
                           G_CALLBACK (fit_soon),
                           self,
                           G_CONNECT_SWAPPED);
}

void
pel_bus_pane_set_source (PelBusPane *self, PelElementSource *source)
{
  GtkSorter          *sorter;
  GListModel         *sorted;
  GtkSingleSelection *selection;

  g_return_if_fail (PEL_IS_BUS_PANE (self));

  g_clear_object (&self->model);
  self->model = pel_traffic_model_new (source);
  sorter = g_object_ref (gtk_column_view_get_sorter (self->table));
  sorted =
      G_LIST_MODEL (gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->model)), sorter));
  selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_single_selection_set_model (selection, sorted);
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (selection));
  self->selection = selection;
  g_signal_connect_object (selection,
                           "notify::selected-item",
                           G_CALLBACK (show_details),
                           self,
                           G_CONNECT_SWAPPED);
  g_object_unref (sorted);
  g_object_unref (selection);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    refresh (self);
}
