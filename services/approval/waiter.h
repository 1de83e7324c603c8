/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/approval/answer.h"
#include "services/policy/caller.h"

#include <gio/gio.h>

typedef struct _PelWaiter PelWaiter;

/* The call was called off: it is to be failed and freed. */
typedef void (*PelWaiterFunc) (PelWaiter *self, gpointer data);

/**
 * PelWaiter:
 *
 * A call that waits for the answer to a question.
 */
struct _PelWaiter
{
  GTask        *task;
  PelCaller    *caller;
  gulong        cancelled_id;
  guint         withdraw_id;
  PelWaiterFunc withdraw;
  gpointer      data;
};

/* Takes @task, whose cancellable calls it off; @withdraw is called from the main loop then. */
PelWaiter *pel_waiter_new (GTask *task, PelCaller *caller, PelWaiterFunc withdraw, gpointer data);
void       pel_waiter_free (PelWaiter *self);

/* Whether an answer that was meant for @first is one for this too: once, and while a client is
 * connected, are for the calls of that client. */
gboolean pel_waiter_is_included (const PelWaiter *self, PelAnswer answer, const PelWaiter *first);
