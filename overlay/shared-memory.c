/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* memfd_create, F_ADD_SEALS */

#include "config.h"

#include "overlay/shared-memory.h"

#include "services/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_SIDE 32767 /* of an X window, and of a cairo image */

static gboolean
map (PelSharedMemory *self)
{
  self->fd = memfd_create ("pellucid-overlay", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (self->fd < 0 || ftruncate (self->fd, (off_t) self->size) != 0 ||
      fcntl (self->fd, F_ADD_SEALS, F_SEAL_SHRINK) != 0)
    return FALSE;
  self->bytes = mmap (NULL, self->size, PROT_READ | PROT_WRITE, MAP_SHARED, self->fd, 0);
  return self->bytes != MAP_FAILED;
}

PelSharedMemory *
pel_shared_memory_new (int width, int height, GError **error)
{
  g_autoptr (PelSharedMemory) self = g_new0 (PelSharedMemory, 1);

  self->fd = -1;
  self->bytes = MAP_FAILED;
  if (width <= 0 || height <= 0 || width > MAX_SIDE || height > MAX_SIDE ||
      (gsize) width * (gsize) height > G_MAXINT32 / 4)
    {
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     NULL,
                     _ ("Cannot create an overlay of %d × %d pixels"),
                     width,
                     height);
      return NULL;
    }
  self->width = width;
  self->height = height;
  self->stride = width * 4;
  self->size = (gsize) self->stride * (gsize) height;
  if (!map (self))
    {
      pel_set_error (error,
                     PEL_ERROR_UNKNOWN,
                     NULL,
                     _ ("Not enough memory for an overlay of %d × %d pixels: %s"),
                     width,
                     height,
                     g_strerror (errno));
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
pel_shared_memory_free (PelSharedMemory *self)
{
  if (self == NULL)
    return;
  if (self->bytes != MAP_FAILED)
    munmap (self->bytes, self->size);
  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}

cairo_surface_t *
pel_shared_memory_view (PelSharedMemory *self, int x, int y, int width, int height)
{
  g_return_val_if_fail (x >= 0 && y >= 0, NULL);

  width = CLAMP (width, 0, MAX (self->width - x, 0));
  height = CLAMP (height, 0, MAX (self->height - y, 0));
  return cairo_image_surface_create_for_data (width > 0 && height > 0
                                                  ? self->bytes + (gsize) y * (gsize) self->stride +
                                                        (gsize) x * 4
                                                  : self->bytes,
                                              CAIRO_FORMAT_ARGB32,
                                              width,
                                              height,
                                              self->stride);
}
