/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/layer-shell-surface.h"

#include "overlay/layer-pane.h"
#include "services/base/error.h"

#include "xdg-output-unstable-v1-client-protocol.h"

#include <glib/gi18n.h>

typedef struct
{
  PelLayerShellSurface  *surface; /* its owner */
  guint32                global;
  struct wl_output      *proxy;
  struct zxdg_output_v1 *description;
  char                  *name; /* (nullable) until it is told */
  PelLayerPane          *pane; /* (nullable) while there is something to show */
} Output;

struct _PelLayerShellSurface
{
  PelSurface                     parent_instance;
  PelWaylandConnection          *connection;
  GCancellable                  *cancellable;
  PelLayerMaterials              materials;
  struct zxdg_output_manager_v1 *output_manager;
  GPtrArray                     *outputs; /* of Output */
  PelMonitorLayout              *layout;  /* (nullable) while hidden */
  GPtrArray                     *scenes;  /* (nullable) of PelScene */
  gboolean                       is_ready;
  gboolean                       has_failed;
};

G_DEFINE_FINAL_TYPE (PelLayerShellSurface, pel_layer_shell_surface, PEL_TYPE_SURFACE)

static void
output_free (Output *output)
{
  pel_layer_pane_free (output->pane);
  zxdg_output_v1_destroy (output->description);
  if (wl_output_get_version (output->proxy) >= WL_OUTPUT_RELEASE_SINCE_VERSION)
    wl_output_release (output->proxy);
  else
    wl_output_destroy (output->proxy);
  g_free (output->name);
  g_free (output);
}

static void
fail (PelLayerShellSurface *self, const GError *error)
{
  if (self->has_failed)
    return;
  self->has_failed = TRUE;
  pel_surface_emit_failed (PEL_SURFACE (self), error);
}

/* what is shown where */

/* Closed by the compositor, its output most often goes as well; if not, the next scenes open it
 * again. */
static void
pane_ended_cb (const GError *error, gpointer user_data)
{
  Output *output = user_data;

  g_clear_pointer (&output->pane, pel_layer_pane_free);
  if (error != NULL)
    fail (output->surface, error);
}

static PelScene *
find_scene (PelLayerShellSurface *self, const char *name)
{
  for (guint i = 0; self->scenes != NULL && i < self->scenes->len; i++)
    {
      PelScene *scene = g_ptr_array_index (self->scenes, i);

      if (g_str_equal (scene->monitor, name))
        return scene;
    }
  return NULL;
}

static const PelMonitor *
find_monitor (PelLayerShellSurface *self, const char *name)
{
  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (self->layout); i++)
    {
      const PelMonitor *monitor = pel_monitor_layout_get_monitor (self->layout, i);

      if (g_str_equal (monitor->name, name))
        return monitor;
    }
  return NULL;
}

static void
show_on (PelLayerShellSurface *self, Output *output)
{
  PelScene         *scene = output->name != NULL ? find_scene (self, output->name) : NULL;
  const PelMonitor *monitor = scene != NULL ? find_monitor (self, output->name) : NULL;

  if (monitor == NULL)
    {
      g_clear_pointer (&output->pane, pel_layer_pane_free);
      return;
    }
  if (output->pane == NULL)
    output->pane = pel_layer_pane_new (&self->materials, output->proxy, pane_ended_cb, output);
  pel_layer_pane_show (output->pane, scene, monitor->ratio);
}

static void
show_all (PelLayerShellSurface *self)
{
  for (guint i = 0; i < self->outputs->len && !self->has_failed; i++)
    show_on (self, g_ptr_array_index (self->outputs, i));
}

static void
drop_panes (PelLayerShellSurface *self)
{
  for (guint i = 0; i < self->outputs->len; i++)
    {
      Output *output = g_ptr_array_index (self->outputs, i);

      if (output->pane != NULL)
        pel_layer_pane_withdraw (output->pane);
    }
  for (guint i = 0; i < self->outputs->len; i++)
    g_clear_pointer (&((Output *) g_ptr_array_index (self->outputs, i))->pane, pel_layer_pane_free);
}

/* outputs */

static void
name_cb (void *data, struct zxdg_output_v1 *description, const char *name)
{
  Output *output = data;

  g_free (output->name);
  output->name = g_strdup (name);
  show_on (output->surface, output);
}

static void
place_cb (void *data, struct zxdg_output_v1 *description, int32_t x, int32_t y)
{
}

static void
done_cb (void *data, struct zxdg_output_v1 *description)
{
}

static void
text_cb (void *data, struct zxdg_output_v1 *description, const char *text)
{
}

static const struct zxdg_output_v1_listener description_listener = {
  .logical_position = place_cb,
  .logical_size = place_cb,
  .done = done_cb,
  .name = name_cb,
  .description = text_cb,
};

static void
add_output (PelLayerShellSurface *self, const PelWaylandGlobal *global)
{
  Output *output = g_new0 (Output, 1);

  output->surface = self;
  output->global = global->name;
  output->proxy = pel_wayland_connection_bind (self->connection, global, &wl_output_interface, 3);
  output->description = zxdg_output_manager_v1_get_xdg_output (self->output_manager, output->proxy);
  zxdg_output_v1_add_listener (output->description, &description_listener, output);
  g_ptr_array_add (self->outputs, output);
}

static gboolean
is_offered (PelLayerShellSurface *self, guint32 name)
{
  for (guint i = 0; i < pel_wayland_connection_get_n_globals (self->connection); i++)
    if (pel_wayland_connection_get_global (self->connection, i)->name == name)
      return TRUE;
  return FALSE;
}

static gboolean
is_known (PelLayerShellSurface *self, guint32 name)
{
  for (guint i = 0; i < self->outputs->len; i++)
    if (((Output *) g_ptr_array_index (self->outputs, i))->global == name)
      return TRUE;
  return FALSE;
}

/* TRUE: an output is gone. */
static gboolean
forget_outputs (PelLayerShellSurface *self)
{
  guint n_before = self->outputs->len;

  for (guint i = self->outputs->len; i > 0; i--)
    if (!is_offered (self, ((Output *) g_ptr_array_index (self->outputs, i - 1))->global))
      g_ptr_array_remove_index (self->outputs, i - 1);
  return self->outputs->len < n_before;
}

/* With an output goes a pane, for which another one may have got the keyboard: see
 * pel_layer_pane_withdraw(). New ones do not have it. */
static void
follow_outputs (PelLayerShellSurface *self)
{
  if (!self->is_ready || self->has_failed)
    return;
  if (forget_outputs (self))
    {
      drop_panes (self);
      show_all (self);
    }
  for (guint i = 0; i < pel_wayland_connection_get_n_globals (self->connection); i++)
    {
      const PelWaylandGlobal *global = pel_wayland_connection_get_global (self->connection, i);

      if (g_str_equal (global->interface, wl_output_interface.name) &&
          !is_known (self, global->name))
        add_output (self, global);
    }
  pel_wayland_connection_flush (self->connection);
}

/* the connection */

static gboolean
bind_globals (PelLayerShellSurface *self, GError **error)
{
  PelLayerMaterials *m = &self->materials;
  const struct
  {
    gpointer                  *place;
    const struct wl_interface *interface;
    guint32                    oldest; /* 0: it can do without */
    guint32                    newest;
  } rows[] = {
    { (gpointer *) &m->compositor, &wl_compositor_interface, 4, 4 },
    { (gpointer *) &m->shm, &wl_shm_interface, 1, 1 },
    { (gpointer *) &m->viewporter, &wp_viewporter_interface, 1, 1 },
    { (gpointer *) &m->layer_shell, &zwlr_layer_shell_v1_interface, 1, 4 },
    { (gpointer *) &self->output_manager, &zxdg_output_manager_v1_interface, 2, 3 },
    { (gpointer *) &m->scales, &wp_fractional_scale_manager_v1_interface, 0, 1 },
  };

  m->connection = self->connection;
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const PelWaylandGlobal *global =
          pel_wayland_connection_find_global (self->connection, rows[i].interface->name);

      if (global != NULL && global->version >= rows[i].oldest)
        *rows[i].place = pel_wayland_connection_bind (self->connection,
                                                      global,
                                                      rows[i].interface,
                                                      rows[i].newest);
      if (*rows[i].place != NULL || rows[i].oldest == 0)
        continue;
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     NULL,
                     _ ("The compositor does not support %s, which the overlay requires"),
                     rows[i].interface->name);
      return FALSE;
    }
  return TRUE;
}

static void
free_globals (PelLayerShellSurface *self)
{
  PelLayerMaterials *m = &self->materials;

  g_clear_pointer (&m->scales, wp_fractional_scale_manager_v1_destroy);
  g_clear_pointer (&self->output_manager, zxdg_output_manager_v1_destroy);
  if (m->layer_shell != NULL &&
      zwlr_layer_shell_v1_get_version (m->layer_shell) >= ZWLR_LAYER_SHELL_V1_DESTROY_SINCE_VERSION)
    g_clear_pointer (&m->layer_shell, zwlr_layer_shell_v1_destroy);
  else if (m->layer_shell != NULL)
    wl_proxy_destroy ((struct wl_proxy *) g_steal_pointer (&m->layer_shell));
  g_clear_pointer (&m->viewporter, wp_viewporter_destroy);
  g_clear_pointer (&m->shm, wl_shm_destroy);
  g_clear_pointer (&m->compositor, wl_compositor_destroy);
}

static void
ready_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  PelLayerShellSurface *self = user_data;
  g_autoptr (GError)    error = NULL;

  /* cancelled, the surface is gone; broken, "closed" has told */
  if (!pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, NULL))
    return;
  if (!bind_globals (self, &error))
    {
      fail (self, error);
      return;
    }
  self->is_ready = TRUE;
  follow_outputs (self);
}

static void
closed_cb (PelLayerShellSurface *self)
{
  fail (self, pel_wayland_connection_get_error (self->connection));
}

/* the interface */

static void
set_scenes (PelSurface *surface, const PelMonitorLayout *layout, GPtrArray *scenes)
{
  PelLayerShellSurface *self = PEL_LAYER_SHELL_SURFACE (surface);
  PelMonitorLayout     *before = g_steal_pointer (&self->layout);

  self->layout = pel_monitor_layout_ref ((PelMonitorLayout *) layout);
  g_clear_pointer (&before, pel_monitor_layout_unref);
  g_ptr_array_ref (scenes);
  g_clear_pointer (&self->scenes, g_ptr_array_unref);
  self->scenes = scenes;
  show_all (self);
}

static void
hide (PelSurface *surface)
{
  PelLayerShellSurface *self = PEL_LAYER_SHELL_SURFACE (surface);

  g_clear_pointer (&self->scenes, g_ptr_array_unref);
  g_clear_pointer (&self->layout, pel_monitor_layout_unref);
  drop_panes (self);
}

static void
settled_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;

  if (pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
settle (PelSurface *surface, GTask *task)
{
  PelLayerShellSurface *self = PEL_LAYER_SHELL_SURFACE (surface);

  pel_wayland_connection_sync_async (self->connection, self->cancellable, settled_cb, task);
}

static void
pel_layer_shell_surface_dispose (GObject *object)
{
  PelLayerShellSurface *self = PEL_LAYER_SHELL_SURFACE (object);

  self->has_failed = TRUE; /* no further signals */
  g_cancellable_cancel (self->cancellable);
  drop_panes (self);
  g_ptr_array_set_size (self->outputs, 0);
  free_globals (self);
  if (self->connection != NULL)
    g_signal_handlers_disconnect_by_data (self->connection, self);
  g_clear_object (&self->connection);
  G_OBJECT_CLASS (pel_layer_shell_surface_parent_class)->dispose (object);
}

static void
pel_layer_shell_surface_finalize (GObject *object)
{
  PelLayerShellSurface *self = PEL_LAYER_SHELL_SURFACE (object);

  g_object_unref (self->cancellable);
  g_ptr_array_unref (self->outputs);
  g_clear_pointer (&self->scenes, g_ptr_array_unref);
  g_clear_pointer (&self->layout, pel_monitor_layout_unref);
  G_OBJECT_CLASS (pel_layer_shell_surface_parent_class)->finalize (object);
}

static void
pel_layer_shell_surface_class_init (PelLayerShellSurfaceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_layer_shell_surface_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_layer_shell_surface_finalize;
  PEL_SURFACE_CLASS (klass)->set_scenes = set_scenes;
  PEL_SURFACE_CLASS (klass)->hide = hide;
  PEL_SURFACE_CLASS (klass)->settle = settle;
}

static void
pel_layer_shell_surface_init (PelLayerShellSurface *self)
{
  self->cancellable = g_cancellable_new ();
  self->outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) output_free);
}

PelSurface *
pel_layer_shell_surface_new (GError **error)
{
  PelWaylandConnection *connection = pel_wayland_connection_open (error);
  PelLayerShellSurface *self;

  if (connection == NULL)
    return NULL;
  self = g_object_new (PEL_TYPE_LAYER_SHELL_SURFACE, NULL);
  self->connection = connection;
  g_signal_connect_swapped (connection, "closed", G_CALLBACK (closed_cb), self);
  g_signal_connect_swapped (connection, "globals-changed", G_CALLBACK (follow_outputs), self);
  pel_wayland_connection_sync_async (connection, self->cancellable, ready_cb, self);
  return PEL_SURFACE (self);
}
