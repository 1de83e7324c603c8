/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/wayland-veil.h"

#define ALL_ANCHORS                                                         \
  (ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP | ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM | \
   ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT | ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT)

struct _PelWaylandVeil
{
  PelVeilMaterials              materials;
  struct wl_output             *output;
  struct zxdg_output_v1        *xdg_output;
  struct wl_surface            *surface;
  struct wp_viewport           *viewport;
  struct zwlr_layer_surface_v1 *layer_surface;
  int                           x, y; /* of the output, in logical pixels */
  gboolean                      has_position;
  gboolean                      is_shown;
};

static void
logical_position_cb (void *data, struct zxdg_output_v1 *xdg_output, int32_t x, int32_t y)
{
  PelWaylandVeil *self = data;

  self->x = x;
  self->y = y;
  self->has_position = TRUE;
}

static void
logical_size_cb (void *data, struct zxdg_output_v1 *xdg_output, int32_t width, int32_t height)
{
}

static void
output_done_cb (void *data, struct zxdg_output_v1 *xdg_output)
{
}

static void
output_text_cb (void *data, struct zxdg_output_v1 *xdg_output, const char *text)
{
}

static const struct zxdg_output_v1_listener xdg_output_listener = {
  .logical_position = logical_position_cb,
  .logical_size = logical_size_cb,
  .done = output_done_cb,
  .name = output_text_cb,
  .description = output_text_cb,
};

static void
configure_cb (void                         *data,
              struct zwlr_layer_surface_v1 *layer_surface,
              uint32_t                      serial,
              uint32_t                      width,
              uint32_t                      height)
{
  PelWaylandVeil *self = data;

  zwlr_layer_surface_v1_ack_configure (layer_surface, serial);
  if (width == 0 || height == 0 || width > G_MAXINT32 || height > G_MAXINT32)
    return;
  wp_viewport_set_destination (self->viewport, (int) width, (int) height);
  wl_surface_attach (self->surface, self->materials.clear, 0, 0);
  wl_surface_damage (self->surface, 0, 0, G_MAXINT32, G_MAXINT32);
  wl_surface_commit (self->surface);
  self->is_shown = TRUE;
}

/* The output is gone; with it, the pointer has left. */
static void
closed_cb (void *data, struct zwlr_layer_surface_v1 *layer_surface)
{
}

static const struct zwlr_layer_surface_v1_listener layer_surface_listener = {
  .configure = configure_cb,
  .closed = closed_cb,
};

PelWaylandVeil *
pel_wayland_veil_new (PelWaylandConnection   *connection,
                      const PelWaylandGlobal *output,
                      const PelVeilMaterials *materials)
{
  PelWaylandVeil *self = g_new0 (PelWaylandVeil, 1);

  self->materials = *materials;
  self->output = pel_wayland_connection_bind (connection, output, &wl_output_interface, 3);
  self->xdg_output =
      zxdg_output_manager_v1_get_xdg_output (materials->output_manager, self->output);
  zxdg_output_v1_add_listener (self->xdg_output, &xdg_output_listener, self);

  self->surface = wl_compositor_create_surface (materials->compositor);
  self->viewport = wp_viewporter_get_viewport (materials->viewporter, self->surface);
  self->layer_surface = zwlr_layer_shell_v1_get_layer_surface (materials->layer_shell,
                                                               self->surface,
                                                               self->output,
                                                               ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY,
                                                               "pellucid-pointer");
  zwlr_layer_surface_v1_add_listener (self->layer_surface, &layer_surface_listener, self);
  zwlr_layer_surface_v1_set_anchor (self->layer_surface, ALL_ANCHORS);
  zwlr_layer_surface_v1_set_exclusive_zone (self->layer_surface, -1);
  wl_surface_commit (self->surface);
  return self;
}

void
pel_wayland_veil_hide (PelWaylandVeil *self)
{
  g_clear_pointer (&self->layer_surface, zwlr_layer_surface_v1_destroy);
}

void
pel_wayland_veil_free (PelWaylandVeil *self)
{
  if (self == NULL)
    return;
  pel_wayland_veil_hide (self);
  wp_viewport_destroy (self->viewport);
  wl_surface_destroy (self->surface);
  zxdg_output_v1_destroy (self->xdg_output);
  if (wl_output_get_version (self->output) >= WL_OUTPUT_RELEASE_SINCE_VERSION)
    wl_output_release (self->output);
  else
    wl_output_destroy (self->output);
  g_free (self);
}

struct wl_surface *
pel_wayland_veil_get_surface (PelWaylandVeil *self)
{
  return self->surface;
}

gboolean
pel_wayland_veil_is_shown (PelWaylandVeil *self)
{
  return self->is_shown;
}

gboolean
pel_wayland_veil_to_native (PelWaylandVeil *self, double x, double y, PelNativePoint *ret_point)
{
  if (!self->has_position)
    return FALSE;
  *ret_point = (PelNativePoint){ self->x + x, self->y + y };
  return TRUE;
}
