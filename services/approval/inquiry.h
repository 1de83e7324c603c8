/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/approval.h"
#include "services/approval/waiter.h"

/**
 * PelInquiry:
 *
 * A question, and the calls that wait for its answer: one at least while it is in the queue.
 *
 * Questions take turns by program: its first one belongs to the round that is going on, each
 * further one to a later round. So whoever asks much waits for whoever asks little, and not the
 * other way round.
 */
typedef struct
{
  PelApproval *approval;
  GPtrArray   *waiters; /* of PelWaiter */
  guint        round;
  gint64       expiry; /* G_MAXINT64: it is not open yet */
} PelInquiry;

PelInquiry *pel_inquiry_new (PelApproval *approval);
void        pel_inquiry_free (PelInquiry *self);

/* Says in the approval how many calls wait. */
void pel_inquiry_count (PelInquiry *self);

/* Moves those who have an answer, beside the first one, to @answered. Consent is to automation as a
 * whole, for every caller that waits for it; “once” is for no more calls than the person knew of
 * (@n_shown). */
void
pel_inquiry_take_answered (PelInquiry *self, PelAnswer answer, guint n_shown, GPtrArray *answered);

/* Sets the round of @self, and returns its place among the @inquiries that wait, the one that is
 * open (if any) at the front. */
guint pel_inquiry_find_place (PelInquiry *self, GPtrArray *inquiries, gboolean is_open);
