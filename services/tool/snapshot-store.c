/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/tool/snapshot-store.h"

typedef struct
{
  char        *owner;
  PelSnapshot *snapshot;
  gint64       time;
} Entry;

struct _PelSnapshotStore
{
  GArray     *entries;  /* of Entry, the oldest first */
  GHashTable *n_owners; /* snapshot → how many entries have it */
  gsize       max_bytes;
};

static void
entry_clear (gpointer data)
{
  Entry *entry = data;

  g_free (entry->owner);
  g_object_unref (entry->snapshot);
}

PelSnapshotStore *
pel_snapshot_store_new (void)
{
  return pel_snapshot_store_new_sized (PEL_SNAPSHOT_STORE_BYTES);
}

PelSnapshotStore *
pel_snapshot_store_new_sized (gsize max_bytes)
{
  PelSnapshotStore *self = g_rc_box_new0 (PelSnapshotStore);

  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->n_owners = g_hash_table_new (NULL, NULL);
  self->max_bytes = max_bytes;
  g_array_set_clear_func (self->entries, entry_clear);
  return self;
}

PelSnapshotStore *
pel_snapshot_store_ref (PelSnapshotStore *self)
{
  return g_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  PelSnapshotStore *self = data;

  g_array_unref (self->entries);
  g_hash_table_unref (self->n_owners);
}

void
pel_snapshot_store_unref (PelSnapshotStore *self)
{
  g_rc_box_release_full (self, clear);
}

static Entry *
get_entry (PelSnapshotStore *self, guint index)
{
  return &g_array_index (self->entries, Entry, index);
}

/* One entry more has @snapshot, or one less. */
static void
count (PelSnapshotStore *self, PelSnapshot *snapshot, int change)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->n_owners, snapshot)) + change;

  if (n > 0)
    g_hash_table_insert (self->n_owners, snapshot, GUINT_TO_POINTER (n));
  else
    g_hash_table_remove (self->n_owners, snapshot);
}

static void
forget (PelSnapshotStore *self, guint first, guint n_entries)
{
  for (guint i = first; i < first + n_entries; i++)
    count (self, get_entry (self, i)->snapshot, -1);
  g_array_remove_range (self->entries, first, n_entries);
}

static void
forget_old (PelSnapshotStore *self, gint64 now)
{
  guint n_old = 0;

  while (n_old < self->entries->len && now - get_entry (self, n_old)->time > PEL_SNAPSHOT_STORE_AGE)
    n_old++;
  forget (self, 0, n_old);
}

static void
forget_beyond_number (PelSnapshotStore *self, const char *owner)
{
  guint n_own = 0;

  for (guint i = self->entries->len; i > 0; i--)
    if (g_str_equal (get_entry (self, i - 1)->owner, owner) &&
        ++n_own > PEL_SNAPSHOT_STORE_PER_OWNER)
      forget (self, i - 1, 1);
  if (self->entries->len > PEL_SNAPSHOT_STORE_ENTRIES)
    forget (self, 0, self->entries->len - PEL_SNAPSHOT_STORE_ENTRIES);
}

/* The newest one stays, however large it is. */
static void
forget_beyond_size (PelSnapshotStore *self)
{
  gsize bytes = pel_snapshot_store_get_bytes (self);

  while (bytes > self->max_bytes && g_hash_table_size (self->n_owners) > 1)
    {
      PelSnapshot *oldest = get_entry (self, 0)->snapshot;

      if (g_hash_table_lookup (self->n_owners, oldest) == GUINT_TO_POINTER (1))
        bytes -= pel_snapshot_get_bytes (oldest);
      forget (self, 0, 1);
    }
}

/* What the owner has seen before becomes its newest. */
static void
forget_same (PelSnapshotStore *self, const char *owner, PelSnapshot *snapshot)
{
  for (guint i = self->entries->len; i > 0; i--)
    if (get_entry (self, i - 1)->snapshot == snapshot &&
        g_str_equal (get_entry (self, i - 1)->owner, owner))
      forget (self, i - 1, 1);
}

void
pel_snapshot_store_add (PelSnapshotStore *self,
                        const char       *owner,
                        PelSnapshot      *snapshot,
                        gint64            now)
{
  Entry entry = { g_strdup (owner), g_object_ref (snapshot), now };

  count (self, snapshot, 1);
  forget_same (self, owner, snapshot);
  g_array_append_val (self->entries, entry);
  forget_old (self, now);
  forget_beyond_number (self, owner);
  forget_beyond_size (self);
}

PelSnapshot *
pel_snapshot_store_find (PelSnapshotStore *self, const char *id, gint64 now)
{
  forget_old (self, now);
  for (guint i = self->entries->len; i > 0; i--)
    {
      PelSnapshot *snapshot = get_entry (self, i - 1)->snapshot;

      if (g_str_equal (pel_snapshot_get_id (snapshot), id))
        return g_object_ref (snapshot);
    }
  return NULL;
}

PelSnapshot *
pel_snapshot_store_find_ref (PelSnapshotStore *self, const char *owner, guint ref, gint64 now)
{
  PelSnapshot *others = NULL;

  forget_old (self, now);
  for (guint i = self->entries->len; i > 0; i--)
    {
      const Entry *entry = get_entry (self, i - 1);

      if (pel_snapshot_find_ref (entry->snapshot, ref) == PEL_ELEMENT_NONE)
        continue;
      if (g_str_equal (entry->owner, owner))
        return g_object_ref (entry->snapshot);
      if (others == NULL)
        others = entry->snapshot;
    }
  return others != NULL ? g_object_ref (others) : NULL;
}

guint
pel_snapshot_store_get_n_snapshots (PelSnapshotStore *self)
{
  return g_hash_table_size (self->n_owners);
}

gsize
pel_snapshot_store_get_bytes (PelSnapshotStore *self)
{
  GHashTableIter iter;
  gpointer       snapshot;
  gsize          bytes = 0;

  g_hash_table_iter_init (&iter, self->n_owners);
  while (g_hash_table_iter_next (&iter, &snapshot, NULL))
    bytes += pel_snapshot_get_bytes (snapshot);
  return bytes;
}
