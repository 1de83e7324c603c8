/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/audit/audit-record.h"
#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/tool-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

#define MAX_PAST 20

static const char *const action_names[] = { "list", "revoke", NULL };

/* clang-format off */
static const PelField arguments[] = {
  { "action", PEL_FIELD_STRING,  PEL_FIELD_POSITIONAL, N_ ("List grants (default) or revoke them"), .choices = action_names },
  { "id",     PEL_FIELD_INTEGER, PEL_FIELD_POSITIONAL, N_ ("revoke: number of the grant"), .minimum = 1, .maximum = G_MAXINT },
  { "all",    PEL_FIELD_BOOLEAN, PEL_FIELD_OPTIONAL,   N_ ("revoke: all grants") },
  { NULL },
};

static const PelField grant_fields[] = {
  { "id",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of the grant, for revoke") },
  { "client",  PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The client it is for") },
  { "may",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("What it allows, in words") },
  { "holds",   PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("How long it lasts: while_connected or session") },
  { "since",   PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("When it was granted") },
  { "program", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("The program it is for") },
  { "access",  PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The kind of tool it covers") },
  { "risk",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The highest risk it covers") },
  { "rule",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("The policy rule that asked for it") },
  { NULL },
};

static const PelField question_fields[] = {
  { "id",      PEL_FIELD_INTEGER, PEL_FIELD_REQUIRED, N_ ("Number of the request") },
  { "client",  PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The requester") },
  { "tool",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The tool") },
  { "target",  PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("What it would act on") },
  { "risk",    PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("low, medium, high or prohibited") },
  { "outcome", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("pending, once, client, app, always, denied, expired, withdrawn or not_shown") },
  { NULL },
};

static const PelField result[] = {
  { "text",      PEL_FIELD_STRING, PEL_FIELD_REQUIRED, N_ ("Summary in words") },
  { "grants",    PEL_FIELD_LIST,   PEL_FIELD_REQUIRED, N_ ("What the person has granted"), .fields = grant_fields },
  { "questions", PEL_FIELD_LIST,   PEL_FIELD_REQUIRED, N_ ("Pending and recent requests for approval"), .fields = question_fields },
  { NULL },
};

static const PelColumn grant_columns[] = {
  { "id",     N_ ("ID")     },
  { "client", N_ ("Client") },
  { "may",    N_ ("Allows") },
  { "holds",  N_ ("Lasts")  },
  { "since",  N_ ("Since")  },
  { NULL },
};

static const PelColumn question_columns[] = {
  { "id",      N_ ("ID")      },
  { "client",  N_ ("Client")  },
  { "tool",    N_ ("Tool")    },
  { "target",  N_ ("Target")  },
  { "outcome", N_ ("Outcome") },
  { NULL },
};

static const PelView views[] = {
  { PEL_VIEW_TEXT,  "text",      NULL,             NULL,             NULL },
  { PEL_VIEW_TABLE, "grants",    NULL,             grant_columns,    ""   },
  { PEL_VIEW_TABLE, "questions", N_ ("Requests"), question_columns, "", TRUE },
  { 0 },
};
/* clang-format on */

/* An agent sees only its own grants. */
static gboolean
is_shown_to (const PelCaller *caller, const PelCaller *whose)
{
  return pel_caller_get_info (caller)->kind != PEL_CALLER_AGENT ||
         g_str_equal (pel_caller_get_origin (caller), pel_caller_get_origin (whose));
}

static JsonArray *
list_grants (GListModel *grants, const PelCaller *caller)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (grants); i++)
    {
      g_autoptr (PelGrant) grant = g_list_model_get_item (grants, i);

      if (is_shown_to (caller, pel_grant_get_caller (grant)))
        json_array_add_object_element (array, pel_grant_to_json (grant));
    }
  return array;
}

static JsonObject *
question_to_json (PelApproval *approval)
{
  const PelApprovalInfo *info = pel_approval_get_info (approval);
  g_autofree char       *client = pel_caller_dup_words (info->caller);
  JsonObject            *object = json_object_new ();

  json_object_set_int_member (object, "id", pel_approval_get_id (approval));
  json_object_set_string_member (object, "client", client);
  json_object_set_string_member (object, "tool", info->tool);
  pel_json_set_string_or_null (object, "target", info->name != NULL ? info->name : info->window);
  json_object_set_string_member (object, "risk", pel_risk_to_string (info->risk));
  json_object_set_string_member (object, "outcome", pel_approval_get_outcome (approval));
  return object;
}

static void
list_questions (GListModel *questions, const PelCaller *caller, JsonArray *array)
{
  for (guint i = 0; i < MIN (g_list_model_get_n_items (questions), MAX_PAST); i++)
    {
      g_autoptr (PelApproval) approval = g_list_model_get_item (questions, i);

      if (is_shown_to (caller, pel_approval_get_info (approval)->caller))
        json_array_add_object_element (array, question_to_json (approval));
    }
}

/* Takes @text. */
static JsonObject *
make_result (GTask *task, char *text)
{
  const PelToolCall *call = pel_tool_call_get (task);
  PelApprovalQueue  *queue = call->context->approvals;
  PelGrants         *grants = pel_approval_queue_get_grants (queue);
  JsonObject        *data = json_object_new ();
  JsonArray         *questions = json_array_new ();
  g_autofree char   *own = text;

  pel_grants_prune (grants);
  list_questions (G_LIST_MODEL (queue), call->caller.identity, questions);
  list_questions (pel_approval_queue_get_past (queue), call->caller.identity, questions);
  json_object_set_array_member (data,
                                "grants",
                                list_grants (G_LIST_MODEL (grants), call->caller.identity));
  json_object_set_array_member (data, "questions", questions);
  if (own == NULL)
    {
      guint n_grants = json_array_get_length (json_object_get_array_member (data, "grants"));

      own = n_grants > 0
                ? g_strdup_printf (ngettext ("%u grant is in force. "
                                             "Permanent grants are rules: see “pellucid policy”.",
                                             "%u grants are in force. "
                                             "Permanent grants are rules: see “pellucid policy”.",
                                             n_grants),
                                   n_grants)
                : g_strdup (_ ("Nothing is granted beyond the policy."));
    }
  json_object_set_string_member (data, "text", own);
  return data;
}

static void
note_revoked (const PelToolCall *call, guint n_grants)
{
  g_autofree char     *client = pel_caller_dup_words (call->caller.identity);
  const PelAuditRecord record = { .event = "grants_revoked", .client = client, .count = n_grants };
  g_autoptr (JsonObject) content = pel_audit_record_to_json (&record, NULL);

  if (call->context->audit != NULL && n_grants > 0)
    pel_audit_log_append_async (call->context->audit, PEL_AUDIT_NOTE, content, NULL, NULL);
}

/* Any caller may revoke: that only leaves more to be asked. */
static JsonObject *
take_back (GTask *task, GError **error)
{
  const PelToolCall *call = pel_tool_call_get (task);
  PelGrants         *grants = pel_approval_queue_get_grants (call->context->approvals);
  gint64             id = json_object_get_int_member_with_default (call->arguments, "id", 0);
  guint              n_revoked;

  if (json_object_get_boolean_member_with_default (call->arguments, "all", FALSE))
    {
      n_revoked = pel_grants_revoke_all (grants);
      note_revoked (call, n_revoked);
      return make_result (task,
                          g_strdup_printf (ngettext ("Revoked %u grant.",
                                                     "Revoked %u grants.",
                                                     n_revoked),
                                           n_revoked));
    }
  if (id == 0 || !pel_grants_revoke (grants, id))
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     _ ("List grants with “pellucid grants”"),
                     id == 0 ? _ ("grants: specify the number of a grant to revoke, or --all")
                             : _ ("grants: no grant has the number %d"),
                     (int) id);
      return NULL;
    }
  note_revoked (call, 1);
  return make_result (task, g_strdup_printf (_ ("Revoked grant %d."), (int) id));
}

static void
run (GTask *task)
{
  const PelToolCall *call = pel_tool_call_get (task);
  GError            *error = NULL;
  JsonObject        *data;

  if (call->context->approvals == NULL)
    {
      pel_set_error (&error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     NULL,
                     _ ("grants: this session cannot ask for approval"));
      data = NULL;
    }
  else if (g_strcmp0 (json_object_get_string_member_with_default (call->arguments, "action", NULL),
                      "revoke") == 0)
    data = take_back (task, &error);
  else
    data = make_result (task, NULL);
  if (data != NULL)
    g_task_return_pointer (task, data, (GDestroyNotify) json_object_unref);
  else
    g_task_return_error (task, error);
}

const PelTool pel_tool_grants = {
  .name = "grants",
  .summary = N_ ("List and revoke what the person has granted to clients"),
  .tool_class = PEL_TOOL_ADMIN,
  .offers = PEL_OFFER_PEOPLE,
  .timeout_ms = 10000,
  .arguments = arguments,
  .result = result,
  .views = views,
  .run = run,
};
