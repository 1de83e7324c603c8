/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/list-change.h"

/* An item that is in both lists. */
typedef struct
{
  guint before, after; /* where */
  guint previous;      /* the one that stays before it, if it does; counts from 1 */
} Pair;

static guint64
get_key (const GArray *list, guint i)
{
  return g_array_index (list, guint64, i);
}

/* In the order of @after; the two lists are alike outside of the ranges. */
static GArray *
find_pairs (const GArray *before, const GArray *after, guint first, guint before_end, guint end)
{
  GArray                *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_autoptr (GHashTable) places = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = before_end; i > first; i--) /* the first of equal ones is what remains */
    g_hash_table_replace (places,
                          &g_array_index (before, guint64, i - 1),
                          GUINT_TO_POINTER (i - 1));
  for (guint i = first; i < end; i++)
    {
      gpointer place;

      if (g_hash_table_steal_extended (places, &g_array_index (after, guint64, i), NULL, &place))
        g_array_append_val (pairs, ((Pair){ GPOINTER_TO_UINT (place), i, 0 }));
    }
  return pairs;
}

/* How many of the @n runs end with one that stands before @place. */
static guint
count_shorter (const GArray *pairs, const GArray *ends, guint place)
{
  guint low = 0, high = ends->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      guint pair = g_array_index (ends, guint, middle);

      if (g_array_index (pairs, Pair, pair).before < place)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The most pairs that are in the same order in both lists: the longest run that only rises.
 * (transfer full): of Pair. */
static GArray *
choose_stayers (GArray *pairs)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint)); /* of runs, by length */
  GArray            *stayers = g_array_new (FALSE, FALSE, sizeof (Pair));
  guint              left;

  for (guint i = 0; i < pairs->len; i++)
    {
      Pair *pair = &g_array_index (pairs, Pair, i);
      guint n_shorter = count_shorter (pairs, ends, pair->before);

      pair->previous = n_shorter > 0 ? g_array_index (ends, guint, n_shorter - 1) + 1 : 0;
      if (n_shorter == ends->len)
        g_array_append_val (ends, i);
      else
        g_array_index (ends, guint, n_shorter) = i;
    }
  g_array_set_size (stayers, ends->len);
  left = ends->len;
  for (guint i = left > 0 ? g_array_index (ends, guint, left - 1) + 1 : 0; i > 0;
       i = g_array_index (pairs, Pair, i - 1).previous)
    g_array_index (stayers, Pair, --left) = g_array_index (pairs, Pair, i - 1);
  return stayers;
}

static void
append_change (GArray *changes, guint position, guint n_removed, guint n_added)
{
  if (n_removed > 0 || n_added > 0)
    g_array_append_val (changes, ((PelListChange){ position, n_removed, n_added }));
}

GArray *
pel_list_changes_new (const GArray *before, const GArray *after)
{
  GArray            *changes = g_array_new (FALSE, FALSE, sizeof (PelListChange));
  guint              first = 0, n_last = 0, shorter = MIN (before->len, after->len);
  guint              done_before, done_after;
  g_autoptr (GArray) pairs = NULL, stayers = NULL;

  while (first < shorter && get_key (before, first) == get_key (after, first))
    first++;
  while (n_last < shorter - first &&
         get_key (before, before->len - 1 - n_last) == get_key (after, after->len - 1 - n_last))
    n_last++;
  pairs = find_pairs (before, after, first, before->len - n_last, after->len - n_last);
  stayers = choose_stayers (pairs);
  done_before = done_after = first;
  for (guint i = 0; i < stayers->len; i++)
    {
      const Pair *pair = &g_array_index (stayers, Pair, i);

      append_change (changes, done_after, pair->before - done_before, pair->after - done_after);
      done_before = pair->before + 1;
      done_after = pair->after + 1;
    }
  append_change (changes,
                 done_after,
                 before->len - n_last - done_before,
                 after->len - n_last - done_after);
  return changes;
}
