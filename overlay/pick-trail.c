/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/pick-trail.h"

PelPickTrail *
pel_pick_trail_new (PelSnapshot *snapshot, PelElementId id, PelNativePoint point)
{
  PelPickTrail *self = g_new0 (PelPickTrail, 1);

  self->snapshot = g_object_ref (snapshot);
  self->id = id;
  self->point = point;
  self->left = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  return self;
}

void
pel_pick_trail_free (PelPickTrail *self)
{
  g_object_unref (self->snapshot);
  g_array_unref (self->left);
  g_clear_pointer (&self->pile, g_array_unref);
  g_free (self);
}

static gboolean
is_seen (PelPickTrail *self, PelElementId id)
{
  PelNativeRect rect;

  return pel_snapshot_get_visible_rect (self->snapshot, id, &rect);
}

gboolean
pel_pick_trail_climb (PelPickTrail *self)
{
  PelElementId parent = pel_snapshot_get_parent (self->snapshot, self->id);

  while (parent != PEL_ELEMENT_NONE && !is_seen (self, parent))
    parent = pel_snapshot_get_parent (self->snapshot, parent);
  if (parent == PEL_ELEMENT_NONE)
    return FALSE;
  g_array_append_val (self->left, self->id);
  self->id = parent;
  return TRUE;
}

/* The first one below that can be seen, whatever lies between. */
static PelElementId
find_child (PelPickTrail *self)
{
  PelElementId last = pel_snapshot_get_last_descendant (self->snapshot, self->id);

  for (PelElementId id = self->id + 1; id <= last; id++)
    if (is_seen (self, id))
      return id;
  return PEL_ELEMENT_NONE;
}

gboolean
pel_pick_trail_descend (PelPickTrail *self)
{
  PelElementId child;

  if (self->left->len > 0)
    {
      self->id = g_array_index (self->left, PelElementId, self->left->len - 1);
      g_array_set_size (self->left, self->left->len - 1);
      return TRUE;
    }
  child = find_child (self);
  if (child == PEL_ELEMENT_NONE)
    return FALSE;
  self->id = child;
  return TRUE;
}

static gboolean
lies_at_point (PelPickTrail *self, PelElementId id)
{
  PelNativeRect rect;

  return pel_snapshot_get_visible_rect (self->snapshot, id, &rect) &&
         pel_native_rect_contains (&rect, self->point);
}

/* What lies at the point in the window of @self->id, without what only holds such: that is where
 * climbing leads. What comes later in the tree lies on top. */
static GArray *
make_pile (PelPickTrail *self)
{
  GArray      *pile = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  PelWindow   *window = pel_snapshot_find_window (self->snapshot, self->id);
  guint        n = pel_snapshot_get_n_elements (self->snapshot);
  PelElementId above = PEL_ELEMENT_NONE; /* the last one that was added */

  for (PelElementId id = n; id > 0; id--)
    {
      if (!lies_at_point (self, id) || pel_snapshot_find_window (self->snapshot, id) != window)
        continue;
      if (above != PEL_ELEMENT_NONE &&
          above <= pel_snapshot_get_last_descendant (self->snapshot, id))
        continue;
      g_array_append_val (pile, id);
      above = id;
    }
  return pile;
}

/* Where the way through the pile begins: where the person came from. */
static void
need_pile (PelPickTrail *self)
{
  PelElementId start = self->left->len > 0 ? g_array_index (self->left, PelElementId, 0) : self->id;

  if (self->pile != NULL)
    return;
  self->pile = make_pile (self);
  for (self->depth = 0; self->depth < self->pile->len; self->depth++)
    if (g_array_index (self->pile, PelElementId, self->depth) == start)
      return;
  self->depth = 0;
  g_array_prepend_val (self->pile, start);
}

static gboolean
move_in_pile (PelPickTrail *self, guint depth)
{
  if (depth >= self->pile->len)
    return FALSE;
  self->depth = depth;
  self->id = g_array_index (self->pile, PelElementId, depth);
  g_array_set_size (self->left, 0);
  return TRUE;
}

gboolean
pel_pick_trail_sink (PelPickTrail *self)
{
  need_pile (self);
  return move_in_pile (self, self->depth + 1);
}

gboolean
pel_pick_trail_rise (PelPickTrail *self)
{
  need_pile (self);
  return self->depth > 0 && move_in_pile (self, self->depth - 1);
}
