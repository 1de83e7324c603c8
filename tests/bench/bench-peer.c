/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "bench-peer.h"

#include <gio/gunixinputstream.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WALK_TIMEOUT_MS  180000
#define VISIT_TIMEOUT_MS 120000
#define VISIT_PAUSE_MS   500

struct _BenchPeer
{
  GSubprocess *process;
  GString     *input; /* what came after the last line */
  gboolean     is_stuck;
};

const char *const bench_peer_names[BENCH_N_PEERS] = {
  [BENCH_PYATSPI] = "pyatspi",
  [BENCH_LIBATSPI] = "libatspi",
};

/* clang-format off */
static const char *const commands[BENCH_N_PEERS][3] = {
  [BENCH_PYATSPI]  = { BENCH_PYTHON, BENCH_SOURCE_DIR "/walk-pyatspi.py", NULL },
  [BENCH_LIBATSPI] = { BENCH_BUILD_DIR "/walk-libatspi", NULL },
};
/* clang-format on */

/* The next line; (transfer full) (nullable) when it does not come in time. */
static char *
read_line (BenchPeer *self)
{
  GInputStream *stream = g_subprocess_get_stdout_pipe (self->process);
  struct pollfd fd = { g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (stream)), POLLIN, 0 };
  char          buffer[256];
  const char   *end;
  char         *line;

  while ((end = strchr (self->input->str, '\n')) == NULL)
    {
      gssize size = poll (&fd, 1, WALK_TIMEOUT_MS) > 0 ? read (fd.fd, buffer, sizeof buffer) : 0;

      if (size <= 0)
        {
          self->is_stuck = TRUE;
          return NULL;
        }
      g_string_append_len (self->input, buffer, size);
    }
  line = g_strndup (self->input->str, (gsize) (end - self->input->str));
  g_string_erase (self->input, 0, (gssize) strlen (line) + 1);
  return line;
}

BenchPeer *
bench_peer_start (BenchPeerId id, GError **error)
{
  g_autoptr (BenchPeer) self = g_new0 (BenchPeer, 1);
  g_autofree char      *line = NULL;

  self->input = g_string_new (NULL);
  self->process = g_subprocess_newv (commands[id],
                                     G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                     error);
  if (self->process == NULL)
    return NULL;
  line = read_line (self);
  if (g_strcmp0 (line, "ready") != 0)
    {
      g_set_error (error,
                   G_IO_ERROR,
                   G_IO_ERROR_FAILED,
                   "%s does not start: %s",
                   commands[id][0],
                   line != NULL ? line : "it says nothing");
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* It ends with its input. */
void
bench_peer_end (BenchPeer *self)
{
  if (self == NULL)
    return;
  if (self->process != NULL)
    {
      g_output_stream_close (g_subprocess_get_stdin_pipe (self->process), NULL, NULL);
      if (self->is_stuck)
        g_subprocess_force_exit (self->process);
      g_subprocess_wait (self->process, NULL, NULL);
      g_object_unref (self->process);
    }
  g_string_free (self->input, TRUE);
  g_free (self);
}

gboolean
bench_peer_walk (BenchPeer *self, pid_t pid, double *ret_ms, guint *ret_n_nodes, GError **error)
{
  g_autofree char *request = g_strdup_printf ("walk %d\n", (int) pid);
  g_autofree char *line = NULL;
  double           ms;
  guint            n_nodes;

  if (!g_output_stream_write_all (g_subprocess_get_stdin_pipe (self->process),
                                  request,
                                  strlen (request),
                                  NULL,
                                  NULL,
                                  error))
    return FALSE;
  line = read_line (self);
  if (line == NULL || sscanf (line, "%lf %u", &ms, &n_nodes) != 2)
    {
      g_set_error (error,
                   G_IO_ERROR,
                   G_IO_ERROR_FAILED,
                   "a peer cannot walk: %s",
                   line != NULL ? line : "it did not end in time");
      return FALSE;
    }
  *ret_ms = ms;
  *ret_n_nodes = n_nodes;
  return TRUE;
}

gboolean
bench_peer_visit (BenchProgram           *program,
                  const BenchProgramKind *kind,
                  guint                  *ret_n_nodes,
                  GError                **error)
{
  gint64 deadline = g_get_monotonic_time () + VISIT_TIMEOUT_MS * G_TIME_SPAN_MILLISECOND;
  guint  n_nodes = 0;
  double ms;

  while (n_nodes < kind->min_nodes && g_get_monotonic_time () < deadline)
    {
      g_autoptr (BenchPeer) peer = bench_peer_start (BENCH_LIBATSPI, error);

      if (peer == NULL || !bench_peer_walk (peer, program->pid, &ms, &n_nodes, error))
        return FALSE;
      if (n_nodes < kind->min_nodes)
        g_usleep (VISIT_PAUSE_MS * 1000);
    }
  *ret_n_nodes = n_nodes;
  if (n_nodes >= kind->min_nodes)
    return TRUE;
  g_set_error (error,
               G_IO_ERROR,
               G_IO_ERROR_TIMED_OUT,
               "%s has only %u nodes, not %u",
               kind->name,
               n_nodes,
               kind->min_nodes);
  return FALSE;
}
