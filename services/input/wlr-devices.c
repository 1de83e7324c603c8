/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/wlr-devices.h"

#include "services/base/error.h"
#include "services/input/wlr-hand.h"

#include "virtual-keyboard-unstable-v1-client-protocol.h"
#include "wlr-virtual-pointer-unstable-v1-client-protocol.h"

#include <glib/gi18n.h>

#define SUBPIXELS  256 /* as fine as Wayland tells it to programs; the extents may be any */
#define FINER      16  /* steps of a subpixel */
#define WHEEL_STEP 15  /* what libinput says of a notch */
#define GREET_MS   300 /* for programs whose seat had no such device before */

struct _PelWlrDevices
{
  GObject                                 parent_instance;
  PelWaylandConnection                   *connection;
  char                                   *hand_path;
  PelWlrHand                             *hand; /* NULL until it is needed */
  struct wl_seat                         *seat;
  guint32                                 capabilities; /* of the seat */
  struct zwlr_virtual_pointer_manager_v1 *pointers;
  struct zwp_virtual_keyboard_manager_v1 *keyboards;
  struct zwlr_virtual_pointer_v1         *pointer;
  PelWlrKeyboard                         *keyboard; /* NULL until both are made */
  guint                                   held;     /* buttons, a bit each */
  gboolean                                are_keys_told;
};

G_DEFINE_FINAL_TYPE (PelWlrDevices, pel_wlr_devices, G_TYPE_OBJECT)

static guint used_signal;

static const guint32 button_codes[] = {
  [PEL_BUTTON_LEFT] = 0x110,
  [PEL_BUTTON_MIDDLE] = 0x112,
  [PEL_BUTTON_RIGHT] = 0x111,
};

static void
pel_wlr_devices_dispose (GObject *object)
{
  PelWlrDevices *self = PEL_WLR_DEVICES (object);

  if (self->keyboard != NULL)
    pel_wlr_devices_release_all (self);
  g_clear_pointer (&self->keyboard, pel_wlr_keyboard_free);
  g_clear_pointer (&self->pointer, zwlr_virtual_pointer_v1_destroy);
  g_clear_pointer (&self->keyboards, zwp_virtual_keyboard_manager_v1_destroy);
  g_clear_pointer (&self->pointers, zwlr_virtual_pointer_manager_v1_destroy);
  g_clear_pointer (&self->seat, wl_seat_destroy);
  if (self->connection != NULL)
    pel_wayland_connection_flush (self->connection);
  g_clear_object (&self->connection);
  g_clear_pointer (&self->hand, pel_wlr_hand_free);
  g_clear_pointer (&self->hand_path, g_free);
  G_OBJECT_CLASS (pel_wlr_devices_parent_class)->dispose (object);
}

static void
pel_wlr_devices_class_init (PelWlrDevicesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_wlr_devices_dispose;
  used_signal = g_signal_new ("used",
                              PEL_TYPE_WLR_DEVICES,
                              G_SIGNAL_RUN_LAST,
                              0,
                              NULL,
                              NULL,
                              NULL,
                              G_TYPE_NONE,
                              0);
}

static void
pel_wlr_devices_init (PelWlrDevices *self)
{
}

PelWlrDevices *
pel_wlr_devices_new (PelWaylandConnection *connection, const char *hand_path)
{
  PelWlrDevices *self = g_object_new (PEL_TYPE_WLR_DEVICES, NULL);

  self->connection = g_object_ref (connection);
  self->hand_path = g_strdup (hand_path);
  return self;
}

/* preparing: the globals, then what the seat has, then the devices */

static void
capabilities_cb (void *data, struct wl_seat *seat, uint32_t capabilities)
{
  ((PelWlrDevices *) data)->capabilities = capabilities;
}

static const struct wl_seat_listener seat_listener = { .capabilities = capabilities_cb };

static gboolean
bind_globals (PelWlrDevices *self, GError **error)
{
  if (self->seat != NULL)
    return TRUE;
  if (pel_wayland_connection_find_global (self->connection, wl_seat_interface.name) == NULL ||
      pel_wayland_connection_find_global (self->connection,
                                          zwlr_virtual_pointer_manager_v1_interface.name) == NULL ||
      pel_wayland_connection_find_global (self->connection,
                                          zwp_virtual_keyboard_manager_v1_interface.name) == NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Use sway or another compositor based on wlroots"),
                     _ ("The compositor does not let programs press keys or move the pointer"));
      return FALSE;
    }
  self->seat = pel_wayland_connection_bind_first (self->connection, &wl_seat_interface, 1);
  wl_seat_add_listener (self->seat, &seat_listener, self);
  self->pointers = pel_wayland_connection_bind_first (self->connection,
                                                      &zwlr_virtual_pointer_manager_v1_interface,
                                                      1);
  self->keyboards = pel_wayland_connection_bind_first (self->connection,
                                                       &zwp_virtual_keyboard_manager_v1_interface,
                                                       1);
  return TRUE;
}

static gboolean
make_devices (PelWlrDevices *self, GError **error)
{
  self->keyboard = pel_wlr_keyboard_new (
      zwp_virtual_keyboard_manager_v1_create_virtual_keyboard (self->keyboards, self->seat));
  if (self->keyboard == NULL)
    {
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Install the keyboard descriptions (xkb-data)"),
                     _ ("Cannot create a virtual keyboard"));
      return FALSE;
    }
  self->pointer =
      zwlr_virtual_pointer_manager_v1_create_virtual_pointer (self->pointers, self->seat);
  return TRUE;
}

static gboolean
greeted_cb (gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  g_task_return_boolean (task, TRUE);
  return G_SOURCE_REMOVE;
}

static void
made_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  gboolean          is_new_to_all = g_task_get_task_data (task) != NULL;
  GError           *error = NULL;

  if (!pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, &error))
    g_task_return_error (task, error);
  else if (is_new_to_all)
    g_timeout_add (GREET_MS, greeted_cb, g_steal_pointer (&task));
  else
    g_task_return_boolean (task, TRUE);
}

static void
seat_known_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  const guint32         both = WL_SEAT_CAPABILITY_POINTER | WL_SEAT_CAPABILITY_KEYBOARD;
  g_autoptr (GTask)     task = user_data;
  PelWaylandConnection *connection = PEL_WAYLAND_CONNECTION (object);
  PelWlrDevices        *self = g_task_get_source_object (task);
  GCancellable         *cancellable = g_task_get_cancellable (task);
  GError               *error = NULL;

  if (!pel_wayland_connection_sync_finish (connection, result, &error) ||
      !make_devices (self, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if ((self->capabilities & both) != both)
    g_task_set_task_data (task, self, NULL);
  pel_wayland_connection_sync_async (connection, cancellable, made_cb, g_steal_pointer (&task));
}

static void
globals_known_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)     task = user_data;
  PelWaylandConnection *connection = PEL_WAYLAND_CONNECTION (object);
  GCancellable         *cancellable = g_task_get_cancellable (task);
  GError               *error = NULL;

  if (!pel_wayland_connection_sync_finish (connection, result, &error) ||
      !bind_globals (g_task_get_source_object (task), &error))
    g_task_return_error (task, error);
  else
    pel_wayland_connection_sync_async (connection,
                                       cancellable,
                                       seat_known_cb,
                                       g_steal_pointer (&task));
}

/* The hand may have died since. */
static gboolean
prepare_hand (PelWlrDevices *self, GError **error)
{
  if (self->hand != NULL && pel_wlr_hand_is_alive (self->hand))
    return TRUE;
  g_clear_pointer (&self->hand, pel_wlr_hand_free);
  self->hand = pel_wlr_hand_new (self->hand_path, error);
  return self->hand != NULL;
}

void
pel_wlr_devices_prepare_async (PelWlrDevices      *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  const GError     *broken = pel_wayland_connection_get_error (self->connection);
  GError           *error = NULL;

  g_task_set_source_tag (task, pel_wlr_devices_prepare_async);
  if (broken != NULL)
    g_task_return_error (task, g_error_copy (broken));
  else if (!prepare_hand (self, &error))
    g_task_return_error (task, error);
  else if (self->keyboard != NULL)
    g_task_return_boolean (task, TRUE);
  else
    pel_wayland_connection_sync_async (self->connection,
                                       cancellable,
                                       globals_known_cb,
                                       g_steal_pointer (&task));
}

gboolean
pel_wlr_devices_prepare_finish (PelWlrDevices *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* the pointer */

static void
tell_use (PelWlrDevices *self)
{
  g_signal_emit (self, used_signal, 0);
}

static guint32
now_ms (void)
{
  return (guint32) (g_get_monotonic_time () / G_TIME_SPAN_MILLISECOND);
}

/* A step beyond the subpixel: compositors divide and multiply, and some truncate the result. */
static guint32
to_extent (double distance, double length)
{
  guint32 end = (guint32) (length * SUBPIXELS + .5) * FINER;

  return MIN ((guint32) (CLAMP (distance, 0, length) * SUBPIXELS + .5) * FINER + 1, end);
}

/* The compositor spreads the extents over the box around all monitors, wherever that begins. */
void
pel_wlr_devices_move (PelWlrDevices *self, const PelMonitorLayout *layout, PelNativePoint point)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  g_return_if_fail (pel_monitor_layout_get_n_monitors (layout) > 0);

  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelNativeRect *rect = &pel_monitor_layout_get_monitor (layout, i)->native;

      left = MIN (left, rect->x);
      top = MIN (top, rect->y);
      right = MAX (right, rect->x + rect->width);
      bottom = MAX (bottom, rect->y + rect->height);
    }
  zwlr_virtual_pointer_v1_motion_absolute (self->pointer,
                                           now_ms (),
                                           to_extent (point.x - left, right - left),
                                           to_extent (point.y - top, bottom - top),
                                           to_extent (right - left, right - left),
                                           to_extent (bottom - top, bottom - top));
  zwlr_virtual_pointer_v1_frame (self->pointer);
  tell_use (self);
}

static void
turn (PelWlrDevices *self, enum wl_pointer_axis axis, int notches)
{
  if (notches == 0)
    return;
  zwlr_virtual_pointer_v1_axis_source (self->pointer, WL_POINTER_AXIS_SOURCE_WHEEL);
  zwlr_virtual_pointer_v1_axis_discrete (self->pointer,
                                         now_ms (),
                                         axis,
                                         wl_fixed_from_int (notches * WHEEL_STEP),
                                         notches);
  zwlr_virtual_pointer_v1_frame (self->pointer);
  tell_use (self);
}

void
pel_wlr_devices_turn_wheel (PelWlrDevices *self, int x, int y)
{
  turn (self, WL_POINTER_AXIS_HORIZONTAL_SCROLL, x);
  turn (self, WL_POINTER_AXIS_VERTICAL_SCROLL, y);
}

gboolean
pel_wlr_devices_press_button (PelWlrDevices *self, PelButton button, GError **error)
{
  if (!pel_wlr_hand_tell (self->hand, (PelWlrHandNote){ button_codes[button], TRUE }, error))
    return FALSE;
  self->held |= 1u << button;
  zwlr_virtual_pointer_v1_button (self->pointer,
                                  now_ms (),
                                  button_codes[button],
                                  WL_POINTER_BUTTON_STATE_PRESSED);
  zwlr_virtual_pointer_v1_frame (self->pointer);
  tell_use (self);
  return TRUE;
}

/* The hand hears of it afterwards, so that nothing stays down; if it is gone, there is no one who
 * has to know. */
void
pel_wlr_devices_release_button (PelWlrDevices *self, PelButton button)
{
  if ((self->held & 1u << button) == 0)
    return;
  self->held &= ~(1u << button);
  zwlr_virtual_pointer_v1_button (self->pointer,
                                  now_ms (),
                                  button_codes[button],
                                  WL_POINTER_BUTTON_STATE_RELEASED);
  zwlr_virtual_pointer_v1_frame (self->pointer);
  tell_use (self);
  pel_wlr_devices_flush (self);
  pel_wlr_hand_tell (self->hand, (PelWlrHandNote){ button_codes[button], FALSE }, NULL);
}

/* the keyboard: the hand needs to know no more than that there may be something to release */

gboolean
pel_wlr_devices_press_key (PelWlrDevices *self, guint32 keysym, GError **error)
{
  if (!self->are_keys_told &&
      !pel_wlr_hand_tell (self->hand, (PelWlrHandNote){ PEL_WLR_HAND_KEYS, TRUE }, error))
    return FALSE;
  self->are_keys_told = TRUE;
  pel_wlr_keyboard_press (self->keyboard, keysym);
  tell_use (self);
  return TRUE;
}

void
pel_wlr_devices_release_key (PelWlrDevices *self, guint32 keysym)
{
  pel_wlr_keyboard_release (self->keyboard, keysym);
  tell_use (self);
}

PelWaylandConnection *
pel_wlr_devices_get_connection (PelWlrDevices *self)
{
  return self->connection;
}

gboolean
pel_wlr_devices_is_ready (PelWlrDevices *self)
{
  return self->keyboard != NULL;
}

PelWlrKeyboard *
pel_wlr_devices_get_keyboard (PelWlrDevices *self)
{
  return self->keyboard;
}

gboolean
pel_wlr_devices_has_held (PelWlrDevices *self)
{
  return self->held != 0 || pel_wlr_keyboard_has_held (self->keyboard);
}

void
pel_wlr_devices_release_all (PelWlrDevices *self)
{
  for (guint i = PEL_BUTTON_LEFT; i < G_N_ELEMENTS (button_codes); i++)
    pel_wlr_devices_release_button (self, i);
  if (pel_wlr_keyboard_has_held (self->keyboard))
    tell_use (self);
  pel_wlr_keyboard_release_all (self->keyboard);
  pel_wlr_devices_flush (self);
  if (self->are_keys_told)
    pel_wlr_hand_tell (self->hand, (PelWlrHandNote){ PEL_WLR_HAND_KEYS, FALSE }, NULL);
  self->are_keys_told = FALSE;
}

void
pel_wlr_devices_flush (PelWlrDevices *self)
{
  pel_wayland_connection_flush (self->connection);
}

static void
synced_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;

  if (pel_wayland_connection_sync_finish (PEL_WAYLAND_CONNECTION (connection), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
pel_wlr_devices_sync_async (PelWlrDevices      *self,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, pel_wlr_devices_sync_async);
  pel_wayland_connection_sync_async (self->connection, cancellable, synced_cb, task);
}

gboolean
pel_wlr_devices_sync_finish (PelWlrDevices *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
