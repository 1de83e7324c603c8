/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The overlay on an X screen of 4K with a compositor: 1,000 numbered outlines, and one of them
 * hovered after another, from the scene to the answer of the server that it is drawn. The time of
 * our processor is taken; what it costs the server and the compositor is told below the table. */

#include "bench-screen.h"
#include "bench.h"

#include "overlay/surface-factory.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROW        "surface-hover"
#define MEMORY_ROW "surface-memory"
#define WIDTH      3840
#define HEIGHT     2160
#define N_COLUMNS  25
#define N_OUTLINES 1000
#define N_HOVERS   40
#define HOVER_STEP 397 /* from one to another far away */
#define HOVER_MS   2.0
#define WAIT_MS    50   /* much more than a hover takes */
#define START_MS   1500 /* until a compositor has drawn */

static const PelMonitor monitor = {
  "screen", { 0, 0, WIDTH, HEIGHT }, { 0, 0, WIDTH, HEIGHT }, 1, 1, TRUE
};

typedef struct
{
  BenchScreen       screen;
  PelMonitorLayout *layout;
  PelSurface       *surface;
} Screen;

static double
get_time_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

/* What a process has taken of a processor so far. */
static double
get_time_of (GSubprocess *process)
{
  g_autofree char *path =
      g_strdup_printf ("/proc/%s/schedstat", g_subprocess_get_identifier (process));
  g_autofree char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text != NULL ? g_ascii_strtod (text, NULL) / 1e6 : 0;
}

static void
add_item (PelScene *scene, PelItemKind kind, PelShade shade, PelBufferRect rect, char *text)
{
  pel_scene_add (scene,
                 &(PelSceneItem){ .kind = kind, .shade = shade, .rect = rect, .text = text });
}

static GPtrArray *
make_scenes (guint hovered)
{
  GPtrArray    *scenes = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_scene_unref);
  PelScene     *scene = pel_scene_new (monitor.name, WIDTH, HEIGHT, monitor.scale);
  int           width = WIDTH / N_COLUMNS, height = HEIGHT / (N_OUTLINES / N_COLUMNS);
  PelBufferRect place;

  for (int i = 0; i < N_OUTLINES; i++)
    {
      g_autofree char *number = g_strdup_printf ("%d", i + 1);

      place =
          (PelBufferRect){ i % N_COLUMNS * width, i / N_COLUMNS * height, width - 4, height - 3 };
      add_item (scene, PEL_ITEM_OUTLINE, PEL_SHADE_ACCESSIBILITY, place, NULL);
      place.width = 34;
      place.height = 20;
      add_item (scene, PEL_ITEM_TAG, PEL_SHADE_ACCESSIBILITY, place, number);
    }
  place = (PelBufferRect){
    (int) (hovered % N_COLUMNS) * width, (int) (hovered / N_COLUMNS) * height, width - 4, height - 3
  };
  add_item (scene, PEL_ITEM_OUTLINE, PEL_SHADE_HOVERED, place, NULL);
  place.y += height;
  place.width = 220;
  place.height = 40;
  add_item (scene, PEL_ITEM_LABEL, PEL_SHADE_HOVERED, place, (char *) "Button “Save”  149 × 51");
  g_ptr_array_add (scenes, scene);
  return scenes;
}

static double
hover (Screen *self, guint index, guint wait_ms)
{
  g_autoptr (GPtrArray) scenes = make_scenes (index);
  double                start = get_time_ms ();

  pel_surface_set_scenes (self->surface, self->layout, scenes);
  bench_run_for (wait_ms);
  return get_time_ms () - start;
}

static void
measure (Bench *bench, Screen *self)
{
  g_auto (BenchSeries) series;
  g_autofree char     *ours = NULL;
  g_autofree char     *theirs = bench_format_time (HOVER_MS);
  double               server, compositor, median;

  bench_series_init (&series);
  hover (self, 0, START_MS);
  server = get_time_of (self->screen.server);
  compositor = get_time_of (self->screen.compositor);
  for (guint i = 0; i < N_HOVERS; i++)
    bench_series_add (&series, hover (self, (i + 1) * HOVER_STEP % N_OUTLINES, WAIT_MS), 0);
  median = bench_series_get_median (&series);
  ours = bench_format_time (median);
  bench_table_add (bench->table,
                   &(BenchRow){ .name = ROW,
                                .ours = ours,
                                .peer = "the aim",
                                .theirs = theirs,
                                .ratio = HOVER_MS / median,
                                .aim = "< 2 ms",
                                .is_met = median < HOVER_MS });
  bench_table_note (bench->table,
                    "surface: a hover takes %.2f ms of the X server and %.2f ms of the compositor",
                    (get_time_of (self->screen.server) - server) / N_HOVERS,
                    (get_time_of (self->screen.compositor) - compositor) / N_HOVERS);
}

/* How much of our memory is for pixels. */
static double
get_pixel_bytes (void)
{
  g_autofree char *maps = NULL;
  g_auto (GStrv)   lines = NULL;
  double           n_bytes = 0;

  if (!g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL))
    return 0;
  lines = g_strsplit (maps, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char   *rest;
      guint64 start = g_ascii_strtoull (lines[i], &rest, 16);

      if (strstr (lines[i], "memfd:pellucid-overlay") != NULL)
        n_bytes += (double) (g_ascii_strtoull (rest + 1, NULL, 16) - start);
    }
  return n_bytes;
}

static void
measure_memory (Bench *bench)
{
  double           most = 2.0 * 4 * WIDTH * HEIGHT, n_bytes = get_pixel_bytes ();
  g_autofree char *ours = g_strdup_printf ("%.1f MB", n_bytes / 1e6);
  g_autofree char *theirs = g_strdup_printf ("%.1f MB", most / 1e6);

  bench_table_add (bench->table,
                   &(BenchRow){ .name = MEMORY_ROW,
                                .ours = ours,
                                .peer = "two buffers",
                                .theirs = theirs,
                                .ratio = n_bytes > 0 ? most / n_bytes : 0,
                                .aim = "not more",
                                .is_met = n_bytes > 0 && n_bytes <= most });
}

gboolean
bench_surface (Bench *bench, GError **error)
{
  Screen   screen = { 0 };
  gboolean is_done = FALSE;

  if (!bench_table_wants (bench->table, ROW) && !bench_table_wants (bench->table, MEMORY_ROW))
    return TRUE;
  bench_say ("the overlay's surface");
  if (bench_screen_start (&screen.screen, WIDTH, HEIGHT, error))
    {
      screen.layout = pel_monitor_layout_new (&monitor, 1);
      screen.surface = pel_surface_new (PEL_PLATFORM_X11, error);
    }
  if (screen.surface != NULL)
    {
      measure (bench, &screen);
      measure_memory (bench);
      is_done = TRUE;
    }
  g_clear_object (&screen.surface);
  g_clear_pointer (&screen.layout, pel_monitor_layout_unref);
  bench_screen_stop (&screen.screen);
  return is_done;
}
