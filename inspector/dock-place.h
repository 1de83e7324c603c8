/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

typedef enum
{
  PEL_DOCK_FLOATING,
  PEL_DOCK_LEFT,
  PEL_DOCK_RIGHT,
  PEL_N_DOCK_SIDES
} PelDockSide;

/* “floating”, “left”, “right”: as settings have it. */
const char *pel_dock_side_to_string (PelDockSide side);
PelDockSide pel_dock_side_from_string (const char *text); /* what is unknown floats */

/* What a docked window keeps free for itself, as _NET_WM_STRUT_PARTIAL has it: widths of the edges
 * of the whole screen, then where each begins and ends. */
typedef struct
{
  gulong left, right, top, bottom;
  gulong left_start_y, left_end_y, right_start_y, right_end_y;
  gulong top_start_x, top_end_x, bottom_start_x, bottom_end_x;
} PelDockStrut;

/* Which of @monitors to dock at: the one at @current, or that beyond it at the edge of the desktop:
 * nothing can be kept free between two monitors. */
guint pel_dock_find_monitor (const PelPhysicalRect *monitors,
                             guint                  n_monitors,
                             guint                  current,
                             PelDockSide            side);

/* The place of a window @width wide at the side of @area, at most half of it. */
PelPhysicalRect pel_dock_make_place (const PelPhysicalRect *area, PelDockSide side, int width);

/* Whether @grip pixels of its upper edge, at least, are on a monitor, so that a person can take
 * hold of it. */
gboolean pel_dock_is_reachable (const PelPhysicalRect *monitors,
                                guint                  n_monitors,
                                const PelPhysicalRect *place,
                                int                    grip);

/* What @place keeps free of a screen that holds all of @monitors. Nothing where it floats. */
PelDockStrut pel_dock_make_strut (const PelPhysicalRect *monitors,
                                  guint                  n_monitors,
                                  const PelPhysicalRect *place,
                                  PelDockSide            side);
