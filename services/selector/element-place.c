/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/element-place.h"

static PelPhysicalRect
take_as_physical (const PelNativeRect *rect)
{
  int left = pel_round_edge (rect->x), top = pel_round_edge (rect->y);

  return (PelPhysicalRect){ left,
                            top,
                            pel_round_edge (rect->x + rect->width) - left,
                            pel_round_edge (rect->y + rect->height) - top };
}

gboolean
pel_element_place_get (PelSnapshot     *snapshot,
                       PelElementId     id,
                       PelPhysicalRect *ret_rect,
                       double          *ret_scale)
{
  PelDesktop       *desktop = pel_snapshot_get_desktop (snapshot);
  const PelMonitor *monitor = NULL;
  PelNativeRect     bounds;

  if ((pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_HAS_BOUNDS) == 0)
    return FALSE;
  bounds = pel_snapshot_get_bounds (snapshot, id);
  if (desktop != NULL && pel_monitor_layout_get_n_monitors (pel_desktop_get_layout (desktop)) > 0)
    monitor = pel_desktop_to_physical (desktop, &bounds, ret_rect);
  else
    *ret_rect = take_as_physical (&bounds);
  if (ret_scale != NULL)
    *ret_scale = monitor != NULL ? monitor->scale : 1;
  return TRUE;
}
