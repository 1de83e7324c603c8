/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a node costs in programs of different sizes, beyond what looking at a program costs at all:
 * that is measured with one of a few nodes, and taken off. */

#include "bench-program.h"
#include "bench.h"

#define AIM         1.5
#define MAX_REPEATS 3 /* the largest ones take long enough to tell */

/* How a program of this toolkit is read: its cache at one go and the rest node by node, or
 * everything node by node. */
typedef struct
{
  const char *row;
  const char *toolkit;
} Growth;

static const Growth growths[] = {
  { "growth-cache", "Chromium,1.0" },
  { "growth-walk", "unknown,1.0" },
};

static const char *const sizes[] = { "7", "250", "2500", "10000", "50000" };

#define N_SIZES  G_N_ELEMENTS (sizes)
#define SMALLEST 1 /* the first one whose nodes are counted */

/* The small ones are over in no time, and noise is as long. */
static guint
get_n_looks (guint size)
{
  return size < 2 ? 9 : size == 2 ? 3 : 1;
}

static gboolean
measure (Bench *bench, BenchProgram *program, guint size, BenchSeries *series, GError **error)
{
  BenchReading reading;

  for (guint i = 0; i < get_n_looks (size); i++)
    {
      if (!bench_pellucid_read (bench->pellucid, NULL, program->bus_name, &reading, error))
        return FALSE;
      bench_series_add (series, reading.ms, reading.n_nodes);
    }
  return TRUE;
}

/* In milliseconds. */
static double
get_node_cost (const BenchSeries *series, guint size)
{
  return (bench_series_get_median (&series[size]) - bench_series_get_median (&series[0])) /
         (double) (series[size].n_nodes - series[0].n_nodes);
}

static char *
format_cost (const BenchSeries *series, guint size)
{
  return g_strdup_printf ("%.1f µs/node, %u of %s nodes",
                          get_node_cost (series, size) * 1000,
                          series[size].n_nodes,
                          sizes[size]);
}

static void
add_row (Bench *bench, const char *name, const BenchSeries *series)
{
  guint            worst = SMALLEST + 1;
  gboolean         is_complete = TRUE;
  double           ratio;
  g_autofree char *ours_text = NULL;
  g_autofree char *theirs_text = format_cost (series, SMALLEST);

  for (guint i = 0; i < N_SIZES; i++)
    {
      if (i > SMALLEST && get_node_cost (series, i) > get_node_cost (series, worst))
        worst = i;
      is_complete = is_complete && series[i].n_nodes == g_ascii_strtoull (sizes[i], NULL, 10);
    }
  ours_text = format_cost (series, worst);
  ratio = get_node_cost (series, worst) / get_node_cost (series, SMALLEST);
  bench_table_add (bench->table,
                   &(BenchRow){ .name = name,
                                .ours = ours_text,
                                .peer = "itself, few nodes",
                                .theirs = theirs_text,
                                .ratio = ratio,
                                .aim = "≤ 1.5×",
                                .is_met = ratio <= AIM && is_complete });
  for (guint i = 0; i < N_SIZES; i++)
    bench_table_note (bench->table,
                      "%s: %s nodes in %.1f ms",
                      name,
                      sizes[i],
                      bench_series_get_median (&series[i]));
}

static gboolean
start_programs (Bench *bench, const char *toolkit, BenchProgram **programs, GError **error)
{
  for (guint i = 0; i < N_SIZES; i++)
    {
      const char *const command[] = { "fixture-hostile", "--quiet", "--toolkit", toolkit,
                                      "--nodes",         sizes[i],  NULL };

      programs[i] = bench_program_start (command, bench->a11y_bus, error);
      if (programs[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
run_rounds (Bench *bench, BenchProgram **programs, BenchSeries *series, GError **error)
{
  guint order[N_SIZES];

  for (guint round = 0; round < MIN (bench->n_repeats, MAX_REPEATS); round++)
    {
      bench_shuffle (order, N_SIZES);
      for (guint i = 0; i < N_SIZES; i++)
        if (!measure (bench, programs[order[i]], order[i], &series[order[i]], error))
          return FALSE;
    }
  return TRUE;
}

static gboolean
run (Bench *bench, const Growth *growth, GError **error)
{
  BenchProgram *programs[N_SIZES] = { NULL };
  BenchSeries   series[N_SIZES];
  gboolean      ok;

  for (guint i = 0; i < N_SIZES; i++)
    {
      bench_series_init (&series[i]);
      series[i].name = sizes[i];
    }
  ok = start_programs (bench, growth->toolkit, programs, error) &&
       run_rounds (bench, programs, series, error);
  if (ok)
    add_row (bench, growth->row, series);
  for (guint i = 0; i < N_SIZES; i++)
    {
      bench_series_clear (&series[i]);
      bench_program_stop (programs[i]);
    }
  return ok;
}

gboolean
bench_growth (Bench *bench, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (growths); i++)
    {
      if (!bench_table_wants (bench->table, growths[i].row))
        continue;
      bench_say ("%s: from 250 to 50,000 nodes", growths[i].row);
      if (!run (bench, &growths[i], error))
        return FALSE;
    }
  return TRUE;
}
