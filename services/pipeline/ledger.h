/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-log.h"
#include "services/audit/audit-record.h"
#include "services/policy/caller.h"
#include "services/policy/policy-store.h"
#include "services/policy/policy-verdict.h"

/* One call, as far as it has come: what every line about it says. A value: all of it is borrowed.
 */
typedef struct
{
  const PelCaller        *caller;
  const PelPolicyVerdict *verdict;  /* (nullable): the policy was not asked */
  const GError           *error;    /* (nullable): how it failed */
  const PelRedactor      *redactor; /* (nullable) */
} PelLedgerCall;

/* Whether @error (nullable) says that something may not be, or not yet: what always gets a line. */
gboolean pel_ledger_is_refusal (const GError *error);

/* The person has consented to automation as a whole, whatever becomes of the call that asked for
 * it. @approval: how. */
gboolean pel_ledger_keep_consent (PelAuditLog     *audit,
                                  PelPolicyStore  *store,
                                  const PelCaller *caller,
                                  const char      *approval,
                                  GError         **error);

/* Every line about a call is made here. @record: what else is to be said; who asked, what was
 * decided and how it failed are added. What was refused before there was an intent is bounded, as
 * pel_audit_log_append_denial_async() says. Ends in pel_audit_log_append_finish(). */
void pel_ledger_write_async (PelAuditLog          *audit,
                             PelAuditKind          kind,
                             const PelLedgerCall  *call,
                             const PelAuditRecord *record,
                             GAsyncReadyCallback   callback,
                             gpointer              user_data);
