/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/wayland-pointer.h"

#include "services/base/error.h"
#include "services/window/wayland-seat.h"
#include "services/window/wayland-veil.h"

#include <glib/gi18n.h>

#define LIMIT_MS 300

typedef enum
{
  IDLE,
  PREPARING, /* until it is known what the compositor offers */
  PROBING,   /* the veils are up */
  LEAVING,   /* the point is known, the veils are on their way out */
} State;

struct _PelWaylandPointer
{
  GObject               parent_instance;
  PelWaylandConnection *connection;
  PelWaylandSeat       *seat;
  PelVeilMaterials      materials; /* from the first probe on */
  gboolean              is_prepared;

  State          state;
  GList         *waiters;     /* of Waiter; some unless idle */
  GCancellable  *cancellable; /* of what this probe has asked */
  guint          limit_id;
  GPtrArray     *veils; /* of PelWaylandVeil, while probing */
  PelNativePoint point;
};

G_DEFINE_FINAL_TYPE (PelWaylandPointer, pel_wayland_pointer, G_TYPE_OBJECT)

/* One for each call. */
typedef struct
{
  GTask   *task;          /* its source object is the pointer */
  GSource *cancel_source; /* nullable */
} Waiter;

static void
end_waiter (Waiter *waiter, const GError *error)
{
  g_autoptr (GTask)  task = g_steal_pointer (&waiter->task);
  PelWaylandPointer *self = g_task_get_source_object (task);

  self->waiters = g_list_remove (self->waiters, waiter);
  if (waiter->cancel_source != NULL)
    {
      g_source_destroy (waiter->cancel_source);
      g_source_unref (waiter->cancel_source);
    }
  g_free (waiter);
  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_pointer (task, g_memdup2 (&self->point, sizeof self->point), g_free);
}

static void
veils_unused_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GPtrArray) veils = user_data;

  pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, NULL);
}

/* The compositor is told at once. */
static void
drop_veils (PelWaylandPointer *self)
{
  if (self->veils == NULL)
    return;
  pel_wayland_seat_unlisten (self->seat);
  for (guint i = 0; i < self->veils->len; i++)
    pel_wayland_veil_withdraw (g_ptr_array_index (self->veils, i));
  for (guint i = 0; i < self->veils->len; i++)
    pel_wayland_veil_hide (g_ptr_array_index (self->veils, i));
  pel_wayland_connection_sync_async (self->connection,
                                     NULL,
                                     veils_unused_cb,
                                     g_steal_pointer (&self->veils));
}

/* For all who wait; @error NULL: with the point. */
static void
end_probe (PelWaylandPointer *self, const GError *error)
{
  g_autoptr (PelWaylandPointer) keep = g_object_ref (self);
  g_autoptr (GList)             waiters = g_list_copy (self->waiters);

  if (self->state == IDLE)
    return;
  self->state = IDLE;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->limit_id, g_source_remove);
  drop_veils (self);
  for (GList *l = waiters; l != NULL; l = l->next)
    end_waiter (l->data, error);
}

static gboolean
has_answered (PelWaylandPointer *self)
{
  for (guint i = 0; self->veils != NULL && i < self->veils->len; i++)
    if (pel_wayland_veil_is_shown (g_ptr_array_index (self->veils, i)))
      return TRUE;
  return FALSE;
}

static gboolean
limit_cb (gpointer user_data)
{
  PelWaylandPointer *self = user_data;
  g_autoptr (GError) error = NULL;

  self->limit_id = 0;
  if (has_answered (self))
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Release the mouse buttons and close open menus, then try again"),
                   _ ("The compositor does not report the pointer position"));
  else
    pel_set_error (&error,
                   PEL_ERROR_APP_UNRESPONSIVE,
                   _ ("Wait until the compositor responds, then try again"),
                   _ ("The compositor is not responding"));
  end_probe (self, error);
  return G_SOURCE_REMOVE;
}

static void
veils_gone_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelWaylandPointer) self = user_data;
  g_autoptr (GError)            error = NULL;

  pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, &error);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) /* else it has ended already */
    end_probe (self, error);
}

/* The answer waits until the compositor has taken the surfaces away. */
static void
entered_cb (struct wl_surface *surface, double x, double y, gpointer user_data)
{
  PelWaylandPointer *self = user_data;

  for (guint i = 0; i < self->veils->len; i++)
    {
      PelWaylandVeil *veil = g_ptr_array_index (self->veils, i);

      if (pel_wayland_veil_get_surface (veil) != surface ||
          !pel_wayland_veil_to_native (veil, x, y, &self->point))
        continue;
      self->state = LEAVING;
      drop_veils (self);
      pel_wayland_connection_sync_async (self->connection,
                                         self->cancellable,
                                         veils_gone_cb,
                                         g_object_ref (self));
      return;
    }
}

/* They stay: some of these objects can never be given back to the compositor. */
static gboolean
has_materials (PelWaylandPointer *self, GError **error)
{
  return self->materials.clear != NULL ||
         pel_veil_materials_gather (&self->materials, self->connection, error);
}

static void
raise_veil (PelWaylandPointer *self, const PelWaylandGlobal *output, PelVeilKind kind)
{
  g_ptr_array_add (self->veils,
                   pel_wayland_veil_new (self->connection, output, &self->materials, kind));
}

static void
raise_veils (PelWaylandPointer *self)
{
  const PelWaylandGlobal *output =
      pel_wayland_connection_find_global (self->connection, wl_output_interface.name);

  self->state = PROBING;
  self->veils = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_wayland_veil_free);
  pel_wayland_seat_listen (self->seat, entered_cb, self);
  for (guint i = 0; i < pel_wayland_connection_get_n_globals (self->connection); i++)
    {
      const PelWaylandGlobal *global = pel_wayland_connection_get_global (self->connection, i);

      if (g_str_equal (global->interface, wl_output_interface.name))
        raise_veil (self, global, PEL_VEIL_LEAVES_KEYS);
    }
  if (output != NULL)
    raise_veil (self, output, PEL_VEIL_NUDGES);
  pel_wayland_connection_flush (self->connection);
}

static void
probe_prepared_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  PelWaylandPointer *self = PEL_WAYLAND_POINTER (object);
  g_autoptr (GError) error = NULL;

  if (!pel_wayland_pointer_prepare_finish (self, result, &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        end_probe (self, error);
    }
  else if (!pel_wayland_pointer_check_available (self, &error) || !has_materials (self, &error))
    end_probe (self, error);
  else
    raise_veils (self);
}

static void
start_probe (PelWaylandPointer *self)
{
  self->state = PREPARING;
  self->cancellable = g_cancellable_new ();
  self->limit_id = g_timeout_add (LIMIT_MS, limit_cb, self);
  pel_wayland_pointer_prepare_async (self, self->cancellable, probe_prepared_cb, NULL);
}

static void
closed_cb (PelWaylandConnection *connection, PelWaylandPointer *self)
{
  end_probe (self, pel_wayland_connection_get_error (connection));
}

static gboolean
waiter_cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  Waiter                       *waiter = user_data;
  g_autoptr (PelWaylandPointer) self = g_object_ref (g_task_get_source_object (waiter->task));
  g_autoptr (GError)            error = NULL;

  if (!g_cancellable_set_error_if_cancelled (cancellable, &error))
    return G_SOURCE_CONTINUE;
  end_waiter (waiter, error);
  if (self->waiters == NULL)
    end_probe (self, NULL);
  return G_SOURCE_REMOVE;
}

static void
pel_wayland_pointer_dispose (GObject *object)
{
  PelWaylandPointer *self = PEL_WAYLAND_POINTER (object);

  /* a call under way holds a reference to us, so there is none */
  g_assert (self->state == IDLE);
  if (self->connection != NULL)
    g_signal_handlers_disconnect_by_data (self->connection, self);
  pel_veil_materials_drop (&self->materials);
  g_clear_pointer (&self->seat, pel_wayland_seat_free);
  g_clear_object (&self->connection);
  G_OBJECT_CLASS (pel_wayland_pointer_parent_class)->dispose (object);
}

static void
pel_wayland_pointer_class_init (PelWaylandPointerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_wayland_pointer_dispose;
}

static void
pel_wayland_pointer_init (PelWaylandPointer *self)
{
}

PelWaylandPointer *
pel_wayland_pointer_new (PelWaylandConnection *connection)
{
  PelWaylandPointer *self = g_object_new (PEL_TYPE_WAYLAND_POINTER, NULL);

  self->connection = g_object_ref (connection);
  self->seat = pel_wayland_seat_new (connection);
  g_signal_connect (connection, "closed", G_CALLBACK (closed_cb), self);
  return self;
}

/* The first sync brings the globals, the second what the seat has. */
static void
synced_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)     task = user_data;
  PelWaylandConnection *connection = PEL_WAYLAND_CONNECTION (object);
  PelWaylandPointer    *self = g_task_get_source_object (task);
  gboolean              is_second = g_task_get_task_data (task) != NULL;
  GCancellable         *cancellable = g_task_get_cancellable (task);
  GError               *error = NULL;

  if (!pel_wayland_connection_sync_finish (connection, result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (is_second)
    {
      self->is_prepared = TRUE;
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_task_set_task_data (task, self, NULL);
  pel_wayland_connection_sync_async (connection, cancellable, synced_cb, g_steal_pointer (&task));
}

void
pel_wayland_pointer_prepare_async (PelWaylandPointer  *self,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, pel_wayland_pointer_prepare_async);
  if (self->is_prepared && pel_wayland_connection_get_error (self->connection) == NULL)
    g_task_return_boolean (task, TRUE);
  else
    pel_wayland_connection_sync_async (self->connection,
                                       cancellable,
                                       synced_cb,
                                       g_steal_pointer (&task));
}

gboolean
pel_wayland_pointer_prepare_finish (PelWaylandPointer *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

gboolean
pel_wayland_pointer_check_available (PelWaylandPointer *self, GError **error)
{
  const char *missing = pel_veil_materials_find_missing (self->connection);

  if (missing != NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Use a compositor that supports layer-shell, such as sway"),
                     _ ("The compositor does not support %s, so the pointer cannot be located"),
                     missing);
      return FALSE;
    }
  if (pel_wayland_seat_has_pointer (self->seat))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Connect a mouse or a touchpad"),
                 _ ("This desktop has no pointer"));
  return FALSE;
}

void
pel_wayland_pointer_locate_async (PelWaylandPointer  *self,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data)
{
  Waiter *waiter = g_new0 (Waiter, 1);

  waiter->task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (waiter->task, pel_wayland_pointer_locate_async);
  if (cancellable != NULL)
    {
      waiter->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (waiter->cancel_source,
                             G_SOURCE_FUNC (waiter_cancelled_cb),
                             waiter,
                             NULL);
      g_source_attach (waiter->cancel_source, g_main_context_get_thread_default ());
    }
  self->waiters = g_list_append (self->waiters, waiter);
  if (self->state == IDLE)
    start_probe (self);
}

gboolean
pel_wayland_pointer_locate_finish (PelWaylandPointer *self,
                                   GAsyncResult      *result,
                                   PelNativePoint    *ret_point,
                                   GError           **error)
{
  g_autofree PelNativePoint *point = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  point = g_task_propagate_pointer (G_TASK (result), error);
  if (point == NULL)
    return FALSE;
  *ret_point = *point;
  return TRUE;
}
