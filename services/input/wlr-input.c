/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/wlr-input.h"

#include "services/base/helper.h"
#include "services/input/wlr-gesture.h"

struct _PelWlrInput
{
  GObject          parent_instance;
  PelWlrDevices   *devices;
  PelWindowSource *windows;
  GQueue           waiting; /* of GTask, each with its Order; the first is under way */
};

typedef struct
{
  PelGesture   *gesture;
  PelAddressee *addressee;
  gint64        time;
} Order;

static void input_init (PelInputInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelWlrInput,
                               pel_wlr_input,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_INPUT, input_init))

static const PelDriver driver = { "wlr-virtual", "input", "1" };

static void
order_free (Order *order)
{
  pel_gesture_unref (order->gesture);
  pel_addressee_free (order->addressee);
  g_free (order);
}

static const PelDriver *
get_driver (PelInput *input)
{
  return &driver;
}

static gboolean
is_checked_at_once (PelInput *input)
{
  return FALSE;
}

static void make_first (PelWlrInput *self);

static void
made_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  PelWlrInput      *self = g_task_get_source_object (task);
  GError           *error = NULL;

  g_queue_pop_head (&self->waiting);
  if (pel_wlr_gesture_make_finish (result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
  make_first (self);
}

/* Waiting for others has taken from its time; it ends at once where that is over. */
static void
make_first (PelWlrInput *self)
{
  GTask *task = g_queue_peek_head (&self->waiting);
  Order *order;
  gint64 waited_ms;

  if (task == NULL)
    return;
  order = g_task_get_task_data (task);
  waited_ms = (g_get_monotonic_time () - order->time) / G_TIME_SPAN_MILLISECOND;
  order->addressee->timeout_ms -= MIN ((guint) waited_ms, order->addressee->timeout_ms - 1);
  pel_wlr_gesture_make_async (self->devices,
                              self->windows,
                              order->gesture,
                              order->addressee,
                              g_task_get_cancellable (task),
                              made_cb,
                              task);
}

static void
make_async (PelInput           *input,
            PelGesture         *gesture,
            const PelAddressee *addressee,
            GCancellable       *cancellable,
            GAsyncReadyCallback callback,
            gpointer            user_data)
{
  PelWlrInput *self = PEL_WLR_INPUT (input);
  GTask       *task = g_task_new (self, cancellable, callback, user_data);
  Order       *order = g_new0 (Order, 1);

  g_task_set_source_tag (task, make_async);
  g_task_set_check_cancellable (task, FALSE); /* the gesture tells how far it came */
  order->gesture = pel_gesture_ref (gesture);
  order->addressee = pel_addressee_copy (addressee);
  order->time = g_get_monotonic_time ();
  g_task_set_task_data (task, order, (GDestroyNotify) order_free);
  g_queue_push_tail (&self->waiting, task);
  if (self->waiting.length == 1)
    make_first (self);
}

static gboolean
make_finish (PelInput *input, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, input), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
input_init (PelInputInterface *iface)
{
  iface->get_driver = get_driver;
  iface->is_checked_at_once = is_checked_at_once;
  iface->make_async = make_async;
  iface->make_finish = make_finish;
}

static void
pel_wlr_input_dispose (GObject *object)
{
  PelWlrInput *self = PEL_WLR_INPUT (object);

  g_clear_object (&self->devices);
  g_clear_object (&self->windows);
  G_OBJECT_CLASS (pel_wlr_input_parent_class)->dispose (object);
}

static void
pel_wlr_input_class_init (PelWlrInputClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_wlr_input_dispose;
}

static void
pel_wlr_input_init (PelWlrInput *self)
{
  g_queue_init (&self->waiting);
}

PelInput *
pel_wlr_input_new (PelWindowSource *windows, const char *hand_path, GError **error)
{
  g_autoptr (PelWaylandConnection) connection = pel_wayland_connection_open (error);
  g_autofree char                 *path =
      hand_path != NULL ? g_strdup (hand_path) : pel_helper_dup_path ("pellucid-wayland-hand");
  PelWlrInput *self;

  if (connection == NULL)
    return NULL;
  self = g_object_new (PEL_TYPE_WLR_INPUT, NULL);
  self->windows = g_object_ref (windows);
  self->devices = pel_wlr_devices_new (connection, path);
  return PEL_INPUT (self);
}

PelWlrDevices *
pel_wlr_input_get_devices (PelWlrInput *self)
{
  g_return_val_if_fail (PEL_IS_WLR_INPUT (self), NULL);

  return self->devices;
}
