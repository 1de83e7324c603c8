/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What is at a point, among 10,000 nodes: windows of boxes in boxes as programs have them, and a
 * heap of 10,000 that all lie on each other, where every one is a candidate. */

#include "bench.h"

#include <time.h>

#define N_NODES    10000
#define N_WINDOWS  20
#define N_POINTS   2000
#define N_SUSPECTS 20 /* of the points: those that took longest */
#define N_AGAIN    51 /* how often each of them is asked again: one reading may be the scheduler's */
#define SCREEN     2000
#define LIMIT_MS   0.020
#define FAN_OUT    6

typedef struct
{
  double         ns;
  PelNativePoint point;
} Suspect;

static double
get_time_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec * 1e9 + (double) now.tv_nsec;
}

/* Trees */

typedef struct
{
  PelSnapshotBuilder *builder;
  guint               program;
  PelElementId        root;
  GPtrArray          *windows; /* of PelWindow, the topmost first */
  guint               n_nodes;
} Grower;

static PelElementId
add_element (Grower *self, PelElementId parent, PelRole role, PelNativeRect rect)
{
  g_autofree char *path = g_strdup_printf ("/%u", self->n_nodes);
  PelElement       element = {
          .parent = parent,
          .program = self->program,
          .ref = ++self->n_nodes,
          .role = role,
          .flags = PEL_ELEMENT_IS_VISIBLE | (rect.width > 0 ? PEL_ELEMENT_HAS_BOUNDS : 0),
          .name = "",
          .bus_name = ":1.1",
          .path = path,
          .bounds = rect,
  };

  return pel_snapshot_builder_add (self->builder, &element);
}

/* With a window on the screen, below those that are there. */
static PelElementId
add_window (Grower *self, PelNativeRect rect)
{
  g_autofree char *id = g_strdup_printf ("0x%x", self->windows->len + 1);
  PelElementId     element = add_element (self, self->root, PEL_ROLE_WINDOW, rect);

  pel_snapshot_builder_add_surface (self->builder, self->windows->len, element);
  g_ptr_array_add (self->windows,
                   pel_window_new (&(PelWindowInfo){ .id = id,
                                                     .title = "",
                                                     .app = "bench",
                                                     .bounds = rect,
                                                     .content = rect,
                                                     .states = PEL_WINDOW_VISIBLE }));
  return element;
}

/* Splits a box into rows, these into columns, and so on down to the size of a button. */
static void
fill_box (Grower *self, PelElementId parent, PelNativeRect box, gboolean by_rows, guint n_nodes)
{
  double part = (by_rows ? box.height : box.width) / FAN_OUT;
  guint  share = n_nodes / FAN_OUT;

  for (guint i = 0; i < FAN_OUT && i < n_nodes; i++)
    {
      PelNativeRect rect = by_rows ? (PelNativeRect){ box.x, box.y + i * part, box.width, part }
                                   : (PelNativeRect){ box.x + i * part, box.y, part, box.height };
      PelElementId  child = add_element (self, parent, PEL_ROLE_GROUP, rect);

      if (share > 1)
        fill_box (self, child, rect, !by_rows, share - 1);
    }
}

static void
grow_windows (Grower *self)
{
  while (self->n_nodes < N_NODES)
    {
      PelNativeRect rect = { g_random_double_range (0, SCREEN / 2.0),
                             g_random_double_range (0, SCREEN / 2.0),
                             SCREEN / 2.0,
                             SCREEN / 2.0 };
      guint         n_left = N_NODES - self->n_nodes;

      fill_box (self, add_window (self, rect), rect, TRUE, MIN (n_left - 1, N_NODES / N_WINDOWS));
    }
}

static void
add_pile (Grower *self, PelElementId parent, guint n_nodes)
{
  for (guint i = 0; i < n_nodes; i++)
    {
      double        inset = g_random_double_range (0, SCREEN / 4.0);
      PelNativeRect rect = { inset, inset, SCREEN - 2 * inset, SCREEN - 2 * inset };

      add_element (self, parent, PEL_ROLE_GROUP, rect);
    }
}

/* The upper half in a scrolling area that shows a corner of them only. */
static void
grow_heap (Grower *self)
{
  PelNativeRect corner = { 0, 0, SCREEN / 10.0, SCREEN / 10.0 };
  PelElementId  window = add_window (self, (PelNativeRect){ 0, 0, SCREEN, SCREEN });

  add_pile (self, window, N_NODES / 2);
  add_pile (self,
            add_element (self, window, PEL_ROLE_SCROLL_AREA, corner),
            N_NODES - self->n_nodes - 1);
}

static PelDesktop *
new_desktop (GPtrArray *windows)
{
  static const PelMonitor monitor = {
    "BENCH", { 0, 0, SCREEN, SCREEN }, { 0, 0, SCREEN, SCREEN }, 1, 1, TRUE
  };
  static const PelPlatform     platform = { PEL_PLATFORM_X11, "bench", NULL, 0 };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (&monitor, 1);

  return pel_desktop_new (&platform, layout, windows);
}

static PelSnapshot *
grow (void (*function) (Grower *))
{
  Grower                 self = { .builder = pel_snapshot_builder_new (),
                                  .windows = g_ptr_array_new_with_free_func (g_object_unref) };
  PelSnapshotProgram     program = { .bus_name = ":1.1", .name = "bench", .is_answering = TRUE };
  g_autoptr (PelDesktop) desktop = NULL;

  self.program = pel_snapshot_builder_add_program (self.builder, &program);
  self.root = add_element (&self, PEL_ELEMENT_NONE, PEL_ROLE_APPLICATION, (PelNativeRect){ 0 });
  function (&self);
  desktop = new_desktop (self.windows);
  pel_snapshot_builder_set_desktop (self.builder, desktop);
  return pel_snapshot_builder_finish (self.builder);
}

/* Points */

static int
compare_suspects (gconstpointer a, gconstpointer b)
{
  const Suspect *left = a, *right = b;

  return (left->ns < right->ns) - (left->ns > right->ns);
}

static guint n_asked, n_hits;

static double
time_hit (PelSnapshot *snapshot, PelNativePoint point)
{
  double       start = get_time_ns ();
  PelElementId hit = pel_snapshot_hit_test (snapshot, point);
  double       end = get_time_ns ();

  n_asked++;
  n_hits += hit != PEL_ELEMENT_NONE;
  return end - start;
}

static double
get_median_of (PelSnapshot *snapshot, PelNativePoint point)
{
  g_auto (BenchSeries) again;

  bench_series_init (&again);
  for (guint i = 0; i < N_AGAIN; i++)
    bench_series_add (&again, time_hit (snapshot, point), 0);
  return bench_series_get_median (&again);
}

/* Random points: the median of all, and the worst of those that were slow. */
static void
ask (PelSnapshot *snapshot, double *ret_typical_ms, double *ret_worst_ms)
{
  Suspect suspects[N_POINTS];
  double  worst = 0;

  for (guint i = 0; i < N_POINTS; i++)
    {
      suspects[i].point =
          (PelNativePoint){ g_random_double_range (0, SCREEN), g_random_double_range (0, SCREEN) };
      suspects[i].ns = time_hit (snapshot, suspects[i].point);
    }
  qsort (suspects, N_POINTS, sizeof (Suspect), compare_suspects);
  for (guint i = 0; i < N_SUSPECTS; i++)
    worst = MAX (worst, get_median_of (snapshot, suspects[i].point));
  *ret_typical_ms = suspects[N_POINTS / 2].ns / 1e6;
  *ret_worst_ms = worst / 1e6;
}

static void
add_row (Bench *bench, const char *name, double ms)
{
  g_autofree char *ours = bench_format_time (ms);

  bench_table_add (bench->table,
                   &(BenchRow){ .name = name,
                                .ours = ours,
                                .peer = "the aim",
                                .theirs = "20 µs",
                                .ratio = LIMIT_MS / ms,
                                .aim = "< 20 µs",
                                .is_met = ms < LIMIT_MS });
}

gboolean
bench_hit (Bench *bench, GError **error)
{
  g_autoptr (PelSnapshot) windows = NULL;
  g_autoptr (PelSnapshot) heap = NULL;
  double                  typical, windows_worst, heap_worst, unused;

  if (!bench_table_wants (bench->table, "hit-typical") &&
      !bench_table_wants (bench->table, "hit-worst") &&
      !bench_table_wants (bench->table, "hit-hostile"))
    return TRUE;
  bench_say ("what is at a point");
  windows = grow (grow_windows);
  heap = grow (grow_heap);
  ask (windows, &typical, &windows_worst);
  ask (heap, &unused, &heap_worst);
  add_row (bench, "hit-typical", typical);
  add_row (bench, "hit-worst", windows_worst);
  add_row (bench, "hit-hostile", heap_worst);
  bench_table_note (bench->table, "hit: %u of %u points hit something", n_hits, n_asked);
  return TRUE;
}
