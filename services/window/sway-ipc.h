/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

/* sway's IPC: messages of a fixed head and a JSON text, on a socket of its own. */
typedef enum
{
  PEL_SWAY_IPC_RUN_COMMAND = 0,
  PEL_SWAY_IPC_SUBSCRIBE = 2,
  PEL_SWAY_IPC_GET_OUTPUTS = 3,
  PEL_SWAY_IPC_GET_TREE = 4,
  PEL_SWAY_IPC_GET_VERSION = 7,
  PEL_SWAY_IPC_GET_CONFIG = 9,
} PelSwayIpcType;

/* Where SWAYSOCK says that sway listens; an error where it says nothing. */
char *pel_sway_ipc_dup_socket_path (GError **error);

/* Questions, asked all at once over one connection: sway lets no more than four wait, whoever they
 * belong to. Where there is no room it is tried again. It has no deadline but @cancellable.
 * (transfer full) (element-type JsonNode): the answers, in the order of @types. */
void       pel_sway_ipc_request_async (const char           *socket_path,
                                       const PelSwayIpcType *types,
                                       guint                 n_types,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
GPtrArray *pel_sway_ipc_request_finish (GAsyncResult *result, GError **error);

/* For those who keep a connection: connects and sends messages, whose answers are then the first
 * to be received. */
void pel_sway_ipc_append_message (GByteArray *messages, PelSwayIpcType type, const char *payload);
void pel_sway_ipc_open_async (const char         *socket_path,
                              GByteArray         *messages,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data);
GSocketConnection *pel_sway_ipc_open_finish (GAsyncResult *result, GError **error);

void    pel_sway_ipc_receive_async (GSocketConnection  *connection,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
GBytes *pel_sway_ipc_receive_finish (GAsyncResult *result, GError **error);

/* One more message on an open connection. */
void     pel_sway_ipc_send_async (GSocketConnection  *connection,
                                  PelSwayIpcType      type,
                                  const char         *payload,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data);
gboolean pel_sway_ipc_send_finish (GAsyncResult *result, GError **error);

/* What was received, as JSON. (transfer full) */
JsonNode *pel_sway_ipc_parse (GBytes *bytes, GError **error);

/* For the end of the process, when no main loop runs any more: sends a command, and returns when it
 * was done. sway forgets what it has not read when a connection is closed, so this waits: up to a
 * second where sway hangs. What goes wrong has no one left to hear of it. */
void pel_sway_ipc_tell_last (const char *socket_path, const char *command);
