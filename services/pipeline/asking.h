/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/approval-queue.h"
#include "services/pipeline/errand.h"
#include "services/pipeline/photo.h"

/* Who puts questions to the person. Borrowed; a value of zeros: no one does. */
typedef struct
{
  PelApprovalQueue *queue;  /* (nullable) */
  PelPhotoStudio    studio; /* its camera and windows are nullable: then there are no pictures */

  /* (nullable): the clock of the call stands still while the person thinks. */
  void (*hold) (gpointer data, gboolean is_held);

  /* (nullable): to a caller that asks the person itself, and then answers. Takes @question. */
  void (*put) (gpointer data, JsonObject *question);
  gpointer data;
} PelAsker;

/* What is to be asked. A value; all of it outlives the asking. */
typedef struct
{
  const PelErrand        *errand;
  const PelAim           *aim;
  const PelPolicyVerdict *verdict; /* PEL_DECISION_ASK */
} PelAsking;

/* (transfer full): which question an answer is for: of which rule. */
char *pel_asking_dup_question (const PelPolicyVerdict *verdict);

/* Asks the person about an errand, unless they have given an answer that lasts. Fails as
 * pel_approval_queue_ask_async() does. */
void pel_asking_run_async (const PelAsker     *asker,
                           const PelAsking    *asking,
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data);

/* (transfer full): how it was answered, for the audit log: “once (dialog)”. NULL with the error.
 * @ret_turn (transfer full) (nullable): to be ended when it is done; NULL where they have answered
 * before, not just now. */
char *pel_asking_run_finish (GAsyncResult *result, PelTurn **ret_turn, GError **error);
