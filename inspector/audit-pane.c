/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/audit-pane.h"

#include "services/base/json.h"
#include "services/base/text.h"
#include "services/tool/tool-call.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINES 200

struct _PelAuditPane
{
  GtkBox       parent_instance;
  GtkStack    *stack;
  GtkListBox  *list;
  GtkLabel    *summary;
  GtkRevealer *foot;
  GtkLabel    *verdict;

  const PelToolContext *context;     /* (nullable) */
  GCancellable         *cancellable; /* of what is asked for */
};

enum
{
  FOLLOWED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelAuditPane, pel_audit_pane, GTK_TYPE_BOX)

/* "" where it has none. */
static const char *
get_text (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : "";
}

/* A line of the list */

static GtkWidget *
new_label (const char *text, const char *css_class)
{
  g_autofree char *fit = pel_text_isolate (text);
  GtkWidget       *label = gtk_label_new (fit);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* Which element it was about: its place in the tree. FALSE: none that could be found again. */
static gboolean
read_place (JsonObject *row, char **ret_bus_name, guint *ret_ref)
{
  JsonObject *record = json_object_get_object_member (row, "record");
  JsonNode   *node = json_object_get_member (record, "target");
  JsonObject *target =
      node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *id = target != NULL ? get_text (target, "runtime_id") : "";
  const char *ref = target != NULL ? get_text (target, "ref") : "";
  const char *path = strchr (id, '/');

  if (path == NULL || path == id || ref[0] != 'e')
    return FALSE;
  *ret_bus_name = g_strndup (id, path - id);
  *ret_ref = strtoul (ref + 1, NULL, 10);
  return TRUE;
}

/* (transfer full): those that are there. */
static char *
join (const char *const *parts, gsize n_parts, const char *separator)
{
  GString *line = g_string_new (NULL);

  for (gsize i = 0; i < n_parts; i++)
    if (parts[i][0] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? separator : "", parts[i]);
  return g_string_free (line, FALSE);
}

static GtkWidget *
new_row (JsonObject *row)
{
  GtkWidget        *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget        *list_row = gtk_list_box_row_new ();
  JsonObject       *record = json_object_get_object_member (row, "record");
  g_autofree char  *time = g_strndup (get_text (row, "time"), strlen ("2026-11-16T15:08:00"));
  const char *const what[] = { get_text (row, "what"),
                               get_text (row, "target"),
                               get_text (row, "result") };
  const char *const how[] = { g_strdelimit (time, "T", ' '),
                              get_text (row, "decision"),
                              get_text (record, "approval"),
                              get_text (row, "client") };
  g_autofree char  *first = join (what, G_N_ELEMENTS (what), "  ");
  g_autofree char  *second = join (how, G_N_ELEMENTS (how), " · ");
  g_autofree char  *bus_name = NULL;
  guint             ref;

  gtk_box_append (GTK_BOX (box), new_label (first, NULL));
  gtk_box_append (GTK_BOX (box), new_label (second, "note"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (list_row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (list_row), read_place (row, &bus_name, &ref));
  if (bus_name != NULL)
    gtk_widget_set_tooltip_text (list_row,
                                 _ ("Show the element in the tree, if it is still there"));
  g_object_set_data_full (G_OBJECT (list_row),
                          "row",
                          json_object_ref (row),
                          (GDestroyNotify) json_object_unref);
  return list_row;
}

static void
activated_cb (PelAuditPane *self, GtkListBoxRow *list_row)
{
  g_autofree char *bus_name = NULL;
  guint            ref;

  if (read_place (g_object_get_data (G_OBJECT (list_row), "row"), &bus_name, &ref))
    g_signal_emit (self, signals[FOLLOWED], 0, bus_name, ref);
}

/* What the tool tells */

/* (nullable) (transfer full): the data of the answer; what went wrong is shown. */
static JsonObject *
take_answer (PelAuditPane *self, GAsyncResult *result)
{
  g_autofree char     *text = pel_tool_call_finish (result);
  g_autoptr (JsonNode) node = pel_json_parse_large (text, -1, 64, 16 * 1024 * 1024, NULL);
  JsonObject          *envelope = node != NULL ? json_node_get_object (node) : NULL;

  if (self->context == NULL || envelope == NULL)
    return NULL;
  if (json_object_has_member (envelope, "data"))
    return json_object_ref (json_object_get_object_member (envelope, "data"));
  gtk_label_set_text (self->verdict,
                      get_text (json_object_get_object_member (envelope, "error"), "message"));
  gtk_revealer_set_reveal_child (self->foot, TRUE);
  return NULL;
}

static void
clear (PelAuditPane *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
}

static void
shown_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelAuditPane) self = user_data;
  g_autoptr (JsonObject)   data = take_answer (self, result);
  g_autofree char         *text = NULL;
  JsonArray               *rows;
  guint                    n_rows;

  if (data == NULL)
    return;
  rows = json_object_get_array_member (data, "records");
  n_rows = json_array_get_length (rows);
  clear (self);
  for (guint i = n_rows; i > 0; i--)
    gtk_list_box_append (self->list, new_row (json_array_get_object_element (rows, i - 1)));
  text =
      g_strdup_printf (ngettext ("%u line, the newest first", "%u lines, the newest first", n_rows),
                       n_rows);
  gtk_label_set_text (self->summary, n_rows > 0 ? text : "");
  gtk_stack_set_visible_child_name (self->stack, n_rows > 0 ? "list" : "nothing");
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
  text = g_strdup_printf (_ ("The record is whole. Lines: %d; seals checked: %d; known in a second "
                             "place: %d. %s"),
                          (int) json_object_get_int_member (found, "records"),
                          (int) json_object_get_int_member (found, "sealed"),
                          (int) json_object_get_int_member (found, "witnessed"),
                          get_text (data, "note"));
  gtk_label_set_text (self->verdict, g_strchomp (text));
  gtk_revealer_set_reveal_child (self->foot, TRUE);
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
  G_OBJECT_CLASS (pel_audit_pane_parent_class)->dispose (object);
}

static void
pel_audit_pane_class_init (PelAuditPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = pel_audit_pane_dispose;
  widget_class->map = pel_audit_pane_map;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/pellucid/Pellucid/audit-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, stack);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, list);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, summary);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, foot);
  gtk_widget_class_bind_template_child (widget_class, PelAuditPane, verdict);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_install_action (widget_class, "audit.refresh", NULL, refresh_action);
  gtk_widget_class_install_action (widget_class, "audit.verify", NULL, verify_action);
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
}

void
pel_audit_pane_set_context (PelAuditPane *self, const PelToolContext *context)
{
  g_return_if_fail (PEL_IS_AUDIT_PANE (self));

  self->context = context;
}
