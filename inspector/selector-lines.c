/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/selector-lines.h"

#include "services/selector/selector-writer.h"

#define LOOK_MS  2000
#define WRITE_MS 500 /* for one of them */

typedef struct
{
  PelElementSource *source;
  PelFacts         *facts;
  GArray           *refs;     /* of guint */
  PelSnapshot      *snapshot; /* (nullable) until the desktop has been looked at */
  guint             next;     /* of @refs */
  GString          *lines;
  guint             n_lines;
} Writing;

static void write_next (GTask *task);

static void
writing_free (Writing *self)
{
  g_object_unref (self->source);
  pel_facts_unref (self->facts);
  g_array_unref (self->refs);
  g_clear_object (&self->snapshot);
  g_string_free (self->lines, TRUE);
  g_free (self);
}

static void
written_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GTask           *task = user_data;
  Writing         *self = g_task_get_task_data (task);
  GError          *error = NULL;
  g_autofree char *selector = pel_selector_write_finish (result, &error);

  if (selector == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  g_string_append (self->lines, selector);
  g_string_append_c (self->lines, '\n');
  self->n_lines++;
  write_next (task);
}

/* PEL_ELEMENT_NONE after the last one. */
static PelElementId
find_next (Writing *self)
{
  while (self->next < self->refs->len)
    {
      guint        ref = g_array_index (self->refs, guint, self->next++);
      PelElementId id = pel_snapshot_find_ref (self->snapshot, ref);

      if (id != PEL_ELEMENT_NONE)
        return id;
    }
  return PEL_ELEMENT_NONE;
}

/* Takes @task. */
static void
write_next (GTask *task)
{
  Writing     *self = g_task_get_task_data (task);
  PelElementId id = find_next (self);

  if (id == PEL_ELEMENT_NONE)
    {
      g_task_return_pointer (task, g_strndup (self->lines->str, self->lines->len), g_free);
      g_object_unref (task);
      return;
    }
  pel_selector_write_async (&(PelSearch){ .source = self->source,
                                          .snapshot = self->snapshot,
                                          .facts = self->facts,
                                          .timeout_ms = WRITE_MS },
                            id,
                            g_task_get_cancellable (task),
                            written_cb,
                            task);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask   *task = user_data;
  Writing *self = g_task_get_task_data (task);
  GError  *error = NULL;

  self->snapshot = pel_element_source_look_finish (PEL_ELEMENT_SOURCE (source), result, &error);
  if (self->snapshot != NULL)
    {
      write_next (task);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

void
pel_selector_lines_write_async (PelElementSource   *source,
                                PelFacts           *facts,
                                const GArray       *places,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  const PelLook look = { .kind = PEL_LOOK_DESKTOP,
                         .flags = PEL_LOOK_VALUES,
                         .timeout_ms = LOOK_MS };
  Writing      *self = g_new0 (Writing, 1);
  GTask        *task = g_task_new (NULL, cancellable, callback, user_data);

  self->source = g_object_ref (source);
  self->facts = pel_facts_ref (facts);
  self->lines = g_string_new (NULL);
  self->refs = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < places->len; i++)
    g_array_append_val (self->refs, g_array_index (places, PelElementPlace, i).ref);
  g_task_set_task_data (task, self, (GDestroyNotify) writing_free);
  pel_element_source_look_async (source, &look, cancellable, looked_cb, task);
}

char *
pel_selector_lines_write_finish (GAsyncResult *result, guint *ret_n_lines, GError **error)
{
  char    *lines = g_task_propagate_pointer (G_TASK (result), error);
  Writing *self = g_task_get_task_data (G_TASK (result));

  if (lines != NULL)
    *ret_n_lines = self->n_lines;
  return lines;
}
