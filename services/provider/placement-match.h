/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/provider/placement-map.h"

#define PEL_PLACEMENT_NO_WINDOW -1

/* A node and the window that shows it. A value. */
typedef struct
{
  PelNodeId       node;
  int             window; /* index in the desktop; PEL_PLACEMENT_NO_WINDOW */
  PelPlace        place;  /* whether @map is known, or why not */
  PelPlacementMap map;
} PelPlacementMatch;

/* Around what @node shows of what it holds: GTK 3 shows a frame on Wayland with its shadow around
 * that. Of many children the first ones count. Empty where that is not known. */
PelToolkitRect pel_placement_get_inner_rect (PelAtspiTree *tree, const PelAtspiNode *node);

/* Which top-level node of a program is which of its windows: by its process, then title, size,
 * place on the screen, activity and age, each only as far as it decides. No window belongs to two
 * nodes, and none is chosen where two would do as well. (transfer full) (element-type
 * PelPlacementMatch), in the order of the nodes. */
GArray *pel_placement_match_tops (PelAtspiTree     *tree,
                                  const PelToolkit *toolkit,
                                  pid_t             pid,
                                  PelDesktop       *desktop);
