/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector-writer.h"

/* One element whose selector is being found. */
typedef struct
{
  PelElementSource *source;
  PelSnapshot      *snapshot;
  PelFacts         *facts;
  PelElementId      id;
  gint64            deadline;
  GPtrArray        *proposals; /* of char; NULL before its id is known */
  guint             next;      /* the proposal to be tried next */
} Writing;

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  g_clear_object (&writing->source);
  g_object_unref (writing->snapshot);
  pel_facts_unref (writing->facts);
  g_clear_pointer (&writing->proposals, g_ptr_array_unref);
  g_free (writing);
}

static gboolean
names_it_alone (const PelResolution *resolution, PelElementId id)
{
  return resolution->wanted->len == 0 && resolution->matches->len == 1 &&
         g_array_index (resolution->matches, PelElementId, 0) == id;
}

static const char *
get_last (GPtrArray *proposals)
{
  return g_ptr_array_index (proposals, proposals->len - 1);
}

char *
pel_selector_write (PelSnapshot *snapshot, PelElementId id, const PelFacts *facts)
{
  g_autoptr (PelFacts)  no_facts = pel_facts_new ();
  g_autoptr (GPtrArray) proposals = pel_selector_propose (snapshot, id, facts);

  g_return_val_if_fail (proposals != NULL, NULL);

  for (guint i = 0; i < proposals->len; i++)
    {
      const char               *text = g_ptr_array_index (proposals, i);
      g_autoptr (PelSelector)   selector = pel_selector_parse (text, NULL);
      g_autoptr (PelResolution) resolution = NULL;

      if (selector == NULL)
        continue;
      resolution = pel_selector_resolve (selector, snapshot, facts != NULL ? facts : no_facts);
      if (names_it_alone (resolution, id))
        return g_strdup (text);
    }
  return g_strdup (get_last (proposals));
}

static guint
get_left_ms (const Writing *writing)
{
  gint64 left = writing->deadline - g_get_monotonic_time ();

  return MAX (left, 0) / G_TIME_SPAN_MILLISECOND;
}

static void
search_async (GTask *task, const char *text, GAsyncReadyCallback callback)
{
  Writing                *writing = g_task_get_task_data (task);
  g_autoptr (PelSelector) selector = pel_selector_parse (text, NULL);

  g_assert (selector != NULL);
  pel_search_async (&(PelSearch){ .source = writing->source,
                                  .snapshot = writing->snapshot,
                                  .facts = writing->facts,
                                  .selector = selector,
                                  .timeout_ms = get_left_ms (writing) },
                    g_task_get_cancellable (task),
                    callback,
                    g_object_ref (task));
}

static void try_next (GTask *task);

static void
tried_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)         task = user_data;
  Writing                  *writing = g_task_get_task_data (task);
  GError                   *error = NULL;
  g_autoptr (PelResolution) resolution = pel_search_finish (result, &error);
  const char               *text;

  if (resolution == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  text = g_ptr_array_index (writing->proposals, writing->next - 1);
  if (get_left_ms (writing) == 0) /* what was not read may have the same id */
    g_task_return_pointer (task, pel_selector_write (writing->snapshot, writing->id, NULL), g_free);
  else if (names_it_alone (resolution, writing->id) || writing->next == writing->proposals->len)
    g_task_return_pointer (task, g_strdup (text), g_free);
  else
    try_next (task);
}

static void
try_next (GTask *task)
{
  Writing *writing = g_task_get_task_data (task);

  search_async (task, g_ptr_array_index (writing->proposals, writing->next++), tried_cb);
}

/* Its own id is known now, or there is none. */
static void
read_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)         task = user_data;
  Writing                  *writing = g_task_get_task_data (task);
  GError                   *error = NULL;
  g_autoptr (PelResolution) resolution = pel_search_finish (result, &error);

  if (resolution == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  writing->proposals = pel_selector_propose (writing->snapshot, writing->id, writing->facts);
  try_next (task);
}

/* A search for it and its id reads that. */
static void
read_id (GTask *task)
{
  Writing         *writing = g_task_get_task_data (task);
  guint            ref = pel_snapshot_get_element (writing->snapshot, writing->id).ref;
  g_autofree char *text = g_strdup_printf ("@e%u && id!=\"\"", ref);

  search_async (task, text, read_cb);
}

void
pel_selector_write_async (const PelSearch    *search,
                          PelElementId        id,
                          GCancellable       *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Writing          *writing = g_new0 (Writing, 1);

  g_task_set_source_tag (task, pel_selector_write_async);
  g_set_object (&writing->source, search->source);
  writing->snapshot = g_object_ref (search->snapshot);
  writing->facts = pel_facts_ref (search->facts);
  writing->id = id;
  writing->deadline = g_get_monotonic_time () + search->timeout_ms * G_TIME_SPAN_MILLISECOND;
  g_task_set_task_data (task, writing, writing_free);
  if (writing->source != NULL)
    {
      read_id (task);
      return;
    }
  pel_facts_begin (writing->facts, writing->snapshot, g_get_monotonic_time ());
  g_task_return_pointer (task, pel_selector_write (writing->snapshot, id, writing->facts), g_free);
}

char *
pel_selector_write_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_selector_write_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
