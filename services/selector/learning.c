/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/learning.h"

#include "services/base/error.h"

#include <string.h>

/* How many elements are being read at a time: enough to keep the queues of several programs full,
 * few enough to be started within one turn of the main loop. */
#define MAX_UNDER_WAY 256

#define MAX_TEXT_CHARS 4096

/* What may be brought at once; what would come after it is silent. */
#define MAX_BYTES (64 * 1024 * 1024)

/* What was asked of an element, and what it said. */
typedef struct
{
  guint              ref;
  PelReadingFlags    flags;
  PelElementReading *reading; /* (nullable): it is gone */
} Told;

typedef struct
{
  PelElementSource *source; /* (nullable) */
  PelSnapshot      *snapshot;
  PelFacts         *facts;
  PelLearnFunc      find;
  gpointer          data; /* of find */
  gint64            start;
  guint             timeout_ms;
  GArray           *wanted; /* of PelWanted: of this round */
  guint             n_asked, n_open;
  GArray           *told;    /* of Told: of all rounds */
  gboolean          is_kept; /* all of it is in the facts */
  GHashTable       *silent;  /* set of refs: asked, but not answered in time */
  gsize             n_bytes;
  GCancellable     *reads;   /* all that is being read */
  gboolean          is_over; /* nothing more is read, and what still comes is not taken */
  guint             timeout_id;
  gulong            cancelled_id;
} Learner;

/* An element that is being read. */
typedef struct
{
  GTask          *task;
  guint           ref;
  PelReadingFlags flags;
} Asked;

static void
clear_told (gpointer data)
{
  pel_element_reading_free (((Told *) data)->reading);
}

static void
learner_free (gpointer data)
{
  Learner *learner = data;

  g_clear_object (&learner->source);
  g_object_unref (learner->snapshot);
  pel_facts_unref (learner->facts);
  g_array_unref (learner->wanted);
  g_array_unref (learner->told);
  g_hash_table_unref (learner->silent);
  g_object_unref (learner->reads);
  g_free (learner);
}

/* Takes @error; NULL: nothing more is wanted. Nothing comes after this; who hears of it may do
 * anything. */
static void
end (GTask *task, GError *error)
{
  g_autoptr (GTask) kept = g_object_ref (task);
  Learner          *learner = g_task_get_task_data (task);

  learner->is_over = TRUE;
  g_clear_handle_id (&learner->timeout_id, g_source_remove);
  g_clear_signal_handler (&learner->cancelled_id, g_task_get_cancellable (task));
  g_cancellable_cancel (learner->reads);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
put_in (Learner *learner, const Told *told)
{
  pel_facts_take_reading (learner->facts, told->ref, told->flags, told->reading);
}

/* Others may have filled the facts for another snapshot in the meantime: what was read here is
 * then put in again, so that nothing is asked twice. */
static GArray *
find_wanted (Learner *learner)
{
  GArray *wanted;

  if (!pel_facts_begin (learner->facts, learner->snapshot, learner->start))
    learner->is_kept = FALSE;
  for (guint i = 0; i < learner->told->len && !learner->is_kept; i++)
    put_in (learner, &g_array_index (learner->told, Told, i));
  learner->is_kept = TRUE;
  pel_facts_set_silent (learner->facts, learner->silent);
  wanted = learner->find (learner->data);
  pel_facts_set_silent (learner->facts, NULL);
  return wanted;
}

static gsize
weigh (const PelElementReading *reading)
{
  const char *texts[] = {
    reading->description, reading->id, reading->class, reading->value_text, reading->text
  };
  gsize n_bytes = sizeof *reading;

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    n_bytes += texts[i] != NULL ? strlen (texts[i]) : 0;
  return n_bytes;
}

/* Takes @reading; of it only single texts matter. It is put in now, and not thousands at once. */
static void
take (Learner *learner, guint ref, PelReadingFlags flags, PelElementReading *reading)
{
  Told told = { ref, flags, reading };

  if (reading != NULL)
    {
      g_clear_pointer (&reading->attributes, g_strfreev);
      learner->n_bytes += weigh (reading);
    }
  g_array_append_val (learner->told, told);
  if (!pel_facts_begin (learner->facts, learner->snapshot, learner->start))
    learner->is_kept = FALSE;
  put_in (learner, &told);
}

static void ask_more (GTask *task);
static void proceed (GTask *task);

/* What has not been answered by now counts as unanswered. */
static void
stop_asking (GTask *task)
{
  Learner *learner = g_task_get_task_data (task);

  learner->is_over = TRUE;
  proceed (task);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Asked             *asked = user_data;
  g_autoptr (GTask)             task = asked->task;
  Learner                      *learner = g_task_get_task_data (task);
  g_autoptr (GError)            error = NULL;
  g_autoptr (PelElementReading) reading =
      pel_element_source_read_finish (PEL_ELEMENT_SOURCE (source), result, &error);

  if (learner->is_over)
    return;
  learner->n_open--;
  if (reading != NULL || g_error_matches (error, PEL_ERROR, PEL_ERROR_STALE_REF))
    take (learner, asked->ref, asked->flags, g_steal_pointer (&reading));
  else
    g_hash_table_add (learner->silent, GUINT_TO_POINTER (asked->ref));
  if (learner->n_bytes > MAX_BYTES)
    stop_asking (task);
  else
    ask_more (task);
}

static void
ask (GTask *task, const PelWanted *wanted)
{
  Learner   *learner = g_task_get_task_data (task);
  PelElement element = pel_snapshot_get_element (learner->snapshot, wanted->id);
  Asked     *asked = g_new0 (Asked, 1);

  asked->task = g_object_ref (task);
  asked->ref = element.ref;
  asked->flags = wanted->flags;
  learner->n_open++;
  pel_element_source_read_async (learner->source,
                                 &(PelReadingRequest){ .bus_name = element.bus_name,
                                                       .path = element.path,
                                                       .flags = wanted->flags,
                                                       .text_end = MAX_TEXT_CHARS,
                                                       .timeout_ms = learner->timeout_ms },
                                 learner->reads,
                                 read_cb,
                                 asked);
}

static void
ask_more (GTask *task)
{
  Learner *learner = g_task_get_task_data (task);

  while (learner->n_asked < learner->wanted->len && learner->n_open < MAX_UNDER_WAY)
    ask (task, &g_array_index (learner->wanted, PelWanted, learner->n_asked++));
  if (learner->n_open == 0)
    proceed (task);
}

static gboolean
timeout_cb (gpointer user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);
  Learner          *learner = g_task_get_task_data (task);

  learner->timeout_id = 0;
  stop_asking (task);
  return G_SOURCE_REMOVE;
}

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  GError *error = NULL;

  g_cancellable_set_error_if_cancelled (cancellable, &error);
  end (user_data, error);
}

/* FALSE: all that is wanted was known to be silent before. */
static gboolean
take_silence (Learner *learner)
{
  gboolean is_new = FALSE;

  for (guint i = 0; i < learner->wanted->len; i++)
    {
      const PelWanted *wanted = &g_array_index (learner->wanted, PelWanted, i);
      guint            ref = pel_snapshot_get_ref (learner->snapshot, wanted->id);

      if (g_hash_table_add (learner->silent, GUINT_TO_POINTER (ref)))
        is_new = TRUE;
    }
  return is_new;
}

/* One more round. It comes to an end: nothing is taken for silent twice. */
static void
proceed (GTask *task)
{
  Learner *learner = g_task_get_task_data (task);

  do
    {
      g_array_unref (learner->wanted);
      learner->wanted = find_wanted (learner);
      if (learner->wanted->len == 0 || (learner->is_over && !take_silence (learner)))
        {
          end (task, NULL);
          return;
        }
    }
  while (learner->is_over);
  if (learner->timeout_id == 0)
    learner->timeout_id = g_timeout_add (learner->timeout_ms, timeout_cb, task);
  learner->n_asked = 0;
  ask_more (task);
}

void
pel_learning_run_async (const PelLearning  *learning,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Learner          *own;

  g_return_if_fail (learning != NULL && learning->find != NULL);

  g_task_set_source_tag (task, pel_learning_run_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  own = g_new0 (Learner, 1);
  g_set_object (&own->source, learning->source);
  own->snapshot = g_object_ref (learning->snapshot);
  own->facts = pel_facts_ref (learning->facts);
  own->find = learning->find;
  own->data = learning->data;
  own->start = g_get_monotonic_time ();
  own->timeout_ms = learning->timeout_ms;
  own->wanted = g_array_new (FALSE, FALSE, sizeof (PelWanted));
  own->told = g_array_new (FALSE, FALSE, sizeof (Told));
  g_array_set_clear_func (own->told, clear_told);
  own->silent = g_hash_table_new (NULL, NULL);
  own->reads = g_cancellable_new ();
  own->is_over = learning->source == NULL || learning->timeout_ms == 0;
  g_task_set_task_data (task, own, learner_free);
  if (cancellable != NULL)
    own->cancelled_id =
        g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), task);
  proceed (task);
}

gboolean
pel_learning_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_learning_run_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
