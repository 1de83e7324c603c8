/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/search.h"

#include "services/selector/learning.h"

/* A call that was called off while it waits ends soon after. */
#define LONGEST_PAUSE_MS 100

typedef struct
{
  PelElementSource *source; /* (nullable) */
  guint             timeout_ms;
  PelSnapshot      *snapshot;
  PelFacts         *facts;
  PelSelector      *selector;
  PelResolution    *resolution; /* the last one */
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_clear_object (&search->source);
  g_object_unref (search->snapshot);
  pel_facts_unref (search->facts);
  pel_selector_unref (search->selector);
  g_clear_pointer (&search->resolution, pel_resolution_free);
  g_free (search);
}

static GArray *
resolve (gpointer data)
{
  Search *search = data;

  g_clear_pointer (&search->resolution, pel_resolution_free);
  search->resolution = pel_selector_resolve (search->selector, search->snapshot, search->facts);
  return g_array_ref (search->resolution->wanted);
}

static void
learnt_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Search           *search = g_task_get_task_data (task);
  GError           *error = NULL;

  if (pel_learning_run_finish (result, &error))
    g_task_return_pointer (task,
                           g_steal_pointer (&search->resolution),
                           (GDestroyNotify) pel_resolution_free);
  else
    g_task_return_error (task, error);
}

/* Takes @task. */
static void
learn (GTask *task)
{
  Search *search = g_task_get_task_data (task);

  pel_learning_run_async (&(PelLearning){ .source = search->source,
                                          .snapshot = search->snapshot,
                                          .facts = search->facts,
                                          .timeout_ms = search->timeout_ms,
                                          .find = resolve,
                                          .data = search },
                          g_task_get_cancellable (task),
                          learnt_cb,
                          task);
}

static gboolean
is_pattern (const PelSelectorPredicate *predicate)
{
  return predicate->regex != NULL;
}

static gboolean
has_patterns (const PelSelector *selector)
{
  for (guint i = 0; i < selector->alternatives->len; i++)
    {
      const GArray *steps = pel_selector_get_alternative (selector, i)->steps;

      for (guint k = 0; k < steps->len; k++)
        {
          const PelSelectorStep *step = &g_array_index (steps, PelSelectorStep, k);

          for (guint t = 0; step->terms != NULL && t < step->terms->len; t++)
            if (is_pattern (&pel_selector_step_get_term (step, t)->predicates[0]) ||
                is_pattern (&pel_selector_step_get_term (step, t)->predicates[1]))
              return TRUE;
        }
    }
  return FALSE;
}

/* An empty purse fills up while others have their turn; who is called off learns of it there. */
static gboolean
waited_cb (gpointer user_data)
{
  GTask  *task = user_data;
  Search *search = g_task_get_task_data (task);
  guint   wait_ms = pel_purse_get_wait_ms (search->selector->purse, g_get_monotonic_time ());

  if (wait_ms > 0 && !g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    g_timeout_add (MIN (wait_ms, LONGEST_PAUSE_MS), waited_cb, task);
  else
    learn (task);
  return G_SOURCE_REMOVE;
}

void
pel_search_async (const PelSearch    *search,
                  GCancellable       *cancellable,
                  GAsyncReadyCallback callback,
                  gpointer            user_data)
{
  GTask  *task;
  Search *own;

  g_return_if_fail (search != NULL && search->selector != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  own = g_new0 (Search, 1);
  g_set_object (&own->source, search->source);
  own->timeout_ms = search->timeout_ms;
  own->snapshot = g_object_ref (search->snapshot);
  own->facts = pel_facts_ref (search->facts);
  own->selector = pel_selector_ref ((PelSelector *) search->selector);
  g_task_set_source_tag (task, pel_search_async);
  g_task_set_task_data (task, own, search_free);
  if (own->selector->purse != NULL && has_patterns (own->selector))
    waited_cb (task);
  else
    learn (task);
}

PelResolution *
pel_search_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_search_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
