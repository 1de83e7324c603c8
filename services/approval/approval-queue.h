/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/approval.h"
#include "services/approval/grants.h"
#include "services/approval/turn.h"

#define PEL_APPROVAL_MAX_PENDING 8
#define PEL_APPROVAL_MAX_OF_ONE  6 /* of them, of the same program: others may want to ask too */
#define PEL_APPROVAL_MAX_PAST    100
#define PEL_APPROVAL_EXPIRY_MS   120000
#define PEL_APPROVAL_MAX_DENIALS 3     /* one after another, of the same program */
#define PEL_APPROVAL_PAUSE_MS    60000 /* then the person is not asked for so long */
#define PEL_APPROVAL_TURN_MS     15000 /* what was allowed has so long before the next question */

/**
 * PelApprovalQueue:
 *
 * A GListModel of the PelApprovals that the person has not answered yet. One at most is open, on
 * whichever channel, and is the first of the list; only that one can be answered, and only for it
 * time passes. The programs that ask take turns (PelInquiry). While one is open the gate is closed
 * (PEL_GATE_QUESTION): nothing that acts can answer in the person's place. What they allow has its
 * turn before the next one opens (PelTurn); a row that opens is announced as a change of it.
 *
 * Calls that ask for the same share a question. A no is for all of them; “once” and “while
 * connected” are for those of one client, and about the rest the person is asked again.
 *
 * Main thread only.
 */
#define PEL_TYPE_APPROVAL_QUEUE (pel_approval_queue_get_type ())
G_DECLARE_FINAL_TYPE (PelApprovalQueue, pel_approval_queue, PEL, APPROVAL_QUEUE, GObject)

/* The time in microseconds that never go back; for tests. */
typedef gint64 (*PelApprovalClockFunc) (gpointer data);

/* @grants (nullable): where lasting answers are kept; @clock (nullable): the monotonic one. */
PelApprovalQueue *
pel_approval_queue_new (PelGrants *grants, PelApprovalClockFunc clock, gpointer data);

/* (transfer none) (nullable) */
PelGrants *pel_approval_queue_get_grants (PelApprovalQueue *self);

/* (transfer none): of PelApproval, those that have ended, the latest first. */
GListModel *pel_approval_queue_get_past (PelApprovalQueue *self);

/* Whether a dialog can put questions to the person; at first none can. Questions that
 * are open when that ends fail. On other channels the caller asks, if it can. */
void pel_approval_queue_set_served (PelApprovalQueue *self, gboolean is_served);

/* (transfer none) (nullable): what the person is asked now. */
PelApproval *pel_approval_queue_get_open (PelApprovalQueue *self);

/* Whether it could be asked now; FALSE with the error that asking would end with. */
gboolean pel_approval_queue_check (PelApprovalQueue *self, PelApproval *approval, GError **error);

/* Puts @approval to the person. Cancelling withdraws it.
 *
 * Fails with PEL_ERROR_APPROVAL_DENIED if the person denies it (with their reason), if they do not
 * answers in time, and for a while where they have said no again and again;
 * PEL_ERROR_APPROVAL_REQUIRED where nothing can ask them; PEL_ERROR_RATE_LIMITED where too many
 * questions are open. */
void pel_approval_queue_ask_async (PelApprovalQueue   *self,
                                   PelApproval        *approval,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data);

/* @ret_words (transfer full): how it was answered, for the audit log. @ret_turn (transfer full): to
 * be ended when what was asked for is done. */
gboolean pel_approval_queue_ask_finish (PelApprovalQueue *self,
                                        GAsyncResult     *result,
                                        char            **ret_words,
                                        PelTurn         **ret_turn,
                                        GError          **error);

/* The person has answered. @reason: (nullable) of a denial. FALSE: no such question is open. */
gboolean pel_approval_queue_answer (PelApprovalQueue *self,
                                    guint64           id,
                                    PelAnswer         answer,
                                    const char       *reason);

/* The same, where the person knew of @n_shown calls: “once” is for no more than these. */
gboolean pel_approval_queue_answer_calls (
    PelApprovalQueue *self, guint64 id, PelAnswer answer, const char *reason, guint n_shown);

/* The same, said by a caller who has asked the person itself: only to its own questions, and only
 * what they offer. The second: it could not ask them. */
gboolean pel_approval_queue_answer_as (
    PelApprovalQueue *self, const char *bus_name, guint64 id, PelAnswer answer, const char *reason);
gboolean pel_approval_queue_give_up_as (PelApprovalQueue *self, const char *bus_name, guint64 id);

/* How long the question with @id can still be answered. */
guint pel_approval_queue_get_left_ms (PelApprovalQueue *self, guint64 id);

/* (transfer full): all that the person is shown, what they may answer and how long. */
JsonObject *pel_approval_queue_describe (PelApprovalQueue *self, PelApproval *approval);

/* Ends what has expired: for those whose clock is their own. */
void pel_approval_queue_tick (PelApprovalQueue *self);
