/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/condition/condition.h"
#include "services/condition/likeness.h"
#include "services/element/element-source.h"

typedef enum
{
  PEL_WAIT_UNTIL_IT_HOLDS,
  PEL_WAIT_FOR_A_VERDICT, /* one look; what must have been quiet for a time is given that time */
} PelWaitMode;

/* What is waited for. A value; what it points to is borrowed for the call. */
typedef struct
{
  PelElementSource *source;
  PelCondition     *condition;
  PelWaitMode       mode;
  guint             timeout_ms;
  PelComparer       comparer; /* of zeros where no pictures are compared */
} PelWait;

/* How it came to hold. */
typedef struct
{
  PelSnapshot *snapshot;
  GArray      *matches;    /* of PelElementId: the elements that make it hold */
  GArray      *windows;    /* of guint: the windows of the desktop that do */
  double       confidence; /* how sure the first of the elements is */
  char       **reasons;    /* and why: from pel_confidence_compute() */
  guint        waited_ms;
} PelWaitOutcome;

void pel_wait_outcome_free (PelWaitOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelWaitOutcome, pel_wait_outcome_free)

/* Ends as soon as the condition holds: the source notifies when to look, a slow poll makes sure.
 * Fails with PEL_ERROR_TIMEOUT (or, where a verdict was asked for, PEL_ERROR_VERIFICATION_FAILED),
 * whose details have “last_state” and “waited_ms”; at once, with the same details, with
 * PEL_ERROR_ELEMENT_NOT_FOUND where the program that it is about has ended and
 * PEL_ERROR_STALE_REF where the element has; as a look does where looking fails, and as the
 * comparer does where no picture may be taken; and when it is cancelled. */
void            pel_waiter_run_async (const PelWait      *wait,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
PelWaitOutcome *pel_waiter_run_finish (GAsyncResult *result, GError **error);
