/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* All programs at once, against one after another; and with one more that has been stopped. */

#include "bench-peer.h"
#include "bench-program.h"
#include "bench.h"

#include "services/provider/atspi-queue.h"

#include <signal.h>

#define SUM_ROW     "desktop-sum"
#define FOCUSED_ROW "desktop-focused"
#define STOPPED_ROW "stopped"

#define FOCUSED_AIM      1.5
#define STOPPED_AIM      1.1
#define FOCUS_TIMEOUT_MS 10000
#define POLL_MS          100

typedef struct
{
  Bench        *bench;
  BenchProgram *programs[BENCH_N_PROGRAMS];
  BenchProgram *victim;                    /* a small one, that will be stopped */
  BenchSeries   singles[BENCH_N_PROGRAMS]; /* a cold look at one of them */
  BenchSeries   at_once, stopped;          /* at all; nodes without the victim's */
  BenchSeries   focused;                   /* its tree, while all are looked at */
  guint         n_nodes[BENCH_N_PROGRAMS]; /* as a peer counts them */
} Desktop;

/* Methods: one of the programs by its id, then these. */
enum
{
  METHOD_AT_ONCE = BENCH_N_PROGRAMS,
  METHOD_STOPPED,
  N_METHODS
};

static const char *const victim_command[] = { "fixture-hostile", "--quiet", NULL };

static void
for_each_series (Desktop *self, void (*function) (BenchSeries *))
{
  for (guint i = 0; i < BENCH_N_PROGRAMS; i++)
    function (&self->singles[i]);
  function (&self->at_once);
  function (&self->stopped);
  function (&self->focused);
}

static void
name_series (Desktop *self)
{
  for (guint i = 0; i < BENCH_N_PROGRAMS; i++)
    self->singles[i].name = bench_programs[i].name;
  self->at_once.name = "at once";
  self->stopped.name = "one stopped";
  self->focused.name = "focused";
}

static gboolean
measure_single (Desktop *self, guint id, GError **error)
{
  BenchReading reading;

  if (!bench_pellucid_read (self->bench->pellucid,
                            NULL,
                            self->programs[id]->bus_name,
                            &reading,
                            error))
    return FALSE;
  bench_series_add (&self->singles[id], reading.ms, reading.n_nodes);
  return TRUE;
}

/* The desktop, and together with it the active window, whose program should be there early. */
static gboolean
measure_at_once (Desktop *self, BenchSeries *whole, BenchSeries *focused, GError **error)
{
  gint64                       start = bench_begin ();
  g_autoptr (PelElementSource) source = bench_pellucid_new_source (self->bench->pellucid);
  g_auto (BenchLook)           all = { 0 }, active = { 0 };
  const char                  *focused_name = self->programs[BENCH_GTK3]->bus_name;
  gboolean                     ok;

  bench_look_start (&all, source, &(PelLook){ .kind = PEL_LOOK_DESKTOP });
  bench_look_start (&active, source, &(PelLook){ .kind = PEL_LOOK_ACTIVE_WINDOW });
  ok = bench_look_wait (&active, error);
  ok = bench_look_wait (&all, ok ? error : NULL) && ok;
  if (!ok)
    return FALSE;
  bench_series_add (whole,
                    (double) (all.end - start) / 1000,
                    bench_count_nodes (all.snapshot, BENCH_COUNT_OTHERS, self->victim->bus_name));
  if (focused != NULL)
    bench_series_add (focused,
                      (double) (active.end - start) / 1000,
                      bench_count_nodes (active.snapshot, BENCH_COUNT_PROGRAM, focused_name));
  return TRUE;
}

static gboolean
measure_stopped (Desktop *self, GError **error)
{
  gboolean ok;

  kill (self->victim->pid, SIGSTOP);
  ok = measure_at_once (self, &self->stopped, NULL, error);
  kill (self->victim->pid, SIGCONT);
  return ok;
}

static gboolean
measure (Desktop *self, guint method, GError **error)
{
  if (method < BENCH_N_PROGRAMS)
    return measure_single (self, method, error);
  return method == METHOD_AT_ONCE ? measure_at_once (self, &self->at_once, &self->focused, error)
                                  : measure_stopped (self, error);
}

/* Rows */

static guint
count_all_nodes (Desktop *self)
{
  guint count = 0;

  for (guint i = 0; i < BENCH_N_PROGRAMS; i++)
    count += self->n_nodes[i];
  return count;
}

static void
add_sum_row (Desktop *self)
{
  double           at_once = bench_series_get_median (&self->at_once), sum = 0;
  guint            n_nodes = count_all_nodes (self);
  g_autofree char *ours_text = bench_format_reading (&self->at_once, n_nodes);
  g_autofree char *theirs_text = NULL;

  for (guint i = 0; i < BENCH_N_PROGRAMS; i++)
    sum += bench_series_get_median (&self->singles[i]);
  theirs_text = bench_format_time (sum);
  bench_table_add (self->bench->table,
                   &(BenchRow){ .name = SUM_ROW,
                                .ours = ours_text,
                                .peer = "one by one",
                                .theirs = theirs_text,
                                .ratio = sum / at_once,
                                .aim = "≥ 1×",
                                .is_met = sum >= at_once && self->at_once.n_nodes >= n_nodes });
}

static void
add_focused_row (Desktop *self)
{
  const BenchSeries *alone = &self->singles[BENCH_GTK3];
  double ratio = bench_series_get_median (&self->focused) / bench_series_get_median (alone);
  guint  n_nodes = self->n_nodes[BENCH_GTK3];
  g_autofree char *ours_text = bench_format_reading (&self->focused, n_nodes);
  g_autofree char *theirs_text = bench_format_reading (alone, n_nodes);

  bench_table_add (self->bench->table,
                   &(BenchRow){ .name = FOCUSED_ROW,
                                .ours = ours_text,
                                .peer = "it alone",
                                .theirs = theirs_text,
                                .ratio = ratio,
                                .aim = "≤ 1.5×",
                                .is_met =
                                    ratio <= FOCUSED_AIM && self->focused.n_nodes >= n_nodes });
}

static void
add_stopped_row (Desktop *self)
{
  double           without = bench_series_get_median (&self->at_once);
  double           limit = MAX (without, PEL_ATSPI_SILENCE_MS);
  guint            n_nodes = count_all_nodes (self);
  double           ratio = bench_series_get_median (&self->stopped) / limit;
  g_autofree char *ours_text = bench_format_reading (&self->stopped, n_nodes);
  g_autofree char *theirs_text = bench_format_time (limit);

  bench_table_add (self->bench->table,
                   &(BenchRow){
                       .name = STOPPED_ROW,
                       .ours = ours_text,
                       .peer = without > PEL_ATSPI_SILENCE_MS ? "without it" : "its deadline",
                       .theirs = theirs_text,
                       .ratio = ratio,
                       .aim = "≤ 1.1×",
                       .is_met = ratio <= STOPPED_AIM && self->stopped.n_nodes >= n_nodes });
}

/* Programs */

static gboolean
wait_for_focus (Desktop *self, GError **error)
{
  gint64 deadline = g_get_monotonic_time () + FOCUS_TIMEOUT_MS * G_TIME_SPAN_MILLISECOND;

  while (bench_pellucid_find_active (self->bench->pellucid) != self->programs[BENCH_GTK3]->pid)
    {
      if (g_get_monotonic_time () > deadline)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "gtk3 does not get the focus");
          return FALSE;
        }
      bench_run_loop (POLL_MS);
    }
  return TRUE;
}

static gboolean
start_programs (Desktop *self, GError **error)
{
  GDBusConnection *bus = self->bench->a11y_bus;

  self->victim = bench_program_start (victim_command, bus, error);
  if (self->victim == NULL)
    return FALSE;
  for (guint i = 0; i < BENCH_N_PROGRAMS; i++)
    {
      self->programs[i] = bench_program_start (bench_programs[i].command, bus, error);
      if (self->programs[i] == NULL ||
          !bench_peer_visit (self->programs[i], &bench_programs[i], &self->n_nodes[i], error))
        return FALSE;
    }
  return wait_for_focus (self, error);
}

static gboolean
run_rounds (Desktop *self, GError **error)
{
  guint order[N_METHODS];

  if (!start_programs (self, error))
    return FALSE;
  for (guint round = 0; round < self->bench->n_repeats; round++)
    {
      bench_shuffle (order, N_METHODS);
      for (guint i = 0; i < N_METHODS; i++)
        if (!measure (self, order[i], error))
          return FALSE;
    }
  add_sum_row (self);
  add_focused_row (self);
  add_stopped_row (self);
  return TRUE;
}

gboolean
bench_desktop (Bench *bench, GError **error)
{
  Desktop  self = { .bench = bench };
  gboolean ok;

  if (!bench_table_wants (bench->table, SUM_ROW) &&
      !bench_table_wants (bench->table, FOCUSED_ROW) &&
      !bench_table_wants (bench->table, STOPPED_ROW))
    return TRUE;
  bench_say ("all programs at once");
  for_each_series (&self, bench_series_init);
  name_series (&self);
  ok = run_rounds (&self, error);
  for_each_series (&self, bench_series_clear);
  for (guint i = 0; i < BENCH_N_PROGRAMS; i++)
    bench_program_stop (self.programs[i]);
  bench_program_stop (self.victim);
  return ok;
}
