/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* GTK 4 makes its accessible objects when somebody asks for the first time, so who reads a program
 * first waits for that too. The program is started anew for every reading. */

#include "bench-peer.h"
#include "bench-program.h"
#include "bench.h"

#define ROW "first-gtk4"
#define AIM 2.5

enum
{
  METHOD_PELLUCID,
  METHOD_PYATSPI,
  N_METHODS
};

static gboolean
read_first (Bench *bench, guint method, BenchSeries *series, GError **error)
{
  g_autoptr (BenchPeer)    peer = NULL;
  g_autoptr (BenchProgram) program =
      bench_program_start (bench_programs[BENCH_GTK4].command, bench->a11y_bus, error);
  BenchReading reading;
  gboolean     ok;

  if (program == NULL)
    return FALSE;
  if (method == METHOD_PYATSPI)
    {
      peer = bench_peer_start (BENCH_PYATSPI, error);
      ok = peer != NULL &&
           bench_peer_walk (peer, program->pid, &reading.ms, &reading.n_nodes, error);
    }
  else
    ok = bench_pellucid_read (bench->pellucid, NULL, program->bus_name, &reading, error);
  if (ok)
    bench_series_add (series, reading.ms, reading.n_nodes);
  return ok;
}

static void
add_row (Bench *bench, const BenchSeries *series)
{
  const BenchSeries *ours = &series[METHOD_PELLUCID], *theirs = &series[METHOD_PYATSPI];
  guint              n_nodes = MAX (ours->n_nodes, theirs->n_nodes);
  double             ratio = bench_series_get_median (theirs) / bench_series_get_median (ours);
  g_autofree char   *ours_text = bench_format_reading (ours, n_nodes);
  g_autofree char   *theirs_text = bench_format_reading (theirs, n_nodes);

  bench_table_add (bench->table,
                   &(BenchRow){ .name = ROW,
                                .ours = ours_text,
                                .peer = bench_peer_names[BENCH_PYATSPI],
                                .theirs = theirs_text,
                                .ratio = ratio,
                                .aim = "≥ 2.5×",
                                .is_met = ratio >= AIM && ours->n_nodes == n_nodes });
}

gboolean
bench_first (Bench *bench, GError **error)
{
  BenchSeries series[N_METHODS];
  guint       order[N_METHODS];
  gboolean    ok = TRUE;

  if (!bench_table_wants (bench->table, ROW))
    return TRUE;
  bench_say ("gtk4: the first reading of all");
  for (guint i = 0; i < N_METHODS; i++)
    {
      bench_series_init (&series[i]);
      series[i].name = i == METHOD_PELLUCID ? "Pellucid" : "pyatspi";
    }
  for (guint round = 0; ok && round < bench->n_repeats; round++)
    {
      bench_shuffle (order, N_METHODS);
      for (guint i = 0; ok && i < N_METHODS; i++)
        ok = read_first (bench, order[i], &series[order[i]], error);
    }
  if (ok)
    add_row (bench, series);
  for (guint i = 0; i < N_METHODS; i++)
    bench_series_clear (&series[i]);
  return ok;
}
