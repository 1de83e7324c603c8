/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspector/outline.h"
#include "tests/unit/random-tree.h"
#include "tests/unit/written-tree.h"

/* clang-format off */
static const char written[] =
  "Application \"Mail\" [e1]\n"
  "  Window \"Inbox\" [e2] (0,0 800×600)\n"
  "    Pane \"\" [e3] (0,0 800×50)\n"
  "      Button \"Write\" [e4] (0,0 80×50)\n"
  "      Pane \"\" [e5] (80,0 80×50)\n"
  "    Text \"Three letters\" [e6] (0,50 800×20)\n"
  "    Button \"Hidden\" [e7]\n"
  "  Dialog \"Spelling\" [e8] (10,10 100×100)\n"
  "Application \"Clock\" [e20]\n"
  "  Window \"Clock\" [e21] (0,0 800×600)\n";

static const struct { PelFilterFlags filter; guint program; const char *expected; } rows[] = {
  { 0,                      0, "2(3(4 5 )6 7 )8 " },
  { 0,                      1, "21 "              },
  { PEL_FILTER_INTERACTIVE, 0, "2(4 7 )"          },
  { PEL_FILTER_INTERACTIVE, 1, ""                 },
  { PEL_FILTER_VISIBLE,     0, "2(3(4 5 )6 )8 "   },
  { PEL_FILTER_COMPACT,     0, "2(3(4 )6 7 )8 "   },
  { PEL_FILTER_INTERACTIVE | PEL_FILTER_VISIBLE, 0, "2(4 )" },
};
/* clang-format on */

static void
print_children (const PelOutline *outline, PelElementId id, GString *text)
{
  g_autoptr (GArray) children = pel_outline_list_children (outline, id);

  for (guint i = 0; i < children->len; i++)
    {
      PelElementId child = g_array_index (children, PelElementId, i);
      guint        ref = pel_snapshot_get_ref (pel_outline_get_snapshot (outline), child);

      g_assert_cmpuint (pel_outline_get_parent (outline, child), ==, id);
      g_assert_cmpuint (pel_outline_find_ref (outline, ref), ==, child);
      g_string_append_printf (text, "%u", ref);
      if (!pel_outline_has_children (outline, child))
        {
          g_string_append_c (text, ' ');
          continue;
        }
      g_string_append_c (text, '(');
      print_children (outline, child, text);
      g_string_append_c (text, ')');
    }
}

static void
test_rows (void)
{
  g_autoptr (PelFacts)    facts = pel_facts_new ();
  g_autoptr (PelSnapshot) snapshot = written_tree_build (written, facts);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (PelOutline) outline = pel_outline_new (snapshot, rows[i].program, rows[i].filter);
      g_autoptr (GString)    text = g_string_new (NULL);

      g_test_message ("filter %x of program %u", rows[i].filter, rows[i].program);
      print_children (outline, PEL_ELEMENT_NONE, text);
      g_assert_cmpstr (text->str, ==, rows[i].expected);
    }
}

/* clang-format off */
static const struct { guint ref; PelFilterFlags filter; const char *expected; } path_rows[] = {
  { 2, 0,                      "0 "     },
  { 8, 0,                      "1 "     },
  { 5, 0,                      "0 0 1 " },
  { 7, 0,                      "0 2 "   },
  { 7, PEL_FILTER_INTERACTIVE, "0 1 "   },
};
/* clang-format on */

static void
test_path (void)
{
  g_autoptr (PelFacts)    facts = pel_facts_new ();
  g_autoptr (PelSnapshot) snapshot = written_tree_build (written, facts);

  for (gsize i = 0; i < G_N_ELEMENTS (path_rows); i++)
    {
      g_autoptr (PelOutline) outline = pel_outline_new (snapshot, 0, path_rows[i].filter);
      g_autoptr (GArray)     path =
          pel_outline_list_path (outline, pel_outline_find_ref (outline, path_rows[i].ref));
      g_autoptr (GString) text = g_string_new (NULL);

      g_test_message ("e%u with filter %x", path_rows[i].ref, path_rows[i].filter);
      for (guint k = 0; k < path->len; k++)
        g_string_append_printf (text, "%u ", g_array_index (path, guint, k));
      g_assert_cmpstr (text->str, ==, path_rows[i].expected);
    }
}

/* What is not there, or of another program, is nowhere. */
static void
test_strangers (void)
{
  g_autoptr (PelFacts)    facts = pel_facts_new ();
  g_autoptr (PelSnapshot) snapshot = written_tree_build (written, facts);
  g_autoptr (PelOutline)  outline = pel_outline_new (snapshot, 0, PEL_FILTER_INTERACTIVE);
  static const guint      refs[] = { 1, 3, 20, 21, 99 };

  for (gsize i = 0; i < G_N_ELEMENTS (refs); i++)
    {
      PelElementId       id = pel_snapshot_find_ref (snapshot, refs[i]);
      g_autoptr (GArray) children = NULL;

      g_assert_cmpuint (pel_outline_find_ref (outline, refs[i]), ==, PEL_ELEMENT_NONE);
      if (id == PEL_ELEMENT_NONE)
        continue;
      children = pel_outline_list_children (outline, id);
      g_assert_cmpuint (children->len, ==, 0);
      g_assert_false (pel_outline_has_children (outline, id));
      g_assert_cmpuint (pel_outline_get_parent (outline, id), ==, PEL_ELEMENT_NONE);
    }
}

/* Each element that the filter keeps is below exactly the one that the filter says, in order. */
static void
assert_holds (PelSnapshot *snapshot, guint program, PelFilterFlags filter)
{
  g_autoptr (PelOutline) outline = pel_outline_new (snapshot, program, filter);
  g_autoptr (GArray)     kept =
      pel_snapshot_filter_apply (&(PelSnapshotFilter){ .flags = filter }, snapshot);
  PelElementId root = pel_snapshot_get_program (snapshot, program)->root;
  guint        n_kept = 0;

  for (guint i = 0; i < kept->len; i++)
    {
      const PelKeptElement *row = &g_array_index (kept, PelKeptElement, i);
      PelElementId          parent = row->parent == root ? PEL_ELEMENT_NONE : row->parent;
      g_autoptr (GArray)    siblings = NULL;
      guint                 n_found = 0;

      if (pel_snapshot_get_program_index (snapshot, row->id) != program || row->id == root)
        continue;
      n_kept++;
      siblings = pel_outline_list_children (outline, parent);
      for (guint k = 0; k < siblings->len; k++)
        {
          n_found += g_array_index (siblings, PelElementId, k) == row->id;
          g_assert_true (k == 0 || g_array_index (siblings, PelElementId, k - 1) <
                                       g_array_index (siblings, PelElementId, k));
        }
      g_assert_cmpuint (n_found, ==, 1);
    }
  g_assert_cmpuint (pel_outline_get_n_elements (outline), ==, n_kept);
}

static void
test_random (void)
{
  for (guint round = 0; round < 60; round++)
    {
      g_autoptr (RandomTree)  tree = random_tree_new (60);
      g_autoptr (PelSnapshot) snapshot = NULL;

      tree->n_programs = 1; /* else a child may be of another program than its parent */
      snapshot = random_tree_build (tree);
      assert_holds (snapshot, 0, g_test_rand_int_range (0, 8));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspector/outline/rows", test_rows);
  g_test_add_func ("/inspector/outline/path", test_path);
  g_test_add_func ("/inspector/outline/strangers", test_strangers);
  g_test_add_func ("/inspector/outline/random", test_random);
  return g_test_run ();
}
