/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/effect-watch.h"

#include "services/base/error.h"

#define QUIET_MS 120 /* an effect is over when nothing has changed for that long */
#define TICK_MS  30
#define LOOK_MS  100 /* with less, what a look is to read again might be missing from it */

typedef struct
{
  PelEffectQuestion question; /* its snapshot and text are our own */
  gint64            deadline, last_change;
  PelEffectSight   *sight;
} Watch;

static void look_soon (GTask *task);

void
pel_effect_sight_free (PelEffectSight *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->after);
  pel_effect_free (self->effect);
  g_free (self);
}

static void
watch_free (Watch *watch)
{
  g_object_unref (watch->question.before);
  g_free ((char *) watch->question.text);
  pel_effect_sight_free (watch->sight);
  g_free (watch);
}

static guint
get_left_ms (const Watch *watch)
{
  gint64 left_ms = (watch->deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;

  return CLAMP (left_ms, 0, G_MAXINT);
}

static void
note (Watch *watch, PelSnapshot *snapshot)
{
  if (snapshot == watch->sight->after)
    return;
  watch->last_change = g_get_monotonic_time ();
  g_set_object (&watch->sight->after, snapshot);
  watch->question.after = snapshot;
  pel_effect_free (watch->sight->effect);
  watch->sight->effect = pel_effect_new (&watch->question);
}

static gboolean
is_over (const Watch *watch)
{
  gint64 quiet_ms = (g_get_monotonic_time () - watch->last_change) / G_TIME_SPAN_MILLISECOND;

  return get_left_ms (watch) < TICK_MS + LOOK_MS ||
         (watch->sight->effect->verdict != PEL_EFFECT_UNCHANGED && quiet_ms >= QUIET_MS);
}

/* What was seen before it was cancelled; having seen nothing until then proves nothing. */
static gboolean
keeps_sight (const Watch *watch, const GError *error)
{
  return pel_error_get_code (error) == PEL_ERROR_CANCELLED && watch->sight->effect != NULL &&
         watch->sight->effect->verdict != PEL_EFFECT_UNCHANGED;
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)       task = data;
  Watch                  *watch = g_task_get_task_data (task);
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (snapshot != NULL)
    {
      note (watch, snapshot);
      if (!is_over (watch))
        {
          look_soon (task);
          return;
        }
    }
  else if (!keeps_sight (watch, error)) /* what was seen before its end is not what came of it */
    {
      g_clear_object (&watch->sight->after);
      g_clear_pointer (&watch->sight->effect, pel_effect_free);
    }
  g_task_return_pointer (task,
                         g_steal_pointer (&watch->sight),
                         (GDestroyNotify) pel_effect_sight_free);
}

static gboolean
look_cb (gpointer data)
{
  GTask     *task = data;
  Watch     *watch = g_task_get_task_data (task);
  PelElement element = pel_snapshot_get_element (watch->question.before, watch->question.before_id);

  pel_element_source_look_async (g_task_get_source_object (task),
                                 &(PelLook){ .kind = PEL_LOOK_PROGRAM,
                                             .target = element.bus_name,
                                             .flags = PEL_LOOK_VALUES,
                                             .anew = element.path,
                                             .timeout_ms = MAX (get_left_ms (watch), LOOK_MS) },
                                 g_task_get_cancellable (task),
                                 looked_cb,
                                 g_object_ref (task));
  return G_SOURCE_REMOVE;
}

static void
look_soon (GTask *task)
{
  g_timeout_add_full (G_PRIORITY_DEFAULT, TICK_MS, look_cb, g_object_ref (task), g_object_unref);
}

void
pel_effect_watch_async (PelElementSource        *source,
                        const PelEffectQuestion *question,
                        guint                    limit_ms,
                        GCancellable            *cancellable,
                        GAsyncReadyCallback      callback,
                        gpointer                 user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);
  Watch            *watch = g_new0 (Watch, 1);

  g_task_set_source_tag (task, pel_effect_watch_async);
  g_task_set_check_cancellable (task, FALSE);
  watch->question = *question;
  g_object_ref (watch->question.before);
  watch->question.text = g_strdup (question->text);
  watch->last_change = g_get_monotonic_time ();
  watch->deadline = watch->last_change + limit_ms * G_TIME_SPAN_MILLISECOND;
  watch->sight = g_new0 (PelEffectSight, 1);
  g_task_set_task_data (task, watch, (GDestroyNotify) watch_free);
  look_soon (task);
}

PelEffectSight *
pel_effect_watch_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_effect_watch_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}
