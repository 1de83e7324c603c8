/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/text-index.h"

#include <stdlib.h>
#include <string.h>

struct _PelTextIndex
{
  PelRefCounter *refs;
  GHashTable    *entries; /* window id → PelTextEntry */
};

/* Texts of one kind, lines or words, with their numbers. */
typedef struct
{
  const PelTextPage *page;
  gboolean           are_words;
  guint             *refs; /* 0: it has none */
} Texts;

static void
entry_free (PelTextEntry *entry)
{
  g_free (entry->window_id);
  pel_image_unref (entry->image);
  pel_text_page_unref (entry->page);
  g_free (entry->line_refs);
  g_free (entry->word_refs);
  g_free (entry);
}

PelTextIndex *
pel_text_index_new (PelRefCounter *refs)
{
  PelTextIndex *self = g_new0 (PelTextIndex, 1);

  self->refs = refs;
  self->entries =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) entry_free);
  return self;
}

void
pel_text_index_free (PelTextIndex *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->entries);
  g_free (self);
}

const PelTextEntry *
pel_text_index_find (PelTextIndex *self, const char *window_id)
{
  return g_hash_table_lookup (self->entries, window_id);
}

static gboolean
is_same_image (const PelImage *a, const PelImage *b)
{
  return a->width == b->width && a->height == b->height && a->is_opaque == b->is_opaque &&
         memcmp (a->pixels, b->pixels, pel_image_get_size (a)) == 0;
}

const PelTextEntry *
pel_text_index_confirm (PelTextIndex *self, const char *window_id, PelImage *image, gint64 now)
{
  PelTextEntry *entry = g_hash_table_lookup (self->entries, window_id);

  if (entry == NULL || !is_same_image (entry->image, image))
    return NULL;
  entry->time = now;
  return entry;
}

/* Numbers */

static guint
count_texts (const Texts *texts)
{
  return texts->are_words ? texts->page->words->len : texts->page->lines->len;
}

static const PelTextRun *
get_text (const Texts *texts, guint index)
{
  return texts->are_words ? pel_text_page_get_word (texts->page, index)
                          : &pel_text_page_get_line (texts->page, index)->run;
}

static gint64
get_distance (const PelImageRect *a, const PelImageRect *b)
{
  return (gint64) abs (a->x - b->x) + abs (a->y - b->y);
}

/* The number of the nearest text that is the same and has not been found again yet; it is taken
 * away. 0: there is none. */
static guint
take_ref (const Texts *old, const PelTextRun *run)
{
  guint  best = 0, ref;
  gint64 best_distance = G_MAXINT64;

  for (guint i = 0; i < count_texts (old); i++)
    {
      const PelTextRun *other = get_text (old, i);
      gint64            distance = get_distance (&run->box, &other->box);

      if (old->refs[i] != 0 && distance < best_distance && g_str_equal (other->text, run->text))
        {
          best = i + 1;
          best_distance = distance;
        }
    }
  if (best == 0)
    return 0;
  ref = old->refs[best - 1];
  old->refs[best - 1] = 0;
  return ref;
}

/* What is still at its place comes first: it must not lose its number to one that has come. */
static void
keep_refs (const Texts *texts, const Texts *old, gboolean only_in_place)
{
  for (guint i = 0; i < count_texts (texts); i++)
    {
      const PelTextRun *run = get_text (texts, i);

      if (texts->refs[i] != 0)
        continue;
      for (guint k = 0; only_in_place && k < count_texts (old); k++)
        if (old->refs[k] != 0 && g_str_equal (get_text (old, k)->text, run->text) &&
            pel_image_rect_equal (&get_text (old, k)->box, &run->box))
          {
            texts->refs[i] = old->refs[k];
            old->refs[k] = 0;
            break;
          }
      if (!only_in_place)
        texts->refs[i] = take_ref (old, run);
    }
}

/* Whether a word is an element of its own, and not all of its line. */
static gboolean
is_counted (const Texts *texts, guint index)
{
  if (!texts->are_words)
    return TRUE;
  for (guint i = 0; i < texts->page->lines->len; i++)
    {
      const PelTextLine *line = pel_text_page_get_line (texts->page, i);

      if (index >= line->first_word && index < line->first_word + line->n_words)
        return line->n_words > 1;
    }
  return FALSE;
}

/* (transfer full) */
static guint *
number_texts (PelTextIndex *self, const PelTextPage *page, gboolean are_words, PelTextEntry *was)
{
  Texts texts = { page, are_words, NULL };
  guint n = count_texts (&texts);

  texts.refs = g_new0 (guint, n + 1);
  if (was != NULL)
    {
      Texts old = { was->page, are_words, are_words ? was->word_refs : was->line_refs };

      keep_refs (&texts, &old, TRUE);
      keep_refs (&texts, &old, FALSE);
    }
  for (guint i = 0; i < n; i++)
    if (!is_counted (&texts, i))
      texts.refs[i] = 0;
    else if (texts.refs[i] == 0)
      texts.refs[i] = pel_ref_counter_take (self->refs);
  return texts.refs;
}

const PelTextEntry *
pel_text_index_put (
    PelTextIndex *self, const char *window_id, PelImage *image, PelTextPage *page, gint64 now)
{
  PelTextEntry *was = g_hash_table_lookup (self->entries, window_id);
  PelTextEntry *entry = g_new0 (PelTextEntry, 1);

  entry->window_id = g_strdup (window_id);
  entry->image = pel_image_ref (image);
  entry->page = pel_text_page_ref (page);
  entry->line_refs = number_texts (self, page, FALSE, was);
  entry->word_refs = number_texts (self, page, TRUE, was);
  entry->time = now;
  g_hash_table_replace (self->entries, entry->window_id, entry);
  return entry;
}

static gboolean
is_older (gpointer key, gpointer value, gpointer oldest)
{
  return ((PelTextEntry *) value)->time < *(gint64 *) oldest;
}

void
pel_text_index_expire (PelTextIndex *self, gint64 oldest)
{
  g_hash_table_foreach_remove (self->entries, is_older, &oldest);
}

const char *
pel_text_index_find_ref (PelTextIndex *self, guint ref)
{
  GHashTableIter iter;
  PelTextEntry  *entry;
  PelTextRun     unused;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &entry))
    if (pel_text_entry_find_ref (entry, ref, &unused))
      return entry->window_id;
  return NULL;
}

gboolean
pel_text_entry_find_ref (const PelTextEntry *self, guint ref, PelTextRun *ret_run)
{
  const Texts kinds[] = { { self->page, FALSE, self->line_refs },
                          { self->page, TRUE, self->word_refs } };

  for (guint k = 0; ref != 0 && k < G_N_ELEMENTS (kinds); k++)
    for (guint i = 0; i < count_texts (&kinds[k]); i++)
      if (kinds[k].refs[i] == ref)
        {
          *ret_run = *get_text (&kinds[k], i);
          return TRUE;
        }
  return FALSE;
}
