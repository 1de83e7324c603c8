/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/atspi-details.h"

#include "services/base/error.h"
#include "services/provider/atspi-details-private.h"

#include <glib/gi18n.h>

struct _PelAtspiDetails
{
  PelAtspiQueue *queue;
  GQueue         readings; /* of PelDetailsReading, through its link */
  gboolean       counts_actions;
};

static void
reading_free (PelDetailsReading *reading)
{
  if (reading->n_open > 0)
    pel_atspi_queue_cancel (reading->details->queue, reading);
  g_queue_unlink (&reading->details->readings, &reading->link);
  g_clear_handle_id (&reading->timeout_id, g_source_remove);
  g_clear_signal_handler (&reading->cancelled_id, g_task_get_cancellable (reading->task));
  g_clear_pointer (&reading->reading, pel_element_reading_free);
  g_object_unref (reading->task);
  g_array_unref (reading->asked);
  g_free (reading->bus_name);
  g_free (reading->path);
  g_free (reading->name);
  g_free (reading->number_text);
  g_free (reading);
}

/* Ends it; nothing comes after. Takes @error; NULL: what was read is the answer. Who hears of it
 * may free all this. */
static void
end (PelDetailsReading *reading, GError *error)
{
  g_autoptr (GTask)  task = g_object_ref (reading->task);
  PelElementReading *told = error == NULL ? g_steal_pointer (&reading->reading) : NULL;

  reading_free (reading);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, told, (GDestroyNotify) pel_element_reading_free);
}

static GError *
new_silence (void)
{
  GError *error = NULL;

  pel_set_error (&error, PEL_ERROR_APP_UNRESPONSIVE, NULL, _ ("The program is not responding"));
  return error;
}

static GError *
new_gone (void)
{
  GError *error = NULL;

  pel_set_error (&error, PEL_ERROR_STALE_REF, NULL, _ ("The element is gone"));
  return error;
}

/* All that was asked is answered. */
static void
go_on (PelDetailsReading *reading)
{
  if (!reading->is_known)
    {
      reading->is_known = TRUE;
      if (reading->is_there)
        pel_details_ask_further (reading);
    }
  else if (!reading->is_told && reading->is_there)
    {
      reading->is_told = TRUE;
      pel_details_ask_last (reading);
    }
  if (reading->n_open > 0)
    return;
  if (pel_atspi_queue_is_silent (reading->details->queue))
    end (reading, new_silence ());
  else if (!reading->is_there)
    end (reading, new_gone ());
  else
    {
      pel_details_finish (reading);
      end (reading, NULL);
    }
}

/* A tag is the number of the question. */
static void
answered_cb (sd_bus_message *reply, guint64 tag, gpointer data)
{
  PelDetailsReading *reading = data;
  PelDetailsAsked    asked = g_array_index (reading->asked, PelDetailsAsked, tag);

  reading->n_open--;
  if (asked.question->take (reading, reply, &asked) && !reading->is_known)
    reading->is_there = TRUE;
  if (reading->n_open == 0)
    go_on (reading);
}

static void
call (PelDetailsReading *reading, const PelDetailsAsked *asked, const char *path)
{
  guint64 tag = reading->asked->len;

  g_array_append_val (reading->asked, *asked);
  reading->n_open++;
  pel_atspi_queue_call (reading->details->queue,
                        &(PelAtspiCall){ .method = asked->question->method,
                                         .path = path,
                                         .arguments = { asked->first, asked->second },
                                         .take = answered_cb,
                                         .tag = tag,
                                         .data = reading });
}

void
pel_details_ask (PelDetailsReading        *reading,
                 const PelDetailsQuestion *question,
                 gint32                    first,
                 gint32                    second)
{
  call (reading, &(PelDetailsAsked){ question, first, second }, reading->path);
}

void
pel_details_ask_at (PelDetailsReading        *reading,
                    const PelDetailsQuestion *question,
                    const char               *path)
{
  call (reading, &(PelDetailsAsked){ question, 0, 0 }, path);
}

static gboolean
timeout_cb (gpointer user_data)
{
  PelDetailsReading *reading = user_data;

  reading->timeout_id = 0;
  end (reading, new_silence ());
  return G_SOURCE_REMOVE;
}

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  GError *error = NULL;

  g_cancellable_set_error_if_cancelled (cancellable, &error);
  end (user_data, error);
}

PelAtspiDetails *
pel_atspi_details_new (PelAtspiQueue *queue)
{
  PelAtspiDetails *self = g_new0 (PelAtspiDetails, 1);

  self->queue = queue;
  return self;
}

void
pel_atspi_details_set_counts_actions (PelAtspiDetails *self, gboolean counts_actions)
{
  self->counts_actions = counts_actions;
}

void
pel_atspi_details_free (PelAtspiDetails *self)
{
  if (self == NULL)
    return;
  while (!g_queue_is_empty (&self->readings))
    end (g_queue_peek_head (&self->readings), new_gone ());
  g_free (self);
}

void
pel_atspi_details_read_async (PelAtspiDetails         *self,
                              const PelReadingRequest *request,
                              GCancellable            *cancellable,
                              GAsyncReadyCallback      callback,
                              gpointer                 user_data)
{
  g_autoptr (GTask)  task = g_task_new (NULL, cancellable, callback, user_data);
  PelDetailsReading *reading;

  g_assert (request->flags != 0);
  g_task_set_source_tag (task, pel_atspi_details_read_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  reading = g_new0 (PelDetailsReading, 1);
  reading->details = self;
  reading->task = g_steal_pointer (&task);
  reading->bus_name = g_strdup (request->bus_name);
  reading->path = g_strdup (request->path);
  reading->flags = request->flags;
  reading->counts_actions = self->counts_actions;
  reading->text_start = request->text_start;
  reading->text_end = request->text_end;
  reading->asked = g_array_new (FALSE, FALSE, sizeof (PelDetailsAsked));
  reading->reading = pel_element_reading_new ();
  reading->link.data = reading;
  g_queue_push_tail_link (&self->readings, &reading->link);
  if (request->timeout_ms > 0)
    reading->timeout_id = g_timeout_add (request->timeout_ms, timeout_cb, reading);
  if (cancellable != NULL)
    reading->cancelled_id =
        g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), reading);
  pel_details_ask_first (reading);
}

PelElementReading *
pel_atspi_details_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_atspi_details_read_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
