/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/policy.h"

#include <glib/gi18n.h>

/* What one layer, or all of them together, say to a question. */
typedef struct
{
  PelDecision           decision;
  const PelPolicyLayer *layer;
  const PelPolicyRule  *rule;  /* (nullable) */
  int                   index; /* of the rule, from 1 */
  gboolean is_open;            /* a target could make it another one, and milder than “deny” */
} Answer;

/* The first rule that matches. FALSE: none does. @answer->is_open is only ever set. */
static gboolean
find_rule (const PelPolicyLayer    *layer,
           const PelPolicyQuestion *question,
           PelRisk                  risk,
           Answer                  *answer)
{
  for (guint i = 0; layer != NULL && layer->rules != NULL && i < layer->rules->len; i++)
    {
      const PelPolicyRule *rule = layer->rules->pdata[i];
      PelRuleMatch         match = pel_policy_rule_match (rule, question, risk);

      if (match == PEL_RULE_MATCH_PERHAPS && rule->decision != PEL_DECISION_DENY)
        answer->is_open = TRUE;
      if (match != PEL_RULE_MATCH_YES)
        continue;
      answer->decision = rule->decision;
      answer->layer = layer;
      answer->rule = rule;
      answer->index = i + 1;
      return TRUE;
    }
  return FALSE;
}

/* At a terminal a person types: what would have to be asked there has been answered by that. */
static PelDecision
soften (PelDecision decision, const PelPolicyQuestion *question)
{
  gboolean is_terminal = pel_caller_get_info (question->caller)->kind == PEL_CALLER_TERMINAL;
  gboolean is_softened =
      question->access == PEL_ACCESS_ACT || question->access == PEL_ACCESS_CAPTURE;

  return is_terminal && is_softened && decision == PEL_DECISION_ASK ? PEL_DECISION_ALLOW : decision;
}

static gboolean
find_default (const PelPolicyLayer *layer, const PelPolicyQuestion *question, Answer *answer)
{
  if (layer == NULL || layer->defaults[question->access] == PEL_POLICY_UNSET)
    return FALSE;
  answer->decision = soften (layer->defaults[question->access], question);
  answer->layer = layer;
  return TRUE;
}

/* What the system's file alone denies cannot be allowed by any other file. */
static gboolean
is_denied_by_system (const PelPolicy         *policy,
                     const PelPolicyQuestion *question,
                     PelRisk                  risk,
                     Answer                  *ret_answer)
{
  const PelPolicyLayer *system = pel_policy_get_layer (policy, PEL_POLICY_SYSTEM);
  Answer                answer = { 0 };

  if (!find_rule (system, question, risk, &answer) && !find_default (system, question, &answer))
    return FALSE;
  if (answer.decision != PEL_DECISION_DENY || answer.is_open)
    return FALSE;
  *ret_answer = answer;
  return TRUE;
}

static Answer
answer_question (const PelPolicy *policy, const PelPolicyQuestion *question, PelRisk risk)
{
  Answer answer = { .decision = PEL_DECISION_DENY };

  if (is_denied_by_system (policy, question, risk, &answer))
    return answer;
  for (int kind = PEL_N_POLICY_LAYERS - 1; kind >= 0; kind--)
    if (find_rule (pel_policy_get_layer (policy, kind), question, risk, &answer))
      return answer;
  for (int kind = PEL_N_POLICY_LAYERS - 1; kind >= 0; kind--)
    if (find_default (pel_policy_get_layer (policy, kind), question, &answer))
      return answer;
  /* what no file speaks of: pointing, and what is about this program */
  answer.decision = question->access == PEL_ACCESS_POINT ? PEL_DECISION_ALLOW : PEL_DECISION_DENY;
  answer.layer = pel_policy_get_layer (policy, PEL_POLICY_BUILT_IN);
  return answer;
}

static const struct
{
  PelErrorCode code;
  const char  *hint;
} refusals[] = {
  [PEL_DECISION_ALLOW] = { PEL_ERROR_UNKNOWN, NULL },
  [PEL_DECISION_ASK] = { PEL_ERROR_APPROVAL_REQUIRED, NULL },
  [PEL_DECISION_DENY] = { PEL_ERROR_DENIED,
                          N_ ("Run “pellucid policy explain TOOL” to see why, and what would be allowed") },
};
G_STATIC_ASSERT (G_N_ELEMENTS (refusals) == PEL_N_DECISIONS);

static PelPolicyVerdict *
new_verdict (PelDecision decision)
{
  PelPolicyVerdict *verdict = pel_policy_verdict_new (decision, refusals[decision].code);

  verdict->hint = refusals[decision].hint != NULL ? g_strdup (_ (refusals[decision].hint)) : NULL;
  return verdict;
}

static void
explain_rule (PelPolicyVerdict *verdict, const Answer *answer, const PelPolicyQuestion *question)
{
  g_autofree char *place = NULL;

  verdict->has_rule = TRUE;
  verdict->rule_words = pel_policy_rule_dup_words (answer->rule);
  verdict->channel = answer->rule->channel;
  verdict->file = g_strdup (answer->layer->file);
  verdict->rule_index = answer->index;
  verdict->line = answer->rule->line;
  place = pel_policy_verdict_dup_rule (verdict);
  if (answer->rule->reason != NULL)
    pel_policy_verdict_add_reason (verdict, "%s (%s)", answer->rule->reason, place);
  /* Translators: where a rule is written, “deny”, and what the rule is about */
  pel_policy_verdict_add_reason (verdict,
                                 _ ("%s decides “%s”: %s"),
                                 place,
                                 pel_decision_to_string (answer->rule->decision),
                                 verdict->rule_words);
}

static void
explain_default (PelPolicyVerdict *verdict, const Answer *answer, const PelPolicyQuestion *question)
{
  const char *access = pel_access_to_string (question->access);
  int         written = answer->layer->defaults[question->access];

  verdict->has_rule = TRUE;
  verdict->file = g_strdup (answer->layer->file);
  if (written == PEL_POLICY_UNSET)
    written = answer->decision;
  if (answer->layer->file == NULL)
    /* Translators: “ask”, “act” */
    pel_policy_verdict_add_reason (
        verdict,
        _ ("No rule matches; the default in the built-in policy is “%s” for “%s”"),
        pel_decision_to_string (written),
        access);
  else
    /* Translators: a file, “ask”, “act” */
    pel_policy_verdict_add_reason (verdict,
                                   _ ("No rule matches; the default in %s is “%s” for “%s”"),
                                   answer->layer->file,
                                   pel_decision_to_string (written),
                                   access);
  if (written == PEL_DECISION_ASK && answer->decision == PEL_DECISION_ALLOW)
    pel_policy_verdict_add_reason (verdict,
                                   "%s",
                                   _ ("Commands in a terminal do not require approval"));
}

static PelPolicyVerdict *
verdict_from_answer (const Answer *answer, const PelPolicyQuestion *question)
{
  PelPolicyVerdict *verdict;

  if (question->step == PEL_POLICY_BEFORE_TARGET && answer->is_open &&
      answer->decision == PEL_DECISION_DENY)
    {
      verdict = new_verdict (PEL_DECISION_ALLOW);
      pel_policy_verdict_add_reason (verdict, "%s", _ ("The decision depends on the target"));
      return verdict;
    }
  verdict = new_verdict (answer->decision);
  if (answer->rule != NULL)
    explain_rule (verdict, answer, question);
  else
    explain_default (verdict, answer, question);
  return verdict;
}

static PelPolicyVerdict *
deny (PelErrorCode code, const char *hint, const char *reason)
{
  PelPolicyVerdict *verdict = pel_policy_verdict_new (PEL_DECISION_DENY, code);

  verdict->hint = g_strdup (hint);
  pel_policy_verdict_add_reason (verdict, "%s", reason);
  return verdict;
}

/* A picture of all that is there, a monitor or a region: what is private is painted over in it. */
static gboolean
is_of_no_window (const PelPolicyQuestion *question)
{
  const PelPolicyTarget *target = question->target;

  return question->access == PEL_ACCESS_CAPTURE && target->role == NULL &&
         target->window.title == NULL && target->window.app == NULL &&
         target->window.executable == NULL;
}

/* (nullable): what is refused whatever rules say. */
static PelPolicyVerdict *
refuse_target (const PelPolicy *policy, const PelPolicyQuestion *question, PelRisk risk)
{
  g_autofree char *reason = NULL;

  if (question->target == NULL)
    return NULL;
  if (!is_of_no_window (question) &&
      pel_policy_is_blocked (policy, &question->target->window, &reason))
    return deny (PEL_ERROR_BLOCKED_WINDOW, NULL, reason);
  if (risk == PEL_RISK_PROHIBITED &&
      pel_caller_get_info (question->caller)->kind != PEL_CALLER_OPERATOR)
    return deny (
        PEL_ERROR_DENIED,
        _ ("Leave this to the person"),
        _ ("No policy can allow this: the program asks for passwords or locks the screen"));
  return NULL;
}

/* (nullable): why nothing at all is allowed. */
static PelPolicyVerdict *
refuse_all (const PelPolicy *policy)
{
  const GError    *error = pel_policy_get_error (policy);
  g_autofree char *reason = NULL;

  if (error != NULL)
    {
      reason = g_strdup_printf (_ ("The policy is invalid, so everything is denied: %s"),
                                error->message);
      return deny (PEL_ERROR_DENIED, _ ("Fix the file, then run “pellucid policy check”"), reason);
    }
  if (!pel_policy_is_enabled (policy))
    return deny (PEL_ERROR_DENIED,
                 _ ("Run “pellucid policy show” to see which file does this"),
                 _ ("The policy disables Pellucid (“enabled” is false)"));
  return NULL;
}

/* What no one has agreed to yet, by the kind of caller. */
static PelPolicyVerdict *
ask_consent (PelCallerKind kind)
{
  static const struct
  {
    const char *reason, *hint;
  } texts[PEL_N_CALLER_KINDS] = {
    [PEL_CALLER_TERMINAL] = { N_ ("You have not confirmed yet that you are the one typing in "
                                  "this terminal"),
                              N_ ("Answer the question on the screen") },
    [PEL_CALLER_AGENT] = { N_ ("Automation has not been allowed on this desktop yet"),
                           N_ ("Ask the person to allow it in a terminal: pellucid policy "
                               "allow-automation on") },
  };
  PelPolicyVerdict *verdict = new_verdict (PEL_DECISION_ASK);

  verdict->is_consent = TRUE;
  g_free (verdict->hint);
  verdict->hint = g_strdup (_ (texts[kind].hint));
  pel_policy_verdict_add_reason (verdict, "%s", _ (texts[kind].reason));
  return verdict;
}

PelPolicyVerdict *
pel_policy_ask_terminal (const PelPolicy *self, const PelCaller *caller, gboolean is_verified)
{
  g_return_val_if_fail (self != NULL && caller != NULL, NULL);

  return pel_caller_get_info (caller)->kind == PEL_CALLER_TERMINAL && !is_verified &&
                 pel_policy_get_terminals (self) == PEL_TERMINALS_VERIFY
             ? ask_consent (PEL_CALLER_TERMINAL)
             : NULL;
}

/* Before the first act, a rule is not enough. */
static PelPolicyVerdict *
require_consent (PelPolicyVerdict        *verdict,
                 const PelPolicy         *policy,
                 const PelPolicyQuestion *question)
{
  g_autoptr (PelPolicyVerdict) own = verdict;
  PelPolicyVerdict            *consent;

  if (verdict->decision == PEL_DECISION_DENY || !pel_access_needs_consent (question->access))
    return g_steal_pointer (&own);
  if (pel_caller_get_info (question->caller)->kind == PEL_CALLER_AGENT)
    return question->has_consent || pel_policy_is_consent (policy) ? g_steal_pointer (&own)
                                                                   : ask_consent (PEL_CALLER_AGENT);
  consent = pel_policy_ask_terminal (policy, question->caller, question->is_verified);
  return consent != NULL ? consent : g_steal_pointer (&own);
}

static PelRisk
compute_risk (const PelPolicyTarget *target, GPtrArray *reasons)
{
  PelRiskFacts facts;

  if (target == NULL)
    return PEL_RISK_LOW;
  facts = (PelRiskFacts){
    .action = target->action,
    .found_by = target->found_by,
    .target_name = target->name,
    .executable = target->window.executable,
    .app = target->window.app,
  };
  return pel_risk_compute (&facts, reasons);
}

/* What the desktop does with its shortcuts reaches further than the program that they are sent to:
 * who allows keys for that does not mean them. TRUE: the person is asked instead. */
static gboolean
withhold_shortcut (Answer *answer, const PelPolicyQuestion *question)
{
  if (question->target == NULL || question->target->action != PEL_ACTION_SHORTCUT ||
      pel_caller_get_info (question->caller)->kind != PEL_CALLER_AGENT ||
      answer->decision != PEL_DECISION_ALLOW ||
      (answer->rule != NULL && answer->rule->shortcuts != 0))
    return FALSE;
  answer->decision = PEL_DECISION_ASK;
  return TRUE;
}

static PelPolicyVerdict *
decide (const PelPolicy *policy, const PelPolicyQuestion *question, PelRisk risk)
{
  PelPolicyVerdict *verdict;
  Answer            answer;
  gboolean          is_withheld;

  if (question->access == PEL_ACCESS_ABOUT)
    {
      verdict = new_verdict (PEL_DECISION_ALLOW);
      pel_policy_verdict_add_reason (verdict,
                                     "%s",
                                     _ ("Calls about Pellucid itself are always allowed"));
      return verdict;
    }
  verdict = refuse_target (policy, question, risk);
  if (verdict != NULL)
    return verdict;
  if (pel_caller_get_info (question->caller)->kind == PEL_CALLER_OPERATOR)
    {
      verdict = new_verdict (PEL_DECISION_ALLOW);
      pel_policy_verdict_add_reason (verdict,
                                     "%s",
                                     _ ("The person is doing this in the inspector"));
      return verdict;
    }
  verdict = refuse_all (policy);
  if (verdict != NULL)
    return verdict;
  answer = answer_question (policy, question, risk);
  is_withheld = withhold_shortcut (&answer, question);
  verdict = verdict_from_answer (&answer, question);
  if (is_withheld)
    pel_policy_verdict_add_reason (
        verdict,
        "%s",
        _ ("That covers keys for programs; desktop shortcuts require a rule with “desktop_shortcut”"));
  return require_consent (verdict, policy, question);
}

PelPolicyVerdict *
pel_policy_decide (const PelPolicy *self, const PelPolicyQuestion *question)
{
  g_autoptr (GPtrArray) reasons = g_ptr_array_new_with_free_func (g_free);
  PelRisk               risk;
  PelPolicyVerdict     *verdict;

  g_return_val_if_fail (self != NULL && question != NULL, NULL);
  g_return_val_if_fail (question->caller != NULL && question->tool != NULL, NULL);

  risk = compute_risk (question->target, reasons);
  verdict = decide (self, question, risk);
  verdict->risk = risk;
  for (guint i = 0; i < reasons->len; i++)
    pel_policy_verdict_add_reason (verdict, "%s", (const char *) reasons->pdata[i]);
  return verdict;
}
