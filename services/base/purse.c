/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/purse.h"

struct _PelPurse
{
  gatomicrefcount n_users;
  gint64          full_time; /* when it will be full, if nothing more is spent */
};

/* One for each client that has lately used it up, or is using it. */
static GHashTable *purses;

static gboolean
is_unused (gpointer unused, gpointer purse, gpointer now)
{
  PelPurse *self = purse;

  return g_atomic_ref_count_compare (&self->n_users, 1) && self->full_time <= *(gint64 *) now;
}

PelPurse *
pel_purse_find (const char *name, gint64 now)
{
  PelPurse *self;

  if (purses == NULL)
    purses =
        g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) pel_purse_unref);
  self = g_hash_table_lookup (purses, name);
  if (self != NULL)
    return pel_purse_ref (self);
  g_hash_table_foreach_remove (purses, is_unused, &now);
  self = g_new0 (PelPurse, 1);
  g_atomic_ref_count_init (&self->n_users);
  g_hash_table_insert (purses, g_strdup (name), self);
  return pel_purse_ref (self);
}

PelPurse *
pel_purse_ref (PelPurse *self)
{
  g_atomic_ref_count_inc (&self->n_users);
  return self;
}

void
pel_purse_unref (PelPurse *self)
{
  if (self != NULL && g_atomic_ref_count_dec (&self->n_users))
    g_free (self);
}

gint64
pel_purse_get_left (const PelPurse *self, gint64 now)
{
  return PEL_PURSE_FULL - MAX (self->full_time - now, 0) / PEL_PURSE_REFILL;
}

void
pel_purse_spend (PelPurse *self, gint64 time, gint64 now)
{
  self->full_time = MAX (self->full_time, now) + time * PEL_PURSE_REFILL;
}

guint
pel_purse_get_wait_ms (const PelPurse *self, gint64 now)
{
  gint64 left = pel_purse_get_left (self, now);

  return left > 0 ? 0
                  : (PEL_PURSE_FULL / 2 - left) * PEL_PURSE_REFILL / G_TIME_SPAN_MILLISECOND + 1;
}
