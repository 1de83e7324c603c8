/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/placement-popup.h"
#include "services/provider/placement-private.h"

#include <atspi/atspi-constants.h>
#include <math.h>

/* What a popup of Java has around its items, both ways. */
#define MAX_POPUP_EDGES 16
#define MAX_MENUS       64

PelPlacementAnchor *
pel_placement_get_anchor (PelPlacement *self, guint32 index)
{
  return &g_array_index (self->anchors, PelPlacementAnchor, index);
}

guint32
pel_placement_add_anchor (PelPlacement *self, PelPlacementAnchor anchor)
{
  PelPlacementSurface surface = { anchor.match.node, anchor.match.window };

  g_array_append_val (self->anchors, anchor);
  if (surface.window != PEL_PLACEMENT_NO_WINDOW)
    g_array_append_val (self->surfaces, surface);
  return self->anchors->len - 1;
}

static gboolean
is_same (const PelNativeRect *a, const PelNativeRect *b)
{
  return fabs (a->x - b->x) <= 1 && fabs (a->y - b->y) <= 1 && fabs (a->width - b->width) <= 1 &&
         fabs (a->height - b->height) <= 1;
}

GArray *
pel_placement_list_menus (PelAtspiTree *tree, const PelToolkit *toolkit)
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

/* A popup takes the scale of what it was opened from. Where nothing is known of that, a menu of a
 * program whose other windows are known still tells its own place. */
static const PelPlacementMatch *
find_owner (PelPlacement *self, guint32 parent_anchor)
{
  const PelPlacementMatch *owner = &pel_placement_get_anchor (self, parent_anchor)->match;

  if (owner->place != PEL_PLACE_KNOWN && self->known != 0)
    return &pel_placement_get_anchor (self, self->known)->match;
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
  PelPlacementAnchor       anchor = { .match = { .node = id, .window = PEL_PLACEMENT_NO_WINDOW },
                                      .kind =
                                          pel_toolkit_get_extents_kind (self->toolkit, self->tree, id),
                                      .is_web = pel_placement_get_anchor (self, parent_anchor)->is_web };

  if ((node->flags & PEL_NODE_HAS_EXTENTS) == 0 && !pel_placement_has_no_place (self, node))
    anchor.match.place = PEL_PLACE_NOT_READ;
  else if (pel_placement_is_hidden (self, node) ||
           (node->extents.width == 0 && node->extents.height == 0))
    anchor.match.place = PEL_PLACE_HIDDEN;
  else if (owner->place != PEL_PLACE_KNOWN && !self->is_wayland)
    anchor.match.place = owner->place;
  else
    anchor.match = pel_placement_popup_find (&popup, id);

  /* the next item of the menu that this one is in */
  if (anchor.match.window != PEL_PLACEMENT_NO_WINDOW &&
      anchor.match.window == pel_placement_get_anchor (self, parent_anchor)->match.window)
    return parent_anchor;
  if (anchor.match.window != PEL_PLACEMENT_NO_WINDOW)
    g_hash_table_add (self->taken, GINT_TO_POINTER (anchor.match.window + 1));
  return pel_placement_add_anchor (self, anchor);
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

  return parent->native_role == ATSPI_ROLE_MENU &&
         !pel_toolkit_rect_fits (&node->extents, &parent->extents) &&
         !is_in_document (self, parent);
}

/* Popups of toolkits that no one has measured have their places on the screen in common with all
 * else. A popup menu without a window is drawn over all else in that of its owner. */
static guint32
guess_popup (PelPlacement *self, PelNodeId id, guint32 parent_anchor)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  PelPlacementPopup   popup = describe_popup (self, parent_anchor);
  PelPlacementAnchor  anchor = { .match = *popup.owner };
  int                 window = pel_placement_popup_guess (&popup, id);

  anchor.kind = self->toolkit->extents_kind;
  anchor.match.node = id;
  if (anchor.match.place == PEL_PLACE_KNOWN && window == PEL_PLACEMENT_NO_WINDOW &&
      is_of_closed_menu (self, node))
    {
      anchor.match.place = self->is_wayland ? PEL_PLACE_POPUP : PEL_PLACE_HIDDEN;
      anchor.match.window = PEL_PLACEMENT_NO_WINDOW;
      return pel_placement_add_anchor (self, anchor);
    }
  if (window == pel_placement_get_anchor (self, parent_anchor)->match.window ||
      (window == PEL_PLACEMENT_NO_WINDOW && node->native_role != ATSPI_ROLE_POPUP_MENU))
    return parent_anchor;
  if (window != PEL_PLACEMENT_NO_WINDOW)
    anchor.match.window = window;
  return pel_placement_add_anchor (self, anchor);
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

/* It counts them from what the menu was opened from. */
static guint32
find_items_anchor (PelPlacement *self, PelNodeId id)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  const PelAtspiNode *menu = pel_atspi_tree_get (self->tree, node->parent);
  PelToolkitRect      items, popup;
  PelNodeId           found;
  PelPlacementAnchor  anchor;

  if (self->menus->len == 0 || self->is_finding || menu->role != PEL_ROLE_MENU ||
      !pel_states_has (node->states, PEL_STATE_SHOWING))
    return 0;
  items = pel_placement_get_inner_rect (self->tree, menu);
  found = items.width > 0 ? find_popup_of (self, node->parent, &items) : PEL_NODE_NONE;
  if (found == PEL_NODE_NONE)
    return 0;
  self->is_finding = TRUE; /* what a popup is in needs no other popup */
  pel_placement_find_cell (self, found);
  self->is_finding = FALSE;
  if (self->cells[found].place != PEL_PLACE_KNOWN)
    return 0;
  popup = pel_atspi_tree_get (self->tree, found)->extents;
  anchor = *pel_placement_get_anchor (self, self->cells[found].anchor);
  anchor.match.node = id;
  anchor.match.map.base_x += items.x - popup.x - (popup.width - items.width) / 2;
  anchor.match.map.base_y += items.y - popup.y - (popup.height - items.height + 1) / 2;
  return pel_placement_add_anchor (self, anchor);
}

/* The list of a combo box of Java is reported at the box: it has a window, or is drawn below it.
 */
static guint32
add_list (PelPlacement *self, PelNodeId id, const PelPlacementCell *parent)
{
  const PelAtspiNode  *node = pel_atspi_tree_get (self->tree, id);
  PelPlacementPopup    popup = describe_popup (self, parent->anchor);
  PelPlacementAnchor   anchor = *pel_placement_get_anchor (self, parent->anchor);
  const PelWindowInfo *window = pel_placement_get_window (self, popup.owner->window);
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
        anchor.match.place = self->is_wayland ? PEL_PLACE_POPUP : PEL_PLACE_NO_WINDOW;
    }
  return pel_placement_add_anchor (self, anchor);
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

/* From the corner of @holder on, which it fills. */
static void
enter_part (PelPlacementAnchor     *anchor,
            const PelAtspiNode     *node,
            const PelToolkitRect   *part,
            const PelPlacementCell *holder)
{
  anchor->match.window = PEL_PLACEMENT_NO_WINDOW; /* that of those above */
  if (holder->place != PEL_PLACE_KNOWN)
    anchor->match.place = holder->place;
  else if ((node->flags & PEL_NODE_HAS_EXTENTS) == 0)
    anchor->match.place = PEL_PLACE_NOT_READ;
  else if (!pel_placement_map_enter_part (&anchor->match.map, part, &holder->rect))
    anchor->match.place = PEL_PLACE_NO_WINDOW;
}

/* LibreOffice draws on a panel of GTK, from the panel's corner on. */
static guint32
add_native_part (PelPlacement *self, PelNodeId id, const PelPlacementCell *parent)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  PelPlacementAnchor  anchor = *pel_placement_get_anchor (self, parent->anchor);

  anchor.kind = PEL_EXTENTS_OF_SCREEN;
  anchor.is_native = TRUE;
  anchor.outer = parent->anchor;
  anchor.match.node = id;
  enter_part (&anchor, node, &node->extents, parent);
  return pel_placement_add_anchor (self, anchor);
}

/* In what LibreOffice draws, widgets of GTK fill panels of its own. They tell their places on the
 * screen as all of GTK does, so the first of them is moved against the panel by as much as that. */
static PelPlacementMap
get_widget_map (PelPlacement *self, const PelPlacementAnchor *anchor)
{
  if (self->is_wayland)
    return pel_placement_get_anchor (self, anchor->outer)->match.map;
  return (PelPlacementMap){ .scale = anchor->match.map.scale,
                            .origin_term = PEL_TRACE_MONITOR,
                            .base_term = PEL_TRACE_MONITOR };
}

static gboolean
begins_widgets (PelPlacement *self, const PelAtspiNode *node, const PelPlacementCell *parent)
{
  const PelPlacementAnchor *anchor = pel_placement_get_anchor (self, parent->anchor);
  PelPlacementMap           map = get_widget_map (self, anchor);
  PelNativeRect             drawn, widget;

  if (!anchor->is_native || parent->place != PEL_PLACE_KNOWN ||
      pel_native_rect_is_empty (&parent->rect) || (node->flags & PEL_NODE_HAS_EXTENTS) == 0 ||
      !pel_toolkit_rect_is_sane (&node->extents))
    return FALSE;
  drawn = pel_placement_map_apply (&anchor->match.map, &node->extents);
  widget = pel_placement_map_apply (&map, &node->extents);
  return is_same (&widget, &parent->rect) && !is_same (&drawn, &parent->rect);
}

static guint32
add_widgets (PelPlacement *self, PelNodeId id, const PelPlacementCell *parent)
{
  PelPlacementAnchor anchor = *pel_placement_get_anchor (self, parent->anchor);

  anchor.is_native = FALSE;
  anchor.match.map = get_widget_map (self, &anchor);
  anchor.match.node = id;
  anchor.match.window = PEL_PLACEMENT_NO_WINDOW; /* that of those above */
  return pel_placement_add_anchor (self, anchor);
}

/* Pages of Chromium count in another unit than everything around them. */
static guint32
add_page (PelPlacement *self, PelNodeId id, const PelPlacementCell *parent)
{
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  const PelAtspiNode *holder = pel_atspi_tree_get (self->tree, node->parent);
  PelPlacementAnchor  anchor = *pel_placement_get_anchor (self, parent->anchor);

  anchor.is_web = TRUE;
  anchor.match.node = id;
  anchor.match.window = PEL_PLACEMENT_NO_WINDOW; /* that of those above */
  if (anchor.match.place == PEL_PLACE_KNOWN && !pel_placement_map_enter_page (&anchor.match.map,
                                                                              self->desktop,
                                                                              &node->extents,
                                                                              &holder->extents))
    anchor.match.place = PEL_PLACE_NO_WINDOW;
  return pel_placement_add_anchor (self, anchor);
}

static gboolean
begins_popup (PelPlacement *self, PelNodeId id, guint32 parent_anchor)
{
  PelPlacementPopup popup = describe_popup (self, parent_anchor);

  return pel_toolkit_begins_popup (self->toolkit, self->tree, id) ||
         (self->toolkit->placing == PEL_PLACING_GTK3 && self->is_wayland &&
          pel_placement_is_gtk3_popover (self->tree, id)) ||
         (self->toolkit->placing == PEL_PLACING_GTK4 && self->sets_showing &&
          pel_placement_is_gtk4_popover (&popup, id));
}

guint32
pel_placement_choose_anchor (PelPlacement *self, PelNodeId id, const PelPlacementCell *parent)
{
  const PelAtspiNode       *node = pel_atspi_tree_get (self->tree, id);
  guint32                   items = find_items_anchor (self, id);
  const PelPlacementAnchor *anchor = pel_placement_get_anchor (self, parent->anchor);

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

/* It is as large as what holds it, and counts from its own corner: where its root says that it is
 * moves as it is scrolled. */
guint32
pel_placement_add_inner_anchor (PelPlacement *self, const PelPlacementCell *holder)
{
  const PelAtspiNode *root = pel_atspi_tree_get (self->tree, PEL_NODE_ROOT);
  PelToolkitRect      view = { 0, 0, root->extents.width, root->extents.height };
  PelPlacementAnchor  anchor = { .match = { .node = PEL_NODE_ROOT, .place = holder->place },
                                 .kind = self->toolkit->extents_kind };

  enter_part (&anchor, root, &view, holder);
  if (holder->place == PEL_PLACE_KNOWN && !holder->is_shown)
    anchor.match.place = PEL_PLACE_HIDDEN;
  return pel_placement_add_anchor (self, anchor);
}
