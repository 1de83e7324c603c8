/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/approval/denial-book.h"

typedef struct
{
  guint  n_denials;
  gint64 until; /* 0: no pause */
} Page;

struct _PelDenialBook
{
  GHashTable *pages; /* who → Page */
  guint       max_denials;
  guint       pause_ms;
};

PelDenialBook *
pel_denial_book_new (guint max_denials, guint pause_ms)
{
  PelDenialBook *self = g_new0 (PelDenialBook, 1);

  self->pages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->max_denials = max_denials;
  self->pause_ms = pause_ms;
  return self;
}

void
pel_denial_book_free (PelDenialBook *self)
{
  g_hash_table_unref (self->pages);
  g_free (self);
}

void
pel_denial_book_add (PelDenialBook *self, const char *who, gint64 now)
{
  Page *page = g_hash_table_lookup (self->pages, who);

  if (page == NULL)
    {
      page = g_new0 (Page, 1);
      g_hash_table_insert (self->pages, g_strdup (who), page);
    }
  if (++page->n_denials < self->max_denials)
    return;
  page->n_denials = 0;
  page->until = now + self->pause_ms * G_TIME_SPAN_MILLISECOND;
}

void
pel_denial_book_forget (PelDenialBook *self, const char *who)
{
  g_hash_table_remove (self->pages, who);
}

guint
pel_denial_book_get_pause_ms (PelDenialBook *self, const char *who, gint64 now)
{
  const Page *page = g_hash_table_lookup (self->pages, who);

  if (page == NULL || page->until <= now)
    return 0;
  return (page->until - now + G_TIME_SPAN_MILLISECOND - 1) / G_TIME_SPAN_MILLISECOND;
}
