/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/json.h"
#include "services/element/snapshot-json.h"

#include "random-tree.h"
#include "sample-tree.h"

#include <atspi/atspi-constants.h>

#define N_TREES 50

static PelElementDetails
get_details (PelSnapshot *snapshot, PelElementId id, gpointer data)
{
  return (PelElementDetails){ .value = "1234", .description = id == 2 ? "d" : NULL };
}

/* clang-format off */
static const struct { PelElementId id; const char *expected; } element_cases[] = {
  { 2, "{\"ref\":\"e2\",\"runtime_id\":\":1.7/2\",\"role\":\"Window\",\"native_role\":\"frame\","
       "\"name\":\"Calculator\",\"description\":\"d\",\"value\":\"1234\","
       "\"states\":{\"enabled\":true,\"active\":true},"
       "\"bounds\":{\"x\":640,\"y\":200,\"width\":420,\"height\":560},\"visible\":true,"
       "\"patterns\":[\"Window\"],\"source\":\"accessibility\","
       "\"app\":\"calc\",\"pid\":42,\"monitor\":\"DP-1\",\"scale\":2.0}" },
  { 8, "{\"ref\":\"e8\",\"runtime_id\":\":1.7/8\",\"role\":\"Button\",\"native_role\":\"push button\","
       "\"name\":\"secret\",\"value\":\"1234\",\"states\":{\"enabled\":true},\"bounds\":null,"
       "\"visible\":false,\"patterns\":[\"Invoke\"],\"source\":\"accessibility\"}" },
  { 10, "{\"ref\":\"e10\",\"runtime_id\":\":1.7/10\",\"role\":\"CheckBox\",\"native_role\":\"check box\","
       "\"name\":\"Beep\",\"value\":\"1234\",\"states\":{\"enabled\":true,\"checked\":true},"
       "\"bounds\":{\"x\":660,\"y\":700,\"width\":40,\"height\":40},\"visible\":true,"
       "\"patterns\":[\"Invoke\",\"Toggle\"],\"source\":\"accessibility\"}" },
  { 11, "{\"ref\":\"e11\",\"runtime_id\":\":1.7/11\",\"role\":\"Edit\",\"native_role\":\"password text\","
       "\"name\":\"Pin\",\"value\":null,\"states\":{\"enabled\":true,\"password\":true},"
       "\"bounds\":{\"x\":700,\"y\":700,\"width\":40,\"height\":40},\"visible\":true,"
       "\"patterns\":[\"Value\",\"Text\"],\"source\":\"accessibility\"}" },
};
/* clang-format on */

static void
test_element_rows (void)
{
  g_autoptr (PelSnapshot) snapshot =
      sample_tree_build (sample_calculator, sample_calculator_length);
  g_autoptr (PelMonitorLayout) layout = sample_layout_new ();
  PelElementForm               form = { .layout = layout, .get_details = get_details };

  for (gsize i = 0; i < G_N_ELEMENTS (element_cases); i++)
    {
      JsonObject          *object = pel_element_to_json (snapshot, element_cases[i].id, &form);
      g_autoptr (JsonNode) node = pel_json_take_object (object);
      g_autofree char     *text = pel_json_to_string (node, PEL_JSON_COMPACT);

      g_assert_cmpstr (text, ==, element_cases[i].expected);
    }
}

static void
test_element_checked (void)
{
  PelElement             element = { .role = PEL_ROLE_CHECK_BOX, .patterns = PEL_PATTERN_TOGGLE };
  g_autoptr (JsonObject) off = pel_element_states_to_json (&element);
  g_autoptr (JsonObject) mixed = NULL;

  g_assert_false (json_object_get_boolean_member_with_default (off, "checked", TRUE));
  g_assert_false (json_object_get_boolean_member_with_default (off, "enabled", TRUE));
  element.states = PEL_STATE_BIT (PEL_STATE_INDETERMINATE);
  mixed = pel_element_states_to_json (&element);
  g_assert_cmpstr (json_object_get_string_member (mixed, "checked"), ==, "mixed");
}

/* The refs of a JSON tree in the order in which they are read. */
static void
list_refs (JsonArray *elements, GString *refs)
{
  for (guint i = 0; i < json_array_get_length (elements); i++)
    {
      JsonObject *object = json_array_get_object_element (elements, i);

      g_string_append_printf (refs, "%s(", json_object_get_string_member (object, "ref"));
      if (json_object_has_member (object, "children"))
        list_refs (json_object_get_array_member (object, "children"), refs);
      g_string_append_c (refs, ')');
    }
}

static void
list_kept (GArray *kept, PelSnapshot *snapshot, GString *refs)
{
  guint level = 0;

  for (guint i = 0; i < kept->len; i++)
    {
      const PelKeptElement *row = &g_array_index (kept, PelKeptElement, i);

      for (; level > row->level; level--)
        g_string_append_c (refs, ')');
      g_string_append_printf (refs, "e%u(", pel_snapshot_get_element (snapshot, row->id).ref);
      level++;
    }
  for (; level > 0; level--)
    g_string_append_c (refs, ')');
}

static void
test_tree_random (void)
{
  for (guint i = 0; i < N_TREES; i++)
    {
      g_autoptr (RandomTree)  tree = random_tree_new (100);
      g_autoptr (PelSnapshot) snapshot = random_tree_build (tree);
      PelSnapshotFilter       filter = { .flags = g_test_rand_int_range (0, 8) };
      g_autoptr (GArray)      kept = pel_snapshot_filter_apply (&filter, snapshot);
      g_autoptr (JsonArray) json = pel_snapshot_to_json (snapshot, &filter, &(PelElementForm){ 0 });
      g_autoptr (GString)   expected = g_string_new (NULL);
      g_autoptr (GString)   actual = g_string_new (NULL);

      list_kept (kept, snapshot, expected);
      list_refs (json, actual);
      g_assert_cmpstr (actual->str, ==, expected->str);
    }
}

static void
test_tree_deepest (void)
{
  PelSnapshotBuilder     *builder = pel_snapshot_builder_new ();
  g_autoptr (PelSnapshot) snapshot = NULL;
  g_autoptr (JsonArray)   json = NULL;
  JsonArray              *level;
  PelElementId            parent = 0;
  guint                   depth = 0;

  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.7" });
  for (guint i = 0; i <= PEL_ELEMENT_MAX_DEPTH; i++)
    parent = pel_snapshot_builder_add (builder, &(PelElement){ .parent = parent, .ref = i + 1 });
  snapshot = pel_snapshot_builder_finish (builder);
  json = pel_snapshot_to_json (snapshot, &(PelSnapshotFilter){ 0 }, &(PelElementForm){ 0 });
  for (level = json; level != NULL; depth++)
    {
      JsonObject *object = json_array_get_object_element (level, 0);

      level = json_object_has_member (object, "children")
                  ? json_object_get_array_member (object, "children")
                  : NULL;
    }
  g_assert_cmpuint (depth, ==, PEL_ELEMENT_MAX_DEPTH + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot-json/element/rows", test_element_rows);
  g_test_add_func ("/snapshot-json/element/checked", test_element_checked);
  g_test_add_func ("/snapshot-json/tree/random", test_tree_random);
  g_test_add_func ("/snapshot-json/tree/deepest", test_tree_deepest);
  return g_test_run ();
}
