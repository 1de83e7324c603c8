/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/placement-trace.h"
#include "services/element/snapshot.h"
#include "services/provider/toolkit.h"
#include "services/window/desktop.h"

/**
 * PelPlacement:
 *
 * Where the nodes of one program are on the desktop: matches its top-level nodes (and popups) with
 * windows, and turns each rectangle that its toolkit told into a native one. Pure: a function of
 * the tree and the desktop, which it borrows, and which do not change as long as it lives.
 */
typedef struct _PelPlacement PelPlacement;

/* A node that is drawn in a window of its own: a top level, a menu, a popover. Where a menu has no
 * node, each of its items is. */
typedef struct
{
  PelNodeId node;
  int       window; /* index in the desktop */
} PelPlacementSurface;

PelPlacement *
pel_placement_new (PelAtspiTree *tree, const PelToolkit *toolkit, pid_t pid, PelDesktop *desktop);

/* Of what @host shows as a part of its own in the place of @stub, a node of its tree. */
PelPlacement *pel_placement_new_within (PelAtspiTree     *tree,
                                        const PelToolkit *toolkit,
                                        PelPlacement     *host,
                                        PelNodeId         stub);
void          pel_placement_free (PelPlacement *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPlacement, pel_placement_free)

/* PEL_PLACE_KNOWN with its rectangle, or why it is not known. Constant time where parents are asked
 * before their children. A top level is where its window is, as a person sees it. */
PelPlace pel_placement_locate (PelPlacement *self, PelNodeId id, PelNativeRect *ret_rect);

/* How sure that is. */
PelCertainty pel_placement_get_certainty (PelPlacement *self, PelNodeId id);

/* Whether it can be seen: as elements.md derives “visible”. */
gboolean pel_placement_is_visible (PelPlacement *self, PelNodeId id);

/* Whether it cuts off what reaches out of it. */
gboolean pel_placement_is_clipping (PelPlacement *self, PelNodeId id);

/* Those of the nodes that have been located, and of all top levels; no window is there twice for a
 * node and one above it. Borrowed until the next one is located. */
const PelPlacementSurface *pel_placement_get_surfaces (PelPlacement *self, guint *ret_n);

/* (transfer full) (nullable): how the rectangle of a node came about. NULL where its program has
 * told none. Those before it in the tree are located first, as a popup's place may depend on them.
 */
PelPlacementTrace *pel_placement_trace (PelPlacement *self, PelNodeId id);
