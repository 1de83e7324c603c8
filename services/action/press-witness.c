/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/press-witness.h"

#include "services/action/press-sight.h"
#include "services/base/error.h"

#include <glib/gi18n.h>

#define PATIENCE_MS 2000 /* a button is held down meanwhile */
#define FRAMES_MS   40   /* until a program has seen a press: it may wait for its next frame */
#define LATE_MS     300  /* the same, for a program that answers from a copy that lags behind */
#define AGAIN_MS    20
#define INSET       2 /* pixels */

struct _PelPressWitness
{
  PelElementSource  *elements;
  const PelSighting *sighting;
  PelNativePoint     point;
  gboolean           is_window_sure;
  gboolean           is_doubtful;
};

/* A hearing: read → look, again and again until it is sure, or the program must have seen it. The
 * data of its task. */
typedef struct
{
  PelPressWitness   *witness;
  PelElementReading *reading; /* (nullable): the last */
  gint64             deadline;
  gint64             seen_time; /* when the program has seen the press, most likely */
  guint              wake_id;
} Hearing;

static void
hearing_free (Hearing *hearing)
{
  g_clear_handle_id (&hearing->wake_id, g_source_remove);
  g_clear_pointer (&hearing->reading, pel_element_reading_free);
  g_free (hearing);
}

PelPressWitness *
pel_press_witness_new (PelElementSource  *elements,
                       const PelSighting *sighting,
                       PelNativePoint     point,
                       gboolean           is_window_sure)
{
  PelPressWitness *self = g_new0 (PelPressWitness, 1);

  self->elements = g_object_ref (elements);
  self->sighting = sighting;
  self->point = point;
  self->is_window_sure = is_window_sure;
  return self;
}

void
pel_press_witness_free (PelPressWitness *self)
{
  if (self == NULL)
    return;
  g_object_unref (self->elements);
  g_free (self);
}

/* (transfer full): whatever failed, it was while something was pressed. */
static GError *
new_refusal (const GError *cause)
{
  JsonObject *details = pel_error_get_details (cause);
  GError     *error = NULL;

  pel_set_error (&error,
                 pel_error_get_code (cause),
                 _ ("Check whether anything happened before you try again"),
                 _ ("%s (noticed while the button was down; it was released elsewhere, "
                    "so nothing was clicked)"),
                 cause->message);
  if (details != NULL)
    pel_error_take_details (error, json_object_ref (details));
  return error;
}

static void
refuse (GTask *task, GError *cause)
{
  g_task_return_error (task, new_refusal (cause));
  g_error_free (cause);
}

static guint
get_left_ms (const Hearing *hearing)
{
  gint64 left_ms = (hearing->deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;

  return (guint) MAX (left_ms, 1);
}

/* Looking: what lies at the point now. */

static void read_place (GTask *task);

static gboolean
again_cb (gpointer data)
{
  Hearing *hearing = g_task_get_task_data (data);

  hearing->wake_id = 0;
  read_place (data);
  return G_SOURCE_REMOVE;
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)       task = data;
  Hearing                *hearing = g_task_get_task_data (task);
  const PelSighting      *sighting = hearing->witness->sighting;
  PelPressSight           sight = { .before = sighting->snapshot,
                                    .id = sighting->id,
                                    .reading_before = sighting->second,
                                    .reading_after = hearing->reading,
                                    .point = hearing->witness->point,
                                    .is_window_sure = hearing->witness->is_window_sure };
  PelPressVerdict         verdict = PEL_PRESS_WRONG;
  GError                 *error = NULL;
  g_autoptr (PelSnapshot) snapshot =
      pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  sight.after = snapshot;
  if (snapshot != NULL)
    verdict = pel_press_sight_judge (&sight, &error);
  if (verdict == PEL_PRESS_WRONG)
    refuse (task, error);
  else if (verdict != PEL_PRESS_RIGHT && g_get_monotonic_time () < hearing->seen_time)
    hearing->wake_id = g_timeout_add_full (G_PRIORITY_DEFAULT,
                                           AGAIN_MS,
                                           again_cb,
                                           g_object_ref (task),
                                           g_object_unref);
  else
    {
      hearing->witness->is_doubtful = verdict == PEL_PRESS_DOUBTFUL;
      g_task_return_boolean (task, TRUE);
    }
}

static void
look (GTask *task)
{
  const Hearing     *hearing = g_task_get_task_data (task);
  const PelSighting *sighting = hearing->witness->sighting;
  PelElement         element = pel_snapshot_get_element (sighting->snapshot, sighting->id);

  pel_element_source_look_async (hearing->witness->elements,
                                 &(PelLook){ .kind = PEL_LOOK_PROGRAM,
                                             .target = element.bus_name,
                                             .flags = PEL_LOOK_PLACES,
                                             .timeout_ms = get_left_ms (hearing) },
                                 g_task_get_cancellable (task),
                                 looked_cb,
                                 g_object_ref (task));
}

/* Reading: where the element is now. */

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask)  task = data;
  Hearing           *hearing = g_task_get_task_data (task);
  GError            *error = NULL;
  PelElementReading *reading =
      pel_element_source_read_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (reading == NULL)
    {
      refuse (task, error);
      return;
    }
  g_clear_pointer (&hearing->reading, pel_element_reading_free);
  hearing->reading = reading;
  look (task);
}

static void
read_place (GTask *task)
{
  const Hearing     *hearing = g_task_get_task_data (task);
  const PelSighting *sighting = hearing->witness->sighting;
  PelElement         agent = pel_snapshot_get_element (sighting->snapshot, sighting->agent);

  pel_element_source_read_async (hearing->witness->elements,
                                 &(PelReadingRequest){ .bus_name = agent.bus_name,
                                                       .path = agent.path,
                                                       .flags = PEL_READ_PLACE,
                                                       .timeout_ms = get_left_ms (hearing) },
                                 g_task_get_cancellable (task),
                                 read_cb,
                                 g_object_ref (task));
}

static guint
get_delay_ms (const PelPressWitness *self)
{
  const PelSighting *sighting = self->sighting;
  guint              program = pel_snapshot_get_program_index (sighting->snapshot, sighting->id);

  return pel_snapshot_get_program (sighting->snapshot, program)->is_late ? LATE_MS : FRAMES_MS;
}

static void
ask_async (gpointer            data,
           GCancellable       *cancellable,
           GAsyncReadyCallback callback,
           gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Hearing          *hearing = g_new0 (Hearing, 1);

  g_task_set_source_tag (task, ask_async);
  g_task_set_task_data (task, hearing, (GDestroyNotify) hearing_free);
  hearing->witness = data;
  hearing->deadline = g_get_monotonic_time () + PATIENCE_MS * G_TIME_SPAN_MILLISECOND;
  hearing->seen_time = g_get_monotonic_time () + get_delay_ms (data) * G_TIME_SPAN_MILLISECOND;
  read_place (task);
}

static gboolean
ask_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, ask_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* The corner of its window that is farthest from the press, if a monitor shows it: a program takes
 * neither a click nor a thing that is dropped there. */
static PelNativePoint
find_aside (const PelPressWitness *self)
{
  PelSnapshot            *snapshot = self->sighting->snapshot;
  PelWindow              *window = pel_snapshot_find_window (snapshot, self->sighting->id);
  const PelMonitorLayout *layout = pel_desktop_get_layout (pel_snapshot_get_desktop (snapshot));
  PelNativePoint          aside = self->point;
  double                  farthest = 0;
  PelNativeRect           rect;

  if (window == NULL)
    return aside;
  rect = pel_window_get_info (window)->content;
  for (guint i = 0; i < 4; i++)
    {
      PelNativePoint corner = { i % 2 == 0 ? rect.x + INSET : rect.x + rect.width - INSET,
                                i < 2 ? rect.y + INSET : rect.y + rect.height - INSET };
      double x = corner.x - self->point.x, y = corner.y - self->point.y;

      if (x * x + y * y > farthest && pel_monitor_layout_find_native (layout, corner) != NULL)
        {
          farthest = x * x + y * y;
          aside = corner;
        }
    }
  return aside;
}

PelWitness
pel_press_witness_get (PelPressWitness *self)
{
  return (PelWitness){ ask_async, ask_finish, self, find_aside (self) };
}

gboolean
pel_press_witness_is_doubtful (const PelPressWitness *self)
{
  return self->is_doubtful;
}
