/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-export.h"
#include "services/audit/audit-search.h"
#include "services/audit/audit-verify.h"
#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/audit-result.h"
#include "services/tool/tool-call.h"
#include "services/tool/tool-permit.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>
#include <string.h>

#define DEFAULT_LAST  20
#define MAX_LAST      10000
#define MAX_KEY_BYTES 256

static const char *const action_names[] = { "show", "verify", "export", "export-key", NULL };

/* clang-format off */
static const PelField arguments[] = {
  { "action",   PEL_FIELD_STRING,  PEL_FIELD_POSITIONAL, N_ ("Show records (default), verify that none was changed, export the log, or move its key off this machine"), .choices = action_names },
  { "file",     PEL_FIELD_PATH,    PEL_FIELD_POSITIONAL, N_ ("File to export to, or an exported log to verify") },
  { "last",     PEL_FIELD_INTEGER, PEL_FIELD_OPTIONAL,   N_ ("Show at most this many records (default: 20)"), .minimum = 1, .maximum = MAX_LAST },
  { "since",    PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL,   N_ ("Show records since this time: 2h, 3d, 2026-11-16 or 2026-11-16T15:08") },
  { "client",   PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL,   N_ ("Show calls by this client (its name or part of it)") },
  { "tool",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL,   N_ ("Show calls of this tool, such as ui_click or ui_*") },
  { "key_file", PEL_FIELD_PATH,    PEL_FIELD_OPTIONAL,   N_ ("Verify seals with the exported key in this file") },
  { NULL },
};

static const PelField export_fields[] = {
  { "file",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The exported file") },
  { "records", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of records") },
  { "head",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("SHA-256 of the last line") },
  { NULL },
};

static const PelField result[] = {
  { "records",      PEL_FIELD_LIST,   PEL_FIELD_OPTIONAL, N_ ("show: records, oldest first"), .fields = pel_audit_record_fields },
  { "verification", PEL_FIELD_OBJECT, PEL_FIELD_OPTIONAL, N_ ("verify: what was checked and found intact"), .fields = pel_audit_report_fields },
  { "export",       PEL_FIELD_OBJECT, PEL_FIELD_OPTIONAL, N_ ("export: the exported log"), .fields = export_fields },
  { "key",          PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("export-key: the key, shown only once") },
  { "note",         PEL_FIELD_STRING, PEL_FIELD_OPTIONAL, N_ ("Additional remarks") },
  { NULL },
};

static const PelColumn record_columns[] = {
  { "seq",      N_ ("#")        },
  { "time",     N_ ("Time")     },
  { "kind",     N_ ("Kind")     },
  { "what",     N_ ("What")     },
  { "decision", N_ ("Decision") },
  { "result",   N_ ("Result")   },
  { "target",   N_ ("Target")   },
  { "client",   N_ ("Client")   },
  { NULL },
};

static const PelColumn report_columns[] = {
  { "records",     N_ ("Records")         },
  { "first",       N_ ("First")           },
  { "last",        N_ ("Last")            },
  { "head",        N_ ("Head")            },
  { "sealed",      N_ ("Seals checked")   },
  { "witnessed",   N_ ("Witnessed")       },
  { "torn",        N_ ("Truncated lines") },
  { "clock_steps", N_ ("Clock went backwards") },
  { NULL },
};

static const PelColumn export_columns[] = {
  { "file",    N_ ("File")    },
  { "records", N_ ("Records") },
  { "head",    N_ ("Head")    },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TABLE,  "records",      NULL, record_columns, N_ ("No records.") },
  { PEL_VIEW_FIELDS, "verification", NULL, report_columns, NULL },
  { PEL_VIEW_FIELDS, "export",       NULL, export_columns, NULL },
  { PEL_VIEW_TEXT,   "key",          NULL, NULL,           NULL },
  { PEL_VIEW_TEXT,   "note",         NULL, NULL,           NULL, .is_for_people = TRUE },
  { 0 },
};
/* clang-format on */

/* What a thread needs; it has no part in the call itself. */
typedef struct
{
  PelAuditPlace *place;
  char          *file, *key_file;       /* (nullable) */
  char          *since, *client, *tool; /* (nullable) */
  guint          last;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  pel_audit_place_unref (job->place);
  g_free (job->file);
  g_free (job->key_file);
  g_free (job->since);
  g_free (job->client);
  g_free (job->tool);
  g_free (job);
}

static JsonObject *
show (const Job *job, GCancellable *cancellable, GError **error)
{
  const PelAuditQuery        query = { job->last, job->since, job->client, job->tool };
  g_autoptr (PelAuditExtent) extent = pel_audit_extent_new (job->place, error);
  g_autoptr (GPtrArray)      records =
      extent != NULL ? pel_audit_search (extent, &query, cancellable, error) : NULL;
  JsonObject *data;
  JsonArray  *rows;

  if (records == NULL)
    return NULL;
  data = json_object_new ();
  rows = json_array_new ();
  for (guint i = 0; i < records->len; i++)
    json_array_add_object_element (rows, pel_audit_record_to_row (records->pdata[i]));
  json_object_set_array_member (data, "records", rows);
  return data;
}

static gboolean
read_key (const char *path, PelAuditKey *ret_key, GError **error)
{
  g_autoptr (GFile)            file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = NULL;
  char                         text[MAX_KEY_BYTES] = { 0 };
  gboolean                     is_key = FALSE;

  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_REGULAR)
    stream = g_file_read (file, NULL, NULL);
  if (stream != NULL &&
      g_input_stream_read_all (G_INPUT_STREAM (stream), text, sizeof text - 1, NULL, NULL, NULL))
    is_key = pel_audit_key_from_string (text, ret_key);
  explicit_bzero (text, sizeof text);
  if (!is_key)
    pel_set_error (error,
                   PEL_ERROR_INVALID_ARGUMENT,
                   _ ("Use the line that “pellucid audit export-key” printed"),
                   _ ("“%s” does not contain an audit log key"),
                   path);
  return is_key;
}

/* What the seals are worth, by where the key was. */
static const char *
get_note (const Job *job, const PelAuditReport *report)
{
  if (report->n_records == 0)
    return _ ("There are no records yet.");
  if (job->key_file != NULL)
    return _ ("The seals match your key.");
  if (report->n_sealed > 0)
    return _ (
        "The seals match, but their key is still on this machine, where any program that runs as "
        "you can read it. Move it elsewhere with “pellucid audit export-key”.");
  return _ ("Seals were not checked. Specify your key with --key-file.");
}

static JsonObject *
verify (const Job *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (PelAuditExtent) extent = job->file != NULL
                                          ? pel_audit_extent_new_for_file (job->file, error)
                                          : pel_audit_extent_new (job->place, error);
  g_autoptr (PelAuditReport) report = NULL;
  g_auto (PelAuditKey)       key = { 0 };
  GError                    *finding;
  JsonObject                *data;

  if (extent == NULL || (job->key_file != NULL && !read_key (job->key_file, &key, error)))
    return NULL;
  report = pel_audit_verify (extent, job->key_file != NULL ? &key : NULL, cancellable, error);
  if (report == NULL)
    return NULL;
  finding = pel_audit_report_dup_error (report);
  if (finding != NULL)
    {
      g_propagate_error (error, finding);
      return NULL;
    }
  data = json_object_new ();
  json_object_set_object_member (data, "verification", pel_audit_report_to_json (report));
  json_object_set_string_member (data, "note", get_note (job, report));
  return data;
}

/* The result includes the head, which the person should keep. A log with problems is exported as it
 * is: that is when it is needed most. */
static JsonObject *export(const Job *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (PelAuditExtent) extent = pel_audit_extent_new (job->place, error);
  g_autoptr (PelAuditReport) report = NULL;
  JsonObject                *data, *object;

  if (extent == NULL || !pel_audit_export (extent, job->file, cancellable, error))
    return NULL;
  report = pel_audit_verify (extent, NULL, cancellable, error);
  if (report == NULL)
    return NULL;
  data = json_object_new ();
  object = json_object_new ();
  json_object_set_string_member (object, "file", job->file);
  json_object_set_int_member (object, "records", report->n_records);
  json_object_set_string_member (object, "head", report->head.hash);
  json_object_set_object_member (data, "export", object);
  json_object_set_string_member (
      data,
      "note",
      report->problems->len > 0
          ? _ ("This log has problems. Run “pellucid audit verify” for details.")
          : _ ("Verify it on any machine with “pellucid audit verify FILE --key-file KEY”."));
  return data;
}

static JsonObject *
export_key (const Job *job, GCancellable *cancellable, GError **error)
{
  g_autofree char *key = pel_audit_take_first_key (job->place, error);
  JsonObject      *data;

  if (key == NULL)
    return NULL;
  data = json_object_new ();
  json_object_set_string_member (data, "key", key);
  json_object_set_string_member (
      data,
      "note",
      _ ("The key is no longer on this machine. Keep it on another one, or on paper. Anyone who "
         "has it can verify the log, and could also forge it."));
  explicit_bzero (key, strlen (key));
  return data;
}

typedef JsonObject *(*Action) (const Job *job, GCancellable *cancellable, GError **error);

static const Action actions[] = { show, verify, export, export_key };
G_STATIC_ASSERT (G_N_ELEMENTS (actions) == G_N_ELEMENTS (action_names) - 1);

static Action
get_action (JsonObject *call_arguments)
{
  const char *name =
      json_object_get_string_member_with_default (call_arguments, "action", action_names[0]);
  guint i = 0;

  while (!g_str_equal (action_names[i], name))
    i++; /* the schema lets no other through */
  return actions[i];
}

static void
work (GTask *worker, gpointer unused, gpointer data, GCancellable *cancellable)
{
  Action      action = g_task_get_source_tag (worker);
  GError     *error = NULL;
  JsonObject *object = action (data, cancellable, &error);

  if (object != NULL)
    g_task_return_pointer (worker, object, (GDestroyNotify) json_object_unref);
  else
    g_task_return_error (worker, error);
}

static void
worked_cb (GObject *unused, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;
  JsonObject       *data = g_task_propagate_pointer (G_TASK (async_result), &error);

  if (data != NULL)
    g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
  else
    g_task_return_error (task, error);
}

static void
start (GTask *task, Action action, Job *job)
{
  g_autoptr (GTask) worker =
      g_task_new (NULL, g_task_get_cancellable (task), worked_cb, g_object_ref (task));

  g_task_set_source_tag (worker, action);
  g_task_set_task_data (worker, job, job_free);
  g_task_run_in_thread (worker, work);
}

/* The request for the key is recorded before the key is returned. */
static void
noted_cb (GObject *log, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Job              *job = g_new0 (Job, 1);
  GError           *error = NULL;

  job->place = pel_audit_place_ref (pel_audit_log_get_place (PEL_AUDIT_LOG (log)));
  if (pel_audit_log_append_finish (PEL_AUDIT_LOG (log), async_result, &error) > 0)
    {
      start (task, export_key, job);
      return;
    }
  job_free (job);
  g_task_return_error (task, error);
}

static void
note_key_export (GTask *task)
{
  const PelToolCall     *call = pel_tool_call_get (task);
  const PelAuditRecord   record = { .event = "key_asked_for", .client = call->caller.name };
  g_autoptr (JsonObject) content = pel_audit_record_to_json (&record, NULL);

  pel_audit_log_append_async (call->context->audit,
                              PEL_AUDIT_NOTE,
                              content,
                              noted_cb,
                              g_object_ref (task));
}

static char *
dup_text (JsonObject *object, const char *name)
{
  return g_strdup (json_object_get_string_member_with_default (object, name, NULL));
}

/* (transfer full) (nullable) */
static Job *
read_job (const PelToolCall *call, Action action, GError **error)
{
  Job        *job;
  const char *since = json_object_get_string_member_with_default (call->arguments, "since", NULL);
  g_autofree char *since_time = NULL;

  if (action == export && !json_object_has_member (call->arguments, "file"))
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     _ ("Specify a file, as in “pellucid audit export audit.jsonl”"),
                     _ ("%s: the file to export to is missing"),
                     "audit");
      return NULL;
    }
  if (since != NULL)
    since_time = pel_audit_dup_since (since, g_get_real_time (), error);
  if (since != NULL && since_time == NULL)
    return NULL;
  job = g_new0 (Job, 1);
  job->place = pel_audit_place_ref (pel_audit_log_get_place (call->context->audit));
  job->file = dup_text (call->arguments, "file");
  job->key_file = dup_text (call->arguments, "key_file");
  job->since = g_steal_pointer (&since_time);
  job->client = dup_text (call->arguments, "client");
  job->tool = dup_text (call->arguments, "tool");
  job->last = json_object_get_int_member_with_default (call->arguments, "last", DEFAULT_LAST);
  return job;
}

/* (transfer full) (nullable). Anyone who may read the desktop may read the log. The key goes
 * out once, and a file is written with the rights of the session: only who can be taken for the
 * person has that. */
static PelPolicyVerdict *
judge (const PelToolCall *call, Action action)
{
  PelPolicyVerdict *verdict;

  if (action == verify || pel_caller_get_info (call->caller.identity)->kind != PEL_CALLER_AGENT)
    return NULL;
  if (action == show)
    return pel_tool_permit_decide (call, PEL_ACCESS_READ);
  verdict = pel_policy_verdict_new (PEL_DECISION_DENY, PEL_ERROR_DENIED);
  verdict->hint = g_strdup (_ ("Ask the person to run it in a terminal"));
  pel_policy_verdict_add_reason (verdict, "%s", _ ("Only the person may do this"));
  return verdict;
}

static void
run (GTask *task)
{
  PelToolCall      *call = pel_tool_call_get (task);
  Action            action = get_action (call->arguments);
  PelPolicyVerdict *verdict;
  GError           *error = NULL;
  Job              *job;

  if (call->context->audit == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "There is no audit log");
      return;
    }
  verdict = judge (call, action);
  if (verdict != NULL
          ? !pel_tool_permit_check (call, verdict, &error)
          : action != verify && action != show && !pel_tool_permit_terminal (call, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  job = read_job (call, action, &error);
  if (job == NULL)
    g_task_return_error (task, error);
  else if (action == export_key)
    {
      job_free (job);
      note_key_export (task);
    }
  else
    start (task, action, job);
}

const PelTool pel_tool_audit = {
  .name = "audit",
  .summary = N_ ("Show the log of calls and who made them, and verify that it is intact"),
  .tool_class = PEL_TOOL_ADMIN,
  .offers = PEL_OFFER_PEOPLE,
  .timeout_ms = 60000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
