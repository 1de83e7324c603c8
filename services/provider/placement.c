/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/placement.h"

#include "services/provider/placement-popup.h"
#include "services/provider/placement-private.h"

#include <math.h>

const PelWindowInfo *
pel_placement_get_window (PelPlacement *self, int index)
{
  return index >= 0 ? pel_window_get_info (pel_desktop_get_window (self->desktop, index)) : NULL;
}

static PelPlace
judge (PelPlacement *self, const PelAtspiNode *node, const PelPlacementAnchor *anchor)
{
  if (pel_placement_has_no_place (self, node))
    return PEL_PLACE_NONE;
  if (anchor->match.place == PEL_PLACE_HIDDEN)
    return PEL_PLACE_HIDDEN;
  if ((node->flags & PEL_NODE_HAS_EXTENTS) == 0)
    return PEL_PLACE_NOT_READ;
  if (pel_placement_is_hidden (self, node))
    return PEL_PLACE_HIDDEN;
  if (anchor->match.place != PEL_PLACE_KNOWN)
    return anchor->match.place;
  return node->extents_kind == anchor->kind ? PEL_PLACE_KNOWN : PEL_PLACE_NOT_READ;
}

/* At a scale that is no whole number, windows are a whole number of pixels all the same: what ends
 * with the window does not end after it. */
static void
cut_to_window (PelPlacement *self, const PelPlacementAnchor *anchor, PelNativeRect *rect)
{
  const PelWindowInfo *window = pel_placement_get_window (self, anchor->match.window);
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
shows_window (const PelPlacementAnchor *anchor, PelNodeId id)
{
  return anchor->is_web && anchor->match.node == id && anchor->match.window >= 0;
}

static const PelInset *
get_inset (PelPlacement *self, PelNodeId id, PelPlacementCell *cell)
{
  if (!cell->has_inset)
    cell->inset = pel_inset_find (self->tree, id, self->sets_showing);
  cell->has_inset = TRUE;
  return &cell->inset;
}

/* What the toolkit leaves out, from where its window begins. */
static void
shift (PelPlacement *self, PelNodeId id, PelPlacementCell *cell, PelPlacementCell *parent)
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
apply (const PelPlacementMap *map, const PelAtspiNode *node, const PelPlacementCell *cell)
{
  PelPlacementMap shifted = *map;

  shifted.base_x -= cell->shift_x;
  shifted.base_y -= cell->shift_y;
  return pel_placement_map_apply (&shifted, &node->extents);
}

PelPlacementCell *
pel_placement_find_cell (PelPlacement *self, PelNodeId id)
{
  PelPlacementCell   *cell = &self->cells[id];
  const PelAtspiNode *node = pel_atspi_tree_get (self->tree, id);
  PelPlacementCell   *parent;

  if (cell->is_located)
    return cell;
  parent = pel_placement_find_cell (self, node->parent); /* no deeper than a tree may be */
  cell->anchor = pel_placement_choose_anchor (self, id, parent);
  cell->place = judge (self, node, pel_placement_get_anchor (self, cell->anchor));
  if (cell->place == PEL_PLACE_KNOWN)
    {
      const PelPlacementAnchor *anchor = pel_placement_get_anchor (self, cell->anchor);

      shift (self, id, cell, parent);
      cell->rect = apply (&anchor->match.map, node, cell);
      if (shows_window (anchor, id))
        cell->rect = pel_placement_get_window (self, anchor->match.window)->bounds;
      cut_to_window (self, anchor, &cell->rect);
    }
  cell->is_located = TRUE;
  pel_placement_look_at (self, id, cell, parent);
  return cell;
}

/* A top level is where its window is, even where nothing is known of what it holds. */
static void
locate_top (PelPlacement *self, const PelPlacementMatch *match)
{
  const PelAtspiNode  *node = pel_atspi_tree_get (self->tree, match->node);
  PelPlacementCell    *cell = &self->cells[match->node];
  const PelWindowInfo *window = pel_placement_get_window (self, match->window);
  PelPlacementAnchor   anchor = { .match = *match, .kind = node->extents_kind };

  if (window == NULL && self->is_wayland &&
      pel_toolkit_begins_popup (self->toolkit, self->tree, match->node))
    anchor.match.place = PEL_PLACE_POPUP;
  cell->anchor = pel_placement_add_anchor (self, anchor);
  if (self->known == 0 && anchor.match.place == PEL_PLACE_KNOWN)
    self->known = cell->anchor;
  cell->place = window != NULL ? PEL_PLACE_KNOWN : judge (self, node, &anchor);
  if (window != NULL)
    cell->rect = window->bounds;
  cell->is_located = TRUE;
  pel_placement_look_at (self, match->node, cell, &self->cells[PEL_NODE_ROOT]);
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

static PelPlacement *
new_empty (PelAtspiTree *tree, const PelToolkit *toolkit, pid_t pid, PelDesktop *desktop)
{
  PelPlacement      *self = g_new0 (PelPlacement, 1);
  PelPlacementAnchor nowhere = {
    .match = { .node = PEL_NODE_ROOT, .window = PEL_PLACEMENT_NO_WINDOW, .place = PEL_PLACE_NONE }
  };

  self->tree = tree;
  self->toolkit = toolkit;
  self->desktop = g_object_ref (desktop);
  self->anchors = g_array_new (FALSE, FALSE, sizeof (PelPlacementAnchor));
  self->surfaces = g_array_new (FALSE, FALSE, sizeof (PelPlacementSurface));
  self->is_wayland = pel_desktop_get_platform (desktop)->kind == PEL_PLATFORM_WAYLAND;
  self->popups = pel_placement_popup_list_windows (desktop, pid);
  self->menus = pel_placement_list_menus (tree, toolkit);
  self->taken = g_hash_table_new (NULL, NULL);
  self->n_cells = pel_atspi_tree_get_end (tree);
  self->cells = g_new0 (PelPlacementCell, self->n_cells);
  self->sets_showing = find_showing (self);
  pel_placement_add_anchor (self, nowhere);
  return self;
}

PelPlacement *
pel_placement_new (PelAtspiTree *tree, const PelToolkit *toolkit, pid_t pid, PelDesktop *desktop)
{
  PelPlacement      *self = new_empty (tree, toolkit, pid, desktop);
  g_autoptr (GArray) tops = pel_placement_match_tops (tree, toolkit, pid, desktop);

  self->cells[PEL_NODE_ROOT] = (PelPlacementCell){
    .clip = pel_placement_everywhere, .place = PEL_PLACE_NONE, .is_located = TRUE, .is_shown = TRUE
  };
  for (guint i = 0; i < tops->len; i++)
    locate_top (self, &g_array_index (tops, PelPlacementMatch, i));
  return self;
}

PelPlacement *
pel_placement_new_within (PelAtspiTree     *tree,
                          const PelToolkit *toolkit,
                          PelPlacement     *host,
                          PelNodeId         stub)
{
  PelPlacement           *self = new_empty (tree, toolkit, 0, host->desktop);
  const PelPlacementCell *holder =
      pel_placement_find_cell (host, pel_atspi_tree_get (host->tree, stub)->parent);
  PelPlacementCell *root = &self->cells[PEL_NODE_ROOT];

  *root = *holder;
  root->anchor = pel_placement_add_inner_anchor (self, holder);
  root->place = pel_placement_get_anchor (self, root->anchor)->match.place;
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
  const PelPlacementCell *cell;

  g_return_val_if_fail (id > 0 && id < self->n_cells, PEL_PLACE_NONE);

  cell = pel_placement_find_cell (self, id);
  if (cell->place == PEL_PLACE_KNOWN)
    *ret_rect = cell->rect;
  return cell->place;
}

PelCertainty
pel_placement_get_certainty (PelPlacement *self, PelNodeId id)
{
  g_return_val_if_fail (id > 0 && id < self->n_cells, PEL_CERTAINTY_EXACT);

  return pel_placement_find_cell (self, id)->certainty;
}

gboolean
pel_placement_is_visible (PelPlacement *self, PelNodeId id)
{
  g_return_val_if_fail (id > 0 && id < self->n_cells, FALSE);

  return pel_placement_find_cell (self, id)->is_visible;
}

gboolean
pel_placement_is_clipping (PelPlacement *self, PelNodeId id)
{
  g_return_val_if_fail (id > 0 && id < self->n_cells, FALSE);

  return pel_placement_find_cell (self, id)->is_clipping;
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
  const PelPlacementCell   *cell = &self->cells[id];
  const PelPlacementAnchor *anchor = pel_placement_get_anchor (self, cell->anchor);
  const PelWindowInfo      *window = pel_placement_get_window (self, anchor->match.window);
  gboolean                  is_top = window != NULL && anchor->match.node == id &&
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
    pel_placement_find_cell (self, before);
  pel_placement_find_cell (self, id);
  if ((node->flags & PEL_NODE_HAS_EXTENTS) == 0 && self->cells[id].place != PEL_PLACE_KNOWN)
    return NULL;
  trace = pel_placement_trace_new ((PelTraceRect){ rect->x, rect->y, rect->width, rect->height },
                                   node->extents_kind == PEL_EXTENTS_OF_WINDOW);
  trace->is_known = self->cells[id].place == PEL_PLACE_KNOWN;
  if (trace->is_known)
    trace_steps (self, id, trace);
  return trace;
}
