/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The overlay at 4K, without a window system: 1,000 numbered regions laid out, painted, and one of
 * them hovered after another. Nothing of it waits for anybody, so the time of the processor is
 * taken: that of the clock would measure who else is at work. */

#include "bench.h"

#include "overlay/painter.h"
#include "overlay/scene-builder.h"
#include "overlay/scene-diff.h"

#include <time.h>

#define WIDTH      3840
#define HEIGHT     2160
#define SCALE      2.0
#define N_COLUMNS  25
#define N_REGIONS  1000
#define N_ROUNDS   21
#define BUILD_MS   10.0
#define PAINT_MS   60.0
#define HOVER_MS   2.0
#define HOVER_STEP 397 /* from one to another far away */

static const PelMonitor monitor = {
  "BENCH", { 0, 0, WIDTH / SCALE, HEIGHT / SCALE }, { 0, 0, WIDTH, HEIGHT }, SCALE, SCALE, TRUE
};

typedef struct
{
  PelMonitorLayout *layout;
  GPtrArray        *regions;
  cairo_surface_t  *surface;
  PelScene         *scene; /* what is on the surface */
  guint             n_hovered;
  gint64            damage; /* pixels */
} Desk;

static double
get_time_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static PelNativeRect
get_bounds (guint index)
{
  double width = WIDTH / SCALE / N_COLUMNS, height = HEIGHT / SCALE / (N_REGIONS / N_COLUMNS);

  return (PelNativeRect){
    index % N_COLUMNS * width, index / N_COLUMNS * height, width - 4, height - 3
  };
}

static PelRegion *
new_region (guint index)
{
  static char     *names[] = { "Save", "A longer name of something", "Öffnen", "…" };
  g_autofree char *path = g_strdup_printf ("/%u", index);

  return pel_region_new (&(PelRegion){ .index = index,
                                       .bus_name = (char *) ":1.1",
                                       .path = path,
                                       .role = PEL_ROLE_BUTTON,
                                       .label = names[index % G_N_ELEMENTS (names)],
                                       .source = index % PEL_N_REGION_SOURCES,
                                       .flags = index % 5 > 0 ? PEL_REGION_IS_ENABLED : 0,
                                       .bounds = get_bounds (index - 1) });
}

static PelScene *
build_scene (Desk *self, guint hovered)
{
  PelRegion    *region = g_ptr_array_index (self->regions, hovered % N_REGIONS);
  PelRegionMark mark = {
    .kind = PEL_MARK_HOVERED, .bus_name = region->bus_name, .path = region->path, .region = region
  };
  g_autoptr (GPtrArray) marks = g_ptr_array_new ();
  PelSceneRequest       request = { .layout = self->layout,
                                    .regions = self->regions,
                                    .marks = marks,
                                    .flags = PEL_SCENE_TAGS | PEL_SCENE_LABELS };
  g_autoptr (GPtrArray) scenes = NULL;

  g_ptr_array_add (marks, &mark);
  scenes = pel_scene_builder_build (&request);
  return pel_scene_ref (g_ptr_array_index (scenes, 0));
}

static gint64
count_pixels (const cairo_region_t *region)
{
  gint64 n_pixels = 0;

  for (int i = 0; i < cairo_region_num_rectangles (region); i++)
    {
      cairo_rectangle_int_t r;

      cairo_region_get_rectangle (region, i, &r);
      n_pixels += (gint64) r.width * r.height;
    }
  return n_pixels;
}

static void
paint (Desk *self, const cairo_region_t *damage)
{
  cairo_t *cr = cairo_create (self->surface);

  pel_painter_paint (self->scene, PEL_PAINTER_BLENDED, cr, damage);
  cairo_destroy (cr);
  cairo_surface_flush (self->surface);
}

static void
do_build (Desk *self)
{
  g_autoptr (PelScene) scene = build_scene (self, self->n_hovered);
}

static void
do_paint (Desk *self)
{
  paint (self, NULL);
}

static void
set_up (Desk *self)
{
  self->layout = pel_monitor_layout_new (&monitor, 1);
  self->regions = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_region_unref);
  for (guint i = 0; i < N_REGIONS; i++)
    g_ptr_array_add (self->regions, new_region (i + 1));
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  self->scene = build_scene (self, 0);
  paint (self, NULL);
}

static void
tear_down (Desk *self)
{
  pel_scene_unref (self->scene);
  cairo_surface_destroy (self->surface);
  g_ptr_array_unref (self->regions);
  pel_monitor_layout_unref (self->layout);
}

static double
measure (Desk *self, void (*function) (Desk *self))
{
  g_auto (BenchSeries) series;

  bench_series_init (&series);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double start = get_time_ms ();

      function (self);
      bench_series_add (&series, get_time_ms () - start, 0);
    }
  return bench_series_get_median (&series);
}

/* The scene is built beforehand: what differs, and that painted. */
static double
measure_hover (Desk *self)
{
  g_auto (BenchSeries) series;

  bench_series_init (&series);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      PelScene       *next = build_scene (self, self->n_hovered += HOVER_STEP);
      double          start = get_time_ms ();
      cairo_region_t *damage = pel_scene_diff (self->scene, next);

      pel_scene_unref (self->scene);
      self->scene = next;
      paint (self, damage);
      bench_series_add (&series, get_time_ms () - start, 0);
      self->damage = MAX (self->damage, count_pixels (damage));
      cairo_region_destroy (damage);
    }
  return bench_series_get_median (&series);
}

static void
add_row (Bench *bench, const char *name, double ms, double limit)
{
  g_autofree char *ours = bench_format_time (ms);
  g_autofree char *theirs = bench_format_time (limit);
  g_autofree char *aim = g_strdup_printf ("< %g ms", limit);

  bench_table_add (bench->table,
                   &(BenchRow){ .name = name,
                                .ours = ours,
                                .peer = "the aim",
                                .theirs = theirs,
                                .ratio = limit / ms,
                                .aim = aim,
                                .is_met = ms < limit });
}

gboolean
bench_paint (Bench *bench, GError **error)
{
  Desk desk = { 0 };

  if (!bench_table_wants (bench->table, "paint-build") &&
      !bench_table_wants (bench->table, "paint-1000") &&
      !bench_table_wants (bench->table, "paint-hover"))
    return TRUE;
  bench_say ("the overlay's painter");
  set_up (&desk);
  add_row (bench, "paint-build", measure (&desk, do_build), BUILD_MS);
  add_row (bench, "paint-1000", measure (&desk, do_paint), PAINT_MS);
  add_row (bench, "paint-hover", measure_hover (&desk), HOVER_MS);
  bench_table_note (bench->table,
                    "paint: a hover repaints at most %" G_GINT64_FORMAT " of %d pixels",
                    desk.damage,
                    WIDTH * HEIGHT);
  tear_down (&desk);
  return TRUE;
}
