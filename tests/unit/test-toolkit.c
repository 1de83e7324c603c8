/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "placed-tree.h"

/* clang-format off */
static const struct { const char *name, *version; PelPlacing placing; } names[] = {
  { "gtk",      "3.24.38", PEL_PLACING_GTK3     },
  { "GTK",      "4.8.3",   PEL_PLACING_GTK4     },
  { "Qt",       "5.15.8",  PEL_PLACING_QT       },
  { "Qt",       "6.4.2",   PEL_PLACING_QT       },
  { "Chromium", "1.0",     PEL_PLACING_CHROMIUM },
  { "Chromium", NULL,      PEL_PLACING_CHROMIUM },
  { "GAIL",     "2.24.33", PEL_PLACING_GTK2     },
  { "gtk",      "2.24",    PEL_PLACING_UNKNOWN  }, /* nobody has measured it */
  { "GTK",      "5.0",     PEL_PLACING_UNKNOWN  },
  { "Qt",       "",        PEL_PLACING_UNKNOWN  },
  { "Gecko",    "115.0",   PEL_PLACING_UNKNOWN  },
  { "",         "3",       PEL_PLACING_UNKNOWN  },
  { NULL,       NULL,      PEL_PLACING_UNKNOWN  },
};
/* clang-format on */

static void
test_find (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_test_message ("%s %s", names[i].name, names[i].version);
      g_assert_cmpint (pel_toolkit_find (names[i].name, names[i].version)->placing,
                       ==,
                       names[i].placing);
    }
}

static void
test_find_quirks (void)
{
  const PelToolkit *gtk3 = pel_toolkit_find ("gtk", "3.24");
  const PelToolkit *gtk4 = pel_toolkit_find ("GTK", "4.8");
  const PelToolkit *qt = pel_toolkit_find ("Qt", "6.4");
  const PelToolkit *chromium = pel_toolkit_find ("Chromium", "1.0");

  g_assert_true (gtk4->flags & PEL_TOOLKIT_LISTS_CHILDREN_BY_INDEX);
  g_assert_false (gtk4->flags & PEL_TOOLKIT_SETS_SHOWING);
  g_assert_false (qt->flags & PEL_TOOLKIT_HAS_CACHE);
  g_assert_true (gtk3->flags & PEL_TOOLKIT_TELLS_BOUNDS);
  g_assert_false (chromium->flags & PEL_TOOLKIT_TELLS_BOUNDS);
}

/* One row a node: its parent is the last one that is less deep. */
typedef struct
{
  guint          depth, role;
  const char    *name;
  PelExtentsKind kind;
  gboolean       begins_popup;
} Row;

#define SCREEN PEL_EXTENTS_OF_SCREEN
#define WINDOW PEL_EXTENTS_OF_WINDOW

/* clang-format off */
static const Row gtk3_rows[] = {
  { 0, ATSPI_ROLE_FRAME,        "frame",   WINDOW, FALSE },
  { 1, ATSPI_ROLE_MENU_BAR,     "bar",     WINDOW, FALSE },
  { 2, ATSPI_ROLE_MENU,         "File",    WINDOW, FALSE }, /* drawn in the bar */
  { 3, ATSPI_ROLE_MENU_ITEM,    "Open",    SCREEN, TRUE  },
  { 3, ATSPI_ROLE_MENU,         "Recent",  SCREEN, TRUE  },
  { 4, ATSPI_ROLE_MENU_ITEM,    "One",     SCREEN, TRUE  },
  { 5, ATSPI_ROLE_LABEL,        "label",   SCREEN, FALSE },
  { 1, ATSPI_ROLE_COMBO_BOX,    "combo",   WINDOW, FALSE },
  { 2, ATSPI_ROLE_MENU,         "",        SCREEN, TRUE  },
  { 1, ATSPI_ROLE_PANEL,        "panel",   WINDOW, FALSE },
  { 2, ATSPI_ROLE_ROOT_PANE,    "office",  SCREEN, FALSE },
  { 3, ATSPI_ROLE_TABLE,        "sheet",   SCREEN, FALSE },
  { 0, ATSPI_ROLE_WINDOW,       "popup",   SCREEN, TRUE  },
  { 1, ATSPI_ROLE_LABEL,        "tip",     SCREEN, FALSE },
};
static const Row gtk4_rows[] = {
  { 0, ATSPI_ROLE_FRAME,        "frame",             WINDOW, FALSE },
  { 1, ATSPI_ROLE_PUSH_BUTTON,  "button",            WINDOW, FALSE },
  { 2, ATSPI_ROLE_FILLER,       "Popover",           WINDOW, TRUE  },
  { 3, ATSPI_ROLE_FILLER,       "GtkPopoverContent", WINDOW, FALSE },
  { 1, ATSPI_ROLE_MENU_ITEM,    "File",              WINDOW, FALSE },
  { 2, ATSPI_ROLE_MENU,         "menu",              WINDOW, TRUE  },
};
static const Row qt_rows[] = {
  { 0, ATSPI_ROLE_FILLER,       "window",  SCREEN, FALSE },
  { 1, ATSPI_ROLE_MENU_ITEM,    "File",    SCREEN, FALSE },
  { 2, ATSPI_ROLE_POPUP_MENU,   "",        SCREEN, TRUE  },
  { 3, ATSPI_ROLE_MENU_ITEM,    "Open",    SCREEN, FALSE },
  { 1, ATSPI_ROLE_COMBO_BOX,    "combo",   SCREEN, FALSE },
  { 2, ATSPI_ROLE_LIST,         "",        SCREEN, TRUE  },
  { 1, ATSPI_ROLE_LIST,         "list",    SCREEN, FALSE },
};
static const Row chromium_rows[] = {
  { 0, ATSPI_ROLE_FRAME,        "frame",   SCREEN, FALSE },
  { 1, ATSPI_ROLE_DOCUMENT_WEB, "page",    SCREEN, FALSE },
  { 2, ATSPI_ROLE_MENU,         "a page's own", SCREEN, FALSE },
  { 2, ATSPI_ROLE_COMBO_BOX,    "select",  SCREEN, FALSE },
  { 3, ATSPI_ROLE_MENU,         "",        SCREEN, TRUE  },
};
static const struct { const char *name, *version; const Row *rows; guint n_rows; } trees[] = {
  { "gtk",      "3.24", gtk3_rows,     G_N_ELEMENTS (gtk3_rows)     },
  { "GTK",      "4.8",  gtk4_rows,     G_N_ELEMENTS (gtk4_rows)     },
  { "Qt",       "5.15", qt_rows,       G_N_ELEMENTS (qt_rows)       },
  { "Chromium", "1.0",  chromium_rows, G_N_ELEMENTS (chromium_rows) },
};
/* clang-format on */

static void
test_kinds (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (trees); i++)
    {
      const PelToolkit        *toolkit = pel_toolkit_find (trees[i].name, trees[i].version);
      g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
      PelNodeId                path[8] = { PEL_NODE_ROOT };
      PelNodeId                ids[32];

      for (guint r = 0; r < trees[i].n_rows; r++)
        {
          const Row *row = &trees[i].rows[r];

          ids[r] = path[row->depth + 1] = placed_add (tree,
                                                      toolkit,
                                                      path[row->depth],
                                                      row->role,
                                                      row->name,
                                                      (PelToolkitRect){ 0 },
                                                      0);
        }
      for (guint r = 0; r < trees[i].n_rows; r++)
        {
          const Row *row = &trees[i].rows[r];

          g_test_message ("%s: %s", trees[i].name, row->name);
          g_assert_cmpint (pel_toolkit_get_extents_kind (toolkit, tree, ids[r]), ==, row->kind);
          g_assert_cmpint (pel_toolkit_begins_popup (toolkit, tree, ids[r]), ==, row->begins_popup);
        }
    }
}

/* Before anything but the root is known, and for the root itself. */
static void
test_kinds_root (void)
{
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  const PelToolkit        *gtk3 = pel_toolkit_find ("gtk", "3.24");

  g_assert_cmpint (pel_toolkit_get_extents_kind (gtk3, tree, PEL_NODE_ROOT), ==, WINDOW);
  g_assert_false (pel_toolkit_begins_popup (gtk3, tree, PEL_NODE_ROOT));
}

/* Scrolled, a viewport of GTK 3 denies that it is shown; nobody else's word is doubted. */
static void
test_showing (void)
{
  /* clang-format off */
  static const struct { const char *toolkit, *version; guint role; PelStates states; gboolean is_showing; } rows[] = {
    { "gtk", "3.24", ATSPI_ROLE_VIEWPORT,    PEL_STATE_BIT (PEL_STATE_VISIBLE), TRUE  },
    { "gtk", "3.24", ATSPI_ROLE_VIEWPORT,    0,                                 FALSE },
    { "gtk", "3.24", ATSPI_ROLE_PUSH_BUTTON, PEL_STATE_BIT (PEL_STATE_VISIBLE), FALSE },
    { "gtk", "3.24", ATSPI_ROLE_PUSH_BUTTON, PEL_STATE_BIT (PEL_STATE_SHOWING), TRUE  },
    { "gtk", "3.24", ATSPI_ROLE_ICON,        PEL_STATE_BIT (PEL_STATE_VISIBLE), TRUE  },
    { "GAIL", "2.24.33", ATSPI_ROLE_MENU_ITEM, PEL_STATE_BIT (PEL_STATE_VISIBLE), TRUE  },
    { "GAIL", "2.24.33", ATSPI_ROLE_PUSH_BUTTON, PEL_STATE_BIT (PEL_STATE_VISIBLE), FALSE },
    { "Gecko", "153.0", ATSPI_ROLE_MENU_ITEM, PEL_STATE_BIT (PEL_STATE_SHOWING), FALSE },
    { "Gecko", "153.0", ATSPI_ROLE_MENU_ITEM, SHOWN,                             TRUE  },
    { "Qt",  "6.4",  ATSPI_ROLE_VIEWPORT,    PEL_STATE_BIT (PEL_STATE_VISIBLE), FALSE },
    { "Qt",  "6.4",  ATSPI_ROLE_VIEWPORT,    PEL_STATE_BIT (PEL_STATE_SHOWING), TRUE  },
  };
  /* clang-format on */

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      PelAtspiNode node = { .native_role = rows[i].role, .states = rows[i].states };

      g_test_message ("row %zu", i);
      g_assert_cmpint (pel_toolkit_is_showing (pel_toolkit_find (rows[i].toolkit, rows[i].version),
                                               &node),
                       ==,
                       rows[i].is_showing);
    }
}

/* GTK 4 does not set SHOWING: what has a size seems to be shown. */
static void
test_seeming (void)
{
  const PelToolkit *gtk3 = pel_toolkit_find ("gtk", "3.24"),
                   *gtk4 = pel_toolkit_find ("GTK", "4.8.3");
  PelAtspiNode large = { .extents = { 0, 0, 5, 5 } };
  PelAtspiNode shown = { .states = PEL_STATE_BIT (PEL_STATE_SHOWING) };

  g_assert_true (pel_toolkit_seems_shown (gtk4, &large));
  g_assert_false (pel_toolkit_seems_shown (gtk3, &large));
  g_assert_true (pel_toolkit_seems_shown (gtk3, &shown));
  g_assert_false (pel_toolkit_seems_shown (gtk4, &shown));
  g_assert_false (pel_toolkit_seems_placed (gtk4, &large));
  large.flags = PEL_NODE_HAS_EXTENTS;
  g_assert_true (pel_toolkit_seems_placed (gtk4, &large));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/toolkit/find/names", test_find);
  g_test_add_func ("/toolkit/find/quirks", test_find_quirks);
  g_test_add_func ("/toolkit/kinds/rows", test_kinds);
  g_test_add_func ("/toolkit/kinds/root", test_kinds_root);
  g_test_add_func ("/toolkit/showing", test_showing);
  g_test_add_func ("/toolkit/seeming", test_seeming);
  return g_test_run ();
}
