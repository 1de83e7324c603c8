/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/sway-json.h"

static JsonNode *
get_member (JsonObject *object, const char *name)
{
  return object != NULL ? json_object_get_member (object, name) : NULL;
}

static JsonNode *
get_value (JsonObject *object, const char *name, GType type)
{
  JsonNode *node = get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != type)
    return NULL;
  return node;
}

JsonObject *
pel_sway_json_get_object (JsonObject *object, const char *name)
{
  JsonNode *node = get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

JsonArray *
pel_sway_json_get_array (JsonObject *object, const char *name)
{
  JsonNode *node = get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

const char *
pel_sway_json_get_string (JsonObject *object, const char *name)
{
  JsonNode *node = get_value (object, name, G_TYPE_STRING);

  return node != NULL ? json_node_get_string (node) : NULL;
}

double
pel_sway_json_get_number (JsonObject *object, const char *name, double fallback)
{
  JsonNode *node = get_value (object, name, G_TYPE_INT64);

  if (node == NULL)
    node = get_value (object, name, G_TYPE_DOUBLE);
  if (node == NULL)
    return fallback;
  return CLAMP (json_node_get_double (node), -PEL_COORDINATE_LIMIT, PEL_COORDINATE_LIMIT);
}

gint64
pel_sway_json_get_integer (JsonObject *object, const char *name, gint64 fallback)
{
  JsonNode *node = get_value (object, name, G_TYPE_INT64);

  return node != NULL ? json_node_get_int (node) : fallback;
}

gboolean
pel_sway_json_get_boolean (JsonObject *object, const char *name, gboolean fallback)
{
  JsonNode *node = get_value (object, name, G_TYPE_BOOLEAN);

  return node != NULL ? json_node_get_boolean (node) : fallback;
}

PelNativeRect
pel_sway_json_get_rect (JsonObject *object, const char *name)
{
  JsonObject *rect = pel_sway_json_get_object (object, name);

  return (PelNativeRect){
    pel_sway_json_get_number (rect, "x", 0),
    pel_sway_json_get_number (rect, "y", 0),
    MAX (pel_sway_json_get_number (rect, "width", 0), 0),
    MAX (pel_sway_json_get_number (rect, "height", 0), 0),
  };
}

guint
pel_sway_json_get_length (JsonArray *array)
{
  return array != NULL ? json_array_get_length (array) : 0;
}

JsonObject *
pel_sway_json_get_element (JsonArray *array, guint index)
{
  JsonNode *node = json_array_get_element (array, index);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

gint64
pel_sway_json_get_id_element (JsonArray *array, guint index)
{
  JsonNode *node = json_array_get_element (array, index);

  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
    return 0;
  return json_node_get_int (node);
}
