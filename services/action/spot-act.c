/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/spot-act.h"

#include "services/action/hand.h"
#include "services/base/gate.h"

#include <glib/gi18n.h>

/* wait for the gate → raise → gesture */
typedef struct
{
  PelInput  *input;
  PelHand   *hand;
  PelSpotAct act; /* what it points to is our own */
  gint64     deadline;
} Run;

static void
run_free (Run *run)
{
  g_clear_object (&run->input);
  pel_hand_free (run->hand);
  pel_gesture_unref (run->act.gesture);
  g_clear_object (&run->act.window);
  g_clear_object (&run->act.drop);
  g_free ((char *) run->act.deed);
  g_free (run);
}

static void
finish (GTask *task, gboolean is_dry_run)
{
  Run              *run = g_task_get_task_data (task);
  const char       *past = pel_verb_get_past (run->act.verb);
  PelActionOutcome *outcome =
      pel_action_outcome_new ("input",
                              past,
                              is_dry_run ? g_strdup_printf (_ ("Would do: %s"), run->act.deed)
                                         : g_strdup_printf (_ ("%s; effect unknown"), past),
                              g_strdup (run->act.deed));

  outcome->is_dry_run = is_dry_run;
  if (!is_dry_run)
    outcome->effect = pel_effect_new_bare (PEL_EFFECT_UNKNOWN);
  g_task_return_pointer (task, outcome, (GDestroyNotify) pel_action_outcome_free);
}

static void
made_cb (GObject *input, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError           *error = NULL;

  if (pel_input_make_finish (PEL_INPUT (input), result, &error))
    finish (task, FALSE);
  else
    g_task_return_error (task, error);
}

static void
make (GTask *task)
{
  Run                 *run = g_task_get_task_data (task);
  const PelWindowInfo *info =
      run->act.window != NULL ? pel_window_get_info (run->act.window) : NULL;
  PelAddressee addressee = { .own_since = run->act.own_since }, drop = { 0 };
  GError      *error = NULL;

  if (info != NULL)
    {
      addressee.window_id = info->id;
      addressee.pid = info->pid;
    }
  if (run->act.drop != NULL)
    {
      drop.window_id = pel_window_get_info (run->act.drop)->id;
      drop.pid = pel_window_get_info (run->act.drop)->pid;
      addressee.drop = &drop;
    }
  if (pel_sighting_get_left_ms (run->deadline,
                                g_task_get_cancellable (task),
                                &addressee.timeout_ms,
                                &error))
    pel_input_make_async (run->input,
                          run->act.gesture,
                          &addressee,
                          g_task_get_cancellable (task),
                          made_cb,
                          g_object_ref (task));
  else
    g_task_return_error (task, error);
}

static void
raised_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  gboolean          has_changed;
  GError           *error = NULL;

  if (pel_hand_raise_finish (result, &has_changed, &error))
    make (task);
  else
    g_task_return_error (task, error);
}

static void
opened_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Run              *run = g_task_get_task_data (task);
  GError           *error = NULL;
  guint             left_ms;

  if (!pel_gate_wait_finish (result, &error) ||
      !pel_sighting_get_left_ms (run->deadline, g_task_get_cancellable (task), &left_ms, &error))
    g_task_return_error (task, error);
  else if (run->act.is_raised)
    pel_hand_raise_async (run->hand,
                          run->act.window,
                          left_ms,
                          g_task_get_cancellable (task),
                          raised_cb,
                          g_object_ref (task));
  else
    make (task);
}

void
pel_spot_act_run_async (const PelActionContext *context,
                        const PelSpotAct       *act,
                        GCancellable           *cancellable,
                        GAsyncReadyCallback     callback,
                        gpointer                user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Run              *run = g_new0 (Run, 1);

  g_return_if_fail (act->timeout_ms > 0);

  g_task_set_source_tag (task, pel_spot_act_run_async);
  g_task_set_check_cancellable (task, FALSE); /* report what was done even if cancelled */
  g_task_set_task_data (task, run, (GDestroyNotify) run_free);
  g_set_object (&run->input, context->input);
  run->hand = pel_hand_new (context, act->own_since);
  run->act = *act;
  run->act.gesture = pel_gesture_ref (act->gesture);
  run->act.window = NULL;
  g_set_object (&run->act.window, act->window);
  run->act.drop = NULL;
  g_set_object (&run->act.drop, act->drop);
  run->act.deed = g_strdup (act->deed);
  run->deadline = g_get_monotonic_time () + act->timeout_ms * G_TIME_SPAN_MILLISECOND;
  if (run->input == NULL)
    g_task_return_error (task, pel_hand_new_missing_error ());
  else if (act->dry_run)
    finish (task, TRUE);
  else
    pel_gate_wait_async (act->own_since,
                         act->timeout_ms,
                         cancellable,
                         opened_cb,
                         g_object_ref (task));
}

PelActionOutcome *
pel_spot_act_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_spot_act_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
