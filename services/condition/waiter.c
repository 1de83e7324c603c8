/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/waiter.h"

#include "services/base/error.h"
#include "services/condition/condition-check.h"
#include "services/condition/condition-report.h"
#include "services/selector/confidence.h"
#include "services/selector/learning.h"

#include <glib/gi18n.h>

#define FRAME_MS  16
#define POLL_MS   500
#define GLANCE_MS 100  /* of a look while everything is known: who is silent is not waited for */
#define READ_MS   2000 /* what selectors need beyond that */
#define SLACK_MS  250  /* for the look at the end of a time in which all was to be quiet */

/* A wait under way. Counted references: looks may end after it has. */
typedef struct
{
  GTask              *task;
  PelElementSource   *source;
  PelCondition       *condition;
  const char         *app; /* (nullable) of the condition: the programs that are looked at */
  PelConditionMemory *memory;
  PelFacts           *facts;
  PelWaitMode         mode;
  gint64              start, deadline;

  PelSnapshot *last;       /* NULL until something was seen */
  gint64       checked_at; /* and when it was checked */
  PelCheck    *check;      /* (nullable) the last one */
  gint64       round_start;
  gboolean     is_sure;     /* all programs have been read since it began */
  gboolean     may_glance;  /* it need not wait for that */
  gboolean     is_in_doubt; /* the next check counts, also of what was seen before */
  gboolean     is_final;    /* what is told at the end is the verdict that was asked for */
  gboolean     is_looking, is_dirty, is_over;

  gulong changed_id, cancelled_id;
  guint  deadline_id, poll_id, rest_id, hold_id, glance_id;
} Waiter;

static void
waiter_clear (gpointer data)
{
  Waiter *waiter = data;

  g_object_unref (waiter->task);
  g_object_unref (waiter->source);
  pel_condition_memory_free (waiter->memory);
  pel_condition_unref (waiter->condition);
  pel_facts_unref (waiter->facts);
  pel_check_free (waiter->check);
  g_clear_object (&waiter->last);
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
  PelWaitOutcome *outcome;

  if (!stop (waiter))
    return;
  outcome = g_new0 (PelWaitOutcome, 1);
  outcome->snapshot = g_object_ref (waiter->last);
  outcome->matches = g_array_ref (waiter->check->matches);
  outcome->windows = g_array_ref (waiter->check->windows);
  outcome->confidence =
      pel_confidence_compute (&(PelEvidence){ .alternative = waiter->check->alternative,
                                              .n_matches = MAX (outcome->matches->len, 1) },
                              &outcome->reasons);
  outcome->waited_ms = get_waited_ms (waiter);
  g_task_return_pointer (waiter->task, outcome, (GDestroyNotify) pel_wait_outcome_free);
  waiter_unref (waiter);
}

static PelConditionView
make_view (const Waiter *waiter)
{
  return (PelConditionView){ waiter->last, waiter->facts, waiter->checked_at };
}

/* What was seen last, for programs. Takes @error. */
static void
fail_with_state (Waiter *waiter, GError *error)
{
  JsonObject      *details = json_object_new ();
  PelConditionView view = make_view (waiter);

  if (waiter->last != NULL)
    json_object_set_array_member (details,
                                  "last_state",
                                  pel_condition_report_to_json (waiter->condition,
                                                                &view,
                                                                waiter->memory));
  else
    json_object_set_array_member (details, "last_state", json_array_new ());
  json_object_set_int_member (details, "waited_ms", get_waited_ms (waiter));
  pel_error_take_details (error, details);
  fail (waiter, error);
}

/* The time is up. */
static void
give_up (Waiter *waiter)
{
  PelConditionView view = make_view (waiter);
  g_autofree char *seen =
      waiter->last != NULL ? pel_condition_report_to_text (waiter->condition, &view, waiter->memory)
                           : g_strdup (_ ("nothing could be seen in that time"));
  GError *error = NULL;

  if (!waiter->is_final)
    pel_set_error (&error,
                   PEL_ERROR_TIMEOUT,
                   NULL,
                   /* Translators: a number, and what was seen instead */
                   _ ("The condition did not hold within %u ms: %s"),
                   get_waited_ms (waiter),
                   seen);
  else
    pel_set_error (&error,
                   PEL_ERROR_VERIFICATION_FAILED,
                   NULL,
                   /* Translators: what was seen instead */
                   _ ("The condition does not hold: %s"),
                   seen);
  fail_with_state (waiter, error);
}

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

/* It may hold by itself when enough time has passed; that is then looked at. */
static void
await_quiet (Waiter *waiter)
{
  g_clear_handle_id (&waiter->hold_id, g_source_remove);
  if (waiter->check->verdict == PEL_VERDICT_FAILS && waiter->check->in_ms != 0)
    waiter->hold_id = g_timeout_add (waiter->check->in_ms, hold_cb, waiter);
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
is_reliable (const Waiter *waiter)
{
  const GArray *matches = waiter->check->matches;

  if (waiter->is_sure)
    return TRUE;
  if (waiter->check->verdict != PEL_VERDICT_HOLDS ||
      pel_condition_relies_on_absence (waiter->condition))
    return FALSE;
  for (guint i = 0; i < matches->len; i++)
    if (!is_settled (waiter->last, g_array_index (matches, PelElementId, i)))
      return FALSE;
  return TRUE;
}

static gboolean deadline_cb (gpointer user_data);

/* Where only time is missing it is given, once. */
static void
give_time (Waiter *waiter)
{
  guint left_ms = get_left_ms (waiter);
  guint needed_ms = waiter->check->in_ms + SLACK_MS;

  if (waiter->is_final || needed_ms > left_ms)
    return;
  waiter->is_final = TRUE;
  g_source_remove (waiter->deadline_id);
  waiter->deadline_id = g_timeout_add (needed_ms, deadline_cb, waiter);
}

/* What was only to be told has been. */
static gboolean
is_told (Waiter *waiter)
{
  if (waiter->mode != PEL_WAIT_FOR_A_VERDICT)
    return FALSE;
  if (waiter->check->in_ms != 0)
    give_time (waiter);
  else
    waiter->is_final = TRUE;
  return waiter->check->in_ms == 0;
}

/* A check is complete. */
static void
take_check (Waiter *waiter)
{
  PelCheck *check = waiter->check;

  if (is_reliable (waiter))
    switch (check->verdict)
      {
      case PEL_VERDICT_HOLDS:
        succeed (waiter);
        return;
      case PEL_VERDICT_LOST:
      case PEL_VERDICT_BARRED:
        fail_with_state (waiter, g_steal_pointer (&check->error));
        return;
      default:
        if (is_told (waiter))
          {
            give_up (waiter);
            return;
          }
      }
  await_quiet (waiter);
  rest (waiter);
}

static void
check_now (Waiter *waiter)
{
  PelConditionView view;

  waiter->checked_at = g_get_monotonic_time ();
  view = make_view (waiter);
  g_clear_pointer (&waiter->check, pel_check_free);
  waiter->check = pel_condition_check (waiter->condition, &view, waiter->memory);
}

/* For the learning: what must be read before it can be told. */
static GArray *
find_wanted (gpointer data)
{
  Waiter *waiter = data;

  if (!waiter->is_over)
    check_now (waiter);
  return g_array_copy (waiter->check->wanted);
}

static void
learnt_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Waiter) waiter = user_data;
  GError            *error = NULL;
  gboolean           is_learnt = pel_learning_run_finish (result, &error);

  waiter->is_looking = FALSE;
  if (!is_learnt)
    fail (waiter, error);
  else if (!waiter->is_over)
    take_check (waiter);
}

/* Reads what is missing, then goes on in learnt_cb(); where nothing is, at once. */
static void
learn (Waiter *waiter, PelSnapshot *snapshot)
{
  g_set_object (&waiter->last, snapshot);
  if (waiter->is_in_doubt)
    pel_facts_doubt (waiter->facts);
  waiter->is_in_doubt = FALSE;
  pel_facts_begin (waiter->facts, snapshot, g_get_monotonic_time ());
  check_now (waiter);
  if (waiter->check->verdict != PEL_VERDICT_WANTS)
    {
      waiter->is_looking = FALSE;
      take_check (waiter);
      return;
    }
  pel_learning_run_async (&(PelLearning){ .source = waiter->source,
                                          .snapshot = waiter->last,
                                          .facts = waiter->facts,
                                          .timeout_ms = MIN (get_left_ms (waiter), READ_MS),
                                          .find = find_wanted,
                                          .data = waiter },
                          g_task_get_cancellable (waiter->task),
                          learnt_cb,
                          g_rc_box_acquire (waiter));
}

static void look (Waiter *waiter, PelLookKind kind, guint timeout_ms, GAsyncReadyCallback callback);

/* Whether looking failed only because the program that is looked at is not there. */
static gboolean
is_missing_program (const Waiter *waiter, const GError *error)
{
  return waiter->app != NULL && g_error_matches (error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND);
}

/* A round that saw nothing is over. */
static void
skip_round (Waiter *waiter)
{
  waiter->is_looking = FALSE;
  rest (waiter);
}

static void glanced_cb (GObject *source, GAsyncResult *result, gpointer user_data);

/* Takes @error. A program that is not there yet is nothing to fail for: what else is there counts.
 * One that takes long is neither. */
static void
take_look_error (Waiter *waiter, GError *error)
{
  if (is_missing_program (waiter, error))
    look (waiter, PEL_LOOK_DESKTOP, GLANCE_MS, glanced_cb);
  else if (g_error_matches (error, PEL_ERROR, PEL_ERROR_TIMEOUT))
    skip_round (waiter);
  else
    fail (waiter, g_error_copy (error));
  g_error_free (error);
}

/* Whether it is what was seen before, and it comes to the same. */
static gboolean
is_nothing_new (const Waiter *waiter, PelSnapshot *snapshot)
{
  return waiter->last == snapshot && waiter->check != NULL && waiter->check->in_ms == 0 &&
         !waiter->is_in_doubt;
}

static void
glanced_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Waiter)      waiter = user_data;
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (waiter->is_over)
    g_clear_error (&error);
  else if (snapshot == NULL)
    take_look_error (waiter, error);
  else if (is_nothing_new (waiter, snapshot))
    skip_round (waiter);
  else
    learn (waiter, snapshot);
}

static void
look (Waiter *waiter, PelLookKind kind, guint timeout_ms, GAsyncReadyCallback callback)
{
  PelLook wanted = {
    .kind = kind,
    .target = kind == PEL_LOOK_APP ? waiter->app : NULL,
    .flags = PEL_LOOK_VALUES,
    .timeout_ms = MIN (timeout_ms, get_left_ms (waiter)),
  };

  pel_element_source_look_async (waiter->source,
                                 &wanted,
                                 g_task_get_cancellable (waiter->task),
                                 callback,
                                 g_rc_box_acquire (waiter));
}

static PelLookKind
get_look_kind (const Waiter *waiter)
{
  return waiter->app != NULL ? PEL_LOOK_APP : PEL_LOOK_DESKTOP;
}

/* Begins one, or sees to it that one follows. */
static void
begin_round (Waiter *waiter)
{
  if (waiter->is_over || waiter->is_looking || waiter->rest_id != 0 || !waiter->may_glance)
    {
      waiter->is_dirty = TRUE;
      return;
    }
  waiter->is_looking = TRUE;
  waiter->is_dirty = FALSE;
  waiter->round_start = g_get_monotonic_time ();
  look (waiter, get_look_kind (waiter), GLANCE_MS, glanced_cb);
}

/* From now on all is known, and kept up to date. */
static void
surveyed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Waiter)      waiter = user_data;
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (waiter->is_over)
    return;
  if (snapshot == NULL && !is_missing_program (waiter, error))
    {
      fail (waiter, g_steal_pointer (&error));
      return;
    }
  waiter->is_sure = TRUE;
  waiter->may_glance = TRUE;
  waiter->is_in_doubt = TRUE;
  g_clear_handle_id (&waiter->glance_id, g_source_remove);
  if (snapshot == NULL || waiter->is_looking || waiter->rest_id != 0)
    {
      begin_round (waiter);
      return;
    }
  waiter->is_looking = TRUE;
  waiter->is_dirty = FALSE;
  waiter->round_start = g_get_monotonic_time ();
  learn (waiter, snapshot);
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

/* What is not part of a look, the content of texts, is read again as well. */
static gboolean
poll_cb (gpointer user_data)
{
  Waiter *waiter = user_data;

  waiter->is_in_doubt = TRUE;
  begin_round (waiter);
  return G_SOURCE_CONTINUE;
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

static Waiter *
waiter_new (const PelWait *wait, GTask *task)
{
  Waiter *waiter = g_rc_box_new0 (Waiter);

  waiter->task = g_object_ref (task);
  waiter->source = g_object_ref (wait->source);
  waiter->condition = pel_condition_ref (wait->condition);
  waiter->app = pel_condition_get_app (wait->condition);
  waiter->memory = pel_condition_memory_new (wait->condition);
  waiter->facts = pel_facts_new ();
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
  look (waiter, get_look_kind (waiter), get_left_ms (waiter), surveyed_cb);
}

PelWaitOutcome *
pel_waiter_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_waiter_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
