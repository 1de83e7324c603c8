/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <wayland-client.h>

/**
 * PelWaylandConnection:
 *
 * One connection to a Wayland compositor that never waits for it: requests are sent from the main
 * loop, events are dispatched there. Ours alone, beside the toolkit's.
 *
 * The globals are known once a first sync has come back, and kept up to date from then on.
 *
 * Signals: "globals-changed" after one came or went; "closed" once, when the connection broke. The
 * proxies stay valid after that, but nothing comes through them any more.
 */
#define PEL_TYPE_WAYLAND_CONNECTION (pel_wayland_connection_get_type ())
G_DECLARE_FINAL_TYPE (
    PelWaylandConnection, pel_wayland_connection, PEL, WAYLAND_CONNECTION, GObject)

typedef struct
{
  guint32     name;
  const char *interface; /* interned */
  guint32     version;
} PelWaylandGlobal;

/* Connects to the compositor of WAYLAND_DISPLAY. Waits for no answer. */
PelWaylandConnection *pel_wayland_connection_open (GError **error);

struct wl_display *pel_wayland_connection_get_display (PelWaylandConnection *self);

/* (nullable): why the connection broke. */
const GError *pel_wayland_connection_get_error (PelWaylandConnection *self);

guint                   pel_wayland_connection_get_n_globals (PelWaylandConnection *self);
const PelWaylandGlobal *pel_wayland_connection_get_global (PelWaylandConnection *self, guint index);

/* The first global of that interface; (nullable). */
const PelWaylandGlobal *pel_wayland_connection_find_global (PelWaylandConnection *self,
                                                            const char           *interface);

/* A proxy for a global, in the newest version that both sides know, at most @max_version.
 * (transfer full) */
gpointer pel_wayland_connection_bind (PelWaylandConnection      *self,
                                      const PelWaylandGlobal    *global,
                                      const struct wl_interface *interface,
                                      guint32                    max_version);

/* As above for the first global of the interface; (nullable) where there is none. */
gpointer pel_wayland_connection_bind_first (PelWaylandConnection      *self,
                                            const struct wl_interface *interface,
                                            guint32                    max_version);

/* Sends what was requested; what does not fit now is sent by the main loop. */
void pel_wayland_connection_flush (PelWaylandConnection *self);

/* Ends when the compositor has done all that was requested before, and its events are here. */
void     pel_wayland_connection_sync_async (PelWaylandConnection *self,
                                            GCancellable         *cancellable,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gboolean pel_wayland_connection_sync_finish (PelWaylandConnection *self,
                                             GAsyncResult         *result,
                                             GError              **error);
