/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What of a tree can be used, and what is scrolled away in it. */

#include "services/element/snapshot-text.h"

#include "sample-tree.h"

#include <atspi/atspi-constants.h>
#include <string.h>

#define S(name)   PEL_STATE_BIT (PEL_STATE_##name)
#define FOCUS     (S (ENABLED) | S (SENSITIVE) | S (FOCUSABLE))
#define CHOSEN    (FOCUS | S (SELECTABLE))
#define HAS_FOCUS (FOCUS | S (FOCUSED))
#define SHOWN     (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)
#define ACTION    PEL_INTERFACE_ACTION
#define EDIT      PEL_INTERFACE_EDITABLE_TEXT

/* clang-format off */
/* A tree: each with whether it can be used. */
static const struct { guint level, native_role; const char *name; PelStates states; PelInterfaces interfaces; gboolean is_usable; } rows[] = {
  { 0, ATSPI_ROLE_APPLICATION,   "app",      0,                             0,             FALSE },
  { 1, ATSPI_ROLE_FRAME,         "Window",   0,                             0,             FALSE },
  { 2, ATSPI_ROLE_PANEL,         "",         FOCUS,                         ACTION,        FALSE },
  { 2, ATSPI_ROLE_PANEL,         "Canvas",   FOCUS,                         0,             TRUE  },
  { 2, ATSPI_ROLE_SECTION,       "",         FOCUS | S (EDITABLE),          0,             TRUE  },
  { 2, ATSPI_ROLE_SPLIT_PANE,    "",         FOCUS,                         PEL_INTERFACE_VALUE, FALSE },
  { 2, ATSPI_ROLE_SEPARATOR,     "Sidebar",  FOCUS,                         PEL_INTERFACE_VALUE, FALSE },
  { 2, ATSPI_ROLE_PARAGRAPH,     "Words",    0,                             ACTION | EDIT, FALSE },
  { 2, ATSPI_ROLE_PARAGRAPH,     "Words",    FOCUS | S (EDITABLE),          EDIT,          TRUE  },
  { 2, ATSPI_ROLE_LABEL,         "Name",     FOCUS,                         0,             FALSE },
  { 2, ATSPI_ROLE_LABEL,         "Open",     FOCUS,                         ACTION,        TRUE  },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "",         0,                             ACTION,        TRUE  },
  { 2, ATSPI_ROLE_COMBO_BOX,     "Colour",   FOCUS,                         ACTION,        TRUE  },
  { 3, ATSPI_ROLE_MENU,          "",         0,                             ACTION,        FALSE },
  { 4, ATSPI_ROLE_MENU_ITEM,     "Red",      CHOSEN,                        ACTION,        TRUE  },
  { 2, ATSPI_ROLE_LIST,          "",         0,                             0,             FALSE },
  { 3, ATSPI_ROLE_LIST_ITEM,     "A point",  0,                             ACTION | EDIT, FALSE },
  { 3, ATSPI_ROLE_LIST_ITEM,     "A choice", CHOSEN,                        0,             TRUE  },
  { 4, ATSPI_ROLE_LABEL,         "A choice", FOCUS,                         0,             FALSE },
  { 4, ATSPI_ROLE_PUSH_BUTTON,   "Remove",   FOCUS,                         ACTION,        TRUE  },
  { 3, ATSPI_ROLE_LIST_ITEM,     "Branch",   CHOSEN,                        ACTION,        TRUE  },
  { 4, ATSPI_ROLE_PUSH_BUTTON,   "Branch",   FOCUS,                         ACTION,        FALSE },
  { 2, ATSPI_ROLE_TABLE,         "",         0,                             0,             FALSE },
  { 3, ATSPI_ROLE_COLUMN_HEADER, "Size",     S (ENABLED),                   0,             TRUE  },
  { 3, ATSPI_ROLE_COLUMN_HEADER, "",         S (ENABLED),                   0,             FALSE },
  { 3, ATSPI_ROLE_TABLE_ROW,     "",         CHOSEN,                        0,             TRUE  },
  { 4, ATSPI_ROLE_TABLE_CELL,    "notes",    CHOSEN,                        ACTION,        FALSE },
  { 5, ATSPI_ROLE_ICON,          "file",     CHOSEN,                        0,             FALSE },
  { 4, ATSPI_ROLE_TABLE_CELL,    "edited",   CHOSEN | S (EDITABLE),         EDIT,          TRUE  },
  { 4, ATSPI_ROLE_TABLE_CELL,    "checked",  CHOSEN | S (CHECKABLE),        ACTION,        TRUE  },
  { 3, ATSPI_ROLE_TABLE_ROW,     "",         0,                             0,             FALSE },
  { 4, ATSPI_ROLE_TABLE_CELL,    "12",       CHOSEN,                        0,             TRUE  },
  { 2, ATSPI_ROLE_TREE_TABLE,    "Files",    FOCUS,                         0,             TRUE  },
  { 3, ATSPI_ROLE_TABLE_CELL,    "",         CHOSEN,                        ACTION,        TRUE  },
  { 4, ATSPI_ROLE_ICON,          "",         CHOSEN,                        0,             FALSE },
  { 4, ATSPI_ROLE_TABLE_CELL,    "letter",   CHOSEN,                        0,             FALSE },
  { 2, ATSPI_ROLE_DOCUMENT_WEB,  "Page",     0,                             0,             FALSE },
  { 3, ATSPI_ROLE_TABLE,         "",         0,                             0,             FALSE },
  { 4, ATSPI_ROLE_COLUMN_HEADER, "Size",     S (ENABLED),                   0,             FALSE },
  { 2, ATSPI_ROLE_PANEL,         "",         S (HAS_TOOLTIP),               0,             TRUE  },
  { 2, ATSPI_ROLE_PANEL,         "",         S (HAS_TOOLTIP),               0,             FALSE },
  { 3, ATSPI_ROLE_PANEL,         "",         0,                             0,             FALSE },
  { 2, ATSPI_ROLE_LAYERED_PANE,  "Icons",    0,                             0,             FALSE },
  { 3, ATSPI_ROLE_ICON,          "letter",   CHOSEN,                        0,             TRUE  },
};
/* clang-format on */

static void
test_usable (void)
{
  SampleRow               samples[G_N_ELEMENTS (rows)];
  g_autoptr (PelSnapshot) snapshot = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    samples[i] = (SampleRow){ rows[i].level,   rows[i].native_role, rows[i].name,
                              rows[i].states,  rows[i].interfaces,  SHOWN,
                              { 0, 0, 20, 20 } };
  snapshot = sample_tree_build (samples, G_N_ELEMENTS (samples));
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_test_message ("row %u: %s “%s”",
                      (guint) i,
                      pel_role_get_native_name (rows[i].native_role),
                      rows[i].name);
      g_assert_cmpint (pel_snapshot_is_usable (snapshot, i + 1), ==, rows[i].is_usable);
    }
}

/* clang-format off */
/* The same for what is numbered: not what can only be used by what it holds. */
static const struct { guint level, native_role; const char *name; PelStates states; PelNativeRect bounds; gboolean is_usable, is_holder; } holders[] = {
  { 0, ATSPI_ROLE_APPLICATION,   "app",   0,                     { 0, 0, 0, 0 },     FALSE, TRUE  },
  { 1, ATSPI_ROLE_LIST,          "Full",  FOCUS,                 { 0, 0, 90, 90 },   TRUE,  TRUE  },
  { 2, ATSPI_ROLE_LIST_ITEM,     "One",   CHOSEN,                { 0, 0, 90, 10 },   TRUE,  FALSE },
  { 1, ATSPI_ROLE_LIST,          "Pane",  FOCUS,                 { 0, 0, 90, 90 },   TRUE,  FALSE },
  { 2, ATSPI_ROLE_PANEL,         "Inner", FOCUS,                 { 0, 0, 90, 90 },   TRUE,  FALSE },
  { 1, ATSPI_ROLE_TREE,          "Empty", FOCUS,                 { 0, 0, 90, 90 },   TRUE,  FALSE },
  { 1, ATSPI_ROLE_DOCUMENT_WEB,  "Page",  FOCUS,                 { 0, 0, 90, 90 },   TRUE,  TRUE  },
  { 2, ATSPI_ROLE_PANEL,         "",      FOCUS,                 { 0, 0, 90, 90 },   FALSE, TRUE  },
  { 3, ATSPI_ROLE_LINK,          "Home",  FOCUS,                 { 0, 0, 90, 10 },   TRUE,  FALSE },
  { 1, ATSPI_ROLE_DOCUMENT_TEXT, "Notes", FOCUS | S (EDITABLE),  { 0, 0, 90, 90 },   TRUE,  FALSE },
  { 2, ATSPI_ROLE_LINK,          "Home",  FOCUS,                 { 0, 0, 90, 10 },   TRUE,  FALSE },
  { 1, ATSPI_ROLE_PUSH_BUTTON,   "Menu",  FOCUS,                 { 10, 10, 34, 34 }, TRUE,  FALSE },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "Menu",  FOCUS,                 { 15, 15, 24, 24 }, FALSE, FALSE },
  { 1, ATSPI_ROLE_PUSH_BUTTON,   "Save",  FOCUS,                 { 10, 10, 60, 34 }, TRUE,  FALSE },
  { 2, ATSPI_ROLE_PUSH_BUTTON,   "As",    FOCUS,                 { 50, 10, 20, 34 }, TRUE,  FALSE },
};
/* clang-format on */

static void
test_holders (void)
{
  SampleRow               samples[G_N_ELEMENTS (holders)];
  g_autoptr (PelSnapshot) snapshot = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (holders); i++)
    samples[i] = (SampleRow){
      holders[i].level, holders[i].native_role, holders[i].name, holders[i].states, 0, SHOWN,
      holders[i].bounds
    };
  snapshot = sample_tree_build (samples, G_N_ELEMENTS (samples));
  for (gsize i = 0; i < G_N_ELEMENTS (holders); i++)
    {
      g_test_message ("row %u", (guint) i);
      g_assert_cmpint (pel_snapshot_is_usable (snapshot, i + 1), ==, holders[i].is_usable);
      g_assert_cmpint (pel_snapshot_is_holder (snapshot, i + 1), ==, holders[i].is_holder);
    }
}

/* clang-format off */
/* Programs say of several elements that they are focused: one of them is. */
static const SampleRow focused[][8] = {
  /* GTK 3: a list, a cell and its parts */
  { { 0, ATSPI_ROLE_APPLICATION, "app", 0, 0, 0, { 0 } },
    { 1, ATSPI_ROLE_TABLE,       "",      HAS_FOCUS, 0, SHOWN, { 0 } },
    { 2, ATSPI_ROLE_TABLE_CELL,  "",      HAS_FOCUS, 0, SHOWN, { 0 } },
    { 3, ATSPI_ROLE_TABLE_CELL,  "",      HAS_FOCUS, 0, SHOWN, { 0 } },
    { 3, ATSPI_ROLE_TABLE_CELL,  "it",    HAS_FOCUS, 0, SHOWN, { 0 } } },
  /* Qt: the current item of a list that is not focused itself */
  { { 0, ATSPI_ROLE_APPLICATION, "app", 0, 0, 0, { 0 } },
    { 1, ATSPI_ROLE_LIST,        "",      0,         0, SHOWN, { 0 } },
    { 2, ATSPI_ROLE_LIST_ITEM,   "other", HAS_FOCUS, 0, SHOWN, { 0 } },
    { 1, ATSPI_ROLE_ENTRY,       "it",    HAS_FOCUS, 0, SHOWN, { 0 } } },
  /* Firefox: those that were focused before */
  { { 0, ATSPI_ROLE_APPLICATION, "app", 0, 0, 0, { 0 } },
    { 1, ATSPI_ROLE_ENTRY,       "other", HAS_FOCUS, 0, SHOWN, { 0 } },
    { 1, ATSPI_ROLE_PANEL,       "",      0,         0, SHOWN, { 0 } },
    { 2, ATSPI_ROLE_ENTRY,       "it",    HAS_FOCUS, 0, SHOWN, { 0 } } },
};
/* clang-format on */

static void
test_focused (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (focused); i++)
    {
      guint                   n_rows = 0;
      g_autoptr (PelSnapshot) snapshot = NULL;
      PelElementId            found;

      while (n_rows < G_N_ELEMENTS (focused[i]) && focused[i][n_rows].native_role != 0)
        n_rows++;
      snapshot = sample_tree_build (focused[i], n_rows);
      found = pel_snapshot_get_focused (snapshot);
      g_test_message ("tree %u: %u", (guint) i, found);
      g_assert_cmpstr (pel_snapshot_get_name (snapshot, found), ==, "it");
      for (PelElementId id = 1; id <= n_rows; id++)
        g_assert_cmpint (pel_states_has (pel_snapshot_get_element (snapshot, id).states,
                                         PEL_STATE_FOCUSED),
                         ==,
                         id == found);
    }
}

/* clang-format off */
static const SampleRow away[] = {
  { 0, ATSPI_ROLE_APPLICATION, "app",   0,      0, 0,     { 0, 0, 0, 0 } },
  { 1, ATSPI_ROLE_FRAME,       "W",     0,      0, SHOWN, { 0, 0, 90, 90 } },
  { 2, ATSPI_ROLE_LIST,        "",      0,      0, SHOWN, { 0, 0, 90, 20 } },
  { 3, ATSPI_ROLE_LIST_ITEM,   "1",     CHOSEN, 0, SHOWN, { 0, 0, 90, 10 } },
  { 3, ATSPI_ROLE_LIST_ITEM,   "2",     CHOSEN, 0, 0,     { 0, 20, 90, 10 } },
  { 3, ATSPI_ROLE_LIST_ITEM,   "3",     CHOSEN, 0, 0,     { 0, 30, 90, 10 } },
  { 2, ATSPI_ROLE_TREE_TABLE,  "Files", FOCUS,  0, SHOWN, { 0, 30, 90, 20 } },
  { 3, ATSPI_ROLE_TABLE_CELL,  "a",     CHOSEN, 0, SHOWN, { 0, 30, 40, 10 } },
  { 3, ATSPI_ROLE_TABLE_CELL,  "b",     CHOSEN, 0, SHOWN, { 40, 30, 40, 10 } },
  { 3, ATSPI_ROLE_TABLE_CELL,  "c",     CHOSEN, 0, 0,     { 0, 40, 40, 10 } },
  { 3, ATSPI_ROLE_TABLE_CELL,  "d",     CHOSEN, 0, 0,     { 40, 40, 40, 10 } },
  { 2, ATSPI_ROLE_LIST,        "",      0,      0, 0,     { 0, 0, 90, 20 } },
  { 3, ATSPI_ROLE_LIST_ITEM,   "4",     CHOSEN, 0, 0,     { 0, 0, 90, 10 } },
};

static const struct { guint flags; guint max_depth; const char *expected; } away_cases[] = {
  { PEL_FILTER_VISIBLE, 0,
    "Application \"app\"\n"
    "  Window \"W\" [e2]\n"
    "    List [e3]\n"
    "      ListItem \"1\" [e4]\n"
    "      … 2 more rows\n"
    "    Tree \"Files\" [e7]\n"
    "      Cell \"a\" [e8]\n"
    "      Cell \"b\" [e9]\n"
    "      … 1 more row\n" },
  { PEL_FILTER_VISIBLE | PEL_FILTER_INTERACTIVE, 0,
    "Application \"app\"\n"
    "  Window \"W\" [e2]\n"
    "    ListItem \"1\" [e4]\n"
    "    Tree \"Files\" [e7]\n"
    "      Cell \"a\" [e8]\n"
    "      Cell \"b\" [e9]\n"
    "      … 1 more row\n"
    "    … 2 more rows\n" },
  { PEL_FILTER_VISIBLE, 1,
    "Application \"app\"\n"
    "  Window \"W\" [e2]\n" },
};
/* clang-format on */

static void
test_away (void)
{
  g_autoptr (PelSnapshot) snapshot = sample_tree_build (away, G_N_ELEMENTS (away));

  for (gsize i = 0; i < G_N_ELEMENTS (away_cases); i++)
    {
      PelSnapshotFilter filter = { .flags = away_cases[i].flags,
                                   .max_depth = away_cases[i].max_depth };
      g_autofree char  *text =
          pel_snapshot_to_text (snapshot, &filter, &(PelElementForm){ 0 }, 0, NULL);

      g_test_message ("row %u", (guint) i);
      g_assert_cmpstr (text, ==, away_cases[i].expected);
    }
}

/* A text that is cut says nothing of what it does not reach, and fits. */
static void
test_away_cut (void)
{
  g_autoptr (PelSnapshot) snapshot = sample_tree_build (away, G_N_ELEMENTS (away));
  PelSnapshotFilter       filter = { .flags = PEL_FILTER_VISIBLE };

  for (guint max_bytes = 129; max_bytes < 400; max_bytes++)
    {
      guint            n_left_out;
      g_autofree char *text =
          pel_snapshot_to_text (snapshot, &filter, &(PelElementForm){ 0 }, max_bytes, &n_left_out);

      g_assert_cmpuint (strlen (text), <=, max_bytes);
      g_assert_true (g_utf8_validate (text, -1, NULL));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot-use/usable", test_usable);
  g_test_add_func ("/snapshot-use/holders", test_holders);
  g_test_add_func ("/snapshot-use/focused", test_focused);
  g_test_add_func ("/snapshot-use/away", test_away);
  g_test_add_func ("/snapshot-use/away-cut", test_away_cut);
  return g_test_run ();
}
