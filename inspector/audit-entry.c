/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/audit-entry.h"

#include "inspector/tool-words.h"
#include "services/base/text.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PROBLEMS 5 /* that are told in full */

struct _PelAuditEntry
{
  GObject       parent_instance;
  PelRecordText text;
  char         *bus_name; /* (nullable) */
  guint         ref;
};

G_DEFINE_FINAL_TYPE (PelAuditEntry, pel_audit_entry, G_TYPE_OBJECT)

/* The lines of one entry. */
typedef struct
{
  JsonObject *intent, *outcome; /* (nullable) records; a note is an outcome */
} Lines;

/* Reading */

/* (nullable) */
static const char *
get_text (JsonObject *object, const char *member)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* (nullable): of the line that has it. */
static const char *
find_text (const Lines *lines, const char *member)
{
  const char *text = get_text (lines->outcome, member);

  return text != NULL ? text : get_text (lines->intent, member);
}

static gint64
get_number (JsonObject *object, const char *member)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_INT64 ? json_node_get_int (node)
                                                                         : 0;
}

/* (nullable) (transfer none) */
static JsonObject *
find_target (const Lines *lines)
{
  JsonObject *const records[] = { lines->intent, lines->outcome };

  for (gsize i = 0; i < G_N_ELEMENTS (records); i++)
    {
      JsonNode *node = records[i] != NULL ? json_object_get_member (records[i], "target") : NULL;

      if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
        return json_node_get_object (node);
    }
  return NULL;
}

static gboolean
is_note (const Lines *lines)
{
  return lines->intent == NULL && g_strcmp0 (get_text (lines->outcome, "kind"), "note") == 0;
}

/* What became of it */

/* clang-format off */
static const struct { const char *result, *icon_name, *style, *words; } marks[] = {
  { "success",           "object-select-symbolic",      "status-ok",      N_ ("Done")         },
  { "denied",            "action-unavailable-symbolic", "status-error",   N_ ("Denied")       },
  { "blocked_window",    "action-unavailable-symbolic", "status-error",   N_ ("Denied")       },
  { "rate_limited",      "action-unavailable-symbolic", "status-error",   N_ ("Denied")       },
  { "approval_denied",   "action-unavailable-symbolic", "status-error",   N_ ("Not approved") },
  { "approval_required", "action-unavailable-symbolic", "status-error",   N_ ("Not approved") },
  { "cancelled",         "window-close-symbolic",       "status-warning", N_ ("Cancelled")    },
  { "timeout",           "dialog-warning-symbolic",     "status-warning", N_ ("Timed out")    },
};
/* clang-format on */

static void
set_mark (PelRecordText *text, const Lines *lines)
{
  const char *result = get_text (lines->outcome, "result");

  text->icon_name = "dialog-warning-symbolic";
  text->style = "status-warning";
  if (is_note (lines))
    {
      text->icon_name = "dialog-information-symbolic";
      text->style = "status-info";
      text->mark = g_strdup (_ ("Note"));
    }
  else if (result == NULL)
    {
      text->icon_name = "dialog-question-symbolic";
      text->mark = g_strdup (_ ("No outcome"));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (marks) && text->mark == NULL; i++)
    if (g_str_equal (marks[i].result, result))
      {
        text->icon_name = marks[i].icon_name;
        text->style = marks[i].style;
        text->mark = g_strdup (_ (marks[i].words));
      }
  if (text->mark == NULL)
    text->mark = g_strdup (_ ("Failed"));
}

/* Who it was, and why it was allowed */

/* (transfer full): of “robot (pid 7), an agent” the name, which is what one looks for. */
static char *
dup_short_client (const char *client)
{
  const char      *end = client != NULL ? strstr (client, " (pid ") : NULL;
  g_autofree char *name =
      end != NULL ? g_strndup (client, end - client) : g_strdup (client != NULL ? client : "");

  return name[0] != '\0' ? pel_text_isolate (name) : g_strdup ("");
}

/* In the log, what was answered stands before how it was asked: “once (dialog)”. */
/* clang-format off */
static const struct { const char *answer, *words; } approvals[] = {
  { "once",   N_ ("you allowed it once")                 },
  { "client", N_ ("you allowed it while connected")      },
  { "app",    N_ ("you allowed it for this application") },
  { "always", N_ ("you always allow it")                 },
};
/* clang-format on */

static const char *
get_approval_words (const char *approval)
{
  for (gsize i = 0; approval != NULL && i < G_N_ELEMENTS (approvals); i++)
    if (g_str_has_prefix (approval, approvals[i].answer))
      return _ (approvals[i].words);
  return NULL;
}

static char *
make_note (const Lines *lines)
{
  gboolean          is_plain = g_strcmp0 (get_text (lines->outcome, "result"), "cancelled") == 0;
  const char       *message = is_plain ? NULL : get_text (lines->outcome, "message");
  g_autofree char  *client = dup_short_client (find_text (lines, "client"));
  g_autofree char  *why = message != NULL ? pel_text_isolate (message) : NULL;
  const char *const parts[] = { client, get_approval_words (find_text (lines, "approval")), why };

  return pel_record_text_join (parts, G_N_ELEMENTS (parts));
}

/* All of it */

static void
add_line (GString *details, const char *caption, const char *text)
{
  g_autofree char *fit = text != NULL && text[0] != '\0' ? pel_text_isolate (text) : NULL;

  if (fit != NULL)
    /* Translators: what it is, and its value */
    g_string_append_printf (details, _ ("%s: %s"), caption, fit);
  if (fit != NULL)
    g_string_append_c (details, '\n');
}

static char *
make_numbers (const Lines *lines)
{
  gint64 first = lines->intent != NULL ? get_number (lines->intent, "seq") : 0;
  gint64 last = lines->outcome != NULL ? get_number (lines->outcome, "seq") : 0;

  if (first > 0 && last > 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT, first, last);
  return g_strdup_printf ("%" G_GINT64_FORMAT, MAX (first, last));
}

static char *
make_details (const Lines *lines)
{
  static const struct
  {
    const char *member, *caption;
  } members[] = {
    { "tool", N_ ("Tool") },         { "event", N_ ("Event") },   { "result", N_ ("Result") },
    { "message", N_ ("Message") },   { "client", N_ ("Client") }, { "approval", N_ ("Approval") },
    { "selector", N_ ("Selector") }, { "risk", N_ ("Risk") },     { "decision", N_ ("Policy") },
    { "rule", N_ ("Rule") },         { "method", N_ ("Method") },
  };
  GString         *details = g_string_new (NULL);
  JsonObject      *target = find_target (lines);
  g_autofree char *numbers = make_numbers (lines);

  add_line (details, _ ("Line"), numbers);
  add_line (details, _ ("Time (UTC)"), find_text (lines, "time"));
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    add_line (details, _ (members[i].caption), find_text (lines, members[i].member));
  add_line (details, _ ("Window"), get_text (target, "window"));
  add_line (details, _ ("Application"), get_text (target, "app"));
  if (lines->outcome == NULL)
    g_string_append (details, _ ("It was started, but no outcome was logged"));
  return g_strchomp (g_string_free (details, FALSE));
}

/* An entry */

static gint64
read_time (const char *text, gint64 fallback)
{
  g_autoptr (GDateTime) time = text != NULL ? g_date_time_new_from_iso8601 (text, NULL) : NULL;

  return time != NULL ? g_date_time_to_unix (time) * G_USEC_PER_SEC : fallback;
}

static void
read_place (PelAuditEntry *self, JsonObject *target)
{
  const char *id = get_text (target, "runtime_id"), *ref = get_text (target, "ref");
  const char *path = id != NULL ? strchr (id, '/') : NULL;

  if (path == NULL || path == id || ref == NULL || ref[0] != 'e')
    return;
  self->bus_name = g_strndup (id, path - id);
  self->ref = strtoul (ref + 1, NULL, 10);
}

static PelAuditEntry *
new_entry (const Lines *lines, gint64 now)
{
  PelAuditEntry *self = g_object_new (PEL_TYPE_AUDIT_ENTRY, NULL);
  JsonObject    *target = find_target (lines);
  const char    *tool = find_text (lines, "tool"), *event = find_text (lines, "event");
  const char    *words = tool != NULL    ? pel_tool_words_get (tool)
                         : event != NULL ? pel_note_words_get (event)
                                         : _ ("Something");

  self->text.title = pel_text_escape (words);
  self->text.subject = pel_record_text_dup_element (get_text (target, "role"),
                                                    get_text (target, "name"),
                                                    get_text (target, "window"));
  if (self->text.subject == NULL && find_text (lines, "selector") != NULL)
    self->text.subject = pel_text_isolate (find_text (lines, "selector"));
  self->text.time = pel_record_text_dup_time (read_time (find_text (lines, "time"), now), now);
  self->text.note = make_note (lines);
  self->text.details = make_details (lines);
  set_mark (&self->text, lines);
  read_place (self, target);
  return self;
}

/* (nullable) (transfer none) */
static JsonObject *
get_record (JsonArray *rows, guint i)
{
  JsonNode *node = json_array_get_element (rows, i);
  JsonNode *record = JSON_NODE_HOLDS_OBJECT (node)
                         ? json_object_get_member (json_node_get_object (node), "record")
                         : NULL;

  return record != NULL && JSON_NODE_HOLDS_OBJECT (record) ? json_node_get_object (record) : NULL;
}

/* An outcome takes its intent along, which is among what is older. */
GListModel *
pel_audit_entries_read (JsonArray *rows, gint64 now)
{
  GListStore            *store = g_list_store_new (PEL_TYPE_AUDIT_ENTRY);
  g_autoptr (GHashTable) intents =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *record = get_record (rows, i);

      if (record != NULL && g_strcmp0 (get_text (record, "kind"), "intent") == 0)
        {
          gint64 seq = get_number (record, "seq");

          g_hash_table_replace (intents, g_memdup2 (&seq, sizeof seq), record);
        }
    }
  for (guint i = json_array_get_length (rows); i > 0; i--)
    {
      Lines                     lines = { .outcome = get_record (rows, i - 1) };
      g_autoptr (PelAuditEntry) entry = NULL;
      gint64                    seq;

      if (lines.outcome == NULL)
        continue;
      if (g_strcmp0 (get_text (lines.outcome, "kind"), "intent") == 0)
        {
          lines.intent = g_steal_pointer (&lines.outcome);
          seq = get_number (lines.intent, "seq");
          if (!g_hash_table_contains (intents, &seq))
            continue; /* it stands with its outcome */
        }
      else
        {
          seq = get_number (lines.outcome, "intent");
          lines.intent = g_hash_table_lookup (intents, &seq);
          g_hash_table_remove (intents, &seq);
        }
      entry = new_entry (&lines, now);
      g_list_store_append (store, entry);
    }
  return G_LIST_MODEL (store);
}

static void
pel_audit_entry_finalize (GObject *object)
{
  PelAuditEntry *self = PEL_AUDIT_ENTRY (object);

  pel_record_text_clear (&self->text);
  g_free (self->bus_name);
  G_OBJECT_CLASS (pel_audit_entry_parent_class)->finalize (object);
}

static void
pel_audit_entry_class_init (PelAuditEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_audit_entry_finalize;
}

static void
pel_audit_entry_init (PelAuditEntry *self)
{
}

const PelRecordText *
pel_audit_entry_get_text (PelAuditEntry *self)
{
  g_return_val_if_fail (PEL_IS_AUDIT_ENTRY (self), NULL);

  return &self->text;
}

const char *
pel_audit_entry_get_bus_name (PelAuditEntry *self)
{
  g_return_val_if_fail (PEL_IS_AUDIT_ENTRY (self), NULL);

  return self->bus_name;
}

guint
pel_audit_entry_get_ref (PelAuditEntry *self)
{
  g_return_val_if_fail (PEL_IS_AUDIT_ENTRY (self), 0);

  return self->ref;
}

/* What is wrong with the log */

/* (nullable) (transfer none) */
static JsonArray *
find_problems (JsonObject *error)
{
  JsonNode *details = json_object_get_member (error, "details");
  JsonNode *problems = details != NULL && JSON_NODE_HOLDS_OBJECT (details)
                           ? json_object_get_member (json_node_get_object (details), "problems")
                           : NULL;

  return problems != NULL && JSON_NODE_HOLDS_ARRAY (problems) ? json_node_get_array (problems)
                                                              : NULL;
}

char *
pel_audit_problems_dup_words (JsonObject *error)
{
  JsonArray  *problems = find_problems (error);
  guint       n = problems != NULL ? json_array_get_length (problems) : 0;
  const char *message = get_text (error, "message");
  GString    *words = g_string_new (NULL);

  for (guint i = 0; i < MIN (n, MAX_PROBLEMS); i++)
    {
      JsonObject      *problem = json_array_get_object_element (problems, i);
      const char      *file = get_text (problem, "text"), *reason = get_text (problem, "reason");
      g_autofree char *where = pel_text_escape (file != NULL ? file : "");
      g_autofree char *what = pel_text_escape (reason != NULL ? reason : "");

      g_string_append_printf (words, "\n%s: %s", where, what);
    }
  if (n > MAX_PROBLEMS)
    {
      g_string_append_c (words, '\n');
      g_string_append_printf (words,
                              ngettext ("and %u more", "and %u more", n - MAX_PROBLEMS),
                              n - MAX_PROBLEMS);
    }
  g_string_prepend (words, message != NULL ? message : "");
  return g_string_free (words, FALSE);
}
