/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The overlay follows: from the request that moves a window to the pixels of an outline where one
 * of its buttons is then. A thread of its own looks at one pixel with a connection of its own, so
 * that what is measured has the main loop for itself. */

#include "bench-program.h"
#include "bench.h"

#include "overlay/overlay.h"
#include "overlay/surface-factory.h"
#include "services/region/region-tracker.h"

#include <stdlib.h>
#include <string.h>
#include <xcb/xcb.h>

#define ROW        "drawn-move"
#define LIMIT_MS   50.0
#define LATE_MS    100.0
#define TIMEOUT_MS 5000
#define SETTLE_MS  1500
#define N_MOVES    10 /* a repeat */
#define BUTTON     "Slider"

static const int places[2][2] = { { 120, 90 }, { 300, 210 } };

typedef struct
{
  xcb_connection_t  *connection;
  xcb_window_t       root, window;
  PelRegionRegistry *registry;
  int                x[2], y[2]; /* of the pixel, for each place */
  guint32            colour;
} Desk;

/* What the thread is to see, and when it has. */
typedef struct
{
  const Desk *desk;
  guint       place;
  gint64      deadline, seen; /* 0: it has not */
  gint        is_over;
} Eye;

static guint32
read_pixel (const Desk *self, int x, int y)
{
  xcb_get_image_cookie_t cookie = xcb_get_image (self->connection,
                                                 XCB_IMAGE_FORMAT_Z_PIXMAP,
                                                 self->root,
                                                 (gint16) x,
                                                 (gint16) y,
                                                 1,
                                                 1,
                                                 ~0u);
  xcb_get_image_reply_t *reply = xcb_get_image_reply (self->connection, cookie, NULL);
  guint32                pixel = 0;

  if (reply != NULL && xcb_get_image_data_length (reply) >= 4)
    memcpy (&pixel, xcb_get_image_data (reply), sizeof pixel);
  free (reply);
  return pixel & 0xffffff;
}

static gpointer
look_cb (gpointer data)
{
  Eye *eye = data;

  while (g_get_monotonic_time () < eye->deadline)
    {
      if (read_pixel (eye->desk, eye->desk->x[eye->place], eye->desk->y[eye->place]) ==
          eye->desk->colour)
        {
          eye->seen = g_get_monotonic_time ();
          break;
        }
      g_usleep (500);
    }
  g_atomic_int_set (&eye->is_over, TRUE);
  g_main_context_wakeup (NULL);
  return NULL;
}

/* (nullable) */
static const PelRegion *
find_button (const Desk *self)
{
  PelRegionList *list = pel_region_registry_get_list (self->registry);

  for (guint i = 0; list != NULL && i < list->regions->len; i++)
    if (g_str_equal (((PelRegion *) list->regions->pdata[i])->label, BUTTON))
      return list->regions->pdata[i];
  return NULL;
}

static void
move (const Desk *self, guint place)
{
  const guint32 values[] = { (guint32) places[place][0], (guint32) places[place][1] };

  xcb_configure_window (self->connection,
                        self->window,
                        XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y,
                        values);
  xcb_flush (self->connection);
}

/* Where the pixel is in both places, and what is there. */
static gboolean
calibrate (Desk *self, GError **error)
{
  const PelRegion *button = NULL;

  for (guint i = 0; i < TIMEOUT_MS / 50 && button == NULL; i++)
    {
      bench_run_loop (50);
      button = find_button (self);
    }
  if (button == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no region “%s”", BUTTON);
      return FALSE;
    }
  self->window = (xcb_window_t) g_ascii_strtoull (button->window_id, NULL, 16);
  for (guint place = 0; place < 2; place++)
    {
      move (self, place);
      bench_run_loop (SETTLE_MS);
      button = find_button (self);
      if (button == NULL)
        break;
      self->x[place] = (int) button->bounds.x;
      self->y[place] = (int) (button->bounds.y + button->bounds.height / 2);
      self->colour = read_pixel (self, self->x[place], self->y[place]);
    }
  if (button != NULL && read_pixel (self, self->x[0], self->y[0]) != self->colour)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the outline of “%s” cannot be seen", BUTTON);
  return FALSE;
}

static gboolean
measure (const Desk *self, guint place, BenchSeries *series, GError **error)
{
  gint64   start = bench_begin ();
  Eye      eye = { .desk = self,
                   .place = place,
                   .deadline = start + TIMEOUT_MS * G_TIME_SPAN_MILLISECOND };
  GThread *thread;

  move (self, place);
  thread = g_thread_new ("eye", look_cb, &eye);
  while (!g_atomic_int_get (&eye.is_over))
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (thread);
  if (eye.seen == 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "the overlay does not follow");
      return FALSE;
    }
  bench_series_add (series, (double) (eye.seen - start) / 1000, 0);
  bench_run_loop (100); /* until all is at rest */
  return TRUE;
}

static int
compare_values (gconstpointer a, gconstpointer b)
{
  double value_a = *(const double *) a, value_b = *(const double *) b;

  return (value_a > value_b) - (value_a < value_b);
}

static void
add_row (Bench *bench, const BenchSeries *series)
{
  double             ms = bench_series_get_median (series);
  g_autofree char   *ours = bench_format_time (ms);
  g_autoptr (GArray) sorted = g_array_copy (series->values);
  double             late_ms;

  g_array_sort (sorted, compare_values);
  late_ms = g_array_index (sorted, double, sorted->len * 95 / 100);
  bench_table_add (bench->table,
                   &(BenchRow){ .name = ROW,
                                .ours = ours,
                                .peer = "the aim",
                                .theirs = "50 ms",
                                .ratio = LIMIT_MS / ms,
                                .aim = "< 50 ms",
                                .is_met = ms < LIMIT_MS && late_ms < LATE_MS });
  bench_table_note (bench->table,
                    "%s: of %u moves, 95 of 100 are drawn within %.1f ms (aim: 100 ms)",
                    ROW,
                    sorted->len,
                    late_ms);
}

static PelSurface *
make_surface (gpointer unused, GError **error)
{
  return pel_surface_new (PEL_PLATFORM_X11, error);
}

static gboolean
run_moves (Bench *bench, PelElementSource *source, Desk *desk, GError **error)
{
  const PelRegionScope         scope = { .kind = PEL_REGIONS_OF_APP, .target = "fixture-gtk3" };
  g_autoptr (PelRegionTracker) tracker = pel_region_tracker_new (source, desk->registry);
  g_autoptr (PelOverlay)       overlay = pel_overlay_new (desk->registry, make_surface, NULL);
  g_auto (BenchSeries)         series;
  gboolean                     ok;

  bench_series_init (&series);
  pel_region_tracker_show (tracker, &scope);
  ok = calibrate (desk, error);
  for (guint i = 0; ok && i < bench->n_repeats * N_MOVES; i++)
    ok = measure (desk, i % 2, &series, error);
  if (ok)
    add_row (bench, &series);
  pel_region_tracker_hide (tracker);
  bench_run_loop (50); /* until its looks have ended */
  return ok;
}

gboolean
bench_drawn (Bench *bench, GError **error)
{
  static const char *const      command[] = { "fixture-gtk3", NULL };
  g_autoptr (BenchProgram)      program = NULL;
  g_autoptr (PelElementSource)  source = NULL;
  g_autoptr (PelRegionRegistry) registry = pel_region_registry_new ();
  Desk                          desk = { .registry = registry };
  gboolean                      ok;

  if (!bench_table_wants (bench->table, ROW))
    return TRUE;
  bench_say (ROW);
  program = bench_program_start (command, bench->a11y_bus, error);
  if (program == NULL)
    return FALSE;
  source = bench_pellucid_new_source (bench->pellucid);
  desk.connection = xcb_connect (NULL, NULL);
  desk.root = xcb_setup_roots_iterator (xcb_get_setup (desk.connection)).data->root;
  ok = run_moves (bench, source, &desk, error);
  xcb_disconnect (desk.connection);
  return ok;
}
