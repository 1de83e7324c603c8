/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/lens.h"

#include "services/tool/look.h"
#include "services/tool/selection.h"

#define N_SEEN 2

typedef struct
{
  PelSnapshot   *snapshot;
  PelResolution *resolution;
} Sight;

struct _PelLens
{
  char           *text;
  PelSelector    *selector;
  const PelFacts *facts;
  Sight           seen[N_SEEN]; /* the newest first */
};

static void
sight_clear (Sight *sight)
{
  g_clear_object (&sight->snapshot);
  g_clear_pointer (&sight->resolution, pel_resolution_free);
}

PelLens *
pel_lens_new (const char *selector, const PelFacts *facts, PelPurse *purse, GError **error)
{
  g_autoptr (PelLens) self = g_new0 (PelLens, 1);

  self->text = g_strdup (selector);
  self->facts = facts;
  self->selector = pel_selector_parse (selector, error);
  if (self->selector == NULL)
    return NULL;
  pel_selector_set_purse (self->selector, purse);
  return g_steal_pointer (&self);
}

void
pel_lens_free (PelLens *self)
{
  for (guint i = 0; i < N_SEEN; i++)
    sight_clear (&self->seen[i]);
  g_clear_pointer (&self->selector, pel_selector_unref);
  g_free (self->text);
  g_free (self);
}

typedef struct
{
  PelLens     *lens;
  PelSnapshot *snapshot;
} Focusing;

static void
focusing_free (Focusing *focusing)
{
  g_object_unref (focusing->snapshot);
  g_free (focusing);
}

static void
searched_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Focusing         *focusing = g_task_get_task_data (task);
  PelLens          *self = focusing->lens;
  GError           *error = NULL;
  PelResolution    *resolution = pel_search_for_task_finish (result, &error);

  if (resolution == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  sight_clear (&self->seen[N_SEEN - 1]);
  self->seen[1] = self->seen[0];
  self->seen[0] = (Sight){ g_object_ref (focusing->snapshot), resolution };
  g_task_return_boolean (task, TRUE);
}

void
pel_lens_focus_async (
    PelLens *self, GTask *task, PelSnapshot *snapshot, GAsyncReadyCallback callback, gpointer data)
{
  GTask    *own = g_task_new (NULL, g_task_get_cancellable (task), callback, data);
  Focusing *focusing = g_new0 (Focusing, 1);

  focusing->lens = self;
  focusing->snapshot = g_object_ref (snapshot);
  g_task_set_source_tag (own, pel_lens_focus_async);
  g_task_set_task_data (own, focusing, (GDestroyNotify) focusing_free);
  pel_search_for_task_async (task, snapshot, self->selector, searched_cb, own);
}

gboolean
pel_lens_focus_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_lens_focus_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  PelElementId left = *(const PelElementId *) a, right = *(const PelElementId *) b;

  return (left > right) - (left < right);
}

/* (nullable) (transfer none) */
static const PelResolution *
find_resolution (const PelLens *self, PelSnapshot *snapshot)
{
  for (guint i = 0; i < N_SEEN; i++)
    if (self->seen[i].snapshot == snapshot)
      return self->seen[i].resolution;
  return NULL;
}

GArray *
pel_lens_dup_matches (const PelLens *self, PelSnapshot *snapshot)
{
  const PelResolution      *resolution = find_resolution (self, snapshot);
  g_autoptr (PelResolution) own = NULL;
  GArray                   *matches;

  if (resolution == NULL)
    resolution = own = pel_selector_resolve (self->selector, snapshot, self->facts);
  matches = g_array_copy (resolution->matches);
  g_array_sort (matches, compare_ids);
  return matches;
}

GError *
pel_lens_dup_error (const PelLens *self, PelSnapshot *snapshot)
{
  const PelResolution *resolution = find_resolution (self, snapshot);

  if (resolution == NULL || resolution->matches->len > 0)
    return NULL;
  return pel_selection_new_error (&(PelSelection){ self->text,
                                                   self->selector,
                                                   snapshot,
                                                   (PelResolution *) resolution,
                                                   NULL },
                                  self->facts);
}
