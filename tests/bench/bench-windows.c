/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The command line with a session that runs: from the start of the process to its first byte. */

#include "bench-program.h"
#include "bench.h"
#include "command.h"

#include <gio/gunixinputstream.h>
#include <poll.h>
#include <unistd.h>

#define ROW        "windows"
#define LIMIT_MS   30.0
#define TIMEOUT_MS 30000
#define N_RUNS     3 /* a repeat: they are short */

static gboolean
measure (BenchSeries *series, GError **error)
{
  const char             *program = BENCH_BUILD_DIR "/../../app/pellucid";
  gint64                  start = g_get_monotonic_time ();
  g_autoptr (GSubprocess) process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, error, program, "windows", NULL);
  struct pollfd fd = { .events = POLLIN };
  gint64        end;
  char          byte;

  if (process == NULL)
    return FALSE;
  fd.fd = g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (g_subprocess_get_stdout_pipe (process)));
  if (poll (&fd, 1, TIMEOUT_MS) <= 0 || read (fd.fd, &byte, 1) != 1)
    {
      g_subprocess_force_exit (process);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "pellucid windows prints nothing");
      return FALSE;
    }
  end = g_get_monotonic_time ();
  bench_series_add (series, (double) (end - start) / 1000, 0);
  return g_subprocess_wait (process, NULL, error);
}

static void
add_row (Bench *bench, const BenchSeries *series)
{
  double           ms = bench_series_get_median (series);
  g_autofree char *ours = bench_format_time (ms);

  bench_table_add (bench->table,
                   &(BenchRow){ .name = ROW,
                                .ours = ours,
                                .peer = "the aim",
                                .theirs = "30 ms",
                                .ratio = LIMIT_MS / ms,
                                .aim = "< 30 ms",
                                .is_met = ms < LIMIT_MS });
}

gboolean
bench_windows (Bench *bench, GError **error)
{
  g_autoptr (BenchProgram) window = NULL;
  g_auto (BenchSeries)     warm_up;
  g_auto (BenchSeries)     series;
  gboolean                 ok;

  bench_series_init (&warm_up);
  bench_series_init (&series);
  if (!bench_table_wants (bench->table, ROW))
    return TRUE;
  bench_say ("pellucid windows");
  window = bench_program_start (bench_programs[BENCH_GTK3].command, bench->a11y_bus, error);
  ok = window != NULL && measure (&warm_up, error); /* starts the session */
  for (guint i = 0; ok && i < bench->n_repeats * N_RUNS; i++)
    ok = measure (&series, error);
  pel_command_end_session ();
  if (ok)
    add_row (bench, &series);
  return ok;
}
