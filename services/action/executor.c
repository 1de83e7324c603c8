/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/action-plan.h"
#include "services/action/action.h"
#include "services/action/actionability.h"
#include "services/action/effect-watch.h"
#include "services/action/hand.h"
#include "services/action/sighting.h"
#include "services/base/error.h"
#include "services/base/gate.h"

#include <glib/gi18n.h>

#define PATIENCE_MS 3000 /* with a program that does not answer: it may be busy */
#define RETRY_MS    100
#define MIN_ACT_MS  500 /* for the rest of what has begun */

/* An action on its way: wait for the gate → see → check and plan → act → watch. By hand, what has
 * to be so first (the window in front, the keyboard with the element) is done between planning and
 * acting, and then everything is read again. */
typedef struct
{
  PelElementSource *elements;
  PelAction         action; /* its strings are our own */
  gint64            deadline, patience_end;

  PelSighting      *sighting;
  PelActionPlan    *plan;
  PelHand          *hand;
  guint             n_acted;
  guint             wake_id;
  gboolean          is_watching;
  PelActionOutcome *outcome;
} Run;

static void begin (GTask *task);
static void act_next (GTask *task);
static void strike (GTask *task);
static void watch (GTask *task);

static void
stop_watching (Run *run)
{
  g_clear_handle_id (&run->wake_id, g_source_remove);
  if (run->is_watching)
    pel_element_source_stop_watching (run->elements);
  run->is_watching = FALSE;
}

static void
run_free (Run *run)
{
  stop_watching (run);
  g_free ((char *) run->action.bus_name);
  g_free ((char *) run->action.path);
  g_free ((char *) run->action.name);
  g_free ((char *) run->action.text);
  g_free ((PelChord *) run->action.chords);
  g_clear_object (&run->action.drop);
  pel_sighting_free (run->sighting);
  pel_action_plan_free (run->plan);
  pel_hand_free (run->hand);
  pel_action_outcome_free (run->outcome);
  g_object_unref (run->elements);
  g_free (run);
}

/* How much of the time is left; FALSE: none, and the task has ended. */
static gboolean
get_left (GTask *task, guint *ret_ms)
{
  Run    *run = g_task_get_task_data (task);
  GError *error = NULL;

  if (pel_sighting_get_left_ms (run->deadline, g_task_get_cancellable (task), ret_ms, &error))
    return TRUE;
  stop_watching (run);
  g_task_return_error (task, error);
  return FALSE;
}

static gboolean
was_sent (const GError *error)
{
  JsonObject *details = pel_error_get_details (error);

  return details != NULL && json_object_has_member (details, "sent") &&
         json_object_get_boolean_member (details, "sent");
}

static gboolean
retry_cb (gpointer data)
{
  GTask *task = data;
  Run   *run = g_task_get_task_data (task);

  run->wake_id = 0;
  begin (task);
  return G_SOURCE_REMOVE;
}

/* Takes @error and gives one that says that something has gone out: who only repeats what failed
 * would do that twice. */
static GError *
mark_sent (GError *error)
{
  g_autoptr (GError) was = error;
  JsonObject        *details = pel_error_get_details (was);
  gboolean           is_silent = g_error_matches (was, PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE);
  GError            *marked = NULL;

  pel_set_error (
      &marked,
      pel_error_get_code (was),
      _ ("Check whether it was done before you try again"),
      "%s",
      is_silent ? _ ("The program did not respond, so it is unknown whether the action was done")
                : was->message);
  details = details != NULL ? json_object_ref (details) : json_object_new ();
  json_object_set_boolean_member (details, "sent", TRUE);
  pel_error_take_details (marked, details);
  return marked;
}

/* A program that is only busy gets another chance, and so does what moves under the hand. */
static gboolean
is_worth_another_try (const Run *run, const GError *error)
{
  gint64 now = g_get_monotonic_time ();

  if (was_sent (error) || run->n_acted > 0)
    return FALSE;
  if (g_error_matches (error, PEL_ERROR, PEL_ERROR_NOT_STABLE))
    return run->deadline - now > 2 * RETRY_MS * G_TIME_SPAN_MILLISECOND;
  return g_error_matches (error, PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE) && now < run->patience_end;
}

/* Takes @error. */
static void
fail (GTask *task, GError *error)
{
  Run *run = g_task_get_task_data (task);

  if (!is_worth_another_try (run, error))
    {
      stop_watching (run);
      g_task_return_error (task,
                           run->n_acted > 0 || pel_hand_has_pressed (run->hand) ? mark_sent (error)
                                                                                : error);
      return;
    }
  g_error_free (error);
  run->wake_id = g_timeout_add_full (G_PRIORITY_DEFAULT,
                                     RETRY_MS,
                                     retry_cb,
                                     g_object_ref (task),
                                     g_object_unref);
}

/* Takes @words. */
static void
finish (GTask *task, char *words)
{
  Run *run = g_task_get_task_data (task);

  stop_watching (run);
  run->outcome->words = words;
  run->outcome->deed = g_strdup (run->plan->deed);
  g_task_return_pointer (task,
                         g_steal_pointer (&run->outcome),
                         (GDestroyNotify) pel_action_outcome_free);
}

/* Checking and planning */

/* What was allowed, and is written down, is about one program: nothing goes to another one. */
static gboolean
check_addressee (const Run *run, GError **error)
{
  for (guint i = 0; i < run->plan->acts->len; i++)
    {
      const PelElementAct *act = g_ptr_array_index (run->plan->acts, i);

      if (g_strcmp0 (act->bus_name, run->action.bus_name) == 0)
        continue;
      pel_set_error (error,
                     PEL_ERROR_DENIED,
                     _ ("Select it in the tree of its own program"),
                     _ ("“%s” does not belong to the program it is shown in"),
                     act->name);
      return FALSE;
    }
  return TRUE;
}

static gboolean
prepare (Run *run, GError **error)
{
  const PelSighting *seen = run->sighting;
  PelActionSight     sight = { seen->snapshot, seen->id, run->action.verb };
  PelActionChecks    checks = pel_verb_get_checks (run->action.verb);

  if (seen->agent == seen->id) /* the readings are of the element itself */
    {
      sight.first = seen->first;
      sight.second = seen->second;
    }
  if (!pel_actionability_check (&sight, checks, error))
    return FALSE;
  g_clear_pointer (&run->plan, pel_action_plan_free);
  run->plan = pel_action_plan_new (&run->action,
                                   seen->snapshot,
                                   seen->id,
                                   seen->agent,
                                   seen->second,
                                   error);
  return run->plan != NULL && check_addressee (run, error);
}

static void
start_watching (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  if (!run->is_watching)
    pel_element_source_start_watching (run->elements);
  run->is_watching = TRUE;
}

static void
seen_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Run              *run = g_task_get_task_data (task);
  GError           *error = NULL;

  g_clear_pointer (&run->sighting, pel_sighting_free);
  run->sighting = pel_sighting_take_finish (result, &error);
  if (run->sighting == NULL || !prepare (run, &error))
    {
      fail (task, error);
      return;
    }
  g_set_object (&run->outcome->before, run->sighting->snapshot);
  run->outcome->before_id = run->sighting->id;
  run->outcome->was_already = run->plan->is_already;
  run->outcome->is_dry_run = run->action.dry_run;
  run->outcome->method = run->plan->is_by_hand ? "input" : "pattern";
  if (run->plan->is_already)
    finish (task, g_strdup (_ ("Nothing to do: already in that state")));
  else if (run->action.dry_run)
    finish (task, g_strdup_printf (_ ("Would do: %s"), run->plan->deed));
  else if (run->plan->is_by_hand)
    strike (task);
  else
    {
      start_watching (task);
      act_next (task);
    }
}

static void
see (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  pel_sighting_take_async (run->elements,
                           &run->action,
                           run->deadline,
                           g_task_get_cancellable (task),
                           seen_cb,
                           g_object_ref (task));
}

/* While the person is busy it waits, and looks only then. */
static void
opened_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError           *error = NULL;

  if (pel_gate_wait_finish (result, &error))
    see (task);
  else
    fail (task, error);
}

static void
begin (GTask *task)
{
  Run  *run = g_task_get_task_data (task);
  guint left_ms;

  if (!get_left (task, &left_ms))
    return;
  if (run->action.dry_run)
    see (task); /* nothing goes out: it passes a closed gate */
  else
    pel_gate_wait_async (run->action.own_since,
                         left_ms,
                         g_task_get_cancellable (task),
                         opened_cb,
                         g_object_ref (task));
}

/* Acting */

static void
acted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Run              *run = g_task_get_task_data (task);
  GError           *error = NULL;

  if (!pel_element_source_act_finish (run->elements, result, &run->outcome->reply, &error))
    {
      fail (task, error);
      return;
    }
  run->n_acted++;
  if (run->n_acted < run->plan->acts->len)
    {
      act_next (task);
      return;
    }
  watch (task);
}

/* What has begun is not left half done because the time is up, but can still be cancelled.
 */
static gboolean
get_act_ms (GTask *task, guint *ret_ms)
{
  Run    *run = g_task_get_task_data (task);
  gint64  left_ms = (run->deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;
  GError *error = NULL;

  if (run->n_acted == 0)
    return get_left (task, ret_ms);
  if (g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error))
    {
      fail (task, error);
      return FALSE;
    }
  *ret_ms = MAX (left_ms, MIN_ACT_MS);
  return TRUE;
}

static void
act_next (GTask *task)
{
  Run          *run = g_task_get_task_data (task);
  PelElementAct act = *(PelElementAct *) g_ptr_array_index (run->plan->acts, run->n_acted);
  guint         left_ms;

  if (!get_act_ms (task, &left_ms))
    return;
  act.own_since = run->action.own_since;
  act.timeout_ms = left_ms;
  pel_element_source_act_async (run->elements,
                                &act,
                                g_task_get_cancellable (task),
                                acted_cb,
                                g_object_ref (task));
}

/* By hand */

static void
struck_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Run              *run = g_task_get_task_data (task);
  GError           *error = NULL;

  if (!pel_hand_strike_finish (result, &run->outcome->is_unsure, &error))
    {
      fail (task, error);
      return;
    }
  run->n_acted++;
  watch (task);
}

/* What has just been changed is read again. */
static void
ready_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Run              *run = g_task_get_task_data (task);
  GError           *error = NULL;
  gboolean          has_changed;
  guint             left_ms;

  if (!pel_hand_ready_finish (result, &has_changed, &error))
    fail (task, error);
  else if (has_changed)
    begin (task);
  else if (get_left (task, &left_ms))
    {
      start_watching (task);
      pel_hand_strike_async (run->hand,
                             run->sighting,
                             run->plan->gesture,
                             left_ms,
                             g_task_get_cancellable (task),
                             struck_cb,
                             g_object_ref (task));
    }
}

static void
strike (GTask *task)
{
  Run  *run = g_task_get_task_data (task);
  guint left_ms;

  if (get_left (task, &left_ms))
    pel_hand_ready_async (run->hand,
                          run->sighting,
                          run->plan,
                          left_ms,
                          g_task_get_cancellable (task),
                          ready_cb,
                          g_object_ref (task));
}

/* Watching what comes of it: what is done is done, so nothing here is an error. */

static guint
get_effect_ms (const Run *run)
{
  gint64 limit_ms = run->action.effect_ms != 0 ? run->action.effect_ms : PEL_ACTION_EFFECT_MS;
  gint64 left_ms = (run->deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;

  if (run->action.is_verified)
    left_ms /= 2;
  return CLAMP (left_ms, 0, limit_ms);
}

/* (transfer full) (nullable): what a value must be if it was set. */
static char *
dup_wanted (const PelAction *action)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (action->text != NULL || !action->has_number)
    return g_strdup (action->text);
  return g_strdup (g_ascii_dtostr (digits, sizeof digits, action->number));
}

static char *
word_effect (const Run *run)
{
  const char      *past = pel_verb_get_past (run->action.verb);
  g_autofree char *effect = NULL;

  if (run->outcome->effect == NULL)
    return g_strdup_printf (_ ("%s; effect unknown"), past);
  effect = pel_effect_to_text (run->outcome->effect);
  return effect[0] != '\0' ? g_strdup_printf ("%s; %s", past, effect) : g_strdup (past);
}

static void
watched_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Run              *run = g_task_get_task_data (task);
  PelElement element = pel_snapshot_get_element (run->outcome->before, run->outcome->before_id);
  g_autoptr (PelEffectSight) sight = pel_effect_watch_finish (result);

  run->outcome->after = g_steal_pointer (&sight->after);
  run->outcome->effect = g_steal_pointer (&sight->effect);
  if (run->outcome->after != NULL)
    run->outcome->after_id =
        pel_snapshot_find_identity (run->outcome->after, element.bus_name, element.path);
  finish (task, word_effect (run));
}

static void
watch (GTask *task)
{
  Run             *run = g_task_get_task_data (task);
  g_autofree char *wanted = dup_wanted (&run->action);

  pel_effect_watch_async (run->elements,
                          &(PelEffectQuestion){ .verb = run->action.verb,
                                                .before = run->outcome->before,
                                                .before_id = run->outcome->before_id,
                                                .text = wanted },
                          get_effect_ms (run),
                          g_task_get_cancellable (task),
                          watched_cb,
                          g_object_ref (task));
}

void
pel_action_run_async (const PelActionContext *context,
                      const PelAction        *action,
                      GCancellable           *cancellable,
                      GAsyncReadyCallback     callback,
                      gpointer                user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Run              *run = g_new0 (Run, 1);

  g_return_if_fail (action->timeout_ms > 0);
  g_return_if_fail (action->verb < PEL_N_VERBS);

  g_task_set_source_tag (task, pel_action_run_async);
  g_task_set_check_cancellable (task, FALSE); /* report what was done even if cancelled */
  g_task_set_task_data (task, run, (GDestroyNotify) run_free);
  run->elements = g_object_ref (context->elements);
  run->hand = pel_hand_new (context, action->own_since);
  pel_hand_set_drop (run->hand, action->drop);
  run->action = *action;
  run->action.bus_name = g_strdup (action->bus_name);
  run->action.path = g_strdup (action->path);
  run->action.name = g_strdup (action->name);
  run->action.text = g_strdup (action->text);
  run->action.drop = NULL;
  g_set_object (&run->action.drop, action->drop);
  run->action.chords = g_memdup2 (action->chords, action->n_chords * sizeof (PelChord));
  run->deadline = g_get_monotonic_time () + action->timeout_ms * G_TIME_SPAN_MILLISECOND;
  run->patience_end = g_get_monotonic_time () + PATIENCE_MS * G_TIME_SPAN_MILLISECOND;
  run->outcome = g_new0 (PelActionOutcome, 1);
  run->outcome->past = pel_verb_get_past (action->verb);
  begin (task);
}

PelActionOutcome *
pel_action_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_action_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
