/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/policy/pick-book.h"
#include "services/policy/policy.h"
#include "services/policy/title-watch.h"

#include <gio/gio.h>

/**
 * PelPolicyStore:
 *
 * The policy that holds now: its files are read at once and again whenever they change,
 * and in any case before anything is decided. Also what
 * lasts longer than a question: how much each caller had in the last minute, and whether the person
 * agreed to automation.
 *
 * Signal "changed": the policy or the consent is another one.
 */
#define PEL_TYPE_POLICY_STORE (pel_policy_store_get_type ())
G_DECLARE_FINAL_TYPE (PelPolicyStore, pel_policy_store, PEL, POLICY_STORE, GObject)

/* Where things are; any may be NULL: there is none. */
typedef struct
{
  const char *system;  /* the system's policy file */
  const char *user;    /* the person's */
  const char *consent; /* where the person's consent is kept */
} PelPolicyPlaces;

/* Those of this computer and person. (transfer none) */
const PelPolicyPlaces *pel_policy_places_get (void);

PelPolicyStore *pel_policy_store_new (const PelPolicyPlaces *places);

/* (transfer none) */
PelPolicy *pel_policy_store_get_policy (PelPolicyStore *self);

/* (transfer none): what was private lately, for all who look at windows and elements. */
PelPrivacyMemory *pel_policy_store_get_memory (PelPolicyStore *self);
PelTitleWatch    *pel_policy_store_get_titles (PelPolicyStore *self);

/* (transfer full): as pel_policy_decide(), with consent and limits. What is allowed at its target
 * is counted; pel_policy_store_explain() counts nothing. */
PelPolicyVerdict *pel_policy_store_decide (PelPolicyStore *self, const PelPolicyQuestion *question);
PelPolicyVerdict *pel_policy_store_explain (PelPolicyStore          *self,
                                            const PelPolicyQuestion *question);

/* (transfer full) (nullable): what to ask the person before a caller at a terminal does what is
 * theirs alone. Once they have said yes, the terminal is verified until this store ends. */
PelPolicyVerdict *pel_policy_store_ask_terminal (PelPolicyStore *self, const PelCaller *caller);
void              pel_policy_store_verify_terminal (PelPolicyStore *self, const PelCaller *caller);

/* Writes @rule into the person's own file, all or nothing, and leaves the rest of it as it stands;
 * where there is none, it is made. @at (0: none): the rule of that file that it makes an exception
 * to; it then says whatever that says and @rule does not, and stands right before it. Fails where
 * it does not say @words any more. */
gboolean pel_policy_store_add_rule (
    PelPolicyStore *self, guint at, const char *words, JsonObject *rule, GError **error);

/* Whether @caller may show the person something: FALSE with PEL_ERROR_DENIED where they have
 * cancelled its picks again and again. The person themselves always may. */
gboolean
pel_policy_store_check_pointing (PelPolicyStore *self, const PelCaller *caller, GError **error);

/* The same for a pick, also with PEL_ERROR_RATE_LIMITED; to be followed by end_pick(). */
gboolean
     pel_policy_store_begin_pick (PelPolicyStore *self, const PelCaller *caller, GError **error);
void pel_policy_store_end_pick (PelPolicyStore *self, const PelCaller *caller, PelPickEnd how);

/* Consent to automation as a whole. Who may give it is checked by those who call. */
gboolean pel_policy_store_has_consent (PelPolicyStore *self);
gboolean pel_policy_store_set_consent (PelPolicyStore *self, gboolean consent, GError **error);
