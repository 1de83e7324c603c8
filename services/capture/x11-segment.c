/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* memfd_create */

#include "config.h"

#include "services/capture/x11-segment.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_IDLE    2
#define KEEP_S      10 /* unused */
#define MAX_SURPLUS 2  /* times what is needed */

struct _PelX11Pool
{
  gatomicrefcount   references; /* the camera's, and one for each segment in use */
  PelX11Connection *connection; /* NULL once it is closed */
  GPtrArray        *idle;       /* of PelX11Segment */
  guint             keep_id;
};

struct _PelX11Segment
{
  PelX11Pool   *pool;
  xcb_shm_seg_t id;
  gsize         size;
  int           width, height; /* of the image that it is for now */
  guint32      *pixels;
};

static void
segment_free (PelX11Segment *self)
{
  if (self->pool->connection != NULL)
    xcb_shm_detach (pel_x11_connection_get_xcb (self->pool->connection), self->id);
  munmap (self->pixels, self->size);
  g_free (self);
}

static void
pool_unref (PelX11Pool *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_ptr_array_unref (self->idle);
  g_free (self);
}

static gboolean
keep_cb (gpointer data)
{
  PelX11Pool *self = data;

  self->keep_id = 0;
  g_ptr_array_set_size (self->idle, 0);
  pel_x11_connection_flush (self->connection);
  return G_SOURCE_REMOVE;
}

PelX11Pool *
pel_x11_pool_new (PelX11Connection *connection)
{
  PelX11Pool *self;

  if (!pel_x11_connection_has_extension (connection, &xcb_shm_id))
    return NULL;
  self = g_new0 (PelX11Pool, 1);
  g_atomic_ref_count_init (&self->references);
  self->connection = g_object_ref (connection);
  self->idle = g_ptr_array_new_with_free_func ((GDestroyNotify) segment_free);
  return self;
}

void
pel_x11_pool_close (PelX11Pool *self)
{
  if (self == NULL)
    return;
  g_clear_handle_id (&self->keep_id, g_source_remove);
  g_ptr_array_set_size (self->idle, 0);
  g_clear_object (&self->connection);
  pool_unref (self);
}

static PelX11Segment *
find_idle (PelX11Pool *self, gsize size)
{
  for (guint i = 0; i < self->idle->len; i++)
    {
      PelX11Segment *segment = g_ptr_array_index (self->idle, i);

      if (segment->size >= size && segment->size / MAX_SURPLUS <= size)
        return g_ptr_array_steal_index_fast (self->idle, i);
    }
  return NULL;
}

/* xcb closes the descriptor that it sends. */
static PelX11Segment *
make_segment (PelX11Pool *self, gsize size)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  int               fd = memfd_create ("pellucid-picture", MFD_CLOEXEC);
  void             *pixels = MAP_FAILED;
  PelX11Segment    *segment;

  if (fd >= 0 && ftruncate (fd, (off_t) size) == 0)
    pixels = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (pixels == MAP_FAILED)
    {
      if (fd >= 0)
        close (fd);
      return NULL;
    }
  segment = g_new0 (PelX11Segment, 1);
  segment->size = size;
  segment->pixels = pixels;
  segment->pool = self;
  segment->id = xcb_generate_id (xcb);
  xcb_shm_attach_fd (xcb, segment->id, fd, /* read_only= */ FALSE);
  return segment;
}

PelX11Segment *
pel_x11_pool_take (PelX11Pool *self, int width, int height)
{
  gsize          size = (gsize) width * (gsize) height * sizeof (guint32);
  PelX11Segment *segment = find_idle (self, size);

  if (segment == NULL)
    segment = make_segment (self, size);
  if (segment == NULL)
    return NULL;
  segment->width = width;
  segment->height = height;
  g_atomic_ref_count_inc (&self->references);
  return segment;
}

xcb_shm_seg_t
pel_x11_segment_get_id (PelX11Segment *self)
{
  return self->id;
}

void
pel_x11_segment_drop (PelX11Segment *self)
{
  PelX11Pool *pool = self->pool;

  if (pool->connection == NULL || pool->idle->len >= MAX_IDLE)
    segment_free (self);
  else
    {
      g_ptr_array_add (pool->idle, self);
      g_clear_handle_id (&pool->keep_id, g_source_remove);
      pool->keep_id = g_timeout_add_seconds (KEEP_S, keep_cb, pool);
    }
  pool_unref (pool);
}

static gboolean
drop_cb (gpointer data)
{
  pel_x11_segment_drop (data);
  return G_SOURCE_REMOVE;
}

/* An image may end in any thread; the pool and its connection belong to the first. */
static void
image_freed_cb (gpointer data)
{
  g_main_context_invoke (NULL, drop_cb, data);
}

PelImage *
pel_x11_segment_make_image (PelX11Segment *self)
{
  return pel_image_new_around (self->pixels, self->width, self->height, image_freed_cb, self);
}
