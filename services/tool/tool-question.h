/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/pipeline/asking.h"
#include "services/tool/tool-call.h"

/* Who puts the questions of this call to the person; zeros if no one does. */
PelAsker pel_tool_question_get_asker (PelToolCall *call);

/* Whether @error (nullable), with which its handler ended, says that the person must be asked, and
 * they can be. Never of what the pipeline asked about: it has asked already. */
gboolean pel_tool_question_is_due (const PelToolCall *call, const GError *error);

/* Asks them, about what the policy said last. Fails as pel_approval_queue_ask_async() does. */
void     pel_tool_question_ask_async (PelToolCall        *call,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
gboolean pel_tool_question_ask_finish (GAsyncResult *result, GError **error);

/* Whether they have said yes to it in this call. */
gboolean pel_tool_question_is_answered (const PelToolCall *call, const PelPolicyVerdict *verdict);
