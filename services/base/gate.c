/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/gate.h"

#include "services/base/error.h"

#include <glib/gi18n.h>

/* clang-format off */
static const struct
{
  const char *message, *hint;
} reason_table[] = {
  [PEL_GATE_STOPPED]  = { N_ ("All automation has been stopped"),
                          N_ ("Ask the person to resume it: “pellucid stop --resume” in a terminal, or Resume in the inspector") },
  [PEL_GATE_QUESTION] = { N_ ("Acts are paused while the person is being asked a question"),
                          N_ ("Wait until the person has answered") },
  [PEL_GATE_PERSON]   = { N_ ("The person is using the keyboard or pointer"),
                          N_ ("Wait a moment, then try again") },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (reason_table) == PEL_N_GATE_REASONS);

static guint  n_closings[PEL_N_GATE_REASONS];
static gint64 person_time; /* when they were last seen; 0: never */
static GList *waits;       /* of GTask, borrowed: each holds itself */

typedef struct
{
  gint64 own_since;
  gint64 deadline;
  guint  timeout_id;
  gulong cancelled_id;
} Wait;

static gboolean
is_closed_for (PelGateReason reason, gint64 own_since)
{
  gint64 now = g_get_monotonic_time ();

  if (reason != PEL_GATE_PERSON)
    return n_closings[reason] > 0;
  return person_time > own_since &&
         now - person_time < PEL_GATE_PERSON_MS * G_TIME_SPAN_MILLISECOND;
}

gboolean
pel_gate_is_closed (PelGateReason reason)
{
  g_return_val_if_fail (reason < PEL_N_GATE_REASONS, TRUE);

  return is_closed_for (reason, 0);
}

void
pel_gate_set_error (PelGateReason reason, GError **error)
{
  g_return_if_fail (reason < PEL_N_GATE_REASONS);

  pel_set_error (error,
                 PEL_ERROR_DENIED,
                 _ (reason_table[reason].hint),
                 "%s",
                 _ (reason_table[reason].message));
}

gboolean
pel_gate_check (gint64 own_since, GError **error)
{
  for (guint i = 0; i < PEL_N_GATE_REASONS; i++)
    if (is_closed_for (i, own_since))
      {
        pel_gate_set_error (i, error);
        return FALSE;
      }
  return TRUE;
}

/* Waiting: each waiter checks again when the state of the gate has changed. */

static void
wait_free (Wait *wait)
{
  g_clear_handle_id (&wait->timeout_id, g_source_remove);
  g_free (wait);
}

/* Takes the task off the list; it is answered next. */
static void
leave (GTask *task)
{
  Wait *wait = g_task_get_task_data (task);

  waits = g_list_remove (waits, task);
  g_clear_handle_id (&wait->timeout_id, g_source_remove);
  if (wait->cancelled_id != 0)
    g_signal_handler_disconnect (g_task_get_cancellable (task), wait->cancelled_id);
}

static void look (GTask *task);

static gboolean
look_cb (gpointer task)
{
  Wait *wait = g_task_get_task_data (task);

  wait->timeout_id = 0;
  look (task);
  return G_SOURCE_REMOVE;
}

static void
look (GTask *task)
{
  Wait   *wait = g_task_get_task_data (task);
  gint64  now = g_get_monotonic_time ();
  gint64  wake_time = wait->deadline;
  GError *error = NULL;

  if (g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error) ||
      (!pel_gate_check (wait->own_since, &error) &&
       (n_closings[PEL_GATE_STOPPED] > 0 || now >= wait->deadline)))
    {
      g_autoptr (GTask) owned = task;

      leave (task);
      g_task_return_error (task, error);
      return;
    }
  if (error == NULL)
    {
      g_autoptr (GTask) owned = task;

      leave (task);
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_clear_error (&error);
  if (is_closed_for (PEL_GATE_PERSON, wait->own_since))
    wake_time = MIN (wake_time, person_time + PEL_GATE_PERSON_MS * G_TIME_SPAN_MILLISECOND);
  g_clear_handle_id (&wait->timeout_id, g_source_remove);
  wait->timeout_id =
      g_timeout_add ((MAX (wake_time - now, 0) + 999) / G_TIME_SPAN_MILLISECOND, look_cb, task);
}

static void
look_all (void)
{
  g_autoptr (GList) all = g_list_copy (waits);

  for (GList *link = all; link != NULL; link = link->next)
    if (g_list_find (waits, link->data) != NULL) /* another one's answer may have ended it */
      look (link->data);
}

static void
cancelled_cb (GCancellable *cancellable, GTask *task)
{
  Wait *wait = g_task_get_task_data (task);

  g_clear_handle_id (&wait->timeout_id, g_source_remove);
  wait->timeout_id = g_idle_add (look_cb, task); /* a handler must not take itself off */
}

void
pel_gate_wait_async (gint64              own_since,
                     guint               timeout_ms,
                     GCancellable       *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer            user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Wait  *wait = g_new0 (Wait, 1);

  g_task_set_source_tag (task, pel_gate_wait_async);
  g_task_set_task_data (task, wait, (GDestroyNotify) wait_free);
  wait->own_since = own_since;
  wait->deadline = g_get_monotonic_time () + timeout_ms * G_TIME_SPAN_MILLISECOND;
  waits = g_list_append (waits, task);
  if (cancellable != NULL)
    wait->cancelled_id =
        g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), task);
  look (task);
}

gboolean
pel_gate_wait_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_gate_wait_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Closing and opening */

void
pel_gate_close (PelGateReason reason)
{
  g_return_if_fail (reason < PEL_N_GATE_REASONS && reason != PEL_GATE_PERSON);

  n_closings[reason]++;
  look_all ();
}

void
pel_gate_open (PelGateReason reason)
{
  g_return_if_fail (reason < PEL_N_GATE_REASONS && reason != PEL_GATE_PERSON);
  g_return_if_fail (n_closings[reason] > 0);

  n_closings[reason]--;
  look_all ();
}

void
pel_gate_note_person (void)
{
  person_time = g_get_monotonic_time ();
}
