/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The numbers were measured: what toolkits told, and where the pixels were. */

#include "placed-tree.h"

#define BUTTON  ATSPI_ROLE_PUSH_BUTTON
#define WEB     ATSPI_ROLE_DOCUMENT_WEB
#define UNSHOWN PEL_STATE_BIT (PEL_STATE_VISIBLE)

typedef struct
{
  const char    *name, *toolkit, *version;
  PelToolkitRect real;           /* pixels */
  PelToolkitRect element, frame; /* as told */
  PelNativeRect  surface;        /* the X window */
  PlacedBorder   shadow, decorations;
  guint          within; /* role of what stands between; 0: nothing */
} Row;

#define OPENBOX \
  {             \
    1, 1, 20, 5 \
  }
#define NO_EDGE \
  {             \
    0, 0, 0, 0  \
  }

/* GTK 4 tells the box inside of its paddings, here 30 pixels left and right and 20 above and below:
 * the real one is the button's without them. */
/* clang-format off */
static const Row x11_rows[] = {
  { "gtk3 server-side", "gtk", "3.24.38",
    { 318, 237, 91, 64 }, { 17, 17, 91, 64 }, { -1, -20, 402, 325 }, { 301, 220, 400, 300 }, NO_EDGE, OPENBOX, 0 },
  { "gtk3 client-side, openbox", "gtk", "3.24.38",
    { 317, 263, 91, 64 }, { 22, 68, 91, 64 }, { 0, 0, 410, 356 }, { 295, 195, 410, 356 }, NO_EDGE, NO_EDGE, 0 },
  { "gtk3 undecorated", "gtk", "3.24.38",
    { 317, 217, 91, 64 }, { 17, 17, 91, 64 }, { 0, 0, 400, 300 }, { 300, 200, 400, 300 }, NO_EDGE, NO_EDGE, 0 },
  { "gtk3 client-side, xfwm4", "gtk", "3.24.38",
    { 317, 264, 91, 64 }, { 43, 87, 91, 64 }, { 0, 0, 452, 399 }, { 274, 177, 452, 399 }, { 26, 26, 23, 29 }, NO_EDGE, 0 },
  { "gtk3 2x server-side", "gtk", "3.24.38",
    { 335, 254, 182, 128 }, { 17, 17, 91, 64 }, { 0, -10, 401, 313 }, { 301, 220, 800, 600 }, NO_EDGE, OPENBOX, 0 },
  { "gtk3 2x client-side, xfwm4", "gtk", "3.24.38",
    { 334, 328, 182, 128 }, { 43, 87, 91, 64 }, { 0, 0, 452, 399 }, { 248, 154, 904, 798 }, { 52, 52, 46, 58 }, NO_EDGE, 0 },
  { "gtk4 server-side", "GTK", "4.8.3",
    { 318 + 30, 237 + 20, 31, 24 }, { 47, 37, 31, 24 }, { 0, 0, 400, 300 }, { 301, 220, 400, 300 }, NO_EDGE, OPENBOX, 0 },
  { "gtk4 client-side, openbox", "GTK", "4.8.3",
    { 322 + 30, 268 + 20, 31, 24 }, { 47, 83, 31, 24 }, { 0, 0, 390, 290 }, { 300, 200, 400, 300 }, NO_EDGE, NO_EDGE, 0 },
  { "gtk4 client-side, xfwm4", "GTK", "4.8.3",
    { 331 + 30, 276 + 20, 31, 24 }, { 47, 84, 31, 24 }, { 0, 0, 400, 300 }, { 300, 200, 428, 329 }, { 14, 14, 12, 17 }, NO_EDGE, 0 },
  { "gtk4 2x server-side", "GTK", "4.8.3",
    { 336 + 60, 255 + 40, 62, 48 }, { 47, 37, 31, 24 }, { 0, 0, 400, 300 }, { 302, 221, 800, 600 }, NO_EDGE, OPENBOX, 0 },
  { "gtk4 2x client-side, openbox", "GTK", "4.8.3",
    { 345 + 60, 337 + 40, 62, 48 }, { 47, 83, 31, 24 }, { 0, 0, 390, 290 }, { 301, 201, 800, 600 }, NO_EDGE, NO_EDGE, 0 },
  { "gtk4 2x client-side, xfwm4", "GTK", "4.8.3",
    { 362 + 60, 352 + 40, 62, 48 }, { 47, 84, 31, 24 }, { 0, 0, 400, 300 }, { 300, 200, 856, 658 }, { 28, 28, 24, 34 }, NO_EDGE, 0 },
  { "qt5", "Qt", "5.15.8",
    { 318, 259, 120, 50 }, { 318, 259, 120, 50 }, { 301, 220, 400, 300 }, { 301, 220, 400, 300 }, NO_EDGE, OPENBOX, 0 },
  { "qt6", "Qt", "6.4.2",
    { 318, 256, 120, 50 }, { 318, 256, 120, 50 }, { 301, 220, 400, 300 }, { 301, 220, 400, 300 }, NO_EDGE, OPENBOX, 0 },
  { "qt5 1.5x", "Qt", "5.15.8",
    { 477, 379, 180, 75 }, { 318, 252, 120, 50 }, { 301, 213, 400, 300 }, { 451, 320, 600, 450 }, NO_EDGE, OPENBOX, 0 },
  { "qt6 1.5x", "Qt", "6.4.2",
    { 477, 374, 180, 75 }, { 318, 249, 120, 50 }, { 301, 213, 400, 300 }, { 451, 320, 600, 450 }, NO_EDGE, OPENBOX, 0 },
  { "qt6 2x", "Qt", "6.4.2",
    { 635, 492, 240, 100 }, { 318, 246, 120, 50 }, { 301, 210, 400, 300 }, { 601, 420, 800, 600 }, NO_EDGE, OPENBOX, 0 },
  { "qt6 120 dpi", "Qt", "6.4.2",
    { 397, 315, 150, 63 }, { 318, 252, 120, 50 }, { 301, 216, 400, 300 }, { 376, 270, 500, 375 }, NO_EDGE, OPENBOX, 0 },
  { "chromium page", "Chromium", "1.0",
    { 317, 273, 120, 50 }, { 317, 273, 120, 50 }, { 300, 200, 600, 400 }, { 300, 200, 600, 400 }, NO_EDGE, NO_EDGE, WEB },
  { "chromium 1.5x page", "Chromium", "1.0", /* rounded outwards: really 476,410 180×75 */
    { 475, 409, 181, 76 }, { 475, 409, 181, 76 }, { 300, 200, 600, 400 }, { 450, 300, 900, 600 }, NO_EDGE, NO_EDGE, WEB },
  { "chromium 1.5x page in a browser", "Chromium", "1.0", /* really 182,391 180×75 */
    { 181, 389, 181, 76 }, { 181, 389, 181, 76 }, { 100, 100, 800, 400 }, { 150, 150, 1200, 600 }, { 6, 6, 0, 6 }, NO_EDGE, WEB },
  { "chromium 1.5x button of the browser", "Chromium", "1.0",
    { 273, 219, 51, 51 }, { 182, 146, 34, 34 }, { 100, 100, 800, 400 }, { 150, 150, 1200, 600 }, { 6, 6, 0, 6 }, NO_EDGE, 0 },
};

static const Row wayland_rows[] = {
  { "gtk3 server-side", "gtk", "3.24.38",
    { 122, 129, 200, 30 }, { 20, 44, 200, 30 }, { 0, 0, 900, 600 }, { 102, 85, 900, 600 }, NO_EDGE, { 2, 2, 25, 2 }, 0 },
  { "gtk4 client-side", "GTK", "4.8.3",
    { 120, 136, 200, 30 }, { 20, 76, 200, 30 }, { 0, 0, 900, 632 }, { 100, 60, 900, 632 }, NO_EDGE, NO_EDGE, 0 },
  { "qt5", "Qt", "5.15.8",
    { 122, 129, 200, 30 }, { 20, 44, 200, 30 }, { 0, 0, 900, 600 }, { 102, 85, 900, 600 }, NO_EDGE, { 2, 2, 25, 2 }, 0 },
  { "qt5, where a monitor was", "Qt", "5.15.8",
    { 122, 129, 200, 30 }, { 1300, 44, 200, 30 }, { 1280, 0, 900, 600 }, { 102, 85, 900, 600 }, NO_EDGE, { 2, 2, 25, 2 }, 0 },
  { "gtk3 in xwayland", "gtk", "3.24.38",
    { 122, 129, 200, 30 }, { 20, 44, 200, 30 }, { 0, 0, 900, 600 }, { 102, 85, 900, 600 }, NO_EDGE, { 2, 2, 25, 2 }, 0 },
  { "qt6 in xwayland", "Qt", "6.4.2",
    { 122, 129, 200, 30 }, { 122, 129, 200, 30 }, { 102, 85, 900, 600 }, { 102, 85, 900, 600 }, NO_EDGE, { 2, 2, 25, 2 }, 0 },
  { "gtk4 2x in xwayland", "GTK", "4.8.3",
    { 142, 173, 400, 60 }, { 20, 44, 200, 30 }, { 0, 0, 450, 300 }, { 102, 85, 900, 600 }, NO_EDGE, { 2, 2, 25, 2 }, 0 },
  { "chromium page on a monitor of scale 1", "Chromium", "1.0",
    { 122, 129, 200, 30 }, { 20, 44, 200, 30 }, { 0, 0, 900, 600 }, { 102, 85, 900, 600 }, NO_EDGE, { 2, 2, 25, 2 }, WEB },
};
/* clang-format on */

static void
check_row (const Row *row, PelPlatformKind kind)
{
  const PelToolkit        *toolkit = pel_toolkit_find (row->toolkit, row->version);
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelNodeId                frame =
      placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "title", row->frame, SHOWN);
  PelNodeId  holder = row->within == 0
                          ? frame
                          : placed_add (tree, toolkit, frame, row->within, "", row->frame, SHOWN);
  PelNodeId  element = placed_add (tree, toolkit, holder, BUTTON, "MAG", row->element, SHOWN);
  PelWindow *window =
      placed_window ("1", "title", row->surface, row->shadow, row->decorations, PEL_WINDOW_ACTIVE);
  PelNativeRect              bounds = pel_window_get_info (window)->bounds;
  g_autoptr (PelDesktop)     desktop = placed_desktop (kind, window, NULL);
  g_autoptr (PelPlacement)   placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);
  guint                      n;
  const PelPlacementSurface *surfaces = pel_placement_get_surfaces (placement, &n);

  placed_assert (placement, element, row->real);
  placed_assert (placement,
                 frame,
                 (PelToolkitRect){
                     (int) bounds.x, (int) bounds.y, (int) bounds.width, (int) bounds.height });
  g_assert_true (pel_placement_is_visible (placement, element));
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (surfaces[0].node, ==, frame);
  g_assert_cmpint (surfaces[0].window, ==, 0);
}

static void
test_x11_row (gconstpointer row)
{
  check_row (row, PEL_PLATFORM_X11);
}

static void
test_wayland_row (gconstpointer row)
{
  check_row (row, PEL_PLATFORM_WAYLAND);
}

/* Which size a shadow has, only what the frame holds tells; it is not the same on all sides. */
static void
test_wayland_shadow (void)
{
  const PelToolkit        *toolkit = pel_toolkit_find ("gtk", "3.24.38");
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelToolkitRect           outer = { 0, 0, 452, 399 };
  PelNodeId frame = placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "t", outer, SHOWN);
  PelNodeId element;

  placed_add (tree,
              toolkit,
              frame,
              ATSPI_ROLE_PANEL,
              "",
              (PelToolkitRect){ 26, 23, 400, 47 },
              SHOWN);
  placed_add (tree,
              toolkit,
              frame,
              ATSPI_ROLE_FILLER,
              "",
              (PelToolkitRect){ 26, 70, 400, 300 },
              SHOWN);
  placed_add (tree,
              toolkit,
              frame,
              ATSPI_ROLE_PANEL,
              "hidden",
              (PelToolkitRect){ G_MININT, G_MININT, 1, 1 },
              0);
  element =
      placed_add (tree, toolkit, frame, BUTTON, "b", (PelToolkitRect){ 43, 87, 91, 64 }, SHOWN);

  for (int i = 0; i < 2; i++)
    {
      PelNativeRect            content = { 440, 226, 400, i == 0 ? 347 : 348 };
      g_autoptr (PelDesktop)   desktop = placed_desktop (PEL_PLATFORM_WAYLAND,
                                                       placed_window ("1",
                                                                      "t",
                                                                      content,
                                                                      (PlacedBorder){ 0 },
                                                                      (PlacedBorder){ 0 },
                                                                      0),
                                                       NULL);
      g_autoptr (PelPlacement) placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);
      PelNativeRect            rect;

      if (i == 0)
        placed_assert (placement, element, (PelToolkitRect){ 457, 290, 91, 64 });
      else /* nothing tells where in the window it is */
        g_assert_cmpint (pel_placement_locate (placement, element, &rect), ==, PEL_PLACE_NO_WINDOW);
      placed_assert (placement, frame, (PelToolkitRect){ 440, 226, 400, (int) content.height });
    }
}

/* Pages count in pixels of a buffer that is larger than the window; a page inside of a page counts
 * as that does. */
static void
test_wayland_page (void)
{
  const PelToolkit        *toolkit = pel_toolkit_find ("Chromium", "1.0");
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelToolkitRect           outer = { 0, 0, 900, 600 }, page = { 0, 0, 1800, 1200 };
  PelNodeId frame = placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "t", outer, SHOWN);
  PelNodeId panel = placed_add (tree, toolkit, frame, ATSPI_ROLE_PANEL, "", outer, SHOWN);
  PelNodeId web = placed_add (tree, toolkit, panel, WEB, "", page, SHOWN);
  PelNodeId button =
      placed_add (tree, toolkit, web, BUTTON, "b", (PelToolkitRect){ 40, 88, 400, 60 }, SHOWN);
  PelNodeId inner =
      placed_add (tree, toolkit, web, WEB, "", (PelToolkitRect){ 800, 400, 600, 600 }, SHOWN);
  PelNodeId deep =
      placed_add (tree, toolkit, inner, BUTTON, "d", (PelToolkitRect){ 810, 410, 20, 20 }, SHOWN);
  g_autoptr (PelDesktop) desktop =
      placed_desktop (PEL_PLATFORM_WAYLAND,
                      placed_window ("1",
                                     "t",
                                     (PelNativeRect){ 1352, 85, 900, 600 },
                                     (PlacedBorder){ 0 },
                                     (PlacedBorder){ 2, 2, 25, 2 },
                                     0),
                      NULL);
  g_autoptr (PelPlacement) placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);

  placed_assert (placement, button, (PelToolkitRect){ 1372, 129, 200, 30 });
  placed_assert (placement, deep, (PelToolkitRect){ 1352 + 405, 85 + 205, 10, 10 });
}

/* Cells of a sheet count from another corner than the panel that they are drawn on. */
static void
test_libreoffice (void)
{
  const PelToolkit        *toolkit = pel_toolkit_find ("gtk", "3.24.38");
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelToolkitRect           outer = { -1, -20, 902, 625 };
  PelNodeId                frame =
      placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "Calc", outer, SHOWN);
  PelNodeId panel = placed_add (tree,
                                toolkit,
                                frame,
                                ATSPI_ROLE_PANEL,
                                "",
                                (PelToolkitRect){ 0, 25, 900, 575 },
                                SHOWN);
  PelNodeId pane = placed_add (tree,
                               toolkit,
                               panel,
                               ATSPI_ROLE_ROOT_PANE,
                               "Calc",
                               (PelToolkitRect){ 300, 200, 900, 575 },
                               SHOWN);
  PelNodeId cell = placed_add (tree,
                               toolkit,
                               pane,
                               ATSPI_ROLE_TABLE_CELL,
                               "A1",
                               (PelToolkitRect){ 341, 338, 82, 17 },
                               SHOWN);
  PelNodeId button =
      placed_add (tree, toolkit, frame, BUTTON, "", (PelToolkitRect){ 6, 555, 20, 20 }, SHOWN);
  /* a combo box of GTK in a tool bar of its own: the widget fills the panel, and is told lower */
  PelNodeId              drawn = placed_add (tree,
                                toolkit,
                                pane,
                                ATSPI_ROLE_PANEL,
                                "Font Name",
                                (PelToolkitRect){ 567, 241, 207, 34 },
                                SHOWN);
  PelNodeId              widget = placed_add (tree,
                                 toolkit,
                                 drawn,
                                 ATSPI_ROLE_PANEL,
                                 "",
                                 (PelToolkitRect){ 567, 266, 207, 34 },
                                 SHOWN);
  PelNodeId              arrow = placed_add (tree,
                                toolkit,
                                widget,
                                ATSPI_ROLE_TOGGLE_BUTTON,
                                "",
                                (PelToolkitRect){ 738, 266, 36, 34 },
                                SHOWN);
  PelNodeId              bar = placed_add (tree,
                              toolkit,
                              pane,
                              ATSPI_ROLE_MENU_BAR,
                              "",
                              (PelToolkitRect){ 300, 200, 900, 0 },
                              SHOWN);
  PelNodeId              menu = placed_add (tree,
                               toolkit,
                               bar,
                               ATSPI_ROLE_MENU,
                               "File",
                               (PelToolkitRect){ 300, 200, 35, 19 },
                               SHOWN);
  g_autoptr (PelDesktop) desktop =
      placed_desktop (PEL_PLATFORM_X11,
                      placed_window ("1",
                                     "Calc",
                                     (PelNativeRect){ 300, 200, 900, 600 },
                                     (PlacedBorder) NO_EDGE,
                                     (PlacedBorder) OPENBOX,
                                     0),
                      NULL);
  g_autoptr (PelPlacement) placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);

  placed_assert (placement, cell, (PelToolkitRect){ 341, 363, 82, 17 });
  placed_assert (placement, button, (PelToolkitRect){ 306, 755, 20, 20 });
  placed_assert (placement, drawn, (PelToolkitRect){ 567, 266, 207, 34 });
  placed_assert (placement, widget, (PelToolkitRect){ 567, 266, 207, 34 });
  placed_assert (placement, arrow, (PelToolkitRect){ 738, 266, 36, 34 });
  g_assert_true (pel_placement_is_visible (placement, arrow));
  g_assert_false (pel_placement_is_visible (placement, menu)); /* GTK draws another one */
}

/* GTK 3 says of a viewport that is scrolled that it is nowhere, and of what it shows where it is.
 */
static void
test_viewport (void)
{
  const PelToolkit        *toolkit = pel_toolkit_find ("gtk", "3.24.38");
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelToolkitRect           nowhere = { G_MININT, G_MININT, 188, 338 };
  PelStates                visible = PEL_STATE_BIT (PEL_STATE_VISIBLE);
  PelNodeId                frame = placed_add (tree,
                                toolkit,
                                PEL_NODE_ROOT,
                                ATSPI_ROLE_FRAME,
                                "title",
                                (PelToolkitRect){ 0, 0, 900, 600 },
                                SHOWN);
  PelNodeId                area = placed_add (tree,
                               toolkit,
                               frame,
                               ATSPI_ROLE_SCROLL_PANE,
                               "",
                               (PelToolkitRect){ 680, 252, 200, 338 },
                               SHOWN);
  PelNodeId  viewport = placed_add (tree, toolkit, area, ATSPI_ROLE_VIEWPORT, "", nowhere, visible);
  PelNodeId  inside = placed_add (tree,
                                 toolkit,
                                 viewport,
                                 BUTTON,
                                 "inside",
                                 (PelToolkitRect){ 700, 312, 120, 30 },
                                 SHOWN);
  PelNodeId  outside = placed_add (tree, toolkit, viewport, BUTTON, "outside", nowhere, visible);
  PelWindow *window = placed_window ("1",
                                     "title",
                                     (PelNativeRect){ 100, 60, 900, 600 },
                                     (PlacedBorder){ 0 },
                                     (PlacedBorder){ 0 },
                                     PEL_WINDOW_ACTIVE);
  g_autoptr (PelDesktop)   desktop = placed_desktop (PEL_PLATFORM_X11, window, NULL);
  g_autoptr (PelPlacement) placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);
  PelNativeRect            rect;

  placed_assert (placement, inside, (PelToolkitRect){ 800, 372, 120, 30 });
  g_assert_true (pel_placement_is_visible (placement, inside));
  g_assert_false (pel_placement_is_visible (placement, outside));
  g_assert_cmpint (pel_placement_locate (placement, viewport, &rect), ==, PEL_PLACE_NONE);
}

/* A notebook of GTK 3 that shows no tabs: its pages have no place, what is on the front one has. */
static void
test_hidden_tabs (void)
{
  const PelToolkit        *toolkit = pel_toolkit_find ("gtk", "3.24.38");
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  const PelToolkitRect     nowhere = { -1, -1, -1, -1 };
  const PelToolkitRect     whole = { 0, 0, 900, 600 };
  PelStates                visible = PEL_STATE_BIT (PEL_STATE_VISIBLE);
  PelNodeId                frame =
      placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "title", whole, SHOWN);
  PelNodeId  book = placed_add (tree, toolkit, frame, ATSPI_ROLE_PAGE_TAB_LIST, "", whole, SHOWN);
  PelNodeId  front = placed_add (tree, toolkit, book, ATSPI_ROLE_PAGE_TAB, "", nowhere, SHOWN);
  PelNodeId  back = placed_add (tree, toolkit, book, ATSPI_ROLE_PAGE_TAB, "", nowhere, SHOWN);
  PelNodeId  shown = placed_add (tree,
                                toolkit,
                                front,
                                BUTTON,
                                "shown",
                                (PelToolkitRect){ 10, 20, 120, 30 },
                                SHOWN);
  PelNodeId  hidden = placed_add (tree,
                                 toolkit,
                                 back,
                                 BUTTON,
                                 "hidden",
                                 (PelToolkitRect){ 10, 20, 120, 30 },
                                 visible);
  PelWindow *window = placed_window ("1",
                                     "title",
                                     (PelNativeRect){ 100, 60, 900, 600 },
                                     (PlacedBorder){ 0 },
                                     (PlacedBorder){ 0 },
                                     PEL_WINDOW_ACTIVE);
  g_autoptr (PelDesktop)   desktop = placed_desktop (PEL_PLATFORM_X11, window, NULL);
  g_autoptr (PelPlacement) placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);

  g_assert_false (pel_placement_is_visible (placement, front));
  g_assert_true (pel_placement_is_visible (placement, shown));
  g_assert_false (pel_placement_is_visible (placement, hidden));
}

/* Firefox hides the container of a button that it shows; Qt goes on to show the cells of a list on
 * a tab that is behind another one. */
static void
test_contradiction (void)
{
  static const struct
  {
    const char *toolkit, *version;
    gboolean    is_visible;
  } cases[] = {
    { "Gecko", "153.0", TRUE },
    { "gtk", "3.24.38", TRUE },
    { "Qt", "6.4.2", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const PelToolkit        *toolkit = pel_toolkit_find (cases[i].toolkit, cases[i].version);
      g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
      const PelToolkitRect     whole = { 300, 200, 900, 600 };
      const PelToolkitRect     part = { 340, 240, 120, 30 };
      PelStates                visible = PEL_STATE_BIT (PEL_STATE_VISIBLE);
      PelNodeId                frame =
          placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "t", whole, SHOWN);
      PelNodeId group = placed_add (tree, toolkit, frame, ATSPI_ROLE_GROUPING, "", whole, visible);
      PelNodeId shown = placed_add (tree, toolkit, group, BUTTON, "b", part, SHOWN);
      PelNodeId hidden = placed_add (tree, toolkit, group, BUTTON, "h", part, visible);
      g_autoptr (PelDesktop) desktop =
          placed_desktop (PEL_PLATFORM_X11,
                          placed_window ("1",
                                         "t",
                                         (PelNativeRect){ 300, 200, 900, 600 },
                                         (PlacedBorder) NO_EDGE,
                                         (PlacedBorder) NO_EDGE,
                                         0),
                          NULL);
      g_autoptr (PelPlacement) placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);

      g_test_message ("%s", cases[i].toolkit);
      g_assert_false (pel_placement_is_visible (placement, group));
      g_assert_cmpint (pel_placement_is_visible (placement, shown), ==, cases[i].is_visible);
      g_assert_false (pel_placement_is_visible (placement, hidden));
    }
}

/* A list cuts off its items where they do not fit in it, unless one of them is shown beside it: as
 * in the bar of a page from which menus drop. In Qt everything cuts off what reaches out of it. */

static void
test_scrolled_lists (void)
{
  static const struct
  {
    const char    *toolkit, *version;
    guint          role;
    PelToolkitRect item;
    PelStates      states;
    gboolean       is_clipping, is_visible;
  } cases[] = {
    { "Chromium", "1.0", ATSPI_ROLE_LIST, { 310, 220, 90, 20 }, SHOWN, FALSE, TRUE },
    { "Chromium", "1.0", ATSPI_ROLE_LIST, { 310, 295, 90, 20 }, SHOWN, TRUE, TRUE },
    { "Chromium", "1.0", ATSPI_ROLE_LIST, { 310, 320, 90, 20 }, 0, TRUE, FALSE },
    { "Chromium", "1.0", ATSPI_ROLE_LIST, { 310, 320, 90, 20 }, SHOWN, FALSE, TRUE },
    { "Chromium", "1.0", ATSPI_ROLE_SECTION, { 310, 295, 90, 20 }, SHOWN, FALSE, TRUE },
    { "Chromium", "1.0", ATSPI_ROLE_DOCUMENT_WEB, { 310, 320, 90, 20 }, SHOWN, TRUE, FALSE },
    { "Chromium", "1.0", ATSPI_ROLE_LIST, { 310, 320, 0, 0 }, 0, FALSE, FALSE },
    { "Chromium", "1.0", ATSPI_ROLE_LIST, { 310, G_MAXINT, 90, 90 }, 0, TRUE, FALSE },
    { "Chromium", "1.0", ATSPI_ROLE_LIST, { G_MININT, 0, 90, 90 }, 0, FALSE, FALSE },
    { "Chromium", "1.0", ATSPI_ROLE_SECTION, { 310, 320, 90, 20 }, UNSHOWN, TRUE, FALSE },
    { "Chromium", "1.0", ATSPI_ROLE_SECTION, { 310, 800, 90, 20 }, UNSHOWN, FALSE, FALSE },
    { "Chromium", "1.0", ATSPI_ROLE_SECTION, { 310, 320, 90, 20 }, 0, FALSE, FALSE },
    { "Gecko", "140.0", ATSPI_ROLE_LIST_BOX, { 310, 295, 90, 20 }, SHOWN, TRUE, TRUE },
    { "Qt", "6.4", ATSPI_ROLE_LIST, { 310, 220, 32767, 20 }, SHOWN, TRUE, TRUE },
    { "Qt", "6.4", ATSPI_ROLE_PANEL, { 310, 320, 90, 20 }, SHOWN, TRUE, FALSE },
    { "gtk", "3.24", ATSPI_ROLE_DIRECTORY_PANE, { 10, 120, 90, 20 }, SHOWN, TRUE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const PelToolkit        *toolkit = pel_toolkit_find (cases[i].toolkit, cases[i].version);
      g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
      gboolean                 is_gtk = g_str_equal (cases[i].toolkit, "gtk");
      PelToolkitRect           whole = { 300, 200, 900, 600 }, part = { 300, 210, 100, 100 };
      PelNodeId                frame, list, item;
      g_autoptr (PelDesktop)   desktop =
          placed_desktop (PEL_PLATFORM_X11,
                          placed_window ("1",
                                         "t",
                                         (PelNativeRect){ 300, 200, 900, 600 },
                                         (PlacedBorder) NO_EDGE,
                                         (PlacedBorder) NO_EDGE,
                                         0),
                          NULL);
      g_autoptr (PelPlacement) placement = NULL;

      if (is_gtk) /* counts in the window */
        {
          whole = (PelToolkitRect){ 0, 0, 900, 600 };
          part = (PelToolkitRect){ 0, 10, 100, 100 };
        }
      frame = placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "t", whole, SHOWN);
      list = placed_add (tree, toolkit, frame, cases[i].role, "", part, SHOWN);
      item = placed_add (tree, toolkit, list, BUTTON, "", cases[i].item, cases[i].states);
      placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);

      g_test_message ("case %zu, %s", i, cases[i].toolkit);
      g_assert_cmpint (pel_placement_is_visible (placement, item), ==, cases[i].is_visible);
      g_assert_cmpint (pel_placement_is_clipping (placement, list), ==, cases[i].is_clipping);
      g_assert_false (pel_placement_is_clipping (placement, item) &&
                      !g_str_equal (cases[i].toolkit, "Qt"));
    }
}

/* Of a toolkit that nobody has measured: only what agrees with its window. */
static void
test_unknown (void)
{
  const PelToolkit *toolkit = pel_toolkit_find ("Nobody", "1.0");
  /* clang-format off */
  static const struct { PelToolkitRect frame; gboolean is_known; } cases[] = {
    { { 300, 200, 900, 600 }, TRUE  },
    { { 299, 180, 902, 625 }, TRUE  }, /* with the decorations */
    { { 150, 100, 450, 300 }, TRUE  }, /* at scale 2 */
    { { 300, 200, 800, 600 }, FALSE },
    { { 300, 200, 0, 0 },     FALSE },
  };
  /* clang-format on */

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
      PelNodeId                frame =
          placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "t", cases[i].frame, SHOWN);
      PelToolkitRect         inside = { cases[i].frame.x + 40, cases[i].frame.y + 40, 10, 10 };
      PelNodeId              button = placed_add (tree, toolkit, frame, BUTTON, "b", inside, SHOWN);
      g_autoptr (PelDesktop) desktop =
          placed_desktop (PEL_PLATFORM_X11,
                          placed_window ("1",
                                         "t",
                                         (PelNativeRect){ 300, 200, 900, 600 },
                                         (PlacedBorder) NO_EDGE,
                                         (PlacedBorder) OPENBOX,
                                         0),
                          NULL);
      g_autoptr (PelPlacement) placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);
      PelNativeRect            rect;

      g_assert_cmpint (pel_placement_locate (placement, button, &rect) == PEL_PLACE_KNOWN,
                       ==,
                       cases[i].is_known);
    }
}

static void
test_trace (void)
{
  const PelToolkit        *toolkit = pel_toolkit_find ("gtk", "3.24.38");
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelToolkitRect           outer = { 0, -10, 401, 313 };
  PelNodeId frame = placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FRAME, "t", outer, SHOWN);
  PelNodeId button =
      placed_add (tree, toolkit, frame, BUTTON, "b", (PelToolkitRect){ 17, 17, 91, 64 }, SHOWN);
  PelNodeId              hidden = placed_add (tree,
                                 toolkit,
                                 frame,
                                 BUTTON,
                                 "h",
                                 (PelToolkitRect){ G_MININT, G_MININT, 1, 1 },
                                 0);
  g_autoptr (PelDesktop) desktop =
      placed_desktop (PEL_PLATFORM_X11,
                      placed_window ("0x1400003",
                                     "t",
                                     (PelNativeRect){ 301, 220, 800, 600 },
                                     (PlacedBorder) NO_EDGE,
                                     (PlacedBorder) OPENBOX,
                                     0),
                      NULL);
  g_autoptr (PelPlacement)      placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);
  g_autoptr (PelPlacementTrace) trace = pel_placement_trace (placement, button);
  g_autoptr (PelPlacementTrace) nowhere = pel_placement_trace (placement, hidden);
  g_autofree char              *formula = pel_placement_trace_dup_formula (trace);

  g_assert_cmpstr (formula,
                   ==,
                   "WINDOW (17, 17 91×64) × 2 + surface (301, 220) = (335, 254 182×128)");
  g_assert_false (nowhere->is_known);
  g_assert_cmpuint (nowhere->steps->len, ==, 0);
}

static void
add_rows (const char *folder, const Row *rows, gsize n_rows, GTestDataFunc test)
{
  for (gsize i = 0; i < n_rows; i++)
    {
      g_autofree char *path = g_strdup_printf ("/placement/%s/%s", folder, rows[i].name);

      g_test_add_data_func (g_strdelimit (path, " ", '-'), &rows[i], test);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_rows ("x11", x11_rows, G_N_ELEMENTS (x11_rows), test_x11_row);
  add_rows ("wayland", wayland_rows, G_N_ELEMENTS (wayland_rows), test_wayland_row);
  g_test_add_func ("/placement/wayland/gtk3-shadow", test_wayland_shadow);
  g_test_add_func ("/placement/wayland/chromium-page-2x", test_wayland_page);
  g_test_add_func ("/placement/x11/libreoffice", test_libreoffice);
  g_test_add_func ("/placement/x11/unknown", test_unknown);
  g_test_add_func ("/placement/x11/gtk3-viewport", test_viewport);
  g_test_add_func ("/placement/gtk3/hidden-tabs", test_hidden_tabs);
  g_test_add_func ("/placement/contradiction", test_contradiction);
  g_test_add_func ("/placement/scrolled-lists", test_scrolled_lists);
  g_test_add_func ("/placement/trace", test_trace);
  return g_test_run ();
}
