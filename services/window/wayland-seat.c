/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/wayland-seat.h"

/* With frames, which tell that what belongs together has come, and parts of a wheel's step. */
#define SEAT_VERSION 8

struct _PelWaylandSeat
{
  PelWaylandConnection *connection;
  gulong                globals_handler;
  struct wl_seat       *seat; /* nullable */
  guint32               name; /* of the global */
  guint32               capabilities;
  void (*changed) (gpointer user_data); /* (nullable) */
  gpointer changed_data;

  struct wl_pointer  *pointer; /* NULL while no one listens */
  PelWaylandEnterFunc func;
  gpointer            user_data;
  struct wl_surface  *entered; /* since the last frame; nullable */
  double              x, y;
};

static void
report (PelWaylandSeat *self)
{
  struct wl_surface *surface = g_steal_pointer (&self->entered);

  if (surface != NULL && self->func != NULL)
    self->func (surface, self->x, self->y, self->user_data);
}

static void
enter_cb (void              *data,
          struct wl_pointer *pointer,
          uint32_t           serial,
          struct wl_surface *surface,
          wl_fixed_t         x,
          wl_fixed_t         y)
{
  PelWaylandSeat *self = data;

  self->entered = surface;
  self->x = wl_fixed_to_double (x);
  self->y = wl_fixed_to_double (y);
  if (wl_pointer_get_version (pointer) < WL_POINTER_FRAME_SINCE_VERSION)
    report (self);
}

static void
leave_cb (void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface)
{
  ((PelWaylandSeat *) data)->entered = NULL;
}

static void
motion_cb (void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y)
{
  PelWaylandSeat *self = data;

  self->x = wl_fixed_to_double (x);
  self->y = wl_fixed_to_double (y);
}

static void
button_cb (void              *data,
           struct wl_pointer *pointer,
           uint32_t           serial,
           uint32_t           time,
           uint32_t           button,
           uint32_t           state)
{
}

static void
axis_cb (void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value)
{
}

static void
frame_cb (void *data, struct wl_pointer *pointer)
{
  report (data);
}

static void
axis_source_cb (void *data, struct wl_pointer *pointer, uint32_t source)
{
}

static void
axis_stop_cb (void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis)
{
}

static void
axis_discrete_cb (void *data, struct wl_pointer *pointer, uint32_t axis, int32_t discrete)
{
}

static void
axis_value120_cb (void *data, struct wl_pointer *pointer, uint32_t axis, int32_t value)
{
}

static const struct wl_pointer_listener pointer_listener = {
  .enter = enter_cb,
  .leave = leave_cb,
  .motion = motion_cb,
  .button = button_cb,
  .axis = axis_cb,
  .frame = frame_cb,
  .axis_source = axis_source_cb,
  .axis_stop = axis_stop_cb,
  .axis_discrete = axis_discrete_cb,
  .axis_value120 = axis_value120_cb,
};

static void
set_capabilities (PelWaylandSeat *self, guint32 capabilities)
{
  if (self->capabilities == capabilities)
    return;
  self->capabilities = capabilities;
  if (self->changed != NULL)
    self->changed (self->changed_data);
}

static void
capabilities_cb (void *data, struct wl_seat *seat, uint32_t capabilities)
{
  set_capabilities (data, capabilities);
}

static void
name_cb (void *data, struct wl_seat *seat, const char *name)
{
}

static const struct wl_seat_listener seat_listener = {
  .capabilities = capabilities_cb,
  .name = name_cb,
};

static void
drop_pointer (PelWaylandSeat *self)
{
  if (self->pointer == NULL)
    return;
  if (wl_pointer_get_version (self->pointer) >= WL_POINTER_RELEASE_SINCE_VERSION)
    wl_pointer_release (self->pointer);
  else
    wl_pointer_destroy (self->pointer);
  self->pointer = NULL;
  self->entered = NULL;
}

static void
drop_seat (PelWaylandSeat *self)
{
  drop_pointer (self);
  if (self->seat == NULL)
    return;
  set_capabilities (self, 0);
  if (wl_seat_get_version (self->seat) >= WL_SEAT_RELEASE_SINCE_VERSION)
    wl_seat_release (self->seat);
  else
    wl_seat_destroy (self->seat);
  self->seat = NULL;
}

static void
globals_changed_cb (PelWaylandConnection *connection, PelWaylandSeat *self)
{
  const PelWaylandGlobal *global =
      pel_wayland_connection_find_global (connection, wl_seat_interface.name);

  if (self->seat != NULL && global != NULL && global->name == self->name)
    return;
  drop_seat (self);
  if (global == NULL)
    return;
  self->name = global->name;
  self->seat = pel_wayland_connection_bind (connection, global, &wl_seat_interface, SEAT_VERSION);
  wl_seat_add_listener (self->seat, &seat_listener, self);
}

PelWaylandSeat *
pel_wayland_seat_new (PelWaylandConnection *connection)
{
  PelWaylandSeat *self = g_new0 (PelWaylandSeat, 1);

  self->connection = g_object_ref (connection);
  self->globals_handler =
      g_signal_connect (connection, "globals-changed", G_CALLBACK (globals_changed_cb), self);
  globals_changed_cb (connection, self);
  return self;
}

void
pel_wayland_seat_free (PelWaylandSeat *self)
{
  if (self == NULL)
    return;
  g_clear_signal_handler (&self->globals_handler, self->connection);
  drop_seat (self);
  pel_wayland_connection_flush (self->connection);
  g_object_unref (self->connection);
  g_free (self);
}

gboolean
pel_wayland_seat_has_pointer (PelWaylandSeat *self)
{
  return (self->capabilities & WL_SEAT_CAPABILITY_POINTER) != 0;
}

gboolean
pel_wayland_seat_has_keyboard (PelWaylandSeat *self)
{
  return (self->capabilities & WL_SEAT_CAPABILITY_KEYBOARD) != 0;
}

void
pel_wayland_seat_watch (PelWaylandSeat *self, void (*func) (gpointer user_data), gpointer user_data)
{
  self->changed = func;
  self->changed_data = user_data;
}

struct wl_pointer *
pel_wayland_seat_make_pointer (PelWaylandSeat *self)
{
  g_return_val_if_fail (pel_wayland_seat_has_pointer (self), NULL);

  return wl_seat_get_pointer (self->seat);
}

struct wl_keyboard *
pel_wayland_seat_make_keyboard (PelWaylandSeat *self)
{
  g_return_val_if_fail (pel_wayland_seat_has_keyboard (self), NULL);

  return wl_seat_get_keyboard (self->seat);
}

void
pel_wayland_seat_listen (PelWaylandSeat *self, PelWaylandEnterFunc func, gpointer user_data)
{
  g_return_if_fail (pel_wayland_seat_has_pointer (self));

  drop_pointer (self);
  self->func = func;
  self->user_data = user_data;
  self->pointer = wl_seat_get_pointer (self->seat);
  wl_pointer_add_listener (self->pointer, &pointer_listener, self);
}

void
pel_wayland_seat_unlisten (PelWaylandSeat *self)
{
  drop_pointer (self);
  self->func = NULL;
}
