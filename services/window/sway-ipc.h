/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* sway's IPC: messages of a fixed head and a JSON text, on a socket of its own. */
typedef enum
{
  PEL_SWAY_IPC_SUBSCRIBE = 2,
  PEL_SWAY_IPC_GET_OUTPUTS = 3,
  PEL_SWAY_IPC_GET_TREE = 4,
  PEL_SWAY_IPC_GET_VERSION = 7,
} PelSwayIpcType;

/* Where SWAYSOCK says that sway listens; an error where it says nothing. */
char *pel_sway_ipc_dup_socket_path (GError **error);

/* One question over a connection of its own. A sway that does not answer is given up after two
 * seconds without a byte, or when @cancellable says so. */
void      pel_sway_ipc_request_async (const char         *socket_path,
                                      PelSwayIpcType      type,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data);
JsonNode *pel_sway_ipc_request_finish (GAsyncResult *result, GError **error);

/* For those who keep a connection: connects and sends one message, whose answer is then the first
 * to be received. @timeout_s without a byte end a call; 0: never. */
void               pel_sway_ipc_open_async (const char         *socket_path,
                                            PelSwayIpcType      type,
                                            const char         *payload,
                                            guint               timeout_s,
                                            GCancellable       *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer            user_data);
GSocketConnection *pel_sway_ipc_open_finish (GAsyncResult *result, GError **error);

void    pel_sway_ipc_receive_async (GSocketConnection  *connection,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
GBytes *pel_sway_ipc_receive_finish (GAsyncResult *result, GError **error);
