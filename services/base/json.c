/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/json.h"

#include "services/base/error.h"
#include "services/base/json-validator.h"

#include <glib/gi18n.h>
#include <string.h>

JsonNode *
pel_json_parse (const char *text, gssize length, GError **error)
{
  return pel_json_parse_deep (text, length, PEL_JSON_MAX_DEPTH, error);
}

JsonNode *
pel_json_parse_deep (const char *text, gssize length, guint max_depth, GError **error)
{
  return pel_json_parse_large (text, length, max_depth, PEL_JSON_MAX_BYTES, error);
}

JsonNode *
pel_json_parse_large (
    const char *text, gssize length, guint max_depth, gsize max_bytes, GError **error)
{
  g_autoptr (JsonParser) parser = NULL;
  gsize                  size = length < 0 ? strlen (text) : (gsize) length;

  if (!pel_json_validate_within (text, size, max_depth, max_bytes, error))
    return NULL;

  parser = json_parser_new_immutable ();
  if (!json_parser_load_from_data (parser, text, size, error))
    return NULL;
  return json_parser_steal_root (parser);
}

JsonObject *
pel_json_parse_object (const char *text, gssize length, GError **error)
{
  g_autoptr (JsonNode) node = pel_json_parse (text, length, error);

  if (node == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      pel_set_error (error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     NULL,
                     _ ("Expected a JSON object, as in {\"key\": \"value\"}"));
      return NULL;
    }
  return json_node_dup_object (node);
}

void
pel_json_set_string_or_null (JsonObject *object, const char *name, const char *value)
{
  if (value != NULL)
    json_object_set_string_member (object, name, value);
  else
    json_object_set_null_member (object, name);
}

JsonArray *
pel_json_array_new_strings (char **strings)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; strings[i] != NULL; i++)
    json_array_add_string_element (array, strings[i]);
  return array;
}

JsonNode *
pel_json_take_object (JsonObject *object)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, object);
  return node;
}

JsonNode *
pel_json_take_array (JsonArray *array)
{
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);

  json_node_take_array (node, array);
  return node;
}
