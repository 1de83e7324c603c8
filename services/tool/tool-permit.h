/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool-call.h"

/* Ends @task with @error (transfer full), of @verdict, once that is written down. */
void pel_tool_permit_deny (GTask *task, const PelPolicyVerdict *verdict, GError *error);

/* The first step of the policy: may this caller call this tool at all? Then the tool runs; else
 * @task ends with PEL_ERROR_DENIED, PEL_ERROR_APPROVAL_REQUIRED or PEL_ERROR_RATE_LIMITED once that
 * is written down. What acts is asked by the pipeline. */
void pel_tool_permit_run (GTask *task);

/* The second step, for what reads or points: may it be about this element? What acts or takes
 * pictures passes: the pipeline asks for it. */
gboolean pel_tool_permit_target (const PelToolCall *call,
                                 PelSnapshot       *snapshot,
                                 PelElementId       id,
                                 double             confidence,
                                 GError           **error);

/* The first step of a call that is under way, when the policy has changed: counts against no
 * limit. FALSE with the error. */
gboolean pel_tool_permit_again (const PelToolCall *call, GError **error);

/* For a tool of which a part needs more than the tool itself: what would be said if it were one of
 * @access. (transfer full) */
PelPolicyVerdict *pel_tool_permit_decide (const PelToolCall *call, PelAccess access);
