/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "pixel-oracle-private.h"
#include "sway-ipc.h"
#include "wayland-client-connection.h"

#include <string.h>
#include <sys/mman.h>

#define CAPTURE_MS 30000
#define WAKE_MS    1000

typedef struct
{
  uint32_t format;
  guint8   red, green, blue; /* shifts */
} PelPixelFormat;

/* clang-format off */
static const PelPixelFormat formats[] = {
  { WL_SHM_FORMAT_XRGB8888, 16, 8,  0  },
  { WL_SHM_FORMAT_ARGB8888, 16, 8,  0  },
  { WL_SHM_FORMAT_XBGR8888, 0,  8,  16 },
  { WL_SHM_FORMAT_ABGR8888, 0,  8,  16 },
};
/* clang-format on */

typedef enum
{
  FRAME_ASKED,
  FRAME_DESCRIBED,
  FRAME_READY,
  FRAME_FAILED,
} FrameState;

typedef struct
{
  FrameState state;
  uint32_t   format, width, height, stride;
  gboolean   is_upside_down;
} Frame;

static void
frame_buffer (void                            *data,
              struct zwlr_screencopy_frame_v1 *proxy,
              uint32_t                         format,
              uint32_t                         width,
              uint32_t                         height,
              uint32_t                         stride)
{
  *(Frame *) data = (Frame){ FRAME_DESCRIBED, format, width, height, stride, FALSE };
}

static void
frame_flags (void *data, struct zwlr_screencopy_frame_v1 *proxy, uint32_t flags)
{
  ((Frame *) data)->is_upside_down = (flags & ZWLR_SCREENCOPY_FRAME_V1_FLAGS_Y_INVERT) != 0;
}

static void
frame_ready (void                            *data,
             struct zwlr_screencopy_frame_v1 *proxy,
             uint32_t                         seconds_high,
             uint32_t                         seconds_low,
             uint32_t                         nanoseconds)
{
  ((Frame *) data)->state = FRAME_READY;
}

static void
frame_failed (void *data, struct zwlr_screencopy_frame_v1 *proxy)
{
  ((Frame *) data)->state = FRAME_FAILED;
}

static const struct zwlr_screencopy_frame_v1_listener frame_listener = {
  .buffer = frame_buffer,
  .flags = frame_flags,
  .ready = frame_ready,
  .failed = frame_failed,
};

/* sway 1.10 draws nothing on a headless output that was off, until it is configured once more after
 * the first frame, which fails. */
static gboolean
wake (PelWayland *wayland, const char *output, const Frame *frame, GError **error)
{
  gint64             end = g_get_monotonic_time () + WAKE_MS * 1000;
  g_autofree char   *command = g_strdup_printf ("output %s enable", output);
  g_autoptr (GError) late = NULL;

  while (frame->state == FRAME_DESCRIBED && late == NULL)
    pel_wayland_dispatch (wayland, end, &late);
  if (g_error_matches (late, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return pel_sway_command (command, error);
  if (late == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&late));
  return FALSE;
}

static gboolean
await_change (PelWayland *wayland, const Frame *frame, FrameState from, GError **error)
{
  gint64 end = g_get_monotonic_time () + CAPTURE_MS * 1000;

  while (frame->state == from)
    {
      if (!pel_wayland_dispatch (wayland, end, error))
        return FALSE;
    }
  if (frame->state != FRAME_FAILED)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the compositor could not capture");
  return FALSE;
}

static const PelPixelFormat *
find_format (uint32_t format, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      if (formats[i].format == format)
        return &formats[i];
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "unknown pixel format 0x%x", format);
  return NULL;
}

static PelOracleImage *
decode (const Frame *frame, const PelPixelFormat *format, const guint8 *bytes, const char *output)
{
  PelOracleImage *image = pel_oracle_image_new (output, (int) frame->width, (int) frame->height);

  for (uint32_t y = 0; y < frame->height; y++)
    {
      uint32_t      from = frame->is_upside_down ? frame->height - 1 - y : y;
      const guint8 *row = bytes + (gsize) from * frame->stride;

      for (uint32_t x = 0; x < frame->width; x++)
        {
          guint32 pixel;

          memcpy (&pixel, row + (gsize) x * 4, sizeof pixel);
          image->pixels[(gsize) y * frame->width + x] = (pixel >> format->red & 0xff) << 16 |
                                                        (pixel >> format->green & 0xff) << 8 |
                                                        (pixel >> format->blue & 0xff);
        }
    }
  return image;
}

static PelOracleImage *
copy_frame (PelWayland                      *wayland,
            struct zwlr_screencopy_frame_v1 *proxy,
            Frame                           *frame,
            const char                      *output,
            GError                         **error)
{
  const PelPixelFormat *format;
  PelOracleImage       *image = NULL;
  struct wl_buffer     *buffer;
  void                 *bytes;

  if (!await_change (wayland, frame, FRAME_ASKED, error))
    return NULL;
  format = find_format (frame->format, error);
  if (format == NULL)
    return NULL;
  buffer = pel_wayland_new_buffer (wayland,
                                   frame->format,
                                   (int) frame->width,
                                   (int) frame->height,
                                   (int) frame->stride,
                                   &bytes);
  zwlr_screencopy_frame_v1_copy (proxy, buffer);
  if (wake (wayland, output, frame, error) && await_change (wayland, frame, FRAME_DESCRIBED, error))
    image = decode (frame, format, bytes, output);
  munmap (bytes, (gsize) frame->stride * frame->height);
  wl_buffer_destroy (buffer);
  return image;
}

static gboolean
capture_outputs (PelWayland *wayland, GPtrArray *images, GError **error)
{
  if (wayland->screencopy == NULL || wayland->shm == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "no screencopy here");
      return FALSE;
    }
  for (guint i = 0; i < wayland->outputs->len; i++)
    {
      const PelWaylandOutput *output = g_ptr_array_index (wayland->outputs, i);
      Frame                   frame = { FRAME_ASKED };
      PelOracleImage         *image;

      struct zwlr_screencopy_frame_v1 *proxy =
          zwlr_screencopy_manager_v1_capture_output (wayland->screencopy,
                                                     /* overlay_cursor= */ 0,
                                                     output->proxy);
      zwlr_screencopy_frame_v1_add_listener (proxy, &frame_listener, &frame);
      image = copy_frame (wayland, proxy, &frame, output->name, error);
      zwlr_screencopy_frame_v1_destroy (proxy);
      if (image == NULL)
        return FALSE;
      g_ptr_array_add (images, image);
    }
  return TRUE;
}

GPtrArray *
pel_oracle_capture_wayland (GError **error)
{
  PelWayland           *wayland = pel_wayland_new (error);
  g_autoptr (GPtrArray) images =
      g_ptr_array_new_with_free_func ((GDestroyNotify) pel_oracle_image_free);
  gboolean is_good;

  if (wayland == NULL)
    return NULL;
  is_good = capture_outputs (wayland, images, error);
  pel_wayland_free (wayland);
  return is_good ? g_steal_pointer (&images) : NULL;
}
