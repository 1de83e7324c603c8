/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How long a selector takes to be resolved on a snapshot: windows of forms, each line of them a
 * label, a field, a check box and a button, in groups. Nothing has to be read for it. */

#include "bench.h"

#include "services/selector/resolver.h"

#include <math.h>
#include <time.h>

#define N_NODES      10000
#define N_FEW        5000
#define N_MANY       50000
#define N_PER_WINDOW 500
#define N_LINES      20 /* of a group */
#define N_AGAIN      31
#define LIMIT_MS     5.0
#define LIMIT_GROWTH 1.5

/* clang-format off */
static const struct { const char *row; const char *selector; } selections[] = {
  { "select-role-name", "role=Button && name=\"Item 4242\""                                 },
  { "select-contains",  "name~=\"tem 42\""                                                  },
  { "select-regex",     "name~=/^Item [0-9]*42$/"                                           },
  { "select-scoped",    "window=\"Window 7\" >> role=Pane >> role=Button && name^=Item"     },
  { "select-spatial",   "role=Text >> right-of >> role=Edit"                                },
};
/* clang-format on */

/* Nothing is waited for, so what other processes take does not count. */
static double
get_time_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

typedef struct
{
  PelSnapshotBuilder *builder;
  guint               n_nodes, max_nodes;
} Grower;

static PelElementId
add (Grower *self, PelElementId parent, PelRole role, const char *kind, PelNativeRect rect)
{
  guint            number = ++self->n_nodes;
  g_autofree char *path = g_strdup_printf ("/%u", number);
  g_autofree char *name = g_strdup_printf ("%s %u", kind, number);
  PelElement       element = {
          .parent = parent,
          .ref = number,
          .role = role,
          .states = PEL_STATE_BIT (PEL_STATE_ENABLED),
          .flags = PEL_ELEMENT_IS_VISIBLE | PEL_ELEMENT_HAS_BOUNDS,
          .name = name,
          .bus_name = ":1.1",
          .path = path,
          .bounds = rect,
  };

  return pel_snapshot_builder_add (self->builder, &element);
}

static void
add_line (Grower *self, PelElementId parent, double x, double y)
{
  static const PelRole roles[] = {
    PEL_ROLE_TEXT, PEL_ROLE_EDIT, PEL_ROLE_CHECK_BOX, PEL_ROLE_BUTTON
  };

  for (guint i = 0; i < G_N_ELEMENTS (roles) && self->n_nodes < self->max_nodes; i++)
    add (self, parent, roles[i], "Item", (PelNativeRect){ x + 50 * i, y, 45, 8 });
}

static void
add_group (Grower *self, PelElementId window, double x, double y)
{
  PelElementId group =
      add (self, window, PEL_ROLE_PANE, "Group", (PelNativeRect){ x, y, 200, 10.0 * N_LINES });

  for (guint i = 0; i < N_LINES && self->n_nodes < self->max_nodes; i++)
    add_line (self, group, x, y + 10 * i);
}

/* A group is a label's column and the next one's: what is right of one is in many others. */
static void
add_window (Grower *self, PelElementId root, guint number)
{
  guint        end = MIN (self->n_nodes + N_PER_WINDOW, self->max_nodes);
  PelElementId window =
      add (self, root, PEL_ROLE_WINDOW, "Main", (PelNativeRect){ 0, 0, 1000, 1000 });

  for (guint i = 0; self->n_nodes < end; i++)
    add_group (self, window, i % 4 * 220, floor (i / 4.0) * 220);
  pel_snapshot_builder_add_surface (self->builder, number, window);
}

static PelDesktop *
new_desktop (guint n_windows)
{
  static const PelMonitor  monitor = { "BENCH", { 0, 0, 2000, 2000 }, { 0, 0, 2000, 2000 }, 1, 1,
                                       TRUE };
  static const PelPlatform platform = { PEL_PLATFORM_X11, "bench", NULL, 0 };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (&monitor, 1);
  GPtrArray                   *windows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_windows; i++)
    {
      g_autofree char *title = g_strdup_printf ("Window %u", i);

      g_ptr_array_add (windows,
                       pel_window_new (&(PelWindowInfo){ .id = title,
                                                         .title = title,
                                                         .bounds = { 0, 0, 1000, 1000 },
                                                         .states = PEL_WINDOW_VISIBLE }));
    }
  return pel_desktop_new (&platform, layout, windows);
}

static PelSnapshot *
grow (guint n_nodes)
{
  Grower                 self = { .builder = pel_snapshot_builder_new (), .max_nodes = n_nodes };
  PelElementId           root;
  g_autoptr (PelDesktop) desktop = new_desktop (n_nodes / N_PER_WINDOW + 1);

  pel_snapshot_builder_add_program (self.builder,
                                    &(PelSnapshotProgram){ .bus_name = ":1.1", .name = "bench" });
  pel_snapshot_builder_set_desktop (self.builder, desktop);
  root = add (&self, PEL_ELEMENT_NONE, PEL_ROLE_APPLICATION, "Bench", (PelNativeRect){ 0 });
  for (guint i = 0; self.n_nodes < n_nodes; i++)
    add_window (&self, root, i);
  return pel_snapshot_builder_finish (self.builder);
}

/* In milliseconds; how many match. */
static guint
measure_once (PelSnapshot *snapshot, const PelSelector *selector, BenchSeries *series)
{
  double                    start = get_time_ms ();
  g_autoptr (PelResolution) resolution = pel_selector_resolve (selector, snapshot, NULL);

  bench_series_add (series, get_time_ms () - start, 0);
  return resolution->matches->len;
}

static void
add_time (Bench *bench, PelSnapshot *snapshot, guint selection)
{
  g_autoptr (PelSelector) selector = pel_selector_parse (selections[selection].selector, NULL);
  g_auto (BenchSeries)    series;
  guint                   n_matches = 0;
  double                  ms;
  g_autofree char        *ours = NULL;

  bench_series_init (&series);
  for (guint i = 0; i < N_AGAIN; i++)
    n_matches = measure_once (snapshot, selector, &series);
  ms = bench_series_get_median (&series);
  ours = bench_format_time (ms);
  bench_table_add (bench->table,
                   &(BenchRow){ .name = selections[selection].row,
                                .ours = ours,
                                .peer = "the aim",
                                .theirs = "5 ms",
                                .ratio = LIMIT_MS / ms,
                                .aim = "< 5 ms",
                                .is_met = ms < LIMIT_MS && n_matches > 0 });
  bench_table_note (bench->table,
                    "%s: %s matches %u of %u",
                    selections[selection].row,
                    selections[selection].selector,
                    n_matches,
                    pel_snapshot_get_n_elements (snapshot));
}

typedef struct
{
  double few_ns, many_ns; /* a node */
} Growth;

/* By turns, so that a busy moment falls on both. */
static Growth
measure_growth (PelSnapshot *few, PelSnapshot *many, const char *text)
{
  g_autoptr (PelSelector) selector = pel_selector_parse (text, NULL);
  g_auto (BenchSeries)    few_series, many_series;

  bench_series_init (&few_series);
  bench_series_init (&many_series);
  for (guint i = 0; i < N_AGAIN; i++)
    {
      measure_once (few, selector, &few_series);
      measure_once (many, selector, &many_series);
    }
  return (Growth){ bench_series_get_median (&few_series) * 1e6 / N_FEW,
                   bench_series_get_median (&many_series) * 1e6 / N_MANY };
}

/* The selector that suffers most from the size. */
static void
add_growth (Bench *bench)
{
  g_autoptr (PelSnapshot) few = grow (N_FEW);
  g_autoptr (PelSnapshot) many = grow (N_MANY);
  Growth                  worst = { 1, 0 };
  g_autofree char        *ours = NULL;
  g_autofree char        *theirs = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (selections); i++)
    {
      Growth growth = measure_growth (few, many, selections[i].selector);

      bench_table_note (bench->table,
                        "select-growth: %s: %.0f and %.0f ns/node",
                        selections[i].row,
                        growth.few_ns,
                        growth.many_ns);
      if (growth.many_ns / growth.few_ns > worst.many_ns / worst.few_ns)
        worst = growth;
    }
  ours = g_strdup_printf ("%.0f ns/node, %u nodes", worst.many_ns, N_MANY);
  theirs = g_strdup_printf ("%.0f ns/node", worst.few_ns);
  bench_table_add (bench->table,
                   &(BenchRow){ .name = "select-growth",
                                .ours = ours,
                                .peer = "itself, few nodes",
                                .theirs = theirs,
                                .ratio = worst.many_ns / worst.few_ns,
                                .aim = "≤ 1.5×",
                                .is_met = worst.many_ns / worst.few_ns <= LIMIT_GROWTH });
}

gboolean
bench_select (Bench *bench, GError **error)
{
  g_autoptr (PelSnapshot) snapshot = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (selections); i++)
    {
      if (!bench_table_wants (bench->table, selections[i].row))
        continue;
      if (snapshot == NULL)
        {
          bench_say ("selectors on %u nodes", N_NODES);
          snapshot = grow (N_NODES);
        }
      add_time (bench, snapshot, i);
    }
  if (bench_table_wants (bench->table, "select-growth"))
    add_growth (bench);
  return TRUE;
}
