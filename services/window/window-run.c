/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/window-run.h"

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/base/guard.h"
#include "services/base/text.h"
#include "services/window/window-goal.h"

#include <glib/gi18n.h>

/* Should an event not come. */
#define LOOK_MS 500

/* Managers say that a window is maximized before it has become large: it counts once two looks with
 * this between them tell the same. */
#define SETTLE_MS 50

typedef struct
{
  PelWindowSource  *source;
  PelWindowSendFunc send;
  PelWindowOrder    order; /* the id is ours */
  PelWindowReply    reply;
  GCancellable     *parts;         /* what is under way for this run */
  GSource          *cancel_source; /* nullable */
  gulong            changed_id;
  guint             deadline_id;
  guint             look_id;
  guint             settle_id;
  PelWindow        *met;  /* (nullable) as it was when it was first seen to be so */
  PelDesktop       *last; /* nullable */
  gboolean          is_over;
  gboolean          is_looking;
  gboolean          is_stale; /* something has changed since the look under way began */
  gboolean          is_sending;
  gboolean          is_sent;
} Run;

static void
run_free (Run *run)
{
  g_object_unref (run->source);
  g_object_unref (run->parts);
  g_clear_object (&run->last);
  g_clear_object (&run->met);
  g_free ((char *) run->order.window_id);
  g_free (run);
}

/* Before the task is answered: nothing calls back after it. FALSE where that was done before. */
static gboolean
end (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  if (run->is_over)
    return FALSE;
  run->is_over = TRUE;
  g_clear_signal_handler (&run->changed_id, run->source);
  pel_window_source_stop_watching (run->source);
  g_clear_handle_id (&run->deadline_id, g_source_remove);
  g_clear_handle_id (&run->look_id, g_source_remove);
  g_clear_handle_id (&run->settle_id, g_source_remove);
  if (run->cancel_source != NULL)
    g_source_destroy (run->cancel_source);
  g_clear_pointer (&run->cancel_source, g_source_unref);
  g_cancellable_cancel (run->parts);
  return TRUE;
}

static void
fail (GTask *task, GError *error)
{
  if (end (task))
    g_task_return_error (task, error);
  else
    g_error_free (error);
}

static void
succeed (GTask *task, PelWindowReply reply)
{
  Run *run = g_task_get_task_data (task);

  if (!end (task))
    return;
  run->reply = reply;
  g_task_return_pointer (task, g_object_ref (run->last), g_object_unref);
}

static void
fail_with (GTask *task, PelErrorCode code, const char *hint, const char *message)
{
  GError     *error = NULL;
  Run        *run = g_task_get_task_data (task);
  JsonObject *details;

  pel_set_error (&error, code, hint, "%s", message);
  if (run->is_sent || run->is_sending)
    {
      details = json_object_new ();
      json_object_set_boolean_member (details, "sent", TRUE);
      pel_error_take_details (error, details);
    }
  fail (task, error);
}

/* It was asked to, and it is not so. */
static void
fail_refused (GTask *task)
{
  Run             *run = g_task_get_task_data (task);
  const char      *name = pel_window_operation_to_string (run->order.operation);
  g_autofree char *state = pel_window_goal_describe (&run->order, run->last);
  /* Translators: “maximize”, the id of a window, and how it is instead: a sentence */
  g_autofree char *message =
      g_strdup_printf (_ ("“%s” was requested for window %s, but the result differs. %s"),
                       name,
                       run->order.window_id,
                       state);

  fail_with (task,
             PEL_ERROR_COMMAND_FAILED,
             _ ("Check the window: the window manager or the program may not allow this"),
             message);
}

static void
fail_missing (GTask *task)
{
  Run             *run = g_task_get_task_data (task);
  g_autofree char *id = pel_text_repair (run->order.window_id, -1, 64);
  g_autofree char *message = g_strdup_printf (_ ("No window matches “%s”"), id);

  fail_with (task, PEL_ERROR_WINDOW_NOT_FOUND, _ ("List windows with “pellucid windows”"), message);
}

static gboolean
deadline_cb (gpointer user_data)
{
  GTask  *task = user_data;
  Run    *run = g_task_get_task_data (task);
  GError *error = NULL;

  run->deadline_id = 0;
  if (!run->is_sent && !pel_gate_check (run->order.own_since, &error))
    fail (task, error);
  else if (!run->is_sent)
    fail_with (task,
               PEL_ERROR_TIMEOUT,
               NULL,
               _ ("Timed out before the window system accepted the request"));
  else if (run->order.operation == PEL_WINDOW_CLOSE)
    succeed (task, PEL_WINDOW_PENDING);
  else if (run->met != NULL)
    succeed (task, PEL_WINDOW_DONE);
  else
    fail_refused (task);
  return G_SOURCE_REMOVE;
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  GTask  *task = user_data;
  GError *error = NULL;

  if (!g_cancellable_set_error_if_cancelled (cancellable, &error))
    return G_SOURCE_CONTINUE;
  fail (task, error);
  return G_SOURCE_REMOVE;
}

static void look (GTask *task);

static void
sent_cb (GObject *control, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Run              *run = g_task_get_task_data (task);
  GError           *error = NULL;

  run->is_sending = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      fail (task, error);
      return;
    }
  run->is_sent = TRUE;
  look (task);
}

static void
send_order (GTask *task, PelWindow *window)
{
  Run               *run = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  GTask             *part;

  if (!pel_guard_check (pel_window_get_info (window)->pid, &error))
    {
      fail (task, g_steal_pointer (&error));
      return;
    }
  run->is_sending = TRUE;
  part = g_task_new (g_task_get_source_object (task), run->parts, sent_cb, g_object_ref (task));
  g_task_set_source_tag (part, send_order);
  run->send (part, run->last, window, &run->order);
}

static gboolean
settle_cb (gpointer user_data)
{
  Run *run = g_task_get_task_data (user_data);

  run->settle_id = 0;
  look (user_data);
  return G_SOURCE_REMOVE;
}

/* It is so, for the first time or still. */
static void
settle (GTask *task, PelWindow *window)
{
  Run *run = g_task_get_task_data (task);

  if (window == NULL || (run->met != NULL && pel_window_equal (run->met, window)))
    {
      succeed (task, PEL_WINDOW_DONE);
      return;
    }
  g_set_object (&run->met, window);
  if (run->settle_id == 0)
    run->settle_id = g_timeout_add (SETTLE_MS, settle_cb, task);
}

static void
judge (GTask *task)
{
  Run       *run = g_task_get_task_data (task);
  PelWindow *window = pel_desktop_find_window (run->last, run->order.window_id);
  gboolean   is_met = pel_window_goal_is_met (&run->order, run->last);

  if (!is_met)
    g_clear_object (&run->met);
  if (!run->is_sent && window == NULL)
    fail_missing (task);
  else if (is_met && !run->is_sent)
    succeed (task, PEL_WINDOW_ALREADY);
  else if (is_met)
    settle (task, window);
  else if (window == NULL)
    fail_refused (task);
  else if (!run->is_sent)
    send_order (task, window);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)      task = user_data;
  Run                   *run = g_task_get_task_data (task);
  GError                *error = NULL;
  g_autoptr (PelDesktop) desktop =
      pel_window_source_query_finish (PEL_WINDOW_SOURCE (source), result, &error);

  run->is_looking = FALSE;
  if (desktop == NULL || run->is_over)
    {
      if (error != NULL)
        fail (task, error);
      return;
    }
  g_set_object (&run->last, desktop);
  judge (task);
  if (run->is_stale && run->is_sent && run->settle_id == 0)
    look (task);
}

/* One look at a time; while the order is on its way its window is not looked at. */
static void
look (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  run->is_stale = run->is_looking;
  if (run->is_looking || run->is_sending || run->is_over)
    return;
  run->is_looking = TRUE;
  pel_window_source_query_async (run->source, run->parts, looked_cb, g_object_ref (task));
}

static void
changed_cb (PelWindowSource *source, gpointer user_data)
{
  Run *run = g_task_get_task_data (user_data);

  if (run->is_sent && run->settle_id == 0)
    look (user_data);
}

static gboolean
look_cb (gpointer user_data)
{
  changed_cb (NULL, user_data);
  return G_SOURCE_CONTINUE;
}

static void
gate_open_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;

  if (pel_gate_wait_finish (result, &error))
    look (task);
  else
    fail (task, error);
}

/* The sources live until end(), and until then the gate, a look or the sender holds the task; what
 * comes between two looks is held by the deadline. */
static void
start_clock (GTask *task)
{
  Run          *run = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);

  run->deadline_id = g_timeout_add_full (G_PRIORITY_DEFAULT,
                                         run->order.timeout_ms,
                                         deadline_cb,
                                         g_object_ref (task),
                                         g_object_unref);
  run->look_id = g_timeout_add (LOOK_MS, look_cb, task);
  if (cancellable == NULL)
    return;
  run->cancel_source = g_cancellable_source_new (cancellable);
  g_source_set_callback (run->cancel_source,
                         G_SOURCE_FUNC (cancelled_cb),
                         g_object_ref (task),
                         g_object_unref);
  g_source_attach (run->cancel_source, NULL);
}

void
pel_window_run_async (PelWindowControl     *control,
                      PelWindowSource      *source,
                      PelWindowSendFunc     send,
                      const PelWindowOrder *order,
                      GCancellable         *cancellable,
                      GAsyncReadyCallback   callback,
                      gpointer              user_data)
{
  g_autoptr (GTask) task = g_task_new (control, cancellable, callback, user_data);
  Run              *run = g_new0 (Run, 1);

  g_task_set_source_tag (task, pel_window_run_async);
  g_task_set_task_data (task, run, (GDestroyNotify) run_free);
  /* what is said of an order that was given is not lost where it is called off meanwhile */
  g_task_set_check_cancellable (task, FALSE);
  run->source = g_object_ref (source);
  run->send = send;
  run->order = *order;
  run->order.window_id = g_strdup (order->window_id);
  run->parts = g_cancellable_new ();
  pel_window_source_start_watching (source);
  run->changed_id = g_signal_connect (source, "changed", G_CALLBACK (changed_cb), task);
  start_clock (task);
  pel_gate_wait_async (order->own_since,
                       order->timeout_ms,
                       run->parts,
                       gate_open_cb,
                       g_object_ref (task));
}

PelDesktop *
pel_window_run_finish (GAsyncResult *result, PelWindowReply *ret_reply, GError **error)
{
  PelDesktop *desktop;

  g_return_val_if_fail (g_async_result_is_tagged (result, pel_window_run_async), NULL);

  desktop = g_task_propagate_pointer (G_TASK (result), error);
  if (desktop != NULL && ret_reply != NULL)
    *ret_reply = ((Run *) g_task_get_task_data (G_TASK (result)))->reply;
  return desktop;
}
