/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* memfd_create */

#include "config.h"

#include "services/window/wayland-veil.h"

#include "services/base/error.h"

#include <glib/gi18n.h>
#include <sys/mman.h>
#include <unistd.h>

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
  int                           logical_side, device_side; /* the longer one; 0: unknown */
  gboolean                      is_shown;
  gboolean                      is_closed;
  void (*func) (gpointer user_data); /* (nullable) */
  gpointer user_data;
};

/* materials */

const char *
pel_veil_materials_find_missing (PelWaylandConnection *connection)
{
  const char *const needed[] = { wl_compositor_interface.name,
                                 wl_shm_interface.name,
                                 wp_viewporter_interface.name,
                                 zwlr_layer_shell_v1_interface.name,
                                 zxdg_output_manager_v1_interface.name };

  for (gsize i = 0; i < G_N_ELEMENTS (needed); i++)
    if (pel_wayland_connection_find_global (connection, needed[i]) == NULL)
      return needed[i];
  return NULL;
}

/* One pixel that is not there, for surfaces of any size. */
static struct wl_buffer *
make_clear_buffer (PelWaylandConnection *connection)
{
  int                 fd = memfd_create ("pellucid-clear", MFD_CLOEXEC);
  struct wl_shm      *shm;
  struct wl_shm_pool *pool;
  struct wl_buffer   *buffer = NULL;

  if (fd >= 0 && ftruncate (fd, 4) == 0)
    {
      shm = pel_wayland_connection_bind_first (connection, &wl_shm_interface, 1);
      pool = wl_shm_create_pool (shm, fd, 4);
      buffer = wl_shm_pool_create_buffer (pool, 0, 1, 1, 4, WL_SHM_FORMAT_ARGB8888);
      wl_shm_pool_destroy (pool);
      wl_shm_destroy (shm);
    }
  if (fd >= 0)
    close (fd);
  return buffer;
}

gboolean
pel_veil_materials_gather (PelVeilMaterials *self, PelWaylandConnection *connection, GError **error)
{
  self->clear = make_clear_buffer (connection);
  if (self->clear == NULL)
    {
      pel_set_error (error, PEL_ERROR_UNKNOWN, NULL, _ ("Not enough memory for a surface"));
      return FALSE;
    }
  self->compositor = pel_wayland_connection_bind_first (connection, &wl_compositor_interface, 4);
  self->viewporter = pel_wayland_connection_bind_first (connection, &wp_viewporter_interface, 1);
  self->layer_shell =
      pel_wayland_connection_bind_first (connection, &zwlr_layer_shell_v1_interface, 4);
  self->output_manager =
      pel_wayland_connection_bind_first (connection, &zxdg_output_manager_v1_interface, 3);
  return TRUE;
}

void
pel_veil_materials_drop (PelVeilMaterials *self)
{
  if (self->clear == NULL)
    return;
  wl_buffer_destroy (self->clear);
  wl_compositor_destroy (self->compositor);
  wp_viewporter_destroy (self->viewporter);
  zxdg_output_manager_v1_destroy (self->output_manager);
  if (zwlr_layer_shell_v1_get_version (self->layer_shell) >=
      ZWLR_LAYER_SHELL_V1_DESTROY_SINCE_VERSION)
    zwlr_layer_shell_v1_destroy (self->layer_shell);
  else
    wl_proxy_destroy ((struct wl_proxy *) self->layer_shell);
  *self = (PelVeilMaterials){ 0 };
}

/* the output */

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
  ((PelWaylandVeil *) data)->logical_side = MAX (width, height);
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
geometry_cb (void             *data,
             struct wl_output *output,
             int32_t           x,
             int32_t           y,
             int32_t           physical_width,
             int32_t           physical_height,
             int32_t           subpixel,
             const char       *make,
             const char       *model,
             int32_t           transform)
{
}

static void
mode_cb (void             *data,
         struct wl_output *output,
         uint32_t          flags,
         int32_t           width,
         int32_t           height,
         int32_t           refresh)
{
  if ((flags & WL_OUTPUT_MODE_CURRENT) != 0)
    ((PelWaylandVeil *) data)->device_side = MAX (width, height);
}

static void
scale_cb (void *data, struct wl_output *output, int32_t scale)
{
}

static void
done_cb (void *data, struct wl_output *output)
{
}

static const struct wl_output_listener output_listener = {
  .geometry = geometry_cb,
  .mode = mode_cb,
  .done = done_cb,
  .scale = scale_cb,
};

/* the surface */

static void
tell (PelWaylandVeil *self)
{
  if (self->func != NULL)
    self->func (self->user_data);
}

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
  tell (self);
}

/* Most often the output is gone; with it, the pointer has left. */
static void
closed_cb (void *data, struct zwlr_layer_surface_v1 *layer_surface)
{
  PelWaylandVeil *self = data;

  self->is_closed = TRUE;
  tell (self);
}

static const struct zwlr_layer_surface_v1_listener layer_surface_listener = {
  .configure = configure_cb,
  .closed = closed_cb,
};

static void
make_tiny (PelWaylandVeil *self)
{
  struct wl_region *nothing = wl_compositor_create_region (self->materials.compositor);

  wl_surface_set_input_region (self->surface, nothing);
  wl_region_destroy (nothing);
  zwlr_layer_surface_v1_set_size (self->layer_surface, 1, 1);
}

PelWaylandVeil *
pel_wayland_veil_new (PelWaylandConnection   *connection,
                      const PelWaylandGlobal *output,
                      const PelVeilMaterials *materials,
                      PelVeilKind             kind)
{
  PelWaylandVeil *self = g_new0 (PelWaylandVeil, 1);

  self->materials = *materials;
  self->output = pel_wayland_connection_bind (connection, output, &wl_output_interface, 3);
  wl_output_add_listener (self->output, &output_listener, self);
  self->xdg_output =
      zxdg_output_manager_v1_get_xdg_output (materials->output_manager, self->output);
  zxdg_output_v1_add_listener (self->xdg_output, &xdg_output_listener, self);

  self->surface = wl_compositor_create_surface (materials->compositor);
  self->viewport = wp_viewporter_get_viewport (materials->viewporter, self->surface);
  self->layer_surface =
      zwlr_layer_shell_v1_get_layer_surface (materials->layer_shell,
                                             self->surface,
                                             self->output,
                                             ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY,
                                             kind == PEL_VEIL_TAKES_KEYS ? "pellucid-pick"
                                                                         : "pellucid-pointer");
  zwlr_layer_surface_v1_add_listener (self->layer_surface, &layer_surface_listener, self);
  zwlr_layer_surface_v1_set_exclusive_zone (self->layer_surface, -1);
  if (kind == PEL_VEIL_NUDGES)
    make_tiny (self);
  else
    zwlr_layer_surface_v1_set_anchor (self->layer_surface, ALL_ANCHORS);
  if (kind == PEL_VEIL_TAKES_KEYS)
    zwlr_layer_surface_v1_set_keyboard_interactivity (
        self->layer_surface, ZWLR_LAYER_SURFACE_V1_KEYBOARD_INTERACTIVITY_EXCLUSIVE);
  wl_surface_commit (self->surface);
  return self;
}

void
pel_wayland_veil_watch (PelWaylandVeil *self, void (*func) (gpointer user_data), gpointer user_data)
{
  self->func = func;
  self->user_data = user_data;
}

void
pel_wayland_veil_withdraw (PelWaylandVeil *self)
{
  if (!self->is_shown || self->layer_surface == NULL)
    return;
  wl_surface_attach (self->surface, NULL, 0, 0);
  wl_surface_commit (self->surface);
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
pel_wayland_veil_is_closed (PelWaylandVeil *self)
{
  return self->is_closed;
}

double
pel_wayland_veil_get_ratio (PelWaylandVeil *self)
{
  return self->logical_side > 0 && self->device_side > 0
             ? (double) self->device_side / self->logical_side
             : 1;
}

gboolean
pel_wayland_veil_to_native (PelWaylandVeil *self, double x, double y, PelNativePoint *ret_point)
{
  if (!self->has_position)
    return FALSE;
  *ret_point = (PelNativePoint){ self->x + x, self->y + y };
  return TRUE;
}
