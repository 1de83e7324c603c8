/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/sway-ipc.h"

#include "services/base/error.h"
#include "services/base/json-validator.h"
#include "services/base/json.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gi18n.h>
#include <string.h>

#define REQUEST_TIMEOUT_S 2

static const char magic[] = "i3-ipc";

/* In the byte order of the machine: both ends are on it. */
typedef struct __attribute__ ((packed))
{
  char    magic[sizeof magic - 1];
  guint32 length;
  guint32 type;
} Header;

char *
pel_sway_ipc_dup_socket_path (GError **error)
{
  const char *path = g_getenv ("SWAYSOCK");

  if (path != NULL && *path != '\0')
    return g_strdup (path);
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Start the program from within sway, or set SWAYSOCK"),
                 _ ("The environment does not say where sway listens"));
  return NULL;
}

/* Says it in our words; a cancelled call stays what it is. */
static GError *
explain (GError *cause)
{
  GError *error = NULL;

  if (cause->domain == PEL_ERROR || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return cause;
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    pel_set_error (&error, PEL_ERROR_APP_UNRESPONSIVE, NULL, _ ("sway does not answer"));
  else
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Check that sway is running and that SWAYSOCK names its socket"),
                   _ ("sway cannot be asked: %s"),
                   cause->message);
  g_error_free (cause);
  return error;
}

static void
set_cut_short (GError **error)
{
  g_set_error_literal (error,
                       G_IO_ERROR,
                       G_IO_ERROR_CONNECTION_CLOSED,
                       _ ("it closed the connection"));
}

/* receive: the head, then as many bytes as it announces */

typedef struct
{
  Header header;
  char  *payload;
} Message;

static void
message_free (Message *message)
{
  g_free (message->payload);
  g_free (message);
}

static gboolean
finish_reading (GObject *stream, GAsyncResult *result, gsize expected, GError **error)
{
  gsize n_read = 0;

  if (!g_input_stream_read_all_finish (G_INPUT_STREAM (stream), result, &n_read, error))
    return FALSE;
  if (n_read == expected)
    return TRUE;
  set_cut_short (error);
  return FALSE;
}

static void
payload_read_cb (GObject *stream, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Message          *message = g_task_get_task_data (task);
  GError           *error = NULL;

  if (!finish_reading (stream, result, message->header.length, &error))
    g_task_return_error (task, explain (error));
  else
    g_task_return_pointer (task,
                           g_bytes_new_take (g_steal_pointer (&message->payload),
                                             message->header.length),
                           (GDestroyNotify) g_bytes_unref);
}

static void
header_read_cb (GObject *stream, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Message          *message = g_task_get_task_data (task);
  GCancellable     *cancellable = g_task_get_cancellable (task);
  GError           *error = NULL;

  if (finish_reading (stream, result, sizeof message->header, &error) &&
      (memcmp (message->header.magic, magic, sizeof message->header.magic) != 0 ||
       message->header.length > PEL_JSON_MAX_BYTES))
    g_set_error_literal (&error,
                         G_IO_ERROR,
                         G_IO_ERROR_INVALID_DATA,
                         _ ("its answer is not a message of sway's"));
  if (error != NULL)
    {
      g_task_return_error (task, explain (error));
      return;
    }
  message->payload = g_malloc (message->header.length + 1);
  g_input_stream_read_all_async (G_INPUT_STREAM (stream),
                                 message->payload,
                                 message->header.length,
                                 G_PRIORITY_DEFAULT,
                                 cancellable,
                                 payload_read_cb,
                                 g_steal_pointer (&task));
}

void
pel_sway_ipc_receive_async (GSocketConnection  *connection,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  GTask   *task = g_task_new (connection, cancellable, callback, user_data);
  Message *message = g_new0 (Message, 1);

  g_task_set_source_tag (task, pel_sway_ipc_receive_async);
  g_task_set_task_data (task, message, (GDestroyNotify) message_free);
  g_input_stream_read_all_async (g_io_stream_get_input_stream (G_IO_STREAM (connection)),
                                 &message->header,
                                 sizeof message->header,
                                 G_PRIORITY_DEFAULT,
                                 cancellable,
                                 header_read_cb,
                                 task);
}

GBytes *
pel_sway_ipc_receive_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_sway_ipc_receive_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* open: connect, then send one message */

/* sway lets three wait at its door; a fourth is told to come again. */
#define RETRY_MS 5

typedef struct
{
  GSocketClient     *client;
  GSocketAddress    *address;
  GSocketConnection *connection;
  GBytes            *bytes;
} Opening;

static void
opening_free (Opening *opening)
{
  g_clear_object (&opening->client);
  g_clear_object (&opening->address);
  g_clear_object (&opening->connection);
  g_bytes_unref (opening->bytes);
  g_free (opening);
}

static GBytes *
make_message (PelSwayIpcType type, const char *payload)
{
  GByteArray *array = g_byte_array_new ();
  Header      header = { .length = payload != NULL ? strlen (payload) : 0, .type = type };

  memcpy (header.magic, magic, sizeof header.magic);
  g_byte_array_append (array, (const guint8 *) &header, sizeof header);
  g_byte_array_append (array, (const guint8 *) payload, header.length);
  return g_byte_array_free_to_bytes (array);
}

static void
written_cb (GObject *stream, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Opening          *opening = g_task_get_task_data (task);
  GError           *error = NULL;

  if (!g_output_stream_write_all_finish (G_OUTPUT_STREAM (stream), result, NULL, &error))
    g_task_return_error (task, explain (error));
  else
    g_task_return_pointer (task, g_steal_pointer (&opening->connection), g_object_unref);
}

static void connected_cb (GObject *client, GAsyncResult *result, gpointer user_data);

/* Takes the task. */
static gboolean
connect_cb (gpointer user_data)
{
  GTask   *task = user_data;
  Opening *opening = g_task_get_task_data (task);

  g_socket_client_connect_async (opening->client,
                                 G_SOCKET_CONNECTABLE (opening->address),
                                 g_task_get_cancellable (task),
                                 connected_cb,
                                 task);
  return G_SOURCE_REMOVE;
}

static void
connected_cb (GObject *client, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Opening          *opening = g_task_get_task_data (task);
  GCancellable     *cancellable = g_task_get_cancellable (task);
  GError           *error = NULL;

  opening->connection = g_socket_client_connect_finish (G_SOCKET_CLIENT (client), result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    {
      g_error_free (error);
      g_timeout_add (RETRY_MS, connect_cb, g_steal_pointer (&task));
      return;
    }
  if (opening->connection == NULL)
    {
      g_task_return_error (task, explain (error));
      return;
    }
  g_output_stream_write_all_async (g_io_stream_get_output_stream (
                                       G_IO_STREAM (opening->connection)),
                                   g_bytes_get_data (opening->bytes, NULL),
                                   g_bytes_get_size (opening->bytes),
                                   G_PRIORITY_DEFAULT,
                                   cancellable,
                                   written_cb,
                                   g_steal_pointer (&task));
}

void
pel_sway_ipc_open_async (const char         *socket_path,
                         PelSwayIpcType      type,
                         const char         *payload,
                         guint               timeout_s,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  GTask   *task = g_task_new (NULL, cancellable, callback, user_data);
  Opening *opening = g_new0 (Opening, 1);

  g_task_set_source_tag (task, pel_sway_ipc_open_async);
  opening->client = g_socket_client_new ();
  opening->address = g_unix_socket_address_new (socket_path);
  opening->bytes = make_message (type, payload);
  g_task_set_task_data (task, opening, (GDestroyNotify) opening_free);
  g_socket_client_set_timeout (opening->client, timeout_s);
  /* asking for a proxy would start another process */
  g_socket_client_set_enable_proxy (opening->client, FALSE);
  connect_cb (task);
}

GSocketConnection *
pel_sway_ipc_open_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_sway_ipc_open_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* request: open, receive, parse */

static void
reply_received_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = pel_sway_ipc_receive_finish (result, &error);
  JsonNode          *node;

  if (bytes == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  node = pel_json_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  if (node != NULL)
    g_task_return_pointer (task, node, (GDestroyNotify) json_node_unref);
  else
    g_task_return_error (task,
                         explain (g_error_new_literal (G_IO_ERROR,
                                                       G_IO_ERROR_INVALID_DATA,
                                                       error->message)));
}

static void
request_opened_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)             task = user_data;
  GCancellable                 *cancellable = g_task_get_cancellable (task);
  GError                       *error = NULL;
  g_autoptr (GSocketConnection) connection = pel_sway_ipc_open_finish (result, &error);

  if (connection == NULL)
    g_task_return_error (task, error);
  else
    pel_sway_ipc_receive_async (connection,
                                cancellable,
                                reply_received_cb,
                                g_steal_pointer (&task));
}

void
pel_sway_ipc_request_async (const char         *socket_path,
                            PelSwayIpcType      type,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, pel_sway_ipc_request_async);
  pel_sway_ipc_open_async (socket_path,
                           type,
                           NULL,
                           REQUEST_TIMEOUT_S,
                           cancellable,
                           request_opened_cb,
                           task);
}

JsonNode *
pel_sway_ipc_request_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_sway_ipc_request_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
