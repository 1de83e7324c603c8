/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <wayland-client.h>

#include "viewporter-client.h"
#include "virtual-keyboard-unstable-v1-client.h"
#include "wlr-screencopy-unstable-v1-client.h"
#include "wlr-virtual-pointer-unstable-v1-client.h"
#include "xdg-output-unstable-v1-client.h"
#include "xdg-shell-client.h"

typedef struct
{
  guint32                global;
  struct wl_output      *proxy;
  struct zxdg_output_v1 *xdg;
  char                  *name;
  int                    x, y, width, height; /* logical */
} PelWaylandOutput;

/**
 * PelWayland:
 *
 * A connection to the compositor for tests: its globals, and its outputs, kept up to date by every
 * dispatch. What the compositor does not offer is NULL. Waiting always has a deadline.
 */
typedef struct
{
  struct wl_display                      *display;
  struct wl_registry                     *registry;
  struct wl_compositor                   *compositor;
  struct wl_shm                          *shm;
  struct wl_seat                         *seat;
  struct xdg_wm_base                     *wm_base;
  struct wp_viewporter                   *viewporter;
  struct zxdg_output_manager_v1          *output_manager;
  struct zwlr_screencopy_manager_v1      *screencopy;
  struct zwlr_virtual_pointer_manager_v1 *pointers;
  struct zwp_virtual_keyboard_manager_v1 *keyboards;
  GPtrArray                              *outputs; /* of PelWaylandOutput */
} PelWayland;

/* (transfer full) */
PelWayland *pel_wayland_new (GError **error);
void        pel_wayland_free (PelWayland *self);

/* Waits for events until one came or @end, a monotonic time. */
gboolean pel_wayland_dispatch (PelWayland *self, gint64 end, GError **error);

/* Returns once the compositor has done all that was asked. */
gboolean pel_wayland_roundtrip (PelWayland *self, GError **error);

/* A buffer of 32-bit pixels; the pixels stay mapped until munmap(). (transfer full) */
struct wl_buffer *pel_wayland_new_buffer (
    PelWayland *self, guint32 format, int width, int height, int stride, void **ret_pixels);
