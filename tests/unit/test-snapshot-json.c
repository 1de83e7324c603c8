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
  { 1, "{\"ref\":\"e1\",\"runtime_id\":\":1.7/1\",\"role\":\"Application\",\"native_role\":\"application\","
       "\"name\":\"calc\",\"value\":\"1234\",\"states\":{\"enabled\":true},\"bounds\":null,"
       "\"bounds_reason\":\"It has no position on the screen\",\"visible\":false,\"click_point\":null,"
       "\"patterns\":[],\"source\":\"accessibility\",\"app\":\"calc\",\"pid\":42}" },
  { 2, "{\"ref\":\"e2\",\"runtime_id\":\":1.7/2\",\"role\":\"Window\",\"native_role\":\"frame\","
       "\"name\":\"Calculator\",\"description\":\"d\",\"value\":\"1234\","
       "\"states\":{\"enabled\":true,\"active\":true},"
       "\"bounds\":{\"x\":640,\"y\":200,\"width\":420,\"height\":560},\"visible\":true,"
       "\"click_point\":{\"x\":850,\"y\":480},\"patterns\":[\"Window\"],\"source\":\"accessibility\","
       "\"window_id\":\"0x7\",\"app\":\"calc\",\"pid\":42,\"monitor\":\"DP-1\",\"scale\":2.0}" },
  { 6, "{\"ref\":\"e6\",\"runtime_id\":\":1.7/6\",\"role\":\"Button\",\"native_role\":\"push button\","
       "\"name\":\"7\",\"value\":\"1234\",\"states\":{\"enabled\":true},"
       "\"bounds\":{\"x\":660,\"y\":280,\"width\":40,\"height\":40},\"visible\":true,"
       "\"click_point\":null,\"patterns\":[\"Invoke\"],\"source\":\"accessibility\"}" },
  { 8, "{\"ref\":\"e8\",\"runtime_id\":\":1.7/8\",\"role\":\"Button\",\"native_role\":\"push button\","
       "\"name\":\"secret\",\"value\":\"1234\",\"states\":{\"enabled\":true},\"bounds\":null,"
       "\"bounds_reason\":\"It has no position on the screen\",\"visible\":false,\"click_point\":null,"
       "\"patterns\":[\"Invoke\"],\"source\":\"accessibility\"}" },
  { 10, "{\"ref\":\"e10\",\"runtime_id\":\":1.7/10\",\"role\":\"CheckBox\",\"native_role\":\"check box\","
       "\"name\":\"Beep\",\"value\":\"1234\",\"states\":{\"enabled\":true,\"checked\":true},"
       "\"bounds\":{\"x\":660,\"y\":700,\"width\":40,\"height\":40},\"visible\":true,"
       "\"click_point\":{\"x\":680,\"y\":720},\"patterns\":[\"Invoke\",\"Toggle\"],"
       "\"source\":\"accessibility\"}" },
  { 11, "{\"ref\":\"e11\",\"runtime_id\":\":1.7/11\",\"role\":\"Edit\",\"native_role\":\"password text\","
       "\"name\":\"Pin\",\"value\":null,\"states\":{\"enabled\":true,\"password\":true},"
       "\"bounds\":{\"x\":700,\"y\":700,\"width\":40,\"height\":40},\"visible\":true,"
       "\"click_point\":{\"x\":720,\"y\":720},\"patterns\":[\"Value\",\"Text\"],"
       "\"source\":\"accessibility\"}" },
};
/* clang-format on */

static void
test_element_rows (void)
{
  g_autoptr (PelSnapshot) snapshot =
      sample_tree_build_on_desktop (sample_calculator, sample_calculator_length);
  PelElementForm form = { .layout = pel_desktop_get_layout (pel_snapshot_get_desktop (snapshot)),
                          .get_details = get_details };

  for (gsize i = 0; i < G_N_ELEMENTS (element_cases); i++)
    {
      JsonObject          *object = pel_element_to_json (snapshot, element_cases[i].id, &form);
      g_autoptr (JsonNode) node = pel_json_take_object (object);
      g_autofree char     *text = pel_json_to_string (node, PEL_JSON_COMPACT);

      g_assert_cmpstr (text, ==, element_cases[i].expected);
    }
}

/* In place of what only programs and windows have in a tree. */
static const char alone_expected[] =
    "{\"ref\":\"e7\",\"runtime_id\":\":1.7/7\",\"role\":\"Button\",\"native_role\":\"push button\","
    "\"name\":\"8\",\"states\":{\"enabled\":false},"
    "\"bounds\":{\"x\":700,\"y\":280,\"width\":40,\"height\":40},\"visible\":true,"
    "\"click_point\":{\"x\":720,\"y\":300},\"patterns\":[\"Invoke\"],"
    "\"source\":\"accessibility\",\"confidence\":1.0,\"window_id\":\"0x7\",\"app\":\"calc\","
    "\"pid\":42,\"monitor\":\"DP-1\",\"scale\":2.0,"
    "\"ancestors\":[{\"role\":\"Application\",\"name\":\"calc\",\"ref\":\"e1\"},"
    "{\"role\":\"Window\",\"name\":\"Calculator\",\"ref\":\"e2\"},"
    "{\"role\":\"Pane\",\"name\":\"\",\"ref\":\"e3\"},"
    "{\"role\":\"Pane\",\"name\":\"Keypad\",\"ref\":\"e5\"}]}";

static void
test_element_alone (void)
{
  g_autoptr (PelSnapshot) snapshot =
      sample_tree_build_on_desktop (sample_calculator, sample_calculator_length);
  PelElementForm form = { .layout = pel_desktop_get_layout (pel_snapshot_get_desktop (snapshot)) };
  JsonObject    *object = pel_element_to_json_alone (snapshot, 7, &form);
  g_autoptr (JsonNode) node = pel_json_take_object (object);
  g_autofree char     *text = pel_json_to_string (node, PEL_JSON_COMPACT);

  g_assert_cmpstr (text, ==, alone_expected);
}

/* clang-format off */
static const struct { SampleRow row; gboolean has_bounds; const char *reason; gboolean is_offscreen; } place_cases[] = {
#define KNOWN PEL_ELEMENT_HAS_BOUNDS
  { { .flags = KNOWN, .bounds = { 10, 10, 20, 20 } },    TRUE,  NULL, FALSE },
  { { .flags = KNOWN, .bounds = { 10, 10, 0, 20 } },     TRUE,  NULL, FALSE },
  { { .flags = KNOWN, .bounds = { -900, 10, 20, 20 } },  TRUE,  NULL, TRUE  },
  { { .flags = KNOWN, .bounds = { -900, 10, 0, 0 } },    TRUE,  NULL, FALSE },
  { { .flags = 0 },                                      FALSE, "It has no position on the screen", FALSE },
  { { .place = PEL_PLACE_NONE, .flags = KNOWN },         FALSE, "It has no position on the screen", FALSE },
  { { .place = PEL_PLACE_HIDDEN, .flags = KNOWN },       FALSE, "Its program reports that it is not on the screen", FALSE },
  { { .place = PEL_PLACE_NOT_READ },                     FALSE, "Its program has not reported its position yet", FALSE },
  { { .place = PEL_PLACE_NO_WINDOW },                    FALSE, "It does not belong to any window on the screen", FALSE },
  { { .place = PEL_PLACE_AMBIGUOUS },                    FALSE, "It could belong to several windows", FALSE },
  { { .place = PEL_PLACE_POPUP },                        FALSE, "The window system does not report the position of popups", FALSE },
  { { .place = PEL_N_PLACES },                           FALSE, "It has no position on the screen", FALSE },
#undef KNOWN
};
/* clang-format on */

static void
test_element_place (void)
{
  g_autoptr (PelMonitorLayout) layout = sample_layout_new ();
  PelElementForm               form = { .layout = layout };

  for (gsize i = 0; i < G_N_ELEMENTS (place_cases); i++)
    {
      g_autoptr (PelSnapshot) snapshot = sample_tree_build (&place_cases[i].row, 1);
      g_autoptr (JsonObject)  object = pel_element_to_json (snapshot, 1, &form);
      JsonObject             *states = json_object_get_object_member (object, "states");

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (!json_object_get_null_member (object, "bounds"),
                       ==,
                       place_cases[i].has_bounds);
      g_assert_cmpstr (json_object_get_string_member_with_default (object, "bounds_reason", NULL),
                       ==,
                       place_cases[i].reason);
      g_assert_cmpint (json_object_has_member (states, "offscreen"),
                       ==,
                       place_cases[i].is_offscreen);
    }
}

/* One that only looks like a password field is kept as one. */
static void
test_element_secret (void)
{
  const SampleRow         row = { .native_role = ATSPI_ROLE_ENTRY,
                                  .name = "PIN",
                                  .flags = PEL_ELEMENT_IS_SECRET };
  g_autoptr (PelSnapshot) snapshot = sample_tree_build (&row, 1);
  g_autoptr (JsonObject)  object =
      pel_element_to_json (snapshot, 1, &(PelElementForm){ .get_details = get_details });
  JsonObject *states = json_object_get_object_member (object, "states");

  g_assert_true (json_object_get_null_member (object, "value"));
  g_assert_true (json_object_get_boolean_member_with_default (states, "password", FALSE));
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
      g_autoptr (JsonArray)   json =
          pel_snapshot_to_json (snapshot, &filter, &(PelElementForm){ 0 }, NULL);
      g_autoptr (GString) expected = g_string_new (NULL);
      g_autoptr (GString) actual = g_string_new (NULL);

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
  json = pel_snapshot_to_json (snapshot, &(PelSnapshotFilter){ 0 }, &(PelElementForm){ 0 }, NULL);
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
  g_test_add_func ("/snapshot-json/element/alone", test_element_alone);
  g_test_add_func ("/snapshot-json/element/place", test_element_place);
  g_test_add_func ("/snapshot-json/element/secret", test_element_secret);
  g_test_add_func ("/snapshot-json/element/checked", test_element_checked);
  g_test_add_func ("/snapshot-json/tree/random", test_tree_random);
  g_test_add_func ("/snapshot-json/tree/deepest", test_tree_deepest);
  return g_test_run ();
}
