/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/events-pane.h"

#include "inspector/event-log.h"
#include "inspector/event-row.h"
#include "inspector/tab-exit.h"
#include "services/tool/tool-call.h"

#include <glib/gi18n.h>

#define MAX_APPS 100 /* that can be chosen; the text filter finds the others */

struct _PelEventsPane
{
  GtkBox             parent_instance;
  GtkStack          *stack;
  GtkListView       *list;
  GtkScrolledWindow *scroller;
  GtkDropDown       *types;
  GtkDropDown       *apps;
  GtkSearchEntry    *search;
  GtkToggleButton   *only_selected;
  GtkToggleButton   *pause;
  GtkLabel          *count;
  GtkLabel          *title;
  GtkLabel          *hint;

  const PelToolContext *context; /* (nullable) */
  GCancellable         *watch;   /* (nullable): while it watches */
  PelEventLog          *log;     /* (nullable) */
  GtkFilter            *filter;
  GtkFilterListModel   *shown; /* (nullable) */
  GtkStringList        *app_names;
  PelEventFilter        wanted; /* its strings are our own */
  char                 *bus_name;
  guint                 ref;     /* of the selected element */
  GtkFileChooserNative *chooser; /* (nullable): while it is open */
  guint                 follow_id;
};

enum
{
  FOLLOWED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelEventsPane, pel_events_pane, GTK_TYPE_BOX)

/* The rows of the first drop-down after “all”. */
/* clang-format off */
static const struct { const char *word; guint types; } choices[] = {
  { N_ ("All types"),          0 },
  { N_ ("Added and removed"),  1u << PEL_EVENT_ADDED | 1u << PEL_EVENT_REMOVED },
  { N_ ("Changed"),            1u << PEL_EVENT_CHANGED },
  { N_ ("Focus"),              1u << PEL_EVENT_FOCUS },
  { N_ ("Windows"),            1u << PEL_EVENT_WINDOW },
  { N_ ("Errors"),             1u << PEL_EVENT_ERROR | 1u << PEL_EVENT_OVERFLOW },
};
/* clang-format on */

/* Watching */

static void
watch_ended_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (PelEventLog) log = data;
  g_autofree char        *envelope = pel_tool_call_finish (result);
}

static void
event_cb (const char *json, gpointer data)
{
  pel_event_log_add (data, json);
}

/* The log is kept until the call has ended: until then it is told. */
static void
start_watching (PelEventsPane *self)
{
  PelToolCaller caller = { .event = event_cb, .data = self->log };

  if (self->watch != NULL || self->log == NULL)
    return;
  self->watch = g_cancellable_new ();
  pel_tool_call_async (self->context,
                       &caller,
                       "watch",
                       "{\"scope\":\"desktop\"}",
                       self->watch,
                       watch_ended_cb,
                       g_object_ref (self->log));
}

static void
stop_watching (PelEventsPane *self)
{
  if (self->watch != NULL)
    g_cancellable_cancel (self->watch);
  g_clear_object (&self->watch);
}

/* What is seen */

static char *
dup_count (PelEventsPane *self)
{
  guint64 n_dropped = pel_event_log_get_n_dropped (self->log);
  guint64 n_missed = pel_event_log_get_n_missed (self->log);
  guint   n_all = g_list_model_get_n_items (G_LIST_MODEL (self->log));
  guint   n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->shown));

  if (pel_event_log_is_paused (self->log))
    return g_strdup_printf (ngettext ("Paused: %.0f event discarded",
                                      "Paused: %.0f events discarded",
                                      n_missed),
                            (double) n_missed);
  if (n_dropped > 0)
    return g_strdup_printf (ngettext ("%u of %u; %.0f older event dropped",
                                      "%u of %u; %.0f older events dropped",
                                      n_dropped),
                            n_shown,
                            n_all,
                            (double) n_dropped);
  if (n_shown < n_all)
    return g_strdup_printf (ngettext ("%u of %u event", "%u of %u events", n_all), n_shown, n_all);
  return g_strdup_printf (ngettext ("%u event", "%u events", n_all), n_all);
}

static void
show_nothing (PelEventsPane *self, const char *title, const char *hint)
{
  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->hint, hint);
  gtk_stack_set_visible_child_name (self->stack, "nothing");
}

static void
update_page (PelEventsPane *self)
{
  g_autofree char *count = dup_count (self);

  gtk_label_set_text (self->count, count);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->shown)) > 0)
    gtk_stack_set_visible_child_name (self->stack, "list");
  else if (g_list_model_get_n_items (G_LIST_MODEL (self->log)) > 0)
    show_nothing (self, _ ("No Matching Events"), _ ("The filter hides all events."));
  else
    show_nothing (self,
                  _ ("No Events Yet"),
                  _ ("Changes in programs are listed here as they happen."));
}

static gboolean
is_at_end (PelEventsPane *self)
{
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment (self->scroller);

  return gtk_adjustment_get_value (place) + gtk_adjustment_get_page_size (place) >=
         gtk_adjustment_get_upper (place) - 1;
}

/* After the list has made its rows. */
static gboolean
follow_cb (gpointer data)
{
  PelEventsPane *self = data;
  guint          n = g_list_model_get_n_items (G_LIST_MODEL (self->shown));

  self->follow_id = 0;
  if (n > 0)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", n - 1);
  return G_SOURCE_REMOVE;
}

/* Who looks at the newest goes on to see the newest; who has scrolled up stays there. */
static void
list_changed_cb (PelEventsPane *self, guint position, guint n_removed, guint n_added)
{
  if (n_added > 0 && is_at_end (self) && self->follow_id == 0 &&
      gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->follow_id = g_idle_add (follow_cb, self);
}

/* Programs that have been heard of can be chosen; none is taken away while it is there. */
static void
log_changed_cb (PelEventsPane *self, guint position, guint n_removed, guint n_added)
{
  GListModel *log = G_LIST_MODEL (self->log), *names = G_LIST_MODEL (self->app_names);

  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (PelEventItem) item = g_list_model_get_item (log, i);
      const char              *app = pel_event_item_get_app (item);
      gboolean                 is_known = app[0] == '\0';

      for (guint k = 1; k < g_list_model_get_n_items (names) && !is_known; k++)
        is_known = g_str_equal (gtk_string_list_get_string (self->app_names, k), app);
      if (!is_known && g_list_model_get_n_items (names) < MAX_APPS)
        gtk_string_list_append (self->app_names, app);
    }
}

/* Filters */

static gboolean
match_cb (gpointer item, gpointer data)
{
  return pel_event_filter_matches (&PEL_EVENTS_PANE (data)->wanted, item);
}

static void
filter_changed_cb (PelEventsPane *self)
{
  guint    type = gtk_drop_down_get_selected (self->types);
  guint    app = gtk_drop_down_get_selected (self->apps);
  gboolean is_one = gtk_toggle_button_get_active (self->only_selected) && self->ref != 0;

  if (self->log == NULL)
    return;
  g_free ((char *) self->wanted.text);
  self->wanted = (PelEventFilter){
    .types = type < G_N_ELEMENTS (choices) ? choices[type].types : 0,
    .app = app != 0 && app != GTK_INVALID_LIST_POSITION
               ? gtk_string_list_get_string (self->app_names, app)
               : NULL,
    .bus_name = is_one ? self->bus_name : NULL,
    .ref = is_one ? self->ref : 0,
    .text = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1),
  };
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  update_page (self);
}

void
pel_events_pane_set_element (PelEventsPane *self, const char *bus_name, guint ref)
{
  g_return_if_fail (PEL_IS_EVENTS_PANE (self));

  self->wanted.bus_name = NULL;
  g_free (self->bus_name);
  self->bus_name = g_strdup (bus_name);
  self->ref = bus_name != NULL ? ref : 0;
  gtk_widget_set_sensitive (GTK_WIDGET (self->only_selected), self->ref != 0);
  filter_changed_cb (self);
}

/* Rows */

static void
setup_row_cb (PelEventsPane *self, GtkListItem *list_item)
{
  gtk_list_item_set_child (list_item, pel_event_row_new ());
}

static void
bind_row_cb (PelEventsPane *self, GtkListItem *list_item)
{
  GtkWidget *row = gtk_list_item_get_child (list_item);

  pel_event_row_set_item (PEL_EVENT_ROW (row),
                          gtk_list_item_get_item (list_item),
                          gtk_widget_get_parent (row));
}

static void
unbind_row_cb (PelEventsPane *self, GtkListItem *list_item)
{
  pel_event_row_set_item (PEL_EVENT_ROW (gtk_list_item_get_child (list_item)), NULL, NULL);
}

static void
activate_cb (PelEventsPane *self, guint position)
{
  g_autoptr (PelEventItem) item = g_list_model_get_item (G_LIST_MODEL (self->shown), position);

  if (item != NULL && pel_event_item_get_bus_name (item) != NULL)
    g_signal_emit (self,
                   signals[FOLLOWED],
                   0,
                   pel_event_item_get_bus_name (item),
                   pel_event_item_get_ref (item));
}

/* Actions */

static void
pause_toggled_cb (PelEventsPane *self)
{
  if (self->log != NULL)
    pel_event_log_set_paused (self->log, gtk_toggle_button_get_active (self->pause));
}

static void
pause_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelEventsPane *self = PEL_EVENTS_PANE (widget);

  gtk_toggle_button_set_active (self->pause, !gtk_toggle_button_get_active (self->pause));
}

static void
clear_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelEventsPane *self = PEL_EVENTS_PANE (widget);

  if (self->log != NULL)
    pel_event_log_clear (self->log);
}

static void
find_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (PEL_EVENTS_PANE (widget)->search));
}

static void
saved_cb (GObject *file, GAsyncResult *result, gpointer data)
{
  g_autoptr (PelEventsPane) self = data;
  g_autoptr (GError)        error = NULL;
  g_autofree char          *text = NULL;

  if (g_file_replace_contents_finish (G_FILE (file), result, NULL, &error))
    return;
  text = g_strdup_printf (_ ("Could not save: %s"), error->message);
  gtk_label_set_text (self->count, text);
}

static void
chosen_cb (GtkNativeDialog *dialog, int response, PelEventsPane *self)
{
  g_autoptr (GFile)  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_autoptr (GBytes) lines = pel_event_log_dup_lines (self->log);

  if (response == GTK_RESPONSE_ACCEPT && file != NULL)
    g_file_replace_contents_bytes_async (file,
                                         lines,
                                         NULL,
                                         FALSE,
                                         G_FILE_CREATE_NONE,
                                         NULL,
                                         saved_cb,
                                         g_object_ref (self));
  g_clear_object (&self->chooser);
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelEventsPane *self = PEL_EVENTS_PANE (widget);

  if (self->log == NULL || self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_ ("Save Events"),
                                               GTK_WINDOW (gtk_widget_get_root (widget)),
                                               GTK_FILE_CHOOSER_ACTION_SAVE,
                                               _ ("_Save"),
                                               _ ("_Cancel"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), "events.jsonl");
  g_signal_connect (self->chooser, "response", G_CALLBACK (chosen_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
pel_events_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (pel_events_pane_parent_class)->map (widget);
  start_watching (PEL_EVENTS_PANE (widget));
}

static void
pel_events_pane_dispose (GObject *object)
{
  PelEventsPane *self = PEL_EVENTS_PANE (object);

  stop_watching (self);
  g_clear_handle_id (&self->follow_id, g_source_remove);
  g_clear_object (&self->chooser);
  if (self->log != NULL)
    g_signal_handlers_disconnect_by_data (self->log, self);
  if (self->shown != NULL)
    g_signal_handlers_disconnect_by_data (self->shown, self);
  g_clear_object (&self->shown);
  g_clear_object (&self->filter);
  g_clear_object (&self->log);
  G_OBJECT_CLASS (pel_events_pane_parent_class)->dispose (object);
}

static void
pel_events_pane_finalize (GObject *object)
{
  PelEventsPane *self = PEL_EVENTS_PANE (object);

  g_free ((char *) self->wanted.text);
  g_free (self->bus_name);
  G_OBJECT_CLASS (pel_events_pane_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, PelEventsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, PelEventsPane, list);
  gtk_widget_class_bind_template_child (widget_class, PelEventsPane, scroller);
  gtk_widget_class_bind_template_child (widget_class, PelEventsPane, types);
  gtk_widget_class_bind_template_child (widget_class, PelEventsPane, apps);
  gtk_widget_class_bind_template_child (widget_class, PelEventsPane, app_names);
  gtk_widget_class_bind_template_child (widget_class, PelEventsPane, search);
  gtk_widget_class_bind_template_child (widget_class, PelEventsPane, only_selected);
  gtk_widget_class_bind_template_child (widget_class, PelEventsPane, pause);
  gtk_widget_class_bind_template_child (widget_class, PelEventsPane, count);
  gtk_widget_class_bind_template_child (widget_class, PelEventsPane, title);
  gtk_widget_class_bind_template_child (widget_class, PelEventsPane, hint);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, setup_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, unbind_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, pause_toggled_cb);
}

static void
pel_events_pane_class_init (PelEventsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_events_pane_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_events_pane_finalize;
  widget_class->map = pel_events_pane_map;
  signals[FOLLOWED] = g_signal_new ("followed",
                                    PEL_TYPE_EVENTS_PANE,
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
                                               "/io/github/pellucid/Pellucid/events-pane.ui");
  bind_children (widget_class);
  gtk_widget_class_install_action (widget_class, "events.pause", NULL, pause_action);
  gtk_widget_class_install_action (widget_class, "events.clear", NULL, clear_action);
  gtk_widget_class_install_action (widget_class, "events.find", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "events.save", NULL, save_action);
}

/* The button inside has the focus, and GTK gives it no name. */
static void
name_button (GtkDropDown *drop_down, const char *name)
{
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (drop_down));

  if (GTK_IS_BUTTON (button))
    gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    name,
                                    -1);
}

static void
pel_events_pane_init (PelEventsPane *self)
{
  g_autoptr (GtkStringList) types = gtk_string_list_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  for (gsize i = 0; i < G_N_ELEMENTS (choices); i++)
    gtk_string_list_append (types, _ (choices[i].word));
  gtk_drop_down_set_model (self->types, G_LIST_MODEL (types));
  pel_tab_exit_attach (GTK_WIDGET (self->list));
  name_button (self->types, _ ("Filter by type"));
  name_button (self->apps, _ ("Filter by program"));
}

void
pel_events_pane_set_context (PelEventsPane *self, const PelToolContext *context)
{
  GtkNoSelection *selection;

  g_return_if_fail (PEL_IS_EVENTS_PANE (self));
  g_return_if_fail (self->log == NULL);

  self->context = context;
  self->log = pel_event_log_new (context->elements);
  self->filter = GTK_FILTER (gtk_custom_filter_new (match_cb, self, NULL));
  self->shown = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->log)),
                                           g_object_ref (self->filter));
  g_signal_connect_swapped (self->log, "items-changed", G_CALLBACK (log_changed_cb), self);
  g_signal_connect_swapped (self->log, "updated", G_CALLBACK (update_page), self);
  g_signal_connect_swapped (self->shown, "items-changed", G_CALLBACK (list_changed_cb), self);
  selection = gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->shown)));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  g_object_unref (selection);
  update_page (self);
}
