/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/atspi-event.h"

#include "tests/unit/sealed-message.h"

#include <string.h>

#define EVENT(name) "org.a11y.atspi.Event." name

#define CHILDREN (PEL_NODE_HAS_CHILDREN | PEL_NODE_HAS_COUNT)
#define STATES   PEL_NODE_HAS_STATES
#define EXTENTS  PEL_NODE_HAS_EXTENTS
#define VALUE    PEL_NODE_HAS_VALUE

#define CHECKED  PEL_STATE_BIT (PEL_STATE_CHECKED)
#define SHOWING  PEL_STATE_BIT (PEL_STATE_SHOWING)
#define VISIBLE  PEL_STATE_BIT (PEL_STATE_VISIBLE)
#define EXPANDED PEL_STATE_BIT (PEL_STATE_EXPANDED)
#define DEFUNCT  PEL_STATE_BIT (PEL_STATE_DEFUNCT)

/* The tree of every case: /r(/w(/b)); /b has the states @before. An event comes from @path. */
typedef struct
{
  const char  *name;
  const char  *path, *interface, *member, *detail;
  int          value;
  const char  *node; /* whose facts are unsure; NULL: none */
  PelNodeFlags facts;
  gboolean     is_changed;
  PelStates    before, after; /* of /b */
  const char  *parent;        /* whose children are unsure */
  gboolean     is_stranger;
} Row;

/* clang-format off */
static const Row rows[] = {
  { "state/set",         "/b", EVENT ("Object"), "StateChanged", "checked", 1, "/b", 0,        TRUE,  0,       CHECKED },
  { "state/set-other",   "/b", EVENT ("Object"), "StateChanged", "checked", 7, "/b", 0,        TRUE,  SHOWING, CHECKED | SHOWING },
  { "state/again",       "/b", EVENT ("Object"), "StateChanged", "checked", 1, "/b", 0,        FALSE, CHECKED, CHECKED },
  { "state/unset",       "/b", EVENT ("Object"), "StateChanged", "checked", 0, "/b", 0,        TRUE,  CHECKED, 0       },
  { "state/unset-again", "/b", EVENT ("Object"), "StateChanged", "checked", 0, "/b", 0,        FALSE, 0,       0       },
  { "state/spelling",    "/b", EVENT ("Object"), "StateChanged", "Checked", 1, "/b", 0,        TRUE,  0,       CHECKED },
  { "state/showing",     "/b", EVENT ("Object"), "StateChanged", "showing", 1, "/b", EXTENTS,  TRUE,  0,       SHOWING },
  { "state/hiding",      "/b", EVENT ("Object"), "StateChanged", "showing", 0, "/b", EXTENTS,  TRUE,  SHOWING, 0       },
  { "state/visible",     "/b", EVENT ("Object"), "StateChanged", "visible", 1, "/b", EXTENTS,  TRUE,  0,       VISIBLE },
  { "state/defunct",     "/b", EVENT ("Object"), "StateChanged", "defunct", 1, "/b", 0,        TRUE,  0,       DEFUNCT, "/w" },
  { "state/not-defunct", "/b", EVENT ("Object"), "StateChanged", "defunct", 0, "/b", 0,        TRUE,  DEFUNCT, 0       },
  { "state/root-defunct","/r", EVENT ("Object"), "StateChanged", "defunct", 1, "/r", 0,        TRUE,  0,       0       },
  { "state/expanded",    "/b", EVENT ("Object"), "StateChanged", "expanded", 1, "/b", CHILDREN, TRUE, 0,       EXPANDED, "/w" },
  { "state/collapsed",   "/b", EVENT ("Object"), "StateChanged", "expanded", 0, "/b", CHILDREN, TRUE, EXPANDED, 0, "/w" },
  { "state/unknown",     "/b", EVENT ("Object"), "StateChanged", "glowing", 1, "/b", STATES,   FALSE, CHECKED, CHECKED },
  { "state/no-name",     "/b", EVENT ("Object"), "StateChanged", "",        1, "/b", STATES,   FALSE, CHECKED, CHECKED },
  { "children/add",      "/w", EVENT ("Object"), "ChildrenChanged", "add",        0, "/w", CHILDREN, FALSE, 0, 0 },
  { "children/remove",   "/w", EVENT ("Object"), "ChildrenChanged", "remove",     0, "/w", CHILDREN, FALSE, 0, 0 },
  { "children/else",     "/w", EVENT ("Object"), "ChildrenChanged", "x",    G_MININT, "/w", CHILDREN, FALSE, 0, 0 },
  { "children/data",     "/w", EVENT ("Object"), "VisibleDataChanged", "",        0, "/w", CHILDREN, FALSE, 0, 0 },
  { "children/RowInserted", "/w", EVENT ("Object"), "RowInserted", "", 0, "/w", CHILDREN, FALSE, 0, 0 },
  { "children/RowDeleted", "/w", EVENT ("Object"), "RowDeleted", "", 0, "/w", CHILDREN, FALSE, 0, 0 },
  { "children/RowReordered", "/w", EVENT ("Object"), "RowReordered", "", 0, "/w", CHILDREN, FALSE, 0, 0 },
  { "children/model",    "/w", EVENT ("Object"), "ModelChanged", "",              0, "/w", CHILDREN, FALSE, 0, 0 },
  { "property/name",     "/b", EVENT ("Object"), "PropertyChange", "accessible-name",  0, "/b", PEL_NODE_HAS_NAME, FALSE, 0, 0 },
  { "property/value",    "/b", EVENT ("Object"), "PropertyChange", "accessible-value", 0, "/b", VALUE, FALSE, 0, 0 },
  { "property/else",     "/b", EVENT ("Object"), "PropertyChange", "accessible-table-caption", 0, NULL, 0, FALSE, 0, 0 },
  { "text/insert",       "/b", EVENT ("Object"), "TextChanged", "insert",   3, "/b", VALUE,    FALSE, 0, 0 },
  { "bounds",            "/b", EVENT ("Object"), "BoundsChanged", "",       0, "/b", EXTENTS,  FALSE, 0, 0 },
  { "document/loaded",   "/w", EVENT ("Document"), "LoadComplete", "",      0, "/w", CHILDREN, FALSE, 0, 0 },
  { "document/reload",   "/w", EVENT ("Document"), "Reload", "",            0, "/w", CHILDREN, FALSE, 0, 0 },
  { "window/Create",     "/w", EVENT ("Window"), "Create", "",     0, "/r", CHILDREN,         FALSE, 0, 0 },
  { "window/create",     "/w", EVENT ("Window"), "create", "",     0, "/r", CHILDREN,         FALSE, 0, 0 },
  { "window/Destroy",    "/w", EVENT ("Window"), "Destroy", "",    0, "/r", CHILDREN,         FALSE, 0, 0 },
  { "window/destroy",    "/w", EVENT ("Window"), "destroy", "",    0, "/r", CHILDREN,         FALSE, 0, 0 },
  { "window/Activate",   "/w", EVENT ("Window"), "Activate", "",   0, "/w", STATES | EXTENTS, FALSE, 0, 0 },
  { "window/activate",   "/w", EVENT ("Window"), "activate", "",   0, "/w", STATES | EXTENTS, FALSE, 0, 0 },
  { "window/Deactivate", "/w", EVENT ("Window"), "Deactivate", "", 0, "/w", STATES | EXTENTS, FALSE, 0, 0 },
  { "window/deactivate", "/w", EVENT ("Window"), "deactivate", "", 0, "/w", STATES | EXTENTS, FALSE, 0, 0 },
  { "window/minimize",   "/w", EVENT ("Window"), "minimize", "",   0, "/w", STATES | EXTENTS, FALSE, 0, 0 },
  { "window/restore",    "/w", EVENT ("Window"), "Restore", "",    0, "/w", STATES | EXTENTS, FALSE, 0, 0 },
  { "window/new",        "/n", EVENT ("Window"), "Activate", "",   0, "/r", CHILDREN,         FALSE, 0, 0 },
  { "window/new-create", "/n", EVENT ("Window"), "Create", "",     0, "/r", CHILDREN,         FALSE, 0, 0 },
  { "unknown/object",    "/n", EVENT ("Object"), "StateChanged", "checked", 1, NULL, 0, FALSE, 0, 0, NULL, TRUE },
  { "unknown/children",  "/n", EVENT ("Object"), "ChildrenChanged", "add",  0, NULL, 0, FALSE, 0, 0, NULL, TRUE },
  { "unknown/bounds",    "/n", EVENT ("Object"), "BoundsChanged", "",       0, NULL, 0, FALSE, 0, 0, NULL, TRUE },
  { "unknown/member",    "/b", EVENT ("Object"), "Exploded", "checked",     1, NULL, 0, FALSE, 0, 0 },
  { "unknown/case",      "/b", EVENT ("Object"), "statechanged", "checked", 1, NULL, 0, FALSE, 0, 0 },
  { "unknown/interface", "/b", EVENT ("Mouse"),  "StateChanged", "checked", 1, NULL, 0, FALSE, 0, 0 },
  { "unknown/other",     "/b", "org.example",    "StateChanged", "checked", 1, NULL, 0, FALSE, 0, 0 },
};
/* clang-format on */

static PelAtspiTree *
new_tree (PelStates states)
{
  PelAtspiTree *tree = pel_atspi_tree_new ("/r");
  PelNodeId     window = pel_atspi_tree_add (tree, PEL_NODE_ROOT, 0, NULL, "/w");

  pel_atspi_tree_get (tree, pel_atspi_tree_add (tree, window, 0, NULL, "/b"))->states = states;
  return tree;
}

static PelStates
get_states (PelAtspiTree *tree)
{
  return pel_atspi_tree_get (tree, pel_atspi_tree_find (tree, "/b"))->states;
}

static PelNodeId
find (PelAtspiTree *tree, const char *path)
{
  return path != NULL ? pel_atspi_tree_find (tree, path) : PEL_NODE_NONE;
}

/* With each kind of body that programs send: what follows the two numbers does not matter. */
static SealedMessage *
make_signal (const Row *row, guint body)
{
  if (body == 0)
    return sealed_signal_new (row->path,
                              row->interface,
                              row->member,
                              "siiva{sv}",
                              row->detail,
                              row->value,
                              0,
                              "s",
                              "",
                              0);
  if (body == 1)
    return sealed_signal_new (row->path,
                              row->interface,
                              row->member,
                              "siiv(so)",
                              row->detail,
                              row->value,
                              0,
                              "(so)",
                              ":1.1",
                              "/x",
                              ":1.1",
                              "/r");
  return sealed_signal_new (row->path,
                            row->interface,
                            row->member,
                            "sii",
                            row->detail,
                            row->value,
                            0);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;

  for (guint body = 0; body < 3; body++)
    {
      g_autoptr (PelAtspiTree)  tree = new_tree (row->before);
      g_autoptr (SealedMessage) signal = make_signal (row, body);
      PelAtspiNews              news = pel_atspi_event_apply (tree, signal);

      g_assert_cmpuint (news.node, ==, find (tree, row->node));
      g_assert_cmpuint (news.holder, ==, find (tree, row->parent));
      g_assert_cmpint (news.is_stranger, ==, row->is_stranger);
      g_assert_cmpint (news.facts, ==, row->facts);
      g_assert_cmpint (news.is_changed, ==, row->is_changed);
      g_assert_cmpuint (get_states (tree), ==, row->after);
      g_assert_cmpuint (pel_atspi_tree_get_n_nodes (tree), ==, 3);
    }
}

/* Rows that appear are anywhere in the list that the expanded row is part of. */
static void
test_expanded (void)
{
  static const struct
  {
    PelRole     roles[3]; /* of /1, and /2 and /3 below it */
    const char *parent;
  } lists[] = {
    { { PEL_ROLE_TREE, PEL_ROLE_TREE_ITEM, PEL_ROLE_TREE_ITEM }, "/1" },
    { { PEL_ROLE_LIST, PEL_ROLE_GROUP, PEL_ROLE_LIST_ITEM }, "/1" },
    { { PEL_ROLE_TABLE, PEL_ROLE_LIST, PEL_ROLE_TREE }, "/2" },
    { { PEL_ROLE_PANE, PEL_ROLE_GROUP, PEL_ROLE_TREE_ITEM }, "/2" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      static const char *const  paths[] = { "/1", "/2", "/3" };
      g_autoptr (PelAtspiTree)  tree = pel_atspi_tree_new ("/r");
      g_autoptr (SealedMessage) signal = sealed_signal_new ("/3",
                                                            EVENT ("Object"),
                                                            "StateChanged",
                                                            "siiva{sv}",
                                                            "expanded",
                                                            1,
                                                            0,
                                                            "i",
                                                            0,
                                                            0);
      PelNodeId                 id = PEL_NODE_ROOT;

      for (gsize k = 0; k < G_N_ELEMENTS (paths); k++)
        {
          id = pel_atspi_tree_add (tree, id, 0, NULL, paths[k]);
          pel_atspi_tree_get (tree, id)->role = lists[i].roles[k];
        }
      g_assert_cmpuint (pel_atspi_event_apply (tree, signal).holder,
                        ==,
                        find (tree, lists[i].parent));
    }
}

/* What a state of /b says of it and of what is below it. */
/* GTK 3 reports nothing of a tab, but of its page. */
static void
test_page (void)
{
  g_autoptr (PelAtspiTree)  tree = new_tree (0);
  PelNodeId                 tab = pel_atspi_tree_find (tree, "/w");
  PelNodeId                 page = pel_atspi_tree_add (tree, tab, 0, NULL, "/page");
  g_autoptr (SealedMessage) signal = sealed_signal_new ("/page",
                                                        EVENT ("Object"),
                                                        "StateChanged",
                                                        "siiva{sv}",
                                                        "showing",
                                                        0,
                                                        0,
                                                        "i",
                                                        0,
                                                        0);
  PelAtspiNews              news;

  g_assert_cmpuint (page, !=, PEL_NODE_NONE);
  pel_atspi_tree_get (tree, tab)->role = PEL_ROLE_TAB_ITEM;
  news = pel_atspi_event_apply (tree, signal);
  g_assert_cmpuint (news.holder, ==, tab);
  g_assert_cmpint (news.holder_facts, ==, STATES | PEL_NODE_HAS_NAME);
}

static void
test_shared (void)
{
  static const struct
  {
    const char  *state;
    int          value;
    PelRole      role;
    PelNodeFlags below;
    gboolean     has_focus;
    PelNodeFlags facts; /* of /b itself */
  } cases[] = {
    { "showing", 1, PEL_ROLE_PANE, STATES | EXTENTS, FALSE, EXTENTS },
    { "showing",
      1,
      PEL_ROLE_MENU,
      STATES | EXTENTS,
      FALSE,
      EXTENTS | PEL_NODE_HAS_NAME | CHILDREN },
    { "showing", 0, PEL_ROLE_MENU, STATES, FALSE, EXTENTS | PEL_NODE_HAS_NAME },
    { "expanded", 1, PEL_ROLE_TREE_ITEM, STATES | EXTENTS, FALSE, CHILDREN },
    { "expanded", 0, PEL_ROLE_TREE_ITEM, 0, FALSE, CHILDREN },
    { "sensitive", 1, PEL_ROLE_PANE, STATES, FALSE, 0 },
    { "enabled", 0, PEL_ROLE_PANE, STATES, FALSE, 0 },
    { "selected", 0, PEL_ROLE_CELL, STATES, FALSE, 0 },
    { "focused", 0, PEL_ROLE_CELL, STATES, FALSE, 0 },
    { "focused", 1, PEL_ROLE_CELL, STATES, TRUE, 0 },
    { "focused", 1, PEL_ROLE_TABLE, 0, TRUE, 0 },
    { "active", 1, PEL_ROLE_WINDOW, 0, FALSE, 0 },
    { "checked", 1, PEL_ROLE_PANE, 0, FALSE, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (PelAtspiTree)  tree = new_tree (0);
      g_autoptr (SealedMessage) signal = sealed_signal_new ("/b",
                                                            EVENT ("Object"),
                                                            "StateChanged",
                                                            "siiva{sv}",
                                                            cases[i].state,
                                                            cases[i].value,
                                                            0,
                                                            "i",
                                                            0,
                                                            0);
      PelAtspiNews              news;

      g_test_message ("%s %d", cases[i].state, cases[i].value);
      pel_atspi_tree_get (tree, pel_atspi_tree_find (tree, "/b"))->role = cases[i].role;
      news = pel_atspi_event_apply (tree, signal);
      g_assert_cmpint (news.below, ==, cases[i].below);
      g_assert_cmpint (news.facts, ==, cases[i].facts);
      g_assert_cmpint (news.has_focus, ==, cases[i].has_focus);
    }
}

static void
assert_ignored (SealedMessage *signal)
{
  g_autoptr (PelAtspiTree) tree = new_tree (0);
  PelAtspiNews             news = pel_atspi_event_apply (tree, signal);

  g_assert_cmpuint (news.node, ==, PEL_NODE_NONE);
  g_assert_cmpuint (news.holder, ==, PEL_NODE_NONE);
  g_assert_cmpint (news.facts, ==, 0);
  g_assert_false (news.is_changed);
  g_assert_false (news.is_stranger);
  g_assert_cmpuint (get_states (tree), ==, 0);
}

/* A body of another kind is not read, not even of a window that would be new. */
static void
test_signatures (void)
{
  static const struct
  {
    const char *interface, *member, *path;
  } kinds[] = {
    { EVENT ("Object"), "StateChanged", "/b" },   { EVENT ("Object"), "ChildrenChanged", "/b" },
    { EVENT ("Object"), "PropertyChange", "/b" }, { EVENT ("Window"), "Activate", "/w" },
    { EVENT ("Window"), "Create", "/n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char               *path = kinds[i].path;
      const char               *interface = kinds[i].interface, *member = kinds[i].member;
      g_autoptr (SealedMessage) none = sealed_signal_new (path, interface, member, "");
      g_autoptr (SealedMessage) text = sealed_signal_new (path, interface, member, "s", "checked");
      g_autoptr (SealedMessage) one =
          sealed_signal_new (path, interface, member, "si", "checked", 1);
      g_autoptr (SealedMessage) number =
          sealed_signal_new (path, interface, member, "iii", 1, 1, 1);
      g_autoptr (SealedMessage) unsigned_numbers =
          sealed_signal_new (path, interface, member, "suu", "checked", 1, 1);
      g_autoptr (SealedMessage) variant =
          sealed_signal_new (path, interface, member, "v", "s", "checked");

      assert_ignored (none);
      assert_ignored (text);
      assert_ignored (one);
      assert_ignored (number);
      assert_ignored (unsigned_numbers);
      assert_ignored (variant);
    }
}

static gboolean
comes_by_interface (const char *kind)
{
  for (guint i = 0; i < pel_atspi_event_get_n_interfaces (); i++)
    {
      const char      *interface = pel_atspi_event_get_interface (i);
      g_autofree char *prefix = g_ascii_strdown (interface + strlen (EVENT ("")), -1);

      if (g_str_has_prefix (kind, prefix) && kind[strlen (prefix)] == ':')
        return TRUE;
    }
  return FALSE;
}

/* What is registered comes by one of the interfaces, and is registered once. */
static void
test_kinds (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert_cmpuint (pel_atspi_event_get_n_kinds (), >, 10);
  for (guint i = 0; i < pel_atspi_event_get_n_kinds (); i++)
    {
      const char *kind = pel_atspi_event_get_kind (i);

      g_assert_true (g_hash_table_add (names, (gpointer) kind));
      g_assert_true (comes_by_interface (kind));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/atspi-event/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_row);
    }
  g_test_add_func ("/atspi-event/expanded", test_expanded);
  g_test_add_func ("/atspi-event/page", test_page);
  g_test_add_func ("/atspi-event/shared", test_shared);
  g_test_add_func ("/atspi-event/signatures", test_signatures);
  g_test_add_func ("/atspi-event/kinds", test_kinds);
  return g_test_run ();
}
