/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/atspi-tree.h"

typedef enum
{
  PEL_TOOLKIT_LISTS_CHILDREN_BY_INDEX = 1 << 0, /* GetChildren leaves some out */
  PEL_TOOLKIT_HAS_CACHE = 1 << 1,               /* GetItems tells something */
  PEL_TOOLKIT_SETS_SHOWING = 1 << 2,            /* SHOWING says what is shown */
  PEL_TOOLKIT_TELLS_BOUNDS = 1 << 3,            /* an event comes when something moves or scrolls */
  PEL_TOOLKIT_OFFERS_PEER = 1 << 4,             /* GetApplicationBusAddress works */
  PEL_TOOLKIT_CLIPS_CHILDREN = 1 << 5,          /* no element is drawn outside of its parent */
  PEL_TOOLKIT_RENEWS_TREE_ITEMS = 1 << 6,       /* each question makes new objects of them */
  PEL_TOOLKIT_HIDES_FRONT_PAGE = 1 << 7,        /* nothing tells which page of a stack is shown */
  PEL_TOOLKIT_COUNTS_INSERTS_IN_BYTES = 1 << 8, /* how much of a text is to be inserted */
  PEL_TOOLKIT_TELLS_LATE = 1 << 9,      /* it answers out of a copy, which follows what is there */
  PEL_TOOLKIT_MOVES_ITEMS = 1 << 11,    /* those of a menu count from what it was opened from */
  PEL_TOOLKIT_KEEPS_NUMBERS = 1 << 10,  /* no event comes when a slider has another value */
  PEL_TOOLKIT_LOSES_INSETS = 1 << 12,   /* places leave out the borders and paddings around them */
  PEL_TOOLKIT_COUNTS_ACTIONS = 1 << 13, /* GetActions is never answered, GetName is */
} PelToolkitFlags;

/* How the rectangles of a toolkit become native ones: one formula each, in placement-map.c. */
typedef enum
{
  PEL_PLACING_GTK3, /* and LibreOffice, which is a GTK 3 program with parts of its own */
  PEL_PLACING_GTK4,
  PEL_PLACING_GTK2,
  PEL_PLACING_QT,
  PEL_PLACING_CHROMIUM,
  PEL_PLACING_EMBEDDED, /* in a part of another program's window, from its corner */
  PEL_PLACING_UNKNOWN,
  PEL_N_PLACINGS
} PelPlacing;

/* What is peculiar to a toolkit. Rows of one table, each with its test. */
typedef struct
{
  const char     *name;        /* ToolkitName as programs tell it; NULL: any other */
  guint           first, last; /* versions: major × 1000 + minor; 0: any */
  PelPlacing      placing;
  PelToolkitFlags flags;
  PelExtentsKind  extents_kind; /* which rectangles to ask for */
} PelToolkit;

/* Never NULL. */
const PelToolkit *pel_toolkit_find (const char *name, const char *version);

/* That of what another program shows as a part of its own, whatever it is made with. */
const PelToolkit *pel_toolkit_get_embedded (void);

/* Which rectangle to ask for: some toolkits count in another way inside of menus. @tree says where
 * the node is, and must know the roles of the node and of those above it. */
PelExtentsKind
pel_toolkit_get_extents_kind (const PelToolkit *self, PelAtspiTree *tree, PelNodeId id);

/* Whether with this node something begins that is drawn in a window of its own: a menu, a popover,
 * the list of a combo box. */
gboolean pel_toolkit_begins_popup (const PelToolkit *self, PelAtspiTree *tree, PelNodeId id);

/* Whether the node is shown by its own word; only where the toolkit sets SHOWING. */
gboolean pel_toolkit_is_showing (const PelToolkit *self, const PelAtspiNode *node);

/* Whether the node never says SHOWING rightly: it is shown where those above it are. */
gboolean pel_toolkit_keeps_showing (const PelToolkit *self, const PelAtspiNode *node);

/* Whether the node is shown as far as is known: where nothing sets SHOWING, by its size. */
gboolean pel_toolkit_seems_shown (const PelToolkit *self, const PelAtspiNode *node);

/* The same of a node that has told where it is. */
gboolean pel_toolkit_seems_placed (const PelToolkit *self, const PelAtspiNode *node);

/* Whether the node is a page of a stack that tells its bounds. Only the page in front has content;
 * the bounds of one that was never shown come from memory that no one has written. */
gboolean pel_toolkit_is_page (const PelToolkit *self, const PelAtspiNode *node);
