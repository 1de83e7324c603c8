/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/pick-book.h"

#include "services/policy/rate-limit.h"

struct _PelPickBook
{
  PelRateLimit *rates;
  GHashTable   *left; /* who → how many, one after another */
};

PelPickBook *
pel_pick_book_new (void)
{
  PelPickBook *self = g_new0 (PelPickBook, 1);

  self->rates = pel_rate_limit_new ();
  self->left = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
pel_pick_book_free (PelPickBook *self)
{
  pel_rate_limit_free (self->rates);
  g_hash_table_unref (self->left);
  g_free (self);
}

static guint
get_n_left (PelPickBook *self, const char *who)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->left, who));
}

gboolean
pel_pick_book_is_blocked (PelPickBook *self, const char *who)
{
  return get_n_left (self, who) >= PEL_PICK_MAX_LEFT;
}

gboolean
pel_pick_book_begin (
    PelPickBook *self, const char *who, guint per_minute, gint64 now, guint *ret_wait_ms)
{
  return pel_rate_limit_take (self->rates, who, per_minute, now, ret_wait_ms);
}

void
pel_pick_book_end (PelPickBook *self, const char *who, PelPickEnd how)
{
  if (how == PEL_PICK_LEFT)
    g_hash_table_insert (self->left, g_strdup (who), GUINT_TO_POINTER (get_n_left (self, who) + 1));
  if (how == PEL_PICK_ANSWERED)
    g_hash_table_remove (self->left, who);
  if (how == PEL_PICK_ANSWERED || how == PEL_PICK_NONE)
    pel_rate_limit_forget (self->rates, who);
}
