/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/tool-permit.h"

#include "services/audit/audit-record.h"
#include "services/base/error.h"
#include "services/policy/policy-target.h"

/* A tool that the policy does not know of is taken for the worst. */
static PelAccess
get_access (const PelTool *tool)
{
  PelAccess access = PEL_ACCESS_COORDINATES;

  pel_access_of_tool (tool->name, &access);
  return access;
}

static PelPolicyQuestion
make_question (const PelToolCall *call)
{
  PelPolicyQuestion question = {
    .step = PEL_POLICY_BEFORE_TARGET,
    .caller = call->caller.identity,
    .tool = call->tool->name,
    .access = get_access (call->tool),
    .has_target = call->tool->has_target || call->tool->tool_class == PEL_TOOL_ACT,
  };

  /* what only points has no second step that counts it */
  if (question.access == PEL_ACCESS_POINT)
    question.step = PEL_POLICY_AT_TARGET;
  return question;
}

static gboolean
check (const PelToolCall       *call,
       const PelPolicyQuestion *question,
       const PelPolicyVerdict  *verdict,
       GError                 **error)
{
  if (verdict->decision == PEL_DECISION_ASK && pel_access_needs_consent (question->access))
    return TRUE; /* asked when the target is known: the person is shown it */
  return pel_policy_verdict_check (verdict, call->tool->name, error);
}

static PelPolicyVerdict *
decide (const PelToolCall *call, const PelPolicyQuestion *question)
{
  g_autoptr (PelPolicy) policy = NULL;

  if (call->context->policy != NULL)
    return pel_policy_store_decide (call->context->policy, question);
  policy = pel_policy_new_default ();
  return pel_policy_decide (policy, question);
}

/* That nobody was let in is told even where it could not be written down. */
static void
written_cb (GObject *log, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  pel_audit_log_append_finish (PEL_AUDIT_LOG (log), result, NULL);
  g_task_return_error (task, g_error_copy (g_object_get_data (G_OBJECT (task), "denial")));
}

/* The caller waits: nobody makes the log longer than it can be written. */
void
pel_tool_permit_deny (GTask *task, const PelPolicyVerdict *verdict, GError *error)
{
  const PelToolCall      *call = pel_tool_call_get (task);
  g_autofree char        *client = pel_caller_dup_words (call->caller.identity);
  g_autofree char        *rule = pel_policy_verdict_dup_rule (verdict);
  g_autoptr (PelRedactor) redactor = NULL;
  g_autoptr (JsonObject)  content = NULL;
  const PelAuditRecord    record = {
       .client = client,
       .tool = call->tool->name,
       .arguments = call->arguments,
       .risk = pel_risk_to_string (verdict->risk),
       .decision = pel_decision_to_string (verdict->decision),
       .rule = rule,
       .result = pel_error_code_to_string (pel_error_get_code (error)),
       .message = error->message,
  };

  if (call->context->audit == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (call->context->policy != NULL)
    redactor = pel_redactor_new (pel_policy_get_redact (
                                     pel_policy_store_get_policy (call->context->policy)),
                                 NULL);
  content = pel_audit_record_to_json (&record, redactor);
  g_object_set_data_full (G_OBJECT (task), "denial", error, (GDestroyNotify) g_error_free);
  pel_audit_log_append_async (call->context->audit,
                              PEL_AUDIT_OUTCOME,
                              content,
                              written_cb,
                              g_object_ref (task));
}

void
pel_tool_permit_run (GTask *task)
{
  const PelToolCall           *call = pel_tool_call_get (task);
  PelPolicyQuestion            question = make_question (call);
  g_autoptr (PelPolicyVerdict) verdict = NULL;
  GError                      *error = NULL;

  if (call->tool->tool_class != PEL_TOOL_ACT)
    verdict = decide (call, &question);
  if (verdict == NULL || check (call, &question, verdict, &error))
    call->tool->run (task);
  else
    pel_tool_permit_deny (task, verdict, error);
}

gboolean
pel_tool_permit_target (const PelToolCall *call,
                        PelSnapshot       *snapshot,
                        PelElementId       id,
                        double             confidence,
                        GError           **error)
{
  PelPolicyQuestion            question = make_question (call);
  g_auto (PelPolicyTarget)     target = pel_policy_target_from_element (snapshot, id);
  g_autoptr (PelPolicyVerdict) verdict = NULL;

  /* that a private window is there may be told: what is in it is not in the snapshot */
  if (call->context->policy == NULL || pel_access_needs_consent (question.access) ||
      (pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_BLOCKED) != 0)
    return TRUE;
  target.confidence = confidence;
  question.step = PEL_POLICY_AT_TARGET;
  question.target = &target;
  verdict = pel_policy_store_explain (call->context->policy, &question);
  return check (call, &question, verdict, error);
}

gboolean
pel_tool_permit_again (const PelToolCall *call, GError **error)
{
  PelPolicyQuestion            question = make_question (call);
  g_autoptr (PelPolicyVerdict) verdict =
      pel_policy_store_explain (call->context->policy, &question);

  return check (call, &question, verdict, error);
}

PelPolicyVerdict *
pel_tool_permit_decide (const PelToolCall *call, PelAccess access)
{
  const PelPolicyQuestion question = {
    .step = PEL_POLICY_AT_TARGET,
    .caller = call->caller.identity,
    .tool = call->tool->name,
    .access = access,
  };

  return decide (call, &question);
}
