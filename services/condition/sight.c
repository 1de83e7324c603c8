/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/sight.h"

#include "services/base/error.h"
#include "services/condition/condition-report.h"
#include "services/condition/picture-round.h"
#include "services/selector/learning.h"

/* Reading the same again is put off until this many times as long has passed as it took: texts are
 * in no tree, and whenever anything changes they may be others. */
#define PAUSE_FACTOR 4
#define MIN_PAUSE_MS 16
#define MAX_PAUSE_MS 2000

#define CONFIRM_MS 250 /* between two questions for states that no event has reported */

struct _PelSight
{
  PelElementSource   *source;
  PelCondition       *condition;
  const char         *app; /* (nullable) of the condition: the programs that are looked at */
  PelLookFlags        flags;
  PelConditionMemory *memory;
  PelFacts           *facts;
  PelComparer         comparer;
  PelPicturePace      pace;

  PelSnapshot *snapshot; /* the last that was checked; NULL before the first */
  gint64       checked_at;
  PelCheck    *check;
  gboolean     is_reading;
  gboolean     is_in_doubt;

  gint64 read_start, read_end; /* of the last reading */
  guint  n_read;               /* how much it was to read; 0: there was none */
  guint  pause_ms;             /* until what the check wants may be read or taken */
  gint64 confirmed_at;         /* when states were last asked for */
};

static void
sight_clear (gpointer data)
{
  PelSight *self = data;

  pel_condition_memory_free (self->memory);
  pel_condition_unref (self->condition);
  pel_facts_unref (self->facts);
  pel_check_free (self->check);
  g_clear_object (&self->snapshot);
  g_object_unref (self->source);
}

PelSight *
pel_sight_new (PelElementSource *source, PelCondition *condition, const PelComparer *comparer)
{
  PelSight *self = g_rc_box_new0 (PelSight);

  self->source = g_object_ref (source);
  self->condition = pel_condition_ref (condition);
  self->app = pel_condition_get_app (condition);
  self->flags = pel_condition_is_about_windows (condition) ? PEL_LOOK_AT_ONCE : PEL_LOOK_VALUES;
  if (pel_condition_reads_text (condition))
    self->flags |= PEL_LOOK_TEXT;
  self->memory = pel_condition_memory_new (condition);
  self->facts = pel_facts_new ();
  if (comparer != NULL)
    self->comparer = *comparer;
  return self;
}

PelSight *
pel_sight_ref (PelSight *self)
{
  return g_rc_box_acquire (self);
}

void
pel_sight_unref (PelSight *self)
{
  if (self != NULL)
    g_rc_box_release_full (self, sight_clear);
}

/* Looking */

/* Something that is being seen. */
typedef struct
{
  PelSight     *sight;
  PelSightTimes times;
} Seeing;

static void
seeing_free (gpointer data)
{
  Seeing *seeing = data;

  pel_sight_unref (seeing->sight);
  g_free (seeing);
}

static PelSight *
get_sight (GTask *task)
{
  return ((Seeing *) g_task_get_task_data (task))->sight;
}

/* @doubted (nullable): see PelLook; what is asked of them may take as long as other readings. */
static void
look (GTask *task, PelLookKind kind, GArray *doubted, GAsyncReadyCallback callback)
{
  const Seeing *seeing = g_task_get_task_data (task);
  PelSight     *self = seeing->sight;
  guint         look_ms = seeing->times.look_ms;

  pel_element_source_look_async (self->source,
                                 &(PelLook){ .kind = kind,
                                             .target = kind == PEL_LOOK_APP ? self->app : NULL,
                                             .flags = self->flags,
                                             .doubted = doubted,
                                             .timeout_ms =
                                                 doubted != NULL ? seeing->times.read_ms : look_ms,
                                             .text_ms = seeing->times.text_ms },
                                 g_task_get_cancellable (task),
                                 callback,
                                 g_object_ref (task));
}

static PelLookKind
get_look_kind (PelSight *self)
{
  return self->app != NULL ? PEL_LOOK_APP : PEL_LOOK_DESKTOP;
}

/* Takes @task, which is the caller's. */
static void
begin (PelSight *self, GTask *task, gpointer tag, PelSightTimes times, GAsyncReadyCallback callback)
{
  Seeing *seeing = g_new0 (Seeing, 1);

  seeing->sight = pel_sight_ref (self);
  seeing->times = times;
  g_task_set_source_tag (task, tag);
  g_task_set_task_data (task, seeing, seeing_free);
  look (task, get_look_kind (self), NULL, callback);
  g_object_unref (task);
}

/* Whether looking failed only because the program that is looked at is not there. */
static gboolean
is_missing_program (PelSight *self, const GError *error)
{
  return self->app != NULL && g_error_matches (error, PEL_ERROR, PEL_ERROR_ELEMENT_NOT_FOUND);
}

static void
surveyed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)       task = data;
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (snapshot != NULL || is_missing_program (get_sight (task), error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

void
pel_sight_survey_async (PelSight           *self,
                        guint               timeout_ms,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            data)
{
  begin (self,
         g_task_new (NULL, cancellable, callback, data),
         pel_sight_survey_async,
         (PelSightTimes){ .look_ms = timeout_ms },
         surveyed_cb);
}

gboolean
pel_sight_survey_finish (PelSight *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_sight_survey_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Checking */

static void
check_now (PelSight *self)
{
  PelConditionView view;

  self->checked_at = g_get_monotonic_time ();
  view = (PelConditionView){ self->snapshot, self->facts, self->checked_at };
  g_clear_pointer (&self->check, pel_check_free);
  self->check = pel_condition_check (self->condition, &view, self->memory);
}

/* For the learning. */
static GArray *
find_wanted (gpointer data)
{
  PelSight *self = data;

  if (self->is_reading) /* else a peek has seen that it holds */
    check_now (self);
  return g_array_copy (self->check->wanted);
}

static void looked_cb (GObject *source, GAsyncResult *result, gpointer data);

/* Not every program reports each change of a state: before it is said that something does not hold,
 * those that decide are asked. TRUE: looked_cb() follows. */
static gboolean
confirm (GTask *task)
{
  PelSight          *self = get_sight (task);
  gint64             now = g_get_monotonic_time ();
  PelConditionView   view = { self->snapshot, self->facts, now };
  g_autoptr (GArray) doubted = NULL;

  if (self->check->verdict != PEL_VERDICT_FAILS ||
      (self->confirmed_at != 0 && now - self->confirmed_at < CONFIRM_MS * G_TIME_SPAN_MILLISECOND))
    return FALSE;
  doubted = pel_condition_find_doubtful (self->condition, &view, self->memory);
  if (doubted->len == 0)
    return FALSE;
  self->confirmed_at = now;
  look (task, get_look_kind (self), doubted, looked_cb);
  return TRUE;
}

/* Takes @task. */
static void
end (GTask *task, GError *error)
{
  get_sight (task)->is_reading = FALSE;
  if (error != NULL)
    g_task_return_error (task, error);
  else if (!confirm (task))
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

/* For the round of pictures: after each, what it shows may be enough. */
static const PelCondition *
find_picture (gpointer data)
{
  PelSight *self = data;

  if (!self->is_reading)
    return NULL; /* a peek has seen that it holds */
  check_now (self);
  return self->check->pictures->len > 0 ? g_ptr_array_index (self->check->pictures, 0) : NULL;
}

static void
compared_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  GError *error = NULL;

  pel_picture_round_run_finish (result, &error);
  end (data, error);
}

/* Takes @task. Pictures come last: what was read may show that none is needed. */
static void
compare (GTask *task)
{
  PelSight *self = get_sight (task);

  if (self->check->pictures->len > 0)
    self->pause_ms = pel_picture_pace_get_pause_ms (&self->pace, g_get_monotonic_time ());
  if (self->check->pictures->len == 0 || self->pause_ms > 0)
    {
      end (task, NULL);
      return;
    }
  pel_picture_round_run_async (&(PelPictureRound){ .comparer = &self->comparer,
                                                   .pace = &self->pace,
                                                   .memory = self->memory,
                                                   .snapshot = self->snapshot,
                                                   .find = find_picture,
                                                   .data = self },
                               g_task_get_cancellable (task),
                               compared_cb,
                               task);
}

static void
learnt_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  GTask    *task = data;
  PelSight *self = get_sight (task);
  GError   *error = NULL;

  self->read_end = g_get_monotonic_time ();
  if (pel_learning_run_finish (result, &error) && self->is_reading)
    compare (task);
  else
    end (task, error);
}

/* Whether it is what was seen before, and comes to the same. */
static gboolean
is_nothing_new (PelSight *self, PelSnapshot *snapshot)
{
  return self->snapshot == snapshot && self->check->in_ms == 0 && !self->is_in_doubt &&
         self->check->verdict != PEL_VERDICT_WANTS;
}

/* For how long @n_wanted elements are not to be read yet. What is new is little, and is read at
 * once. */
static guint
find_pause (PelSight *self, guint n_wanted)
{
  gint64 took = self->read_end - self->read_start;
  gint64 due, left_ms;

  if (self->n_read == 0)
    return 0;
  due = self->read_end + PAUSE_FACTOR * took * n_wanted / self->n_read;
  left_ms = (due - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;
  return left_ms >= MIN_PAUSE_MS ? MIN (left_ms, MAX_PAUSE_MS) : 0;
}

static gboolean
has_screen_changed (PelSight *self)
{
  return self->comparer.notice == NULL || self->comparer.notice (self->comparer.data);
}

/* What is doubted must be read again: it is believed until that may be. A picture is not, since
 * what it is of has changed: nothing is said of it before there is another. */
static void
doubt_what_was_seen (PelSight *self, PelSnapshot *snapshot)
{
  if (self->snapshot != snapshot || (self->is_in_doubt && has_screen_changed (self)))
    pel_condition_memory_doubt_pictures (self->memory);
  else if (self->is_in_doubt)
    pel_condition_memory_doubt_obstacles (self->memory);
  if (self->is_in_doubt && find_pause (self, self->n_read) == 0)
    {
      self->is_in_doubt = FALSE;
      pel_facts_doubt (self->facts, PEL_READ_ALL);
    }
  else if (self->snapshot != snapshot)
    {
      /* programs use it to report what they do */
      pel_facts_doubt (self->facts, PEL_READ_DESCRIPTION);
    }
}

/* Takes @task. */
static void
learn (GTask *task, PelSnapshot *snapshot)
{
  const Seeing *seeing = g_task_get_task_data (task);
  PelSight     *self = seeing->sight;

  doubt_what_was_seen (self, snapshot);
  g_set_object (&self->snapshot, snapshot);
  pel_facts_begin (self->facts, snapshot, g_get_monotonic_time ());
  check_now (self);
  self->pause_ms = find_pause (self, self->check->wanted->len);
  if (self->check->verdict != PEL_VERDICT_WANTS || self->pause_ms > 0)
    {
      end (task, NULL);
      return;
    }
  self->is_reading = TRUE;
  if (self->check->wanted->len == 0)
    {
      compare (task);
      return;
    }
  self->read_start = g_get_monotonic_time ();
  self->n_read = self->check->wanted->len;
  pel_learning_run_async (&(PelLearning){ .source = self->source,
                                          .snapshot = snapshot,
                                          .facts = self->facts,
                                          .timeout_ms = seeing->times.read_ms,
                                          .find = find_wanted,
                                          .data = self },
                          g_task_get_cancellable (task),
                          learnt_cb,
                          task);
}

/* Where the program is not there, what else is there counts. */
static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)       task = data;
  PelSight               *self = get_sight (task);
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (snapshot == NULL && is_missing_program (self, error))
    look (task, PEL_LOOK_DESKTOP, NULL, looked_cb);
  else if (snapshot == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else if (is_nothing_new (self, snapshot))
    g_task_return_boolean (task, TRUE);
  else
    learn (g_steal_pointer (&task), snapshot);
}

void
pel_sight_take_async (PelSight            *self,
                      const PelSightTimes *times,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             data)
{
  begin (self,
         g_task_new (NULL, cancellable, callback, data),
         pel_sight_take_async,
         *times,
         looked_cb);
}

const PelCheck *
pel_sight_take_finish (PelSight *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_sight_take_async), NULL);

  return g_task_propagate_boolean (G_TASK (result), error) ? self->check : NULL;
}

gboolean
pel_sight_is_reading (PelSight *self)
{
  return self->is_reading;
}

guint
pel_sight_get_pause_ms (PelSight *self)
{
  return self->pause_ms;
}

/* Peeking */

/* With a memory of its own: what happens to the check that waits for its reading is unchanged. */
static gboolean
peek (PelSight *self, PelSnapshot *snapshot)
{
  g_autoptr (PelConditionMemory) memory = pel_condition_memory_new (self->condition);
  PelConditionView               view = { snapshot, self->facts, g_get_monotonic_time () };
  g_autoptr (PelCheck)           check = NULL;

  pel_facts_begin (self->facts, snapshot, view.now);
  check = pel_condition_check (self->condition, &view, memory);
  if (check->verdict != PEL_VERDICT_HOLDS)
    return FALSE;
  self->is_reading = FALSE;
  g_set_object (&self->snapshot, snapshot);
  pel_check_free (self->check);
  self->check = g_steal_pointer (&check);
  return TRUE;
}

static void
peeked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)       task = data;
  PelSight               *self = get_sight (task);
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, NULL);

  g_task_return_boolean (task, snapshot != NULL && self->is_reading && peek (self, snapshot));
}

void
pel_sight_peek_async (PelSight           *self,
                      guint               timeout_ms,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            data)
{
  begin (self,
         g_task_new (NULL, cancellable, callback, data),
         pel_sight_peek_async,
         (PelSightTimes){ .look_ms = timeout_ms },
         peeked_cb);
}

gboolean
pel_sight_peek_finish (PelSight *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_sight_peek_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* What was seen */

void
pel_sight_doubt (PelSight *self)
{
  self->is_in_doubt = TRUE;
}

const PelCheck *
pel_sight_get_check (PelSight *self)
{
  return self->check;
}

PelSnapshot *
pel_sight_get_snapshot (PelSight *self)
{
  return self->snapshot;
}

static PelConditionView
make_view (PelSight *self)
{
  return (PelConditionView){ self->snapshot, self->facts, self->checked_at, self->pause_ms > 0 };
}

char *
pel_sight_dup_text (PelSight *self)
{
  PelConditionView view = make_view (self);

  if (self->snapshot == NULL)
    return NULL;
  return pel_condition_report_to_text (self->condition, &view, self->memory);
}

JsonArray *
pel_sight_report (PelSight *self)
{
  PelConditionView view = make_view (self);

  if (self->snapshot == NULL)
    return NULL;
  return pel_condition_report_to_json (self->condition, &view, self->memory);
}
