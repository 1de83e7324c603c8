/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "bench-screen.h"

#define START_MS 1500 /* until a compositor has drawn */

static gboolean
time_is_up_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

void
bench_run_for (guint ms)
{
  gboolean time_is_up = FALSE;

  g_timeout_add (ms, time_is_up_cb, &time_is_up);
  while (!time_is_up)
    g_main_context_iteration (NULL, TRUE);
}

gboolean
bench_screen_start (BenchScreen *self, int width, int height, GError **error)
{
  g_autoptr (GDataInputStream) output = NULL;
  g_autofree char             *size = g_strdup_printf ("%dx%dx24", width, height);
  g_autofree char             *number = NULL;
  g_autofree char             *display = NULL;

  self->display = g_strdup (g_getenv ("DISPLAY"));
  self->server =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                        error,
                        "Xvfb",
                        "-displayfd",
                        "1",
                        "-screen",
                        "0",
                        size,
                        "-nolisten",
                        "tcp",
                        NULL);
  if (self->server == NULL)
    return FALSE;
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->server));
  number = g_data_input_stream_read_line (output, NULL, NULL, error);
  if (number == NULL)
    return FALSE;
  display = g_strdup_printf (":%s", number);
  g_setenv ("DISPLAY", display, TRUE);
  self->compositor = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                                       error,
                                       "picom",
                                       "--backend",
                                       "xrender",
                                       "--config",
                                       "/dev/null",
                                       NULL);
  if (self->compositor == NULL)
    return FALSE;
  bench_run_for (START_MS);
  return TRUE;
}

void
bench_screen_stop (BenchScreen *self)
{
  if (self->compositor != NULL)
    g_subprocess_force_exit (self->compositor);
  if (self->server != NULL)
    g_subprocess_force_exit (self->server);
  g_clear_object (&self->compositor);
  g_clear_object (&self->server);
  if (self->display != NULL)
    g_setenv ("DISPLAY", self->display, TRUE);
  g_clear_pointer (&self->display, g_free);
}
