/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "wayland-client-connection.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ROUNDTRIP_MS 30000

#define GLOBAL(interface, version, field)                                \
  {                                                                      \
    &interface##_interface, version, G_STRUCT_OFFSET (PelWayland, field) \
  }

/* The version is the most that the code here knows. */
static const struct
{
  const struct wl_interface *interface;
  guint32                    version;
  gsize                      offset;
} globals[] = {
  GLOBAL (wl_compositor, 4, compositor),
  GLOBAL (wl_shm, 1, shm),
  GLOBAL (wl_seat, 5, seat),
  GLOBAL (xdg_wm_base, 1, wm_base),
  GLOBAL (wp_viewporter, 1, viewporter),
  GLOBAL (zxdg_output_manager_v1, 2, output_manager),
  GLOBAL (zwlr_screencopy_manager_v1, 1, screencopy),
  GLOBAL (zwlr_virtual_pointer_manager_v1, 1, pointers),
  GLOBAL (zwp_virtual_keyboard_manager_v1, 1, keyboards),
};

static void
output_free (PelWaylandOutput *output)
{
  g_clear_pointer (&output->xdg, zxdg_output_v1_destroy);
  wl_output_destroy (output->proxy);
  g_free (output->name);
  g_free (output);
}

static void
xdg_output_position (void *data, struct zxdg_output_v1 *xdg, int32_t x, int32_t y)
{
  PelWaylandOutput *output = data;

  output->x = x;
  output->y = y;
}

static void
xdg_output_size (void *data, struct zxdg_output_v1 *xdg, int32_t width, int32_t height)
{
  PelWaylandOutput *output = data;

  output->width = width;
  output->height = height;
}

static void
xdg_output_name (void *data, struct zxdg_output_v1 *xdg, const char *name)
{
  PelWaylandOutput *output = data;

  g_free (output->name);
  output->name = g_strdup (name);
}

static void
xdg_output_done (void *data, struct zxdg_output_v1 *xdg)
{
}

static void
xdg_output_description (void *data, struct zxdg_output_v1 *xdg, const char *text)
{
}

static const struct zxdg_output_v1_listener xdg_output_listener = {
  xdg_output_position, xdg_output_size, xdg_output_done, xdg_output_name, xdg_output_description,
};

static void
watch_output (PelWayland *self, PelWaylandOutput *output)
{
  if (self->output_manager == NULL || output->xdg != NULL)
    return;
  output->xdg = zxdg_output_manager_v1_get_xdg_output (self->output_manager, output->proxy);
  zxdg_output_v1_add_listener (output->xdg, &xdg_output_listener, output);
}

static void
wm_base_ping (void *data, struct xdg_wm_base *wm_base, uint32_t serial)
{
  xdg_wm_base_pong (wm_base, serial);
}

static const struct xdg_wm_base_listener wm_base_listener = { wm_base_ping };

static void
registry_global (void               *data,
                 struct wl_registry *registry,
                 uint32_t            name,
                 const char         *interface,
                 uint32_t            version)
{
  PelWayland *self = data;

  if (strcmp (interface, wl_output_interface.name) == 0)
    {
      PelWaylandOutput *output = g_new0 (PelWaylandOutput, 1);

      output->global = name;
      output->proxy = wl_registry_bind (registry, name, &wl_output_interface, 1);
      g_ptr_array_add (self->outputs, output);
      watch_output (self, output);
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (globals); i++)
    {
      void **field = G_STRUCT_MEMBER_P (self, globals[i].offset);

      if (*field == NULL && strcmp (interface, globals[i].interface->name) == 0)
        *field = wl_registry_bind (registry,
                                   name,
                                   globals[i].interface,
                                   MIN (version, globals[i].version));
    }
}

static void
registry_global_remove (void *data, struct wl_registry *registry, uint32_t name)
{
  PelWayland *self = data;

  for (guint i = 0; i < self->outputs->len; i++)
    {
      PelWaylandOutput *output = g_ptr_array_index (self->outputs, i);

      if (output->global == name)
        g_ptr_array_remove_index (self->outputs, i--);
    }
}

static const struct wl_registry_listener registry_listener = {
  registry_global,
  registry_global_remove,
};

PelWayland *
pel_wayland_new (GError **error)
{
  struct wl_display *display = wl_display_connect (NULL);
  PelWayland        *self;

  if (display == NULL)
    {
      g_set_error (error,
                   G_IO_ERROR,
                   G_IO_ERROR_NOT_CONNECTED,
                   "no Wayland compositor: %s",
                   g_strerror (errno));
      return NULL;
    }
  self = g_new0 (PelWayland, 1);
  self->display = display;
  self->outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) output_free);
  self->registry = wl_display_get_registry (display);
  wl_registry_add_listener (self->registry, &registry_listener, self);
  if (!pel_wayland_roundtrip (self, error))
    {
      pel_wayland_free (self);
      return NULL;
    }
  if (self->wm_base != NULL)
    xdg_wm_base_add_listener (self->wm_base, &wm_base_listener, self);
  for (guint i = 0; i < self->outputs->len; i++)
    watch_output (self, g_ptr_array_index (self->outputs, i));
  if (!pel_wayland_roundtrip (self, error))
    {
      pel_wayland_free (self);
      return NULL;
    }
  return self;
}

void
pel_wayland_free (PelWayland *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->outputs);
  for (gsize i = 0; i < G_N_ELEMENTS (globals); i++)
    {
      struct wl_proxy **field = G_STRUCT_MEMBER_P (self, globals[i].offset);

      g_clear_pointer (field, wl_proxy_destroy);
    }
  wl_registry_destroy (self->registry);
  wl_display_disconnect (self->display);
  g_free (self);
}

static gboolean
set_broken (PelWayland *self, GError **error)
{
  g_set_error (error,
               G_IO_ERROR,
               G_IO_ERROR_CONNECTION_CLOSED,
               "the compositor closed the connection: %s",
               g_strerror (wl_display_get_error (self->display)));
  return FALSE;
}

gboolean
pel_wayland_dispatch (PelWayland *self, gint64 end, GError **error)
{
  struct pollfd fd = { .fd = wl_display_get_fd (self->display), .events = POLLIN };
  int           left, n_ready;

  if (wl_display_prepare_read (self->display) != 0)
    return wl_display_dispatch_pending (self->display) >= 0 || set_broken (self, error);

  wl_display_flush (self->display);
  left = (int) CLAMP ((end - g_get_monotonic_time () + 999) / 1000, 0, G_MAXINT);
  n_ready = poll (&fd, 1, left);
  if (n_ready <= 0)
    {
      wl_display_cancel_read (self->display);
      g_set_error (error,
                   G_IO_ERROR,
                   G_IO_ERROR_TIMED_OUT,
                   "the compositor did not answer in time");
      return FALSE;
    }
  if (wl_display_read_events (self->display) < 0 || wl_display_dispatch_pending (self->display) < 0)
    return set_broken (self, error);
  return TRUE;
}

static void
callback_done (void *data, struct wl_callback *callback, uint32_t unused)
{
  *(gboolean *) data = TRUE;
}

static const struct wl_callback_listener callback_listener = { callback_done };

gboolean
pel_wayland_roundtrip (PelWayland *self, GError **error)
{
  gint64              end = g_get_monotonic_time () + ROUNDTRIP_MS * 1000;
  struct wl_callback *callback = wl_display_sync (self->display);
  gboolean            is_done = FALSE;
  gboolean            is_alive = TRUE;

  wl_callback_add_listener (callback, &callback_listener, &is_done);
  while (!is_done && is_alive)
    is_alive = pel_wayland_dispatch (self, end, error);
  wl_callback_destroy (callback);
  return is_alive;
}

struct wl_buffer *
pel_wayland_new_buffer (
    PelWayland *self, guint32 format, int width, int height, int stride, void **ret_pixels)
{
  gsize               size = (gsize) stride * height;
  int                 fd = memfd_create ("pel-test-buffer", MFD_CLOEXEC);
  struct wl_shm_pool *pool;
  struct wl_buffer   *buffer;

  if (fd < 0 || ftruncate (fd, (off_t) size) != 0)
    g_error ("no memory for a picture of %d x %d", width, height);
  *ret_pixels = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  pool = wl_shm_create_pool (self->shm, fd, (int32_t) size);
  buffer = wl_shm_pool_create_buffer (pool, 0, width, height, stride, format);
  wl_shm_pool_destroy (pool);
  close (fd);
  return buffer;
}
