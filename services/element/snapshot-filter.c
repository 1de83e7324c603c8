/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/snapshot-filter.h"

typedef struct
{
  gboolean     is_kept;
  gboolean     has_kept; /* below it */
  guint16      level;
  PelElementId kept_parent;
} Verdict;

/* An application has no place of its own: it is there if something of it is. A window holds what is
 * used, and is how one reaches it. */
static gboolean
is_kept (const PelSnapshotFilter *self,
         PelSnapshot             *snapshot,
         const PelElement        *element,
         gboolean                 has_kept)
{
  gboolean is_holder = element->role == PEL_ROLE_APPLICATION || pel_role_is_window (element->role);

  if ((self->flags & PEL_FILTER_VISIBLE) != 0 && (element->flags & PEL_ELEMENT_IS_VISIBLE) == 0)
    return element->role == PEL_ROLE_APPLICATION && has_kept;
  if ((self->flags & PEL_FILTER_INTERACTIVE) != 0)
    return is_holder ? has_kept : pel_snapshot_is_usable (snapshot, element->id);
  if ((self->flags & PEL_FILTER_COMPACT) != 0 && !is_holder &&
      (pel_role_is_structural (element->role) || element->role == PEL_ROLE_CUSTOM))
    return *element->name != '\0' || has_kept ||
           (element->patterns & (PEL_PATTERN_VALUE | PEL_PATTERN_RANGE_VALUE)) != 0 ||
           pel_states_has (element->states, PEL_STATE_FOCUSABLE);
  return TRUE;
}

GArray *
pel_snapshot_filter_apply (const PelSnapshotFilter *self, PelSnapshot *snapshot)
{
  GArray             *kept = g_array_new (FALSE, FALSE, sizeof (PelKeptElement));
  PelElementId        first = self->scope != PEL_ELEMENT_NONE ? self->scope : 1;
  PelElementId        last = self->scope != PEL_ELEMENT_NONE
                                 ? pel_snapshot_get_last_descendant (snapshot, self->scope)
                                 : pel_snapshot_get_n_elements (snapshot);
  guint               top = last >= first ? pel_snapshot_get_depth (snapshot, first) : 0;
  g_autofree Verdict *verdicts = g_new0 (Verdict, last + 1);

  /* Backwards, so that what is below an element is known before it. */
  for (PelElementId id = last; id >= first; id--)
    {
      PelElement element = pel_snapshot_get_element (snapshot, id);
      Verdict   *verdict = &verdicts[id];

      if (self->max_depth == 0 || pel_snapshot_get_depth (snapshot, id) - top <= self->max_depth)
        verdict->is_kept =
            id == self->scope || is_kept (self, snapshot, &element, verdict->has_kept);
      if (verdict->is_kept || verdict->has_kept)
        verdicts[element.parent].has_kept = TRUE;
    }
  for (PelElementId id = first; id <= last; id++)
    {
      PelElementId   parent = id == self->scope ? 0 : pel_snapshot_get_parent (snapshot, id);
      const Verdict *above = &verdicts[parent];
      PelKeptElement row = { .id = id };

      row.parent = parent != 0 && above->is_kept ? parent : above->kept_parent;
      row.level = row.parent != PEL_ELEMENT_NONE ? verdicts[row.parent].level + 1 : 0;
      verdicts[id].kept_parent = row.parent;
      verdicts[id].level = row.level;
      if (verdicts[id].is_kept)
        g_array_append_val (kept, row);
    }
  return kept;
}
