/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/placement.h"

#include <atspi/atspi-constants.h>

/* A program and its windows, made by hand: what a toolkit would tell, and what the desktop would.
 */

#define PLACED_PID 4711

#define SHOWN (PEL_STATE_BIT (PEL_STATE_SHOWING) | PEL_STATE_BIT (PEL_STATE_VISIBLE))

typedef struct
{
  int left, right, top, bottom;
} PlacedBorder;

/* A node with everything known of it. @toolkit says which rectangle it is. */
PelNodeId placed_add (PelAtspiTree     *tree,
                      const PelToolkit *toolkit,
                      PelNodeId         parent,
                      guint             native_role,
                      const char       *name,
                      PelToolkitRect    extents,
                      PelStates         states);

/* A visible window of the program: its X window, the shadow inside of it and the frame around. */
PelWindow *placed_window (const char    *id,
                          const char    *title,
                          PelNativeRect  surface,
                          PlacedBorder   shadow,
                          PlacedBorder   frame,
                          PelWindowState states);
PelWindow *placed_popup (const char *id, PelNativeRect surface);

/* A desktop with one monitor of 4000×3000 at 0,0 on X11; on Wayland one of 1280×800 at 0,0 and one
 * of 1920×1200 with scale 1.5 at 1280,0. Takes the windows, the topmost first, ending in NULL. */
PelDesktop *placed_desktop (PelPlatformKind kind, PelWindow *first, ...) G_GNUC_NULL_TERMINATED;

/* Fails the test unless @id is there, in whole pixels, and its trace leads there. */
void placed_assert (PelPlacement *placement, PelNodeId id, PelToolkitRect expected);

/* Fails the test unless the trace of @id, whose place is known, leads to that place. */
void placed_assert_trace (PelPlacement *placement, PelNodeId id);
