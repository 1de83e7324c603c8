/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/wayland-connection.h"

#include "services/base/error.h"

#include <errno.h>
#include <glib/gi18n.h>

typedef struct
{
  GSource               source;
  PelWaylandConnection *self; /* outlives the source */
  gpointer              fd_tag;
  GIOCondition          awaited;
  gboolean              is_reading; /* between prepare_read and its end */
} WaylandSource;

struct _PelWaylandConnection
{
  GObject             parent_instance;
  struct wl_display  *display;
  struct wl_registry *registry;
  WaylandSource      *source;
  GArray             *globals; /* of PelWaylandGlobal, in the order of their coming */
  GList              *syncs;   /* of Sync, under way */
  GError             *error;
};

G_DEFINE_FINAL_TYPE (PelWaylandConnection, pel_wayland_connection, G_TYPE_OBJECT)

enum
{
  SIGNAL_GLOBALS_CHANGED,
  SIGNAL_CLOSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* sync: a task that either the compositor or its cancellable ends */

typedef struct
{
  GTask              *task; /* its source object is the connection */
  struct wl_callback *callback;
  GSource            *cancel_source; /* nullable */
} Sync;

static void
end_sync (Sync *sync, const GError *error)
{
  g_autoptr (GTask)     task = g_steal_pointer (&sync->task);
  PelWaylandConnection *self = g_task_get_source_object (task);

  self->syncs = g_list_remove (self->syncs, sync);
  wl_callback_destroy (sync->callback);
  if (sync->cancel_source != NULL)
    {
      g_source_destroy (sync->cancel_source);
      g_source_unref (sync->cancel_source);
    }
  g_free (sync);
  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_boolean (task, TRUE);
}

static void
sync_done_cb (void *data, struct wl_callback *callback, uint32_t serial)
{
  end_sync (data, NULL);
}

static const struct wl_callback_listener sync_listener = { .done = sync_done_cb };

static gboolean
sync_cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, &error))
    end_sync (user_data, error);
  return G_SOURCE_REMOVE;
}

/* the end of the connection */

static void
set_broken_error (PelWaylandConnection *self)
{
  const struct wl_interface *interface = NULL;
  int                        code = wl_display_get_error (self->display);

  if (code == EPROTO)
    {
      guint32 protocol_code = wl_display_get_protocol_error (self->display, &interface, NULL);

      g_warning ("the compositor refused a request to %s with error %u",
                 interface != NULL ? interface->name : "an object",
                 protocol_code);
    }
  pel_set_error (&self->error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Restart the program when the compositor is running"),
                 _ ("Lost the connection to the compositor: %s"),
                 g_strerror (code != 0 ? code : ECONNRESET));
}

static void
close_broken (PelWaylandConnection *self)
{
  g_autoptr (PelWaylandConnection) keep = g_object_ref (self);

  if (self->error != NULL)
    return;
  set_broken_error (self);
  while (self->syncs != NULL)
    end_sync (self->syncs->data, self->error);
  g_signal_emit (self, signals[SIGNAL_CLOSED], 0);
}

/* the main loop */

static void
await (WaylandSource *source, GIOCondition condition)
{
  if (source->awaited == condition)
    return;
  source->awaited = condition;
  g_source_modify_unix_fd (&source->source, source->fd_tag, condition);
}

static gboolean
flush (PelWaylandConnection *self)
{
  int sent = wl_display_flush (self->display);

  /* a broken pipe may still hold the error that broke it: reading tells */
  if (sent < 0 && errno != EAGAIN && errno != EPIPE)
    return FALSE;
  await (self->source, sent < 0 && errno == EAGAIN ? G_IO_IN | G_IO_OUT : G_IO_IN);
  return TRUE;
}

static gboolean
wayland_source_prepare (GSource *base, int *timeout)
{
  WaylandSource *source = (WaylandSource *) base;

  *timeout = -1;
  /* GLib may have prepared without checking, when something more urgent was ready */
  if (source->is_reading)
    return FALSE;
  if (wl_display_prepare_read (source->self->display) != 0)
    return TRUE;
  source->is_reading = TRUE;
  return !flush (source->self);
}

static gboolean
wayland_source_check (GSource *base)
{
  WaylandSource *source = (WaylandSource *) base;
  GIOCondition   condition = g_source_query_unix_fd (base, source->fd_tag);

  if (source->is_reading)
    {
      source->is_reading = FALSE;
      if ((condition & (G_IO_IN | G_IO_HUP | G_IO_ERR)) != 0)
        wl_display_read_events (source->self->display);
      else
        wl_display_cancel_read (source->self->display);
    }
  return condition != 0;
}

static gboolean
wayland_source_dispatch (GSource *base, GSourceFunc callback, gpointer user_data)
{
  WaylandSource                   *source = (WaylandSource *) base;
  g_autoptr (PelWaylandConnection) self = g_object_ref (source->self);

  if (source->is_reading)
    {
      source->is_reading = FALSE;
      wl_display_cancel_read (self->display);
    }
  if (wl_display_dispatch_pending (self->display) >= 0 && flush (self) &&
      wl_display_get_error (self->display) == 0)
    return G_SOURCE_CONTINUE;
  close_broken (self);
  return G_SOURCE_REMOVE;
}

static GSourceFuncs wayland_source_funcs = {
  .prepare = wayland_source_prepare,
  .check = wayland_source_check,
  .dispatch = wayland_source_dispatch,
};

static void
attach_source (PelWaylandConnection *self)
{
  GSource *base = g_source_new (&wayland_source_funcs, sizeof (WaylandSource));

  self->source = (WaylandSource *) base;
  self->source->self = self;
  self->source->awaited = G_IO_IN;
  self->source->fd_tag = g_source_add_unix_fd (base, wl_display_get_fd (self->display), G_IO_IN);
  g_source_set_static_name (base, "wayland");
  g_source_attach (base, g_main_context_get_thread_default ());
}

/* globals */

static void
global_cb (void               *data,
           struct wl_registry *registry,
           uint32_t            name,
           const char         *interface,
           uint32_t            version)
{
  PelWaylandConnection *self = data;
  PelWaylandGlobal      global = { name, g_intern_string (interface), version };

  g_array_append_val (self->globals, global);
  g_signal_emit (self, signals[SIGNAL_GLOBALS_CHANGED], 0);
}

static void
global_remove_cb (void *data, struct wl_registry *registry, uint32_t name)
{
  PelWaylandConnection *self = data;

  for (guint i = 0; i < self->globals->len; i++)
    if (g_array_index (self->globals, PelWaylandGlobal, i).name == name)
      {
        g_array_remove_index (self->globals, i);
        g_signal_emit (self, signals[SIGNAL_GLOBALS_CHANGED], 0);
        return;
      }
}

static const struct wl_registry_listener registry_listener = {
  .global = global_cb,
  .global_remove = global_remove_cb,
};

static void
pel_wayland_connection_dispose (GObject *object)
{
  PelWaylandConnection *self = PEL_WAYLAND_CONNECTION (object);

  /* tasks under way hold references to us, so none is left */
  g_assert (self->syncs == NULL);
  if (self->source != NULL)
    {
      if (self->source->is_reading)
        wl_display_cancel_read (self->display);
      self->source->is_reading = FALSE;
      g_source_destroy (&self->source->source);
      g_source_unref (&self->source->source);
      self->source = NULL;
    }
  g_clear_pointer (&self->registry, wl_registry_destroy);
  if (self->display != NULL)
    wl_display_flush (self->display);
  g_clear_pointer (&self->display, wl_display_disconnect);
  G_OBJECT_CLASS (pel_wayland_connection_parent_class)->dispose (object);
}

static void
pel_wayland_connection_finalize (GObject *object)
{
  PelWaylandConnection *self = PEL_WAYLAND_CONNECTION (object);

  g_array_unref (self->globals);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (pel_wayland_connection_parent_class)->finalize (object);
}

static guint
add_signal (const char *name)
{
  return g_signal_new (name,
                       PEL_TYPE_WAYLAND_CONNECTION,
                       G_SIGNAL_RUN_LAST,
                       0,
                       NULL,
                       NULL,
                       NULL,
                       G_TYPE_NONE,
                       0);
}

static void
pel_wayland_connection_class_init (PelWaylandConnectionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_wayland_connection_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_wayland_connection_finalize;
  signals[SIGNAL_GLOBALS_CHANGED] = add_signal ("globals-changed");
  signals[SIGNAL_CLOSED] = add_signal ("closed");
}

static void
pel_wayland_connection_init (PelWaylandConnection *self)
{
  self->globals = g_array_new (FALSE, FALSE, sizeof (PelWaylandGlobal));
}

PelWaylandConnection *
pel_wayland_connection_open (GError **error)
{
  struct wl_display    *display = wl_display_connect (NULL);
  PelWaylandConnection *self;

  if (display == NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Start the program from within the Wayland session, or set "
                        "WAYLAND_DISPLAY"),
                     _ ("Cannot connect to a Wayland compositor: %s"),
                     g_strerror (errno));
      return NULL;
    }
  self = g_object_new (PEL_TYPE_WAYLAND_CONNECTION, NULL);
  self->display = display;
  self->registry = wl_display_get_registry (display);
  wl_registry_add_listener (self->registry, &registry_listener, self);
  attach_source (self);
  return self;
}

struct wl_display *
pel_wayland_connection_get_display (PelWaylandConnection *self)
{
  return self->display;
}

const GError *
pel_wayland_connection_get_error (PelWaylandConnection *self)
{
  return self->error;
}

guint
pel_wayland_connection_get_n_globals (PelWaylandConnection *self)
{
  return self->globals->len;
}

const PelWaylandGlobal *
pel_wayland_connection_get_global (PelWaylandConnection *self, guint index)
{
  g_return_val_if_fail (index < self->globals->len, NULL);

  return &g_array_index (self->globals, PelWaylandGlobal, index);
}

const PelWaylandGlobal *
pel_wayland_connection_find_global (PelWaylandConnection *self, const char *interface)
{
  for (guint i = 0; i < self->globals->len; i++)
    {
      const PelWaylandGlobal *global = &g_array_index (self->globals, PelWaylandGlobal, i);

      if (g_str_equal (global->interface, interface))
        return global;
    }
  return NULL;
}

gpointer
pel_wayland_connection_bind (PelWaylandConnection      *self,
                             const PelWaylandGlobal    *global,
                             const struct wl_interface *interface,
                             guint32                    max_version)
{
  guint32 version = MIN (MIN (global->version, (guint32) interface->version), max_version);

  g_return_val_if_fail (g_str_equal (global->interface, interface->name), NULL);

  return wl_registry_bind (self->registry, global->name, interface, version);
}

gpointer
pel_wayland_connection_bind_first (PelWaylandConnection      *self,
                                   const struct wl_interface *interface,
                                   guint32                    max_version)
{
  const PelWaylandGlobal *global = pel_wayland_connection_find_global (self, interface->name);

  return global != NULL ? pel_wayland_connection_bind (self, global, interface, max_version) : NULL;
}

void
pel_wayland_connection_flush (PelWaylandConnection *self)
{
  /* what fails here fails again in the main loop, which can close */
  if (self->error == NULL)
    flush (self);
}

void
pel_wayland_connection_sync_async (PelWaylandConnection *self,
                                   GCancellable         *cancellable,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Sync  *sync;

  g_task_set_source_tag (task, pel_wayland_connection_sync_async);
  if (self->error != NULL)
    {
      g_task_return_error (task, g_error_copy (self->error));
      g_object_unref (task);
      return;
    }
  sync = g_new0 (Sync, 1);
  sync->task = task;
  sync->callback = wl_display_sync (self->display);
  wl_callback_add_listener (sync->callback, &sync_listener, sync);
  if (cancellable != NULL)
    {
      sync->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (sync->cancel_source, G_SOURCE_FUNC (sync_cancelled_cb), sync, NULL);
      g_source_attach (sync->cancel_source, g_main_context_get_thread_default ());
    }
  self->syncs = g_list_prepend (self->syncs, sync);
  flush (self);
}

gboolean
pel_wayland_connection_sync_finish (PelWaylandConnection *self,
                                    GAsyncResult         *result,
                                    GError              **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
