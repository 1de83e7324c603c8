/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/inset.h"
#include "services/provider/placement-match.h"
#include "services/provider/placement.h"

/* For the parts of a placement: placement.c locates nodes, placement-anchor.c finds what they are
 * counted from, placement-sight.c says what of them can be seen. */

/* What a node and those below it have in common: a window and a way to count in it. */
typedef struct
{
  PelPlacementMatch match;
  PelExtentsKind    kind; /* of the rectangles that its map is for */
  gboolean          is_web;
  gboolean          is_native; /* LibreOffice's own: holds no popups of GTK */
  guint32           outer;     /* of what is native: the anchor of what holds it */
} PelPlacementAnchor;

/* What is known of one node. */
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
} PelPlacementCell;

struct _PelPlacement
{
  PelAtspiTree     *tree;
  const PelToolkit *toolkit;
  PelDesktop       *desktop;
  gboolean          is_wayland;
  gboolean          sets_showing;
  GArray           *anchors;  /* of PelPlacementAnchor; 0 is that of the root */
  GArray           *surfaces; /* of PelPlacementSurface */
  GArray           *popups;   /* of int: windows that may be popups */
  GArray           *menus;    /* of PelNodeId: popups whose items are reported elsewhere */
  gboolean          is_finding;
  guint32           known; /* an anchor whose map is known; 0: none */
  GHashTable       *taken; /* windows of popups, by index + 1 */
  PelPlacementCell *cells; /* by node */
  PelNodeId         n_cells;
};

/* (nullable): for PEL_PLACEMENT_NO_WINDOW. */
const PelWindowInfo *pel_placement_get_window (PelPlacement *self, int index);

/* Locates the node, unless it is. */
PelPlacementCell *pel_placement_find_cell (PelPlacement *self, PelNodeId id);

/* (placement-anchor.c) Index 0 is that of the root. Borrowed until one is added. */
PelPlacementAnchor *pel_placement_get_anchor (PelPlacement *self, guint32 index);
guint32             pel_placement_add_anchor (PelPlacement *self, PelPlacementAnchor anchor);

/* That of @parent, or a new one where something begins with the node. */
guint32
pel_placement_choose_anchor (PelPlacement *self, PelNodeId id, const PelPlacementCell *parent);

/* That of the root of what @holder, a cell of its host, shows. */
guint32 pel_placement_add_inner_anchor (PelPlacement *self, const PelPlacementCell *holder);

/* Popups whose items are reported elsewhere. (transfer full) (element-type PelNodeId) */
GArray *pel_placement_list_menus (PelAtspiTree *tree, const PelToolkit *toolkit);

/* (placement-sight.c) As far as coordinates go. */
extern const PelNativeRect pel_placement_everywhere;

/* The word of the program: hidden, or never drawn. */
gboolean pel_placement_is_hidden (PelPlacement *self, const PelAtspiNode *node);

/* It is nowhere itself, and what is below it may be somewhere. */
gboolean pel_placement_has_no_place (PelPlacement *self, const PelAtspiNode *node);

/* Fills in what can be seen of a cell that is located. */
void pel_placement_look_at (PelPlacement           *self,
                            PelNodeId               id,
                            PelPlacementCell       *cell,
                            const PelPlacementCell *parent);
