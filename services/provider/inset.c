/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/inset.h"

#include "services/provider/placement-map.h"

#include <math.h>

/* Wider ones were measured in no theme: what holds things that are not in its middle looks so. */
#define MAX_PADDING 16

/* Of lists, which are as wide as their rows, or what is left of a column. */
#define MAX_LIST_PADDING 24

/* What sticks out of a box by so much lies on its border. */
#define MAX_BORDER 2

/* Less is what is left of a division. */
#define MIN_BOX_PADDING 3

/* Of a bar of which only the height is not filled. */
#define MAX_BAR_PADDING 6
#define MAX_BAR_HEIGHT  64

/* Rows before and after one that are compared with it. */
#define MAX_SIBLINGS 16

#define MAX_CHILDREN 1000

typedef enum
{
  ACROSS,
  DOWN,
  N_AXES
} Axis;

/* What a node holds, along one axis. */
typedef struct
{
  gboolean is_known;
  double   size;      /* of the node */
  double   low, high; /* of all that it holds, from where it begins to place it */
  gboolean is_filled;
} Span;

typedef struct
{
  double       width;
  PelCertainty certainty;
} Edge;

static double
get_size (const PelAtspiNode *node, Axis axis)
{
  return axis == ACROSS ? node->extents.width : node->extents.height;
}

static double
get_offset (const PelAtspiNode *parent, const PelAtspiNode *node, Axis axis)
{
  return axis == ACROSS ? (double) node->extents.x - parent->extents.x
                        : (double) node->extents.y - parent->extents.y;
}

static gboolean
has_size (const PelAtspiNode *node)
{
  return (node->flags & PEL_NODE_HAS_EXTENTS) != 0 && pel_toolkit_rect_is_sane (&node->extents) &&
         (node->extents.width > 0 || node->extents.height > 0);
}

static gboolean
is_as_large (const PelAtspiNode *parent, const PelAtspiNode *node)
{
  return node->extents.width == parent->extents.width &&
         node->extents.height == parent->extents.height;
}

gboolean
pel_inset_is_filled (PelAtspiTree *tree, PelNodeId parent, PelNodeId id)
{
  const PelAtspiNode *outer = pel_atspi_tree_get (tree, parent);
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);

  return has_size (outer) && has_size (node) && is_as_large (outer, node);
}

static void
add_to_span (Span *span, double offset, double size)
{
  span->low = span->is_known ? MIN (span->low, offset) : offset;
  span->high = span->is_known ? MAX (span->high, offset + size) : offset + size;
  span->is_filled |= size == span->size && offset == 0;
  span->is_known = TRUE;
}

static gboolean
is_list (const PelAtspiNode *node)
{
  return node->role == PEL_ROLE_LIST || node->role == PEL_ROLE_TAB || node->role == PEL_ROLE_TREE ||
         node->role == PEL_ROLE_TABLE;
}

/* Not what is not shown, nor the arrows beside tabs. */
static gboolean
counts (const PelAtspiNode *node, const PelAtspiNode *child, gboolean sets_showing)
{
  return has_size (child) && child->extents_kind == node->extents_kind &&
         (!sets_showing || pel_states_has (child->states, PEL_STATE_SHOWING)) &&
         (!is_list (node) || child->role != PEL_ROLE_BUTTON);
}

static Span
measure (PelAtspiTree *tree, const PelAtspiNode *node, Axis axis, gboolean sets_showing)
{
  Span span = { .size = get_size (node, axis) };

  for (guint i = 0; i < MIN (node->n_listed, MAX_CHILDREN); i++)
    {
      const PelAtspiNode *child = pel_atspi_tree_get (tree, node->children[i]);

      if (counts (node, child, sets_showing))
        add_to_span (&span,
                     is_as_large (node, child) ? 0 : get_offset (node, child, axis),
                     get_size (child, axis));
    }
  return span;
}

static gboolean
is_scrolled (const Span *span)
{
  return span->low < 0 || span->high > span->size;
}

/* With equal edges and equal margins; less than nothing for what is at the far end. */
static double
get_middle (const Span *span)
{
  return (span->size - span->high - span->low) / 2;
}

/* With equal edges and no margins: there can be no more. */
static double
get_most (const Span *span)
{
  return (span->size - span->high) / 2;
}

/* What has a padding around a label or an icon in its middle. */
static gboolean
is_control (const PelAtspiNode *node)
{
  return pel_role_is_interactive (node->role) || node->role == PEL_ROLE_ROW ||
         node->role == PEL_ROLE_CELL || node->role == PEL_ROLE_HEADER_ITEM;
}

/* Things of one kind that lie beside each other have one padding; in some of them there is room
 * besides. What is at the end of one counts as none. */
static double
find_least_middle (PelAtspiTree *tree, const PelAtspiNode *node, Axis axis, gboolean sets_showing)
{
  const PelAtspiNode *parent = pel_atspi_tree_get (tree, node->parent);
  double              least = G_MAXDOUBLE;
  guint               first = node->index > MAX_SIBLINGS ? node->index - MAX_SIBLINGS : 0;

  for (guint i = first; parent != NULL && i < parent->n_listed && i <= node->index + MAX_SIBLINGS;
       i++)
    {
      const PelAtspiNode *sibling = pel_atspi_tree_get (tree, parent->children[i]);
      Span                span;

      if (!has_size (sibling) ||
          (is_list (parent) ? !is_control (sibling) : sibling->native_role != node->native_role))
        continue;
      span = measure (tree, sibling, axis, sets_showing);
      if (span.is_known && !is_scrolled (&span))
        least = MIN (least, MAX (get_middle (&span), 0));
    }
  return least;
}

/* Where only one is odd, borders are wider at the beginning of a line, and at the end of a column.
 */
static double
round_edge (double width, Axis axis)
{
  return axis == ACROSS ? ceil (width) : floor (width);
}

/* A button has its label in its middle; a short text in a row begins at its edge. */
static Edge
find_control_edge (const PelAtspiNode *node, double least, Axis axis, const Span *span)
{
  double width = MIN (least, get_middle (span));

  if (is_scrolled (span) || width < 0)
    return (Edge){ 0, PEL_CERTAINTY_BY_SIZES };
  if (width > MAX_LIST_PADDING && node->role != PEL_ROLE_BUTTON)
    return (Edge){ 0, PEL_CERTAINTY_UNPROVEN };
  return (Edge){ round_edge (width, axis), PEL_CERTAINTY_BY_SIZES };
}

/* Of a list that has room for more, or less than all: padding and margins of its rows are alike in
 * all that was measured. */
static Edge
find_list_edge (const Span *span, const Span *other)
{
  double middle = floor (get_middle (span));

  if (!is_scrolled (other) && other->low > 0 && fabs (middle - other->low) <= MAX_BORDER)
    return (Edge){ other->low, PEL_CERTAINTY_UNPROVEN };
  if (!is_scrolled (span) && middle >= 0 && middle <= MAX_LIST_PADDING)
    return (Edge){ middle, PEL_CERTAINTY_BY_SIZES };
  if (!is_scrolled (span) && span->low > 0)
    return (Edge){ span->low, PEL_CERTAINTY_UNPROVEN };
  if (!is_scrolled (other))
    return (Edge){ CLAMP (MAX (other->low, floor (get_middle (other))), 0, MAX_LIST_PADDING),
                   PEL_CERTAINTY_UNPROVEN };
  return (Edge){ 0, PEL_CERTAINTY_UNPROVEN };
}

/* Whether both axes can have edges of one width. */
static gboolean
is_even (const Span *span, const Span *other)
{
  double middle = get_middle (span), beside = get_middle (other);

  if (is_scrolled (other))
    return FALSE;
  return (beside > 0 && beside <= MAX_PADDING) || floor (middle) == floor (get_most (other));
}

/* What a box has on one axis alone is mostly room at its end; what begins after a gap has been put
 * there. */
static Edge
find_box_edge (double least, Axis axis, const Span *span, const Span *other)
{
  double middle = floor (get_middle (span)), most = floor (get_most (span));

  if (is_scrolled (span))
    {
      gboolean is_on_border = -span->low <= MAX_BORDER && span->high - span->low <= span->size;

      return (Edge){ is_on_border ? MAX (-span->low, 0) : 0, PEL_CERTAINTY_BY_SIZES };
    }
  if (middle >= 0 && middle <= MAX_PADDING && (middle == 0 || is_even (span, other)))
    return (Edge){ middle, PEL_CERTAINTY_BY_SIZES };
  if (most > 0 && most <= MAX_PADDING && most == floor (get_middle (other)))
    return (Edge){ most, PEL_CERTAINTY_BY_SIZES };
  if (middle < MIN_BOX_PADDING || middle > MAX_PADDING || least == 0 || span->low > 0 ||
      (axis == DOWN && span->size > MAX_BAR_HEIGHT))
    return (Edge){ 0, PEL_CERTAINTY_BY_SIZES };
  return (Edge){ axis == DOWN && middle <= MAX_BAR_PADDING ? middle : 0, PEL_CERTAINTY_UNPROVEN };
}

/* The border that GTK draws where it may draw no shadow is as wide on all sides. */
static PelInset
find_window_inset (const Span spans[])
{
  double across = get_middle (&spans[ACROSS]), down = get_middle (&spans[DOWN]);
  double width = MIN (across, down);

  if (!spans[ACROSS].is_known || width <= 0 || width > MAX_PADDING || spans[ACROSS].low < 0 ||
      spans[DOWN].low < 0)
    return (PelInset){ .certainty = PEL_CERTAINTY_EXACT };
  return (PelInset){ floor (width), floor (width), PEL_CERTAINTY_BY_SIZES };
}

static Edge
find_edge (PelAtspiTree       *tree,
           const PelAtspiNode *node,
           const Span          spans[],
           Axis                axis,
           gboolean            sets_showing)
{
  const Span *span = &spans[axis], *other = &spans[N_AXES - 1 - axis];
  double      least;

  if (!span->is_known || span->is_filled)
    return (Edge){ 0, PEL_CERTAINTY_EXACT };
  if (!is_scrolled (span) && get_most (span) == 0)
    return (Edge){ 0, PEL_CERTAINTY_BY_SIZES };
  if (is_list (node))
    return find_list_edge (span, other);
  least = find_least_middle (tree, node, axis, sets_showing);
  if (is_control (node))
    return find_control_edge (node, least, axis, span);
  return find_box_edge (least, axis, span, other);
}

PelInset
pel_inset_find (PelAtspiTree *tree, PelNodeId id, gboolean sets_showing)
{
  const PelAtspiNode *node = pel_atspi_tree_get (tree, id);
  Span                spans[N_AXES];
  Edge                across, down;

  if (!has_size (node))
    return (PelInset){ .certainty = PEL_CERTAINTY_UNPROVEN };
  spans[ACROSS] = measure (tree, node, ACROSS, sets_showing);
  spans[DOWN] = measure (tree, node, DOWN, sets_showing);
  if (pel_role_is_window (node->role))
    return find_window_inset (spans);
  across = find_edge (tree, node, spans, ACROSS, sets_showing);
  down = find_edge (tree, node, spans, DOWN, sets_showing);
  return (PelInset){ across.width, down.width, MAX (across.certainty, down.certainty) };
}
