/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/placement.h"

#include "services/provider/inset.h"
#include "services/provider/placement-popup.h"

#include <atspi/atspi-constants.h>
#include <math.h>

/* What a popup of Java has around its items, both ways. */
#define MAX_POPUP_EDGES 16
#define MAX_MENUS       64

/* What a node and those below it have in common: a window and a way to count in it. */
typedef struct
{
  PelPlacementMatch match;
  PelExtentsKind    kind; /* of the rectangles that its map is for */
  gboolean          is_web;
  gboolean          is_native; /* LibreOffice's own: holds no popups of GTK */
  guint32           outer;     /* of what is native: the anchor of what holds it */
} Anchor;

typedef struct
{
  PelNativeRect rect;
  PelNativeRect clip;             /* what those below it can be seen in */
  double        shift_x, shift_y; /* what its toolkit has left out of its place */
  PelInset      inset;            /* its own, once something below it was located */
  gboolean      has_inset;
  guint32       anchor;
  guint8        place; /* PelPlace */
  guint8        certainty;
  guint8        is_located, is_shown, is_visible;
  guint8        is_behind; /* on a page that another one hides */
  guint8        is_clipping;
} Cell;

struct _PelPlacement
{
  PelAtspiTree     *tree;
  const PelToolkit *toolkit;
  PelDesktop       *desktop;
  gboolean          sets_showing;
  GArray           *anchors;  /* of Anchor; 0 is that of the root */
  GArray           *surfaces; /* of PelPlacementSurface */
  GArray           *popups;   /* of int: windows that may be popups */
  GArray           *menus;    /* of PelNodeId: popups whose items are told to be elsewhere */
  gboolean          is_finding;
  guint32           known; /* an anchor whose map is known; 0: none */
  GHashTable       *taken; /* windows of popups, by index + 1 */
  Cell             *cells; /* by node */
  PelNodeId         n_cells;
};

static const PelNativeRect everywhere = { -PEL_COORDINATE_LIMIT,
                                          -PEL_COORDINATE_LIMIT,
                                          2.0 * PEL_COORDINATE_LIMIT,
                                          2.0 * PEL_COORDINATE_LIMIT };

static const PelWindowInfo *
get_window (PelPlacement *self, int index)
{
  return index >= 0 ? pel_window_get_info (pel_desktop_get_window (self->desktop, index)) : NULL;
}

static gboolean
is_wayland (PelPlacement *self)
{
  return pel_desktop_get_platform (self->desktop)->kind == PEL_PLATFORM_WAYLAND;
}

static Anchor *
get_anchor (PelPlacement *self, guint32 index)
{
  return &g_array_index (self->anchors, Anchor, index);
}

static guint32
add_anchor (PelPlacement *self, Anchor anchor)
{
  PelPlacementSurface surface = { anchor.match.node, anchor.match.window };

  g_array_append_val (self->anchors, anchor);
  if (surface.window != PEL_PLACEMENT_NO_WINDOW)
    g_array_append_val (self->surfaces, surface);
  return self->anchors->len - 1;
}

static gboolean
is_empty (const PelNativeRect *rect)
{
  return rect->width <= 0 || rect->height <= 0;
}

static gboolean
is_same (const PelNativeRect *a, const PelNativeRect *b)
{
  return fabs (a->x - b->x) <= 1 && fabs (a->y - b->y) <= 1 && fabs (a->width - b->width) <= 1 &&
         fabs (a->height - b->height) <= 1;
}

static gboolean
is_outside (const PelToolkitRect *rect, const PelToolkitRect *outer)
{
  return (gint64) rect->x + rect->width <= outer->x ||
         (gint64) rect->y + rect->height <= outer->y ||
         rect->x >= (gint64) outer->x + outer->width ||
         rect->y >= (gint64) outer->y + outer->height;
}

static gboolean
fits (const PelToolkitRect *rect, const PelToolkitRect *outer)
{
  return rect->x >= outer->x && rect->y >= outer->y &&
         (gint64) rect->x + rect->width <= (gint64) outer->x + outer->width &&
         (gint64) rect->y + rect->height <= (gint64) outer->y + outer->height;
}

/* The word of the program: hidden, or never drawn. */
static gboolean
is_hidden (PelPlacement *self, const PelAtspiNode *node)
{
  if (!pel_toolkit_rect_is_sane (&node->extents) ||
      (node->n_listed == 0 && pel_toolkit_is_page (self->toolkit, node)))
    return TRUE;
  if (!self->sets_showing)
    return node->extents.width == 0 && node->extents.height == 0;
  return (node->flags & PEL_NODE_HAS_STATES) != 0 &&
         !pel_states_has (node->states, PEL_STATE_VISIBLE) &&
         !pel_states_has (node->states, PEL_STATE_SHOWING) &&
         !pel_atspi_tree_is_socket (self->tree, node); /* it has no states of its own */
}

/* What GTK 3 takes for hidden, and is not, has no place either; those below it have theirs: what is
 * scrolled, and the page of a notebook that shows no tabs, since a page is where its tab is. */
static gboolean
is_denied (PelPlacement *self, const PelAtspiNode *node)
{
  return self->toolkit->placing == PEL_PLACING_GTK3 &&
         (node->native_role == ATSPI_ROLE_VIEWPORT || node->native_role == ATSPI_ROLE_PAGE_TAB) &&
         !pel_toolkit_rect_is_sane (&node->extents) && pel_toolkit_is_showing (self->toolkit, node);
}

static gboolean
has_no_place (PelPlacement *self, const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_IS_FOREIGN) != 0 ||
         ((node->flags & PEL_NODE_HAS_INTERFACES) != 0 &&
          (node->interfaces & PEL_INTERFACE_COMPONENT) == 0) ||
         is_denied (self, node);
}

static PelPlace
judge (PelPlacement *self, const PelAtspiNode *node, const Anchor *anchor)
{
  if (has_no_place (self, node))
    return PEL_PLACE_NONE;
  if (anchor->match.place == PEL_PLACE_HIDDEN)
    return PEL_PLACE_HIDDEN;
  if ((node->flags & PEL_NODE_HAS_EXTENTS) == 0)
    return PEL_PLACE_NOT_READ;
  if (is_hidden (self, node))
    return PEL_PLACE_HIDDEN;
  if (anchor->match.place != PEL_PLACE_KNOWN)
    return anchor->match.place;
  return node->extents_kind == anchor->kind ? PEL_PLACE_KNOWN : PEL_PLACE_NOT_READ;
}

/* A popup takes the scale of what it was opened from. Where nothing is known of that, a menu of a
 * program whose other windows are known still tells its own place. */
static const PelPlacementMatch *
find_owner (PelPlacement *self, guint32 parent_anchor)
{
  const PelPlacementMatch *owner = &get_anchor (self, parent_anchor)->match;

  if (owner->place != PEL_PLACE_KNOWN && self->known != 0)
    return &get_anchor (self, self->known)->match;
  return owner;
}

static PelPlacementPopup
describe_popup (PelPlacement *self, guint32 parent_anchor)
{
  return (PelPlacementPopup){
    self->tree, self->toolkit, self->desktop, self->popups, find_owner (self, parent_anchor),
    self->taken
  };
}

static guint32
add_popup (PelPlacement *self, PelNodeId id, guint32 parent_anchor)
{
  const PelAtspiNode      *node = pel_atspi_tree_get (self->tree, id);
  PelPlacementPopup        popup = describe_popup (self, parent_anchor);
  const PelPlacementMatch *owner = popup.owner;
  Anchor                   anchor = { .match = { .node = id, .window = PEL_PLACEMENT_NO_WINDOW },
                                      .kind = pel_toolkit_get_extents_kind (self->toolkit, self->tree, id),
                                      .is_web = get_anchor (self, parent_anchor)->is_web };

  if ((node->flags & PEL_NODE_HAS_EXTENTS) == 0 && !has_no_place (self, node))
    anchor.match.place = PEL_PLACE_NOT_READ;
  else if (is_hidden (self, node) || (node->extents.width == 0 && node->extents.height == 0))
    anchor.match.place = PEL_PLACE_HIDDEN;
  else if (owner->place != PEL_PLACE_KNOWN && !is_wayland (self))
    anchor.match.place = owner->place;
  else
    anchor.match = pel_placement_popup_find (&popup, id);

  /* the next item of the menu that this one is in */
  if (anchor.match.window != PEL_PLACEMENT_NO_WINDOW &&
      anchor.match.window == get_anchor (self, parent_anchor)->match.window)
    return parent_anchor;
  if (anchor.match.window != PEL_PLACEMENT_NO_WINDOW)
    g_hash_table_add (self->taken, GINT_TO_POINTER (anchor.match.window + 1));
  return add_anchor (self, anchor);
}

static gboolean
is_in_document (PelPlacement *self, const PelAtspiNode *node)
{
  while (node->parent != PEL_NODE_ROOT && node->role != PEL_ROLE_DOCUMENT)
    node = pel_atspi_tree_get (self->tree, node->parent);
  return node->role == PEL_ROLE_DOCUMENT;
}

/* An item that is in no popup window and not in the menu either is one of a menu that is closed.
 * Programs go on to report where it was. The menus of a page are drawn in the page. */
static gboolean
is_of_closed_menu (PelPlacement *self, const PelAtspiNode *node)
{
  const PelAtspiNode *parent = pel_atspi_tree_get (self->tree, node->parent);

  return parent->native_role == ATSPI_ROLE_MENU && !fits (&node->extents, &parent->extents) &&
         !is_in_document (self, parent);
}

/* Popups of toolkits that no one has measured have their places on the screen in common with all
 * else. A popup menu without a window is drawn over all else in that of its owner. */
static guint32
guess_popup (PelPlacement *self, PelNodeId id, guint32 parent_anchor)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  PelPlacementPopup   popup = describe_popup (self, parent_anchor);
  Anchor              anchor = { .match = *popup.owner };
  int                 window = pel_placement_popup_guess (&popup, id);

  anchor.kind = self->toolkit->extents_kind;
  anchor.match.node = id;
  if (anchor.match.place == PEL_PLACE_KNOWN && window == PEL_PLACEMENT_NO_WINDOW &&
      is_of_closed_menu (self, node))
    {
      anchor.match.place = is_wayland (self) ? PEL_PLACE_POPUP : PEL_PLACE_HIDDEN;
      anchor.match.window = PEL_PLACEMENT_NO_WINDOW;
      return add_anchor (self, anchor);
    }
  if (window == get_anchor (self, parent_anchor)->match.window ||
      (window == PEL_PLACEMENT_NO_WINDOW && node->native_role != ATSPI_ROLE_POPUP_MENU))
    return parent_anchor;
  if (window != PEL_PLACEMENT_NO_WINDOW)
    anchor.match.window = window;
  return add_anchor (self, anchor);
}

static gboolean
is_below (PelPlacement *self, PelNodeId id, PelNodeId top)
{
  while (id != PEL_NODE_NONE && id != top)
    id = pel_atspi_tree_get (self->tree, id)->parent;
  return id == top;
}

/* Items are as large as their popup, but for its edges. */
static gboolean
holds (const PelAtspiNode *popup, const PelToolkitRect *items)
{
  int across = popup->extents.width - items->width, down = popup->extents.height - items->height;

  return popup->native_role == ATSPI_ROLE_POPUP_MENU &&
         (popup->flags & PEL_NODE_HAS_EXTENTS) != 0 &&
         pel_states_has (popup->states, PEL_STATE_SHOWING) && across >= 0 &&
         across <= MAX_POPUP_EDGES && down >= 0 && down <= MAX_POPUP_EDGES;
}

/* Java lists the items of an open menu in the menu as well as in its popup. */
static PelNodeId
find_popup_of (PelPlacement *self, PelNodeId menu, const PelToolkitRect *items)
{
  if (holds (pel_atspi_tree_get (self->tree, menu), items))
    return menu;
  for (guint i = 0; i < self->menus->len; i++)
    {
      PelNodeId id = g_array_index (self->menus, PelNodeId, i);

      if (holds (pel_atspi_tree_get (self->tree, id), items) && !is_below (self, id, menu))
        return id;
    }
  return PEL_NODE_NONE;
}

static Cell *locate (PelPlacement *self, PelNodeId id);

/* It counts them from what the menu was opened from. */
static guint32
find_items_anchor (PelPlacement *self, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  const PelAtspiNode *menu = pel_atspi_tree_get (self->tree, node->parent);
  PelToolkitRect      items, popup;
  PelNodeId           found;
  Anchor              anchor;

  if (self->menus->len == 0 || self->is_finding || menu->role != PEL_ROLE_MENU ||
      !pel_states_has (node->states, PEL_STATE_SHOWING))
    return 0;
  items = pel_placement_get_inner_rect (self->tree, menu);
  found = items.width > 0 ? find_popup_of (self, node->parent, &items) : PEL_NODE_NONE;
  if (found == PEL_NODE_NONE)
    return 0;
  self->is_finding = TRUE; /* what a popup is in needs no other popup */
  locate (self, found);
  self->is_finding = FALSE;
  if (self->cells[found].place != PEL_PLACE_KNOWN)
    return 0;
  popup = pel_atspi_tree_get (self->tree, found)->extents;
  anchor = *get_anchor (self, self->cells[found].anchor);
  anchor.match.node = id;
  anchor.match.map.base_x += items.x - popup.x - (popup.width - items.width) / 2;
  anchor.match.map.base_y += items.y - popup.y - (popup.height - items.height + 1) / 2;
  return add_anchor (self, anchor);
}

/* The list of a combo box of Java is told to be at the box: it has a window, or is drawn below it.
 */
static guint32
add_list (PelPlacement *self, PelNodeId id, const Cell *parent)
{
  const PelAtspiNode  *node = pel_atspi_tree_get (self->tree, id);
  PelPlacementPopup    popup = describe_popup (self, parent->anchor);
  Anchor               anchor = *get_anchor (self, parent->anchor);
  const PelWindowInfo *window = get_window (self, popup.owner->window);
  PelNativeRect        rect, part;

  anchor.match = pel_placement_popup_find_by_size (&popup, id);
  if (anchor.match.place != PEL_PLACE_KNOWN)
    {
      anchor.match = *popup.owner;
      anchor.match.node = id;
      anchor.match.map.base_y -= pel_atspi_tree_get (self->tree, node->parent)->extents.height;
      rect = pel_placement_map_apply (&anchor.match.map, &node->extents);
      part = window != NULL ? pel_native_rect_intersect (&rect, &window->content) : rect;
      if (!is_same (&rect, &part)) /* then it has a window, that no one lists */
        anchor.match.place = is_wayland (self) ? PEL_PLACE_POPUP : PEL_PLACE_NO_WINDOW;
    }
  return add_anchor (self, anchor);
}

static gboolean
is_moved_list (PelPlacement *self, const PelAtspiNode *node)
{
  const PelAtspiNode *box = pel_atspi_tree_get (self->tree, node->parent);

  return (self->toolkit->flags & PEL_TOOLKIT_MOVES_ITEMS) != 0 &&
         node->native_role == ATSPI_ROLE_POPUP_MENU && box->native_role == ATSPI_ROLE_COMBO_BOX &&
         pel_states_has (node->states, PEL_STATE_SHOWING) && node->extents.x == box->extents.x &&
         node->extents.y == box->extents.y;
}

/* LibreOffice draws on a panel of GTK, from the panel's corner on. */
static guint32
add_native_part (PelPlacement *self, PelNodeId id, const Cell *parent)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  Anchor              anchor = *get_anchor (self, parent->anchor);

  anchor.kind = PEL_EXTENTS_OF_SCREEN;
  anchor.is_native = TRUE;
  anchor.outer = parent->anchor;
  anchor.match.node = id;
  anchor.match.window = PEL_PLACEMENT_NO_WINDOW; /* that of those above */
  if (parent->place != PEL_PLACE_KNOWN)
    anchor.match.place = parent->place;
  else if ((node->flags & PEL_NODE_HAS_EXTENTS) == 0)
    anchor.match.place = PEL_PLACE_NOT_READ;
  else if (!pel_placement_map_enter_part (&anchor.match.map, &node->extents, &parent->rect))
    anchor.match.place = PEL_PLACE_NO_WINDOW;
  return add_anchor (self, anchor);
}

/* In what LibreOffice draws, widgets of GTK fill panels of its own. They tell their places on the
 * screen as all of GTK does, so the first of them is moved against the panel by as much as that. */
static PelPlacementMap
get_widget_map (PelPlacement *self, const Anchor *anchor)
{
  if (is_wayland (self))
    return get_anchor (self, anchor->outer)->match.map;
  return (PelPlacementMap){ .scale = anchor->match.map.scale,
                            .origin_term = PEL_TRACE_MONITOR,
                            .base_term = PEL_TRACE_MONITOR };
}

static gboolean
begins_widgets (PelPlacement *self, const PelAtspiNode *node, const Cell *parent)
{
  const Anchor   *anchor = get_anchor (self, parent->anchor);
  PelPlacementMap map = get_widget_map (self, anchor);
  PelNativeRect   drawn, widget;

  if (!anchor->is_native || parent->place != PEL_PLACE_KNOWN || is_empty (&parent->rect) ||
      (node->flags & PEL_NODE_HAS_EXTENTS) == 0 || !pel_toolkit_rect_is_sane (&node->extents))
    return FALSE;
  drawn = pel_placement_map_apply (&anchor->match.map, &node->extents);
  widget = pel_placement_map_apply (&map, &node->extents);
  return is_same (&widget, &parent->rect) && !is_same (&drawn, &parent->rect);
}

static guint32
add_widgets (PelPlacement *self, PelNodeId id, const Cell *parent)
{
  Anchor anchor = *get_anchor (self, parent->anchor);

  anchor.is_native = FALSE;
  anchor.match.map = get_widget_map (self, &anchor);
  anchor.match.node = id;
  anchor.match.window = PEL_PLACEMENT_NO_WINDOW; /* that of those above */
  return add_anchor (self, anchor);
}

/* Pages of Chromium count in another unit than everything around them. */
static guint32
add_page (PelPlacement *self, PelNodeId id, const Cell *parent)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  const PelAtspiNode *holder = pel_atspi_tree_get (self->tree, node->parent);
  Anchor              anchor = *get_anchor (self, parent->anchor);

  anchor.is_web = TRUE;
  anchor.match.node = id;
  anchor.match.window = PEL_PLACEMENT_NO_WINDOW; /* that of those above */
  if (anchor.match.place == PEL_PLACE_KNOWN && !pel_placement_map_enter_page (&anchor.match.map,
                                                                              self->desktop,
                                                                              &node->extents,
                                                                              &holder->extents))
    anchor.match.place = PEL_PLACE_NO_WINDOW;
  return add_anchor (self, anchor);
}

static gboolean
begins_popup (PelPlacement *self, PelNodeId id, guint32 parent_anchor)
{
  PelPlacementPopup popup = describe_popup (self, parent_anchor);

  return pel_toolkit_begins_popup (self->toolkit, self->tree, id) ||
         (self->toolkit->placing == PEL_PLACING_GTK3 && is_wayland (self) &&
          pel_placement_is_gtk3_popover (self->tree, id)) ||
         (self->toolkit->placing == PEL_PLACING_GTK4 && self->sets_showing &&
          pel_placement_is_gtk4_popover (&popup, id));
}

static guint32
choose_anchor (PelPlacement *self, PelNodeId id, const Cell *parent)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  guint32             items = find_items_anchor (self, id);
  const Anchor       *anchor = get_anchor (self, parent->anchor);

  if (items != 0)
    return items;
  if (!anchor->is_native && begins_popup (self, id, parent->anchor))
    return add_popup (self, id, parent->anchor);
  if (is_moved_list (self, node))
    return add_list (self, id, parent);
  if (self->toolkit->placing == PEL_PLACING_UNKNOWN)
    return guess_popup (self, id, parent->anchor);
  if (begins_widgets (self, node, parent))
    return add_widgets (self, id, parent);
  if (self->toolkit->placing == PEL_PLACING_GTK3 && node->native_role == ATSPI_ROLE_ROOT_PANE)
    return add_native_part (self, id, parent);
  if (self->toolkit->placing == PEL_PLACING_CHROMIUM && !anchor->is_web &&
      node->native_role == ATSPI_ROLE_DOCUMENT_WEB)
    return add_page (self, id, parent);
  return parent->anchor;
}

/* On the screen, though no one can say where: it can be seen and used, only not pointed at. */
static gboolean
is_somewhere (PelPlace place)
{
  return place == PEL_PLACE_POPUP || place == PEL_PLACE_AMBIGUOUS;
}

/* Toolkits that say what is showing are believed about each element: some hide a container and show
 * what it holds. An element without a place is as those above it are. */
static gboolean
is_shown_in (PelPlacement *self, const PelAtspiNode *node, PelPlace place, const Cell *parent)
{
  if (place == PEL_PLACE_NONE)
    return parent->is_shown;
  if (place != PEL_PLACE_KNOWN && !is_somewhere (place))
    return FALSE;
  if (!self->sets_showing || pel_atspi_tree_is_socket (self->tree, node))
    return parent->is_shown;
  return pel_toolkit_is_showing (self->toolkit, node) &&
         (parent->is_shown || ((self->toolkit->flags & PEL_TOOLKIT_CLIPS_CHILDREN) == 0 &&
                               !pel_toolkit_keeps_showing (self->toolkit, node)));
}

static gboolean
is_in_view (PelPlacement         *self,
            const Cell           *cell,
            const PelToolkitRect *rect,
            const PelNativeRect  *outer)
{
  PelNativeRect whole = pel_placement_map_apply (&get_anchor (self, cell->anchor)->match.map, rect);
  PelNativeRect part = pel_native_rect_intersect (&whole, outer);

  return !is_empty (&part);
}

/* A list whose items do not fit in it is scrolled, and so is whatever does not show what would be
 * seen beside it. Nothing is that shows something there: what a style makes float, or the menu of
 * a page that drops down from a list. */
static gboolean
is_scrolled (PelPlacement        *self,
             const PelAtspiNode  *node,
             const Cell          *cell,
             const PelNativeRect *outer)
{
  gboolean may_scroll = (pel_role_get_flags (node->role) & PEL_ROLE_MAY_SCROLL) != 0;
  gboolean is_overfull = FALSE;

  for (guint i = 0; i < node->n_listed; i++)
    {
      const PelAtspiNode   *item = pel_atspi_tree_get (self->tree, node->children[i]);
      const PelToolkitRect *rect = &item->extents;
      gboolean              is_beside;

      if ((item->flags & PEL_NODE_HAS_EXTENTS) == 0 || item->extents_kind != node->extents_kind ||
          !pel_toolkit_rect_is_sane (rect) || rect->width == 0 || rect->height == 0 ||
          fits (rect, &node->extents))
        continue;
      is_beside = self->sets_showing && is_outside (rect, &node->extents);
      if (is_beside && pel_toolkit_is_showing (self->toolkit, item))
        return FALSE;
      is_overfull |= may_scroll || (is_beside && cell->is_shown &&
                                    pel_states_has (item->states, PEL_STATE_VISIBLE) &&
                                    is_in_view (self, cell, rect, outer));
    }
  return is_overfull;
}

/* LibreOffice's own menu bar has no height where GTK draws another one. */
static gboolean
clips (PelPlacement *self, const PelAtspiNode *node, const Cell *cell, const PelNativeRect *outer)
{
  return (self->toolkit->flags & PEL_TOOLKIT_CLIPS_CHILDREN) != 0 ||
         (pel_role_get_flags (node->role) & PEL_ROLE_IS_CLIPPING) != 0 ||
         (get_anchor (self, cell->anchor)->is_native && is_empty (&cell->rect)) ||
         is_scrolled (self, node, cell, outer);
}

/* Where a window begins, it is seen as far as the window reaches. */
static PelNativeRect
get_outer_clip (PelPlacement *self, const Cell *cell, const Cell *parent)
{
  const PelWindowInfo *window;

  if (cell->anchor == parent->anchor)
    return parent->clip;
  window = get_window (self, get_anchor (self, cell->anchor)->match.window);
  if (window != NULL)
    return (window->states & PEL_WINDOW_VISIBLE) != 0 ? window->content : (PelNativeRect){ 0 };
  if (get_anchor (self, cell->anchor)->is_web && get_anchor (self, parent->anchor)->is_web)
    return everywhere; /* a list over the page */
  return parent->clip;
}

static void
look_at (PelPlacement *self, PelNodeId id, Cell *cell, const Cell *parent)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  PelNativeRect       outer = get_outer_clip (self, cell, parent);
  PelNativeRect       part = pel_native_rect_intersect (&cell->rect, &outer);

  cell->is_behind = parent->is_behind || (node->flags & PEL_NODE_IS_BEHIND) != 0;
  cell->is_shown = !cell->is_behind && is_shown_in (self, node, cell->place, parent);
  cell->is_clipping = cell->place == PEL_PLACE_KNOWN && clips (self, node, cell, &outer);
  cell->clip = cell->is_clipping ? part : outer;
  if (is_somewhere (cell->place))
    cell->is_visible = cell->is_shown && node->extents.width > 0 && node->extents.height > 0;
  else
    cell->is_visible =
        cell->is_shown && cell->place == PEL_PLACE_KNOWN && !is_empty (&part) &&
        pel_monitor_layout_find_rect (pel_desktop_get_layout (self->desktop), &part) != NULL;
}

/* At a scale that is no whole number, windows are a whole number of pixels all the same: what ends
 * with the window does not end after it. */
static void
cut_to_window (PelPlacement *self, const Anchor *anchor, PelNativeRect *rect)
{
  const PelWindowInfo *window = get_window (self, anchor->match.window);
  double               across, down;

  if (window == NULL || anchor->match.map.scale == floor (anchor->match.map.scale))
    return;
  across = rect->x + rect->width - window->surface.x - window->surface.width;
  down = rect->y + rect->height - window->surface.y - window->surface.height;
  if (across > 0 && across <= 1)
    rect->width = MAX (rect->width - across, 0);
  if (down > 0 && down <= 1)
    rect->height = MAX (rect->height - down, 0);
}

/* A list over a page is where its window is: its own word is wrong. */
static gboolean
shows_window (const Anchor *anchor, PelNodeId id)
{
  return anchor->is_web && anchor->match.node == id && anchor->match.window >= 0;
}

static const PelInset *
get_inset (PelPlacement *self, PelNodeId id, Cell *cell)
{
  if (!cell->has_inset)
    cell->inset = pel_inset_find (self->tree, id, self->sets_showing);
  cell->has_inset = TRUE;
  return &cell->inset;
}

/* What the toolkit leaves out, from where its window begins. */
static void
shift (PelPlacement *self, PelNodeId id, Cell *cell, Cell *parent)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  const PelAtspiNode *holder = pel_atspi_tree_get (self->tree, node->parent);
  const PelInset     *inset;

  if ((self->toolkit->flags & PEL_TOOLKIT_LOSES_INSETS) == 0 || cell->anchor != parent->anchor)
    return;
  inset = get_inset (self, node->parent, parent);
  cell->shift_x = parent->shift_x + inset->x;
  cell->shift_y = parent->shift_y + inset->y;
  cell->certainty = MAX (parent->certainty, inset->certainty);
  if (!pel_inset_is_filled (self->tree, node->parent, id))
    return;
  cell->shift_x += holder->extents.x - node->extents.x;
  cell->shift_y += holder->extents.y - node->extents.y;
}

static PelNativeRect
apply (const PelPlacementMap *map, const PelAtspiNode *node, const Cell *cell)
{
  PelPlacementMap shifted = *map;

  shifted.base_x -= cell->shift_x;
  shifted.base_y -= cell->shift_y;
  return pel_placement_map_apply (&shifted, &node->extents);
}

static Cell *
locate (PelPlacement *self, PelNodeId id)
{
  Cell               *cell = &self->cells[id];
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  Cell               *parent;

  if (cell->is_located)
    return cell;
  parent = locate (self, node->parent); /* no deeper than a tree may be */
  cell->anchor = choose_anchor (self, id, parent);
  cell->place = judge (self, node, get_anchor (self, cell->anchor));
  if (cell->place == PEL_PLACE_KNOWN)
    {
      const Anchor *anchor = get_anchor (self, cell->anchor);

      shift (self, id, cell, parent);
      cell->rect = apply (&anchor->match.map, node, cell);
      if (shows_window (anchor, id))
        cell->rect = get_window (self, anchor->match.window)->bounds;
      cut_to_window (self, anchor, &cell->rect);
    }
  cell->is_located = TRUE;
  look_at (self, id, cell, parent);
  return cell;
}

/* A top level is where its window is, even where nothing is known of what it holds. */
static void
locate_top (PelPlacement *self, const PelPlacementMatch *match)
{
  const PelAtspiNode  *node = pel_atspi_tree_get (self->tree, match->node);
  Cell                *cell = &self->cells[match->node];
  const PelWindowInfo *window = get_window (self, match->window);
  Anchor               anchor = { .match = *match, .kind = node->extents_kind };

  if (window == NULL && is_wayland (self) &&
      pel_toolkit_begins_popup (self->toolkit, self->tree, match->node))
    anchor.match.place = PEL_PLACE_POPUP;
  cell->anchor = add_anchor (self, anchor);
  if (self->known == 0 && anchor.match.place == PEL_PLACE_KNOWN)
    self->known = cell->anchor;
  cell->place = window != NULL ? PEL_PLACE_KNOWN : judge (self, node, &anchor);
  if (window != NULL)
    cell->rect = window->bounds;
  cell->is_located = TRUE;
  look_at (self, match->node, cell, &self->cells[PEL_NODE_ROOT]);
}

/* GTK 4.8 sets SHOWING on its top levels only; if a later one sets it below them, that counts. */
static gboolean
find_showing (PelPlacement *self)
{
  const PelAtspiNode *root = pel_atspi_tree_get (self->tree, PEL_NODE_ROOT);

  if ((self->toolkit->flags & PEL_TOOLKIT_SETS_SHOWING) != 0)
    return TRUE;
  for (guint i = 0; i < root->n_listed; i++)
    {
      const PelAtspiNode *top = pel_atspi_tree_get (self->tree, root->children[i]);

      for (guint j = 0; j < top->n_listed; j++)
        if (pel_states_has (pel_atspi_tree_get (self->tree, top->children[j])->states,
                            PEL_STATE_SHOWING))
          return TRUE;
    }
  return FALSE;
}

static GArray *
list_menus (PelAtspiTree *tree, const PelToolkit *toolkit)
{
  GArray *menus = g_array_new (FALSE, FALSE, sizeof (PelNodeId));

  if ((toolkit->flags & PEL_TOOLKIT_MOVES_ITEMS) == 0)
    return menus;
  for (PelNodeId id = PEL_NODE_ROOT; id != PEL_NODE_NONE && menus->len < MAX_MENUS;
       id = pel_atspi_tree_next (tree, id, PEL_NODE_ROOT))
    if (pel_atspi_tree_get (tree, id)->native_role == ATSPI_ROLE_POPUP_MENU)
      g_array_append_val (menus, id);
  return menus;
}

static PelPlacement *
new_empty (PelAtspiTree *tree, const PelToolkit *toolkit, pid_t pid, PelDesktop *desktop)
{
  PelPlacement *self = g_new0 (PelPlacement, 1);
  Anchor        nowhere = {
           .match = { .node = PEL_NODE_ROOT, .window = PEL_PLACEMENT_NO_WINDOW, .place = PEL_PLACE_NONE }
  };

  self->tree = tree;
  self->toolkit = toolkit;
  self->desktop = g_object_ref (desktop);
  self->anchors = g_array_new (FALSE, FALSE, sizeof (Anchor));
  self->surfaces = g_array_new (FALSE, FALSE, sizeof (PelPlacementSurface));
  self->popups = pel_placement_popup_list_windows (desktop, pid);
  self->menus = list_menus (tree, toolkit);
  self->taken = g_hash_table_new (NULL, NULL);
  self->n_cells = pel_atspi_tree_get_end (tree);
  self->cells = g_new0 (Cell, self->n_cells);
  self->sets_showing = find_showing (self);
  add_anchor (self, nowhere);
  return self;
}

PelPlacement *
pel_placement_new (PelAtspiTree *tree, const PelToolkit *toolkit, pid_t pid, PelDesktop *desktop)
{
  PelPlacement      *self = new_empty (tree, toolkit, pid, desktop);
  g_autoptr (GArray) tops = pel_placement_match_tops (tree, toolkit, pid, desktop);

  self->cells[PEL_NODE_ROOT] =
      (Cell){ .clip = everywhere, .place = PEL_PLACE_NONE, .is_located = TRUE, .is_shown = TRUE };
  for (guint i = 0; i < tops->len; i++)
    locate_top (self, &g_array_index (tops, PelPlacementMatch, i));
  return self;
}

/* It is as large as what holds it, and counts from its own corner: where its root says that it is
 * moves as it is scrolled. */
static Anchor
make_inner_anchor (PelPlacement *self, const Cell *holder)
{
  const PelAtspiNode *root = pel_atspi_tree_get (self->tree, PEL_NODE_ROOT);
  PelToolkitRect      view = { 0, 0, root->extents.width, root->extents.height };
  Anchor              anchor = {
                 .match = { .node = PEL_NODE_ROOT, .window = PEL_PLACEMENT_NO_WINDOW, .place = holder->place },
                 .kind = self->toolkit->extents_kind,
  };

  if (holder->place != PEL_PLACE_KNOWN)
    return anchor;
  if (!holder->is_shown)
    anchor.match.place = PEL_PLACE_HIDDEN;
  else if ((root->flags & PEL_NODE_HAS_EXTENTS) == 0)
    anchor.match.place = PEL_PLACE_NOT_READ;
  else if (!pel_placement_map_enter_part (&anchor.match.map, &view, &holder->rect))
    anchor.match.place = PEL_PLACE_NO_WINDOW;
  return anchor;
}

PelPlacement *
pel_placement_new_within (PelAtspiTree     *tree,
                          const PelToolkit *toolkit,
                          PelPlacement     *host,
                          PelNodeId         stub)
{
  PelPlacement *self = new_empty (tree, toolkit, 0, host->desktop);
  const Cell   *holder = locate (host, pel_atspi_tree_get (host->tree, stub)->parent);
  Cell         *root = &self->cells[PEL_NODE_ROOT];

  *root = *holder;
  root->anchor = add_anchor (self, make_inner_anchor (self, holder));
  root->place = get_anchor (self, root->anchor)->match.place;
  root->is_clipping = TRUE;
  if (root->place == PEL_PLACE_KNOWN)
    root->clip = pel_native_rect_intersect (&holder->rect, &holder->clip);
  return self;
}

void
pel_placement_free (PelPlacement *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->anchors);
  g_array_unref (self->surfaces);
  g_array_unref (self->popups);
  g_array_unref (self->menus);
  g_hash_table_unref (self->taken);
  g_object_unref (self->desktop);
  g_free (self->cells);
  g_free (self);
}

PelPlace
pel_placement_locate (PelPlacement *self, PelNodeId id, PelNativeRect *ret_rect)
{
  const Cell *cell;

  g_return_val_if_fail (id > 0 && id < self->n_cells, PEL_PLACE_NONE);

  cell = locate (self, id);
  if (cell->place == PEL_PLACE_KNOWN)
    *ret_rect = cell->rect;
  return cell->place;
}

PelCertainty
pel_placement_get_certainty (PelPlacement *self, PelNodeId id)
{
  g_return_val_if_fail (id > 0 && id < self->n_cells, PEL_CERTAINTY_EXACT);

  return locate (self, id)->certainty;
}

gboolean
pel_placement_is_visible (PelPlacement *self, PelNodeId id)
{
  g_return_val_if_fail (id > 0 && id < self->n_cells, FALSE);

  return locate (self, id)->is_visible;
}

gboolean
pel_placement_is_clipping (PelPlacement *self, PelNodeId id)
{
  g_return_val_if_fail (id > 0 && id < self->n_cells, FALSE);

  return locate (self, id)->is_clipping;
}

const PelPlacementSurface *
pel_placement_get_surfaces (PelPlacement *self, guint *ret_n)
{
  *ret_n = self->surfaces->len;
  return (const PelPlacementSurface *) self->surfaces->data;
}

/* As locate() does it; the place is known. */
static void
trace_steps (PelPlacement *self, PelNodeId id, PelPlacementTrace *trace)
{
  const Cell          *cell = &self->cells[id];
  const Anchor        *anchor = get_anchor (self, cell->anchor);
  const PelWindowInfo *window = get_window (self, anchor->match.window);
  gboolean             is_top = window != NULL && anchor->match.node == id &&
                    pel_atspi_tree_get (self->tree, id)->parent == PEL_NODE_ROOT;
  PelTraceRect  before, excess;
  PelNativeRect rect;

  if (!is_top && (cell->shift_x != 0 || cell->shift_y != 0))
    pel_placement_trace_add (trace,
                             PEL_TRACE_PLUS,
                             PEL_TRACE_INSETS,
                             (PelTraceRect){ cell->shift_x, cell->shift_y, 0, 0 });
  if (!is_top)
    pel_placement_map_trace (&anchor->match.map, trace);
  if (is_top || shows_window (anchor, id))
    {
      const PelNativeRect *b = &window->bounds;

      pel_placement_trace_add (trace,
                               PEL_TRACE_REPLACE,
                               PEL_TRACE_WINDOW,
                               (PelTraceRect){ b->x, b->y, b->width, b->height });
    }
  if (is_top)
    return;
  before = pel_placement_trace_get_result (trace);
  rect = (PelNativeRect){ before.x, before.y, before.width, before.height };
  cut_to_window (self, anchor, &rect);
  excess = (PelTraceRect){ 0, 0, before.width - rect.width, before.height - rect.height };
  pel_placement_trace_add (trace, PEL_TRACE_CUT, PEL_TRACE_EDGE, excess);
}

PelPlacementTrace *
pel_placement_trace (PelPlacement *self, PelNodeId id)
{
  const PelAtspiNode   *node = pel_atspi_tree_get (self->tree, id);
  const PelToolkitRect *rect = &node->extents;
  PelPlacementTrace    *trace;

  g_return_val_if_fail (id > 0 && id < self->n_cells, NULL);

  for (PelNodeId before = PEL_NODE_ROOT; before != PEL_NODE_NONE && before != id;
       before = pel_atspi_tree_next (self->tree, before, PEL_NODE_ROOT))
    locate (self, before);
  locate (self, id);
  if ((node->flags & PEL_NODE_HAS_EXTENTS) == 0 && self->cells[id].place != PEL_PLACE_KNOWN)
    return NULL;
  trace = pel_placement_trace_new ((PelTraceRect){ rect->x, rect->y, rect->width, rect->height },
                                   node->extents_kind == PEL_EXTENTS_OF_WINDOW);
  trace->is_known = self->cells[id].place == PEL_PLACE_KNOWN;
  if (trace->is_known)
    trace_steps (self, id, trace);
  return trace;
}
