/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/picture-round.h"

#include "services/base/error.h"
#include "services/condition/condition-private.h"

#include <glib/gi18n.h>

/* The data of a task. */
typedef struct
{
  PelPictureRound round;
  PelLeaf        *leaf; /* whose picture is being taken */
} Run;

static void
run_free (gpointer data)
{
  Run *run = data;

  g_object_unref (run->round.snapshot);
  g_free (run);
}

static void proceed (GTask *task);

static void
compared_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Run              *run = g_task_get_task_data (task);
  GError           *error = NULL;
  PelLikeness      *likeness = run->round.comparer->compare_finish (result, &error);

  pel_picture_pace_note (run->round.pace, g_get_monotonic_time ());
  if (likeness == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  pel_likeness_free (run->leaf->likeness);
  run->leaf->likeness = likeness;
  run->leaf->is_doubted = FALSE;
  proceed (g_steal_pointer (&task));
}

/* (nullable) (transfer full): what the one element that it is of is called. */
static char *
dup_element (const Run *run)
{
  PelElement element;

  if (run->leaf->found->len != 1)
    return NULL;
  element = pel_snapshot_get_element (run->round.snapshot,
                                      g_array_index (run->leaf->found, PelElementId, 0));
  return g_strconcat (element.bus_name, element.path, NULL);
}

/* (nullable): the id of the one window. */
static const char *
find_window_id (const Run *run)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (run->round.snapshot);
  PelWindow  *window;

  if (run->leaf->windows->len != 1)
    return NULL;
  window = pel_desktop_get_window (desktop, g_array_index (run->leaf->windows, guint, 0));
  return pel_window_get_info (window)->id;
}

/* Takes @task. */
static void
compare (GTask *task, const PelCondition *condition)
{
  Run               *run = g_task_get_task_data (task);
  g_autofree char   *element = NULL;
  const PelComparer *comparer = run->round.comparer;

  run->leaf = pel_condition_memory_get_leaf (run->round.memory, condition->leaf);
  element = dup_element (run);
  comparer->compare_async (comparer->data,
                           &(PelPictureWish){ .element = element,
                                              .window_id = find_window_id (run),
                                              .monitor = condition->monitor,
                                              .padding = condition->padding,
                                              .baseline = condition->baseline,
                                              .tolerance = condition->tolerance,
                                              .masks = condition->masks },
                           g_task_get_cancellable (task),
                           compared_cb,
                           task);
}

/* Takes @task. */
static void
proceed (GTask *task)
{
  g_autoptr (GTask)   own = task;
  Run                *run = g_task_get_task_data (task);
  const PelCondition *condition;
  GError             *error = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;
  condition = run->round.find (run->round.data);
  if (condition == NULL)
    {
      g_task_return_boolean (task, TRUE);
    }
  else if (run->round.comparer->compare_async == NULL)
    {
      pel_set_error (&error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     NULL,
                     _ ("Images cannot be compared on this desktop"));
      g_task_return_error (task, error);
    }
  else
    {
      compare (g_steal_pointer (&own), condition);
    }
}

void
pel_picture_round_run_async (const PelPictureRound *round,
                             GCancellable          *cancellable,
                             GAsyncReadyCallback    callback,
                             gpointer               user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Run   *run = g_new0 (Run, 1);

  run->round = *round;
  g_object_ref (run->round.snapshot);
  g_task_set_source_tag (task, pel_picture_round_run_async);
  g_task_set_task_data (task, run, run_free);
  pel_picture_pace_begin (run->round.pace, g_get_monotonic_time ());
  proceed (task);
}

gboolean
pel_picture_round_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_picture_round_run_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
