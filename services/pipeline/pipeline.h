/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/audit/audit-log.h"
#include "services/condition/likeness.h"
#include "services/element/element-source.h"
#include "services/pipeline/asking.h"
#include "services/pipeline/errand.h"
#include "services/policy/policy-store.h"

/* What the road needs. Borrowed: it outlives every errand. */
typedef struct
{
  PelPolicyStore   *policy;
  PelAuditLog      *audit;
  PelElementSource *elements; /* (nullable) where what must hold afterwards is seen */
  PelComparer       comparer; /* who takes pictures for that; of zeros if no one does */
  PelAsker          asker;    /* who asks the person; of zeros if no one does */
} PelPipeline;

/* The one road to every act, for every caller: policy (caller, tool) → resolve → policy (target) →
 * approval → audit (intent) → checks, act, effect → verify → audit (outcome).
 *
 * Fails as the policy decides (PEL_ERROR_DENIED, _BLOCKED_WINDOW, _RATE_LIMITED,
 * _APPROVAL_REQUIRED), as the person does (PEL_ERROR_APPROVAL_DENIED), with PEL_ERROR_STALE_REF
 * where the target is another one by the time they have answered, as the resolving and the action
 * do, with PEL_ERROR_DENIED where the audit log cannot be written, and with
 * PEL_ERROR_VERIFICATION_FAILED after an act. */
void             pel_pipeline_run_async (const PelPipeline  *self,
                                         const PelErrand    *errand,
                                         GCancellable       *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
PelErrandReport *pel_pipeline_run_finish (GAsyncResult *result, GError **error);
