/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/element/snapshot-diff.h"

#include "services/base/json.h"

#include "random-tree.h"
#include "sample-tree.h"

#include <atspi/atspi-constants.h>
#include <string.h>

#define N_TREES 100
#define S(name) PEL_STATE_BIT (PEL_STATE_##name)

/* The calculator with one row made different. */
static PelSnapshot *
build_edited (guint index, const SampleRow *edited)
{
  g_autofree SampleRow *rows =
      g_memdup2 (sample_calculator, sample_calculator_length * sizeof (SampleRow));

  rows[index] = *edited;
  return sample_tree_build (rows, sample_calculator_length);
}

static void
test_changes_rows (void)
{
  g_autoptr (PelSnapshot) before = sample_tree_build (sample_calculator, sample_calculator_length);
  SampleRow name = sample_calculator[5], states = sample_calculator[5], role = sample_calculator[5];
  SampleRow bounds = sample_calculator[5], flags = sample_calculator[5];
  SampleRow place = sample_calculator[5];
  const struct
  {
    const SampleRow  *row;
    PelElementChanges changes;
    const char       *text;
  } cases[] = {
    { &name, PEL_CHANGE_NAME, "~ Button \"9\" [e6] : name was \"7\"\n" },
    { &states, PEL_CHANGE_STATES, "~ Button \"7\" [e6] checked : states +checked -enabled\n" },
    { &role, PEL_CHANGE_ROLE, "~ MenuItem \"7\" [e6] : role\n" },
    { &bounds, PEL_CHANGE_BOUNDS, "~ Button \"7\" [e6] : bounds\n" },
    { &place, PEL_CHANGE_BOUNDS, "~ Button \"7\" [e6] : bounds\n" },
    { &flags, PEL_CHANGE_VISIBLE, "~ Button \"7\" [e6] hidden : visible\n" },
  };

  name.name = "9";
  states.states = S (SENSITIVE) | S (CHECKED);
  role.native_role = ATSPI_ROLE_MENU_ITEM;
  bounds.bounds.x++;
  place.place = PEL_PLACE_POPUP;
  flags.flags = PEL_ELEMENT_HAS_BOUNDS;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (PelSnapshot)     after = build_edited (5, cases[i].row);
      g_autoptr (PelSnapshotDiff) diff = pel_snapshot_diff_new (before, after);
      g_autofree char *text = pel_snapshot_diff_to_text (diff, &(PelElementForm){ 0 }, 0);

      g_assert_cmpuint (diff->changed->len, ==, 1);
      g_assert_cmpuint (g_array_index (diff->changed, PelChangedElement, 0).changes,
                        ==,
                        cases[i].changes);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Why a place is not known may change as well. */
static void
test_changes_reason (void)
{
  SampleRow                   popup = sample_calculator[5], ambiguous = sample_calculator[5];
  g_autoptr (PelSnapshot)     before = NULL;
  g_autoptr (PelSnapshot)     same = NULL;
  g_autoptr (PelSnapshot)     after = NULL;
  g_autoptr (PelSnapshotDiff) none = NULL;
  g_autoptr (PelSnapshotDiff) diff = NULL;

  popup.place = PEL_PLACE_POPUP;
  ambiguous.place = PEL_PLACE_AMBIGUOUS;
  before = build_edited (5, &popup);
  popup.bounds.x++;
  same = build_edited (5, &popup);
  after = build_edited (5, &ambiguous);
  none = pel_snapshot_diff_new (before, same);
  diff = pel_snapshot_diff_new (before, after);
  g_assert_true (pel_snapshot_diff_is_empty (none));
  g_assert_cmpuint (diff->changed->len, ==, 1);
  g_assert_cmpuint (g_array_index (diff->changed, PelChangedElement, 0).changes,
                    ==,
                    PEL_CHANGE_BOUNDS);
}

static void
test_changes_added_removed (void)
{
  g_autoptr (PelSnapshot) whole = sample_tree_build (sample_calculator, sample_calculator_length);
  g_autoptr (PelSnapshot) part =
      sample_tree_build (sample_calculator, sample_calculator_length - 2);
  g_autoptr (PelSnapshotDiff) added = pel_snapshot_diff_new (part, whole);
  g_autoptr (PelSnapshotDiff) removed = pel_snapshot_diff_new (whole, part);
  PelElementForm              form = { 0 };
  g_autofree char            *plus = pel_snapshot_diff_to_text (added, &form, 0);
  g_autofree char            *minus = pel_snapshot_diff_to_text (removed, &form, 0);

  g_assert_cmpstr (plus,
                   ==,
                   "+ Edit \"Pin\" [e11] password\n+ Text \"Say \\\"hi\\\"\\\\\\nnow\" [e12]\n");
  g_assert_cmpstr (minus,
                   ==,
                   "- Edit \"Pin\" [e11] password\n- Text \"Say \\\"hi\\\"\\\\\\nnow\" [e12]\n");
  g_assert_false (pel_snapshot_diff_is_empty (added));
}

static void
test_changes_parent (void)
{
  g_autoptr (PelSnapshot) before = sample_tree_build (sample_calculator, sample_calculator_length);
  SampleRow               moved = sample_calculator[5];
  g_autoptr (PelSnapshot) after = NULL;
  g_autoptr (PelSnapshotDiff) diff = NULL;
  g_autoptr (JsonNode)        node = NULL;
  g_autofree char            *text = NULL;

  /* Its siblings after it hang on it then: 7 and 8 move too. */
  moved.level = 3;
  after = build_edited (5, &moved);
  diff = pel_snapshot_diff_new (before, after);
  g_assert_cmpuint (diff->changed->len, ==, 3);
  node = pel_json_take_object (pel_snapshot_diff_to_json (diff, &(PelElementForm){ 0 }, NULL));
  text = pel_json_to_string (node, PEL_JSON_COMPACT);
  g_assert_nonnull (strstr (text, "\"parent\":{\"before\":\"e5\",\"after\":\"e3\"}"));
  g_assert_nonnull (strstr (text, "\"parent\":{\"before\":\"e5\",\"after\":\"e6\"}"));
  g_assert_true (
      g_str_has_prefix (text,
                        "{\"added\":[],\"removed\":[],\"changed\":[{\"element\":{\"ref\":\"e6\""));
}

static void
test_changes_root (void)
{
  SampleRow                   rows[] = { sample_calculator[0], sample_calculator[1] };
  g_autoptr (PelSnapshot)     below = sample_tree_build (rows, 2);
  g_autoptr (PelSnapshot)     beside = NULL;
  g_autoptr (PelSnapshotDiff) diff = NULL;

  rows[1].level = 0;
  beside = sample_tree_build (rows, 2);
  diff = pel_snapshot_diff_new (below, beside);
  g_assert_cmpuint (diff->changed->len, ==, 1);
  g_assert_cmpuint (g_array_index (diff->changed, PelChangedElement, 0).changes,
                    ==,
                    PEL_CHANGE_PARENT);
}

static void
test_json_states (void)
{
  g_autoptr (PelSnapshot) before = sample_tree_build (sample_calculator, sample_calculator_length);
  SampleRow               off = sample_calculator[9];
  g_autoptr (PelSnapshot) after = NULL;
  g_autoptr (PelSnapshotDiff) diff = NULL;
  g_autoptr (JsonNode)        node = NULL;
  g_autofree char            *text = NULL;

  off.states &= ~S (CHECKED);
  after = build_edited (9, &off);
  diff = pel_snapshot_diff_new (before, after);
  node = pel_json_take_object (pel_snapshot_diff_to_json (diff, &(PelElementForm){ 0 }, NULL));
  text = pel_json_to_string (node, PEL_JSON_COMPACT);
  g_assert_true (
      g_str_has_suffix (text,
                        "\"changes\":{\"states\":{\"before\":{\"enabled\":true,\"checked\":true},"
                        "\"after\":{\"enabled\":true,\"checked\":false}}}}]}"));
}

static void
test_random_same (void)
{
  for (guint i = 0; i < N_TREES; i++)
    {
      g_autoptr (RandomTree)      tree = random_tree_new (200);
      g_autoptr (PelSnapshot)     snapshot = random_tree_build (tree);
      g_autoptr (PelSnapshotDiff) diff = pel_snapshot_diff_new (snapshot, snapshot);
      g_autofree char *text = pel_snapshot_diff_to_text (diff, &(PelElementForm){ 0 }, 100);

      g_assert_true (pel_snapshot_diff_is_empty (diff));
      g_assert_cmpstr (text, ==, "");
    }
}

static GHashTable *
collect_paths (PelSnapshot *snapshot)
{
  GHashTable *paths = g_hash_table_new (g_str_hash, g_str_equal);

  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      g_hash_table_insert (paths, (char *) element.path, (char *) element.name);
    }
  return paths;
}

/* What a reader does who has the first snapshot and gets the differences. */
static void
apply (GHashTable *paths, const PelSnapshotDiff *diff)
{
  for (guint i = 0; i < diff->removed->len; i++)
    g_assert_true (g_hash_table_remove (paths,
                                        pel_snapshot_get_element (diff->before,
                                                                  g_array_index (diff->removed,
                                                                                 PelElementId,
                                                                                 i))
                                            .path));
  for (guint i = 0; i < diff->added->len; i++)
    {
      PelElement element =
          pel_snapshot_get_element (diff->after, g_array_index (diff->added, PelElementId, i));

      g_assert_true (g_hash_table_insert (paths, (char *) element.path, (char *) element.name));
    }
  for (guint i = 0; i < diff->changed->len; i++)
    {
      PelElement element =
          pel_snapshot_get_element (diff->after,
                                    g_array_index (diff->changed, PelChangedElement, i).after);

      g_assert_false (g_hash_table_insert (paths, (char *) element.path, (char *) element.name));
    }
}

static void
test_random_apply (void)
{
  for (guint i = 0; i < N_TREES; i++)
    {
      g_autoptr (RandomTree)      a = random_tree_new (100);
      g_autoptr (RandomTree)      b = random_tree_new (100);
      g_autoptr (PelSnapshot)     before = NULL, after = NULL;
      g_autoptr (PelSnapshotDiff) diff = NULL;
      g_autoptr (GHashTable)      paths = NULL, expected = NULL;
      GHashTableIter              iter;
      gpointer                    path, name;

      a->n_programs = b->n_programs; /* else the same path is another identity */
      before = random_tree_build (a);
      after = random_tree_build (b);
      diff = pel_snapshot_diff_new (before, after);
      paths = collect_paths (before);
      expected = collect_paths (after);
      apply (paths, diff);
      g_assert_cmpuint (g_hash_table_size (paths), ==, g_hash_table_size (expected));
      g_hash_table_iter_init (&iter, expected);
      while (g_hash_table_iter_next (&iter, &path, &name))
        g_assert_cmpstr (g_hash_table_lookup (paths, path), ==, name);
    }
}

static void
test_random_limit (void)
{
  for (guint i = 0; i < N_TREES; i++)
    {
      g_autoptr (RandomTree)      a = random_tree_new (100);
      g_autoptr (RandomTree)      b = random_tree_new (100);
      g_autoptr (PelSnapshot)     before = random_tree_build (a);
      g_autoptr (PelSnapshot)     after = random_tree_build (b);
      g_autoptr (PelSnapshotDiff) diff = pel_snapshot_diff_new (before, after);
      gsize                       limit = g_test_rand_int_range (1, 3000);
      g_autofree char *text = pel_snapshot_diff_to_text (diff, &(PelElementForm){ 0 }, limit);

      g_assert_cmpuint (strlen (text), <=, limit);
      g_assert_true (g_utf8_validate (text, -1, NULL));
    }
}

static void
test_twice_is_empty (void)
{
  PelSnapshotBuilder         *builder = pel_snapshot_builder_new ();
  g_autoptr (PelSnapshot)     snapshot = NULL;
  g_autoptr (PelSnapshotDiff) diff = NULL;

  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.7" });
  pel_snapshot_builder_add (builder,
                            &(PelElement){ .bus_name = ":1.7", .path = "/a", .name = "1" });
  pel_snapshot_builder_add (builder,
                            &(PelElement){ .bus_name = ":1.7", .path = "/a", .name = "2" });
  snapshot = pel_snapshot_builder_finish (builder);
  diff = pel_snapshot_diff_new (snapshot, snapshot);
  g_assert_true (pel_snapshot_diff_is_empty (diff));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot-diff/changes/rows", test_changes_rows);
  g_test_add_func ("/snapshot-diff/changes/reason", test_changes_reason);
  g_test_add_func ("/snapshot-diff/changes/added-removed", test_changes_added_removed);
  g_test_add_func ("/snapshot-diff/changes/parent", test_changes_parent);
  g_test_add_func ("/snapshot-diff/changes/root", test_changes_root);
  g_test_add_func ("/snapshot-diff/json/states", test_json_states);
  g_test_add_func ("/snapshot-diff/random/same", test_random_same);
  g_test_add_func ("/snapshot-diff/random/apply", test_random_apply);
  g_test_add_func ("/snapshot-diff/random/limit", test_random_limit);
  g_test_add_func ("/snapshot-diff/twice/is-empty", test_twice_is_empty);
  return g_test_run ();
}
