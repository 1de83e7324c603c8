/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Menus, popovers and lists: windows of their own on X11, nowhere on Wayland. The numbers were
 * measured. */

#include "placed-tree.h"

/* A row a node: its parent is the last one that is less deep. The first is the top level. */
typedef struct
{
  guint          depth, role;
  const char    *name;
  PelToolkitRect rect;
  PelStates      states;
  PelToolkitRect real;   /* on X11 */
  PelPlace       place;  /* on X11 */
  int            window; /* -1: not a window of its own */
  PelPlace       wayland;
} Node;

typedef struct
{
  const char   *name, *toolkit, *version;
  PelNativeRect popups[3]; /* the topmost first */
  PelNativeRect window;    /* of the top level: it comes after them */
  Node          nodes[10];
} Case;

#define KNOWN   PEL_PLACE_KNOWN
#define POPUP   PEL_PLACE_POPUP
#define HIDDEN  PEL_PLACE_HIDDEN
#define MISSING PEL_PLACE_NO_WINDOW
#define UNCLEAR PEL_PLACE_AMBIGUOUS
#define NOWHERE              \
  {                          \
    G_MININT, G_MININT, 1, 1 \
  }
#define NOTHING \
  {             \
    0, 0, 0, 0  \
  }
#define VISIBLE PEL_STATE_BIT (PEL_STATE_VISIBLE)
#define MODAL   PEL_STATE_BIT (PEL_STATE_MODAL)

/* clang-format off */
static const Case cases[] = {
  { "gtk3 menu with submenu", "gtk", "3.24",
    { { 459, 272, 160, 48 }, { 301, 248, 160, 48 } }, { 301, 220, 900, 600 }, {
    { 0, ATSPI_ROLE_FRAME,     "t",      { 0, 0, 900, 600 },    SHOWN, { 301, 220, 900, 600 }, KNOWN,  2, KNOWN },
    { 1, ATSPI_ROLE_MENU,      "File",   { 0, 0, 51, 28 },      SHOWN, { 301, 220, 51, 28 },   KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_MENU_ITEM, "Open",   { 301, 248, 160, 24 }, SHOWN, { 301, 248, 160, 24 },  KNOWN,  1, POPUP },
    { 2, ATSPI_ROLE_MENU,      "Recent", { 301, 272, 160, 24 }, SHOWN, { 301, 272, 160, 24 },  KNOWN,  1, POPUP },
    { 3, ATSPI_ROLE_MENU_ITEM, "One",    { 459, 272, 160, 24 }, SHOWN, { 459, 272, 160, 24 },  KNOWN,  0, POPUP },
    { 2, ATSPI_ROLE_MENU_ITEM, "closed", NOWHERE,               VISIBLE, NOTHING,              HIDDEN, -1, HIDDEN } } },
  { "gtk3 menu at scale 2", "gtk", "3.24",
    { { 334, 528, 320, 96 } }, { 301, 220, 1800, 1200 }, {
    { 0, ATSPI_ROLE_FRAME,     "t",      { 0, 0, 900, 600 },    SHOWN, { 301, 220, 1800, 1200 }, KNOWN, 1, KNOWN },
    { 1, ATSPI_ROLE_MENU,      "File",   { 0, 0, 51, 28 },      SHOWN, { 301, 220, 102, 56 },  KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_MENU_ITEM, "Open",   { 167, 264, 160, 24 }, SHOWN, { 334, 528, 320, 48 },  KNOWN,  0, POPUP } } },
  { "gtk3 combo box", "gtk", "3.24",
    { { 321, 683, 200, 72 } }, { 301, 220, 900, 600 }, {
    { 0, ATSPI_ROLE_FRAME,     "t",      { 0, 0, 900, 600 },    SHOWN, { 301, 220, 900, 600 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_COMBO_BOX, "combo",  { 20, 462, 200, 30 },  SHOWN, { 321, 682, 200, 30 },  KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_MENU,      "",       { 321, 683, 200, 72 }, SHOWN, { 321, 683, 200, 72 },  KNOWN,  0, POPUP },
    { 3, ATSPI_ROLE_MENU_ITEM, "item-2", { 321, 707, 200, 24 }, SHOWN, { 321, 707, 200, 24 },  KNOWN, -1, POPUP } } },
  { "gtk3 popover", "gtk", "3.24", /* as told on X11 */
    { { 0, 0, 0, 0 } }, { 301, 220, 900, 600 }, {
    { 0, ATSPI_ROLE_FRAME,       "t",    { 0, 0, 900, 600 },    SHOWN, { 301, 220, 900, 600 }, KNOWN,  0, KNOWN },
    { 1, ATSPI_ROLE_PANEL,       "bar",  { 0, 0, 900, 34 },     SHOWN, { 301, 220, 900, 34 },  KNOWN, -1, KNOWN },
    { 1, ATSPI_ROLE_PANEL,       "",     { 248, 74, 184, 84 },  SHOWN | MODAL, { 549, 294, 184, 84 }, KNOWN, -1, POPUP },
    { 2, ATSPI_ROLE_PUSH_BUTTON, "item", { 280, 101, 120, 30 }, SHOWN, { 581, 321, 120, 30 },  KNOWN, -1, POPUP },
    { 1, ATSPI_ROLE_PANEL,       "",     { 0, 0, 184, 84 },     SHOWN, { 301, 220, 184, 84 },  KNOWN, -1, POPUP } } },
  { "gtk3 menu whose window is not there", "gtk", "3.24",
    { { 900, 900, 10, 10 } }, { 301, 220, 900, 600 }, {
    { 0, ATSPI_ROLE_FRAME,     "t",      { 0, 0, 900, 600 },    SHOWN, { 301, 220, 900, 600 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_MENU,      "File",   { 0, 0, 51, 28 },      SHOWN, { 301, 220, 51, 28 },   KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_MENU_ITEM, "Open",   { 301, 248, 160, 24 }, SHOWN, NOTHING,                MISSING, -1, POPUP } } },
  { "gtk4 popover", "GTK", "4.8",
    { { 561, 408, 160, 60 } }, { 301, 220, 900, 600 }, {
    { 0, ATSPI_ROLE_FRAME,       "t",      { 0, 0, 900, 600 },     SHOWN,   { 301, 220, 900, 600 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "button", { 240, 158, 200, 30 },  VISIBLE, { 541, 378, 200, 30 },  KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_FILLER,      "any",    { 240, 158, 160, 60 },  VISIBLE, { 561, 408, 160, 60 },  KNOWN,  0, POPUP },
    { 3, ATSPI_ROLE_FILLER,      "GtkPopoverContent", { 240, 158, 160, 60 }, VISIBLE, { 561, 408, 160, 60 }, KNOWN, -1, POPUP },
    { 4, ATSPI_ROLE_PUSH_BUTTON, "item",   { 260, 173, 120, 30 },  VISIBLE, { 581, 423, 120, 30 },  KNOWN, -1, POPUP } } },
  { "gtk4 popover of a later version", "GTK", "4.18",
    { { 561, 408, 160, 60 } }, { 301, 220, 900, 600 }, {
    { 0, ATSPI_ROLE_FRAME,       "t",      { 0, 0, 900, 600 },     SHOWN, { 301, 220, 900, 600 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "button", { 240, 158, 200, 30 },  SHOWN, { 541, 378, 200, 30 },  KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_PANEL,       "",       { 260, 188, 160, 60 },  SHOWN, { 561, 408, 160, 60 },  KNOWN,  0, POPUP },
    { 3, ATSPI_ROLE_PANEL,       "",       { 260, 188, 160, 60 },  SHOWN, { 561, 408, 160, 60 },  KNOWN, -1, POPUP },
    { 4, ATSPI_ROLE_PUSH_BUTTON, "item",   { 280, 203, 120, 30 },  SHOWN, { 581, 423, 120, 30 },  KNOWN, -1, POPUP } } },
  { "gtk4 panels of its size", "GTK", "4.18", /* in what holds them, scrolled or not */
    { { 561, 408, 160, 60 } }, { 301, 220, 900, 600 }, {
    { 0, ATSPI_ROLE_FRAME,       "t",      { 0, 0, 900, 600 },     SHOWN, { 301, 220, 900, 600 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_PANEL,       "",       { 20, 40, 160, 60 },    SHOWN, { 321, 260, 160, 60 },  KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_PANEL,       "",       { 20, 40, 160, 60 },    SHOWN, { 321, 260, 160, 60 },  KNOWN, -1, KNOWN },
    { 3, ATSPI_ROLE_PANEL,       "",       { 20, 40, 160, 2400 },  SHOWN, { 321, 260, 160, 2400 }, KNOWN, -1, KNOWN },
    { 4, ATSPI_ROLE_PANEL,       "",       { 30, 90, 120, 30 },    SHOWN, { 331, 310, 120, 30 },  KNOWN, -1, KNOWN } } },
  { "gtk4 combo box", "GTK", "4.18",
    { { 321, 712, 200, 48 } }, { 301, 220, 900, 600 }, {
    { 0, ATSPI_ROLE_FRAME,       "t",      { 0, 0, 900, 600 },     SHOWN, { 301, 220, 900, 600 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_COMBO_BOX,   "combo",  { 20, 462, 200, 30 },   SHOWN, { 321, 682, 200, 30 },  KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_LIST_BOX,    "",       { 20, 492, 200, 48 },   SHOWN, { 321, 712, 200, 48 },  KNOWN,  0, POPUP },
    { 3, ATSPI_ROLE_LIST_ITEM,   "item-2", { 20, 508, 200, 16 },   SHOWN, { 321, 728, 200, 16 },  KNOWN, -1, POPUP } } },
  { "gtk4 menu with a submenu of its size", "GTK", "4.8",
    { { 461, 272, 160, 48 }, { 301, 248, 160, 48 } }, { 301, 220, 900, 600 }, {
    { 0, ATSPI_ROLE_FRAME,     "t",      { 0, 0, 900, 600 },    SHOWN,   { 301, 220, 900, 600 }, KNOWN,  2, KNOWN },
    { 1, ATSPI_ROLE_MENU_ITEM, "File",   { 12, 0, 27, 28 },     VISIBLE, { 313, 220, 27, 28 },   KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_MENU,      "",       { 12, 0, 160, 48 },    VISIBLE, { 301, 248, 160, 48 },  KNOWN,  1, POPUP },
    { 3, ATSPI_ROLE_MENU_ITEM, "Recent", { 17, 24, 150, 24 },   VISIBLE, { 306, 272, 150, 24 },  KNOWN, -1, POPUP },
    { 4, ATSPI_ROLE_MENU,      "",       { 17, 24, 160, 48 },   VISIBLE, { 461, 272, 160, 48 },  KNOWN,  0, POPUP },
    { 5, ATSPI_ROLE_MENU_ITEM, "One",    { 22, 24, 150, 24 },   VISIBLE, { 466, 272, 150, 24 },  KNOWN, -1, POPUP } } },
  { "gtk4 two popovers of one size", "GTK", "4.8",
    { { 461, 272, 160, 48 }, { 301, 248, 160, 48 } }, { 301, 220, 900, 600 }, {
    { 0, ATSPI_ROLE_FRAME,     "t",      { 0, 0, 900, 600 },    SHOWN,   { 301, 220, 900, 600 }, KNOWN,  2, KNOWN },
    { 1, ATSPI_ROLE_MENU,      "a",      { 12, 0, 160, 48 },    VISIBLE, NOTHING, UNCLEAR, -1, POPUP },
    { 1, ATSPI_ROLE_MENU,      "b",      { 92, 0, 160, 48 },    VISIBLE, NOTHING, UNCLEAR, -1, POPUP },
    { 2, ATSPI_ROLE_MENU_ITEM, "in b",   { 92, 0, 160, 24 },    VISIBLE, NOTHING, UNCLEAR, -1, POPUP } } },
  { "gtk4 popover at scale 2", "GTK", "4.8",
    { { 300, 480, 162, 136 } }, { 302, 221, 1800, 1200 }, {
    { 0, ATSPI_ROLE_FRAME,       "t",    { 0, 0, 900, 600 },    SHOWN,   { 302, 221, 1800, 1200 }, KNOWN, 1, KNOWN },
    { 1, ATSPI_ROLE_MENU,        "",     { 50, 60, 81, 68 },    VISIBLE, { 300, 480, 162, 136 }, KNOWN,  0, POPUP },
    { 2, ATSPI_ROLE_PUSH_BUTTON, "item", { 73, 76, 31, 24 },    VISIBLE, { 346, 512, 62, 48 },   KNOWN, -1, POPUP } } },
  { "qt menu", "Qt", "5.15",
    { { 307, 241, 160, 48 } }, { 301, 220, 900, 600 }, {
    { 0, ATSPI_ROLE_FILLER,     "t",      { 301, 220, 900, 600 }, SHOWN, { 301, 220, 900, 600 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_MENU_ITEM,  "File",   { 307, 220, 46, 21 },   SHOWN, { 307, 220, 46, 21 },   KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_POPUP_MENU, "",       { 307, 241, 160, 48 },  SHOWN, { 307, 241, 160, 48 },  KNOWN,  0, POPUP },
    { 3, ATSPI_ROLE_MENU_ITEM,  "Recent", { 307, 265, 160, 24 },  SHOWN, { 307, 265, 160, 24 },  KNOWN, -1, POPUP },
    { 4, ATSPI_ROLE_POPUP_MENU, "",       { 466, 265, 160, 48 },  0,     NOTHING,                HIDDEN, -1, HIDDEN },
    { 5, ATSPI_ROLE_MENU_ITEM,  "One",    { 466, 265, 160, 24 },  SHOWN, NOTHING,                HIDDEN, -1, HIDDEN } } },
  { "qt menu at scale 1.5", "Qt", "6.4",
    { { 461, 353, 240, 72 } }, { 451, 320, 1350, 900 }, {
    { 0, ATSPI_ROLE_FILLER,     "t",      { 301, 213, 900, 600 }, SHOWN, { 451, 320, 1350, 900 }, KNOWN, 1, KNOWN },
    { 1, ATSPI_ROLE_POPUP_MENU, "",       { 307, 235, 160, 48 },  SHOWN, { 461, 353, 240, 72 },  KNOWN,  0, POPUP },
    { 2, ATSPI_ROLE_MENU_ITEM,  "Open",   { 307, 259, 160, 24 },  SHOWN, { 461, 389, 240, 36 },  KNOWN, -1, POPUP } } },
  { "qt combo box", "Qt", "6.4",
    { { 320, 681, 202, 71 } }, { 301, 220, 900, 600 }, { /* with a border around the list */
    { 0, ATSPI_ROLE_FILLER,     "t",      { 301, 220, 900, 600 }, SHOWN, { 301, 220, 900, 600 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_COMBO_BOX,  "combo",  { 321, 682, 200, 30 },  SHOWN, { 321, 682, 200, 30 },  KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_LIST,       "",       { 321, 682, 200, 69 },  SHOWN, { 321, 682, 200, 69 },  KNOWN,  0, POPUP },
    { 3, ATSPI_ROLE_LIST_ITEM,  "item-2", { 321, 705, 200, 23 },  SHOWN, { 321, 705, 200, 23 },  KNOWN, -1, POPUP } } },
  { "qt closed combo box", "Qt", "5.15",
    { { 0, 0, 10, 10 } }, { 301, 220, 900, 600 }, {
    { 0, ATSPI_ROLE_FILLER,     "t",      { 301, 220, 900, 600 }, SHOWN, { 301, 220, 900, 600 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_COMBO_BOX,  "combo",  { 321, 682, 200, 30 },  SHOWN, { 321, 682, 200, 30 },  KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_LIST,       "",       { 0, 0, 0, 0 },         SHOWN, NOTHING, HIDDEN, -1, HIDDEN },
    { 3, ATSPI_ROLE_LIST_ITEM,  "item-2", { 0, 0, 100, 20 },      SHOWN, NOTHING, HIDDEN, -1, HIDDEN } } },
  { "chromium select", "Chromium", "1.0",
    { { 317, 402, 200, 74 } }, { 300, 200, 900, 600 }, {
    { 0, ATSPI_ROLE_FRAME,        "t",      { 300, 200, 900, 600 }, SHOWN, { 300, 200, 900, 600 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_DOCUMENT_WEB, "",       { 300, 200, 900, 600 }, SHOWN, { 300, 200, 900, 600 }, KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_COMBO_BOX,    "select", { 320, 372, 200, 30 },  SHOWN, { 320, 372, 200, 30 },  KNOWN, -1, KNOWN },
    { 3, ATSPI_ROLE_MENU,         "",       { 320, 372, 200, 10 },  SHOWN, { 317, 402, 200, 74 },  KNOWN,  0, POPUP },
    { 4, ATSPI_ROLE_MENU_ITEM,    "item",   { 318, 403, 46, 24 },   SHOWN, { 318, 403, 46, 24 },   KNOWN, -1, POPUP } } },
  { "firefox select", "Gecko", "153.7", /* with what lies behind it */
    { { 324, 659, 90, 113 } }, { 320, 61, 1280, 972 }, {
    { 0, ATSPI_ROLE_FRAME,       "t",     { 320, 61, 1280, 972 }, SHOWN, { 320, 61, 1280, 972 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_COMBO_BOX,   "",      { -1, -1, -1, -1 },     SHOWN, NOTHING,                HIDDEN, -1, HIDDEN },
    { 2, ATSPI_ROLE_MENU,        "Alpha", { 324, 659, 90, 113 },  SHOWN, { 324, 659, 90, 113 },  KNOWN,  0, KNOWN },
    { 3, ATSPI_ROLE_MENU_ITEM,   "Beta",  { 333, 692, 72, 23 },   SHOWN, { 333, 692, 72, 23 },   KNOWN, -1, KNOWN },
    { 1, ATSPI_ROLE_PUSH_BUTTON, "Page",  { 328, 677, 57, 23 },   SHOWN, { 328, 677, 57, 23 },   KNOWN, -1, KNOWN } } },
  { "firefox menus, one is closed", "Gecko", "153.7",
    { { 316, 82, 284, 357 } }, { 320, 61, 1280, 972 }, {
    { 0, ATSPI_ROLE_FRAME,     "t",       { 320, 61, 1280, 972 }, SHOWN, { 320, 61, 1280, 972 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_MENU_BAR,  "bar",     { 320, 62, 358, 24 },   SHOWN, { 320, 62, 358, 24 },   KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_MENU,      "File",    { 320, 62, 36, 24 },    SHOWN, { 320, 62, 36, 24 },    KNOWN, -1, KNOWN },
    { 3, ATSPI_ROLE_MENU_ITEM, "New Tab", { 325, 91, 266, 24 },   SHOWN, { 325, 91, 266, 24 },   KNOWN,  0, POPUP },
    { 2, ATSPI_ROLE_MENU,      "Help",    { 634, 62, 44, 24 },    SHOWN, { 634, 62, 44, 24 },    KNOWN, -1, KNOWN },
    { 3, ATSPI_ROLE_MENU_ITEM, "About",   { 639, 91, 266, 24 },   SHOWN, NOTHING,                HIDDEN, -1, POPUP } } },
  { "firefox panel and the menu of a page", "Gecko", "153.7",
    { { 1290, 140, 300, 690 } }, { 320, 61, 1280, 972 }, {
    { 0, ATSPI_ROLE_FRAME,        "t",       { 320, 61, 1280, 972 },  SHOWN, { 320, 61, 1280, 972 },  KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_PANEL,        "panel",   { 1291, 141, 298, 688 }, SHOWN, { 1291, 141, 298, 688 }, KNOWN,  0, KNOWN },
    { 2, ATSPI_ROLE_PUSH_BUTTON,  "New Tab", { 1299, 190, 284, 33 },  SHOWN, { 1299, 190, 284, 33 },  KNOWN, -1, KNOWN },
    { 1, ATSPI_ROLE_DOCUMENT_WEB, "",        { 320, 197, 1280, 836 }, SHOWN, { 320, 197, 1280, 836 }, KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_MENU,         "parent",  { 367, 208, 60, 17 },    SHOWN, { 367, 208, 60, 17 },    KNOWN, -1, KNOWN },
    { 3, ATSPI_ROLE_MENU,         "child",   { 367, 225, 57, 46 },    SHOWN, { 367, 225, 57, 46 },    KNOWN, -1, KNOWN } } },
  { "gtk2 menu with submenu", "GAIL", "2.24.33", /* that never says SHOWING */
    { { 430, 319, 60, 50 }, { 304, 245, 126, 119 } }, { 301, 220, 400, 200 }, {
    { 0, ATSPI_ROLE_FRAME,     "t",      { 301, 220, 400, 200 }, SHOWN,   { 301, 220, 400, 200 }, KNOWN,  2, KNOWN },
    { 1, ATSPI_ROLE_MENU,      "File",   { 304, 222, 38, 23 },   SHOWN,   { 304, 222, 38, 23 },   KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_MENU_ITEM, "Open",   { 306, 269, 122, 21 },  VISIBLE, { 306, 269, 122, 21 },  KNOWN,  1, POPUP },
    { 2, ATSPI_ROLE_MENU,      "Recent", { 306, 319, 122, 21 },  VISIBLE, { 306, 319, 122, 21 },  KNOWN,  1, POPUP },
    { 3, ATSPI_ROLE_MENU_ITEM, "two",    { 432, 340, 56, 21 },   VISIBLE, { 432, 340, 56, 21 },   KNOWN,  0, POPUP },
    { 2, ATSPI_ROLE_MENU_ITEM, "closed", NOWHERE,                VISIBLE, NOTHING,               HIDDEN, -1, HIDDEN } } },
  { "java menu in its window", "J2SE-access-bridge", "1.0", /* its items are told above where they are */
    { { 0, 0, 0, 0 } }, { 201, 170, 418, 235 }, {
    { 0, ATSPI_ROLE_FRAME,        "t",    { -1, -1, -1, -1 },     SHOWN, { 201, 170, 418, 235 }, KNOWN,  0, KNOWN },
    { 1, ATSPI_ROLE_ROOT_PANE,    "",     { 201, 170, 418, 235 }, SHOWN, { 201, 170, 418, 235 }, KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_POPUP_MENU,   "",     { 201, 189, 71, 100 },  SHOWN, { 201, 189, 71, 100 },  KNOWN,  0, KNOWN },
    { 3, ATSPI_ROLE_MENU_ITEM,    "New",  { 202, 173, 69, 19 },   SHOWN, { 202, 192, 69, 19 },   KNOWN,  0, KNOWN },
    { 3, ATSPI_ROLE_MENU_ITEM,    "Quit", { 202, 192, 69, 76 },   SHOWN, { 202, 211, 69, 76 },   KNOWN,  0, KNOWN },
    { 2, ATSPI_ROLE_MENU_BAR,     "",     { 201, 170, 418, 21 },  SHOWN, { 201, 170, 418, 21 },  KNOWN, -1, KNOWN },
    { 3, ATSPI_ROLE_MENU,         "File", { 201, 170, 37, 19 },   SHOWN, { 201, 170, 37, 19 },   KNOWN, -1, KNOWN } } },
  { "java combo box", "J2SE-access-bridge", "1.0",
    { { 0, 0, 0, 0 } }, { 201, 170, 418, 235 }, {
    { 0, ATSPI_ROLE_FRAME,       "t",   { -1, -1, -1, -1 },     SHOWN, { 201, 170, 418, 235 }, KNOWN,  0, KNOWN },
    { 1, ATSPI_ROLE_ROOT_PANE,   "",    { 201, 170, 418, 235 }, SHOWN, { 201, 170, 418, 235 }, KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_COMBO_BOX,   "red", { 503, 220, 70, 24 },   SHOWN, { 503, 220, 70, 24 },   KNOWN, -1, KNOWN },
    { 3, ATSPI_ROLE_POPUP_MENU,  "",    { 503, 220, 70, 53 },   SHOWN, { 503, 244, 70, 53 },   KNOWN,  0, KNOWN },
    { 4, ATSPI_ROLE_SCROLL_PANE, "",    { 504, 221, 68, 51 },   SHOWN, { 504, 245, 68, 51 },   KNOWN,  0, KNOWN },
    { 5, ATSPI_ROLE_LABEL,       "red", { 504, 221, 68, 17 },   SHOWN, { 504, 245, 68, 17 },   KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_PUSH_BUTTON, "OK",  { 460, 291, 54, 25 },   SHOWN, { 460, 291, 54, 25 },   KNOWN, -1, KNOWN } } },
  { "java combo box with a window", "J2SE-access-bridge", "1.0",
    { { 503, 404, 70, 53 } }, { 201, 170, 418, 235 }, {
    { 0, ATSPI_ROLE_FRAME,       "t",   { -1, -1, -1, -1 },     SHOWN, { 201, 170, 418, 235 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_ROOT_PANE,   "",    { 201, 170, 418, 235 }, SHOWN, { 201, 170, 418, 235 }, KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_COMBO_BOX,   "red", { 503, 380, 70, 24 },   SHOWN, { 503, 380, 70, 24 },   KNOWN, -1, KNOWN },
    { 3, ATSPI_ROLE_POPUP_MENU,  "",    { 503, 380, 70, 53 },   SHOWN, { 503, 404, 70, 53 },   KNOWN,  0, POPUP } } },
  { "java menu in a window of its own", "J2SE-access-bridge", "1.0",
    { { 267, 265, 63, 233 } }, { 201, 170, 418, 235 }, {
    { 0, ATSPI_ROLE_FRAME,      "t",    { -1, -1, -1, -1 },     SHOWN, { 201, 170, 418, 235 }, KNOWN,  1, KNOWN },
    { 1, ATSPI_ROLE_ROOT_PANE,  "",     { 201, 170, 418, 235 }, SHOWN, { 201, 170, 418, 235 }, KNOWN, -1, KNOWN },
    { 2, ATSPI_ROLE_MENU,       "Recent", { 202, 268, 69, 19 }, SHOWN, { 202, 268, 69, 19 },   KNOWN, -1, KNOWN },
    { 3, ATSPI_ROLE_MENU_ITEM,  "doc0", { 203, 271, 61, 228 },  SHOWN, { 268, 268, 61, 228 },  KNOWN,  0, POPUP },
    { 0, ATSPI_ROLE_WINDOW,     "",     { 467, 415, 63, 233 },  SHOWN, NOTHING,              MISSING, -1, MISSING },
    { 1, ATSPI_ROLE_ROOT_PANE,  "",     { 267, 265, 63, 233 },  SHOWN, { 267, 265, 63, 233 },  KNOWN,  0, MISSING },
    { 2, ATSPI_ROLE_POPUP_MENU, "",     { 267, 265, 63, 233 },  SHOWN, { 267, 265, 63, 233 },  KNOWN, -1, MISSING } } },
};
/* clang-format on */

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

static PelDesktop *
make_desktop (const Case *row, PelPlatformKind kind)
{
  PelWindow *windows[4] = { NULL };
  guint      n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (row->popups) && kind == PEL_PLATFORM_X11; i++)
    if (row->popups[i].width > 0)
      windows[n++] = placed_popup ("9", row->popups[i]);
  windows[n] = placed_window ("1", "t", row->window, (PlacedBorder){ 0 }, (PlacedBorder){ 0 }, 0);
  return placed_desktop (kind, windows[0], windows[1], windows[2], windows[3], NULL);
}

static guint
make_tree (PelAtspiTree *tree, const Case *row, const PelToolkit *toolkit, PelNodeId *ids)
{
  PelNodeId path[8] = { PEL_NODE_ROOT };
  guint     n = 0;

  for (; n < G_N_ELEMENTS (row->nodes) && row->nodes[n].name != NULL; n++)
    {
      const Node *node = &row->nodes[n];

      ids[n] = path[node->depth + 1] = placed_add (tree,
                                                   toolkit,
                                                   path[node->depth],
                                                   node->role,
                                                   node->name,
                                                   node->rect,
                                                   node->states);
    }
  return n;
}

static void
test_x11 (gconstpointer data)
{
  const Case              *row = data;
  const PelToolkit        *toolkit = pel_toolkit_find (row->toolkit, row->version);
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelNodeId                ids[10];
  guint                    n = make_tree (tree, row, toolkit, ids);
  g_autoptr (PelDesktop)   desktop = make_desktop (row, PEL_PLATFORM_X11);
  g_autoptr (PelPlacement) placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);

  for (guint i = 0; i < n; i++)
    {
      const Node   *node = &row->nodes[i];
      PelNativeRect rect;

      g_test_message ("%u: %s", i, node->name);
      g_assert_cmpint (pel_placement_locate (placement, ids[i], &rect), ==, node->place);
      if (node->place == KNOWN)
        placed_assert (placement, ids[i], node->real);
      g_assert_cmpint (find_surface (placement, ids[i]), ==, node->window);
      g_assert_cmpint (pel_placement_is_visible (placement, ids[i]),
                       ==,
                       node->place == KNOWN || node->place == UNCLEAR);
    }
}

/* What is in a popup is on the screen, and can be used; nobody can say where. */
static void
test_wayland (gconstpointer data)
{
  const Case              *row = data;
  const PelToolkit        *toolkit = pel_toolkit_find (row->toolkit, row->version);
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelNodeId                ids[10];
  guint                    n = make_tree (tree, row, toolkit, ids);
  g_autoptr (PelDesktop)   desktop = make_desktop (row, PEL_PLATFORM_WAYLAND);
  g_autoptr (PelPlacement) placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);

  for (guint i = 1; i < n; i++)
    {
      const Node   *node = &row->nodes[i];
      PelNativeRect rect;

      g_test_message ("%u: %s", i, node->name);
      g_assert_cmpint (pel_placement_locate (placement, ids[i], &rect), ==, node->wayland);
      if (node->wayland == POPUP)
        g_assert_true (pel_placement_is_visible (placement, ids[i]));
    }
}

/* Qt's screens begin where they begin on the desktop; only what is in them is divided. */
static void
test_second_monitor (void)
{
  const PelToolkit        *toolkit = pel_toolkit_find ("Qt", "6.4");
  g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/root");
  PelToolkitRect           outer = { 1970, 50, 400, 300 }, inside = { 1980, 100, 160, 48 };
  PelNodeId frame = placed_add (tree, toolkit, PEL_NODE_ROOT, ATSPI_ROLE_FILLER, "t", outer, SHOWN);
  PelNodeId menu = placed_add (tree, toolkit, frame, ATSPI_ROLE_POPUP_MENU, "", inside, SHOWN);
  const PelMonitor monitors[] = {
    { .name = "A",
      .native = { 0, 300, 1920, 1080 },
      .physical = { .width = 1920, .height = 1080 },
      .ratio = 1 },
    { .name = "B",
      .native = { 1920, 0, 1280, 1024 },
      .physical = { .width = 1280, .height = 1024 },
      .ratio = 1 },
  };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (monitors, 2);
  PelPlatform                  platform = { .kind = PEL_PLATFORM_X11, .server = "test" };
  GPtrArray                   *windows = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (PelDesktop)       desktop = NULL;
  g_autoptr (PelPlacement)     placement = NULL;

  g_ptr_array_add (windows, placed_popup ("9", (PelNativeRect){ 2040, 200, 320, 96 }));
  g_ptr_array_add (windows,
                   placed_window ("1",
                                  "t",
                                  (PelNativeRect){ 2020, 100, 800, 600 },
                                  (PlacedBorder){ 0 },
                                  (PlacedBorder){ 0 },
                                  0));
  desktop = pel_desktop_new (&platform, layout, windows);
  placement = pel_placement_new (tree, toolkit, PLACED_PID, desktop);
  placed_assert (placement, menu, (PelToolkitRect){ 2040, 200, 320, 96 });
}

static void
add (const char *folder, const Case *row, GTestDataFunc test)
{
  g_autofree char *path = g_strdup_printf ("/placement-popup/%s/%s", folder, row->name);

  g_test_add_data_func (g_strdelimit (path, " ", '-'), row, test);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      add ("x11", &cases[i], test_x11);
      add ("wayland", &cases[i], test_wayland);
    }
  g_test_add_func ("/placement-popup/x11/second-monitor", test_second_monitor);
  return g_test_run ();
}
