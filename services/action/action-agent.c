/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/action/action-agent.h"

#include <string.h>

#define MAX_DEPTH 3 /* how far below an element the part is that stands for it */

/* A program can list objects of another one among its own: none of them stands for its elements. */
static gboolean
is_kin (PelSnapshot *snapshot, PelElementId id, PelElementId other)
{
  PelElement element = pel_snapshot_get_element (snapshot, id);
  PelElement candidate = pel_snapshot_get_element (snapshot, other);

  return (candidate.flags & PEL_ELEMENT_IS_FOREIGN) == 0 &&
         g_strcmp0 (element.bus_name, candidate.bus_name) == 0;
}

static gboolean
is_upright (PelSnapshot *snapshot, PelElementId id)
{
  PelStates     states = pel_snapshot_get_states (snapshot, id);
  PelNativeRect rect = pel_snapshot_get_bounds (snapshot, id);

  if (pel_states_has (states, PEL_STATE_VERTICAL) != pel_states_has (states, PEL_STATE_HORIZONTAL))
    return pel_states_has (states, PEL_STATE_VERTICAL);
  return rect.height > rect.width;
}

/* The number of a scroll bar is its own, or (GTK 4) that of the one part in it. */
static PelElementId
find_number (PelSnapshot *snapshot, PelElementId id)
{
  PelElement element = pel_snapshot_get_element (snapshot, id);

  if ((element.interfaces & PEL_INTERFACE_VALUE) != 0 || element.first_child == PEL_ELEMENT_NONE ||
      !is_kin (snapshot, id, element.first_child))
    return id;
  return element.first_child;
}

static PelElementId
find_scroll_bar (const PelAction *action, PelSnapshot *snapshot, PelElementId id)
{
  PelElementId last = pel_snapshot_get_last_descendant (snapshot, id);
  guint        depth = pel_snapshot_get_depth (snapshot, id);

  for (PelElementId bar = id; bar <= last; bar++)
    if (pel_snapshot_get_depth (snapshot, bar) <= depth + MAX_DEPTH &&
        pel_snapshot_get_role (snapshot, bar) == PEL_ROLE_SCROLL_BAR &&
        (bar == id || is_kin (snapshot, id, bar)) && is_upright (snapshot, bar) == action->has_y)
      return find_number (snapshot, bar);
  return id;
}

/* A button that fills its combo box opens it, even if the box says whether it is open (GTK 4.12).
 */
static gboolean
fills (PelSnapshot *snapshot, PelElementId id, PelElementId other)
{
  PelNativeRect rect = pel_snapshot_get_bounds (snapshot, id);
  PelNativeRect part = pel_snapshot_get_bounds (snapshot, other);

  return memcmp (&rect, &part, sizeof rect) == 0;
}

/* GTK 4 leaves opening its combo box to the button in it, and opening a row to the expander. */
static PelElementId
find_opener (PelSnapshot *snapshot, PelElementId id)
{
  PelElement element = pel_snapshot_get_element (snapshot, id);
  gboolean   is_expandable = pel_states_has (element.states, PEL_STATE_EXPANDABLE);
  PelElement first;

  if (element.first_child == PEL_ELEMENT_NONE || !is_kin (snapshot, id, element.first_child))
    return id;
  first = pel_snapshot_get_element (snapshot, element.first_child);
  if ((element.role == PEL_ROLE_COMBO_BOX && first.role == PEL_ROLE_BUTTON &&
       (!is_expandable || fills (snapshot, id, first.id))) ||
      (element.role == PEL_ROLE_LIST_ITEM && !is_expandable &&
       pel_states_has (first.states, PEL_STATE_EXPANDABLE)))
    return first.id;
  return id;
}

/* What is scrolled may lie beside its scroll bars, in what holds both. */
static PelElementId
find_scroller (const PelAction *action, PelSnapshot *snapshot, PelElementId id)
{
  PelElementId found = find_scroll_bar (action, snapshot, id);
  PelElementId parent = pel_snapshot_get_parent (snapshot, id);

  if (found != id || parent == PEL_ELEMENT_NONE || !is_kin (snapshot, id, parent) ||
      pel_snapshot_get_role (snapshot, parent) != PEL_ROLE_SCROLL_AREA)
    return found;
  return find_scroll_bar (action, snapshot, parent);
}

PelElementId
pel_action_find_agent (const PelAction *action, PelSnapshot *snapshot, PelElementId id)
{
  g_return_val_if_fail (id != PEL_ELEMENT_NONE, id);

  if (action->verb == PEL_VERB_SCROLL)
    return find_scroller (action, snapshot, id);
  if (action->verb == PEL_VERB_EXPAND || action->verb == PEL_VERB_COLLAPSE)
    return find_opener (snapshot, id);
  return id;
}
