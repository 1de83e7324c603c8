/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/atspi-tree.h"

#include "services/element/snapshot.h"

#define ROOT PEL_NODE_ROOT
#define LAST G_MAXUINT

/* “/root(/a(/b)/c)”: the tree as the lists of children tell it. */
static void
describe (PelAtspiTree *tree, PelNodeId id, GString *text)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);

  g_string_append (text, node->path);
  for (guint i = 0; i < node->n_listed; i++)
    {
      g_string_append_c (text, i == 0 ? '(' : ' ');
      describe (tree, node->children[i], text);
    }
  if (node->n_listed > 0)
    g_string_append_c (text, ')');
}

static void
assert_tree (PelAtspiTree *tree, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  describe (tree, ROOT, text);
  g_assert_cmpstr (text->str, ==, expected);
}

static PelNodeId
add (PelAtspiTree *tree, PelNodeId parent, const char *path)
{
  PelNodeId id = pel_atspi_tree_add (tree, parent, LAST, NULL, path);

  g_assert_cmpuint (id, !=, PEL_NODE_NONE);
  return id;
}

static PelNodeId
find (PelAtspiTree *tree, const char *path)
{
  return pel_atspi_tree_find (tree, path);
}

/* The tree of most cases: /r(/a(/b /c(/d)) /e). */
static PelAtspiTree *
new_sample (void)
{
  PelAtspiTree *tree = pel_atspi_tree_new ("/r");
  PelNodeId     a = add (tree, ROOT, "/a");

  add (tree, a, "/b");
  add (tree, add (tree, a, "/c"), "/d");
  add (tree, ROOT, "/e");
  assert_tree (tree, "/r(/a(/b /c(/d)) /e)");
  return tree;
}

static void
test_new (void)
{
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/r");

  g_assert_cmpuint (pel_atspi_tree_get_n_nodes (tree), ==, 1);
  g_assert_cmpuint (find (tree, "/r"), ==, ROOT);
  g_assert_cmpuint (find (tree, "/a"), ==, PEL_NODE_NONE);
  g_assert_null (pel_atspi_tree_get (tree, PEL_NODE_NONE));
  g_assert_null (pel_atspi_tree_get (tree, pel_atspi_tree_get_end (tree)));
  g_assert_null (pel_atspi_tree_get (tree, G_MAXUINT32));
  g_assert_cmpuint (pel_atspi_tree_next (tree, ROOT, ROOT), ==, PEL_NODE_NONE);
}

static void
test_add_places (void)
{
  static const struct
  {
    guint       index;
    const char *path, *expected;
  } steps[] = {
    { 0, "/a", "/r(/a)" },          { 0, "/b", "/r(/b /a)" },           { 1, "/c", "/r(/b /c /a)" },
    { 3, "/d", "/r(/b /c /a /d)" }, { 99, "/e", "/r(/b /c /a /d /e)" },
  };
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/r");

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      pel_atspi_tree_add (tree, ROOT, steps[i].index, NULL, steps[i].path);
      assert_tree (tree, steps[i].expected);
    }
}

static void
test_add_twice (void)
{
  g_autoptr (PelAtspiTree) tree = new_sample ();

  g_assert_cmpuint (pel_atspi_tree_add (tree, find (tree, "/e"), 0, NULL, "/d"), ==, 0);
  g_assert_cmpuint (pel_atspi_tree_add (tree, find (tree, "/e"), 0, NULL, "/r"), ==, 0);
  assert_tree (tree, "/r(/a(/b /c(/d)) /e)");
  g_assert_false (pel_atspi_tree_get (tree, find (tree, "/e"))->flags & PEL_NODE_IS_TRUNCATED);
}

/* Another program's object with a path that is ours as well is neither found nor in the way. */
static void
test_add_foreign (void)
{
  g_autoptr (PelAtspiTree) tree = new_sample ();
  PelNodeId                own = find (tree, "/d");
  PelNodeId                foreign = pel_atspi_tree_add (tree, ROOT, 0, ":1.9", "/d");
  PelNodeId                twin = pel_atspi_tree_add (tree, ROOT, 0, ":1.9", "/d");

  g_assert_cmpuint (foreign, !=, PEL_NODE_NONE);
  g_assert_cmpuint (twin, !=, PEL_NODE_NONE);
  g_assert_cmpuint (find (tree, "/d"), ==, own);
  g_assert_true (pel_atspi_tree_get (tree, foreign)->flags & PEL_NODE_IS_FOREIGN);
  g_assert_cmpstr (pel_atspi_tree_get (tree, foreign)->bus_name, ==, ":1.9");
  g_assert_cmpuint (pel_atspi_tree_add (tree, foreign, 0, NULL, "/f"), ==, PEL_NODE_NONE);
  pel_atspi_tree_remove (tree, foreign);
  g_assert_cmpuint (find (tree, "/d"), ==, own);
}

static void
test_remove_all_below (void)
{
  g_autoptr (PelAtspiTree) tree = new_sample ();
  PelNodeId                c = find (tree, "/c");

  pel_atspi_tree_remove (tree, find (tree, "/a"));
  assert_tree (tree, "/r(/e)");
  g_assert_cmpuint (pel_atspi_tree_get_n_nodes (tree), ==, 2);
  g_assert_null (pel_atspi_tree_get (tree, c));
  g_assert_cmpuint (find (tree, "/d"), ==, PEL_NODE_NONE);
  pel_atspi_tree_remove (tree, find (tree, "/e"));
  assert_tree (tree, "/r");
}

/* Who has kept an id sees by the serial that it is another node now. */
static void
test_remove_serials (void)
{
  g_autoptr (PelAtspiTree) tree = new_sample ();
  g_autoptr (GHashTable)   seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < 500; i++)
    {
      PelNodeId     id = add (tree, ROOT, "/again");
      PelAtspiNode *node = pel_atspi_tree_get (tree, id);

      g_assert_true (g_hash_table_add (seen, GUINT_TO_POINTER (node->serial)));
      g_assert_cmpuint (node->ref, ==, 0);
      g_assert_null (node->name);
      g_assert_cmpint (node->flags, ==, 0);
      node->ref = 12;
      node->flags = PEL_NODE_FACTS;
      pel_atspi_tree_set_name (tree, id, "Again");
      pel_atspi_tree_remove (tree, id);
    }
  g_assert_cmpuint (pel_atspi_tree_get_end (tree), <, 10);
}

/* clang-format off */
static const struct { const char *name, *parent, *children, *expected; } child_lists[] = {
  { "same",          "/a", "/b /c",       "/r(/a(/b /c(/d)) /e)" },
  { "other-order",   "/a", "/c /b",       "/r(/a(/c(/d) /b) /e)" },
  { "one-goes",      "/a", "/c",          "/r(/a(/c(/d)) /e)"    },
  { "subtree-goes",  "/a", "/b",          "/r(/a(/b) /e)"        },
  { "all-go",        "/r", "",            "/r"                   },
  { "one-comes",     "/a", "/e /b /c",    "/r(/a(/e /b /c(/d)))" },
  { "with-subtree",  "/e", "/c",          "/r(/a(/b) /e(/c(/d)))" },
  { "from-doomed",   "/r", "/d /e",       "/r(/d /e)"            }, /* /d hangs on /a, which goes */
  { "from-doomed-2", "/a", "/d",          "/r(/a(/d) /e)"        },
  { "child-first",   "/e", "/d /c",       "/r(/a(/b) /e(/d /c))" },
  { "child-last",    "/e", "/c /d",       "/r(/a(/b) /e(/c /d))" },
  { "named-twice",   "/a", "/c /b /c /b", "/r(/a(/c(/d) /b) /e)" },
  { "itself",        "/a", "/b /a /c",    "/r(/a(/b /c(/d)) /e)" },
  { "its-parent",    "/d", "/c",          "/r(/a(/b /c(/d)) /e)" },
  { "its-ancestor",  "/d", "/e /a",       "/r(/a(/b /c(/d(/e))))" },
  { "the-root",      "/c", "/r /d",       "/r(/a(/b /c(/d)) /e)" },
  { "unknown",       "/a", "/b /x /c",    "/r(/a(/b /c(/d)) /e)" },
};
/* clang-format on */

static void
test_children (gconstpointer data)
{
  gsize                    row = GPOINTER_TO_SIZE (data);
  g_autoptr (PelAtspiTree) tree = new_sample ();
  g_auto (GStrv)           paths = g_strsplit (child_lists[row].children, " ", -1);
  PelNodeId                ids[8];
  guint                    n = 0;

  for (guint i = 0; paths[i] != NULL; i++)
    ids[n++] = find (tree, paths[i]);
  pel_atspi_tree_set_children (tree, find (tree, child_lists[row].parent), ids, n);
  assert_tree (tree, child_lists[row].expected);
}

static void
test_rename (void)
{
  g_autoptr (PelAtspiTree) tree = new_sample ();
  PelNodeId                id = find (tree, "/c");

  pel_atspi_tree_rename (tree, id, "/new");
  assert_tree (tree, "/r(/a(/b /new(/d)) /e)");
  g_assert_cmpuint (find (tree, "/new"), ==, id);
  g_assert_cmpuint (find (tree, "/c"), ==, PEL_NODE_NONE);
  add (tree, ROOT, "/c");
  pel_atspi_tree_remove (tree, id);
  g_assert_cmpuint (find (tree, "/new"), ==, PEL_NODE_NONE);
  g_assert_cmpuint (find (tree, "/c"), !=, PEL_NODE_NONE);
}

static void
test_name (void)
{
  static const char *const names[] = { "One", "One", "", NULL, NULL, "Two", NULL };
  g_autoptr (PelAtspiTree) tree = new_sample ();

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      pel_atspi_tree_set_name (tree, ROOT, names[i]);
      g_assert_cmpstr (pel_atspi_tree_get (tree, ROOT)->name, ==, names[i]);
    }
}

/* clang-format off */
static const struct { const char *top, *expected; } walks[] = {
  { "/r", "/r /a /b /c /d /e " },
  { "/a", "/a /b /c /d " },
  { "/c", "/c /d " },
  { "/d", "/d " },
};
/* clang-format on */

static void
set_showing (PelAtspiTree *tree, const char *path, gboolean is_showing)
{
  PelAtspiNode *node = pel_atspi_tree_get (tree, find (tree, path));

  node->flags |= PEL_NODE_HAS_STATES;
  node->states = is_showing ? PEL_STATE_BIT (PEL_STATE_SHOWING) : 0;
}

static void
assert_denied (PelAtspiTree *tree, const char *path)
{
  g_autoptr (GArray) found = pel_atspi_tree_find_denied (tree, 8);

  g_assert_cmpuint (found->len, ==, path != NULL ? 1 : 0);
  if (path != NULL)
    g_assert_cmpuint (g_array_index (found, PelNodeId, 0), ==, find (tree, path));
}

/* /r(/a(/b /c(/d)) /e): the root shows nothing of its own, and what is not read denies nothing. */
static void
test_denied (void)
{
  g_autoptr (PelAtspiTree) tree = new_sample ();
  g_autoptr (GArray)       none = NULL;

  set_showing (tree, "/d", TRUE);
  assert_denied (tree, NULL);
  set_showing (tree, "/c", FALSE);
  set_showing (tree, "/a", TRUE);
  none = pel_atspi_tree_find_denied (tree, 0);
  g_assert_cmpuint (none->len, ==, 0);
  assert_denied (tree, "/c");
  assert_denied (tree, NULL); /* once */
  set_showing (tree, "/c", TRUE);
  assert_denied (tree, NULL);
  set_showing (tree, "/a", FALSE);
  assert_denied (tree, "/a");
  set_showing (tree, "/c", FALSE);
  assert_denied (tree, "/c"); /* it has shown meanwhile */
}

static void
test_next (void)
{
  g_autoptr (PelAtspiTree) tree = new_sample ();

  for (gsize i = 0; i < G_N_ELEMENTS (walks); i++)
    {
      PelNodeId           top = find (tree, walks[i].top);
      g_autoptr (GString) text = g_string_new (NULL);

      for (PelNodeId id = top; id != PEL_NODE_NONE; id = pel_atspi_tree_next (tree, id, top))
        g_string_append_printf (text, "%s ", pel_atspi_tree_get (tree, id)->path);
      g_assert_cmpstr (text->str, ==, walks[i].expected);
    }
}

/* Limits */

static PelNodeId
try_add (PelAtspiTree *tree, PelNodeId parent, guint number)
{
  g_autofree char *path = g_strdup_printf ("/%u", number);

  return pel_atspi_tree_add (tree, parent, LAST, NULL, path);
}

static gboolean
is_truncated (PelAtspiTree *tree, PelNodeId id)
{
  return (pel_atspi_tree_get (tree, id)->flags & PEL_NODE_IS_TRUNCATED) != 0;
}

static void
test_limit_children (void)
{
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/r");

  for (guint i = 0; i < PEL_ATSPI_MAX_CHILDREN; i++)
    g_assert_cmpuint (try_add (tree, ROOT, i), !=, PEL_NODE_NONE);
  g_assert_false (is_truncated (tree, ROOT));
  g_assert_cmpuint (try_add (tree, ROOT, PEL_ATSPI_MAX_CHILDREN), ==, PEL_NODE_NONE);
  g_assert_true (is_truncated (tree, ROOT));
  g_assert_cmpuint (pel_atspi_tree_get (tree, ROOT)->n_listed, ==, PEL_ATSPI_MAX_CHILDREN);
}

static void
test_limit_nodes (void)
{
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/r");
  PelNodeId                parent = ROOT;
  guint                    n = 0;

  while (pel_atspi_tree_get_n_nodes (tree) < PEL_ATSPI_MAX_NODES)
    {
      if (n % 5000 == 0)
        parent = try_add (tree, ROOT, n++);
      else
        try_add (tree, parent, n++);
    }
  g_assert_cmpuint (n, ==, PEL_ATSPI_MAX_NODES - 1);
  g_assert_false (is_truncated (tree, parent));
  g_assert_cmpuint (try_add (tree, parent, n), ==, PEL_NODE_NONE);
  g_assert_true (is_truncated (tree, parent));
  g_assert_false (is_truncated (tree, ROOT));
  pel_atspi_tree_remove (tree, find (tree, "/7"));
  g_assert_cmpuint (try_add (tree, parent, n), !=, PEL_NODE_NONE);
}

/* A chain below @parent; the last one of it. */
static PelNodeId
add_chain (PelAtspiTree *tree, PelNodeId parent, guint first, guint length)
{
  for (guint i = 0; i < length; i++)
    {
      parent = try_add (tree, parent, first + i);
      g_assert_cmpuint (parent, !=, PEL_NODE_NONE);
    }
  return parent;
}

static void
test_limit_depth (void)
{
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/r");
  PelNodeId                last = add_chain (tree, ROOT, 0, PEL_ELEMENT_MAX_DEPTH);

  g_assert_cmpuint (pel_atspi_tree_get (tree, last)->depth, ==, PEL_ELEMENT_MAX_DEPTH);
  g_assert_false (is_truncated (tree, last));
  g_assert_cmpuint (try_add (tree, last, 1000), ==, PEL_NODE_NONE);
  g_assert_true (is_truncated (tree, last));
}

/* What would become too deep stays where it is. */
static void
test_limit_depth_of_moves (void)
{
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/r");
  PelNodeId                last = add_chain (tree, ROOT, 0, PEL_ELEMENT_MAX_DEPTH - 5);
  PelNodeId                tall, low;

  add_chain (tree, ROOT, 1000, 6);
  add_chain (tree, ROOT, 2000, 5);
  tall = find (tree, "/1000");
  low = find (tree, "/2000");
  pel_atspi_tree_set_children (tree, last, (PelNodeId[]){ tall, low }, 2);
  g_assert_cmpuint (pel_atspi_tree_get (tree, tall)->parent, ==, ROOT);
  g_assert_cmpuint (pel_atspi_tree_get (tree, low)->parent, ==, last);
  g_assert_cmpuint (pel_atspi_tree_get (tree, find (tree, "/2004"))->depth,
                    ==,
                    PEL_ELEMENT_MAX_DEPTH);
  g_assert_true (is_truncated (tree, last));
}

/* Moving is no way around the limit either. */
static void
test_limit_children_of_moves (void)
{
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/r");
  PelNodeId                full = try_add (tree, ROOT, 1), other = try_add (tree, ROOT, 2);
  g_autoptr (GArray)       ids = g_array_new (FALSE, FALSE, sizeof (PelNodeId));

  for (guint i = 0; i < PEL_ATSPI_MAX_CHILDREN; i++)
    {
      PelNodeId id = try_add (tree, full, 10 + i);

      g_array_append_val (ids, id);
    }
  for (guint i = 0; i < 3; i++)
    {
      PelNodeId id = try_add (tree, other, 100000 + i);

      g_array_append_val (ids, id);
    }
  pel_atspi_tree_set_children (tree, full, (const PelNodeId *) ids->data, ids->len);
  g_assert_cmpuint (pel_atspi_tree_get (tree, full)->n_listed, ==, PEL_ATSPI_MAX_CHILDREN);
  g_assert_cmpuint (pel_atspi_tree_get (tree, other)->n_listed, ==, 3);
  g_assert_true (is_truncated (tree, full));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/atspi-tree/new", test_new);
  g_test_add_func ("/atspi-tree/add/places", test_add_places);
  g_test_add_func ("/atspi-tree/add/twice", test_add_twice);
  g_test_add_func ("/atspi-tree/add/foreign", test_add_foreign);
  g_test_add_func ("/atspi-tree/remove/all-below", test_remove_all_below);
  g_test_add_func ("/atspi-tree/remove/serials", test_remove_serials);
  for (gsize i = 0; i < G_N_ELEMENTS (child_lists); i++)
    {
      g_autofree char *path = g_strdup_printf ("/atspi-tree/children/%s", child_lists[i].name);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_children);
    }
  g_test_add_func ("/atspi-tree/rename", test_rename);
  g_test_add_func ("/atspi-tree/name", test_name);
  g_test_add_func ("/atspi-tree/denied", test_denied);
  g_test_add_func ("/atspi-tree/next", test_next);
  g_test_add_func ("/atspi-tree/limit/children", test_limit_children);
  g_test_add_func ("/atspi-tree/limit/nodes", test_limit_nodes);
  g_test_add_func ("/atspi-tree/limit/depth", test_limit_depth);
  g_test_add_func ("/atspi-tree/limit/depth-of-moves", test_limit_depth_of_moves);
  g_test_add_func ("/atspi-tree/limit/children-of-moves", test_limit_children_of_moves);
  return g_test_run ();
}
