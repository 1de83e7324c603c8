/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/audit-pane.h"

#include "inspector/audit-entry.h"
#include "inspector/record-row.h"
#include "inspector/tab-exit.h"
#include "services/base/json.h"
#include "services/tool/tool-call.h"

#include <glib/gi18n.h>

#define MAX_LINES 400

struct _PelAuditPane
{
  GtkBox       parent_instance;
  GtkStack    *stack;
  GtkListView *list;
  GtkLabel    *summary;
  GtkRevealer *foot;
  GtkLabel    *details;
  GtkWidget   *follow;
  GtkRevealer *verdict_part;
  GtkWidget   *verdict_box;
  GtkImage    *verdict_icon;
  GtkLabel    *verdict;

  const PelToolContext *context;     /* (nullable) */
  GCancellable         *cancellable; /* of what is asked for */
  GtkSingleSelection   *selection;
};

enum
{
  FOLLOWED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelAuditPane, pel_audit_pane, GTK_TYPE_BOX)

/* Rows */

static void
setup_row_cb (PelAuditPane *self, GtkListItem *list_item)
{
  gtk_list_item_set_child (list_item, pel_record_row_new ());
}

static void
bind_row_cb (PelAuditPane *self, GtkListItem *list_item)
{
  GtkWidget *row = gtk_list_item_get_child (list_item);

  pel_record_row_show (PEL_RECORD_ROW (row),
                       pel_audit_entry_get_text (gtk_list_item_get_item (list_item)),
                       gtk_widget_get_parent (row));
}

static void
follow (PelAuditPane *self, PelAuditEntry *entry)
{
  if (entry != NULL && pel_audit_entry_get_bus_name (entry) != NULL)
    g_signal_emit (self,
                   signals[FOLLOWED],
                   0,
                   pel_audit_entry_get_bus_name (entry),
                   pel_audit_entry_get_ref (entry));
}

static void
activated_cb (PelAuditPane *self, guint position)
{
  g_autoptr (PelAuditEntry) entry =
      g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  follow (self, entry);
}

/* What the rows have no room for. */
static void
selected_cb (PelAuditPane *self)
{
  PelAuditEntry *entry = gtk_single_selection_get_selected_item (self->selection);

  if (entry != NULL)
    gtk_label_set_text (self->details, pel_audit_entry_get_text (entry)->details);
  gtk_widget_set_visible (self->follow,
                          entry != NULL && pel_audit_entry_get_bus_name (entry) != NULL);
  gtk_revealer_set_reveal_child (self->foot, entry != NULL);
}

/* What the tool tells */

static void
show_verdict (PelAuditPane *self, gboolean is_whole, const char *text)
{
  const char *styles[] = { "status-error", "status-ok" };

  gtk_label_set_text (self->verdict, text);
  gtk_image_set_from_icon_name (self->verdict_icon,
                                is_whole ? "emblem-ok-symbolic" : "dialog-error-symbolic");
  gtk_widget_remove_css_class (GTK_WIDGET (self->verdict_icon), styles[!is_whole]);
  gtk_widget_add_css_class (GTK_WIDGET (self->verdict_icon), styles[is_whole != FALSE]);
  if (is_whole)
    gtk_widget_remove_css_class (self->verdict_box, "wrong");
  else
    gtk_widget_add_css_class (self->verdict_box, "wrong");
  gtk_revealer_set_reveal_child (self->verdict_part, TRUE);
}

/* (nullable) (transfer full): the data of the answer; what went wrong is shown. */
static JsonObject *
take_answer (PelAuditPane *self, GAsyncResult *result)
{
  g_autofree char     *text = pel_tool_call_finish (result);
  g_autoptr (JsonNode) node = pel_json_parse_large (text, -1, 64, 16 * 1024 * 1024, NULL);
  JsonObject          *envelope = node != NULL ? json_node_get_object (node) : NULL;
  g_autofree char     *problems = NULL;

  if (self->context == NULL || envelope == NULL)
    return NULL;
  if (json_object_has_member (envelope, "data"))
    return json_object_ref (json_object_get_object_member (envelope, "data"));
  if (g_list_model_get_n_items (G_LIST_MODEL (self->selection)) == 0)
    gtk_stack_set_visible_child_name (self->stack, "nothing");
  problems = pel_audit_problems_dup_words (json_object_get_object_member (envelope, "error"));
  show_verdict (self, FALSE, problems);
  return NULL;
}

static void
shown_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelAuditPane) self = user_data;
  g_autoptr (JsonObject)   data = take_answer (self, result);
  g_autoptr (GListModel)   entries = NULL;
  g_autofree char         *text = NULL;
  guint                    n;

  if (data == NULL)
    return;
  entries =
      pel_audit_entries_read (json_object_get_array_member (data, "records"), g_get_real_time ());
  n = g_list_model_get_n_items (entries);
  gtk_single_selection_set_model (self->selection, entries);
  text = g_strdup_printf (ngettext ("%u entry, newest first", "%u entries, newest first", n), n);
  gtk_label_set_text (self->summary, n > 0 ? text : "");
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "list" : "nothing");
}

static void
verified_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelAuditPane) self = user_data;
  g_autoptr (JsonObject)   data = take_answer (self, result);
  g_autofree char         *text = NULL;
  JsonObject              *found;

  if (data == NULL)
    return;
  found = json_object_get_object_member (data, "verification");
  /* Translators: three numbers, and a sentence about the seals or nothing */
  text = g_strdup_printf (_ ("The audit log is intact. Lines: %d; seals checked: %d; confirmed by "
                             "witnesses: %d. %s"),
                          (int) json_object_get_int_member (found, "records"),
                          (int) json_object_get_int_member (found, "sealed"),
                          (int) json_object_get_int_member (found, "witnessed"),
                          json_object_get_string_member_with_default (data, "note", ""));
  show_verdict (self, TRUE, g_strchomp (text));
}

static void
ask (PelAuditPane *self, const char *arguments, GAsyncReadyCallback callback)
{
  if (self->context != NULL && self->context->audit != NULL)
    pel_tool_call_async (self->context,
                         NULL,
                         "audit",
                         arguments,
                         self->cancellable,
                         callback,
                         g_object_ref (self));
}

/* Actions */

static void
refresh_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *arguments = g_strdup_printf ("{\"action\":\"show\",\"last\":%d}", MAX_LINES);

  ask (PEL_AUDIT_PANE (widget), arguments, shown_cb);
}

static void
verify_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ask (PEL_AUDIT_PANE (widget), "{\"action\":\"verify\"}", verified_cb);
}

static void
follow_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelAuditPane *self = PEL_AUDIT_PANE (widget);

  follow (self, gtk_single_selection_get_selected_item (self->selection));
}

static void
close_details_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  PelAuditPane *self = PEL_AUDIT_PANE (widget);

  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static void
close_verdict_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_revealer_set_reveal_child (PEL_AUDIT_PANE (widget)->verdict_part, FALSE);
}

static void
pel_audit_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (pel_audit_pane_parent_class)->map (widget);
  refresh_action (widget, NULL, NULL);
}

static void
pel_audit_pane_dispose (GObject *object)
{
  PelAuditPane *self = PEL_AUDIT_PANE (object);

  self->context = NULL;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (pel_audit_pane_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, stack);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, list);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, summary);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, foot);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, details);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, follow);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, verdict_part);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, verdict_box);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, verdict_icon);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, verdict);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, setup_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_row_cb);
}

static void
pel_audit_pane_class_init (PelAuditPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_audit_pane_dispose;
  widget_class->map = pel_audit_pane_map;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/audit-pane.ui");
  bind_children (widget_class);
  gtk_widget_class_install_action (widget_class, "audit.refresh", NULL, refresh_action);
  gtk_widget_class_install_action (widget_class, "audit.verify", NULL, verify_action);
  gtk_widget_class_install_action (widget_class, "audit.follow", NULL, follow_action);
  gtk_widget_class_install_action (widget_class, "audit.close-details", NULL, close_details_action);
  gtk_widget_class_install_action (widget_class, "audit.close-verdict", NULL, close_verdict_action);
  signals[FOLLOWED] = g_signal_new ("followed",
                                    PEL_TYPE_AUDIT_PANE,
                                    G_SIGNAL_RUN_LAST,
                                    0,
                                    NULL,
                                    NULL,
                                    NULL,
                                    G_TYPE_NONE,
                                    2,
                                    G_TYPE_STRING,
                                    G_TYPE_UINT);
}

static void
pel_audit_pane_init (PelAuditPane *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_swapped (self->selection,
                            "notify::selected-item",
                            G_CALLBACK (selected_cb),
                            self);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  pel_tab_exit_attach (GTK_WIDGET (self->list));
}

void
pel_audit_pane_set_context (PelAuditPane *self, const PelToolContext *context)
{
  g_return_if_fail (PEL_IS_AUDIT_PANE (self));

  self->context = context;
}
