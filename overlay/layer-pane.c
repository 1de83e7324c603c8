/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/layer-pane.h"

#include "overlay/scene-diff.h"
#include "overlay/shm-buffer.h"
#include "services/geometry/space.h"

#include <math.h>

#define N_BUFFERS 2

/* Of a scale, as compositors tell it. */
#define SCALE_STEPS 120.0

/* More pieces than this are told as one: a message for each would cost more than the pixels. */
#define MAX_PIECES 32

#define ALL_ANCHORS                                                         \
  (ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP | ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM | \
   ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT | ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT)

struct _PelLayerPane
{
  PelLayerMaterials              materials;
  struct wl_surface             *surface;
  struct wp_viewport            *viewport;
  struct wp_fractional_scale_v1 *fractional; /* (nullable) */
  struct zwlr_layer_surface_v1  *layer_surface;
  struct wl_callback            *frame; /* (nullable) while the compositor shows the last one */
  PelLayerPaneEndFunc            end;
  gpointer                       user_data;

  guint32       width, height; /* logical, as configured; 0 until then */
  double        preferred;     /* the scale that the compositor tells; 0: it does not */
  double        ratio;
  PelShmBuffer *buffers[N_BUFFERS]; /* all of one size; (nullable) */
  gboolean      is_mapped;
  PelScene     *wanted; /* (nullable) */
  PelScene     *shown;  /* (nullable): on the last buffer that was committed */
};

static void draw (PelLayerPane *self);

static void
set_scene (PelScene **place, PelScene *scene)
{
  if (scene != NULL)
    pel_scene_ref (scene);
  pel_scene_unref (*place);
  *place = scene;
}

static void
redraw_cb (gpointer user_data)
{
  draw (user_data);
}

static void
frame_cb (void *data, struct wl_callback *frame, uint32_t time)
{
  PelLayerPane *self = data;

  g_clear_pointer (&self->frame, wl_callback_destroy);
  draw (self);
}

static const struct wl_callback_listener frame_listener = { .done = frame_cb };

/* One logical pixel may be cut off at the end of an output; a scene that is off by more was made
 * for another mode or scale, and everything in it would be at a wrong place. Where the compositor
 * tells the scale, the size alone does not show that: the mode may be the same. */
static gboolean
fits (const PelLayerPane *self, const PelScene *scene, int width, int height, double scale)
{
  return fabs (scale - self->ratio) < 1 / SCALE_STEPS &&
         abs (scene->width - width) <= ceil (scale) && abs (scene->height - height) <= ceil (scale);
}

static void
drop_buffers (PelLayerPane *self)
{
  for (guint i = 0; i < N_BUFFERS; i++)
    g_clear_pointer (&self->buffers[i], pel_shm_buffer_free);
  set_scene (&self->shown, NULL);
}

/* A buffer of that size that no one reads. (nullable) without an error: all are busy. */
static PelShmBuffer *
find_buffer (PelLayerPane *self, int width, int height, GError **error)
{
  for (guint i = 0; i < N_BUFFERS; i++)
    {
      if (self->buffers[i] == NULL)
        self->buffers[i] =
            pel_shm_buffer_new (self->materials.shm, width, height, redraw_cb, self, error);
      if (self->buffers[i] == NULL || !self->buffers[i]->is_busy)
        return self->buffers[i];
    }
  return NULL;
}

static void
tell_damage (PelLayerPane *self, const cairo_region_t *damage)
{
  int n = cairo_region_num_rectangles (damage);

  for (int i = 0; i < (n > MAX_PIECES ? 1 : n); i++)
    {
      cairo_rectangle_int_t r;

      if (n > MAX_PIECES)
        cairo_region_get_extents (damage, &r);
      else
        cairo_region_get_rectangle (damage, i, &r);
      wl_surface_damage_buffer (self->surface, r.x, r.y, r.width, r.height);
    }
}

static void
commit (PelLayerPane *self, PelShmBuffer *buffer, const cairo_region_t *damage)
{
  wp_viewport_set_destination (self->viewport, (int) self->width, (int) self->height);
  wl_surface_attach (self->surface, buffer->proxy, 0, 0);
  tell_damage (self, damage);
  self->frame = wl_surface_frame (self->surface);
  wl_callback_add_listener (self->frame, &frame_listener, self);
  wl_surface_commit (self->surface);
  buffer->is_busy = TRUE;
  self->is_mapped = TRUE;
  pel_wayland_connection_flush (self->materials.connection);
}

/* All of a new buffer is new to the compositor. (transfer full) */
static cairo_region_t *
find_damage (PelLayerPane *self, const PelScene *scene, int width, int height)
{
  return self->buffers[0] != NULL
             ? pel_scene_diff (self->shown, scene)
             : cairo_region_create_rectangle (&(cairo_rectangle_int_t){ 0, 0, width, height });
}

/* The last thing that is done: it may be the end. */
static void
draw_scene (PelLayerPane *self, PelScene *scene, int width, int height)
{
  g_autoptr (GError) error = NULL;
  cairo_region_t    *damage = find_damage (self, scene, width, height);
  PelShmBuffer      *buffer = NULL;

  if (cairo_region_is_empty (damage))
    set_scene (&self->shown, scene);
  else
    buffer = find_buffer (self, width, height, &error);
  if (buffer != NULL)
    {
      cairo_region_destroy (pel_picture_show (buffer->picture, scene, PEL_PAINTER_BLENDED));
      commit (self, buffer, damage);
      set_scene (&self->shown, scene);
    }
  cairo_region_destroy (damage);
  if (error != NULL)
    self->end (error, self->user_data);
}

/* Whatever is not as it should be, if this is the time to change it. */
static void
draw (PelLayerPane *self)
{
  double    scale = self->preferred > 0 ? self->preferred : self->ratio;
  int       width = pel_round_edge (self->width * scale);
  int       height = pel_round_edge (self->height * scale);
  PelScene *scene = self->wanted;

  if (self->width == 0 || self->frame != NULL)
    return;
  if (scene != NULL && !fits (self, scene, width, height, scale))
    scene = NULL;
  if (self->buffers[0] != NULL &&
      (self->buffers[0]->memory->width != width || self->buffers[0]->memory->height != height))
    drop_buffers (self);
  if (self->buffers[0] == NULL ? scene != NULL || self->is_mapped : scene != self->shown)
    draw_scene (self, scene, width, height);
}

/* The compositor repeats itself: the same size again changes nothing. */
static void
configure_cb (void                         *data,
              struct zwlr_layer_surface_v1 *layer_surface,
              uint32_t                      serial,
              uint32_t                      width,
              uint32_t                      height)
{
  PelLayerPane *self = data;

  zwlr_layer_surface_v1_ack_configure (layer_surface, serial);
  if (width == 0 || height == 0 || width > G_MAXINT16 || height > G_MAXINT16)
    return;
  self->width = width;
  self->height = height;
  draw (self);
}

static void
closed_cb (void *data, struct zwlr_layer_surface_v1 *layer_surface)
{
  PelLayerPane *self = data;

  self->end (NULL, self->user_data);
}

static const struct zwlr_layer_surface_v1_listener layer_surface_listener = {
  .configure = configure_cb,
  .closed = closed_cb,
};

static void
preferred_scale_cb (void *data, struct wp_fractional_scale_v1 *fractional, uint32_t scale)
{
  PelLayerPane *self = data;

  self->preferred = scale / SCALE_STEPS;
  draw (self);
}

static const struct wp_fractional_scale_v1_listener fractional_listener = {
  .preferred_scale = preferred_scale_cb,
};

static void
let_clicks_through (PelLayerPane *self)
{
  struct wl_region *nothing = wl_compositor_create_region (self->materials.compositor);

  wl_surface_set_input_region (self->surface, nothing);
  wl_region_destroy (nothing);
}

PelLayerPane *
pel_layer_pane_new (const PelLayerMaterials *materials,
                    struct wl_output        *output,
                    PelLayerPaneEndFunc      end,
                    gpointer                 user_data)
{
  PelLayerPane *self = g_new0 (PelLayerPane, 1);

  self->materials = *materials;
  self->end = end;
  self->user_data = user_data;
  self->surface = wl_compositor_create_surface (materials->compositor);
  self->viewport = wp_viewporter_get_viewport (materials->viewporter, self->surface);
  let_clicks_through (self);
  if (materials->scales != NULL)
    {
      self->fractional =
          wp_fractional_scale_manager_v1_get_fractional_scale (materials->scales, self->surface);
      wp_fractional_scale_v1_add_listener (self->fractional, &fractional_listener, self);
    }
  self->layer_surface = zwlr_layer_shell_v1_get_layer_surface (materials->layer_shell,
                                                               self->surface,
                                                               output,
                                                               ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY,
                                                               "pellucid-overlay");
  zwlr_layer_surface_v1_add_listener (self->layer_surface, &layer_surface_listener, self);
  zwlr_layer_surface_v1_set_anchor (self->layer_surface, ALL_ANCHORS);
  zwlr_layer_surface_v1_set_exclusive_zone (self->layer_surface, -1);
  zwlr_layer_surface_v1_set_keyboard_interactivity (
      self->layer_surface, ZWLR_LAYER_SURFACE_V1_KEYBOARD_INTERACTIVITY_NONE);
  wl_surface_commit (self->surface);
  pel_wayland_connection_flush (materials->connection);
  return self;
}

void
pel_layer_pane_free (PelLayerPane *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->frame, wl_callback_destroy);
  g_clear_pointer (&self->fractional, wp_fractional_scale_v1_destroy);
  wp_viewport_destroy (self->viewport);
  zwlr_layer_surface_v1_destroy (self->layer_surface);
  wl_surface_destroy (self->surface);
  drop_buffers (self);
  pel_scene_unref (self->wanted);
  pel_wayland_connection_flush (self->materials.connection);
  g_free (self);
}

void
pel_layer_pane_withdraw (PelLayerPane *self)
{
  if (!self->is_mapped)
    return;
  wl_surface_attach (self->surface, NULL, 0, 0);
  wl_surface_commit (self->surface);
}

void
pel_layer_pane_show (PelLayerPane *self, PelScene *scene, double ratio)
{
  set_scene (&self->wanted, scene);
  self->ratio = ratio;
  draw (self);
}
