/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool-call.h"

/* The first step of the policy: may this caller call this tool at all? Then the tool runs; else
 * @task ends with PEL_ERROR_DENIED, PEL_ERROR_APPROVAL_REQUIRED or PEL_ERROR_RATE_LIMITED. What
 * acts is asked by the pipeline. */
void pel_tool_permit_run (GTask *task);

/* For a tool that judges itself. Takes @verdict: FALSE with the error where it does not allow it.
 */
gboolean pel_tool_permit_check (PelToolCall *call, PelPolicyVerdict *verdict, GError **error);

/* For what is the person's alone: FALSE where the policy has terminals verified and no one has
 * confirmed the one of this call yet. Then the person is asked, and the tool runs again. */
gboolean pel_tool_permit_terminal (PelToolCall *call, GError **error);

/* The second step, for what reads or points: may it be about this element? What acts or takes
 * pictures passes: the pipeline asks for it. */
gboolean pel_tool_permit_target (
    PelToolCall *call, PelSnapshot *snapshot, PelElementId id, double confidence, GError **error);

/* The first step of a call that is under way, when the policy has changed: counts against no
 * limit. FALSE with the error. */
gboolean pel_tool_permit_again (PelToolCall *call, GError **error);

/* For a tool of which a part needs more than the tool itself: what would be said if it were one of
 * @access. (transfer full) */
PelPolicyVerdict *pel_tool_permit_decide (const PelToolCall *call, PelAccess access);

/* Whether a call of another tool by the same caller would be allowed, without asking the person.
 * Counts against no limit. */
gboolean pel_tool_permit_would_allow (const PelToolCall *call, const char *tool);

/* For a call that takes screenshots with ui_capture on its way and first reads the files that it
 * compares them with: whether it may do that yet. Where screenshots must be asked about, or depend
 * on the target, it may not (@ret_is_allowed FALSE): they are read when that has been decided.
 * FALSE with the error where they are denied. Counts against no limit. */
gboolean pel_tool_permit_images (const PelToolCall *call, gboolean *ret_is_allowed, GError **error);

/* Asked before a call looks at pixels, if its tool is not one that does so anyway: as if it were
 * one that captures. Counts once for a call. FALSE with the error. */
gboolean pel_tool_permit_pixels (PelToolCall *call, GError **error);

/* Whether a call that ended like this (@error nullable) gets a line in the audit log: what was
 * refused or approved always, reads where the policy wants it. What goes through the pipeline has
 * its line from there. */
gboolean pel_tool_permit_is_recorded (const PelToolCall *call, const GError *error);

/* Writes that line; ends in pel_audit_log_append_finish(). */
void pel_tool_permit_record_async (const PelToolCall  *call,
                                   const GError       *error,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);
