/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/provider/toolkit.h"
#include "services/window/desktop.h"

/**
 * PelPlacement:
 *
 * Where the nodes of one program are on the desktop: matches its top-level nodes (and popups) with
 * windows, and turns each rectangle that its toolkit told into a native one. Pure: a function of
 * the tree and the desktop, which it borrows.
 */
typedef struct _PelPlacement PelPlacement;

/* A node that is drawn in a window of its own: a top level, a menu, a popover. */
typedef struct
{
  PelNodeId node;
  int       window; /* index in the desktop */
} PelPlacementSurface;

PelPlacement *
pel_placement_new (PelAtspiTree *tree, const PelToolkit *toolkit, pid_t pid, PelDesktop *desktop);
void pel_placement_free (PelPlacement *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPlacement, pel_placement_free)

/* PEL_PLACE_KNOWN with its rectangle, or why it is not known. Constant time. Parents are asked
 * before their children. */
PelPlace pel_placement_locate (PelPlacement *self, PelNodeId id, PelNativeRect *ret_rect);

/* Whether it can be seen: as elements.md derives “visible”. After pel_placement_locate(). */
gboolean pel_placement_is_visible (PelPlacement *self, PelNodeId id);

const PelPlacementSurface *pel_placement_get_surfaces (PelPlacement *self, guint *ret_n);

/* (transfer full): how the rectangle of a node came about, for a person: “window 0x1400003 at
 * 300,200 + 2 × (17,17)”. NULL where it is not known. */
char *pel_placement_explain (PelPlacement *self, PelNodeId id);
