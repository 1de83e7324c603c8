/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/structure.h"

#include "app/mcp/fence.h"
#include "app/mcp/tool-result.h"
#include "services/base/json.h"

#include <string.h>

#define MAX_LIST_BYTES 4096

/* Cut short, these would name something else, or nothing. */
static const char *const uncut_members[] = {
  "file_path", "difference_path", "selector", "runtime_id", "data", "hint", "message", NULL,
};

/* What the text already contains, or what is of no use after a call. */
static const char *const untold_members[] = {
  "active_window", "coordinate_space", "deed", "driver",    "monitors", "policy", "programs",
  "scope",         "sha256",           "time", "timestamp", NULL,
};

static const PelView *
find_view (const PelTool *tool, PelViewKind kind, const char *name)
{
  for (const PelView *view = tool->views; !pel_view_is_end (view); view++)
    if (view->kind == kind && g_strcmp0 (view->key, name) == 0)
      return view;
  return NULL;
}

static gboolean
is_uncut (const PelTool *tool, const char *name)
{
  return g_strv_contains (uncut_members, name) ||
         (tool != NULL && find_view (tool, PEL_VIEW_TEXT, name) != NULL);
}

static JsonNode *clean_node (JsonNode *node, gboolean is_whole);

static JsonNode *
clean_array (JsonArray *array)
{
  JsonArray *clean = json_array_new ();

  for (guint i = 0; i < json_array_get_length (array); i++)
    json_array_add_element (clean, clean_node (json_array_get_element (array, i), FALSE));
  return pel_json_take_array (clean);
}

static JsonNode *
clean_text (const char *text, gboolean is_whole)
{
  g_autofree char *clean = pel_fence_clean (text);
  g_autofree char *kept = is_whole ? g_strdup (clean) : pel_fence_cut (clean, PEL_RESULT_MAX_CHARS);
  JsonNode        *node = json_node_new (JSON_NODE_VALUE);

  json_node_set_string (node, kept);
  return node;
}

static JsonNode *
clean_node (JsonNode *node, gboolean is_whole)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    return pel_json_take_object (pel_structure_clean (json_node_get_object (node), NULL));
  if (JSON_NODE_HOLDS_ARRAY (node))
    return clean_array (json_node_get_array (node));
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return clean_text (json_node_get_string (node), is_whole);
  return json_node_copy (node);
}

/* Names of members come from programs as well, in attributes. */
JsonObject *
pel_structure_clean (JsonObject *object, const PelTool *tool)
{
  JsonObject    *clean = json_object_new ();
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      g_autofree char *whole_key = pel_fence_clean (name);
      g_autofree char *key = pel_fence_cut (whole_key, PEL_RESULT_MAX_CHARS);

      json_object_set_member (clean, key, clean_node (node, is_uncut (tool, name)));
    }
  return clean;
}

/* What is not so, and what is not there, needs no word. */
static gboolean
says_nothing (JsonNode *node)
{
  return JSON_NODE_HOLDS_NULL (node) ||
         (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN &&
          !json_node_get_boolean (node)) ||
         (JSON_NODE_HOLDS_ARRAY (node) && json_array_get_length (json_node_get_array (node)) == 0);
}

static gboolean
is_column (const PelView *view, const char *name, JsonNode *node)
{
  for (const PelColumn *column = view->columns; column->key != NULL; column++)
    if (g_str_equal (column->key, name) ||
        (g_str_equal (column->key, "states") && JSON_NODE_HOLDS_VALUE (node) &&
         json_node_get_value_type (node) == G_TYPE_BOOLEAN))
      return TRUE;
  return FALSE;
}

static JsonNode *
make_row (JsonNode *row, const PelView *view)
{
  JsonObject    *kept = json_object_new ();
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;

  json_object_iter_init_ordered (&iter, json_node_get_object (row));
  while (json_object_iter_next_ordered (&iter, &name, &node))
    if (is_column (view, name, node) && !says_nothing (node))
      json_object_set_member (kept, name, json_node_copy (node));
  return pel_json_take_object (kept);
}

static gsize
measure (JsonNode *node)
{
  g_autofree char *text = pel_json_to_string (node, PEL_JSON_COMPACT);

  return strlen (text) + 1;
}

/* As many as there is room for. */
static JsonArray *
make_rows (JsonArray *array, const PelView *view, gsize *room, guint *ret_n_left_out)
{
  JsonArray *rows = json_array_new ();
  guint      n = json_array_get_length (array);

  for (guint i = 0; i < n; i++)
    {
      JsonNode            *element = json_array_get_element (array, i);
      g_autoptr (JsonNode) row = view != NULL && JSON_NODE_HOLDS_OBJECT (element)
                                     ? make_row (element, view)
                                     : json_node_copy (element);
      gsize                size = measure (row);

      if (size > *room)
        break;
      *room -= size;
      json_array_add_element (rows, g_steal_pointer (&row));
    }
  *ret_n_left_out = n - json_array_get_length (rows);
  return rows;
}

gboolean
pel_structure_has_member (const PelTool *tool, const char *name)
{
  return !g_strv_contains (untold_members, name) && find_view (tool, PEL_VIEW_TEXT, name) == NULL &&
         !(tool->tool_class == PEL_TOOL_ACT && g_str_equal (name, "window"));
}

static JsonObject *
make_data (const PelTool *tool, JsonObject *data, JsonObject *left_out)
{
  JsonObject    *kept = json_object_new ();
  gsize          room = MAX_LIST_BYTES;
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;

  json_object_iter_init_ordered (&iter, data);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      guint n_left_out = 0;

      if (says_nothing (node) || !pel_structure_has_member (tool, name))
        continue;
      if (JSON_NODE_HOLDS_ARRAY (node))
        json_object_set_array_member (kept,
                                      name,
                                      make_rows (json_node_get_array (node),
                                                 find_view (tool, PEL_VIEW_TABLE, name),
                                                 &room,
                                                 &n_left_out));
      else if (JSON_NODE_HOLDS_OBJECT (node) && measure (node) > room)
        n_left_out = 1;
      else
        json_object_set_member (kept, name, json_node_copy (node));
      if (n_left_out > 0)
        json_object_set_int_member (left_out, name, n_left_out);
    }
  return kept;
}

static JsonObject *
begin (const char *status)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "status", status);
  json_object_set_boolean_member (object, "untrusted", TRUE);
  return object;
}

/* Enough of the element to name it again. */
static void
set_target (JsonObject *object, JsonObject *envelope)
{
  static const char *const names[] = { "ref", "role", "name" };
  JsonNode                *node = json_object_get_member (envelope, "resolved_target");
  g_autoptr (JsonObject)   clean = NULL;
  JsonObject              *target;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return;
  clean = pel_structure_clean (json_node_get_object (node), NULL);
  target = json_object_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (json_object_has_member (clean, names[i]))
      json_object_set_member (target, names[i], json_object_dup_member (clean, names[i]));
  json_object_set_object_member (object, "target", target);
}

/* Of what was to hold afterwards, and holds: what does not is an error. */
static void
set_verified (JsonObject *object, JsonObject *envelope)
{
  JsonNode *node = json_object_get_member (envelope, "verification");

  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    json_object_set_boolean_member (
        object,
        "verified",
        json_object_get_boolean_member_with_default (json_node_get_object (node), "passed", FALSE));
}

JsonObject *
pel_structure_new_success (const PelTool *tool, JsonObject *envelope, JsonObject *data)
{
  JsonObject *object = begin ("success");
  JsonObject *left_out = json_object_new ();

  set_target (object, envelope);
  set_verified (object, envelope);
  json_object_set_object_member (object, "data", make_data (tool, data, left_out));
  if (json_object_get_size (left_out) > 0)
    json_object_set_object_member (object, "left_out", json_object_ref (left_out));
  json_object_unref (left_out);
  return object;
}

JsonObject *
pel_structure_new_failure (JsonObject *error)
{
  static const char *const names[] = { "code", "message", "hint" };
  JsonObject              *object = begin ("error");
  JsonObject              *told = json_object_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (json_object_has_member (error, names[i]))
      json_object_set_member (told, names[i], json_object_dup_member (error, names[i]));
  json_object_set_object_member (object, "error", told);
  return object;
}
