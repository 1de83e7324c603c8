/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/outline.h"

typedef struct
{
  PelElementId id, parent;
  guint        end; /* the index after the last row below it */
} Row;

struct _PelOutline
{
  gatomicrefcount ref_count;
  PelSnapshot    *snapshot;
  GArray         *rows; /* of Row, in depth-first order: ids ascend */
};

static Row *
get_row (const PelOutline *self, guint index)
{
  return &g_array_index (self->rows, Row, index);
}

/* FALSE where it is not shown. */
static gboolean
find_row (const PelOutline *self, PelElementId id, guint *ret_index)
{
  guint low = 0, high = self->rows->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_row (self, middle)->id < id)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == self->rows->len || get_row (self, low)->id != id)
    return FALSE;
  *ret_index = low;
  return TRUE;
}

/* Where each row's own end: from the back, so that what is below it is known before it. */
static void
find_ends (PelOutline *self)
{
  for (guint i = self->rows->len; i > 0; i--)
    {
      Row  *row = get_row (self, i - 1);
      guint end = i;

      while (end < self->rows->len && get_row (self, end)->parent == row->id)
        end = get_row (self, end)->end;
      row->end = end;
    }
}

static void
add_rows (PelOutline *self, guint program, const GArray *kept)
{
  PelElementId root = pel_snapshot_get_program (self->snapshot, program)->root;

  for (guint i = 0; i < kept->len; i++)
    {
      const PelKeptElement *element = &g_array_index (kept, PelKeptElement, i);
      Row                   row = { .id = element->id, .parent = element->parent };

      if (pel_snapshot_get_program_index (self->snapshot, row.id) != program || row.id == root)
        continue;
      if (row.parent == root)
        row.parent = PEL_ELEMENT_NONE;
      g_array_append_val (self->rows, row);
    }
}

PelOutline *
pel_outline_new (PelSnapshot *snapshot, guint program, PelFilterFlags filter)
{
  PelOutline        *self = g_new0 (PelOutline, 1);
  g_autoptr (GArray) kept =
      pel_snapshot_filter_apply (&(PelSnapshotFilter){ .flags = filter }, snapshot);

  g_atomic_ref_count_init (&self->ref_count);
  self->snapshot = g_object_ref (snapshot);
  self->rows = g_array_sized_new (FALSE, FALSE, sizeof (Row), kept->len);
  add_rows (self, program, kept);
  find_ends (self);
  return self;
}

PelOutline *
pel_outline_ref (PelOutline *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
pel_outline_unref (PelOutline *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->rows);
  g_object_unref (self->snapshot);
  g_free (self);
}

PelSnapshot *
pel_outline_get_snapshot (const PelOutline *self)
{
  return self->snapshot;
}

guint
pel_outline_get_n_elements (const PelOutline *self)
{
  return self->rows->len;
}

PelElementId
pel_outline_find_ref (const PelOutline *self, guint ref)
{
  PelElementId id = pel_snapshot_find_ref (self->snapshot, ref);
  guint        index;

  return id != PEL_ELEMENT_NONE && find_row (self, id, &index) ? id : PEL_ELEMENT_NONE;
}

PelElementId
pel_outline_get_parent (const PelOutline *self, PelElementId id)
{
  guint index;

  return find_row (self, id, &index) ? get_row (self, index)->parent : PEL_ELEMENT_NONE;
}

gboolean
pel_outline_has_children (const PelOutline *self, PelElementId id)
{
  guint index;

  return find_row (self, id, &index) && get_row (self, index)->end > index + 1;
}

GArray *
pel_outline_list_children (const PelOutline *self, PelElementId id)
{
  GArray *children = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  guint   index, end = self->rows->len;

  if (id == PEL_ELEMENT_NONE)
    index = 0;
  else if (find_row (self, id, &index))
    end = get_row (self, index++)->end;
  else
    return children;
  for (; index < end; index = get_row (self, index)->end)
    g_array_append_val (children, get_row (self, index)->id);
  return children;
}

static guint
find_position (const PelOutline *self, PelElementId id)
{
  g_autoptr (GArray) siblings = pel_outline_list_children (self, pel_outline_get_parent (self, id));
  guint              position = 0;

  while (position < siblings->len && g_array_index (siblings, PelElementId, position) != id)
    position++;
  return position;
}

GArray *
pel_outline_list_path (const PelOutline *self, PelElementId id)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (guint));

  for (; id != PEL_ELEMENT_NONE; id = pel_outline_get_parent (self, id))
    {
      guint position = find_position (self, id);

      g_array_prepend_val (path, position);
    }
  return path;
}
