/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/message.h"

#include "services/base/json.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#define VERSION      "2.0"
#define MAX_ID_BYTES 256

G_DEFINE_QUARK (pel_rpc_error, pel_rpc_error)

void
pel_message_free (PelMessage *self)
{
  g_clear_pointer (&self->id, json_node_unref);
  g_clear_pointer (&self->params, json_object_unref);
  g_clear_pointer (&self->result, json_node_unref);
  g_free (self->key);
  g_free (self->method);
  g_free (self);
}

char *
pel_message_id_to_key (JsonNode *id)
{
  if (id == NULL || !JSON_NODE_HOLDS_VALUE (id))
    return NULL;
  if (json_node_get_value_type (id) == G_TYPE_INT64)
    return g_strdup_printf ("#%" G_GINT64_FORMAT, json_node_get_int (id));
  if (json_node_get_value_type (id) == G_TYPE_STRING &&
      strlen (json_node_get_string (id)) <= MAX_ID_BYTES)
    return g_strdup_printf ("\"%s", json_node_get_string (id));
  return NULL;
}

const char *
pel_message_get_string (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                 json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

JsonObject *
pel_message_get_object (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

JsonArray *
pel_message_get_array (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static gboolean
read_id (PelMessage *self, JsonObject *object, GError **error)
{
  if (!json_object_has_member (object, "id"))
    return TRUE;
  self->key = pel_message_id_to_key (json_object_get_member (object, "id"));
  if (self->key != NULL)
    {
      self->id = json_object_dup_member (object, "id");
      return TRUE;
    }
  g_set_error (error,
               PEL_RPC_ERROR,
               PEL_RPC_INVALID_REQUEST,
               _ ("id must be a string of at most %d bytes or a whole number"),
               MAX_ID_BYTES);
  return FALSE;
}

static gboolean
read_params (PelMessage *self, JsonObject *object, GError **error)
{
  JsonObject *params = pel_message_get_object (object, "params");

  if (params == NULL && json_object_has_member (object, "params"))
    {
      g_set_error (error, PEL_RPC_ERROR, PEL_RPC_INVALID_REQUEST, _ ("params must be an object"));
      return FALSE;
    }
  self->params = params != NULL ? json_object_ref (params) : json_object_new ();
  return TRUE;
}

static gboolean
read_body (PelMessage *self, JsonObject *object, GError **error)
{
  gboolean has_result = json_object_has_member (object, "result");

  self->method = g_strdup (pel_message_get_string (object, "method"));
  if (self->method != NULL)
    {
      self->kind = self->id != NULL ? PEL_MESSAGE_REQUEST : PEL_MESSAGE_NOTIFICATION;
      return read_params (self, object, error);
    }
  if (self->id != NULL && has_result != json_object_has_member (object, "error"))
    {
      self->kind = PEL_MESSAGE_RESPONSE;
      self->params = json_object_new ();
      self->result = has_result ? json_object_dup_member (object, "result") : NULL;
      return TRUE;
    }
  g_set_error (error,
               PEL_RPC_ERROR,
               PEL_RPC_INVALID_REQUEST,
               _ ("A message must have a method or be a response"));
  return FALSE;
}

static gboolean
read_object (PelMessage *self, JsonObject *object, GError **error)
{
  if (!read_id (self, object, error))
    return FALSE;
  if (g_strcmp0 (pel_message_get_string (object, "jsonrpc"), VERSION) != 0)
    {
      g_set_error (error,
                   PEL_RPC_ERROR,
                   PEL_RPC_INVALID_REQUEST,
                   _ ("jsonrpc must be \"%s\""),
                   VERSION);
      return FALSE;
    }
  return read_body (self, object, error);
}

PelMessage *
pel_message_parse (const char *text, gsize length, JsonNode **ret_id, GError **error)
{
  g_autoptr (GError)     cause = NULL;
  g_autoptr (JsonNode)   node = pel_json_parse (text, length, &cause);
  g_autoptr (PelMessage) self = g_new0 (PelMessage, 1);

  *ret_id = NULL;
  if (node == NULL)
    {
      g_set_error_literal (error, PEL_RPC_ERROR, PEL_RPC_PARSE_ERROR, cause->message);
      return NULL;
    }
  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      g_set_error (error,
                   PEL_RPC_ERROR,
                   PEL_RPC_INVALID_REQUEST,
                   JSON_NODE_HOLDS_ARRAY (node)
                       ? _ ("Batches are not supported: send one message per line")
                       : _ ("A message must be an object"));
      return NULL;
    }
  if (read_object (self, json_node_get_object (node), error))
    return g_steal_pointer (&self);
  *ret_id = g_steal_pointer (&self->id);
  return NULL;
}

/* Takes @object. */
static char *
write_object (JsonObject *object)
{
  g_autoptr (JsonNode) node = pel_json_take_object (object);

  return pel_json_to_string (node, PEL_JSON_COMPACT);
}

static JsonObject *
begin (void)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "jsonrpc", VERSION);
  return object;
}

static void
set_id (JsonObject *object, JsonNode *id)
{
  json_object_set_member (object,
                          "id",
                          id != NULL ? json_node_copy (id) : json_node_new (JSON_NODE_NULL));
}

char *
pel_message_write_result (JsonNode *id, JsonObject *result)
{
  JsonObject *object = begin ();

  set_id (object, id);
  json_object_set_object_member (object, "result", result);
  return write_object (object);
}

char *
pel_message_write_error (JsonNode *id, int code, const char *text, JsonObject *data)
{
  JsonObject *object = begin ();
  JsonObject *error = json_object_new ();

  set_id (object, id);
  json_object_set_int_member (error, "code", code);
  json_object_set_string_member (error, "message", text);
  if (data != NULL)
    json_object_set_object_member (error, "data", data);
  json_object_set_object_member (object, "error", error);
  return write_object (object);
}

char *
pel_message_write_notification (const char *method, JsonObject *params)
{
  JsonObject *object = begin ();

  json_object_set_string_member (object, "method", method);
  json_object_set_object_member (object, "params", params);
  return write_object (object);
}

char *
pel_message_write_request (const char *id, const char *method, JsonObject *params)
{
  JsonObject *object = begin ();

  json_object_set_string_member (object, "id", id);
  json_object_set_string_member (object, "method", method);
  json_object_set_object_member (object, "params", params);
  return write_object (object);
}
