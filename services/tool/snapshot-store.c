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
  GArray *entries; /* of Entry, the oldest first */
  gsize   max_bytes;
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
  g_array_unref (((PelSnapshotStore *) data)->entries);
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

static void
forget_old (PelSnapshotStore *self, gint64 now)
{
  guint n_old = 0;

  while (n_old < self->entries->len && now - get_entry (self, n_old)->time > PEL_SNAPSHOT_STORE_AGE)
    n_old++;
  g_array_remove_range (self->entries, 0, n_old);
}

static void
forget_beyond_number (PelSnapshotStore *self, const char *owner)
{
  guint n_own = 0;

  for (guint i = self->entries->len; i > 0; i--)
    if (g_str_equal (get_entry (self, i - 1)->owner, owner) &&
        ++n_own > PEL_SNAPSHOT_STORE_PER_OWNER)
      g_array_remove_index (self->entries, i - 1);
}

/* The newest one stays, however large it is. */
static void
forget_beyond_size (PelSnapshotStore *self)
{
  gsize bytes = pel_snapshot_store_get_bytes (self);
  guint n_gone = 0;

  while (bytes > self->max_bytes && n_gone + 1 < self->entries->len)
    bytes -= pel_snapshot_get_bytes (get_entry (self, n_gone++)->snapshot);
  g_array_remove_range (self->entries, 0, n_gone);
}

void
pel_snapshot_store_add (PelSnapshotStore *self,
                        const char       *owner,
                        PelSnapshot      *snapshot,
                        gint64            now)
{
  Entry entry = { g_strdup (owner), g_object_ref (snapshot), now };

  for (guint i = 0; i < self->entries->len; i++)
    if (get_entry (self, i)->snapshot == snapshot)
      {
        g_array_remove_index (self->entries, i);
        break;
      }
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

guint
pel_snapshot_store_get_n_snapshots (PelSnapshotStore *self)
{
  return self->entries->len;
}

gsize
pel_snapshot_store_get_bytes (PelSnapshotStore *self)
{
  gsize bytes = 0;

  for (guint i = 0; i < self->entries->len; i++)
    bytes += pel_snapshot_get_bytes (get_entry (self, i)->snapshot);
  return bytes;
}
