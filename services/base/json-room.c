/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/json-room.h"

#include <string.h>

/* No number or word is longer. */
#define VALUE_BYTES 24

static gsize measure_node (JsonNode *node);

gsize
pel_json_measure_string (const char *text)
{
  gsize size = strlen ("\"\"");

  for (const char *p = text; *p != '\0'; p++)
    if ((guchar) *p < 0x20 || *p == 0x7f)
      size += strlen ("\\u0000");
    else
      size += *p == '"' || *p == '\\' ? 2 : 1;
  return size;
}

static gsize
measure_object (JsonObject *object)
{
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;
  gsize          size = strlen ("{}");

  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &node))
    size += pel_json_measure_string (name) + strlen (":,") + measure_node (node);
  return size;
}

static gsize
measure_array (JsonArray *array)
{
  gsize size = strlen ("[]");

  for (guint i = 0; i < json_array_get_length (array); i++)
    size += measure_node (json_array_get_element (array, i)) + strlen (",");
  return size;
}

static gsize
measure_node (JsonNode *node)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    return measure_object (json_node_get_object (node));
  if (JSON_NODE_HOLDS_ARRAY (node))
    return measure_array (json_node_get_array (node));
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return pel_json_measure_string (json_node_get_string (node));
  return VALUE_BYTES;
}

gboolean
pel_json_room_fit_bytes (PelJsonRoom *self, gsize n_bytes, guint n_left)
{
  if (self == NULL)
    return TRUE;
  if (self->n_left_out > 0 || n_bytes > self->n_bytes)
    {
      self->n_left_out += n_left;
      return FALSE;
    }
  self->n_bytes -= n_bytes;
  return TRUE;
}

gboolean
pel_json_room_fit (PelJsonRoom *self, JsonObject *object, guint n_left)
{
  if (self == NULL)
    return TRUE;
  /* a comma, or the “children” of the object that it is in */
  return pel_json_room_fit_bytes (self,
                                  measure_object (object) + strlen (",\"children\":[]"),
                                  n_left);
}
