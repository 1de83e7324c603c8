/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/waiter.h"

static gboolean
withdraw_cb (gpointer data)
{
  PelWaiter *self = data;

  self->withdraw_id = 0;
  self->withdraw (self, self->data);
  return G_SOURCE_REMOVE;
}

static void
cancelled_cb (GCancellable *cancellable, gpointer data)
{
  PelWaiter *self = data;

  if (self->withdraw_id == 0)
    self->withdraw_id = g_idle_add (withdraw_cb, self); /* it takes this handler off */
}

PelWaiter *
pel_waiter_new (GTask *task, PelCaller *caller, PelWaiterFunc withdraw, gpointer data)
{
  PelWaiter    *self = g_new0 (PelWaiter, 1);
  GCancellable *cancellable = g_task_get_cancellable (task);

  self->task = task;
  self->caller = pel_caller_ref (caller);
  self->withdraw = withdraw;
  self->data = data;
  if (cancellable != NULL)
    self->cancelled_id =
        g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), self);
  return self;
}

void
pel_waiter_free (PelWaiter *self)
{
  g_clear_signal_handler (&self->cancelled_id, g_task_get_cancellable (self->task));
  g_clear_handle_id (&self->withdraw_id, g_source_remove);
  pel_caller_unref (self->caller);
  g_object_unref (self->task);
  g_free (self);
}

gboolean
pel_waiter_is_included (const PelWaiter *self, PelAnswer answer, const PelWaiter *first)
{
  return answer > PEL_ANSWER_CLIENT ||
         g_str_equal (pel_caller_get_key (first->caller), pel_caller_get_key (self->caller));
}
