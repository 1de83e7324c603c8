/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/picture.h"
#include "overlay/shared-memory.h"

#include <wayland-client.h>

/**
 * PelShmBuffer:
 *
 * Pixels for a Wayland surface. While it is busy, the compositor may read them, and no one paints.
 */
typedef struct
{
  PelSharedMemory  *memory;
  PelPicture       *picture;
  struct wl_buffer *proxy;
  gboolean          is_busy; /* set by who commits it */
  void (*released) (gpointer user_data);
  gpointer user_data;
} PelShmBuffer;

/* @released is called when it is not busy any more. */
PelShmBuffer *pel_shm_buffer_new (struct wl_shm *shm,
                                  int            width,
                                  int            height,
                                  void (*released) (gpointer user_data),
                                  gpointer user_data,
                                  GError **error);
void          pel_shm_buffer_free (PelShmBuffer *self);
