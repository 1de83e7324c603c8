/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/sighting.h"

#include "services/action/action-agent.h"
#include "services/action/action-plan.h"
#include "services/action/actionability.h"
#include "services/base/error.h"
#include "services/base/guard.h"

#include <glib/gi18n.h>

#define STEADY_MS 40 /* between two readings of a place: more than two frames */

/* A sighting on its way: look → read → read again → look. */
typedef struct
{
  PelElementSource *source;
  const PelAction  *action;
  gint64            deadline;
  guint             wake_id;
  PelSighting      *sighting;
} Run;

static void read_place (GTask *task);

void
pel_sighting_free (PelSighting *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->snapshot);
  pel_element_reading_free (self->first);
  pel_element_reading_free (self->second);
  g_free (self);
}

static void
run_free (Run *run)
{
  g_clear_handle_id (&run->wake_id, g_source_remove);
  pel_sighting_free (run->sighting);
  g_object_unref (run->source);
  g_free (run);
}

gboolean
pel_sighting_get_left_ms (gint64        deadline,
                          GCancellable *cancellable,
                          guint        *ret_left_ms,
                          GError      **error)
{
  gint64 left_ms = (deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (left_ms > 0)
    {
      *ret_left_ms = left_ms;
      return TRUE;
    }
  pel_set_error (error, PEL_ERROR_TIMEOUT, NULL, _ ("Timed out before anything was done"));
  return FALSE;
}

/* FALSE: the task has ended. */
static gboolean
get_left (GTask *task, guint *ret_left_ms)
{
  Run    *run = g_task_get_task_data (task);
  GError *error = NULL;

  if (pel_sighting_get_left_ms (run->deadline, g_task_get_cancellable (task), ret_left_ms, &error))
    return TRUE;
  g_task_return_error (task, error);
  return FALSE;
}

/* Looking */

static void
look (GTask *task, GAsyncReadyCallback callback)
{
  Run  *run = g_task_get_task_data (task);
  guint left_ms;

  if (get_left (task, &left_ms))
    pel_element_source_look_async (run->source,
                                   &(PelLook){ .kind = PEL_LOOK_PROGRAM,
                                               .target = run->action->bus_name,
                                               .flags = PEL_LOOK_VALUES,
                                               .anew = run->action->path,
                                               .timeout_ms = left_ms },
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

/* FALSE: it is ours, or it does not answer. */
static gboolean
check_program (const PelSighting *self, GError **error)
{
  const PelSnapshotProgram *program =
      pel_snapshot_get_program (self->snapshot,
                                pel_snapshot_get_program_index (self->snapshot, self->id));

  if (!pel_guard_check (program->pid, error))
    return FALSE;
  if (program->is_answering)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_APP_UNRESPONSIVE,
                 NULL,
                 _ ("The program is not responding; nothing was done"));
  return FALSE;
}

/* FALSE: it may not be acted on, or is not there, or is another one. */
static gboolean
recognise (const Run *run, PelSnapshot *snapshot, GError **error)
{
  PelSighting     *self = run->sighting;
  const PelAction *action = run->action;
  PelElement       element;

  g_set_object (&self->snapshot, snapshot);
  self->id = pel_snapshot_find_identity (snapshot, action->bus_name, action->path);
  if (!pel_actionability_check (&(PelActionSight){ .snapshot = snapshot,
                                                   .id = self->id,
                                                   .verb = action->verb },
                                PEL_CHECK_EXISTS,
                                error) ||
      !check_program (self, error))
    return FALSE;
  element = pel_snapshot_get_element (snapshot, self->id);
  if (action->name == NULL ||
      (element.native_role == action->native_role && g_str_equal (element.name, action->name)))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_STALE_REF,
                 NULL,
                 _ ("The element has been replaced by another one"));
  return FALSE;
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)       task = data;
  Run                    *run = g_task_get_task_data (task);
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot = finish_look (task, result, &error);

  if (snapshot == NULL || !recognise (run, snapshot, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  run->sighting->agent = pel_action_find_agent (run->action, snapshot, run->sighting->id);
  read_place (task);
}

/* The readings are of the agent that was found first: it must still be there. */
static gboolean
recognise_again (const Run *run, PelSnapshot *snapshot, GError **error)
{
  PelElement   was = pel_snapshot_get_element (run->sighting->snapshot, run->sighting->agent);
  PelElementId agent = pel_snapshot_find_identity (snapshot, was.bus_name, was.path);

  if (!pel_actionability_check (&(PelActionSight){ .snapshot = snapshot,
                                                   .id = agent,
                                                   .verb = run->action->verb },
                                PEL_CHECK_EXISTS,
                                error) ||
      !recognise (run, snapshot, error))
    return FALSE;
  run->sighting->agent = agent;
  return TRUE;
}

static void
looked_again_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)       task = data;
  Run                    *run = g_task_get_task_data (task);
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot = finish_look (task, result, &error);

  if (snapshot == NULL || !recognise_again (run, snapshot, &error))
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task,
                           g_steal_pointer (&run->sighting),
                           (GDestroyNotify) pel_sighting_free);
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
  const PelSighting *self = run->sighting;

  return pel_actionability_check (&(PelActionSight){ .snapshot = self->snapshot,
                                                     .id = self->id,
                                                     .verb = run->action->verb,
                                                     .first = self->first,
                                                     .second = self->second },
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
  PelSighting       *self = run->sighting;
  g_autoptr (GError) error = NULL;
  PelElementReading *reading = pel_element_source_read_finish (run->source, result, &error);

  if (reading == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  pel_element_reading_free (self->first);
  self->first = self->second;
  self->second = reading;
  if ((pel_verb_get_checks (run->action->verb) & PEL_CHECK_STABLE) == 0)
    look (task, looked_again_cb);
  else if (self->first == NULL)
    wait_and_read (task);
  else if (is_steady (run, &error))
    look (task, looked_again_cb);
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
  agent = pel_snapshot_get_element (run->sighting->snapshot, run->sighting->agent);
  pel_element_source_read_async (run->source,
                                 &(PelReadingRequest){ .bus_name = agent.bus_name,
                                                       .path = agent.path,
                                                       .flags =
                                                           PEL_READ_PLACE |
                                                           pel_action_get_needs (run->action->verb),
                                                       .text_end = 0,
                                                       .timeout_ms = left_ms },
                                 g_task_get_cancellable (task),
                                 read_cb,
                                 g_object_ref (task));
}

void
pel_sighting_take_async (PelElementSource   *source,
                         const PelAction    *action,
                         gint64              deadline,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Run              *run = g_new0 (Run, 1);

  g_task_set_source_tag (task, pel_sighting_take_async);
  g_task_set_task_data (task, run, (GDestroyNotify) run_free);
  run->source = g_object_ref (source);
  run->action = action;
  run->deadline = deadline;
  run->sighting = g_new0 (PelSighting, 1);
  look (task, looked_cb);
}

PelSighting *
pel_sighting_take_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_sighting_take_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
