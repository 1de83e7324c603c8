/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures without encoding: of a window of 1080p, and of a whole screen of 4K that is put together
 * from its windows, beside the one request that gives the same pixels of the root window. */

#include "bench-screen.h"
#include "bench.h"

#include "services/capture/x11-camera.h"
#include "services/window/x11-window-source.h"

#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <xcb/shm.h>
#include <xcb/xcb.h>

#define WINDOW_ROW "capture-window"
#define SCREEN_ROW "capture-4k"
#define WIDTH      3840
#define HEIGHT     2160
#define N_ROUNDS   41
#define MAX_FACTOR 2.0
#define SETTLE_MS  500

typedef struct
{
  BenchScreen       screen;
  xcb_connection_t *xcb; /* another client: its window, and its plain request */
  xcb_window_t      root, window;
  int               memory_id;
  void             *memory;
  xcb_shm_seg_t     segment;
  PelWindowSource  *source;
  PelCamera        *camera;
  PelDesktop       *desktop;
} Desk;

static void
done_cb (GObject *unused, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static GAsyncResult *
await (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static void
show_window (Desk *self)
{
  xcb_screen_t *screen = xcb_setup_roots_iterator (xcb_get_setup (self->xcb)).data;
  const guint32 values[] = { 0x336699, 1 };

  self->root = screen->root;
  self->window = xcb_generate_id (self->xcb);
  xcb_create_window (self->xcb,
                     XCB_COPY_FROM_PARENT,
                     self->window,
                     screen->root,
                     200,
                     100,
                     1920,
                     1080,
                     0,
                     XCB_WINDOW_CLASS_INPUT_OUTPUT,
                     screen->root_visual,
                     XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT,
                     values);
  xcb_map_window (self->xcb, self->window);
  xcb_flush (self->xcb);
  bench_run_for (SETTLE_MS);
}

static gboolean
open_desk (Desk *self, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  if (!bench_screen_start (&self->screen, WIDTH, HEIGHT, error))
    return FALSE;
  self->xcb = xcb_connect (NULL, NULL);
  show_window (self);
  self->memory_id = shmget (IPC_PRIVATE, WIDTH * HEIGHT * 4, IPC_CREAT | 0600);
  self->memory = shmat (self->memory_id, NULL, 0);
  self->segment = xcb_generate_id (self->xcb);
  xcb_shm_attach (self->xcb, self->segment, (guint32) self->memory_id, 0);
  shmctl (self->memory_id, IPC_RMID, NULL);
  self->source = pel_x11_window_source_new (error);
  self->camera = self->source != NULL ? pel_x11_camera_new (error) : NULL;
  if (self->camera == NULL)
    return FALSE;
  pel_window_source_query_async (self->source, NULL, done_cb, &result);
  self->desktop = pel_window_source_query_finish (self->source, await (&result), error);
  return self->desktop != NULL;
}

static void
close_desk (Desk *self)
{
  g_clear_object (&self->desktop);
  g_clear_object (&self->camera);
  g_clear_object (&self->source);
  if (self->memory != NULL)
    shmdt (self->memory);
  g_clear_pointer (&self->xcb, xcb_disconnect);
  bench_screen_stop (&self->screen);
}

static double
take_plain (Desk *self, const PelPhysicalRect *rect)
{
  gint64                     start = g_get_monotonic_time ();
  xcb_shm_get_image_cookie_t cookie = xcb_shm_get_image (self->xcb,
                                                         self->root,
                                                         (gint16) rect->x,
                                                         (gint16) rect->y,
                                                         (guint16) rect->width,
                                                         (guint16) rect->height,
                                                         ~0u,
                                                         XCB_IMAGE_FORMAT_Z_PIXMAP,
                                                         self->segment,
                                                         0);

  free (xcb_shm_get_image_reply (self->xcb, cookie, NULL));
  return (double) (g_get_monotonic_time () - start) / 1000;
}

/* Negative: it failed. */
static double
take_ours (Desk *self, const PelShot *shot, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  gint64                   start = g_get_monotonic_time ();
  g_autoptr (PelImage)     image = NULL;

  pel_camera_take_async (self->camera, shot, NULL, done_cb, &result);
  image = pel_camera_take_finish (self->camera, await (&result), error);
  return image != NULL ? (double) (g_get_monotonic_time () - start) / 1000 : -1;
}

static gboolean
measure (Bench *bench, Desk *self, const char *row, const PelShot *shot, GError **error)
{
  g_auto (BenchSeries) ours;
  g_auto (BenchSeries) plain;
  g_autofree char     *our_time = NULL;
  g_autofree char     *plain_time = NULL;
  double               factor;

  bench_series_init (&ours);
  bench_series_init (&plain);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double ms = take_ours (self, shot, error);

      if (ms < 0)
        return FALSE;
      if (i > 0) /* the first finds out what the server can do */
        bench_series_add (&ours, ms, 0);
      bench_series_add (&plain, take_plain (self, &shot->rect), 0);
    }
  factor = bench_series_get_median (&ours) / bench_series_get_median (&plain);
  our_time = bench_format_time (bench_series_get_median (&ours));
  plain_time = bench_format_time (bench_series_get_median (&plain));
  bench_table_add (bench->table,
                   &(BenchRow){ .name = row,
                                .ours = our_time,
                                .peer = "XShmGetImage",
                                .theirs = plain_time,
                                .ratio = 1 / factor,
                                .aim = shot->window != NULL ? "0.5×" : NULL,
                                .is_met = factor <= MAX_FACTOR });
  return TRUE;
}

gboolean
bench_capture (Bench *bench, GError **error)
{
  static const char *const nothing[] = { NULL };
  Desk                     desk = { 0 };
  g_autofree char         *id = NULL;
  gboolean                 ok;

  if (!bench_table_wants (bench->table, WINDOW_ROW) &&
      !bench_table_wants (bench->table, SCREEN_ROW))
    return TRUE;
  bench_say ("pictures");
  ok = open_desk (&desk, error);
  id = g_strdup_printf ("0x%x", desk.window);
  ok = ok && measure (bench,
                      &desk,
                      WINDOW_ROW,
                      &(PelShot){ .desktop = desk.desktop,
                                  .window = pel_desktop_find_window (desk.desktop, id),
                                  .rect = { 200, 100, 1920, 1080 } },
                      error);
  ok = ok &&
       measure (bench,
                &desk,
                SCREEN_ROW,
                &(PelShot){ .desktop = desk.desktop,
                            .hidden = nothing, /* as with every policy that has private windows */
                            .rect = { 0, 0, WIDTH, HEIGHT } },
                error);
  close_desk (&desk);
  return ok;
}
