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

/* Between two attempts to get into sway's queue. */
#define RETRY_MS 20

#define LAST_SECONDS 1

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
                 _ ("SWAYSOCK is not set, so sway cannot be reached"));
  return NULL;
}

/* Says it in our words; a cancelled call stays what it is. */
static GError *
explain (GError *cause)
{
  GError *error = NULL;

  if (cause->domain == PEL_ERROR || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return cause;
  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Check that sway is running and that SWAYSOCK names its socket"),
                 _ ("Cannot query sway: %s"),
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
                         _ ("its reply is not a sway message"));
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

/* open: connect, then send */

typedef struct
{
  GSocketConnectable *address;
  GSocketConnection  *connection;
  GBytes             *messages;
} Opening;

static void
opening_free (Opening *opening)
{
  g_object_unref (opening->address);
  g_clear_object (&opening->connection);
  g_bytes_unref (opening->messages);
  g_free (opening);
}

void
pel_sway_ipc_append_message (GByteArray *messages, PelSwayIpcType type, const char *payload)
{
  Header header = { .length = payload != NULL ? strlen (payload) : 0, .type = type };

  memcpy (header.magic, magic, sizeof header.magic);
  g_byte_array_append (messages, (const guint8 *) &header, sizeof header);
  if (payload != NULL)
    g_byte_array_append (messages, (const guint8 *) payload, header.length);
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

static gboolean retry_cb (gpointer user_data);

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
      g_timeout_add (RETRY_MS, retry_cb, g_steal_pointer (&task));
      return;
    }
  if (opening->connection == NULL)
    {
      g_task_return_error (task, explain (error));
      return;
    }
  g_output_stream_write_all_async (g_io_stream_get_output_stream (
                                       G_IO_STREAM (opening->connection)),
                                   g_bytes_get_data (opening->messages, NULL),
                                   g_bytes_get_size (opening->messages),
                                   G_PRIORITY_DEFAULT,
                                   cancellable,
                                   written_cb,
                                   g_steal_pointer (&task));
}

/* A cancelled task ends here too: connecting fails at once. */
static gboolean
retry_cb (gpointer user_data)
{
  GTask                    *task = user_data;
  Opening                  *opening = g_task_get_task_data (task);
  g_autoptr (GSocketClient) client = g_socket_client_new ();

  g_socket_client_set_enable_proxy (client, FALSE);
  g_socket_client_connect_async (client,
                                 opening->address,
                                 g_task_get_cancellable (task),
                                 connected_cb,
                                 task);
  return G_SOURCE_REMOVE;
}

void
pel_sway_ipc_open_async (const char         *socket_path,
                         GByteArray         *messages,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  GTask   *task = g_task_new (NULL, cancellable, callback, user_data);
  Opening *opening = g_new0 (Opening, 1);

  g_task_set_source_tag (task, pel_sway_ipc_open_async);
  opening->address = G_SOCKET_CONNECTABLE (g_unix_socket_address_new (socket_path));
  opening->messages = g_bytes_new (messages->data, messages->len);
  g_task_set_task_data (task, opening, (GDestroyNotify) opening_free);
  retry_cb (task);
}

GSocketConnection *
pel_sway_ipc_open_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_sway_ipc_open_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
sent_cb (GObject *stream, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;

  if (g_output_stream_write_all_finish (G_OUTPUT_STREAM (stream), result, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, explain (error));
}

void
pel_sway_ipc_send_async (GSocketConnection  *connection,
                         PelSwayIpcType      type,
                         const char         *payload,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  GTask      *task = g_task_new (connection, cancellable, callback, user_data);
  GByteArray *message = g_byte_array_new ();

  g_task_set_source_tag (task, pel_sway_ipc_send_async);
  g_task_set_task_data (task, message, (GDestroyNotify) g_byte_array_unref);
  pel_sway_ipc_append_message (message, type, payload);
  g_output_stream_write_all_async (g_io_stream_get_output_stream (G_IO_STREAM (connection)),
                                   message->data,
                                   message->len,
                                   G_PRIORITY_DEFAULT,
                                   cancellable,
                                   sent_cb,
                                   task);
}

gboolean
pel_sway_ipc_send_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_sway_ipc_send_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Two levels for each container that stands in another. */
#define MAX_DEPTH 1024

JsonNode *
pel_sway_ipc_parse (GBytes *bytes, GError **error)
{
  g_autoptr (GError) cause = NULL;
  /* titles stand in it as their programs wrote them, UTF-8 or not */
  g_autofree char *valid =
      g_utf8_make_valid (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  JsonNode *node = pel_json_parse_deep (valid, -1, MAX_DEPTH, &cause);

  if (node == NULL)
    g_propagate_error (error,
                       explain (g_error_new_literal (G_IO_ERROR,
                                                     G_IO_ERROR_INVALID_DATA,
                                                     cause->message)));
  return node;
}

/* request: open, then receive and parse as many answers as there were questions */

typedef struct
{
  GPtrArray *answers; /* of JsonNode */
  guint      n_awaited;
} Request;

static void
request_free (Request *request)
{
  g_clear_pointer (&request->answers, g_ptr_array_unref);
  g_free (request);
}

static gboolean
take_answer (Request *request, GBytes *bytes, GError **error)
{
  JsonNode *node = pel_sway_ipc_parse (bytes, error);

  if (node != NULL)
    g_ptr_array_add (request->answers, node);
  return node != NULL;
}

static void
answer_received_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  GSocketConnection *connection = G_SOCKET_CONNECTION (object);
  GCancellable      *cancellable = g_task_get_cancellable (task);
  Request           *request = g_task_get_task_data (task);
  GError            *error = NULL;
  g_autoptr (GBytes) bytes = pel_sway_ipc_receive_finish (result, &error);

  if (bytes == NULL || !take_answer (request, bytes, &error))
    g_task_return_error (task, error);
  else if (--request->n_awaited > 0)
    pel_sway_ipc_receive_async (connection,
                                cancellable,
                                answer_received_cb,
                                g_steal_pointer (&task));
  else
    g_task_return_pointer (task,
                           g_steal_pointer (&request->answers),
                           (GDestroyNotify) g_ptr_array_unref);
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
                                answer_received_cb,
                                g_steal_pointer (&task));
}

void
pel_sway_ipc_request_async (const char           *socket_path,
                            const PelSwayIpcType *types,
                            guint                 n_types,
                            GCancellable         *cancellable,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data)
{
  g_autoptr (GByteArray) messages = g_byte_array_new ();
  GTask                 *task;
  Request               *request;

  g_return_if_fail (n_types > 0);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, pel_sway_ipc_request_async);
  request = g_new0 (Request, 1);
  request->answers = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  request->n_awaited = n_types;
  g_task_set_task_data (task, request, (GDestroyNotify) request_free);
  for (guint i = 0; i < n_types; i++)
    pel_sway_ipc_append_message (messages, types[i], NULL);
  pel_sway_ipc_open_async (socket_path, messages, cancellable, request_opened_cb, task);
}

GPtrArray *
pel_sway_ipc_request_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_sway_ipc_request_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
pel_sway_ipc_tell_last (const char *socket_path, const char *command)
{
  g_autoptr (GByteArray)        message = g_byte_array_new ();
  g_autoptr (GSocketClient)     client = g_socket_client_new ();
  g_autoptr (GSocketAddress)    address = g_unix_socket_address_new (socket_path);
  g_autoptr (GSocketConnection) connection = NULL;
  GSocket                      *socket;
  Header                        answer;

  g_socket_client_set_enable_proxy (client, FALSE);
  g_socket_client_set_timeout (client, LAST_SECONDS);
  connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, NULL);
  if (connection == NULL)
    return;
  socket = g_socket_connection_get_socket (connection);
  pel_sway_ipc_append_message (message, PEL_SWAY_IPC_RUN_COMMAND, command);
  if (g_socket_send (socket, (const char *) message->data, message->len, NULL, NULL) > 0)
    g_socket_receive (socket, (char *) &answer, sizeof answer, NULL, NULL);
}
