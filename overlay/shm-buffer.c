/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/shm-buffer.h"

static void
release_cb (void *data, struct wl_buffer *proxy)
{
  PelShmBuffer *self = data;

  self->is_busy = FALSE;
  self->released (self->user_data);
}

static const struct wl_buffer_listener buffer_listener = { .release = release_cb };

PelShmBuffer *
pel_shm_buffer_new (struct wl_shm *shm,
                    int            width,
                    int            height,
                    void (*released) (gpointer user_data),
                    gpointer user_data,
                    GError **error)
{
  PelSharedMemory    *memory = pel_shared_memory_new (width, height, error);
  PelShmBuffer       *self;
  struct wl_shm_pool *pool;

  if (memory == NULL)
    return NULL;
  self = g_new0 (PelShmBuffer, 1);
  self->memory = memory;
  self->picture = pel_picture_new (pel_shared_memory_view (memory, 0, 0, width, height));
  self->released = released;
  self->user_data = user_data;
  pool = wl_shm_create_pool (shm, memory->fd, (int32_t) memory->size);
  self->proxy =
      wl_shm_pool_create_buffer (pool, 0, width, height, memory->stride, WL_SHM_FORMAT_ARGB8888);
  wl_shm_pool_destroy (pool);
  wl_buffer_add_listener (self->proxy, &buffer_listener, self);
  return self;
}

void
pel_shm_buffer_free (PelShmBuffer *self)
{
  if (self == NULL)
    return;
  wl_buffer_destroy (self->proxy);
  pel_picture_free (self->picture);
  pel_shared_memory_free (self->memory);
  g_free (self);
}
