/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/tool-permit.h"

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
  };

  /* what only points has no second step that counts it */
  if (question.access == PEL_ACCESS_POINT)
    question.step = PEL_POLICY_AT_TARGET;
  return question;
}

static gboolean
check (const PelToolCall       *call,
       const PelPolicyQuestion *question,
       PelPolicyVerdict        *verdict,
       GError                 **error)
{
  g_autoptr (PelPolicyVerdict) own = verdict;

  if (own->decision == PEL_DECISION_ASK && pel_access_needs_consent (question->access))
    return TRUE; /* asked when the target is known: the person is shown it */
  return pel_policy_verdict_check (own, call->tool->name, error);
}

static PelPolicyVerdict *
decide_alone (const PelPolicyQuestion *question)
{
  g_autoptr (PelPolicy) policy = pel_policy_new_default ();

  return pel_policy_decide (policy, question);
}

gboolean
pel_tool_permit (const PelToolCall *call, GError **error)
{
  PelPolicyQuestion question = make_question (call);
  PelPolicyVerdict *verdict = call->context->policy != NULL
                                  ? pel_policy_store_decide (call->context->policy, &question)
                                  : decide_alone (&question);

  return check (call, &question, verdict, error);
}

gboolean
pel_tool_permit_again (const PelToolCall *call, GError **error)
{
  PelPolicyQuestion question = make_question (call);

  return check (call,
                &question,
                pel_policy_store_explain (call->context->policy, &question),
                error);
}
