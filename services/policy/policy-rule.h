/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/policy/glob.h"
#include "services/policy/policy-question.h"
#include "services/policy/policy-verdict.h"

/* What a rule may say something about, beside the tools. */
typedef enum
{
  PEL_RULE_CLIENT,
  PEL_RULE_APP,
  PEL_RULE_WINDOW,
  PEL_RULE_TARGET_ROLE,
  PEL_RULE_TARGET_NAME,
  PEL_RULE_TARGET_SELECTOR,
  PEL_RULE_SOURCE,
  PEL_N_RULE_KEYS
} PelRuleKey;

/* Whether keys are a shortcut of the desktop. */
typedef enum
{
  PEL_SHORTCUT_NONE,
  PEL_SHORTCUT_OF_DESKTOP,
} PelShortcutKind;

/* One rule: it matches where everything that it says is so. */
typedef struct
{
  GPtrArray  *tools;                          /* (nullable) of PelGlob; NULL: all of them */
  GPtrArray  *globs[PEL_N_RULE_KEYS];         /* (nullable) of PelGlob: one of them must match */
  double      min_confidence, max_confidence; /* -1 where it does not say */
  guint       callers;                        /* bits of PelCallerKind; 0: any */
  guint       risks;                          /* bits of PelRisk; 0: any */
  guint       shortcuts;                      /* bits of PelShortcutKind; 0: any */
  PelDecision decision;
  PelChannel  channel; /* by whom the person is asked, where it asks */
  char       *reason;  /* (nullable) why, in the words of who wrote it */
  guint       line;    /* in its file */
} PelPolicyRule;

/* Before a target is known, most rules can only be said to match perhaps. */
typedef enum
{
  PEL_RULE_MATCH_NO,
  PEL_RULE_MATCH_PERHAPS,
  PEL_RULE_MATCH_YES,
} PelRuleMatch;

PelPolicyRule *pel_policy_rule_new (void);
void           pel_policy_rule_free (PelPolicyRule *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPolicyRule, pel_policy_rule_free)

/* “target_name”. Never NULL. */
const char *pel_rule_key_to_string (PelRuleKey key);
gboolean    pel_rule_key_from_string (const char *name, PelRuleKey *ret_key);

/* A rule that allows believes only what a program cannot choose by itself: of an application its
 * executable, of a client its executable or sandbox. One that asks or denies also hears what they
 * call themselves. */
PelRuleMatch
pel_policy_rule_match (const PelPolicyRule *self, const PelPolicyQuestion *question, PelRisk risk);

/* Whether it is about a tool that agents need consent for. */
gboolean pel_policy_rule_is_about_acts (const PelPolicyRule *self);

/* In words: “tools ui_click; target_name *delete*”. */
char *pel_policy_rule_dup_words (const PelPolicyRule *self);
