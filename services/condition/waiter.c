/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/waiter.h"

#include "services/base/error.h"
#include "services/condition/sight.h"
#include "services/selector/confidence.h"

#include <glib/gi18n.h>

#define FRAME_MS  16
#define POLL_MS   500
#define GLANCE_MS 100  /* of a look while everything is known: who is silent is not waited for */
#define READ_MS   2000 /* what selectors need beyond that */
#define SLACK_MS  250  /* for the look at the end of a time in which all was to be quiet */

/* A wait under way. Counted references: looks may end after it has. */
typedef struct
{
  GTask            *task;
  PelElementSource *source;
  PelCondition     *condition;
  PelSight         *sight;
  GCancellable     *seeing; /* of all that is under way */
  PelWaitMode       mode;
  gint64            start, deadline;

  gint64   round_start;
  gboolean is_sure;    /* all programs have been read since it began */
  gboolean may_glance; /* it need not wait for that */
  gboolean is_final;   /* what is reported at the end is the verdict that was asked for */
  gboolean is_looking, is_peeking, is_dirty, is_over;

  gulong changed_id, cancelled_id;
  guint  deadline_id, poll_id, rest_id, hold_id, glance_id;
} Waiter;

static void
waiter_clear (gpointer data)
{
  Waiter *waiter = data;

  g_object_unref (waiter->task);
  g_object_unref (waiter->source);
  pel_condition_unref (waiter->condition);
  pel_sight_unref (waiter->sight);
  g_object_unref (waiter->seeing);
}

static void
waiter_unref (Waiter *waiter)
{
  g_rc_box_release_full (waiter, waiter_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Waiter, waiter_unref)

void
pel_wait_outcome_free (PelWaitOutcome *self)
{
  g_clear_object (&self->snapshot);
  g_clear_pointer (&self->matches, g_array_unref);
  g_clear_pointer (&self->windows, g_array_unref);
  g_strfreev (self->reasons);
  g_free (self);
}

static guint
get_waited_ms (const Waiter *waiter)
{
  return (g_get_monotonic_time () - waiter->start) / G_TIME_SPAN_MILLISECOND;
}

static guint
get_left_ms (const Waiter *waiter)
{
  gint64 left_ms = (waiter->deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;

  return MAX (left_ms, 1); /* 0 would be no limit at all */
}

/* The end */

/* Nothing comes after this. FALSE: it was over before. */
static gboolean
stop (Waiter *waiter)
{
  if (waiter->is_over)
    return FALSE;
  waiter->is_over = TRUE;
  g_clear_signal_handler (&waiter->changed_id, waiter->source);
  g_clear_signal_handler (&waiter->cancelled_id, g_task_get_cancellable (waiter->task));
  g_clear_handle_id (&waiter->deadline_id, g_source_remove);
  g_clear_handle_id (&waiter->poll_id, g_source_remove);
  g_clear_handle_id (&waiter->rest_id, g_source_remove);
  g_clear_handle_id (&waiter->hold_id, g_source_remove);
  g_clear_handle_id (&waiter->glance_id, g_source_remove);
  pel_element_source_stop_watching (waiter->source);
  g_cancellable_cancel (waiter->seeing);
  return TRUE;
}

/* Ends it once, and with it the reference that it has of itself. Takes @error. */
static void
fail (Waiter *waiter, GError *error)
{
  if (!stop (waiter))
    {
      g_clear_error (&error);
      return;
    }
  g_task_return_error (waiter->task, error);
  waiter_unref (waiter);
}

static void
succeed (Waiter *waiter)
{
  const PelCheck *check = pel_sight_get_check (waiter->sight);
  PelWaitOutcome *outcome;
  PelEvidence     evidence;

  if (!stop (waiter))
    return;
  outcome = g_new0 (PelWaitOutcome, 1);
  outcome->snapshot = g_object_ref (pel_sight_get_snapshot (waiter->sight));
  outcome->matches = g_array_ref (check->matches);
  outcome->windows = g_array_ref (check->windows);
  evidence =
      (PelEvidence){ .alternative = check->alternative, .n_matches = MAX (check->matches->len, 1) };
  if (check->matches->len > 0)
    evidence.ocr =
        pel_snapshot_get_ocr (outcome->snapshot, g_array_index (check->matches, PelElementId, 0));
  outcome->confidence = pel_confidence_compute (&evidence, &outcome->reasons);
  outcome->waited_ms = get_waited_ms (waiter);
  g_task_return_pointer (waiter->task, outcome, (GDestroyNotify) pel_wait_outcome_free);
  waiter_unref (waiter);
}

/* Reports what was seen last, for programs as well. Takes @error. */
static void
fail_with_state (Waiter *waiter, GError *error)
{
  JsonObject *details = json_object_new ();
  JsonArray  *state = pel_sight_report (waiter->sight);

  json_object_set_array_member (details, "last_state", state != NULL ? state : json_array_new ());
  json_object_set_int_member (details, "waited_ms", get_waited_ms (waiter));
  pel_error_take_details (error, details);
  fail (waiter, error);
}

/* The time is up. */
static void
give_up (Waiter *waiter)
{
  g_autofree char *seen = pel_sight_dup_text (waiter->sight);
  GError          *error = NULL;

  if (waiter->is_final)
    pel_set_error (&error,
                   PEL_ERROR_VERIFICATION_FAILED,
                   NULL,
                   /* Translators: what was seen instead */
                   _ ("The condition does not hold: %s"),
                   seen);
  else
    pel_set_error (&error,
                   PEL_ERROR_TIMEOUT,
                   NULL,
                   /* Translators: a number, and what was seen instead */
                   _ ("The condition did not hold within %u ms: %s"),
                   get_waited_ms (waiter),
                   seen != NULL ? seen : _ ("nothing could be read in that time"));
  fail_with_state (waiter, error);
}

static gboolean
deadline_cb (gpointer user_data)
{
  g_autoptr (Waiter) waiter = g_rc_box_acquire (user_data);

  waiter->deadline_id = 0;
  give_up (waiter);
  return G_SOURCE_REMOVE;
}

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_autoptr (Waiter) waiter = g_rc_box_acquire (user_data);
  GError            *error = NULL;

  g_cancellable_set_error_if_cancelled (cancellable, &error);
  fail (waiter, error);
}

/* Rounds */

static void begin_round (Waiter *waiter);

static gboolean
rest_cb (gpointer user_data)
{
  Waiter *waiter = user_data;

  waiter->rest_id = 0;
  if (waiter->is_dirty)
    begin_round (waiter);
  return G_SOURCE_REMOVE;
}

/* After each round it rests for as long as that took: half of the time is for others. What comes
 * after a longer quiet is looked at at once. */
static void
rest (Waiter *waiter)
{
  guint took_ms = (g_get_monotonic_time () - waiter->round_start) / G_TIME_SPAN_MILLISECOND;
  guint rest_ms = took_ms < FRAME_MS / 2 ? FRAME_MS - took_ms : took_ms;

  if (waiter->rest_id == 0)
    waiter->rest_id = g_timeout_add (rest_ms, rest_cb, waiter);
}

static gboolean
hold_cb (gpointer user_data)
{
  Waiter *waiter = user_data;

  waiter->hold_id = 0;
  begin_round (waiter);
  return G_SOURCE_REMOVE;
}

/* It may hold or be decided once enough time has passed, so it is checked again then. */
static void
await_time (Waiter *waiter, const PelCheck *check)
{
  guint in_ms =
      check->verdict == PEL_VERDICT_WANTS ? pel_sight_get_pause_ms (waiter->sight) : check->in_ms;

  g_clear_handle_id (&waiter->hold_id, g_source_remove);
  if (in_ms != 0)
    waiter->hold_id = g_timeout_add (in_ms, hold_cb, waiter);
}

/* What is known of a program that is still being read may be old. */
static gboolean
is_settled (PelSnapshot *snapshot, PelElementId id)
{
  PelElement                element = pel_snapshot_get_element (snapshot, id);
  const PelSnapshotProgram *program = pel_snapshot_get_program (snapshot, element.program);

  return program->is_answering && !program->is_truncated;
}

/* Whether what was seen at a glance can be relied on: what is there, and was read since. */
static gboolean
is_reliable (Waiter *waiter, const PelCheck *check)
{
  if (waiter->is_sure)
    return TRUE;
  if (check->verdict != PEL_VERDICT_HOLDS || pel_condition_relies_on_absence (waiter->condition))
    return FALSE;
  for (guint i = 0; i < check->matches->len; i++)
    if (!is_settled (pel_sight_get_snapshot (waiter->sight),
                     g_array_index (check->matches, PelElementId, i)))
      return FALSE;
  return TRUE;
}

/* Where only time is missing it is given, once. */
static void
give_time (Waiter *waiter, guint in_ms)
{
  if (waiter->is_final || in_ms + SLACK_MS > get_left_ms (waiter))
    return;
  waiter->is_final = TRUE;
  g_source_remove (waiter->deadline_id);
  waiter->deadline_id = g_timeout_add (in_ms + SLACK_MS, deadline_cb, waiter);
}

/* It does not hold now, or is not known to. What could not be read is no verdict: it may be read
 * later. */
static void
take_failure (Waiter *waiter, const PelCheck *check)
{
  if (waiter->mode == PEL_WAIT_FOR_A_VERDICT && check->verdict == PEL_VERDICT_FAILS &&
      check->in_ms == 0)
    {
      waiter->is_final = TRUE;
      give_up (waiter);
      return;
    }
  if (waiter->mode == PEL_WAIT_FOR_A_VERDICT && check->in_ms != 0)
    give_time (waiter, check->in_ms);
  await_time (waiter, check);
  rest (waiter);
}

static void
take_check (Waiter *waiter, const PelCheck *check)
{
  gboolean is_lost = check->verdict == PEL_VERDICT_LOST || check->verdict == PEL_VERDICT_BARRED;

  if (!is_reliable (waiter, check))
    rest (waiter);
  else if (check->verdict == PEL_VERDICT_HOLDS)
    succeed (waiter);
  else if (is_lost)
    fail_with_state (waiter, g_error_copy (check->error));
  else
    take_failure (waiter, check);
}

static void
taken_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Waiter) waiter = user_data;
  g_autoptr (GError) error = NULL;
  const PelCheck    *check = pel_sight_take_finish (waiter->sight, result, &error);

  waiter->is_looking = FALSE;
  if (waiter->is_over)
    return;
  if (check != NULL)
    take_check (waiter, check);
  else if (g_error_matches (error, PEL_ERROR, PEL_ERROR_TIMEOUT))
    rest (waiter); /* a desktop that takes long may still answer */
  else
    fail (waiter, g_steal_pointer (&error));
}

static void
peeked_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Waiter) waiter = user_data;
  gboolean           holds = pel_sight_peek_finish (waiter->sight, result, NULL);

  waiter->is_peeking = FALSE;
  if (waiter->is_over)
    return;
  if (holds && is_reliable (waiter, pel_sight_get_check (waiter->sight)))
    succeed (waiter);
  else
    rest (waiter);
}

/* What is reported while something is read may be enough; the reading goes on. */
static void
begin_peek (Waiter *waiter)
{
  waiter->is_dirty = TRUE;
  if (waiter->is_peeking)
    return;
  waiter->is_peeking = TRUE;
  waiter->round_start = g_get_monotonic_time ();
  pel_sight_peek_async (waiter->sight,
                        MIN (GLANCE_MS, get_left_ms (waiter)),
                        waiter->seeing,
                        peeked_cb,
                        g_rc_box_acquire (waiter));
}

/* Begins one, or sees to it that one follows. */
static void
begin_round (Waiter *waiter)
{
  PelSightTimes times = { MIN (GLANCE_MS, get_left_ms (waiter)),
                          MIN (READ_MS, get_left_ms (waiter)),
                          get_left_ms (waiter) };

  waiter->is_dirty = TRUE;
  if (waiter->rest_id != 0 || !waiter->may_glance)
    return;
  if (waiter->is_looking)
    {
      if (pel_sight_is_reading (waiter->sight))
        begin_peek (waiter);
      return;
    }
  waiter->is_looking = TRUE;
  waiter->is_dirty = FALSE;
  waiter->round_start = g_get_monotonic_time ();
  pel_sight_take_async (waiter->sight, &times, waiter->seeing, taken_cb, g_rc_box_acquire (waiter));
}

/* The beginning */

/* From now on all is known, and kept up to date. */
static void
surveyed_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Waiter) waiter = user_data;
  GError            *error = NULL;
  gboolean           is_sure = pel_sight_survey_finish (waiter->sight, result, &error);

  if (!is_sure)
    {
      fail (waiter, error);
      return;
    }
  if (waiter->is_over)
    return;
  waiter->is_sure = TRUE;
  waiter->may_glance = TRUE;
  g_clear_handle_id (&waiter->glance_id, g_source_remove);
  begin_round (waiter);
}

static gboolean
glance_cb (gpointer user_data)
{
  Waiter *waiter = user_data;

  waiter->glance_id = 0;
  waiter->may_glance = TRUE;
  begin_round (waiter);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (PelElementSource *source, gpointer user_data)
{
  begin_round (user_data);
}

static gboolean
poll_cb (gpointer user_data)
{
  Waiter *waiter = user_data;

  pel_sight_doubt (waiter->sight);
  begin_round (waiter);
  return G_SOURCE_CONTINUE;
}

static Waiter *
waiter_new (const PelWait *wait, GTask *task)
{
  Waiter *waiter = g_rc_box_new0 (Waiter);

  waiter->task = g_object_ref (task);
  waiter->source = g_object_ref (wait->source);
  waiter->condition = pel_condition_ref (wait->condition);
  waiter->sight = pel_sight_new (wait->source, wait->condition, &wait->comparer);
  waiter->seeing = g_cancellable_new ();
  waiter->mode = wait->mode;
  waiter->start = g_get_monotonic_time ();
  waiter->deadline = waiter->start + wait->timeout_ms * G_TIME_SPAN_MILLISECOND;
  return waiter;
}

/* It has a reference of its own until its end, since the source and the clock call it. The source
 * is watched before it is first looked at: nothing is lost in between. */
void
pel_waiter_run_async (const PelWait      *wait,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Waiter           *waiter;

  g_task_set_source_tag (task, pel_waiter_run_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  waiter = waiter_new (wait, task);
  waiter->changed_id =
      g_signal_connect (waiter->source, "changed", G_CALLBACK (changed_cb), waiter);
  if (cancellable != NULL)
    waiter->cancelled_id =
        g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), waiter);
  waiter->deadline_id = g_timeout_add (wait->timeout_ms, deadline_cb, waiter);
  waiter->poll_id = g_timeout_add (POLL_MS, poll_cb, waiter);
  if (wait->mode == PEL_WAIT_UNTIL_IT_HOLDS)
    waiter->glance_id = g_timeout_add (GLANCE_MS, glance_cb, waiter);
  pel_element_source_start_watching (waiter->source);
  pel_sight_survey_async (waiter->sight,
                          get_left_ms (waiter),
                          waiter->seeing,
                          surveyed_cb,
                          g_rc_box_acquire (waiter));
}

PelWaitOutcome *
pel_waiter_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_waiter_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
