/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which top level is which window, what can be seen, and what programs say that is not so. */

#include "placed-tree.h"

#define BUTTON ATSPI_ROLE_PUSH_BUTTON
#define NONE   PEL_WINDOW_VISIBLE /* nothing beyond what all have */
#define ACTIVE PEL_STATE_BIT (PEL_STATE_ACTIVE)

typedef struct
{
  const char    *title;
  PelToolkitRect rect;
  PelStates      states;
  int            window; /* that it is expected to have; -1: none */
  PelPlace       place;  /* of a button in it */
} Top;

typedef struct
{
  const char    *id, *title;
  PelNativeRect  surface;
  PelWindowState states;
} Win;

typedef struct
{
  const char *name, *toolkit, *version;
  Top         tops[4];
  Win         windows[4]; /* the topmost first; their age is their id */
} Case;

#define KNOWN PEL_PLACE_KNOWN

/* clang-format off */
static const Case cases[] = {
  { "only one, with another title", "gtk", "3.24",
    { { "", { 0, 0, 400, 300 }, SHOWN, 0, KNOWN } },
    { { "1", "widget-factory", { 10, 20, 400, 300 }, NONE } } },
  { "only one, just resized", "gtk", "3.24",
    { { "", { 0, 0, 400, 300 }, SHOWN, 0, KNOWN } },
    { { "1", "t", { 10, 20, 500, 300 }, NONE } } },
  { "title", "GTK", "4.8",
    { { "a", { 0, 0, 400, 300 }, SHOWN, 1, KNOWN }, { "b", { 0, 0, 400, 300 }, SHOWN, 0, KNOWN } },
    { { "1", "b", { 10, 20, 400, 300 }, NONE }, { "2", "a", { 50, 60, 400, 300 }, NONE } } },
  { "size where titles are alike", "GTK", "4.8",
    { { "a", { 0, 0, 400, 300 }, SHOWN, 1, KNOWN }, { "a", { 0, 0, 410, 300 }, SHOWN, 0, KNOWN } },
    { { "1", "a", { 10, 20, 410, 300 }, NONE }, { "2", "a", { 50, 60, 400, 300 }, NONE } } },
  { "size at scale 2", "GTK", "4.8",
    { { "a", { 0, 0, 400, 300 }, SHOWN, 1, KNOWN }, { "a", { 0, 0, 410, 300 }, SHOWN, 0, KNOWN } },
    { { "1", "a", { 10, 20, 820, 600 }, NONE }, { "2", "a", { 50, 60, 800, 600 }, NONE } } },
  { "place where it is told", "Qt", "6.4",
    { { "a", { 50, 60, 400, 300 }, SHOWN, 1, KNOWN }, { "a", { 10, 20, 400, 300 }, SHOWN, 0, KNOWN } },
    { { "2", "a", { 10, 20, 400, 300 }, NONE }, { "1", "a", { 50, 60, 400, 300 }, NONE } } },
  { "activity", "GTK", "4.8",
    { { "a", { 0, 0, 400, 300 }, SHOWN, 1, KNOWN }, { "a", { 0, 0, 400, 300 }, SHOWN | ACTIVE, 0, KNOWN } },
    { { "1", "a", { 10, 20, 400, 300 }, PEL_WINDOW_ACTIVE }, { "2", "a", { 50, 60, 400, 300 }, NONE } } },
  { "age", "GTK", "4.8",
    { { "a", { 0, 0, 400, 300 }, SHOWN, 2, KNOWN }, { "a", { 0, 0, 400, 300 }, SHOWN, 0, KNOWN },
      { "a", { 0, 0, 400, 300 }, SHOWN, 1, KNOWN } },
    { { "6", "a", { 10, 20, 400, 300 }, NONE }, { "9", "a", { 50, 60, 400, 300 }, NONE },
      { "3", "a", { 90, 90, 400, 300 }, NONE } } },
  { "age and activity", "GTK", "4.8",
    { { "a", { 0, 0, 400, 300 }, SHOWN, 2, KNOWN }, { "a", { 0, 0, 400, 300 }, SHOWN | ACTIVE, 0, KNOWN },
      { "a", { 0, 0, 400, 300 }, SHOWN, 1, KNOWN } },
    { { "2", "a", { 10, 20, 400, 300 }, PEL_WINDOW_ACTIVE }, { "9", "a", { 50, 60, 400, 300 }, NONE },
      { "3", "a", { 90, 90, 400, 300 }, NONE } } },
  { "more nodes than windows", "GTK", "4.8",
    { { "a", { 0, 0, 400, 300 }, SHOWN, -1, PEL_PLACE_AMBIGUOUS }, { "a", { 0, 0, 400, 300 }, SHOWN, -1, PEL_PLACE_AMBIGUOUS } },
    { { "1", "a", { 10, 20, 400, 300 }, NONE } } },
  { "age not known", "GTK", "4.8",
    { { "a", { 0, 0, 400, 300 }, SHOWN, -1, PEL_PLACE_AMBIGUOUS }, { "a", { 0, 0, 400, 300 }, SHOWN, -1, PEL_PLACE_AMBIGUOUS } },
    { { "0", "a", { 10, 20, 400, 300 }, NONE }, { "0", "a", { 50, 60, 400, 300 }, NONE } } },
  { "a hidden twin", "gtk", "3.24",
    { { "a", { 0, 0, 400, 300 }, 0, -1, PEL_PLACE_NO_WINDOW }, { "a", { 0, 0, 400, 300 }, SHOWN, 0, KNOWN } },
    { { "1", "a", { 10, 20, 400, 300 }, NONE } } },
  { "another that fits nowhere", "gtk", "3.24",
    { { "x", { 0, 0, 100, 90 }, SHOWN, -1, PEL_PLACE_NO_WINDOW }, { "a", { 0, 0, 400, 300 }, SHOWN, 0, KNOWN } },
    { { "1", "a", { 10, 20, 400, 300 }, NONE }, { "2", "other", { 50, 60, 700, 700 }, NONE } } },
  { "the window of a window manager", "gtk", "3.24", /* xfwm4 lists one that is nowhere */
    { { "", { -1000, -1000, 5, 5 }, SHOWN | ACTIVE, -1, PEL_PLACE_NO_WINDOW } },
    { { NULL } } },
  { "a window that nobody manages", "Chromium", "1.0",
    { { "page", { 300, 200, 900, 600 }, SHOWN, 1, KNOWN }, { "", { 320, 692, 200, 74 }, SHOWN, 0, KNOWN } },
    { { "9", "", { 320, 692, 200, 74 }, PEL_WINDOW_UNMANAGED }, { "1", "page", { 300, 200, 900, 600 }, NONE } } },
  { "a window that nobody manages, elsewhere", "Chromium", "1.0",
    { { "page", { 300, 200, 900, 600 }, SHOWN, 1, KNOWN }, { "", { 420, 692, 200, 74 }, SHOWN, -1, PEL_PLACE_NO_WINDOW } },
    { { "9", "", { 320, 692, 200, 74 }, PEL_WINDOW_UNMANAGED }, { "1", "page", { 300, 200, 900, 600 }, NONE } } },
  { "a large number", "GTK", "4.8",
    { { "a", { 0, 0, G_MAXINT, G_MAXINT }, SHOWN, 0, PEL_PLACE_NO_WINDOW } },
    { { "1", "a", { 10, 20, 400, 300 }, NONE } } },
};
/* clang-format on */

static PelDesktop *
make_desktop (const Case *row)
{
  PelWindow *windows[G_N_ELEMENTS (row->windows)] = { NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (row->windows) && row->windows[i].id != NULL; i++)
    windows[i] = placed_window (row->windows[i].id,
                                row->windows[i].title,
                                row->windows[i].surface,
                                (PlacedBorder){ 0 },
                                (PlacedBorder){ 0 },
                                row->windows[i].states);
  return placed_desktop (PEL_PLATFORM_X11, windows[0], windows[1], windows[2], NULL);
}

static int
find_surface (PelPlacement *placement, PelNodeId node)
{
  guint                      n;
  const PelPlacementSurface *surfaces = pel_placement_get_surfaces (placement, &n);

  for (guint i = 0; i < n; i++)
    if (surfaces[i].node == node)
      return surfaces[i].window;
  return -1;
}

static void
test_case (gconstpointer data)
{
  const Case              *row = data;
  const PelToolkit        *toolkit = pel_toolkit_find (row->toolkit, row->version);
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  g_autoptr (PelDesktop)   desktop = make_desktop (row);
  g_autoptr (PelPlacement) placement = NULL;
  PelNodeId                tops[4], buttons[4];
  guint                    n = 0;

  for (; n < G_N_ELEMENTS (row->tops) && row->tops[n].title != NULL; n++)
    {
      const Top     *top = &row->tops[n];
      PelToolkitRect inside = { top->rect.x + 10, top->rect.y + 10, 20, 20 };

      tops[n] = placed_add (tree,
                            toolkit,
                            PEL_NODE_ROOT,
                            ATSPI_ROLE_FRAME,
                            top->title,
                            top->rect,
                            top->states);
      buttons[n] = placed_add (tree, toolkit, tops[n], BUTTON, "b", inside, SHOWN);
    }
  placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);
  for (guint i = 0; i < n; i++)
    {
      PelNativeRect rect;

      g_test_message ("top %u", i);
      g_assert_cmpint (pel_placement_locate (placement, buttons[i], &rect), ==, row->tops[i].place);
      g_assert_cmpint (find_surface (placement, tops[i]), ==, row->tops[i].window);
    }
}

/* The windows of another process are never its own. */
static void
test_other_process (void)
{
  const PelToolkit        *toolkit = pel_toolkit_find ("gtk", "3.24");
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelToolkitRect           rect = { 0, 0, 400, 300 };
  PelNodeId top = placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "a", rect, SHOWN);
  g_autoptr (PelDesktop) desktop = placed_desktop (PEL_PLATFORM_X11,
                                                   placed_window ("1",
                                                                  "a",
                                                                  (PelNativeRect){ 1, 2, 400, 300 },
                                                                  (PlacedBorder){ 0 },
                                                                  (PlacedBorder){ 0 },
                                                                  0),
                                                   NULL);
  const pid_t            pids[] = { PLACED_PID + 1, 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (pids); i++)
    {
      g_autoptr (PelPlacement) placement = pel_placement_new (tree, toolkit, pids[i], desktop);
      PelNativeRect            native;

      g_assert_cmpint (pel_placement_locate (placement, top, &native), ==, PEL_PLACE_NO_WINDOW);
    }
}

/* What can be seen, in a window of 400×300 at 100,100 whose list shows 200×100 of its rows. */
typedef struct
{
  const char    *name;
  const char    *toolkit, *version;
  PelToolkitRect rect; /* in the window; Qt's is moved to the screen */
  PelStates      states;
  gboolean       is_in_list;
  PelPlace       place;
  gboolean       is_visible;
} Sight;

#define VISIBLE PEL_STATE_BIT (PEL_STATE_VISIBLE)

/* clang-format off */
static const Sight sights[] = {
  { "plain",                  "gtk", "3.24", { 10, 10, 20, 20 },   SHOWN,   FALSE, KNOWN, TRUE  },
  { "not showing",            "gtk", "3.24", { 10, 10, 20, 20 },   VISIBLE, FALSE, KNOWN, FALSE },
  { "neither",                "gtk", "3.24", { 10, 10, 20, 20 },   0,       FALSE, PEL_PLACE_HIDDEN, FALSE },
  { "hidden",                 "gtk", "3.24", { G_MININT, G_MININT, 1, 1 }, VISIBLE, FALSE, PEL_PLACE_HIDDEN, FALSE },
  { "without size",           "gtk", "3.24", { 10, 10, 0, 20 },    SHOWN,   FALSE, KNOWN, FALSE },
  { "outside of the window",  "gtk", "3.24", { 10, 2000, 20, 20 }, SHOWN,   FALSE, KNOWN, FALSE },
  { "partly outside",         "gtk", "3.24", { -10, -10, 20, 20 }, SHOWN,   FALSE, KNOWN, TRUE  },
  { "row on show",            "gtk", "3.24", { 10, 60, 20, 20 },   SHOWN,   TRUE,  KNOWN, TRUE  },
  { "row below",              "gtk", "3.24", { 10, 200, 20, 20 },  SHOWN,   TRUE,  KNOWN, FALSE },
  { "gtk4 says nothing",      "GTK", "4.8",  { 10, 10, 20, 20 },   VISIBLE, FALSE, KNOWN, TRUE  },
  { "gtk4 hidden page",       "GTK", "4.8",  { 10, 10, 0, 0 },     VISIBLE, FALSE, PEL_PLACE_HIDDEN, FALSE },
  { "gtk4 row below",         "GTK", "4.8",  { 10, 200, 20, 20 },  VISIBLE, TRUE,  KNOWN, FALSE },
  { "gtk4 never written",     "GTK", "4.18", { 0, 0, 120065056, 21998 }, VISIBLE, FALSE, PEL_PLACE_HIDDEN, FALSE },
  { "qt",                     "Qt",  "6.4",  { 10, 10, 20, 20 },   SHOWN,   FALSE, KNOWN, TRUE  },
  { "qt row below",           "Qt",  "6.4",  { 10, 200, 20, 20 },  SHOWN,   TRUE,  KNOWN, FALSE },
  { "largest",                "gtk", "3.24", { G_MAXINT, G_MAXINT, G_MAXINT, G_MAXINT }, SHOWN, FALSE, PEL_PLACE_HIDDEN, FALSE },
  { "far out",                "gtk", "3.24", { G_MAXINT, G_MININT + 1, 1 << 24, 1 << 24 }, SHOWN, FALSE, KNOWN, FALSE },
  { "negative",               "gtk", "3.24", { 10, 10, -5, -5 },   SHOWN,   FALSE, PEL_PLACE_HIDDEN, FALSE },
};
/* clang-format on */

static void
test_sight (gconstpointer data)
{
  const Sight             *row = data;
  const PelToolkit        *toolkit = pel_toolkit_find (row->toolkit, row->version);
  int                      shift = toolkit->placing == PEL_PLACING_QT ? 100 : 0;
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelToolkitRect           outer = { shift, shift, 400, 300 };
  PelToolkitRect           shown = { shift, 50 + shift, 200, 100 };
  PelToolkitRect           rect = row->rect;
  PelNodeId frame = placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "a", outer, SHOWN);
  PelNodeId list = placed_add (tree, toolkit, frame, ATSPI_ROLE_SCROLL_PANE, "", shown, SHOWN);
  PelNodeId element;
  g_autoptr (PelDesktop) desktop =
      placed_desktop (PEL_PLATFORM_X11,
                      placed_window ("1",
                                     "a",
                                     (PelNativeRect){ 100, 100, 400, 300 },
                                     (PlacedBorder){ 0 },
                                     (PlacedBorder){ 0 },
                                     0),
                      NULL);
  g_autoptr (PelPlacement) placement = NULL;
  PelNativeRect            native = { 0 };

  if (toolkit->placing == PEL_PLACING_GTK4) /* a later one may say it: this one does not */
    pel_atspi_tree_get (tree, list)->states = VISIBLE;
  rect.x += shift;
  rect.y += shift;
  element =
      placed_add (tree, toolkit, row->is_in_list ? list : frame, BUTTON, "b", rect, row->states);
  placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);
  g_assert_cmpint (pel_placement_locate (placement, element, &native), ==, row->place);
  g_assert_cmpint (pel_placement_is_visible (placement, element), ==, row->is_visible);
  g_assert_cmpfloat (ABS (native.x), <=, PEL_COORDINATE_LIMIT);
  g_assert_cmpfloat (ABS (native.x + native.width), <=, PEL_COORDINATE_LIMIT);
}

/* In a window that is hidden nothing can be seen; below a container that says so of itself, what
 * says that it is shown. */
static void
test_sight_chain (void)
{
  const PelToolkit        *toolkit = pel_toolkit_find ("gtk", "3.24");
  PelToolkitRect           outer = { 0, 0, 400, 300 }, inside = { 10, 10, 20, 20 };
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelNodeId frame = placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "a", outer, SHOWN);
  PelNodeId page = placed_add (tree, toolkit, frame, ATSPI_ROLE_PANEL, "", outer, VISIBLE);
  PelNodeId below = placed_add (tree, toolkit, page, BUTTON, "b", inside, SHOWN);
  PelNodeId group = placed_add (tree, toolkit, frame, ATSPI_ROLE_PANEL, "", outer, 0);
  PelNodeId in_group = placed_add (tree, toolkit, group, BUTTON, "b", inside, SHOWN);

  for (int is_minimized = 0; is_minimized < 2; is_minimized++)
    {
      PelWindowInfo          info = { .id = "1",
                                      .title = "a",
                                      .pid = PLACED_PID,
                                      .surface = { 10, 20, 400, 300 },
                                      .content = { 10, 20, 400, 300 },
                                      .bounds = { 10, 20, 400, 300 },
                                      .states = is_minimized ? PEL_WINDOW_MINIMIZED : PEL_WINDOW_VISIBLE };
      g_autoptr (PelDesktop) desktop =
          placed_desktop (PEL_PLATFORM_X11, pel_window_new (&info), NULL);
      g_autoptr (PelPlacement) placement = NULL;

      /* without a place of its own it hides nothing */
      pel_atspi_tree_get (tree, group)->flags |= PEL_NODE_HAS_INTERFACES;
      placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);
      g_assert_false (pel_placement_is_visible (placement, page));
      g_assert_cmpint (pel_placement_is_visible (placement, below), ==, !is_minimized);
      g_assert_cmpint (pel_placement_is_visible (placement, in_group), ==, !is_minimized);
      g_assert_cmpint (pel_placement_is_visible (placement, frame), ==, !is_minimized);
    }
}

static void
test_unread (void)
{
  const PelToolkit        *toolkit = pel_toolkit_find ("GTK", "4.8");
  PelToolkitRect           outer = { 0, 0, 400, 300 };
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelNodeId frame = placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "a", outer, SHOWN);
  PelNodeId unread = placed_add (tree, toolkit, frame, BUTTON, "b", outer, SHOWN);
  PelNodeId foreign = pel_atspi_tree_add (tree, frame, 0, ":1.99", "/grafted");
  g_autoptr (PelDesktop)   desktop = placed_desktop (PEL_PLATFORM_X11,
                                                   placed_window ("1",
                                                                  "a",
                                                                  (PelNativeRect){ 1, 2, 400, 300 },
                                                                  (PlacedBorder){ 0 },
                                                                  (PlacedBorder){ 0 },
                                                                  0),
                                                   NULL);
  g_autoptr (PelPlacement) placement = NULL;
  PelNativeRect            rect;

  pel_atspi_tree_get (tree, unread)->flags &= ~PEL_NODE_HAS_EXTENTS;
  placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);
  g_assert_cmpint (pel_placement_locate (placement, unread, &rect), ==, PEL_PLACE_NOT_READ);
  g_assert_cmpint (pel_placement_locate (placement, foreign, &rect), ==, PEL_PLACE_NONE);
  g_assert_cmpint (pel_placement_locate (placement, PEL_NODE_ROOT, &rect), ==, PEL_PLACE_NONE);
}

/* Any numbers at all, in any toolkit: every rectangle that is told is finite and in bounds. */
static void
test_random (void)
{
  static const char *const names[][2] = {
    { "gtk", "3" }, { "GTK", "4" }, { "Qt", "6" }, { "Chromium", "1" }, { "?", "" }
  };
  static const guint roles[] = { ATSPI_ROLE_FRAME,        ATSPI_ROLE_MENU,
                                 ATSPI_ROLE_COMBO_BOX,    ATSPI_ROLE_ROOT_PANE,
                                 ATSPI_ROLE_DOCUMENT_WEB, ATSPI_ROLE_POPUP_MENU,
                                 ATSPI_ROLE_WINDOW,       ATSPI_ROLE_LIST,
                                 ATSPI_ROLE_SCROLL_PANE };

  for (int round = 0; round < 200; round++)
    {
      const char *const       *name = names[g_test_rand_int_range (0, 5)];
      const PelToolkit        *toolkit = pel_toolkit_find (name[0], name[1]);
      PelPlatformKind          kind = g_test_rand_bit () ? PEL_PLATFORM_X11 : PEL_PLATFORM_WAYLAND;
      g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
      g_autoptr (PelDesktop)   desktop = NULL;
      g_autoptr (PelPlacement) placement = NULL;
      PelNativeRect            surface = { g_test_rand_int (), g_test_rand_int (), 400, 300 };

      for (int i = 0; i < 60; i++)
        {
          PelNodeId      parent = (PelNodeId) g_test_rand_int_range (1, 2 + i);
          PelToolkitRect rect = { g_test_rand_int (),
                                  g_test_rand_int (),
                                  g_test_rand_bit () ? 400 : g_test_rand_int (),
                                  g_test_rand_bit () ? 300 : g_test_rand_int () };

          placed_add (tree,
                      toolkit,
                      parent,
                      roles[g_test_rand_int_range (0, G_N_ELEMENTS (roles))],
                      "a",
                      rect,
                      g_test_rand_bit () ? SHOWN : (PelStates) g_test_rand_int ());
        }
      desktop =
          placed_desktop (kind,
                          placed_window ("1",
                                         "a",
                                         surface,
                                         (PlacedBorder){ 0 },
                                         (PlacedBorder){ 0 },
                                         0),
                          placed_popup ("2", (PelNativeRect){ g_test_rand_int (), 5, 400, 300 }),
                          NULL);
      placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);
      for (PelNodeId id = pel_atspi_tree_get_end (tree) - 1; id > 0; id--)
        {
          PelNativeRect rect = { 0 };

          if (pel_placement_locate (placement, id, &rect) != PEL_PLACE_KNOWN)
            continue;
          placed_assert_trace (placement, id);
          g_assert_true (rect.width >= 0 && rect.height >= 0);
          if (pel_atspi_tree_get (tree, id)->parent == PEL_NODE_ROOT)
            continue; /* where its window is */
          g_assert_true (ABS (rect.x) <= PEL_COORDINATE_LIMIT &&
                         ABS (rect.y) <= PEL_COORDINATE_LIMIT &&
                         rect.x + rect.width <= PEL_COORDINATE_LIMIT &&
                         rect.y + rect.height <= PEL_COORDINATE_LIMIT);
        }
    }
}

static void
add (const char *folder, const char *name, gconstpointer row, GTestDataFunc test)
{
  g_autofree char *path = g_strdup_printf ("/placement-match/%s/%s", folder, name);

  g_test_add_data_func (g_strdelimit (path, " ", '-'), row, test);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    add ("windows", cases[i].name, &cases[i], test_case);
  for (gsize i = 0; i < G_N_ELEMENTS (sights); i++)
    add ("sight", sights[i].name, &sights[i], test_sight);
  g_test_add_func ("/placement-match/windows/other-process", test_other_process);
  g_test_add_func ("/placement-match/sight/chain", test_sight_chain);
  g_test_add_func ("/placement-match/unread", test_unread);
  g_test_add_func ("/placement-match/random", test_random);
  return g_test_run ();
}
