/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/audit-result.h"

#include "services/base/error.h"
#include "services/base/json.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/* clang-format off */
const PelField pel_audit_record_fields[] = {
  { "seq",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Record number") },
  { "time",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("When it was written, in UTC") },
  { "kind",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("intent: before an act; outcome: after it, or a call logged in one line; note: about the log or Pellucid itself") },
  { "what",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The tool, or what a note is about") },
  { "client",   PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("The client that called") },
  { "target",   PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("What the call was about") },
  { "decision", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("The policy decision") },
  { "result",   PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("How the call ended") },
  { "record",   PEL_FIELD_MAP,     PEL_FIELD_REQUIRED, N_ ("The complete record") },
  { NULL },
};

const PelField pel_audit_report_fields[] = {
  { "records",     PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of records") },
  { "first",       PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of the first record") },
  { "last",        PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of the last record") },
  { "head",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("SHA-256 of the last line") },
  { "sealed",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of seals checked") },
  { "witnessed",   PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of records confirmed by a second copy") },
  { "torn",        PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Lines truncated by a crash and accounted for in the log") },
  { "clock_steps", PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("How often the clock went backwards") },
  { NULL },
};
/* clang-format on */

/* (nullable) (transfer none) */
static const char *
get_text (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* “Button "OK"”, “Window "Notes"”, else the selector that was given. (nullable) (transfer full) */
static char *
dup_target (JsonObject *record)
{
  JsonNode   *node = json_object_get_member (record, "target");
  JsonObject *target =
      node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *role = target != NULL ? get_text (target, "role") : NULL;
  const char *name = target != NULL ? get_text (target, "name") : NULL;
  const char *window = target != NULL ? get_text (target, "window") : NULL;

  if (role == NULL && window != NULL)
    return g_strdup_printf ("Window \"%s\"", window);
  if (role != NULL && name != NULL)
    return g_strdup_printf ("%s \"%s\"", role, name);
  return g_strdup (role != NULL ? role : get_text (record, "selector"));
}

/* The numbers come from a file: whatever they are, the row is one that the schema promises. */
JsonObject *
pel_audit_record_to_row (JsonObject *record)
{
  JsonObject      *row = json_object_new ();
  const char      *tool = get_text (record, "tool"), *event = get_text (record, "event");
  const char      *time = get_text (record, "time"), *kind = get_text (record, "kind");
  JsonNode        *seq = json_object_get_member (record, "seq");
  g_autofree char *target = dup_target (record);

  json_object_set_int_member (row,
                              "seq",
                              json_node_get_value_type (seq) == G_TYPE_INT64
                                  ? json_node_get_int (seq)
                                  : 0);
  json_object_set_string_member (row, "time", time != NULL ? time : "");
  json_object_set_string_member (row, "kind", kind != NULL ? kind : "");
  json_object_set_string_member (row, "what", tool != NULL ? tool : event != NULL ? event : "");
  pel_json_set_string_or_null (row, "client", get_text (record, "client"));
  pel_json_set_string_or_null (row, "target", target);
  pel_json_set_string_or_null (row, "decision", get_text (record, "decision"));
  pel_json_set_string_or_null (row, "result", get_text (record, "result"));
  json_object_set_object_member (row, "record", json_object_ref (record));
  return row;
}

JsonObject *
pel_audit_report_to_json (const PelAuditReport *report)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "records", report->n_records);
  json_object_set_int_member (object, "first", report->first_seq);
  json_object_set_int_member (object, "last", report->head.seq);
  json_object_set_string_member (object, "head", report->head.hash);
  json_object_set_int_member (object, "sealed", report->n_sealed);
  json_object_set_int_member (object, "witnessed", report->n_witnessed);
  json_object_set_int_member (object, "torn", report->n_torn);
  json_object_set_int_member (object, "clock_steps", report->n_clock_steps);
  return object;
}

/* “audit-00000001.jsonl:12”. (transfer full) */
static char *
dup_where (const PelAuditProblem *problem)
{
  if (problem->file == NULL)
    return g_strdup (_ ("the log"));
  return problem->line > 0 ? g_strdup_printf ("%s:%" G_GUINT64_FORMAT, problem->file, problem->line)
                           : g_strdup (problem->file);
}

static JsonArray *
problems_to_json (const PelAuditReport *report)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < report->problems->len; i++)
    {
      const PelAuditProblem *problem = report->problems->pdata[i];
      g_autofree char       *where = dup_where (problem);
      JsonObject            *object = json_object_new ();

      json_object_set_string_member (object, "text", where);
      json_object_set_string_member (object, "fault", pel_audit_fault_to_string (problem->fault));
      json_object_set_string_member (object, "reason", problem->message);
      pel_json_set_string_or_null (object, "file", problem->file);
      json_object_set_int_member (object, "line", problem->line);
      json_array_add_object_element (array, object);
    }
  return array;
}

GError *
pel_audit_report_dup_error (const PelAuditReport *report)
{
  GError     *error = NULL;
  JsonObject *details;
  guint64     n = report->problems->len + report->n_more;

  if (n == 0)
    return NULL;
  pel_set_error (&error,
                 PEL_ERROR_VERIFICATION_FAILED,
                 _ ("Keep the files as they are. docs/audit.md explains each finding"),
                 ngettext ("The audit log was altered or damaged: %" PRIu64 " problem",
                           "The audit log was altered or damaged: %" PRIu64 " problems",
                           n),
                 n);
  details = json_object_new ();
  json_object_set_array_member (details, "problems", problems_to_json (report));
  json_object_set_int_member (details, "n_more", report->n_more);
  json_object_set_object_member (details, "report", pel_audit_report_to_json (report));
  pel_error_take_details (error, details);
  return error;
}
