/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/**
 * PelRelay:
 *
 * Passes bytes and descriptors between the clients of one Unix socket and a server behind another,
 * in a thread of its own, any number of connections at once. Never blocks on either side.
 */
typedef struct PelRelay PelRelay;

/* Called in the relay's thread for each chunk, before it is passed on. */
typedef void (*PelRelayCallback) (gpointer data);

/* @server: a path, or '@' and an abstract name. (transfer full) */
PelRelay *pel_relay_new (const char      *listen_path,
                         const char      *server,
                         PelRelayCallback callback,
                         gpointer         data,
                         GError         **error);

/* Closes all connections and waits for the thread. */
void pel_relay_free (PelRelay *self);
