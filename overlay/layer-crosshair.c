/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/layer-crosshair.h"

#include "overlay/shared-memory.h"

#include <math.h>

#define SIDE      24 /* logical pixels: whole device pixels at all usual scales */
#define MAX_RATIO 8.0

struct _PelLayerCrosshair
{
  struct wl_shm      *shm;
  struct wl_surface  *surface;
  struct wp_viewport *viewport;
  PelSharedMemory    *memory; /* (nullable) with its buffer: what is shown */
  struct wl_buffer   *buffer;
};

PelLayerCrosshair *
pel_layer_crosshair_new (PelWaylandConnection *connection, const PelVeilMaterials *materials)
{
  PelLayerCrosshair *self = g_new0 (PelLayerCrosshair, 1);

  self->shm = pel_wayland_connection_bind_first (connection, &wl_shm_interface, 1);
  self->surface = wl_compositor_create_surface (materials->compositor);
  self->viewport = wp_viewporter_get_viewport (materials->viewporter, self->surface);
  return self;
}

static void
drop_buffer (PelLayerCrosshair *self)
{
  g_clear_pointer (&self->buffer, wl_buffer_destroy);
  g_clear_pointer (&self->memory, pel_shared_memory_free);
}

void
pel_layer_crosshair_free (PelLayerCrosshair *self)
{
  if (self == NULL)
    return;
  wp_viewport_destroy (self->viewport);
  wl_surface_destroy (self->surface);
  drop_buffer (self);
  wl_shm_destroy (self->shm);
  g_free (self);
}

/* Open around the middle, so that what is picked can be seen. */
static void
trace (cairo_t *cr, double middle, double gap, double reach)
{
  for (int i = -1; i <= 1; i += 2)
    {
      cairo_move_to (cr, middle + i * gap, middle);
      cairo_line_to (cr, middle + i * reach, middle);
      cairo_move_to (cr, middle, middle + i * gap);
      cairo_line_to (cr, middle, middle + i * reach);
    }
}

static void
paint (cairo_surface_t *image, int side, double ratio)
{
  cairo_t *cr = cairo_create (image);
  double   line = MAX (floor (ratio + 0.5), 1);
  double   middle = floor (side / 2.0) + (fmod (line, 2) == 0 ? 0 : 0.5);
  double   reach = floor (side / 2.0) - 2 * line;

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_SQUARE);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_set_line_width (cr, 3 * line);
  trace (cr, middle, 4 * line, reach);
  cairo_stroke (cr);
  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_set_line_width (cr, line);
  trace (cr, middle, 4 * line, reach);
  cairo_stroke (cr);
  cairo_destroy (cr);
  cairo_surface_flush (image);
}

/* Without memory the pointer keeps the look that it has. */
static gboolean
make_buffer (PelLayerCrosshair *self, double ratio)
{
  int                 side = (int) floor (SIDE * ratio + 0.5);
  struct wl_shm_pool *pool;
  cairo_surface_t    *image;

  if (self->memory != NULL && self->memory->width == side)
    return TRUE;
  drop_buffer (self);
  self->memory = pel_shared_memory_new (side, side, NULL);
  if (self->memory == NULL)
    return FALSE;
  image = pel_shared_memory_view (self->memory, 0, 0, side, side);
  paint (image, side, ratio);
  cairo_surface_destroy (image);
  pool = wl_shm_create_pool (self->shm, self->memory->fd, (int32_t) self->memory->size);
  self->buffer =
      wl_shm_pool_create_buffer (pool, 0, side, side, self->memory->stride, WL_SHM_FORMAT_ARGB8888);
  wl_shm_pool_destroy (pool);
  return TRUE;
}

void
pel_layer_crosshair_show (PelLayerCrosshair *self,
                          struct wl_pointer *pointer,
                          guint32            serial,
                          double             ratio)
{
  if (!make_buffer (self, CLAMP (ratio, 1, MAX_RATIO)))
    return;
  wl_pointer_set_cursor (pointer, serial, self->surface, SIDE / 2, SIDE / 2);
  wp_viewport_set_destination (self->viewport, SIDE, SIDE);
  wl_surface_attach (self->surface, self->buffer, 0, 0);
  wl_surface_damage (self->surface, 0, 0, SIDE, SIDE);
  wl_surface_commit (self->surface);
}
