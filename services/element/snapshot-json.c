/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/snapshot-json.h"

/* Where the children of @object are, as its last member. */
static JsonArray *
get_children (JsonObject *object)
{
  if (!json_object_has_member (object, "children"))
    json_object_set_array_member (object, "children", json_array_new ());
  return json_object_get_array_member (object, "children");
}

JsonArray *
pel_snapshot_to_json (PelSnapshot             *snapshot,
                      const PelSnapshotFilter *filter,
                      const PelElementForm    *form,
                      PelJsonRoom             *room)
{
  g_autoptr (GArray) kept = pel_snapshot_filter_apply (filter, snapshot);
  JsonArray         *roots = json_array_new ();
  JsonObject        *open[PEL_ELEMENT_MAX_DEPTH + 1]; /* the last one of each level; borrowed */

  for (guint i = 0; i < kept->len; i++)
    {
      const PelKeptElement *row = &g_array_index (kept, PelKeptElement, i);
      JsonObject           *object = pel_element_to_json (snapshot, row->id, form);
      JsonArray            *siblings;

      if (row->n_away > 0)
        json_object_set_int_member (object, "more_rows", row->n_away);
      if (!pel_json_room_fit (room, object, kept->len - i))
        {
          json_object_unref (object);
          break;
        }
      siblings = row->level == 0 ? roots : get_children (open[row->level - 1]);
      json_array_add_object_element (siblings, object);
      open[row->level] = object;
    }
  return roots;
}
