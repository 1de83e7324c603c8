/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/focus.h"

#include "services/tool/window-finder.h"

/* (nullable): the active window, and where it stands in the desktop. */
static PelWindow *
find_active (PelSnapshot *snapshot, guint *ret_index)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (snapshot);
  PelWindow  *active = desktop != NULL ? pel_window_finder_get_active (desktop) : NULL;

  for (guint i = 0; active != NULL && i < pel_desktop_get_n_windows (desktop); i++)
    if (pel_desktop_get_window (desktop, i) == active)
      *ret_index = i;
  return active;
}

PelElementId
pel_focus_find_window (PelSnapshot *snapshot)
{
  guint index;

  if (find_active (snapshot, &index) == NULL)
    return PEL_ELEMENT_NONE;
  return pel_snapshot_find_window_root (snapshot, index);
}

static PelElementId
find_deepest (PelSnapshot *snapshot, PelElementId first, PelElementId last, pid_t pid)
{
  PelElementId found = PEL_ELEMENT_NONE;
  guint        depth = 0;

  for (PelElementId id = first; id <= last; id++)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);

      if (!pel_states_has (element.states, PEL_STATE_FOCUSED))
        continue;
      if (pid != 0 && pel_snapshot_get_program (snapshot, element.program)->pid != pid)
        continue;
      if (found == PEL_ELEMENT_NONE || pel_snapshot_get_depth (snapshot, id) > depth)
        {
          found = id;
          depth = pel_snapshot_get_depth (snapshot, id);
        }
    }
  return found;
}

PelElementId
pel_focus_find (PelSnapshot *snapshot)
{
  guint        index;
  PelWindow   *active = find_active (snapshot, &index);
  PelElementId root = pel_focus_find_window (snapshot);
  PelElementId found = PEL_ELEMENT_NONE;

  if (root != PEL_ELEMENT_NONE)
    found = find_deepest (snapshot, root, pel_snapshot_get_last_descendant (snapshot, root), 0);
  if (found == PEL_ELEMENT_NONE && active != NULL && pel_window_get_info (active)->pid != 0)
    found = find_deepest (snapshot,
                          1,
                          pel_snapshot_get_n_elements (snapshot),
                          pel_window_get_info (active)->pid);
  return found;
}
