/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/policy/policy-layer.h"
#include "services/policy/policy-question.h"
#include "services/policy/policy-verdict.h"

/**
 * PelPolicy:
 *
 * What is allowed on this desktop, of all files together. Immutable and counted, so that a call
 * keeps the one it began with.
 *
 * There are three layers: what is built in, the system's file and the person's. The person's comes
 * before the system's and that before what is built in, with one exception: what the system's file
 * denies stays denied. A file that is wrong denies everything, since it is unknown what it meant to
 * deny.
 */
typedef struct _PelPolicy PelPolicy;

/* Takes the layers; @system and @user are NULL where there is no such file. */
PelPolicy *pel_policy_new (PelPolicyLayer *system, PelPolicyLayer *user);

/* (transfer full): what is built in, alone. */
PelPolicy *pel_policy_new_default (void);
PelPolicy *pel_policy_ref (PelPolicy *self);
void       pel_policy_unref (PelPolicy *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPolicy, pel_policy_unref)

/* (nullable) (transfer none) */
const PelPolicyLayer *pel_policy_get_layer (const PelPolicy *self, PelPolicyLayerKind kind);

/* (nullable): why everything is denied, where a file is wrong. */
const GError *pel_policy_get_error (const PelPolicy *self);
gboolean      pel_policy_is_enabled (const PelPolicy *self);

/* Whether a window is private: not read, not captured, not acted on. @ret_reason (nullable)
 * (transfer full): which pattern says so. */
gboolean
pel_policy_is_blocked (const PelPolicy *self, const PelPolicyWindow *window, char **ret_reason);

/* Whether a window or a document is private because of what its program calls it. */
gboolean pel_policy_is_name_blocked (const PelPolicy *self, const char *name);

/* Whether any window may be. */
gboolean pel_policy_has_private (const PelPolicy *self);

/* (transfer full) (element-type GStrv): below which folders agents may write, a list for each file
 * that has one. What they write is below a folder of each. */
GPtrArray *pel_policy_dup_folders (const PelPolicy *self);

/* (transfer full): what “@pictures” is; it may not be there. */
char *pel_policy_dup_pictures (void);

/* How many in a minute each caller may have of this; 0: as many as it likes. */
guint pel_policy_get_limit (const PelPolicy *self, PelAccess access);

/* Whether a file of the person's own allows acts, which is consent to automation. */
gboolean pel_policy_is_consent (const PelPolicy *self);

/* Whether commands typed at a terminal are taken for the person's; the stricter file counts. */
PelTerminals pel_policy_get_terminals (const PelPolicy *self);

/* What the audit log and recordings keep. (transfer none), ends in NULL. */
gboolean           pel_policy_logs_reads (const PelPolicy *self);
PelKeepFrames      pel_policy_keeps_frames (const PelPolicy *self);
const char *const *pel_policy_get_redact (const PelPolicy *self);

/* (transfer full): the answer. Pure: no clock, no file, no question. Limits are counted by
 * PelRateLimit, and both come together in pel_policy_store_decide(). */
PelPolicyVerdict *pel_policy_decide (const PelPolicy *self, const PelPolicyQuestion *question);

/* (transfer full) (nullable): the question to put to the person before @caller does what is theirs
 * alone. NULL: there is none to be put. */
PelPolicyVerdict *
pel_policy_ask_terminal (const PelPolicy *self, const PelCaller *caller, gboolean is_verified);
