/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/tool-permit.h"

#include "services/base/error.h"
#include "services/pipeline/ledger.h"
#include "services/policy/policy-target.h"
#include "services/tool/tool-question.h"

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
    .has_target = call->tool->has_target || pel_tool_uses_pipeline (call->tool),
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
  if (verdict->decision == PEL_DECISION_ASK && (pel_access_needs_consent (question->access) ||
                                                pel_tool_question_is_answered (call, verdict)))
    return TRUE; /* asked when the target is known: the person is shown it; or asked already */
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

/* Takes @verdict, which is about nothing that is known yet. */
static void
set_verdict (PelToolCall *call, PelAccess access, PelPolicyVerdict *verdict)
{
  g_clear_pointer (&call->aim, pel_aim_free);
  g_clear_pointer (&call->verdict, pel_policy_verdict_free);
  call->verdict = verdict;
  call->access = access;
}

gboolean
pel_tool_permit_check (PelToolCall *call, PelPolicyVerdict *verdict, GError **error)
{
  set_verdict (call, get_access (call->tool), verdict);
  return pel_policy_verdict_check (verdict, call->tool->name, error);
}

gboolean
pel_tool_permit_terminal (PelToolCall *call, GError **error)
{
  PelPolicyVerdict *verdict =
      call->context->policy != NULL
          ? pel_policy_store_ask_terminal (call->context->policy, call->caller.identity)
          : NULL;

  return verdict == NULL || pel_tool_permit_check (call, verdict, error);
}

void
pel_tool_permit_run (GTask *task)
{
  PelToolCall      *call = pel_tool_call_get (task);
  PelPolicyQuestion question = make_question (call);
  GError           *error = NULL;

  if (!pel_tool_uses_pipeline (call->tool))
    set_verdict (call, question.access, decide (call, &question));
  if (call->verdict == NULL || check (call, &question, call->verdict, &error))
    call->tool->run (task);
  else
    g_task_return_error (task, error);
}

gboolean
pel_tool_permit_target (
    PelToolCall *call, PelSnapshot *snapshot, PelElementId id, double confidence, GError **error)
{
  PelPolicyQuestion        question = make_question (call);
  g_auto (PelPolicyTarget) target = pel_policy_target_from_element (snapshot, id);

  /* that a private window exists may be reported: what is in it is not in the snapshot */
  if (call->context->policy == NULL || pel_access_needs_consent (question.access) ||
      (pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_BLOCKED) != 0)
    return TRUE;
  target.confidence = confidence;
  question.step = PEL_POLICY_AT_TARGET;
  question.target = &target;
  set_verdict (call, question.access, pel_policy_store_explain (call->context->policy, &question));
  if (call->verdict->decision == PEL_DECISION_ASK)
    call->aim = pel_aim_new (snapshot, id, NULL);
  return check (call, &question, call->verdict, error);
}

gboolean
pel_tool_permit_again (PelToolCall *call, GError **error)
{
  PelPolicyQuestion            question = make_question (call);
  g_autoptr (PelPolicyVerdict) verdict = NULL;

  verdict = pel_policy_store_explain (call->context->policy, &question);
  if (call->verdict == NULL || (verdict->decision == PEL_DECISION_ASK && call->is_asked))
    return TRUE; /* it is just decided for the first time, or by the person */
  set_verdict (call, question.access, g_steal_pointer (&verdict));
  return check (call, &question, call->verdict, error);
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

gboolean
pel_tool_permit_would_allow (const PelToolCall *call, const char *tool)
{
  PelPolicyQuestion question = {
    .step = PEL_POLICY_AT_TARGET,
    .caller = call->caller.identity,
    .tool = tool,
  };
  g_autoptr (PelPolicyVerdict) verdict = NULL;

  if (call->context->policy == NULL || !pel_access_of_tool (tool, &question.access))
    return FALSE;
  verdict = pel_policy_store_explain (call->context->policy, &question);
  return verdict->decision == PEL_DECISION_ALLOW;
}

gboolean
pel_tool_permit_images (const PelToolCall *call, gboolean *ret_is_allowed, GError **error)
{
  const PelPolicyQuestion question = {
    .step = PEL_POLICY_BEFORE_TARGET,
    .caller = call->caller.identity,
    .tool = "ui_capture",
    .access = PEL_ACCESS_CAPTURE,
    .has_target = TRUE,
  };
  g_autoptr (PelPolicyVerdict) verdict = NULL;

  *ret_is_allowed =
      call->context->policy == NULL || pel_tool_permit_would_allow (call, "ui_capture");
  if (*ret_is_allowed)
    return TRUE;
  verdict = pel_policy_store_explain (call->context->policy, &question);
  return verdict->decision != PEL_DECISION_DENY ||
         pel_policy_verdict_check (verdict, call->tool->name, error);
}

gboolean
pel_tool_permit_pixels (PelToolCall *call, GError **error)
{
  if (call->has_seen_pixels || get_access (call->tool) == PEL_ACCESS_CAPTURE)
    return TRUE;
  set_verdict (call, PEL_ACCESS_CAPTURE, pel_tool_permit_decide (call, PEL_ACCESS_CAPTURE));
  if ((call->verdict->decision != PEL_DECISION_ASK ||
       !pel_tool_question_is_answered (call, call->verdict)) &&
      !pel_policy_verdict_check (call->verdict, call->tool->name, error))
    return FALSE;
  call->has_seen_pixels = TRUE;
  return TRUE;
}

gboolean
pel_tool_permit_is_recorded (const PelToolCall *call, const GError *error)
{
  PelPolicyStore *store = call->context->policy;

  if (call->context->audit == NULL || pel_tool_uses_pipeline (call->tool))
    return FALSE; /* it writes down what comes of it */
  if (pel_ledger_is_refusal (error) || call->has_seen_pixels || call->approval != NULL)
    return TRUE;
  return get_access (call->tool) == PEL_ACCESS_READ && store != NULL &&
         pel_policy_logs_reads (pel_policy_store_get_policy (store));
}

void
pel_tool_permit_record_async (const PelToolCall  *call,
                              const GError       *error,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_autoptr (PelRedactor) redactor = NULL;
  const PelAuditRecord    record = {
       .tool = call->tool->name,
       .arguments = call->arguments,
       .target = call->resolved_target,
       .approval = call->approval,
       .result = "success",
  };

  if (call->context->policy != NULL)
    redactor = pel_redactor_new (pel_policy_get_redact (
                                     pel_policy_store_get_policy (call->context->policy)),
                                 NULL);
  pel_ledger_write_async (call->context->audit,
                          PEL_AUDIT_OUTCOME,
                          &(PelLedgerCall){ .caller = call->caller.identity,
                                            .verdict = call->verdict,
                                            .error = error,
                                            .redactor = redactor },
                          &record,
                          callback,
                          user_data);
}
