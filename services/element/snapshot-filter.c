/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/snapshot-filter.h"

#include <math.h>

#define ROLE_BIT(name) (G_GUINT64_CONSTANT (1) << PEL_ROLE_##name)

typedef struct
{
  gboolean     is_kept;
  gboolean     has_kept; /* below it */
  guint16      level;
  guint32      row; /* of those that are kept; or of @kept_parent */
  PelElementId kept_parent;
} Verdict;

static gboolean
is_one_of (PelRole role, guint64 roles)
{
  return (roles & G_GUINT64_CONSTANT (1) << role) != 0;
}

/* How many cells beside each other can be seen. */
static guint
count_columns (PelSnapshot *snapshot, PelElementId table)
{
  double y = NAN;
  guint  n = 0;

  for (PelElementId id = pel_snapshot_get_element (snapshot, table).first_child;
       id != PEL_ELEMENT_NONE;
       id = pel_snapshot_get_element (snapshot, id).next_sibling)
    {
      double top = pel_snapshot_get_bounds (snapshot, id).y;

      if (pel_snapshot_get_role (snapshot, id) != PEL_ROLE_CELL ||
          (pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_VISIBLE) == 0)
        continue;
      if (isnan (y))
        y = top;
      n += fabs (top - y) < 1;
    }
  return MAX (n, 1);
}

/* What a list that can be seen holds, and is scrolled away where it cannot. */
static guint
count_away (PelSnapshot *snapshot, PelElementId list)
{
  static const guint64 lists = ROLE_BIT (LIST) | ROLE_BIT (TREE) | ROLE_BIT (TABLE);
  static const guint64 rows = ROLE_BIT (LIST_ITEM) | ROLE_BIT (TREE_ITEM) | ROLE_BIT (ROW);
  guint                n_rows = 0, n_cells = 0;

  if (!is_one_of (pel_snapshot_get_role (snapshot, list), lists) ||
      (pel_snapshot_get_flags (snapshot, list) & PEL_ELEMENT_IS_VISIBLE) == 0)
    return 0;
  for (PelElementId id = pel_snapshot_get_element (snapshot, list).first_child;
       id != PEL_ELEMENT_NONE;
       id = pel_snapshot_get_element (snapshot, id).next_sibling)
    {
      if ((pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_VISIBLE) != 0)
        continue;
      n_rows += is_one_of (pel_snapshot_get_role (snapshot, id), rows);
      n_cells += pel_snapshot_get_role (snapshot, id) == PEL_ROLE_CELL;
    }
  return n_rows + (n_cells > 0 ? n_cells / count_columns (snapshot, list) : 0);
}

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
      verdicts[id].row = verdicts[id].is_kept ? kept->len : above->row;
      if (verdicts[id].is_kept)
        g_array_append_val (kept, row);
      if ((self->flags & PEL_FILTER_VISIBLE) != 0 &&
          (verdicts[id].is_kept ||
           ((self->flags & PEL_FILTER_INTERACTIVE) != 0 && row.parent != PEL_ELEMENT_NONE)))
        g_array_index (kept, PelKeptElement, verdicts[id].row).n_away += count_away (snapshot, id);
    }
  return kept;
}
