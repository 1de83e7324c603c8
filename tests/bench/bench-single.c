/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One program at a time: cold, warm, and how near to the floor. */

#include "bench-floor.h"
#include "bench-peer.h"
#include "bench-program.h"
#include "bench.h"

#define WARM_AIM      50
#define SETTLE_MS     300 /* events are registered, places were asked for once more */
#define WARM_PAUSE_MS 50
#define N_WARM_LOOKS  5

typedef struct
{
  Bench                  *bench;
  const BenchProgramKind *kind;
  BenchProgram           *program;
  BenchSeries             cold, warm, floor;
  BenchSeries             peer_cold[BENCH_N_PEERS], pyatspi_warm;
} Single;

/* Methods: the peers by their ids, then these. */
enum
{
  METHOD_PELLUCID = BENCH_N_PEERS,
  METHOD_FLOOR,
  N_METHODS
};

static void
for_each_series (Single *self, void (*function) (BenchSeries *))
{
  function (&self->cold);
  function (&self->warm);
  function (&self->floor);
  function (&self->pyatspi_warm);
  for (guint i = 0; i < BENCH_N_PEERS; i++)
    function (&self->peer_cold[i]);
}

static void
name_series (Single *self)
{
  self->cold.name = "Pellucid cold";
  self->warm.name = "Pellucid warm";
  self->floor.name = "floor";
  self->pyatspi_warm.name = "pyatspi warm";
  for (guint i = 0; i < BENCH_N_PEERS; i++)
    self->peer_cold[i].name = bench_peer_names[i];
}

static gboolean
read_warm (Single *self, PelElementSource *source, GError **error)
{
  g_auto (BenchSeries) looks;
  BenchReading         reading;

  bench_series_init (&looks);
  pel_element_source_start_watching (source);
  bench_run_loop (SETTLE_MS);
  for (guint i = 0; i < N_WARM_LOOKS; i++)
    {
      if (!bench_pellucid_read (self->bench->pellucid,
                                source,
                                self->program->bus_name,
                                &reading,
                                error))
        return FALSE;
      bench_series_add (&looks, reading.ms, reading.n_nodes);
      bench_run_loop (WARM_PAUSE_MS);
    }
  pel_element_source_stop_watching (source);
  bench_series_add (&self->warm, bench_series_get_median (&looks), looks.n_nodes);
  return TRUE;
}

static gboolean
measure_pellucid (Single *self, GError **error)
{
  gint64                       start = bench_begin ();
  g_autoptr (PelElementSource) source = bench_pellucid_new_source (self->bench->pellucid);
  double                       made_ms = (double) (g_get_monotonic_time () - start) / 1000;
  BenchReading                 reading;

  if (!bench_pellucid_read (self->bench->pellucid,
                            source,
                            self->program->bus_name,
                            &reading,
                            error))
    return FALSE;
  bench_series_add (&self->cold, made_ms + reading.ms, reading.n_nodes);
  self->cold.n_calls = reading.n_calls;
  return read_warm (self, source, error);
}

static gboolean
measure_peer (Single *self, BenchPeerId id, GError **error)
{
  g_autoptr (BenchPeer) peer = bench_peer_start (id, error);
  double                ms;
  guint                 n_nodes;

  if (peer == NULL || !bench_peer_walk (peer, self->program->pid, &ms, &n_nodes, error))
    return FALSE;
  bench_series_add (&self->peer_cold[id], ms, n_nodes);
  if (id != BENCH_PYATSPI)
    return TRUE;
  if (!bench_peer_walk (peer, self->program->pid, &ms, &n_nodes, error))
    return FALSE;
  bench_series_add (&self->pyatspi_warm, ms, n_nodes);
  return TRUE;
}

static gboolean
measure_floor (Single *self, GError **error)
{
  double ms;

  if (!bench_floor_measure (self->bench->a11y_address,
                            self->program->bus_name,
                            self->cold.n_calls,
                            &ms,
                            error))
    return FALSE;
  bench_series_add (&self->floor, ms, 0);
  return TRUE;
}

static gboolean
measure (Single *self, guint method, GError **error)
{
  if (method < BENCH_N_PEERS)
    return measure_peer (self, method, error);
  return method == METHOD_PELLUCID ? measure_pellucid (self, error) : measure_floor (self, error);
}

/* Cold means that our model is empty, not that nobody has ever read the program: a first visit,
 * which does not count, makes it build its accessible objects. It also tells how many calls the
 * floor is made of. */
static gboolean
visit (Single *self, GError **error)
{
  BenchReading reading;
  guint        n_nodes;

  if (!bench_peer_visit (self->program, self->kind, &n_nodes, error) ||
      !bench_pellucid_read (self->bench->pellucid, NULL, self->program->bus_name, &reading, error))
    return FALSE;
  self->cold.n_calls = reading.n_calls;
  return TRUE;
}

static guint
count_all_nodes (Single *self)
{
  guint n_nodes = MAX (MAX (self->cold.n_nodes, self->warm.n_nodes), self->pyatspi_warm.n_nodes);

  for (guint i = 0; i < BENCH_N_PEERS; i++)
    n_nodes = MAX (n_nodes, self->peer_cold[i].n_nodes);
  return n_nodes;
}

static void
add_row (Single            *self,
         const char        *what,
         const BenchSeries *ours,
         const char        *peer,
         const BenchSeries *theirs,
         double             aim)
{
  guint            n_nodes = count_all_nodes (self);
  double           ratio = bench_series_get_median (theirs) / bench_series_get_median (ours);
  g_autofree char *name = g_strdup_printf ("%s-%s", what, self->kind->name);
  g_autofree char *ours_text = bench_format_reading (ours, n_nodes);
  g_autofree char *theirs_text = bench_format_reading (theirs, n_nodes);
  g_autofree char *aim_text = g_strdup_printf ("≥ %g×", aim);

  bench_table_add (self->bench->table,
                   &(BenchRow){ .name = name,
                                .ours = ours_text,
                                .peer = peer,
                                .theirs = theirs_text,
                                .ratio = ratio,
                                .aim = aim_text,
                                .is_met = ratio >= aim && ours->n_nodes == n_nodes });
}

static void
add_floor_row (Single *self)
{
  double           ours = bench_series_get_median (&self->cold);
  double           floor = bench_series_get_median (&self->floor);
  g_autofree char *name = g_strdup_printf ("floor-%s", self->kind->name);
  g_autofree char *ours_text = bench_format_time (ours);
  g_autofree char *theirs_text = bench_format_time (floor);
  g_autofree char *peer = g_strdup_printf ("%u pings", self->cold.n_calls);

  bench_table_add (self->bench->table,
                   &(BenchRow){ .name = name,
                                .ours = ours_text,
                                .peer = peer,
                                .theirs = theirs_text,
                                .ratio = floor / ours });
}

static void
add_rows (Single *self)
{
  add_row (self,
           "cold",
           &self->cold,
           bench_peer_names[BENCH_PYATSPI],
           &self->peer_cold[BENCH_PYATSPI],
           self->kind->pyatspi_aim);
  add_row (self,
           "cold",
           &self->cold,
           bench_peer_names[BENCH_LIBATSPI],
           &self->peer_cold[BENCH_LIBATSPI],
           self->kind->libatspi_aim);
  add_row (self,
           "warm",
           &self->warm,
           bench_peer_names[BENCH_PYATSPI],
           &self->pyatspi_warm,
           WARM_AIM);
  add_floor_row (self);
}

static gboolean
run_rounds (Single *self, GError **error)
{
  guint order[N_METHODS];

  if (!visit (self, error))
    return FALSE;
  for (guint round = 0; round < self->bench->n_repeats; round++)
    {
      bench_shuffle (order, N_METHODS);
      for (guint i = 0; i < N_METHODS; i++)
        if (!measure (self, order[i], error))
          return FALSE;
    }
  add_rows (self);
  return TRUE;
}

static gboolean
run_program (Bench *bench, const BenchProgramKind *kind, GError **error)
{
  Single           self = { .bench = bench, .kind = kind };
  gboolean         ok;
  g_autofree char *toolkit = NULL;

  bench_say ("%s: cold, warm, floor", kind->name);
  self.program = bench_program_start (kind->command, bench->a11y_bus, error);
  if (self.program == NULL)
    return FALSE;
  for_each_series (&self, bench_series_init);
  name_series (&self);
  ok = run_rounds (&self, error);
  toolkit = bench_program_dup_toolkit (self.program, bench->a11y_bus);
  bench_table_note (bench->table, "%s is %s", kind->name, toolkit);
  for_each_series (&self, bench_series_clear);
  bench_program_stop (self.program);
  return ok;
}

static gboolean
is_wanted (Bench *bench, const BenchProgramKind *kind)
{
  static const char *const names[] = { "cold", "warm", "floor" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%s", names[i], kind->name);

      if (bench_table_wants (bench->table, name))
        return TRUE;
    }
  return FALSE;
}

gboolean
bench_single (Bench *bench, GError **error)
{
  for (guint i = BENCH_N_PROGRAMS; i > 0; i--)
    if (is_wanted (bench, &bench_programs[i - 1]) &&
        !run_program (bench, &bench_programs[i - 1], error))
      return FALSE;
  return TRUE;
}
