/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/search.h"

#include <string.h>

/* How many elements are being read at a time: enough to keep the queues of several programs full,
 * few enough to be started within one turn of the main loop. */
#define MAX_UNDER_WAY 512

#define MAX_TEXT_CHARS 4096

/* What one search may bring; what would come after it counts as not told. */
#define MAX_BYTES (64 * 1024 * 1024)

/* What was asked of an element, and what it said. */
typedef struct
{
  guint              ref;
  PelReadingFlags    flags;
  PelElementReading *reading; /* (nullable): nothing */
} Told;

typedef struct
{
  PelElementSource *source; /* (nullable) */
  PelSnapshot      *snapshot;
  PelFacts         *facts;
  PelSelector      *selector;
  gint64            start;
  guint             timeout_ms;
  GArray           *wanted; /* of PelWanted: of this round */
  guint             n_asked, n_open;
  GArray           *told; /* of Told: of all rounds */
  gsize             n_bytes;
  GCancellable     *reads;   /* all that is being read */
  gboolean          is_over; /* nothing more is read, and what still comes is not taken */
  guint             timeout_id;
  gulong            cancelled_id;
} Search;

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
search_free (gpointer data)
{
  Search *search = data;

  g_clear_object (&search->source);
  g_object_unref (search->snapshot);
  pel_facts_unref (search->facts);
  pel_selector_unref (search->selector);
  g_array_unref (search->wanted);
  g_array_unref (search->told);
  g_object_unref (search->reads);
  g_free (search);
}

/* Takes @resolution, or else @error. Nothing comes after this; who hears of it may do anything. */
static void
end (GTask *task, PelResolution *resolution, GError *error)
{
  g_autoptr (GTask) kept = g_object_ref (task);
  Search           *search = g_task_get_task_data (task);

  search->is_over = TRUE;
  g_clear_handle_id (&search->timeout_id, g_source_remove);
  g_clear_signal_handler (&search->cancelled_id, g_task_get_cancellable (task));
  g_cancellable_cancel (search->reads);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, resolution, (GDestroyNotify) pel_resolution_free);
}

/* Others may have filled the facts for another snapshot in the meantime: what this search was told
 * is put in each time, so that it never asks twice. */
static PelResolution *
resolve (Search *search)
{
  pel_facts_begin (search->facts, search->snapshot, search->start);
  for (guint i = 0; i < search->told->len; i++)
    {
      const Told *told = &g_array_index (search->told, Told, i);

      pel_facts_take_reading (search->facts, told->ref, told->flags, told->reading);
    }
  return pel_selector_resolve (search->selector, search->snapshot, search->facts);
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

/* Takes @reading; of it only single texts matter. */
static void
take (Search *search, guint ref, PelReadingFlags flags, PelElementReading *reading)
{
  Told told = { ref, flags, reading };

  if (reading != NULL)
    {
      g_clear_pointer (&reading->attributes, g_strfreev);
      search->n_bytes += weigh (reading);
    }
  g_array_append_val (search->told, told);
}

static void ask_more (GTask *task);
static void proceed (GTask *task);

/* What is not told by now is nothing. */
static void
stop_asking (GTask *task)
{
  Search *search = g_task_get_task_data (task);

  search->is_over = TRUE;
  proceed (task);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Asked             *asked = user_data;
  g_autoptr (GTask)             task = asked->task;
  Search                       *search = g_task_get_task_data (task);
  g_autoptr (PelElementReading) reading =
      pel_element_source_read_finish (PEL_ELEMENT_SOURCE (source), result, NULL);

  if (search->is_over)
    return;
  search->n_open--;
  take (search, asked->ref, asked->flags, g_steal_pointer (&reading));
  if (search->n_bytes > MAX_BYTES)
    stop_asking (task);
  else
    ask_more (task);
}

static void
ask (GTask *task, const PelWanted *wanted)
{
  Search    *search = g_task_get_task_data (task);
  PelElement element = pel_snapshot_get_element (search->snapshot, wanted->id);
  Asked     *asked = g_new0 (Asked, 1);

  asked->task = g_object_ref (task);
  asked->ref = element.ref;
  asked->flags = wanted->flags;
  search->n_open++;
  pel_element_source_read_async (search->source,
                                 &(PelReadingRequest){ .bus_name = element.bus_name,
                                                       .path = element.path,
                                                       .flags = wanted->flags,
                                                       .text_end = MAX_TEXT_CHARS,
                                                       .timeout_ms = search->timeout_ms },
                                 search->reads,
                                 read_cb,
                                 asked);
}

static void
ask_more (GTask *task)
{
  Search *search = g_task_get_task_data (task);

  while (search->n_asked < search->wanted->len && search->n_open < MAX_UNDER_WAY)
    ask (task, &g_array_index (search->wanted, PelWanted, search->n_asked++));
  if (search->n_open == 0)
    proceed (task);
}

static gboolean
timeout_cb (gpointer user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);
  Search           *search = g_task_get_task_data (task);

  search->timeout_id = 0;
  stop_asking (task);
  return G_SOURCE_REMOVE;
}

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  GError *error = NULL;

  g_cancellable_set_error_if_cancelled (cancellable, &error);
  end (user_data, NULL, error);
}

static void
take_silence (Search *search)
{
  for (guint i = 0; i < search->wanted->len; i++)
    {
      const PelWanted *wanted = &g_array_index (search->wanted, PelWanted, i);

      take (search,
            pel_snapshot_get_element (search->snapshot, wanted->id).ref,
            wanted->flags,
            NULL);
    }
}

/* One more round. It comes to an end: nothing that was asked once is wanted again. */
static void
proceed (GTask *task)
{
  Search *search = g_task_get_task_data (task);

  do
    {
      g_autoptr (PelResolution) resolution = resolve (search);

      if (resolution->wanted->len == 0)
        {
          end (task, g_steal_pointer (&resolution), NULL);
          return;
        }
      g_array_unref (search->wanted);
      search->wanted = g_array_ref (resolution->wanted);
      if (search->is_over)
        take_silence (search);
    }
  while (search->is_over);
  if (search->timeout_id == 0)
    search->timeout_id = g_timeout_add (search->timeout_ms, timeout_cb, task);
  search->n_asked = 0;
  ask_more (task);
}

void
pel_search_async (const PelSearch    *search,
                  GCancellable       *cancellable,
                  GAsyncReadyCallback callback,
                  gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Search           *own;

  g_return_if_fail (search != NULL && search->selector != NULL);

  g_task_set_source_tag (task, pel_search_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  own = g_new0 (Search, 1);
  g_set_object (&own->source, search->source);
  own->snapshot = g_object_ref (search->snapshot);
  own->facts = pel_facts_ref (search->facts);
  own->selector = pel_selector_ref ((PelSelector *) search->selector);
  own->start = g_get_monotonic_time ();
  own->timeout_ms = search->timeout_ms;
  own->wanted = g_array_new (FALSE, FALSE, sizeof (PelWanted));
  own->told = g_array_new (FALSE, FALSE, sizeof (Told));
  g_array_set_clear_func (own->told, clear_told);
  own->reads = g_cancellable_new ();
  own->is_over = search->source == NULL || search->timeout_ms == 0;
  g_task_set_task_data (task, own, search_free);
  if (cancellable != NULL)
    own->cancelled_id =
        g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), task);
  proceed (task);
}

PelResolution *
pel_search_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_search_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
