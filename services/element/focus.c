/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/focus.h"

/* (nullable) */
static PelWindow *
find_active (PelSnapshot *snapshot)
{
  PelDesktop *desktop = pel_snapshot_get_desktop (snapshot);

  return desktop != NULL ? pel_desktop_find_active (desktop) : NULL;
}

PelElementId
pel_focus_find_window (PelSnapshot *snapshot)
{
  PelWindow *active = find_active (snapshot);

  if (active == NULL)
    return PEL_ELEMENT_NONE;
  return pel_snapshot_find_window_root (snapshot,
                                        pel_desktop_get_window_index (pel_snapshot_get_desktop (
                                                                          snapshot),
                                                                      active));
}

static gboolean
is_item (PelRole role)
{
  return role == PEL_ROLE_TAB_ITEM || role == PEL_ROLE_LIST_ITEM || role == PEL_ROLE_TREE_ITEM ||
         role == PEL_ROLE_CELL || role == PEL_ROLE_ROW;
}

/* Qt says of the current item of every list, table and tab bar that it has the focus, also where
 * the list itself has not. */
static gboolean
is_doubtful (PelSnapshot *snapshot, const PelElement *element)
{
  if (!is_item (element->role))
    return FALSE;
  for (PelElementId id = element->parent; id != PEL_ELEMENT_NONE;
       id = pel_snapshot_get_parent (snapshot, id))
    if (pel_states_has (pel_snapshot_get_states (snapshot, id), PEL_STATE_FOCUSED))
      return FALSE;
  return TRUE;
}

/* GTK 3 says it of each part of a cell, and of the cell. */
static gboolean
is_better (PelSnapshot *snapshot, PelElementId id, PelElementId other)
{
  guint depth = pel_snapshot_get_depth (snapshot, id);
  guint other_depth;

  if (other == PEL_ELEMENT_NONE)
    return TRUE;
  other_depth = pel_snapshot_get_depth (snapshot, other);
  if (depth != other_depth)
    return depth > other_depth;
  return *pel_snapshot_get_name (snapshot, other) == '\0' &&
         *pel_snapshot_get_name (snapshot, id) != '\0';
}

/* Among the ids from @first to @last, of the program with the process id @pid (0: any). One that is
 * doubtful counts only where there is no other. */
static PelElementId
find_deepest (PelSnapshot *snapshot, PelElementId first, PelElementId last, pid_t pid)
{
  PelElementId found[2] = { PEL_ELEMENT_NONE, PEL_ELEMENT_NONE };

  for (PelElementId id = first; id <= last; id++)
    {
      PelElement element;
      guint      k;

      if (!pel_states_has (pel_snapshot_get_states (snapshot, id), PEL_STATE_FOCUSED))
        continue;
      element = pel_snapshot_get_element (snapshot, id);
      if (pid != 0 && pel_snapshot_get_program (snapshot, element.program)->pid != pid)
        continue;
      k = is_doubtful (snapshot, &element) ? 1 : 0;
      if (is_better (snapshot, id, found[k]))
        found[k] = id;
    }
  return found[0] != PEL_ELEMENT_NONE ? found[0] : found[1];
}

PelElementId
pel_focus_find (PelSnapshot *snapshot)
{
  PelWindow   *active = find_active (snapshot);
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

PelElementId
pel_focus_find_likely (PelSnapshot *snapshot)
{
  PelElementId found = pel_focus_find (snapshot);

  if (found != PEL_ELEMENT_NONE)
    return found;
  return find_deepest (snapshot, 1, pel_snapshot_get_n_elements (snapshot), 0);
}
