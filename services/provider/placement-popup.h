/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/placement-match.h"

/* Where a menu, a popover or a list that belongs to @owner is looked for. Borrowed. */
typedef struct
{
  PelAtspiTree            *tree;
  const PelToolkit        *toolkit;
  PelDesktop              *desktop;
  const GArray            *windows; /* of int: the program's popup windows, the topmost first */
  const PelPlacementMatch *owner;   /* what the popup was opened from; its map is known */
  GHashTable              *taken;   /* set of windows, by index + 1, that are other popups' */
} PelPlacementPopup;

/* The windows of a program that may be popups. (transfer full) (element-type int) */
GArray *pel_placement_popup_list_windows (PelDesktop *desktop, pid_t pid);

/* Whether @id begins a popover of GTK 3. On X11 it is drawn in the window itself; on Wayland it has
 * a surface of its own, and counts from there. */
gboolean pel_placement_is_gtk3_popover (PelAtspiTree *tree, PelNodeId id);

/* Whether the node is a popover of GTK 4.10 or newer, in which nothing tells so. */
gboolean pel_placement_is_gtk4_popover (const PelPlacementPopup *self, PelNodeId id);

/* The popup window of the size of @id, which no other has; its place is in the answer. */
PelPlacementMatch pel_placement_popup_find_by_size (const PelPlacementPopup *self, PelNodeId id);

/* The popup window that @id is drawn in, of a toolkit that no one has measured: an item of a menu
 * or list that lies in one, or what fills one. PEL_PLACEMENT_NO_WINDOW: it is where its parent is.
 */
int pel_placement_popup_guess (const PelPlacementPopup *self, PelNodeId id);

/* The window of the popup that begins with @id. What X windows do not tell is told as the place of
 * the answer; on Wayland nothing is known of popups. */
PelPlacementMatch pel_placement_popup_find (const PelPlacementPopup *self, PelNodeId id);
