/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/placement-private.h"

#include <atspi/atspi-constants.h>

const PelNativeRect pel_placement_everywhere = { -PEL_COORDINATE_LIMIT,
                                                 -PEL_COORDINATE_LIMIT,
                                                 2.0 * PEL_COORDINATE_LIMIT,
                                                 2.0 * PEL_COORDINATE_LIMIT };

static gboolean
is_outside (const PelToolkitRect *rect, const PelToolkitRect *outer)
{
  return (gint64) rect->x + rect->width <= outer->x ||
         (gint64) rect->y + rect->height <= outer->y ||
         rect->x >= (gint64) outer->x + outer->width ||
         rect->y >= (gint64) outer->y + outer->height;
}

gboolean
pel_placement_is_hidden (PelPlacement *self, const PelAtspiNode *node)
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

gboolean
pel_placement_has_no_place (PelPlacement *self, const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_IS_FOREIGN) != 0 ||
         ((node->flags & PEL_NODE_HAS_INTERFACES) != 0 &&
          (node->interfaces & PEL_INTERFACE_COMPONENT) == 0) ||
         is_denied (self, node);
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
is_shown_in (PelPlacement           *self,
             const PelAtspiNode     *node,
             PelPlace                place,
             const PelPlacementCell *parent)
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
is_in_view (PelPlacement           *self,
            const PelPlacementCell *cell,
            const PelToolkitRect   *rect,
            const PelNativeRect    *outer)
{
  PelNativeRect whole =
      pel_placement_map_apply (&pel_placement_get_anchor (self, cell->anchor)->match.map, rect);
  PelNativeRect part = pel_native_rect_intersect (&whole, outer);

  return !pel_native_rect_is_empty (&part);
}

/* A list whose items do not fit in it is scrolled, and so is whatever does not show what would be
 * seen beside it. Nothing is that shows something there: what a style makes float, or the menu of
 * a page that drops down from a list. */
static gboolean
is_scrolled (PelPlacement           *self,
             const PelAtspiNode     *node,
             const PelPlacementCell *cell,
             const PelNativeRect    *outer)
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
          pel_toolkit_rect_fits (rect, &node->extents))
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
clips (PelPlacement           *self,
       const PelAtspiNode     *node,
       const PelPlacementCell *cell,
       const PelNativeRect    *outer)
{
  return (self->toolkit->flags & PEL_TOOLKIT_CLIPS_CHILDREN) != 0 ||
         (pel_role_get_flags (node->role) & PEL_ROLE_IS_CLIPPING) != 0 ||
         (pel_placement_get_anchor (self, cell->anchor)->is_native &&
          pel_native_rect_is_empty (&cell->rect)) ||
         is_scrolled (self, node, cell, outer);
}

/* Where a window begins, it is seen as far as the window reaches. */
static PelNativeRect
get_outer_clip (PelPlacement *self, const PelPlacementCell *cell, const PelPlacementCell *parent)
{
  const PelWindowInfo *window;

  if (cell->anchor == parent->anchor)
    return parent->clip;
  window =
      pel_placement_get_window (self, pel_placement_get_anchor (self, cell->anchor)->match.window);
  if (window != NULL)
    return (window->states & PEL_WINDOW_VISIBLE) != 0 ? window->content : (PelNativeRect){ 0 };
  if (pel_placement_get_anchor (self, cell->anchor)->is_web &&
      pel_placement_get_anchor (self, parent->anchor)->is_web)
    return pel_placement_everywhere; /* a list over the page */
  return parent->clip;
}

void
pel_placement_look_at (PelPlacement           *self,
                       PelNodeId               id,
                       PelPlacementCell       *cell,
                       const PelPlacementCell *parent)
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
        cell->is_shown && cell->place == PEL_PLACE_KNOWN && !pel_native_rect_is_empty (&part) &&
        pel_monitor_layout_find_rect (pel_desktop_get_layout (self->desktop), &part) != NULL;
}
