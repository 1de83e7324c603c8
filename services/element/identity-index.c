/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/identity-index.h"

#include "services/element/string-pool.h"

struct _PelIdentityIndex
{
  const PelSnapshotArena *arena;
  guint64                 key;
  guint32                *slots; /* ids; 0: free */
  guint                   n_slots;
  guint32                *by_ref; /* ids, their refs ascending */
};

static guint
get_first_slot (const PelIdentityIndex *self, const char *bus_name, const char *path)
{
  guint64 hash = pel_text_hash (path, self->key ^ pel_text_hash (bus_name, self->key));

  return hash * self->n_slots >> 32;
}

static void
insert (PelIdentityIndex *self, PelElementId id)
{
  const PelSnapshotArena *arena = self->arena;
  const PelElementRow    *row = &arena->rows[id - 1];
  guint slot = get_first_slot (self, arena->strings + row->bus_name, arena->strings + row->path);

  for (; self->slots[slot] != 0; slot = (slot + 1) % self->n_slots)
    {
      const PelElementRow *other = &arena->rows[self->slots[slot] - 1];

      if (other->path == row->path && other->bus_name == row->bus_name)
        return;
    }
  self->slots[slot] = id;
}

static int
compare_refs (gconstpointer a, gconstpointer b, gpointer data)
{
  const PelElementRow *rows = data;
  guint32              id_a = *(const guint32 *) a, id_b = *(const guint32 *) b;
  guint32              ref_a = rows[id_a - 1].ref, ref_b = rows[id_b - 1].ref;

  if (ref_a != ref_b)
    return ref_a < ref_b ? -1 : 1;
  return id_a < id_b ? -1 : id_a > id_b;
}

PelIdentityIndex *
pel_identity_index_new (const PelSnapshotArena *arena)
{
  PelIdentityIndex *self = g_new0 (PelIdentityIndex, 1);

  self->arena = arena;
  self->key = pel_text_hash_new_key ();
  /* A third stays free, so that a search ends soon. */
  self->n_slots = arena->n_rows + arena->n_rows / 2 + 1;
  self->slots = g_new0 (guint32, self->n_slots);
  self->by_ref = g_new (guint32, arena->n_rows);
  for (guint i = 0; i < arena->n_rows; i++)
    {
      insert (self, i + 1);
      self->by_ref[i] = i + 1;
    }
  g_qsort_with_data (self->by_ref, arena->n_rows, sizeof *self->by_ref, compare_refs, arena->rows);
  return self;
}

void
pel_identity_index_free (PelIdentityIndex *self)
{
  if (self == NULL)
    return;
  g_free (self->slots);
  g_free (self->by_ref);
  g_free (self);
}

gsize
pel_identity_index_get_bytes (const PelIdentityIndex *self)
{
  return sizeof *self + ((gsize) self->n_slots + self->arena->n_rows) * sizeof (guint32);
}

PelElementId
pel_identity_index_find (const PelIdentityIndex *self, const char *bus_name, const char *path)
{
  guint slot = get_first_slot (self, bus_name, path);

  for (; self->slots[slot] != 0; slot = (slot + 1) % self->n_slots)
    {
      const PelElementRow *row = &self->arena->rows[self->slots[slot] - 1];

      if (g_str_equal (self->arena->strings + row->path, path) &&
          g_str_equal (self->arena->strings + row->bus_name, bus_name))
        return self->slots[slot];
    }
  return PEL_ELEMENT_NONE;
}

PelElementId
pel_identity_index_find_ref (const PelIdentityIndex *self, guint ref)
{
  const PelElementRow *rows = self->arena->rows;
  guint                low = 0, high = self->arena->n_rows;

  /* The first whose ref is not less. */
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (rows[self->by_ref[middle] - 1].ref < ref)
        low = middle + 1;
      else
        high = middle;
    }
  if (ref == 0 || low == self->arena->n_rows || rows[self->by_ref[low] - 1].ref != ref)
    return PEL_ELEMENT_NONE;
  return self->by_ref[low];
}
