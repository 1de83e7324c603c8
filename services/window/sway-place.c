/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/sway-place.h"

#include "services/window/sway-json.h"
#include "services/window/sway-tree.h"

#define MAX_DEPTH 64

static gboolean
find (JsonObject *node, gint64 id, guint depth, PelSwayPlace *place)
{
  static const char *const lists[] = { "nodes", "floating_nodes" };
  gint64                   pid = pel_sway_json_get_integer (node, "pid", 0);

  if (pel_sway_json_get_integer (node, "id", 0) == id)
    {
      place->pid = pid > 0 && pid <= G_MAXINT ? (pid_t) pid : 0;
      return TRUE;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (lists) && depth < MAX_DEPTH; i++)
    {
      JsonArray *children = pel_sway_json_get_array (node, lists[i]);

      for (guint k = 0; k < pel_sway_json_get_length (children); k++)
        {
          JsonObject *child = pel_sway_json_get_element (children, k);

          if (!find (child, id, depth + 1, place))
            continue;
          if (pel_sway_json_get_integer (child, "id", 0) == id)
            place->is_floating = i == 1;
          if (g_strcmp0 (pel_sway_json_get_string (node, "name"), PEL_SWAY_SCRATCHPAD) == 0)
            place->is_hidden = TRUE;
          return TRUE;
        }
    }
  return FALSE;
}

gboolean
pel_sway_place_find (JsonNode *tree, gint64 id, PelSwayPlace *ret_place)
{
  JsonObject  *root = JSON_NODE_HOLDS_OBJECT (tree) ? json_node_get_object (tree) : NULL;
  PelSwayPlace place = { 0 };

  if (id <= 0 || !find (root, id, 0, &place))
    return FALSE;
  *ret_place = place;
  return TRUE;
}
