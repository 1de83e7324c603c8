/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The overlay over programs in which nothing happens: what it takes of a processor to show hundreds
 * of numbers for ten seconds, and how often the main loop has something to do. */

#include "bench-program.h"
#include "bench.h"

#include "overlay/overlay.h"
#include "overlay/surface-factory.h"
#include "services/region/region-tracker.h"

#include <time.h>

#define ROW         "idle"
#define LIMIT_MS    2.0
#define MIN_REGIONS 300
#define START_MS    10000 /* until so many are numbered */
#define SETTLE_MS   13000 /* until the last look does not count as recent any more */
#define WATCH_MS    10000
#define STEP_MS     50

/* Beside each other, as high as the screen. */
static const char *const commands[][10] = {
  { "fixture-gtk3", "--count", "400", "--size", "900x1000", "--position", "0,0", NULL },
  { "fixture-gtk3", "--count", "400", "--size", "900x1000", "--position", "930,0", NULL },
};

static double
get_time_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static gboolean
time_is_up_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* How often there was something to do, less the end. */
static guint
count_turns (guint ms)
{
  gboolean time_is_up = FALSE;
  guint    n = 0;

  g_timeout_add (ms, time_is_up_cb, &time_is_up);
  while (!time_is_up)
    n += g_main_context_iteration (NULL, TRUE);
  return n - 1;
}

static guint
count_regions (PelRegionRegistry *registry)
{
  PelRegionList *list = pel_region_registry_get_list (registry);

  return list != NULL ? list->regions->len : 0;
}

static gboolean
measure (Bench *bench, PelRegionRegistry *registry, GError **error)
{
  g_autofree char *ours = NULL;
  double           ms;
  guint            n_turns;

  for (guint i = 0; i < START_MS / STEP_MS && count_regions (registry) < MIN_REGIONS; i++)
    bench_run_loop (STEP_MS);
  if (count_regions (registry) < MIN_REGIONS)
    {
      g_set_error (error,
                   G_IO_ERROR,
                   G_IO_ERROR_NOT_FOUND,
                   "there are only %u regions",
                   count_regions (registry));
      return FALSE;
    }
  bench_run_loop (SETTLE_MS);
  ms = get_time_ms ();
  n_turns = count_turns (WATCH_MS);
  ms = get_time_ms () - ms;
  ours = bench_format_time (ms);
  bench_table_add (bench->table,
                   &(BenchRow){ .name = ROW,
                                .ours = ours,
                                .peer = "the aim",
                                .theirs = "2 ms",
                                .ratio = LIMIT_MS / MAX (ms, 0.001),
                                .aim = "< 2 ms",
                                .is_met = ms < LIMIT_MS && n_turns == 0 });
  bench_table_note (bench->table,
                    "idle: %u regions, something to do %u times in ten seconds",
                    count_regions (registry),
                    n_turns);
  return TRUE;
}

static PelSurface *
make_surface (gpointer unused, GError **error)
{
  return pel_surface_new (PEL_PLATFORM_X11, error);
}

static gboolean
show_and_measure (Bench *bench, GError **error)
{
  const PelRegionScope          scope = { .kind = PEL_REGIONS_OF_APP, .target = "fixture-gtk3" };
  g_autoptr (PelElementSource)  source = bench_pellucid_new_source (bench->pellucid);
  g_autoptr (PelRegionRegistry) registry = pel_region_registry_new ();
  g_autoptr (PelRegionTracker)  tracker = pel_region_tracker_new (source, registry);
  g_autoptr (PelOverlay)        overlay = pel_overlay_new (registry, make_surface, NULL);
  gboolean                      ok;

  pel_region_tracker_show (tracker, &scope);
  ok = measure (bench, registry, error);
  pel_region_tracker_hide (tracker);
  bench_run_loop (STEP_MS); /* until its looks have ended */
  return ok;
}

gboolean
bench_idle (Bench *bench, GError **error)
{
  g_autoptr (BenchProgram) left = NULL;
  g_autoptr (BenchProgram) right = NULL;

  if (!bench_table_wants (bench->table, ROW))
    return TRUE;
  bench_say (ROW);
  left = bench_program_start (commands[0], bench->a11y_bus, error);
  if (left == NULL)
    return FALSE;
  right = bench_program_start (commands[1], bench->a11y_bus, error);
  return right != NULL && show_and_measure (bench, error);
}
