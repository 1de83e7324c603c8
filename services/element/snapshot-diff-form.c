/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/json.h"
#include "services/element/bounded-text.h"
#include "services/element/snapshot-diff.h"

/* In the order in which they are reported. */
static const struct
{
  PelElementChanges change;
  const char       *name;
} change_table[] = {
  { PEL_CHANGE_NAME, "name" },         { PEL_CHANGE_ROLE, "role" },
  { PEL_CHANGE_STATES, "states" },     { PEL_CHANGE_BOUNDS, "bounds" },
  { PEL_CHANGE_VISIBLE, "visible" },   { PEL_CHANGE_PARENT, "parent" },
  { PEL_CHANGE_PATTERNS, "patterns" }, { PEL_CHANGE_VALUE, "value" },
};

static void
append_line (PelBoundedText       *bounded,
             char                  sign,
             PelSnapshot          *snapshot,
             PelElementId          id,
             const PelElementForm *form)
{
  g_string_append_printf (bounded->text, "%c ", sign);
  pel_element_form_append_line (form, snapshot, id, bounded->text);
}

static void
append_list (PelBoundedText       *bounded,
             char                  sign,
             PelSnapshot          *snapshot,
             GArray               *ids,
             const PelElementForm *form)
{
  for (guint i = 0; i < ids->len; i++)
    {
      gsize start = bounded->text->len;

      append_line (bounded, sign, snapshot, g_array_index (ids, PelElementId, i), form);
      g_string_append_c (bounded->text, '\n');
      pel_bounded_text_commit (bounded, start);
    }
}

/* “+focused -enabled”, also those that a line does not speak of. */
static void
append_states (GString *text, PelStates before, PelStates after)
{
  for (guint i = 0; i < PEL_N_STATES; i++)
    if (pel_states_has (before ^ after, i))
      g_string_append_printf (text,
                              " %c%s",
                              pel_states_has (after, i) ? '+' : '-',
                              pel_state_to_string (i));
}

static void
append_changes (GString                 *text,
                const PelSnapshotDiff   *self,
                const PelChangedElement *row,
                const PelElementForm    *form)
{
  PelElement before = pel_snapshot_get_element (self->before, row->before);
  PelElement after = pel_snapshot_get_element (self->after, row->after);

  g_string_append (text, " :");
  for (gsize i = 0; i < G_N_ELEMENTS (change_table); i++)
    {
      if ((row->changes & change_table[i].change) == 0)
        continue;
      g_string_append_printf (text, " %s", change_table[i].name);
      if (change_table[i].change == PEL_CHANGE_STATES)
        append_states (text, before.states, after.states);
      if (change_table[i].change == PEL_CHANGE_NAME)
        {
          g_string_append (text, " was ");
          pel_element_form_append_quoted (form, text, before.name);
        }
    }
  g_string_append_c (text, '\n');
}

char *
pel_snapshot_diff_to_text (const PelSnapshotDiff *self, const PelElementForm *form, gsize max_bytes)
{
  PelBoundedText bounded = { g_string_new (NULL), max_bytes, 0 };

  append_list (&bounded, '+', self->after, self->added, form);
  append_list (&bounded, '-', self->before, self->removed, form);
  for (guint i = 0; i < self->changed->len; i++)
    {
      const PelChangedElement *row = &g_array_index (self->changed, PelChangedElement, i);
      gsize                    start = bounded.text->len;

      append_line (&bounded, '~', self->after, row->after, form);
      append_changes (bounded.text, self, row, form);
      pel_bounded_text_commit (&bounded, start);
    }
  return pel_bounded_text_finish (&bounded, "more changes: take a snapshot to see them");
}

/* One value that may have changed, as it is in one of the snapshots. */
static JsonNode *
get_field (JsonObject *element, PelSnapshot *snapshot, PelElementId id, const char *name)
{
  PelElementId     parent = pel_snapshot_get_parent (snapshot, id);
  g_autofree char *ref = NULL;
  JsonNode        *node;

  if (json_object_has_member (element, name))
    return json_object_dup_member (element, name);
  node = json_node_new (JSON_NODE_NULL);
  if (parent == PEL_ELEMENT_NONE)
    return node;
  ref = g_strdup_printf ("e%u", pel_snapshot_get_element (snapshot, parent).ref);
  json_node_init_string (node, ref);
  return node;
}

static JsonObject *
changed_to_json (const PelSnapshotDiff   *self,
                 const PelChangedElement *row,
                 const PelElementForm    *form)
{
  g_autoptr (JsonObject) before = pel_element_to_json (self->before, row->before, form);
  g_autoptr (JsonObject) after = pel_element_to_json (self->after, row->after, form);
  JsonObject            *object = json_object_new ();
  JsonObject            *changes = json_object_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (change_table); i++)
    {
      const char *name = change_table[i].name;
      JsonObject *change;

      if ((row->changes & change_table[i].change) == 0)
        continue;
      change = json_object_new ();
      json_object_set_member (change,
                              "before",
                              get_field (before, self->before, row->before, name));
      json_object_set_member (change, "after", get_field (after, self->after, row->after, name));
      json_object_set_object_member (changes, name, change);
    }
  json_object_set_object_member (object, "element", g_steal_pointer (&after));
  json_object_set_object_member (object, "changes", changes);
  return object;
}

/* Takes @object. FALSE: there is no room for it, nor for those after it, @n_left in all. */
static gboolean
add (JsonArray *array, JsonObject *object, PelJsonRoom *room, guint n_left)
{
  gboolean fits = pel_json_room_fit (room, object, n_left);

  if (fits)
    json_array_add_object_element (array, object);
  else
    json_object_unref (object);
  return fits;
}

static JsonArray *
list_to_json (PelSnapshot *snapshot, GArray *ids, const PelElementForm *form, PelJsonRoom *room)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < ids->len; i++)
    {
      PelElementId id = g_array_index (ids, PelElementId, i);

      if (!add (array, pel_element_to_json (snapshot, id, form), room, ids->len - i))
        break;
    }
  return array;
}

static JsonArray *
changed_list_to_json (const PelSnapshotDiff *self, const PelElementForm *form, PelJsonRoom *room)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < self->changed->len; i++)
    {
      const PelChangedElement *row = &g_array_index (self->changed, PelChangedElement, i);

      if (!add (array, changed_to_json (self, row, form), room, self->changed->len - i))
        break;
    }
  return array;
}

JsonObject *
pel_snapshot_diff_to_json (const PelSnapshotDiff *self,
                           const PelElementForm  *form,
                           PelJsonRoom           *room)
{
  JsonObject *object = json_object_new ();

  json_object_set_array_member (object,
                                "added",
                                list_to_json (self->after, self->added, form, room));
  json_object_set_array_member (object,
                                "removed",
                                list_to_json (self->before, self->removed, form, room));
  json_object_set_array_member (object, "changed", changed_list_to_json (self, form, room));
  return object;
}
