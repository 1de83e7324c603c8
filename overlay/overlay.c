/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/overlay.h"

#include "overlay/scene-builder.h"

#define FRAME_MS    16
#define RETRY_MS    1000
#define MAX_RETRIES 5

struct _PelOverlay
{
  GObject            parent_instance;
  PelRegionRegistry *registry;
  PelSurfaceFunc     make_surface;
  gpointer           data;
  PelSurface        *surface; /* (nullable) */
  gulong             changed_id, failed_id;
  guint              draw_id, retry_id;
  guint              n_failures; /* since there was nothing to show */
  gint64             drawn_at;
  gboolean           is_active;
  guint              n_closed;

  /* the guide */
  char          *banner; /* (nullable) */
  gboolean       is_below;
  PelRegionList *hinted; /* (nullable) */
  GPtrArray     *hints;
};

G_DEFINE_FINAL_TYPE (PelOverlay, pel_overlay, G_TYPE_OBJECT)

enum
{
  PROP_ACTIVE = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static void need_surface (PelOverlay *self);
static void queue_draw (PelOverlay *self);

static gboolean
retry_cb (gpointer data)
{
  PelOverlay *self = data;

  self->retry_id = 0;
  if (self->is_active)
    need_surface (self);
  if (self->surface != NULL)
    queue_draw (self);
  return G_SOURCE_REMOVE;
}

static void
take_failure (PelOverlay *self, const GError *error)
{
  g_debug ("the overlay cannot be shown: %s", error->message);
  if (self->retry_id == 0 && self->n_failures++ < MAX_RETRIES)
    self->retry_id = g_timeout_add (RETRY_MS, retry_cb, self);
  pel_region_registry_set_obstacle (self->registry, error);
}

static void
drop_surface (PelOverlay *self)
{
  g_clear_signal_handler (&self->failed_id, self->surface);
  g_clear_object (&self->surface);
}

static void
failed_cb (PelSurface *surface, const GError *error, gpointer data)
{
  PelOverlay *self = data;

  drop_surface (self);
  take_failure (self, error);
}

static void
need_surface (PelOverlay *self)
{
  g_autoptr (GError) error = NULL;

  if (self->surface != NULL)
    return;
  self->surface = self->make_surface (self->data, &error);
  if (self->surface == NULL)
    {
      take_failure (self, error);
      return;
    }
  self->failed_id = g_signal_connect (self->surface, "failed", G_CALLBACK (failed_cb), self);
  pel_region_registry_set_obstacle (self->registry, NULL);
}

static gboolean
has_visible_marks (GPtrArray *marks)
{
  for (guint i = 0; i < marks->len; i++)
    if (((const PelRegionMark *) marks->pdata[i])->region != NULL)
      return TRUE;
  return FALSE;
}

static PelSceneRequest
make_request (PelOverlay *self)
{
  PelRegionList  *list = pel_region_registry_get_list (self->registry);
  PelSceneRequest request = { .layout = pel_region_registry_get_layout (self->registry),
                              .marks = pel_region_registry_get_marks (self->registry),
                              .banner = self->banner,
                              .flags = PEL_SCENE_TAGS | PEL_SCENE_LABELS };

  if (self->is_below)
    request.flags |= PEL_SCENE_BANNER_BELOW;
  if (self->hinted != NULL)
    {
      request.regions = self->hinted->regions;
      request.hints = (const char *const *) self->hints->pdata;
    }
  else if (pel_region_registry_is_shown (self->registry) && list != NULL &&
           !pel_region_registry_is_asking (self->registry))
    {
      request.regions = list->regions;
      request.n_left_out = list->n_left_out;
    }
  return request;
}

static void
draw (PelOverlay *self)
{
  PelSceneRequest       request = make_request (self);
  g_autoptr (GPtrArray) scenes = NULL;

  if (self->n_closed > 0 || request.layout == NULL ||
      ((request.regions == NULL || request.regions->len == 0) &&
       !has_visible_marks (request.marks) && request.banner == NULL))
    {
      pel_surface_hide (self->surface);
      return;
    }
  scenes = pel_scene_builder_build (&request);
  pel_surface_set_scenes (self->surface, request.layout, scenes);
}

static gboolean
draw_cb (gpointer data)
{
  PelOverlay *self = data;

  self->draw_id = 0;
  self->drawn_at = g_get_monotonic_time ();
  if (self->surface != NULL)
    draw (self);
  return G_SOURCE_REMOVE;
}

/* With the next turn of the loop, so that what changes together is drawn together; but not sooner
 * than a frame after the last time. */
static void
queue_draw (PelOverlay *self)
{
  gint64 since_ms = (g_get_monotonic_time () - self->drawn_at) / 1000;

  if (self->draw_id == 0)
    self->draw_id = g_timeout_add (CLAMP (FRAME_MS - since_ms, 0, FRAME_MS), draw_cb, self);
}

static void
set_active (PelOverlay *self, gboolean is_active)
{
  if (self->is_active == is_active)
    return;
  self->is_active = is_active;
  self->n_failures = 0;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACTIVE]);
}

static void
update (PelOverlay *self)
{
  set_active (self,
              pel_region_registry_is_shown (self->registry) || self->banner != NULL ||
                  pel_region_registry_get_marks (self->registry)->len > 0);
  if (self->is_active && self->retry_id == 0)
    need_surface (self);
  if (self->surface != NULL)
    queue_draw (self);
}

static void
clear_guide (PelOverlay *self)
{
  g_clear_pointer (&self->banner, g_free);
  g_clear_pointer (&self->hinted, pel_region_list_unref);
  g_clear_pointer (&self->hints, g_ptr_array_unref);
  self->is_below = FALSE;
}

static void
pel_overlay_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_ACTIVE)
    g_value_set_boolean (value, PEL_OVERLAY (object)->is_active);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
pel_overlay_dispose (GObject *object)
{
  PelOverlay *self = PEL_OVERLAY (object);

  g_clear_signal_handler (&self->changed_id, self->registry);
  g_clear_handle_id (&self->draw_id, g_source_remove);
  g_clear_handle_id (&self->retry_id, g_source_remove);
  if (self->surface != NULL)
    drop_surface (self);
  clear_guide (self);
  g_clear_object (&self->registry);
  G_OBJECT_CLASS (pel_overlay_parent_class)->dispose (object);
}

static void
pel_overlay_class_init (PelOverlayClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = pel_overlay_get_property;
  G_OBJECT_CLASS (klass)->dispose = pel_overlay_dispose;

  properties[PROP_ACTIVE] =
      g_param_spec_boolean ("active",
                            NULL,
                            NULL,
                            FALSE,
                            G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPERTIES, properties);
}

static void
pel_overlay_init (PelOverlay *self)
{
}

PelOverlay *
pel_overlay_new (PelRegionRegistry *registry, PelSurfaceFunc make_surface, gpointer data)
{
  PelOverlay *self = g_object_new (PEL_TYPE_OVERLAY, NULL);

  self->registry = g_object_ref (registry);
  self->make_surface = make_surface;
  self->data = data;
  self->changed_id = g_signal_connect_swapped (registry, "changed", G_CALLBACK (update), self);
  return self;
}

void
pel_overlay_set_guide (PelOverlay *self, const PelOverlayGuide *guide)
{
  g_return_if_fail (PEL_IS_OVERLAY (self));

  clear_guide (self);
  if (guide != NULL)
    {
      self->banner = g_strdup (guide->banner);
      self->is_below = guide->is_below;
    }
  if (guide != NULL && guide->list != NULL)
    {
      self->hinted = pel_region_list_ref (guide->list);
      self->hints = g_ptr_array_ref (guide->hints);
    }
  if (guide != NULL) /* whoever holds the pointer must be seen: that is not put off */
    g_clear_handle_id (&self->retry_id, g_source_remove);
  update (self);
}

static void
settled_cb (GObject *surface, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  /* where its window system is gone, nothing is shown either */
  pel_surface_settle_finish (PEL_SURFACE (surface), result, NULL);
  g_task_return_boolean (task, TRUE);
}

void
pel_overlay_close_async (PelOverlay *self, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (PEL_IS_OVERLAY (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, pel_overlay_close_async);
  self->n_closed++;
  if (self->surface == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  pel_surface_hide (self->surface);
  pel_surface_settle_async (self->surface, settled_cb, g_steal_pointer (&task));
}

void
pel_overlay_close_finish (PelOverlay *self, GAsyncResult *result)
{
  g_return_if_fail (g_task_is_valid (result, self));

  g_task_propagate_boolean (G_TASK (result), NULL);
}

void
pel_overlay_open (PelOverlay *self)
{
  g_return_if_fail (PEL_IS_OVERLAY (self));
  g_return_if_fail (self->n_closed > 0);

  self->n_closed--;
  if (self->n_closed == 0 && self->surface != NULL)
    queue_draw (self);
}

gboolean
pel_overlay_is_active (PelOverlay *self)
{
  g_return_val_if_fail (PEL_IS_OVERLAY (self), FALSE);

  return self->is_active;
}
