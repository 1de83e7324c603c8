/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/rate-limit.h"

#define MINUTE (60 * G_USEC_PER_SEC)

struct _PelRateLimit
{
  GHashTable *times; /* key → GQueue of gint64 *, the oldest first, none older than a minute */
};

static void
free_times (gpointer times)
{
  g_queue_free_full (times, g_free);
}

PelRateLimit *
pel_rate_limit_new (void)
{
  PelRateLimit *self = g_new0 (PelRateLimit, 1);

  self->times = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_times);
  return self;
}

void
pel_rate_limit_free (PelRateLimit *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->times);
  g_free (self);
}

static void
forget_old (GQueue *times, gint64 now)
{
  gint64 *oldest;

  while ((oldest = g_queue_peek_head (times)) != NULL && *oldest <= now - MINUTE)
    g_free (g_queue_pop_head (times));
}

/* A caller that had nothing for a minute is forgotten. */
static gboolean
is_idle (gpointer key, gpointer times, gpointer now)
{
  forget_old (times, *(gint64 *) now);
  return g_queue_is_empty (times);
}

void
pel_rate_limit_forget (PelRateLimit *self, const char *key)
{
  g_hash_table_remove (self->times, key);
}

gboolean
pel_rate_limit_take (
    PelRateLimit *self, const char *key, guint per_minute, gint64 now, guint *ret_wait_ms)
{
  GQueue *times;
  gint64 *taken;

  g_return_val_if_fail (self != NULL && key != NULL && per_minute > 0, FALSE);

  times = g_hash_table_lookup (self->times, key);
  if (times == NULL)
    {
      g_hash_table_foreach_remove (self->times, is_idle, &now);
      times = g_queue_new ();
      g_hash_table_insert (self->times, g_strdup (key), times);
    }
  forget_old (times, now);
  if (times->length >= per_minute)
    {
      /* the limit may have become lower: as many must go first as are too many */
      taken = g_queue_peek_nth (times, times->length - per_minute);
      if (ret_wait_ms != NULL)
        *ret_wait_ms = (*taken + MINUTE - now + 999) / 1000;
      return FALSE;
    }
  taken = g_new (gint64, 1);
  *taken = now;
  g_queue_push_tail (times, taken);
  return TRUE;
}
