/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/act-call.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/element/snapshot-diff.h"
#include "services/pipeline/pipeline.h"
#include "services/tool/element-result.h"
#include "services/tool/look.h"

#include <glib/gi18n.h>

#define MAX_CHANGES_BYTES 1536

/* clang-format off */
static const char *const effect_names[] = { "confirmed", "unchanged", "unknown", "none", NULL };

static const PelField decision_fields[] = {
  { "decision", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("allow, or with dry_run also ask") },
  { "rule",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("Which rule of which file decided that") },
  { "risk",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("low, medium, high or prohibited") },
  { NULL },
};

const PelField pel_act_result[] = {
  { "text",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("What was done and what came of it, in words") },
  { "effect",      PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Whether the effect is seen: confirmed, unchanged, unknown; none where nothing was done"), .choices = effect_names },
  { "deed",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("What the program was asked to do, or would be") },
  { "already",     PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("It was so before, and nothing was done") },
  { "dry_run",     PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Nothing was done, as was asked for") },
  { "policy",      PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED, N_ ("What the policy says"), .fields = decision_fields },
  { "changes",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("What changed in its program: a line for each element, +, - or ~ before it") },
  { "snapshot_id", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("The snapshot that was taken last") },
  { "note",        PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("What else is to be known about it") },
  { NULL },
};

const PelView pel_act_views[] = {
  { PEL_VIEW_TEXT, "text" },
  { PEL_VIEW_TEXT, "changes" },
  { PEL_VIEW_TEXT, "note" },
  { 0 },
};
/* clang-format on */

/* A call on its way through the pipeline. */
typedef struct
{
  GTask           *task; /* the tool's own; holds this */
  PelPipeline      pipeline;
  PelErrand        errand;
  PelTargetName   *name;         /* until it is resolved */
  char            *selector;     /* (nullable) */
  char            *text;         /* (nullable) of the action */
  PelVerification *verification; /* (nullable) */
} ActCall;

static void
act_call_free (ActCall *self)
{
  g_clear_pointer (&self->name, pel_target_name_free);
  g_free (self->selector);
  g_free (self->text);
  g_clear_pointer (&self->verification, pel_verification_free);
  g_free (self);
}

/* For the pipeline */

static void
resolve_async (gpointer data, GAsyncReadyCallback callback, gpointer user_data)
{
  ActCall *self = data;

  pel_target_resolve_name_async (self->task, g_steal_pointer (&self->name), callback, user_data);
}

/* Enough to tell it from others without the snapshot: for the audit log. */
static JsonObject *
make_target_json (PelToolCall *call, const PelTarget *target)
{
  JsonObject               *json = json_object_new ();
  g_autoptr (GList)         members = json_object_get_members (call->resolved_target);
  const guint               program = pel_snapshot_get_program_index (target->snapshot, target->id);
  const PelSnapshotProgram *owner = pel_snapshot_get_program (target->snapshot, program);
  PelWindow                *window = pel_snapshot_find_window (target->snapshot, target->id);

  for (GList *link = members; link != NULL; link = link->next)
    json_object_set_member (json,
                            link->data,
                            json_object_dup_member (call->resolved_target, link->data));
  pel_json_set_string_or_null (json, "app", owner->name);
  json_object_set_int_member (json, "pid", owner->pid);
  pel_json_set_string_or_null (json,
                               "window",
                               window != NULL ? pel_window_get_info (window)->title : NULL);
  return json;
}

static PelAim *
resolve_finish (gpointer data, GAsyncResult *result, GError **error)
{
  ActCall               *self = data;
  PelToolCall           *call = pel_tool_call_get (self->task);
  g_autoptr (PelTarget)  target = pel_target_resolve_finish (result, error);
  g_autoptr (JsonObject) json = NULL;
  PelAim                *aim;

  if (target == NULL)
    return NULL;
  json = make_target_json (call, target);
  aim = pel_aim_new (target->snapshot, target->id, json);
  aim->confidence = json_object_get_double_member (json, "confidence");
  aim->found_by =
      g_str_equal (target->held_by, "runtime_id") ? PEL_FOUND_BY_IDENTITY : PEL_FOUND_BY_NAME;
  return aim;
}

static guint
get_left_ms (gpointer data)
{
  ActCall *self = data;
  guint    left_ms = 0;

  pel_tool_call_get_left_ms (pel_tool_call_get (self->task), &left_ms);
  return left_ms;
}

/* The result */

static JsonObject *
make_policy (const PelPolicyVerdict *verdict)
{
  JsonObject      *object = json_object_new ();
  g_autofree char *rule = pel_policy_verdict_dup_rule (verdict);

  json_object_set_string_member (object, "decision", pel_decision_to_string (verdict->decision));
  pel_json_set_string_or_null (object, "rule", rule);
  json_object_set_string_member (object, "risk", pel_risk_to_string (verdict->risk));
  return object;
}

static void
set_changes (JsonObject *data, const PelActionOutcome *outcome)
{
  PelElementForm              form;
  g_autoptr (PelSnapshotDiff) diff = NULL;
  g_autofree char            *text = NULL;

  if (outcome->after == NULL)
    return;
  diff = pel_snapshot_diff_new (outcome->before, outcome->after);
  if (pel_snapshot_diff_is_empty (diff))
    return;
  form = pel_element_form_for (outcome->after);
  text = pel_snapshot_diff_to_text (diff, &form, MAX_CHANGES_BYTES);
  json_object_set_string_member (data, "changes", text);
}

static JsonObject *
make_result (const PelErrandReport *report)
{
  const PelActionOutcome *outcome = report->outcome;
  JsonObject             *data = json_object_new ();
  PelSnapshot            *last = outcome->after != NULL ? outcome->after : outcome->before;

  json_object_set_string_member (data, "text", outcome->words);
  json_object_set_string_member (data,
                                 "effect",
                                 outcome->effect != NULL
                                     ? pel_effect_verdict_to_string (outcome->effect->verdict)
                                     : "none");
  json_object_set_string_member (data, "deed", outcome->deed);
  json_object_set_boolean_member (data, "already", outcome->was_already);
  json_object_set_boolean_member (data, "dry_run", outcome->is_dry_run);
  json_object_set_object_member (data, "policy", make_policy (report->verdict));
  if (!report->is_secret)
    set_changes (data, outcome);
  json_object_set_string_member (data, "snapshot_id", pel_snapshot_get_id (last));
  if (report->note != NULL)
    json_object_set_string_member (data, "note", report->note);
  return data;
}

static gboolean
is_denial (const GError *error)
{
  return g_error_matches (error, PEL_ERROR, PEL_ERROR_DENIED) ||
         g_error_matches (error, PEL_ERROR, PEL_ERROR_BLOCKED_WINDOW);
}

static void
done_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)           task = user_data;
  PelToolCall                *call = pel_tool_call_get (task);
  GError                     *error = NULL;
  g_autoptr (PelErrandReport) report = pel_pipeline_run_finish (result, &error);
  PelSnapshot                *last;

  if (report == NULL)
    {
      if (is_denial (error)) /* what may not be acted on is not described either */
        g_clear_pointer (&call->resolved_target, json_object_unref);
      g_task_return_error (task, error);
      return;
    }
  last = report->outcome->after != NULL ? report->outcome->after : report->outcome->before;
  pel_look_keep_for_task (task, last);
  call->method = "pattern";
  if (report->verification != NULL)
    call->verification = json_object_ref (report->verification);
  g_task_return_pointer (task, make_result (report), (GDestroyNotify) json_object_unref);
}

/* The errand */

static gboolean
read_arguments (ActCall *self, PelToolCall *call, GError **error)
{
  JsonNode *verify = json_object_get_member (call->arguments, "verify");

  self->name = pel_target_name_parse (json_object_get_member (call->arguments, "target"),
                                      call->tool->name,
                                      error);
  if (self->name == NULL)
    return FALSE;
  self->selector = g_strdup (self->name->selector);
  if (verify == NULL)
    return TRUE;
  self->verification = pel_verification_parse (verify, "verify", error);
  return self->verification != NULL;
}

static void
fill_errand (ActCall *self, PelToolCall *call, const PelAction *action)
{
  gboolean is_point = self->name->kind == PEL_TARGET_POINT;

  self->errand = (PelErrand){
    .tool = call->tool->name,
    .access = is_point ? PEL_ACCESS_COORDINATES : PEL_ACCESS_ACT,
    .kind = action->verb == PEL_VERB_FOCUS ? PEL_ACTION_FOCUS : PEL_ACTION_PATTERN,
    .caller = call->caller.identity,
    .arguments = call->arguments,
    .selector = self->selector,
    .redact = json_object_get_boolean_member_with_default (call->arguments, "redact", FALSE),
    .action = *action,
    .verification = self->verification,
    .resolve_async = resolve_async,
    .resolve_finish = resolve_finish,
    .get_left_ms = get_left_ms,
    .data = self,
  };
  self->text = g_strdup (action->text);
  self->errand.action.text = self->text;
  self->errand.action.dry_run =
      json_object_get_boolean_member_with_default (call->arguments, "dry_run", FALSE);
}

void
pel_act_call_run (GTask *task, const PelAction *action)
{
  PelToolCall *call = pel_tool_call_get (task);
  ActCall     *self = g_new0 (ActCall, 1);
  GError      *error = NULL;

  self->task = task;
  g_object_set_data_full (G_OBJECT (task), "act-call", self, (GDestroyNotify) act_call_free);
  if (!read_arguments (self, call, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (call->context->elements == NULL)
    {
      pel_look_fail_for_task (task);
      return;
    }
  call->driver = pel_element_source_get_driver (call->context->elements);
  self->pipeline =
      (PelPipeline){ call->context->policy, call->context->audit, { call->context->elements } };
  fill_errand (self, call, action);
  pel_pipeline_run_async (&self->pipeline,
                          &self->errand,
                          g_task_get_cancellable (task),
                          done_cb,
                          g_object_ref (task));
}
