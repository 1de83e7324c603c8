/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "sway-ipc.h"

#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <string.h>

#define TIMEOUT_S   5
#define MAX_PAYLOAD (64 * 1024 * 1024)

static const char magic[6] = { 'i', '3', '-', 'i', 'p', 'c' };

typedef struct __attribute__ ((packed))
{
  char    magic[sizeof magic];
  guint32 length;
  guint32 type;
} Header;

static GSocketConnection *
connect_to (const char *socket_path, GError **error)
{
  g_autoptr (GSocketClient)  client = g_socket_client_new ();
  g_autoptr (GSocketAddress) address = NULL;

  if (socket_path == NULL)
    socket_path = g_getenv ("SWAYSOCK");
  if (socket_path == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED, "SWAYSOCK is not set");
      return NULL;
    }
  address = g_unix_socket_address_new (socket_path);
  g_socket_client_set_timeout (client, TIMEOUT_S);
  return g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, error);
}

JsonNode *
pel_sway_call (const char *socket_path, PelSwayMessage message, const char *payload, GError **error)
{
  g_autoptr (GSocketConnection) connection = connect_to (socket_path, error);
  g_autofree char              *answer = NULL;
  Header                        header = { .type = message };
  GOutputStream                *out;
  GInputStream                 *in;

  if (connection == NULL)
    return NULL;

  out = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  in = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  memcpy (header.magic, magic, sizeof magic);
  header.length = payload != NULL ? strlen (payload) : 0;
  if (!g_output_stream_write_all (out, &header, sizeof header, NULL, NULL, error) ||
      !g_output_stream_write_all (out, payload, header.length, NULL, NULL, error) ||
      !g_input_stream_read_all (in, &header, sizeof header, NULL, NULL, error))
    return NULL;
  if (memcmp (header.magic, magic, sizeof magic) != 0 || header.length > MAX_PAYLOAD)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "this is not sway's answer");
      return NULL;
    }
  answer = g_malloc0 (header.length + 1);
  if (!g_input_stream_read_all (in, answer, header.length, NULL, NULL, error))
    return NULL;
  return json_from_string (answer, error);
}

gboolean
pel_sway_command (const char *command, GError **error)
{
  g_autoptr (JsonNode) answer = pel_sway_call (NULL, PEL_SWAY_RUN_COMMAND, command, error);
  JsonArray           *results;

  if (answer == NULL)
    return FALSE;
  results = json_node_get_array (answer);
  for (guint i = 0; i < json_array_get_length (results); i++)
    {
      JsonObject *result = json_array_get_object_element (results, i);

      if (json_object_get_boolean_member_with_default (result, "success", FALSE))
        continue;
      g_set_error (error,
                   G_IO_ERROR,
                   G_IO_ERROR_FAILED,
                   "sway refused “%s”: %s",
                   command,
                   json_object_get_string_member_with_default (result, "error", "no reason given"));
      return FALSE;
    }
  return TRUE;
}
