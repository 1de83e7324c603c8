/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/action-agent.h"
#include "services/action/action-plan.h"
#include "services/action/action.h"
#include "services/action/actionability.h"
#include "services/action/effect-watch.h"
#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/base/guard.h"

#include <glib/gi18n.h>

#define STEADY_MS   40   /* between two readings of a place: more than two frames */
#define PATIENCE_MS 3000 /* with a program that does not answer: it may be busy */
#define RETRY_MS    100
#define MIN_ACT_MS  500 /* for the rest of what has begun */

/* An action on its way: look → read → read again → look → check and plan → act → watch. */
typedef struct
{
  PelElementSource *source;
  PelAction         action; /* its strings are our own */
  gint64            deadline, patience_end;

  PelElementId       id, agent; /* in the snapshot of the outcome */
  PelElementReading *first, *second;
  PelActionPlan     *plan;
  guint              n_acted;
  guint              wake_id;
  gboolean           is_watching;
  PelActionOutcome  *outcome;
} Run;

static void look_first (GTask *task);
static void read_place (GTask *task);
static void look_again (GTask *task);
static void act_next (GTask *task);
static void watch (GTask *task);

void
pel_action_outcome_free (PelActionOutcome *self)
{
  if (self == NULL)
    return;
  g_free (self->deed);
  g_free (self->words);
  pel_effect_free (self->effect);
  g_clear_object (&self->before);
  g_clear_object (&self->after);
  g_free (self);
}

static void
stop_watching (Run *run)
{
  g_clear_handle_id (&run->wake_id, g_source_remove);
  if (run->is_watching)
    pel_element_source_stop_watching (run->source);
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
  pel_element_reading_free (run->first);
  pel_element_reading_free (run->second);
  pel_action_plan_free (run->plan);
  pel_action_outcome_free (run->outcome);
  g_object_unref (run->source);
  g_free (run);
}

/* How much of the time is left; FALSE: none, and the task has ended. */
static gboolean
get_left (GTask *task, guint *ret_ms)
{
  Run    *run = g_task_get_task_data (task);
  gint64  left_ms = (run->deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;
  GError *error = NULL;

  if (g_task_return_error_if_cancelled (task))
    return FALSE;
  if (left_ms > 0)
    {
      *ret_ms = left_ms;
      return TRUE;
    }
  pel_set_error (&error, PEL_ERROR_TIMEOUT, NULL, _ ("The time was up before anything was done"));
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
  look_first (task);
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

  pel_set_error (&marked,
                 pel_error_get_code (was),
                 _ ("Look whether it was done before you try again"),
                 "%s",
                 is_silent ? _ ("The program was asked to, and has not answered: nobody knows "
                                "whether it was done")
                           : was->message);
  details = details != NULL ? json_object_ref (details) : json_object_new ();
  json_object_set_boolean_member (details, "sent", TRUE);
  pel_error_take_details (marked, details);
  return marked;
}

/* Takes @error. As long as nothing has gone out, a program that is only busy gets another chance.
 */
static void
fail (GTask *task, GError *error)
{
  Run *run = g_task_get_task_data (task);

  if (!g_error_matches (error, PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE) || was_sent (error) ||
      run->n_acted > 0 || g_get_monotonic_time () > run->patience_end)
    {
      stop_watching (run);
      g_task_return_error (task, run->n_acted > 0 ? mark_sent (error) : error);
      return;
    }
  g_error_free (error);
  g_clear_pointer (&run->first, pel_element_reading_free);
  g_clear_pointer (&run->second, pel_element_reading_free);
  g_clear_pointer (&run->plan, pel_action_plan_free);
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

/* Looking */

static void
look (GTask *task, guint timeout_ms, GAsyncReadyCallback callback)
{
  Run *run = g_task_get_task_data (task);

  pel_element_source_look_async (run->source,
                                 &(PelLook){ .kind = PEL_LOOK_PROGRAM,
                                             .target = run->action.bus_name,
                                             .flags = PEL_LOOK_VALUES,
                                             .timeout_ms = timeout_ms },
                                 g_task_get_cancellable (task),
                                 callback,
                                 g_object_ref (task));
}

/* That its program has gone is all the same as that it has. */
static PelSnapshot *
finish_look (GTask *task, GAsyncResult *result, GError **error)
{
  Run         *run = g_task_get_task_data (task);
  PelSnapshot *snapshot = pel_element_source_look_finish (run->source, result, error);

  if (snapshot == NULL && g_error_matches (*error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND))
    {
      g_clear_error (error);
      pel_set_error (error, PEL_ERROR_STALE_REF, NULL, _ ("The element's program has ended"));
    }
  return snapshot;
}

/* FALSE: it is ours, it does not answer, or it is not there. */
static gboolean
take_sight (GTask *task, PelSnapshot *snapshot, GError **error)
{
  Run                      *run = g_task_get_task_data (task);
  const PelSnapshotProgram *program = NULL;
  PelElement                element;

  g_set_object (&run->outcome->before, snapshot);
  run->id = pel_snapshot_find_identity (snapshot, run->action.bus_name, run->action.path);
  if (run->id != PEL_ELEMENT_NONE)
    program =
        pel_snapshot_get_program (snapshot, pel_snapshot_get_program_index (snapshot, run->id));
  if (program != NULL && !pel_guard_check (program->pid, error))
    return FALSE;
  if (program != NULL && !program->is_answering)
    {
      pel_set_error (error,
                     PEL_ERROR_APP_UNRESPONSIVE,
                     NULL,
                     _ ("The program does not answer; nothing was done"));
      return FALSE;
    }
  if (!pel_actionability_check (&(PelActionSight){ .snapshot = snapshot,
                                                   .id = run->id,
                                                   .verb = run->action.verb },
                                PEL_CHECK_EXISTS,
                                error))
    return FALSE;
  element = pel_snapshot_get_element (snapshot, run->id);
  if (run->action.name != NULL && (element.native_role != run->action.native_role ||
                                   !g_str_equal (element.name, run->action.name)))
    {
      pel_set_error (error, PEL_ERROR_STALE_REF, NULL, _ ("The element is another one by now"));
      return FALSE;
    }
  run->outcome->before_id = run->id;
  run->agent = pel_action_find_agent (&run->action, snapshot, run->id);
  return TRUE;
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)       task = data;
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot = finish_look (task, result, &error);

  if (snapshot == NULL || !take_sight (task, snapshot, &error))
    fail (task, error);
  else
    read_place (task);
}

static void
look_first (GTask *task)
{
  guint left_ms;

  if (get_left (task, &left_ms))
    look (task, left_ms, looked_cb);
}

/* Reading, twice */

static gboolean
wait_cb (gpointer data)
{
  GTask *task = data;
  Run   *run = g_task_get_task_data (task);

  run->wake_id = 0;
  read_place (task);
  return G_SOURCE_REMOVE;
}

static void
wait_and_read (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  run->wake_id = g_timeout_add_full (G_PRIORITY_DEFAULT,
                                     STEADY_MS,
                                     wait_cb,
                                     g_object_ref (task),
                                     g_object_unref);
}

static gboolean
is_steady (const Run *run, GError **error)
{
  return pel_actionability_check (&(PelActionSight){ .snapshot = run->outcome->before,
                                                     .id = run->id,
                                                     .verb = run->action.verb,
                                                     .first = run->first,
                                                     .second = run->second },
                                  PEL_CHECK_STABLE,
                                  error);
}

static gboolean
has_time_to_wait (const Run *run)
{
  return run->deadline - g_get_monotonic_time () > 2 * STEADY_MS * G_TIME_SPAN_MILLISECOND;
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)  task = data;
  Run               *run = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  PelElementReading *reading = pel_element_source_read_finish (run->source, result, &error);

  if (reading == NULL)
    {
      fail (task, g_steal_pointer (&error));
      return;
    }
  pel_element_reading_free (run->first);
  run->first = run->second;
  run->second = reading;
  if ((pel_verb_get_checks (run->action.verb) & PEL_CHECK_STABLE) == 0)
    look_again (task);
  else if (run->first == NULL)
    wait_and_read (task);
  else if (is_steady (run, &error))
    look_again (task);
  else if (has_time_to_wait (run))
    wait_and_read (task);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
read_place (GTask *task)
{
  Run       *run = g_task_get_task_data (task);
  PelElement agent;
  guint      left_ms;

  if (!get_left (task, &left_ms))
    return;
  agent = pel_snapshot_get_element (run->outcome->before, run->agent);
  pel_element_source_read_async (run->source,
                                 &(PelReadingRequest){ .bus_name = agent.bus_name,
                                                       .path = agent.path,
                                                       .flags =
                                                           PEL_READ_PLACE |
                                                           pel_action_get_needs (run->action.verb),
                                                       .text_end = 0,
                                                       .timeout_ms = left_ms },
                                 g_task_get_cancellable (task),
                                 read_cb,
                                 g_object_ref (task));
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
                     _ ("Name it where it is at home: in the tree of its own program"),
                     _ ("“%s” is not an element of the program that it is shown in"),
                     act->name);
      return FALSE;
    }
  return TRUE;
}

static gboolean
prepare (GTask *task, PelSnapshot *snapshot, GError **error)
{
  Run           *run = g_task_get_task_data (task);
  PelElement     was = pel_snapshot_get_element (run->outcome->before, run->agent);
  PelElementId   agent = pel_snapshot_find_identity (snapshot, was.bus_name, was.path);
  PelActionSight sight = { snapshot, PEL_ELEMENT_NONE, run->action.verb, run->first, run->second };

  if (agent == PEL_ELEMENT_NONE)
    return pel_actionability_check (&sight, PEL_CHECK_EXISTS, error);
  if (!take_sight (task, snapshot, error))
    return FALSE;
  run->agent = agent; /* of which the readings are */
  sight.id = run->id;
  if (agent != run->id) /* they are not of the element itself */
    sight.first = sight.second = NULL;
  if (!pel_actionability_check (&sight, pel_verb_get_checks (run->action.verb), error))
    return FALSE;
  run->plan = pel_action_plan_new (&run->action, snapshot, run->id, agent, run->second, error);
  return run->plan != NULL && check_addressee (run, error);
}

static void
start_watching (GTask *task)
{
  Run *run = g_task_get_task_data (task);

  if (!run->is_watching)
    pel_element_source_start_watching (run->source);
  run->is_watching = TRUE;
}

static void
looked_again_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)       task = data;
  Run                    *run = g_task_get_task_data (task);
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot = finish_look (task, result, &error);

  if (snapshot == NULL || !prepare (task, snapshot, &error))
    {
      fail (task, error);
      return;
    }
  run->outcome->was_already = run->plan->is_already;
  run->outcome->is_dry_run = run->action.dry_run;
  if (run->plan->is_already)
    finish (task, g_strdup (_ ("it was so already; nothing was done")));
  else if (run->action.dry_run)
    finish (task, g_strdup_printf (_ ("would be done: %s"), run->plan->deed));
  else
    {
      start_watching (task);
      act_next (task);
    }
}

static void
look_again (GTask *task)
{
  guint left_ms;

  if (get_left (task, &left_ms))
    look (task, left_ms, looked_again_cb);
}

/* Acting */

static void
acted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Run              *run = g_task_get_task_data (task);
  GError           *error = NULL;

  if (!pel_element_source_act_finish (run->source, result, &run->outcome->reply, &error))
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

/* What has begun is not left half done because the time is up, but whoever calls it off is heard.
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
  act.timeout_ms = left_ms;
  pel_element_source_act_async (run->source,
                                &act,
                                g_task_get_cancellable (task),
                                acted_cb,
                                g_object_ref (task));
}

/* Watching what comes of it: what is done is done, so nothing here is an error. */

static guint
get_effect_ms (const Run *run)
{
  gint64 limit_ms = run->action.effect_ms != 0 ? run->action.effect_ms : PEL_ACTION_EFFECT_MS;
  gint64 left_ms = (run->deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;

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
    return g_strdup_printf (_ ("%s; what came of it cannot be seen"), past);
  effect = pel_effect_to_text (run->outcome->effect);
  return effect[0] != '\0' ? g_strdup_printf ("%s; %s", past, effect) : g_strdup (past);
}

static void
watched_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)          task = data;
  Run                       *run = g_task_get_task_data (task);
  PelElement                 element = pel_snapshot_get_element (run->outcome->before, run->id);
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

  pel_effect_watch_async (run->source,
                          &(PelEffectQuestion){ .verb = run->action.verb,
                                                .before = run->outcome->before,
                                                .before_id = run->id,
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
  GError           *error = NULL;
  Run              *run;

  g_return_if_fail (action->timeout_ms > 0);
  g_return_if_fail (action->verb < PEL_N_VERBS);

  g_task_set_source_tag (task, pel_action_run_async);
  g_task_set_check_cancellable (task, FALSE); /* what was done is told */
  if (!pel_gate_check (&error))
    {
      g_task_return_error (task, error);
      return;
    }
  run = g_new0 (Run, 1);
  run->source = g_object_ref (context->elements);
  run->action = *action;
  run->action.bus_name = g_strdup (action->bus_name);
  run->action.path = g_strdup (action->path);
  run->action.name = g_strdup (action->name);
  run->action.text = g_strdup (action->text);
  run->deadline = g_get_monotonic_time () + action->timeout_ms * G_TIME_SPAN_MILLISECOND;
  run->patience_end = g_get_monotonic_time () + PATIENCE_MS * G_TIME_SPAN_MILLISECOND;
  run->outcome = g_new0 (PelActionOutcome, 1);
  g_task_set_task_data (task, run, (GDestroyNotify) run_free);
  look_first (task);
}

PelActionOutcome *
pel_action_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_action_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
