/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/base/error.h"
#include "services/policy/risk.h"

typedef enum
{
  PEL_DECISION_ALLOW,
  PEL_DECISION_ASK,
  PEL_DECISION_DENY,
  PEL_N_DECISIONS
} PelDecision;

/**
 * PelVerdict:
 *
 * What the policy says to a question, and why. @rule names where that is written, where a file says
 * it: “/home/zoe/.config/pellucid/policy.json:12, rule 3”. @reasons are sentences for people, the
 * deciding one first.
 */
typedef struct
{
  PelDecision  decision;
  PelErrorCode code;       /* where it is not allowed: which error that is */
  gboolean     is_consent; /* what is asked for is consent to automation as a whole */
  PelRisk      risk;
  char        *file;       /* (nullable) */
  int          rule_index; /* counted from 1; 0: it was no rule */
  guint        line;       /* in @file; 0: not known */
  GPtrArray   *reasons;    /* of char * */
  char        *hint;       /* (nullable) for the error */
} PelVerdict;

PelVerdict *pel_verdict_new (PelDecision decision, PelErrorCode code);
void        pel_verdict_free (PelVerdict *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelVerdict, pel_verdict_free)

/* “allow”, “ask”, “deny” */
const char *pel_decision_to_string (PelDecision decision);
gboolean    pel_decision_from_string (const char *name, PelDecision *ret_decision);

void pel_verdict_add_reason (PelVerdict *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* “policy.json:12, rule 3”; “default” where no file says it. */
char *pel_verdict_dup_rule (const PelVerdict *self);

/* For people, a few lines. */
char       *pel_verdict_explain (const PelVerdict *self, const char *tool);
JsonObject *pel_verdict_to_json (const PelVerdict *self);

/* Sets @error where it is not allowed, and returns whether it is. */
gboolean pel_verdict_check (const PelVerdict *self, const char *tool, GError **error);
