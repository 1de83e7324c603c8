/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/grant.h"
#include "services/policy/policy-store.h"

/**
 * PelGrants:
 *
 * A GListModel of the PelGrants that hold now. They live as long as the session: what is to last
 * longer is a rule in the person's policy file.
 *
 * Main thread only.
 */
#define PEL_TYPE_GRANTS (pel_grants_get_type ())
G_DECLARE_FINAL_TYPE (PelGrants, pel_grants, PEL, GRANTS, GObject)

/* @policy (nullable): whose file rules go into; @bus (nullable): where clients come and go. */
PelGrants *pel_grants_new (PelPolicyStore *policy, GDBusConnection *bus);

/* Bits of PelAnswer: what the person may answer to this. An answer lasts only where it is clear
 * whom and what it is about. */
guint pel_grants_get_choices (PelApproval *approval);

/* PEL_ANSWER_CLIENT or PEL_ANSWER_APP. Its number, from 1; 0 where it cannot last. */
guint pel_grants_add (PelGrants *self, PelApproval *approval, PelAnswer answer);

/* (nullable) (transfer none): one that answers this question. */
PelGrant *pel_grants_find (PelGrants *self, PelApproval *approval);

/* PEL_ANSWER_ALWAYS: a rule that allows the same tool to the same program on the same program, at
 * no higher risk, as an exception to the rule that asks. */
gboolean pel_grants_write_rule (PelGrants *self, PelApproval *approval, GError **error);

/* FALSE: there is none of this number. */
gboolean pel_grants_revoke (PelGrants *self, guint id);
guint    pel_grants_revoke_all (PelGrants *self);

/* Leaves out those of processes that have ended. */
void pel_grants_prune (PelGrants *self);
