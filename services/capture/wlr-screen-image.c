/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* memfd_create */

#include "config.h"

#include "services/capture/wlr-screen-image.h"

#include "services/base/error.h"
#include "services/window/wayland-connection.h"

#include "wlr-screencopy-unstable-v1-client-protocol.h"
#include "xdg-output-unstable-v1-client-protocol.h"

#include <glib/gi18n.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define LIMIT_MS 3000
#define MAX_SIDE 32768

typedef struct
{
  struct wl_output      *proxy;
  struct zxdg_output_v1 *description;
  char                  *name;
} Output;

/* One image on its way: from the globals over the name of the output to its pixels. */
typedef struct
{
  GTask                             *task; /* NULL once it has ended */
  PelWaylandConnection              *connection;
  char                              *wanted;
  GPtrArray                         *outputs; /* of Output */
  struct wl_shm                     *shm;
  struct zxdg_output_manager_v1     *manager;
  struct zwlr_screencopy_manager_v1 *screencopy;
  struct zwlr_screencopy_frame_v1   *frame;
  struct wl_buffer                  *buffer;
  guint8                            *bytes;
  guint32                            format, width, height, stride;
  gboolean                           is_upside_down;
  guint                              limit_id;
  GCancellable                      *cancellable; /* of what is asked on the way */
} Shot;

/* Where the channels are in a little-endian word. */
/* clang-format off */
static const struct { guint32 format; guint8 red, green, blue; } formats[] = {
  { WL_SHM_FORMAT_XRGB8888, 16, 8, 0  },
  { WL_SHM_FORMAT_ARGB8888, 16, 8, 0  },
  { WL_SHM_FORMAT_XBGR8888, 0,  8, 16 },
  { WL_SHM_FORMAT_ABGR8888, 0,  8, 16 },
};
/* clang-format on */

static void
output_free (Output *output)
{
  if (output->description != NULL)
    zxdg_output_v1_destroy (output->description);
  wl_output_destroy (output->proxy);
  g_free (output->name);
  g_free (output);
}

static gboolean
shot_free_cb (gpointer data)
{
  Shot *shot = data;

  g_clear_pointer (&shot->frame, zwlr_screencopy_frame_v1_destroy);
  g_clear_pointer (&shot->buffer, wl_buffer_destroy);
  g_clear_pointer (&shot->screencopy, zwlr_screencopy_manager_v1_destroy);
  g_clear_pointer (&shot->shm, wl_shm_destroy);
  g_ptr_array_unref (shot->outputs);
  g_clear_pointer (&shot->manager, zxdg_output_manager_v1_destroy);
  if (shot->bytes != NULL)
    munmap (shot->bytes, (gsize) shot->stride * shot->height);
  g_object_unref (shot->cancellable);
  g_object_unref (shot->connection);
  g_free (shot->wanted);
  g_free (shot);
  return G_SOURCE_REMOVE;
}

/* Takes the error (nullable); without one the image. What it used goes later: this may be one of
 * the connection's own calls. */
static void
finish (Shot *shot, GError *error, PelScreenImage *image)
{
  g_autoptr (GTask) task = g_steal_pointer (&shot->task);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, image, (GDestroyNotify) pel_screen_image_free);
  g_clear_handle_id (&shot->limit_id, g_source_remove);
  g_idle_add (shot_free_cb, shot);
}

static void
fail (Shot *shot)
{
  GError *error = NULL;

  if (g_cancellable_is_cancelled (shot->cancellable))
    pel_set_error (&error,
                   PEL_ERROR_APP_UNRESPONSIVE,
                   _ ("Wait until the compositor answers again"),
                   _ ("The compositor does not answer"));
  else
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Use sway, or another compositor that is made with wlroots"),
                   _ ("The compositor does not show its pixels to other programs"));
  finish (shot, error, NULL);
}

static PelScreenImage *
decode (const Shot *shot)
{
  PelScreenImage *image = pel_screen_image_new ((int) shot->width, (int) shot->height);
  gsize           f = 0;

  while (formats[f].format != shot->format)
    f++;
  for (guint32 y = 0; y < shot->height; y++)
    {
      const guint8 *row =
          shot->bytes + (gsize) (shot->is_upside_down ? shot->height - 1 - y : y) * shot->stride;

      for (guint32 x = 0; x < shot->width; x++)
        {
          guint32 pixel;

          memcpy (&pixel, row + (gsize) x * 4, sizeof pixel);
          pixel = GUINT32_FROM_LE (pixel);
          image->pixels[(gsize) y * shot->width + x] = (pixel >> formats[f].red & 0xff) << 16 |
                                                       (pixel >> formats[f].green & 0xff) << 8 |
                                                       (pixel >> formats[f].blue & 0xff);
        }
    }
  return image;
}

static gboolean
is_format_known (guint32 format)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].format == format)
      return TRUE;
  return FALSE;
}

/* The compositor names one format with each kind of memory; the first is shared memory. */
static void
frame_buffer_cb (void                            *data,
                 struct zwlr_screencopy_frame_v1 *frame,
                 uint32_t                         format,
                 uint32_t                         width,
                 uint32_t                         height,
                 uint32_t                         stride)
{
  Shot               *shot = data;
  gsize               size = (gsize) stride * height;
  int                 fd = memfd_create ("pellucid-image", MFD_CLOEXEC);
  void               *bytes = MAP_FAILED;
  struct wl_shm_pool *pool;

  if (fd >= 0 && shot->buffer == NULL && is_format_known (format) && width <= MAX_SIDE &&
      height <= MAX_SIDE && size <= G_MAXINT32 && stride >= width * 4 && size > 0 &&
      ftruncate (fd, (off_t) size) == 0)
    bytes = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (bytes != MAP_FAILED)
    {
      shot->bytes = bytes;
      shot->format = format;
      shot->width = width;
      shot->height = height;
      shot->stride = stride;
      pool = wl_shm_create_pool (shot->shm, fd, (int32_t) size);
      shot->buffer = wl_shm_pool_create_buffer (pool,
                                                0,
                                                (int32_t) width,
                                                (int32_t) height,
                                                (int32_t) stride,
                                                format);
      wl_shm_pool_destroy (pool);
      zwlr_screencopy_frame_v1_copy (frame, shot->buffer);
      pel_wayland_connection_flush (shot->connection);
    }
  if (fd >= 0)
    close (fd);
}

static void
frame_flags_cb (void *data, struct zwlr_screencopy_frame_v1 *frame, uint32_t flags)
{
  ((Shot *) data)->is_upside_down = (flags & ZWLR_SCREENCOPY_FRAME_V1_FLAGS_Y_INVERT) != 0;
}

static void
frame_ready_cb (void                            *data,
                struct zwlr_screencopy_frame_v1 *frame,
                uint32_t                         seconds_high,
                uint32_t                         seconds_low,
                uint32_t                         nanoseconds)
{
  Shot *shot = data;

  if (shot->bytes != NULL)
    finish (shot, NULL, decode (shot));
  else
    fail (shot);
}

static void
frame_failed_cb (void *data, struct zwlr_screencopy_frame_v1 *frame)
{
  fail (data);
}

static const struct zwlr_screencopy_frame_v1_listener frame_listener = {
  .buffer = frame_buffer_cb,
  .flags = frame_flags_cb,
  .ready = frame_ready_cb,
  .failed = frame_failed_cb,
};

static void
described_cb (GObject *connection, GAsyncResult *result, gpointer data)
{
  Shot *shot = data;

  if (!pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, NULL))
    {
      fail (shot);
      return;
    }
  for (guint i = 0; i < shot->outputs->len && shot->frame == NULL; i++)
    {
      Output *output = g_ptr_array_index (shot->outputs, i);

      if (g_strcmp0 (output->name, shot->wanted) != 0)
        continue;
      shot->frame = zwlr_screencopy_manager_v1_capture_output (shot->screencopy, 0, output->proxy);
      zwlr_screencopy_frame_v1_add_listener (shot->frame, &frame_listener, shot);
    }
  if (shot->frame == NULL)
    fail (shot);
  else
    pel_wayland_connection_flush (shot->connection);
}

static void
name_cb (void *data, struct zxdg_output_v1 *description, const char *name)
{
  Output *output = data;

  g_free (output->name);
  output->name = g_strdup (name);
}

static void
ignore_place_cb (void *data, struct zxdg_output_v1 *description, int32_t x, int32_t y)
{
}

static void
ignore_done_cb (void *data, struct zxdg_output_v1 *description)
{
}

static void
ignore_text_cb (void *data, struct zxdg_output_v1 *description, const char *text)
{
}

static const struct zxdg_output_v1_listener description_listener = {
  .logical_position = ignore_place_cb,
  .logical_size = ignore_place_cb,
  .done = ignore_done_cb,
  .name = name_cb,
  .description = ignore_text_cb,
};

static void
describe_outputs (Shot *shot)
{
  for (guint i = 0; i < pel_wayland_connection_get_n_globals (shot->connection); i++)
    {
      const PelWaylandGlobal *global = pel_wayland_connection_get_global (shot->connection, i);
      Output                 *output;

      if (!g_str_equal (global->interface, wl_output_interface.name))
        continue;
      output = g_new0 (Output, 1);
      output->proxy =
          pel_wayland_connection_bind (shot->connection, global, &wl_output_interface, 1);
      output->description = zxdg_output_manager_v1_get_xdg_output (shot->manager, output->proxy);
      zxdg_output_v1_add_listener (output->description, &description_listener, output);
      g_ptr_array_add (shot->outputs, output);
    }
}

static void
globals_cb (GObject *connection, GAsyncResult *result, gpointer data)
{
  Shot *shot = data;

  if (!pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, NULL))
    {
      fail (shot);
      return;
    }
  shot->shm = pel_wayland_connection_bind_first (shot->connection, &wl_shm_interface, 1);
  shot->manager =
      pel_wayland_connection_bind_first (shot->connection, &zxdg_output_manager_v1_interface, 3);
  shot->screencopy = pel_wayland_connection_bind_first (shot->connection,
                                                        &zwlr_screencopy_manager_v1_interface,
                                                        1);
  if (shot->shm == NULL || shot->manager == NULL || shot->screencopy == NULL)
    {
      fail (shot);
      return;
    }
  describe_outputs (shot);
  pel_wayland_connection_sync_async (shot->connection, shot->cancellable, described_cb, shot);
}

static gboolean
limit_cb (gpointer data)
{
  Shot *shot = data;

  shot->limit_id = 0;
  g_cancellable_cancel (shot->cancellable); /* ends what is asked, unless that is the frame */
  if (shot->frame != NULL)
    fail (shot);
  return G_SOURCE_REMOVE;
}

void
pel_wlr_screen_image_take (GTask *task, const char *output_name)
{
  g_autoptr (GError)    error = NULL;
  PelWaylandConnection *connection = pel_wayland_connection_open (&error);
  Shot                 *shot;

  if (connection == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      g_object_unref (task);
      return;
    }
  shot = g_new0 (Shot, 1);
  shot->task = task;
  shot->connection = connection;
  shot->wanted = g_strdup (output_name);
  shot->cancellable = g_cancellable_new ();
  shot->outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) output_free);
  shot->limit_id = g_timeout_add (LIMIT_MS, limit_cb, shot);
  pel_wayland_connection_sync_async (connection, shot->cancellable, globals_cb, shot);
}
