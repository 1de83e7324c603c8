/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/base/error.h"
#include "services/policy/channel.h"
#include "services/policy/risk.h"

typedef enum
{
  PEL_DECISION_ALLOW,
  PEL_DECISION_ASK,
  PEL_DECISION_DENY,
  PEL_N_DECISIONS
} PelDecision;

/**
 * PelPolicyVerdict:
 *
 * What the policy says to a question, and why. @reasons are sentences for people, the deciding one
 * first; @file, @line and @rule_index are its location, if it is in a file.
 */
typedef struct
{
  PelDecision  decision;
  PelErrorCode code;       /* where it is not allowed: which error that is */
  gboolean     is_consent; /* what is asked for is consent to automation as a whole */
  PelChannel   channel;    /* by whom the person is asked */
  PelRisk      risk;
  gboolean     has_rule;   /* a rule or a default says it, not what holds in any case */
  char        *file;       /* (nullable) */
  int          rule_index; /* counted from 1; 0: it was no rule */
  guint        line;       /* in @file; 0: not known */
  char        *rule_words; /* (nullable) what the rule says, where it is one */
  GPtrArray   *reasons;    /* of char * */
  char        *hint;       /* (nullable) for the error */
} PelPolicyVerdict;

PelPolicyVerdict *pel_policy_verdict_new (PelDecision decision, PelErrorCode code);
void              pel_policy_verdict_free (PelPolicyVerdict *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPolicyVerdict, pel_policy_verdict_free)

/* “allow”, “ask”, “deny” */
const char *pel_decision_to_string (PelDecision decision);
gboolean    pel_decision_from_string (const char *name, PelDecision *ret_decision);

void pel_policy_verdict_add_reason (PelPolicyVerdict *self, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* “policy.json:12, rule 3”. (nullable): neither a rule nor a default says it. */
char *pel_policy_verdict_dup_rule (const PelPolicyVerdict *self);

/* (transfer full): tells the rule or default that decided from any other, wherever it stands: where
 * a file has changed, the same place may hold another rule. */
char *pel_policy_verdict_dup_identity (const PelPolicyVerdict *self);

/* For people, a few lines. */
char       *pel_policy_verdict_explain (const PelPolicyVerdict *self, const char *tool);
JsonObject *pel_policy_verdict_to_json (const PelPolicyVerdict *self);

/* Sets @error where it is not allowed, and returns whether it is. */
gboolean pel_policy_verdict_check (const PelPolicyVerdict *self, const char *tool, GError **error);
