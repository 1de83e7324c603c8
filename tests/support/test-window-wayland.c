/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "sway-ipc.h"
#include "test-window-private.h"
#include "wayland-client-connection.h"

#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xkbcommon/xkbcommon.h>

#define SHOW_MS 20000 /* machines are noisy; nothing waits longer than it must */

typedef struct
{
  PelTestWindow       *window;
  PelWayland          *wayland;
  struct wl_surface   *surface;
  struct wp_viewport  *viewport;
  struct xdg_surface  *xdg_surface;
  struct xdg_toplevel *toplevel;
  struct wl_pointer   *pointer;
  struct wl_keyboard  *keyboard;
  struct xkb_context  *context;
  struct xkb_keymap   *keymap;
  struct xkb_state    *state;
  struct wl_buffer    *buffer;
  double               scale;
  gboolean             is_configured;
  guint32              modifiers;
} WaylandWindow;

/* clang-format off */
static const struct { guint32 code; guint button; } buttons[] = {
  { 0x110, 1 }, { 0x112, 2 }, { 0x111, 3 }, { 0x113, 8 }, { 0x114, 9 },
};
/* clang-format on */

static int
device (double logical, double scale)
{
  return (int) floor (logical * scale + .5);
}

/* In device pixels, shown by the viewport at the logical size: no one scales it. */
static void
draw (WaylandWindow *self)
{
  PelTestWindow *window = self->window;
  int            width = device (window->width, self->scale);
  int            height = device (window->height, self->scale);
  guint32       *pixels;

  g_clear_pointer (&self->buffer, wl_buffer_destroy);
  self->buffer = pel_wayland_new_buffer (self->wayland,
                                         WL_SHM_FORMAT_XRGB8888,
                                         width,
                                         height,
                                         width * 4,
                                         (void **) &pixels);
  for (guint i = 0; i < window->patches->len; i++)
    {
      const PelTestPatch *patch = &g_array_index (window->patches, PelTestPatch, i);
      int                 right = device (patch->x + patch->width, self->scale);
      int                 bottom = device (patch->y + patch->height, self->scale);

      for (int y = device (patch->y, self->scale); y < bottom; y++)
        {
          for (int x = device (patch->x, self->scale); x < right; x++)
            pixels[y * width + x] = patch->rgb;
        }
    }
  munmap (pixels, (gsize) width * height * 4);
  wp_viewport_set_destination (self->viewport, window->width, window->height);
  wl_surface_attach (self->surface, self->buffer, 0, 0);
  wl_surface_damage_buffer (self->surface, 0, 0, width, height);
  wl_surface_commit (self->surface);
}

static void
surface_configure (void *data, struct xdg_surface *xdg_surface, uint32_t serial)
{
  WaylandWindow *self = data;

  xdg_surface_ack_configure (xdg_surface, serial);
  self->is_configured = TRUE;
  draw (self);
}

static const struct xdg_surface_listener surface_listener = { surface_configure };

static void
toplevel_configure (void                *data,
                    struct xdg_toplevel *toplevel,
                    int32_t              width,
                    int32_t              height,
                    struct wl_array     *states)
{
}

static void
toplevel_close (void *data, struct xdg_toplevel *toplevel)
{
}

static const struct xdg_toplevel_listener toplevel_listener = {
  .configure = toplevel_configure,
  .close = toplevel_close,
};

static void
moved (WaylandWindow *self, wl_fixed_t x, wl_fixed_t y)
{
  pel_test_window_record (self->window,
                          "move %g,%g",
                          wl_fixed_to_double (x),
                          wl_fixed_to_double (y));
}

static void
pointer_enter (void              *data,
               struct wl_pointer *pointer,
               uint32_t           serial,
               struct wl_surface *surface,
               wl_fixed_t         x,
               wl_fixed_t         y)
{
  moved (data, x, y);
}

static void
pointer_leave (void *data, struct wl_pointer *pointer, uint32_t serial, struct wl_surface *surface)
{
}

static void
pointer_motion (void *data, struct wl_pointer *pointer, uint32_t time, wl_fixed_t x, wl_fixed_t y)
{
  moved (data, x, y);
}

static void
pointer_button (void              *data,
                struct wl_pointer *pointer,
                uint32_t           serial,
                uint32_t           time,
                uint32_t           code,
                uint32_t           state)
{
  WaylandWindow *self = data;

  for (gsize i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      if (buttons[i].code == code)
        pel_test_window_record (self->window,
                                "%s %u",
                                state != 0 ? "press" : "release",
                                buttons[i].button);
    }
}

static void
pointer_axis (
    void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis, wl_fixed_t value)
{
}

static void
pointer_frame (void *data, struct wl_pointer *pointer)
{
}

static void
pointer_axis_source (void *data, struct wl_pointer *pointer, uint32_t source)
{
}

static void
pointer_axis_stop (void *data, struct wl_pointer *pointer, uint32_t time, uint32_t axis)
{
}

/* A notch at a time, as X tells it. */
static void
pointer_axis_discrete (void *data, struct wl_pointer *pointer, uint32_t axis, int32_t notches)
{
  WaylandWindow *self = data;
  int            sign = notches < 0 ? -1 : 1;

  for (int i = 0; i < abs (notches); i++)
    {
      if (axis == WL_POINTER_AXIS_VERTICAL_SCROLL)
        pel_test_window_record (self->window, "wheel 0,%d", sign);
      else
        pel_test_window_record (self->window, "wheel %d,0", sign);
    }
}

static const struct wl_pointer_listener pointer_listener = {
  .enter = pointer_enter,
  .leave = pointer_leave,
  .motion = pointer_motion,
  .button = pointer_button,
  .axis = pointer_axis,
  .frame = pointer_frame,
  .axis_source = pointer_axis_source,
  .axis_stop = pointer_axis_stop,
  .axis_discrete = pointer_axis_discrete,
};

static void
keyboard_keymap (
    void *data, struct wl_keyboard *keyboard, uint32_t format, int32_t fd, uint32_t size)
{
  WaylandWindow *self = data;
  char          *text = mmap (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);

  close (fd);
  if (text == MAP_FAILED)
    return;
  g_clear_pointer (&self->state, xkb_state_unref);
  g_clear_pointer (&self->keymap, xkb_keymap_unref);
  self->keymap = xkb_keymap_new_from_buffer (self->context,
                                             text,
                                             size - 1,
                                             XKB_KEYMAP_FORMAT_TEXT_V1,
                                             XKB_KEYMAP_COMPILE_NO_FLAGS);
  munmap (text, size);
  if (self->keymap != NULL)
    self->state = xkb_state_new (self->keymap);
}

static void
keyboard_enter (void               *data,
                struct wl_keyboard *keyboard,
                uint32_t            serial,
                struct wl_surface  *surface,
                struct wl_array    *keys)
{
  pel_test_window_record (((WaylandWindow *) data)->window, "focus");
}

static void
keyboard_leave (void               *data,
                struct wl_keyboard *keyboard,
                uint32_t            serial,
                struct wl_surface  *surface)
{
}

static void
keyboard_key (void               *data,
              struct wl_keyboard *keyboard,
              uint32_t            serial,
              uint32_t            time,
              uint32_t            key,
              uint32_t            state)
{
  WaylandWindow *self = data;
  char           name[64] = "";

  if (self->state == NULL)
    return;
  xkb_keysym_get_name (xkb_state_key_get_one_sym (self->state, key + 8), name, sizeof name);
  pel_test_window_record (self->window, "%s %s", state != 0 ? "key" : "lifted", name);
}

static void
keyboard_modifiers (void               *data,
                    struct wl_keyboard *keyboard,
                    uint32_t            serial,
                    uint32_t            depressed,
                    uint32_t            latched,
                    uint32_t            locked,
                    uint32_t            group)
{
  WaylandWindow *self = data;

  if (self->state != NULL)
    xkb_state_update_mask (self->state, depressed, latched, locked, 0, 0, group);
  if (self->window->tells_modifiers && self->modifiers != depressed)
    pel_test_window_record (self->window, "modifiers %u", depressed);
  self->modifiers = depressed;
}

static void
keyboard_repeat_info (void *data, struct wl_keyboard *keyboard, int32_t rate, int32_t delay)
{
}

static const struct wl_keyboard_listener keyboard_listener = {
  keyboard_keymap, keyboard_enter,     keyboard_leave,
  keyboard_key,    keyboard_modifiers, keyboard_repeat_info,
};

static void
wayland_close (gpointer backend)
{
  WaylandWindow *self = backend;

  g_clear_pointer (&self->pointer, wl_pointer_release);
  g_clear_pointer (&self->keyboard, wl_keyboard_release);
  g_clear_pointer (&self->toplevel, xdg_toplevel_destroy);
  g_clear_pointer (&self->xdg_surface, xdg_surface_destroy);
  g_clear_pointer (&self->viewport, wp_viewport_destroy);
  g_clear_pointer (&self->surface, wl_surface_destroy);
  g_clear_pointer (&self->buffer, wl_buffer_destroy);
  g_clear_pointer (&self->state, xkb_state_unref);
  g_clear_pointer (&self->keymap, xkb_keymap_unref);
  g_clear_pointer (&self->context, xkb_context_unref);
  pel_wayland_free (self->wayland);
  g_free (self);
}

static gboolean
wayland_pump (gpointer backend, gint64 end, GError **error)
{
  return pel_wayland_dispatch (((WaylandWindow *) backend)->wayland, end, error);
}

/* The seat has both from the start, since the desktop's devices stay. */
static void
listen_to_seat (WaylandWindow *self)
{
  self->context = xkb_context_new (XKB_CONTEXT_NO_FLAGS);
  self->pointer = wl_seat_get_pointer (self->wayland->seat);
  wl_pointer_add_listener (self->pointer, &pointer_listener, self);
  self->keyboard = wl_seat_get_keyboard (self->wayland->seat);
  wl_keyboard_add_listener (self->keyboard, &keyboard_listener, self);
}

static gboolean
show (WaylandWindow *self, GError **error)
{
  gint64 end = g_get_monotonic_time () + SHOW_MS * 1000;

  listen_to_seat (self);
  self->surface = wl_compositor_create_surface (self->wayland->compositor);
  self->viewport = wp_viewporter_get_viewport (self->wayland->viewporter, self->surface);
  self->xdg_surface = xdg_wm_base_get_xdg_surface (self->wayland->wm_base, self->surface);
  xdg_surface_add_listener (self->xdg_surface, &surface_listener, self);
  self->toplevel = xdg_surface_get_toplevel (self->xdg_surface);
  xdg_toplevel_add_listener (self->toplevel, &toplevel_listener, self);
  xdg_toplevel_set_app_id (self->toplevel, self->window->name);
  xdg_toplevel_set_title (self->toplevel, self->window->name);
  wl_surface_commit (self->surface);
  while (!self->is_configured)
    {
      if (!wayland_pump (self, end, error))
        return FALSE;
    }
  return pel_wayland_roundtrip (self->wayland, error);
}

static gpointer
wayland_open (PelTestWindow *window, GError **error)
{
  WaylandWindow *self = g_new0 (WaylandWindow, 1);

  self->window = window;
  self->scale = 1;
  self->wayland = pel_wayland_new (error);
  if (self->wayland == NULL)
    {
      g_free (self);
      return NULL;
    }
  if (show (self, error))
    return self;
  wayland_close (self);
  return NULL;
}

static gboolean
wayland_place (gpointer backend, int x, int y, double scale, GError **error)
{
  WaylandWindow   *self = backend;
  g_autofree char *command =
      g_strdup_printf ("[app_id=\"%s\"] border none, move absolute position %d %d",
                       self->window->name,
                       x,
                       y);

  if (!pel_sway_command (command, error))
    return FALSE;
  self->scale = scale;
  draw (self);
  return pel_wayland_roundtrip (self->wayland, error);
}

const PelTestWindowBackend pel_test_window_wayland = {
  wayland_open,
  wayland_close,
  wayland_place,
  wayland_pump,
};
