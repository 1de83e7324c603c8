/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/toolkit.h"

#include <atspi/atspi-constants.h>

#define ANY_ROLE -1
#define MINORS   1000

/* A popover of GTK 4 has no role of its own, but a part that no program can rename. */
#define GTK4_POPOVER_CONTENT "GtkPopoverContent"

#define BY_INDEX PEL_TOOLKIT_LISTS_CHILDREN_BY_INDEX
#define CACHE    PEL_TOOLKIT_HAS_CACHE
#define SHOWING  PEL_TOOLKIT_SETS_SHOWING
#define BOUNDS   PEL_TOOLKIT_TELLS_BOUNDS
#define PEER     PEL_TOOLKIT_OFFERS_PEER
#define CLIPS    PEL_TOOLKIT_CLIPS_CHILDREN
#define RENEWS   PEL_TOOLKIT_RENEWS_TREE_ITEMS
#define PAGES    PEL_TOOLKIT_HIDES_FRONT_PAGE
#define BYTES    PEL_TOOLKIT_COUNTS_INSERTS_IN_BYTES
#define LATE     PEL_TOOLKIT_TELLS_LATE
#define ITEMS    PEL_TOOLKIT_MOVES_ITEMS
#define NUMBERS  PEL_TOOLKIT_KEEPS_NUMBERS
#define INSETS   PEL_TOOLKIT_LOSES_INSETS

#define VERSION(major, minor) ((major) *MINORS + (minor))
#define ANY_MINOR             (MINORS - 1)

/* GTK 4 must never be asked for places on the screen: it answers with those in the window, and
 * warns on its standard error each time. The sizes that Qt tells in windows are wrong. */
/* clang-format off */
static const PelToolkit toolkits[] = {
  { "gtk",      VERSION (3, 0), VERSION (3, ANY_MINOR),
    PEL_PLACING_GTK3,     CACHE | SHOWING | BOUNDS | PEER | BYTES,          PEL_EXTENTS_OF_WINDOW },
  { "GTK",      VERSION (4, 0), VERSION (4, 9),
    PEL_PLACING_GTK4,     BY_INDEX | CACHE | PAGES | NUMBERS,               PEL_EXTENTS_OF_WINDOW },
  { "GTK",      VERSION (4, 10), VERSION (4, ANY_MINOR),
    PEL_PLACING_GTK4,     BY_INDEX | CACHE | PAGES | NUMBERS | INSETS,      PEL_EXTENTS_OF_WINDOW },
  { "GAIL",     VERSION (2, 0), VERSION (2, ANY_MINOR),
    PEL_PLACING_GTK2,     CACHE | SHOWING,                                  PEL_EXTENTS_OF_SCREEN },
  { "Qt",       VERSION (5, 0), VERSION (6, ANY_MINOR),
    PEL_PLACING_QT,       SHOWING | CLIPS | RENEWS,                         PEL_EXTENTS_OF_SCREEN },
  { "Chromium", 0, 0,
    PEL_PLACING_CHROMIUM, CACHE | SHOWING | PEER | LATE,                    PEL_EXTENTS_OF_SCREEN },
  { "J2SE-access-bridge", 0, 0,
    PEL_PLACING_UNKNOWN,  SHOWING | ITEMS,                                  PEL_EXTENTS_OF_SCREEN },
  { NULL,       0, 0,
    PEL_PLACING_UNKNOWN,  SHOWING,                                          PEL_EXTENTS_OF_SCREEN },
};

static const PelToolkit embedded = { NULL, 0, 0, PEL_PLACING_EMBEDDED, SHOWING | PEL_TOOLKIT_COUNTS_ACTIONS, PEL_EXTENTS_OF_WINDOW };

/* Where popups begin. The items of a menu of GTK 2 and 3 come without the menu itself: each begins
 * one. */
static const struct
{
  PelPlacing placing;
  int        role, parent_role;
} popups[] = {
  { PEL_PLACING_GTK3,     ANY_ROLE,              ATSPI_ROLE_MENU        },
  { PEL_PLACING_GTK3,     ATSPI_ROLE_MENU,       ATSPI_ROLE_COMBO_BOX   },
  { PEL_PLACING_GTK3,     ATSPI_ROLE_MENU,       ATSPI_ROLE_WINDOW      },
  { PEL_PLACING_GTK3,     ATSPI_ROLE_POPUP_MENU, ANY_ROLE               },
  { PEL_PLACING_GTK3,     ATSPI_ROLE_WINDOW,     ATSPI_ROLE_APPLICATION },
  { PEL_PLACING_GTK3,     ATSPI_ROLE_TOOL_TIP,   ATSPI_ROLE_APPLICATION },
  { PEL_PLACING_GTK4,     ATSPI_ROLE_MENU,       ANY_ROLE               },
  { PEL_PLACING_GTK4,     ATSPI_ROLE_LIST_BOX,   ATSPI_ROLE_COMBO_BOX   },
  { PEL_PLACING_GTK2,     ANY_ROLE,              ATSPI_ROLE_MENU        },
  { PEL_PLACING_GTK2,     ATSPI_ROLE_MENU,       ATSPI_ROLE_COMBO_BOX   },
  { PEL_PLACING_GTK2,     ATSPI_ROLE_MENU,       ATSPI_ROLE_WINDOW      },
  { PEL_PLACING_QT,       ATSPI_ROLE_POPUP_MENU, ANY_ROLE               },
  { PEL_PLACING_QT,       ATSPI_ROLE_LIST,       ATSPI_ROLE_COMBO_BOX   },
  { PEL_PLACING_QT,       ATSPI_ROLE_LIST_BOX,   ATSPI_ROLE_COMBO_BOX   },
  { PEL_PLACING_QT,       ATSPI_ROLE_TREE,       ATSPI_ROLE_COMBO_BOX   },
  { PEL_PLACING_QT,       ATSPI_ROLE_TABLE,      ATSPI_ROLE_COMBO_BOX   },
  { PEL_PLACING_CHROMIUM, ATSPI_ROLE_MENU,       ATSPI_ROLE_COMBO_BOX   },
  { PEL_PLACING_CHROMIUM, ATSPI_ROLE_LIST_BOX,   ATSPI_ROLE_COMBO_BOX   },
  { PEL_PLACING_EMBEDDED, ATSPI_ROLE_MENU,       ATSPI_ROLE_COMBO_BOX   },
};
/* clang-format on */

static guint
read_version (const char *text)
{
  char   *end;
  guint64 major = g_ascii_strtoull (text, &end, 10);
  guint64 minor = *end == '.' ? g_ascii_strtoull (end + 1, NULL, 10) : 0;

  return VERSION (MIN (major, MINORS), MIN (minor, ANY_MINOR));
}

const PelToolkit *
pel_toolkit_find (const char *name, const char *version)
{
  guint number = version != NULL ? read_version (version) : 0;

  for (gsize i = 0; i < G_N_ELEMENTS (toolkits) - 1; i++)
    {
      const PelToolkit *row = &toolkits[i];

      if (g_strcmp0 (row->name, name) == 0 &&
          (row->first == 0 || (number >= row->first && number <= row->last)))
        return row;
    }
  return &toolkits[G_N_ELEMENTS (toolkits) - 1];
}

const PelToolkit *
pel_toolkit_get_embedded (void)
{
  return &embedded;
}

static gboolean
has_popover_content (PelAtspiTree *tree, const PelAtspiNode *node)
{
  const PelAtspiNode *child =
      node->n_listed > 0 ? pel_atspi_tree_get (tree, node->children[0]) : NULL;

  return child != NULL && g_strcmp0 (child->name, GTK4_POPOVER_CONTENT) == 0;
}

gboolean
pel_toolkit_begins_popup (const PelToolkit *self, PelAtspiTree *tree, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);
  const PelAtspiNode *parent = node != NULL ? pel_atspi_tree_get (tree, node->parent) : NULL;

  if (parent == NULL)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (popups); i++)
    if (popups[i].placing == self->placing &&
        (popups[i].role == ANY_ROLE || popups[i].role == node->native_role) &&
        (popups[i].parent_role == ANY_ROLE || popups[i].parent_role == parent->native_role))
      return TRUE;
  return self->placing == PEL_PLACING_GTK4 && has_popover_content (tree, node);
}

PelExtentsKind
pel_toolkit_get_extents_kind (const PelToolkit *self, PelAtspiTree *tree, PelNodeId id)
{
  if (self->placing != PEL_PLACING_GTK3)
    return self->extents_kind;

  /* in a menu, places in the window are counted from the menu's own window; LibreOffice's parts,
   * below its root pane, count in windows that only it knows */
  for (PelNodeId a = id; a > PEL_NODE_ROOT; a = pel_atspi_tree_get (tree, a)->parent)
    if (pel_atspi_tree_get (tree, a)->native_role == ATSPI_ROLE_ROOT_PANE ||
        pel_toolkit_begins_popup (self, tree, a))
      return PEL_EXTENTS_OF_SCREEN;
  return self->extents_kind;
}

/* GTK 3 takes a viewport for a part of its own content: scrolled far enough, it says that it is not
 * showing. Of the items of an icon view it never says so, and GTK 2 of those of a menu. */
/* clang-format off */
static const struct { PelPlacing placing; int role; } silent[] = {
  { PEL_PLACING_GTK3, ATSPI_ROLE_VIEWPORT },
  { PEL_PLACING_GTK3, ATSPI_ROLE_ICON     },
  { PEL_PLACING_GTK2, ATSPI_ROLE_MENU },
  { PEL_PLACING_GTK2, ATSPI_ROLE_MENU_ITEM },
  { PEL_PLACING_GTK2, ATSPI_ROLE_CHECK_MENU_ITEM },
  { PEL_PLACING_GTK2, ATSPI_ROLE_RADIO_MENU_ITEM },
  { PEL_PLACING_GTK2, ATSPI_ROLE_TEAROFF_MENU_ITEM },
  { PEL_PLACING_GTK2, ATSPI_ROLE_SEPARATOR },
};
/* clang-format on */

gboolean
pel_toolkit_keeps_showing (const PelToolkit *self, const PelAtspiNode *node)
{
  for (gsize i = 0; i < G_N_ELEMENTS (silent); i++)
    if (silent[i].placing == self->placing && silent[i].role == node->native_role)
      return TRUE;
  return FALSE;
}

gboolean
pel_toolkit_is_showing (const PelToolkit *self, const PelAtspiNode *node)
{
  if (pel_toolkit_keeps_showing (self, node))
    return pel_states_has (node->states, PEL_STATE_VISIBLE);
  /* Firefox goes on to show the items of a menu that is closed, but not to call them visible */
  return pel_states_has (node->states, PEL_STATE_SHOWING) &&
         (self->placing != PEL_PLACING_UNKNOWN || pel_states_has (node->states, PEL_STATE_VISIBLE));
}

gboolean
pel_toolkit_seems_shown (const PelToolkit *self, const PelAtspiNode *node)
{
  return (self->flags & PEL_TOOLKIT_SETS_SHOWING) != 0
             ? pel_toolkit_is_showing (self, node)
             : node->extents.width > 0 && node->extents.height > 0;
}

gboolean
pel_toolkit_seems_placed (const PelToolkit *self, const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_HAS_EXTENTS) != 0 && pel_toolkit_seems_shown (self, node);
}

/* A page is no widget, so it has no actions. Before GTK 4.10 it has no bounds either. */
gboolean
pel_toolkit_is_page (const PelToolkit *self, const PelAtspiNode *node)
{
  return self->placing == PEL_PLACING_GTK4 && node->native_role == ATSPI_ROLE_PANEL &&
         (node->flags & PEL_NODE_HAS_INTERFACES) != 0 &&
         (node->interfaces & PEL_INTERFACE_COMPONENT) != 0 &&
         (node->interfaces & PEL_INTERFACE_ACTION) == 0;
}
