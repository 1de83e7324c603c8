/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/act-call.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/element/snapshot-diff.h"
#include "services/pipeline/pipeline.h"
#include "services/tool/desktop-json.h"
#include "services/tool/element-result.h"
#include "services/tool/look.h"
#include "services/tool/picture-comparer.h"
#include "services/tool/tool-permit.h"
#include "services/tool/tool-question.h"

#include <glib/gi18n.h>

#define MAX_CHANGES_BYTES 1536

/* clang-format off */
static const char *const effect_names[] = { "confirmed", "unchanged", "unknown", "none", NULL };

static const PelField decision_fields[] = {
  { "decision", PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("allow; or ask, if the person approved it or nothing was done (dry_run)") },
  { "rule",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED | PEL_FIELD_NULLABLE, N_ ("The rule that decided, and its file") },
  { "risk",     PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("low, medium, high or prohibited") },
  { NULL },
};

const PelField pel_act_result[] = {
  { "text",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("What was done and its effect, in words") },
  { "effect",      PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("Observed effect: confirmed, unchanged or unknown; none if nothing was done"), .choices = effect_names },
  { "deed",        PEL_FIELD_STRING,  PEL_FIELD_REQUIRED, N_ ("What the program was, or would be, asked to do") },
  { "already",     PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether it was already in that state, so nothing was done") },
  { "dry_run",     PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether this was a dry run, so nothing was done") },
  { "unsure",      PEL_FIELD_BOOLEAN, PEL_FIELD_REQUIRED, N_ ("Whether the element moved or disappeared during the act: something else may have been hit") },
  { "policy",      PEL_FIELD_OBJECT,  PEL_FIELD_REQUIRED, N_ ("The policy decision"), .fields = decision_fields },
  { "changes",     PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("What changed in its program: one line per element, marked +, - or ~") },
  { "snapshot_id", PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("The latest snapshot") },
  { "window",      PEL_FIELD_OBJECT,  PEL_FIELD_OPTIONAL, N_ ("The window as it is now"), .fields = pel_window_fields },
  { "note",        PEL_FIELD_STRING,  PEL_FIELD_OPTIONAL, N_ ("Additional remarks") },
  { NULL },
};

const PelView pel_act_views[] = {
  { PEL_VIEW_TEXT, "text" },
  { PEL_VIEW_TEXT, "changes" },
  { PEL_VIEW_TEXT, "note" },
  { 0 },
};
/* clang-format on */

/* A call while it goes through the pipeline. */
typedef struct
{
  PelPipeline         pipeline;
  PelErrand           errand;
  GDestroyNotify      free_data;
  PelVerification    *verification; /* (nullable) */
  gboolean            reads_images; /* before anything is done */
  GAsyncReadyCallback done;
} ActCall;

/* What is to be done to an element: the data of an errand. */
typedef struct
{
  GTask           *task; /* the tool's own; holds this */
  PelActionContext context;
  PelTargetName   *name;
  char            *selector; /* (nullable) */
  char            *text;     /* (nullable) of the action */
  PelAction        action;
} ElementCall;

static void
act_call_free (ActCall *self)
{
  self->free_data (self->errand.data);
  g_clear_pointer (&self->verification, pel_verification_free);
  g_free (self);
}

static void
element_call_free (ElementCall *self)
{
  g_clear_pointer (&self->name, pel_target_name_free);
  g_free (self->selector);
  g_free (self->text);
  g_free ((PelChord *) self->action.chords);
  g_free (self);
}

/* An errand about an element */

static void
resolve_async (gpointer data, GAsyncReadyCallback callback, gpointer user_data)
{
  ElementCall *self = data;

  pel_target_resolve_name_async (self->task,
                                 pel_target_name_copy (self->name),
                                 callback,
                                 user_data);
}

/* Enough to identify the element without the snapshot, for the audit log. */
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
  ElementCall           *self = data;
  PelToolCall           *call = pel_tool_call_get (self->task);
  g_autoptr (PelTarget)  target = pel_target_resolve_finish (result, error);
  g_autoptr (JsonObject) json = NULL;
  PelAim                *aim;

  if (target == NULL)
    return NULL;
  json = make_target_json (call, target);
  aim = pel_aim_new (target->snapshot, target->id, json);
  aim->confidence = json_object_get_double_member (json, "confidence");
  aim->found_by = pel_target_get_found_by (target);
  return aim;
}

static void
act_async (gpointer            data,
           const PelAim       *aim,
           const PelTerms     *terms,
           GCancellable       *cancellable,
           GAsyncReadyCallback callback,
           gpointer            user_data)
{
  ElementCall *self = data;
  PelElement   element = pel_snapshot_get_element (aim->snapshot, aim->id);
  PelAction    action = self->action;

  action.bus_name = element.bus_name;
  action.path = element.path;
  action.name = element.name;
  action.native_role = element.native_role;
  action.own_since = terms->own_since;
  action.timeout_ms = terms->timeout_ms;
  action.dry_run = terms->dry_run;
  pel_action_run_async (&self->context, &action, cancellable, callback, user_data);
}

static PelActionOutcome *
act_finish (gpointer data, GAsyncResult *result, GError **error)
{
  return pel_action_run_finish (result, error);
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

/* (nullable) */
static PelSnapshot *
get_last (const PelActionOutcome *outcome)
{
  return outcome->after != NULL ? outcome->after : outcome->before;
}

/* (nullable) (transfer full): that one of several was taken. */
static char *
dup_twins_note (JsonObject *target)
{
  gint64 n_hidden =
      target != NULL ? json_object_get_int_member_with_default (target, "hidden_matches", 0) : 0;

  if (n_hidden == 0)
    return NULL;
  return g_strdup_printf (ngettext ("%d other element that matches is hidden; the visible one was "
                                    "used",
                                    "%d other elements that match are hidden; the visible one was "
                                    "used",
                                    (gulong) n_hidden),
                          (int) n_hidden);
}

static JsonObject *
make_result (const PelErrandReport *report, JsonObject *target)
{
  const PelActionOutcome *outcome = report->outcome;
  JsonObject             *data = json_object_new ();
  PelSnapshot            *last = get_last (outcome);
  g_autofree char        *twins = dup_twins_note (target);

  json_object_set_string_member (data, "text", outcome->words);
  json_object_set_string_member (data,
                                 "effect",
                                 outcome->effect != NULL
                                     ? pel_effect_verdict_to_string (outcome->effect->verdict)
                                     : "none");
  json_object_set_string_member (data, "deed", outcome->deed);
  json_object_set_boolean_member (data, "already", outcome->was_already);
  json_object_set_boolean_member (data, "dry_run", outcome->is_dry_run);
  json_object_set_boolean_member (data, "unsure", outcome->is_unsure);
  json_object_set_object_member (data, "policy", make_policy (report->verdict));
  if (!report->is_secret)
    set_changes (data, outcome);
  if (last != NULL)
    json_object_set_string_member (data, "snapshot_id", pel_snapshot_get_id (last));
  if (outcome->window != NULL)
    json_object_set_object_member (
        data,
        "window",
        pel_window_to_json (outcome->desktop,
                            pel_window_get_info (outcome->window),
                            pel_desktop_get_window_index (outcome->desktop, outcome->window)));
  if (report->note != NULL)
    json_object_set_string_member (data, "note", report->note);
  else if (outcome->is_unsure)
    json_object_set_string_member (data,
                                   "note",
                                   _ ("The element moved, disappeared or did not take the keyboard "
                                      "focus. Check the result: unless the act itself caused "
                                      "this, it may have landed elsewhere"));
  else if (twins != NULL)
    json_object_set_string_member (data, "note", twins);
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
  last = get_last (report->outcome);
  if (last != NULL)
    pel_look_keep_for_task (task, last);
  call->method = report->outcome->method;
  if (report->verification != NULL)
    call->verification = json_object_ref (report->verification);
  g_task_return_pointer (task,
                         make_result (report, call->resolved_target),
                         (GDestroyNotify) json_object_unref);
}

/* The errand */

static gint64
get_deadline (const PelToolCall *call)
{
  guint left_ms = PEL_ACT_TIMEOUT_MS;

  pel_tool_call_get_left_ms (call, &left_ms);
  return g_get_monotonic_time () + left_ms * G_TIME_SPAN_MILLISECOND;
}

static gboolean
read_verification (ActCall *self, PelToolCall *call, GError **error)
{
  JsonNode *verify = json_object_get_member (call->arguments, "verify");

  if (verify == NULL)
    return TRUE;
  self->verification = pel_verification_parse (verify, "verify", error);
  if (self->verification == NULL)
    return FALSE;
  if (pel_verification_reads_text (self->verification) && !pel_tool_permit_pixels (call, error))
    return FALSE;
  if (pel_verification_has_pictures (self->verification) &&
      !pel_tool_permit_images (call, &self->reads_images, error))
    return FALSE;
  if (!pel_verification_needs_element (self->verification) ||
      json_object_has_member (call->arguments, "target"))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Use a condition: {\"element\": {\"selector\": …}} or {\"window\": …}"),
                 _ ("verify: %s does not act on an element, so this cannot be checked"),
                 call->tool->name);
  return FALSE;
}

PelActionContext
pel_act_call_get_context (const PelToolCall *call)
{
  return (PelActionContext){ .elements = call->context->elements,
                             .input = call->context->input,
                             .window_control = call->context->window_control };
}

static void
send (GTask *task)
{
  ActCall *self = g_object_get_data (G_OBJECT (task), "act-call");

  self->errand.deadline = get_deadline (pel_tool_call_get (task));
  pel_pipeline_run_async (&self->pipeline,
                          &self->errand,
                          g_task_get_cancellable (task),
                          self->done,
                          g_object_ref (task));
}

static void
checked_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;

  if (pel_verification_check_finish (result, &error))
    send (task);
  else
    g_task_return_error (task, error);
}

void
pel_act_call_run_errand (GTask *task, const PelErrand *errand, GDestroyNotify free_data)
{
  pel_act_call_send (task, errand, free_data, done_cb);
}

void
pel_act_call_send (GTask              *task,
                   const PelErrand    *errand,
                   GDestroyNotify      free_data,
                   GAsyncReadyCallback done)
{
  PelToolCall *call = pel_tool_call_get (task);
  ActCall     *self = g_new0 (ActCall, 1);
  GError      *error = NULL;

  self->errand = *errand;
  self->free_data = free_data;
  g_object_set_data_full (G_OBJECT (task), "act-call", self, (GDestroyNotify) act_call_free);
  if (!read_verification (self, call, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  self->errand.tool = call->tool->name;
  self->errand.summary = _ (call->tool->summary);
  self->errand.caller = call->caller.identity;
  self->errand.arguments = call->arguments;
  self->errand.dry_run =
      json_object_get_boolean_member_with_default (call->arguments, "dry_run", FALSE);
  self->errand.redact =
      json_object_get_boolean_member_with_default (call->arguments, "redact", FALSE);
  self->errand.verification = self->verification;
  self->done = done;
  self->pipeline = (PelPipeline){ call->context->policy,
                                  call->context->audit,
                                  call->context->elements,
                                  pel_picture_comparer_new (task),
                                  pel_tool_question_get_asker (call) };
  if (!self->reads_images)
    send (task);
  else
    pel_verification_check_async (self->verification,
                                  g_task_get_cancellable (task),
                                  checked_cb,
                                  g_object_ref (task));
}

/* If the caller allows real input, the policy decides about that: it can do more. */
static PelActionKind
get_kind (const PelAction *action, gboolean is_point)
{
  if (action->is_shortcut)
    return PEL_ACTION_SHORTCUT;
  if (is_point)
    return PEL_ACTION_CLICK_XY;
  if (action->verb == PEL_VERB_TYPE || action->verb == PEL_VERB_KEY)
    return PEL_ACTION_TYPE;
  if (action->verb == PEL_VERB_CLICK || action->fallback)
    return PEL_ACTION_CLICK;
  return action->verb == PEL_VERB_FOCUS ? PEL_ACTION_FOCUS : PEL_ACTION_PATTERN;
}

/* Clicks and keys always may use real input; for other verbs the caller must ask for it. */
static gboolean
read_fallback (const PelAction *action, JsonObject *arguments)
{
  PelActionKind kind = get_kind (&(PelAction){ .verb = action->verb }, FALSE);

  return kind == PEL_ACTION_TYPE ||
         json_object_get_boolean_member_with_default (arguments,
                                                      "fallback",
                                                      kind == PEL_ACTION_CLICK);
}

/* Which argument holds the text; (nullable). */
static const char *
get_text_member (PelVerb verb)
{
  static const struct
  {
    PelVerb     verb;
    const char *member;
  } rows[] = {
    { PEL_VERB_SET_VALUE, "value" },
    { PEL_VERB_TYPE, "text" },
    { PEL_VERB_KEY, "keys" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].verb == verb)
      return rows[i].member;
  return NULL;
}

void
pel_act_call_run (GTask *task, const PelAction *action)
{
  PelToolCall   *call = pel_tool_call_get (task);
  GError        *error = NULL;
  PelTargetName *name;
  ElementCall   *self;
  gboolean       is_point;

  name = pel_target_name_parse (json_object_get_member (call->arguments, "target"),
                                call->tool->name,
                                &error);
  if (name == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (call->context->elements == NULL)
    {
      pel_target_name_free (name);
      pel_look_fail_for_task (task);
      return;
    }
  call->driver = pel_element_source_get_driver (call->context->elements);
  self = g_new0 (ElementCall, 1);
  self->task = task;
  self->context = pel_act_call_get_context (call);
  self->name = name;
  self->selector = g_strdup (name->selector);
  self->text = g_strdup (action->text);
  self->action = *action;
  self->action.text = self->text;
  self->action.chords = g_memdup2 (action->chords, action->n_chords * sizeof (PelChord));
  self->action.fallback = read_fallback (action, call->arguments);
  self->action.is_verified = json_object_has_member (call->arguments, "verify");
  is_point = name->kind == PEL_TARGET_POINT;
  pel_act_call_run_errand (task,
                           &(PelErrand){
                               .access = is_point ? PEL_ACCESS_COORDINATES : PEL_ACCESS_ACT,
                               .kind = get_kind (&self->action, is_point),
                               .selector = self->selector,
                               .driver = call->driver->name,
                               .text = pel_verb_has_text (action->verb) ? self->text : NULL,
                               .text_member = get_text_member (action->verb),
                               .resolve_async = resolve_async,
                               .resolve_finish = resolve_finish,
                               .act_async = act_async,
                               .act_finish = act_finish,
                               .data = self,
                           },
                           (GDestroyNotify) element_call_free);
}
