/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/pipeline/ledger.h"

#include "services/base/error.h"

gboolean
pel_ledger_is_refusal (const GError *error)
{
  static const PelErrorCode codes[] = {
    PEL_ERROR_DENIED,       PEL_ERROR_APPROVAL_REQUIRED, PEL_ERROR_APPROVAL_DENIED,
    PEL_ERROR_RATE_LIMITED, PEL_ERROR_BLOCKED_WINDOW,
  };

  for (gsize i = 0; error != NULL && i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, PEL_ERROR, codes[i]))
      return TRUE;
  return FALSE;
}

/* What was allowed so far and refused all the same, by the veil for instance, was denied. */
static const char *
get_decision (const PelLedgerCall *call, gboolean is_denial)
{
  if (is_denial && (call->verdict == NULL || call->verdict->decision == PEL_DECISION_ALLOW))
    return pel_decision_to_string (PEL_DECISION_DENY);
  return call->verdict != NULL ? pel_decision_to_string (call->verdict->decision) : NULL;
}

static void
add_error (PelAuditRecord *record, const GError *error)
{
  if (error == NULL)
    return;
  record->result = pel_error_code_to_string (pel_error_get_code (error));
  record->message = error->message;
}

void
pel_ledger_write_async (PelAuditLog          *audit,
                        PelAuditKind          kind,
                        const PelLedgerCall  *call,
                        const PelAuditRecord *record,
                        GAsyncReadyCallback   callback,
                        gpointer              user_data)
{
  PelAuditRecord   full = *record;
  gboolean         is_denial = record->intent == 0 && pel_ledger_is_refusal (call->error);
  g_autofree char *client = pel_caller_dup_words (call->caller);
  g_autofree char *rule =
      call->verdict != NULL ? pel_policy_verdict_dup_rule (call->verdict) : NULL;
  g_autoptr (JsonObject) content = NULL;

  full.client = client;
  full.rule = rule;
  full.decision = get_decision (call, is_denial);
  if (call->verdict != NULL)
    full.risk = pel_risk_to_string (call->verdict->risk);
  add_error (&full, call->error);
  content = pel_audit_record_to_json (&full, call->redactor);
  if (is_denial)
    pel_audit_log_append_denial_async (audit,
                                       pel_caller_get_program (call->caller),
                                       content,
                                       callback,
                                       user_data);
  else
    pel_audit_log_append_async (audit, kind, content, callback, user_data);
}

gboolean
pel_ledger_keep_consent (PelAuditLog     *audit,
                         PelPolicyStore  *store,
                         const PelCaller *caller,
                         const char      *approval,
                         GError         **error)
{
  g_autofree char       *client = pel_caller_dup_words (caller);
  gboolean               is_terminal = pel_caller_get_info (caller)->kind == PEL_CALLER_TERMINAL;
  const PelAuditRecord   record = { .event = is_terminal ? "terminal_verified" : "consent",
                                    .client = client,
                                    .approval = approval };
  g_autoptr (JsonObject) content = pel_audit_record_to_json (&record, NULL);

  if (is_terminal)
    pel_policy_store_verify_terminal (store, caller);
  else if (!pel_policy_store_set_consent (store, TRUE, error))
    return FALSE;
  pel_audit_log_append_async (audit, PEL_AUDIT_NOTE, content, NULL, NULL);
  return TRUE;
}
