/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/snapshot-diff.h"

#include <string.h>

static gboolean
is_first_of_identity (PelSnapshot *snapshot, const PelElement *element)
{
  return pel_snapshot_find_identity (snapshot, element->bus_name, element->path) == element->id;
}

/* A program may give the path of one that is gone to another: its ref tells them apart. */
static PelElementId
find_counterpart (PelSnapshot *snapshot, const PelElement *element)
{
  PelElementId id = pel_snapshot_find_identity (snapshot, element->bus_name, element->path);

  return id != PEL_ELEMENT_NONE && pel_snapshot_get_ref (snapshot, id) == element->ref
             ? id
             : PEL_ELEMENT_NONE;
}

static gboolean
have_same_parent (const PelSnapshotDiff *self, const PelElement *before, const PelElement *after)
{
  PelElement old_parent, new_parent;

  if (before->parent == PEL_ELEMENT_NONE || after->parent == PEL_ELEMENT_NONE)
    return before->parent == after->parent;
  old_parent = pel_snapshot_get_element (self->before, before->parent);
  new_parent = pel_snapshot_get_element (self->after, after->parent);
  return g_str_equal (old_parent.path, new_parent.path) &&
         g_str_equal (old_parent.bus_name, new_parent.bus_name);
}

/* Also why it has none. */
static gboolean
have_same_bounds (const PelElement *before, const PelElement *after)
{
  if (before->place != after->place)
    return FALSE;
  if (before->place != PEL_PLACE_KNOWN)
    return TRUE;
  return before->bounds.x == after->bounds.x && before->bounds.y == after->bounds.y &&
         before->bounds.width == after->bounds.width &&
         before->bounds.height == after->bounds.height;
}

static PelElementChanges
compare (const PelSnapshotDiff *self, const PelElement *before, const PelElement *after)
{
  guint changes = 0;

  if (!g_str_equal (before->name, after->name))
    changes |= PEL_CHANGE_NAME;
  if (before->native_role != after->native_role || before->role != after->role)
    changes |= PEL_CHANGE_ROLE;
  if (before->states != after->states)
    changes |= PEL_CHANGE_STATES;
  if (!have_same_bounds (before, after))
    changes |= PEL_CHANGE_BOUNDS;
  if (((before->flags ^ after->flags) & PEL_ELEMENT_IS_VISIBLE) != 0)
    changes |= PEL_CHANGE_VISIBLE;
  if (!have_same_parent (self, before, after))
    changes |= PEL_CHANGE_PARENT;
  if ((before->flags & after->flags & PEL_ELEMENT_HAS_VALUE) != 0 &&
      !g_str_equal (before->value, after->value))
    changes |= PEL_CHANGE_VALUE;
  if (before->patterns != after->patterns)
    changes |= PEL_CHANGE_PATTERNS;
  return changes;
}

static void
find_changed (PelSnapshotDiff *self, const PelElement *after)
{
  PelChangedElement row = { .after = after->id };
  PelElement        before;

  row.before = find_counterpart (self->before, after);
  if (row.before == PEL_ELEMENT_NONE)
    {
      g_array_append_val (self->added, row.after);
      return;
    }
  before = pel_snapshot_get_element (self->before, row.before);
  row.changes = compare (self, &before, after);
  if (row.changes != 0)
    g_array_append_val (self->changed, row);
}

PelSnapshotDiff *
pel_snapshot_diff_new (PelSnapshot *before, PelSnapshot *after)
{
  PelSnapshotDiff *self = g_new0 (PelSnapshotDiff, 1);

  self->before = g_object_ref (before);
  self->after = g_object_ref (after);
  self->added = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  self->removed = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  self->changed = g_array_new (FALSE, FALSE, sizeof (PelChangedElement));
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (after); id++)
    {
      PelElement element = pel_snapshot_get_element (after, id);

      if (is_first_of_identity (after, &element))
        find_changed (self, &element);
    }
  for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (before); id++)
    {
      PelElement element = pel_snapshot_get_element (before, id);

      if (is_first_of_identity (before, &element) &&
          find_counterpart (after, &element) == PEL_ELEMENT_NONE)
        g_array_append_val (self->removed, id);
    }
  return self;
}

void
pel_snapshot_diff_free (PelSnapshotDiff *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->before);
  g_clear_object (&self->after);
  g_clear_pointer (&self->added, g_array_unref);
  g_clear_pointer (&self->removed, g_array_unref);
  g_clear_pointer (&self->changed, g_array_unref);
  g_free (self);
}

static void
keep_marked (GArray *ids, const guint8 *marks)
{
  guint n_kept = 0;

  for (guint i = 0; i < ids->len; i++)
    if (marks[g_array_index (ids, PelElementId, i)])
      g_array_index (ids, PelElementId, n_kept++) = g_array_index (ids, PelElementId, i);
  g_array_set_size (ids, n_kept);
}

void
pel_snapshot_diff_keep (PelSnapshotDiff *self, const guint8 *before, const guint8 *after)
{
  guint n_kept = 0;

  keep_marked (self->added, after);
  keep_marked (self->removed, before);
  for (guint i = 0; i < self->changed->len; i++)
    {
      PelChangedElement row = g_array_index (self->changed, PelChangedElement, i);

      if (before[row.before] || after[row.after])
        g_array_index (self->changed, PelChangedElement, n_kept++) = row;
    }
  g_array_set_size (self->changed, n_kept);
}

gboolean
pel_snapshot_diff_is_empty (const PelSnapshotDiff *self)
{
  return self->added->len + self->removed->len + self->changed->len == 0;
}
