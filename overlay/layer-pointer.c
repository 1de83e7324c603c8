/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/layer-pointer.h"

#include "overlay/wheel.h"

/* As the kernel numbers them, and as people do. */
/* clang-format off */
static const struct { guint32 code; guint button; } buttons[] = {
  { 0x110, 1 }, { 0x111, 3 }, { 0x112, 2 }, { 0x113, 8 }, { 0x114, 9 },
};
/* clang-format on */
#define FIRST_CODE   0x110
#define FIRST_OTHERS 10

struct _PelLayerPointer
{
  struct wl_pointer          *proxy;
  const PelLayerPointerFuncs *funcs;
  gpointer                    user_data;
  PelWheel                    wheel;
};

static gboolean
has_frames (PelLayerPointer *self)
{
  return wl_pointer_get_version (self->proxy) >= WL_POINTER_FRAME_SINCE_VERSION;
}

static void
enter_cb (void              *data,
          struct wl_pointer *proxy,
          uint32_t           serial,
          struct wl_surface *surface,
          wl_fixed_t         x,
          wl_fixed_t         y)
{
  PelLayerPointer *self = data;

  self->funcs->entered (surface, serial, self->user_data);
  self->funcs->moved (wl_fixed_to_double (x), wl_fixed_to_double (y), self->user_data);
}

static void
leave_cb (void *data, struct wl_pointer *proxy, uint32_t serial, struct wl_surface *surface)
{
  PelLayerPointer *self = data;

  self->wheel = (PelWheel){ 0 };
  self->funcs->left (self->user_data);
}

static void
motion_cb (void *data, struct wl_pointer *proxy, uint32_t time, wl_fixed_t x, wl_fixed_t y)
{
  PelLayerPointer *self = data;

  self->funcs->moved (wl_fixed_to_double (x), wl_fixed_to_double (y), self->user_data);
}

static guint
number_button (guint32 code)
{
  for (gsize i = 0; i < G_N_ELEMENTS (buttons); i++)
    if (buttons[i].code == code)
      return buttons[i].button;
  return code >= FIRST_CODE ? FIRST_OTHERS + code - FIRST_CODE : 0;
}

static void
button_cb (void              *data,
           struct wl_pointer *proxy,
           uint32_t           serial,
           uint32_t           time,
           uint32_t           code,
           uint32_t           state)
{
  PelLayerPointer *self = data;

  self->funcs->button (number_button (code),
                       state == WL_POINTER_BUTTON_STATE_PRESSED,
                       self->user_data);
}

static void
turn (PelLayerPointer *self)
{
  int steps = pel_wheel_turn (&self->wheel);

  if (steps != 0)
    self->funcs->wheel (steps, self->user_data);
}

static void
axis_cb (void *data, struct wl_pointer *proxy, uint32_t time, uint32_t axis, wl_fixed_t value)
{
  PelLayerPointer *self = data;

  if (axis != WL_POINTER_AXIS_VERTICAL_SCROLL)
    return;
  pel_wheel_add_way (&self->wheel, wl_fixed_to_double (value));
  if (!has_frames (self))
    turn (self);
}

static void
frame_cb (void *data, struct wl_pointer *proxy)
{
  turn (data);
}

static void
axis_source_cb (void *data, struct wl_pointer *proxy, uint32_t source)
{
}

static void
axis_stop_cb (void *data, struct wl_pointer *proxy, uint32_t time, uint32_t axis)
{
  ((PelLayerPointer *) data)->wheel = (PelWheel){ 0 };
}

static void
axis_discrete_cb (void *data, struct wl_pointer *proxy, uint32_t axis, int32_t steps)
{
  PelLayerPointer *self = data;

  if (axis == WL_POINTER_AXIS_VERTICAL_SCROLL)
    pel_wheel_add_parts (&self->wheel, CLAMP (steps, -PEL_WHEEL_MAX, PEL_WHEEL_MAX) * 120);
}

static void
axis_value120_cb (void *data, struct wl_pointer *proxy, uint32_t axis, int32_t parts)
{
  PelLayerPointer *self = data;

  if (axis == WL_POINTER_AXIS_VERTICAL_SCROLL)
    pel_wheel_add_parts (&self->wheel, parts);
}

static const struct wl_pointer_listener listener = {
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

PelLayerPointer *
pel_layer_pointer_new (struct wl_pointer          *proxy,
                       const PelLayerPointerFuncs *funcs,
                       gpointer                    user_data)
{
  PelLayerPointer *self = g_new0 (PelLayerPointer, 1);

  self->proxy = proxy;
  self->funcs = funcs;
  self->user_data = user_data;
  wl_pointer_add_listener (proxy, &listener, self);
  return self;
}

void
pel_layer_pointer_free (PelLayerPointer *self)
{
  if (self == NULL)
    return;
  if (wl_pointer_get_version (self->proxy) >= WL_POINTER_RELEASE_SINCE_VERSION)
    wl_pointer_release (self->proxy);
  else
    wl_pointer_destroy (self->proxy);
  g_free (self);
}

struct wl_pointer *
pel_layer_pointer_get_proxy (PelLayerPointer *self)
{
  return self->proxy;
}
