/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* memfd_create */

#include "config.h"

#include "services/capture/wlr-copy.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct _PelWlrCopy
{
  PelWlrCopyMaterials              materials;
  PelWlrCopyMode                   mode;
  PelWlrCopyFunc                   done; /* NULL once it was called */
  gpointer                         user_data;
  struct zwlr_screencopy_frame_v1 *frame;
  struct wl_buffer                *buffer; /* NULL until the compositor has told its form */
  guint8                          *bytes;
  guint32                          format, width, height, stride;
  gboolean                         is_upside_down;
};

/* Where the channels are in a little-endian word, and whether it says how transparent it is: an
 * output never is. */
/* clang-format off */
static const struct { guint32 format; guint8 red, green, blue; } formats[] = {
  { WL_SHM_FORMAT_XRGB8888, 16, 8, 0  },
  { WL_SHM_FORMAT_ARGB8888, 16, 8, 0  },
  { WL_SHM_FORMAT_XBGR8888, 0,  8, 16 },
  { WL_SHM_FORMAT_ABGR8888, 0,  8, 16 },
};
/* clang-format on */

/* -1: unknown */
static int
find_format (guint32 format)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].format == format)
      return (int) i;
  return -1;
}

static void
decode_row (guint32 *to, const guint8 *from, guint32 width, int format)
{
  if (formats[format].red == 16 && G_BYTE_ORDER == G_LITTLE_ENDIAN)
    {
      memcpy (to, from, (gsize) width * sizeof *to);
      return;
    }
  for (guint32 x = 0; x < width; x++)
    {
      guint32 pixel;

      memcpy (&pixel, from + (gsize) x * sizeof pixel, sizeof pixel);
      pixel = GUINT32_FROM_LE (pixel);
      to[x] = (pixel >> formats[format].red & 0xff) << 16 |
              (pixel >> formats[format].green & 0xff) << 8 | (pixel >> formats[format].blue & 0xff);
    }
}

static PelImage *
decode (const PelWlrCopy *self)
{
  PelImage *image = pel_image_new ((int) self->width, (int) self->height);

  image->is_opaque = TRUE;
  for (guint32 y = 0; y < self->height; y++)
    decode_row (image->pixels + (gsize) y * self->width,
                self->bytes +
                    (gsize) (self->is_upside_down ? self->height - 1 - y : y) * self->stride,
                self->width,
                find_format (self->format));
  return image;
}

/* Takes @image. */
static void
finish (PelWlrCopy *self, PelImage *image)
{
  PelWlrCopyFunc done = g_steal_pointer (&self->done);

  if (done != NULL)
    done (image, self->user_data);
  else
    g_clear_pointer (&image, pel_image_unref);
}

static gboolean
is_believable (guint32 format, guint32 width, guint32 height, guint32 stride)
{
  return find_format (format) >= 0 && width > 0 && height > 0 && width <= PEL_IMAGE_MAX_SIDE &&
         height <= PEL_IMAGE_MAX_SIDE && stride >= width * 4 &&
         (guint64) stride * height <= G_MAXINT32;
}

/* The compositor names one format with each kind of memory; the first is shared memory. */
static void
buffer_cb (void                            *data,
           struct zwlr_screencopy_frame_v1 *frame,
           uint32_t                         format,
           uint32_t                         width,
           uint32_t                         height,
           uint32_t                         stride)
{
  PelWlrCopy         *self = data;
  gsize               size = (gsize) stride * height;
  int                 fd;
  void               *bytes = MAP_FAILED;
  struct wl_shm_pool *pool;

  if (self->buffer != NULL || !is_believable (format, width, height, stride))
    return;
  fd = memfd_create ("pellucid-picture", MFD_CLOEXEC);
  if (fd >= 0 && ftruncate (fd, (off_t) size) == 0)
    bytes = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (bytes != MAP_FAILED)
    {
      self->bytes = bytes;
      self->format = format;
      self->width = width;
      self->height = height;
      self->stride = stride;
      pool = wl_shm_create_pool (self->materials.shm, fd, (int32_t) size);
      self->buffer = wl_shm_pool_create_buffer (pool,
                                                0,
                                                (int32_t) width,
                                                (int32_t) height,
                                                (int32_t) stride,
                                                format);
      wl_shm_pool_destroy (pool);
      if (self->mode == PEL_WLR_COPY_WHEN_CHANGED)
        zwlr_screencopy_frame_v1_copy_with_damage (frame, self->buffer);
      else
        zwlr_screencopy_frame_v1_copy (frame, self->buffer);
      pel_wayland_connection_flush (self->materials.connection);
    }
  else
    finish (self, NULL);
  if (fd >= 0)
    close (fd);
}

static void
flags_cb (void *data, struct zwlr_screencopy_frame_v1 *frame, uint32_t flags)
{
  ((PelWlrCopy *) data)->is_upside_down = (flags & ZWLR_SCREENCOPY_FRAME_V1_FLAGS_Y_INVERT) != 0;
}

/* Where: it is all the same to who only wants to know that. */
static void
damage_cb (void                            *data,
           struct zwlr_screencopy_frame_v1 *frame,
           uint32_t                         x,
           uint32_t                         y,
           uint32_t                         width,
           uint32_t                         height)
{
}

static void
ready_cb (void                            *data,
          struct zwlr_screencopy_frame_v1 *frame,
          uint32_t                         seconds_high,
          uint32_t                         seconds_low,
          uint32_t                         nanoseconds)
{
  PelWlrCopy *self = data;

  finish (self,
          self->bytes != NULL && self->mode != PEL_WLR_COPY_WHEN_CHANGED ? decode (self) : NULL);
}

static void
failed_cb (void *data, struct zwlr_screencopy_frame_v1 *frame)
{
  finish (data, NULL);
}

static const struct zwlr_screencopy_frame_v1_listener listener = {
  .buffer = buffer_cb,
  .flags = flags_cb,
  .damage = damage_cb,
  .ready = ready_cb,
  .failed = failed_cb,
};

PelWlrCopy *
pel_wlr_copy_new (const PelWlrCopyMaterials *materials,
                  struct wl_output          *output,
                  PelWlrCopyMode             mode,
                  PelWlrCopyFunc             done,
                  gpointer                   user_data)
{
  PelWlrCopy *self = g_new0 (PelWlrCopy, 1);

  self->materials = *materials;
  self->done = done;
  self->user_data = user_data;
  self->mode = mode;
  self->frame = zwlr_screencopy_manager_v1_capture_output (materials->screencopy,
                                                           mode == PEL_WLR_COPY_WITH_CURSOR,
                                                           output);
  zwlr_screencopy_frame_v1_add_listener (self->frame, &listener, self);
  return self;
}

void
pel_wlr_copy_free (PelWlrCopy *self)
{
  zwlr_screencopy_frame_v1_destroy (self->frame);
  g_clear_pointer (&self->buffer, wl_buffer_destroy);
  if (self->bytes != NULL)
    munmap (self->bytes, (gsize) self->stride * self->height);
  g_free (self);
}
