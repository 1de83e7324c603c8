/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <cairo.h>
#include <gio/gio.h>

/**
 * PelSharedMemory:
 *
 * Pixels that a display server reads: 32 bits each, with premultiplied transparency, as cairo's
 * ARGB32. All of them are transparent at first, and a page that no one paints on takes no memory.
 * A value on the heap.
 */
typedef struct
{
  int     fd; /* never shrinks, so that a server need not fear to read it */
  guint8 *bytes;
  gsize   size;
  int     width, height, stride;
} PelSharedMemory;

/* Fails where the size is beyond all screens, or there is no memory. */
PelSharedMemory *pel_shared_memory_new (int width, int height, GError **error);
void             pel_shared_memory_free (PelSharedMemory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelSharedMemory, pel_shared_memory_free)

/* To paint on the part of it from @x, @y on; cut off at its edges. Valid as long as the memory.
 * (transfer full) */
cairo_surface_t *
pel_shared_memory_view (PelSharedMemory *self, int x, int y, int width, int height);
