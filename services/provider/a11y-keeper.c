/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/a11y-keeper.h"

#include <unistd.h>

#define DEADLINE_MS 1500

typedef struct
{
  GSourceFunc ready;
  gpointer    data;
} Waiter;

struct _PelA11yKeeper
{
  char             *program;
  GSubprocess      *process; /* (nullable): its standard input is open as long as we live */
  GDataInputStream *output;
  GCancellable     *cancellable;
  GArray           *waiters; /* of Waiter */
  gboolean          is_ready;
  guint             told_id, deadline_id;
};

static gboolean
tell_cb (gpointer data)
{
  PelA11yKeeper     *self = data;
  g_autoptr (GArray) waiters = g_steal_pointer (&self->waiters);

  self->told_id = 0;
  self->waiters = g_array_new (FALSE, FALSE, sizeof (Waiter));
  for (guint i = 0; i < waiters->len; i++)
    {
      const Waiter *waiter = &g_array_index (waiters, Waiter, i);

      waiter->ready (waiter->data);
    }
  return G_SOURCE_REMOVE;
}

static void
become_ready (PelA11yKeeper *self)
{
  self->is_ready = TRUE;
  g_clear_handle_id (&self->deadline_id, g_source_remove);
  if (self->told_id == 0)
    self->told_id = g_idle_add (tell_cb, self);
}

static void
line_read_cb (GObject *stream, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *line =
      g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (stream), result, NULL, &error);

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    become_ready (data);
}

static gboolean
late_cb (gpointer data)
{
  PelA11yKeeper *self = data;

  self->deadline_id = 0;
  become_ready (self);
  return G_SOURCE_REMOVE;
}

static void
start (PelA11yKeeper *self)
{
  g_autoptr (GError) error = NULL;

  self->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                    &error,
                                    self->program,
                                    NULL);
  if (self->process == NULL)
    {
      g_debug ("Accessibility stays as it is: %s", error->message);
      become_ready (self);
      return;
    }
  self->output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  self->deadline_id = g_timeout_add (DEADLINE_MS, late_cb, self);
  g_data_input_stream_read_line_async (self->output,
                                       G_PRIORITY_DEFAULT,
                                       self->cancellable,
                                       line_read_cb,
                                       self);
}

PelA11yKeeper *
pel_a11y_keeper_new (const char *program)
{
  PelA11yKeeper *self = g_new0 (PelA11yKeeper, 1);

  self->program = g_strdup (program);
  self->cancellable = g_cancellable_new ();
  self->waiters = g_array_new (FALSE, FALSE, sizeof (Waiter));
  return self;
}

void
pel_a11y_keeper_free (PelA11yKeeper *self)
{
  if (self == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->told_id, g_source_remove);
  g_clear_handle_id (&self->deadline_id, g_source_remove);
  if (self->process != NULL)
    g_output_stream_close (g_subprocess_get_stdin_pipe (self->process), NULL, NULL);
  g_clear_object (&self->output);
  g_clear_object (&self->process);
  g_clear_object (&self->cancellable);
  g_array_unref (self->waiters);
  g_free (self->program);
  g_free (self);
}

void
pel_a11y_keeper_turn_on (PelA11yKeeper *self, GSourceFunc ready, gpointer data)
{
  Waiter waiter = { ready, data };

  if (ready != NULL)
    g_array_append_val (self->waiters, waiter);
  if (self->is_ready && self->told_id == 0)
    self->told_id = g_idle_add (tell_cb, self);
  else if (!self->is_ready && self->process == NULL)
    start (self);
}

void
pel_a11y_keeper_cancel (PelA11yKeeper *self, gpointer data)
{
  for (guint i = self->waiters->len; i > 0; i--)
    if (g_array_index (self->waiters, Waiter, i - 1).data == data)
      g_array_remove_index (self->waiters, i - 1);
}

/* An empty file says what no file does; its lock stays as it is. */
void
pel_a11y_keeper_leave_on (void)
{
  g_autofree char *path =
      g_build_filename (g_get_user_state_dir (), "pellucid", "accessibility", NULL);

  if (truncate (path, 0) != 0)
    g_debug ("No keeper has turned accessibility on");
}
