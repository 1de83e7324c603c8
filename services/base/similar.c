/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/similar.h"

#include <string.h>

#define MAX_LENGTH 64

/* Of two texts. Every element of a program may be held against what was meant. */
#define MAX_TEXT   256
#define MAX_TYPING 32 /* the table grows with the square */
#define MIN_PART   2  /* a single letter is part of nearly everything */

static gboolean
is_same (char a, char b)
{
  return g_ascii_tolower (a) == g_ascii_tolower (b);
}

/* Insertions, deletions, replacements and swaps of neighbours that lead from @a to @b, in any case.
 * Three rows of the table are kept: the swap looks back two. */
static guint
distance (const char *a, const char *b)
{
  guint rows[3][MAX_LENGTH + 1];
  guint n = strlen (b);
  guint i = 0;

  for (guint k = 0; k <= n; k++)
    rows[0][k] = k;
  for (; a[i] != '\0'; i++)
    {
      guint *row = rows[(i + 1) % 3], *last = rows[i % 3], *before = rows[(i + 2) % 3];

      row[0] = i + 1;
      for (guint k = 1; k <= n; k++)
        {
          row[k] = MIN (MIN (last[k], row[k - 1]) + 1, last[k - 1] + !is_same (a[i], b[k - 1]));
          if (i > 0 && k > 1 && is_same (a[i], b[k - 2]) && is_same (a[i - 1], b[k - 1]))
            row[k] = MIN (row[k], before[k - 2] + 1);
        }
    }
  return rows[i % 3][n];
}

const char *
pel_similar_find (const char *word, const char *const *candidates)
{
  const char *best = NULL;
  gsize       length = strlen (word);
  guint       best_distance = MAX (length / 3, 1) + 1;

  if (length > MAX_LENGTH)
    return NULL;
  for (guint i = 0; candidates[i] != NULL; i++)
    {
      gsize other = strlen (candidates[i]);
      guint d = G_MAXUINT;

      /* what is missing in the shorter one counts, wherever it is */
      if (other <= MAX_LENGTH && MAX (length, other) - MIN (length, other) < best_distance)
        d = distance (word, candidates[i]);
      /* one that has nothing in common is not meant, however short both are */
      if (d < best_distance && d < other)
        {
          best = candidates[i];
          best_distance = d;
        }
    }
  return best;
}

static gboolean
is_part (const char *part, const char *whole)
{
  return g_utf8_strlen (part, -1) >= MIN_PART && strstr (whole, part) != NULL;
}

/* One letter in three may differ; of a short word at most one. */
static gboolean
is_typing (const char *meant, const char *text, guint *ret_distance)
{
  gsize length = strlen (meant), other = strlen (text);
  gsize most = MAX (length / 3, 1);

  if (length <= 1 || length > MAX_TYPING || other > MAX_TYPING || length > other + most ||
      other > length + most)
    return FALSE;
  *ret_distance = distance (meant, text);
  return *ret_distance <= most;
}

static PelSimilarity
compare_folded (const char *meant, const char *text, guint *ret_gap)
{
  gsize length = strlen (meant), other = strlen (text);

  *ret_gap = MAX (length, other) - MIN (length, other);
  if (g_str_equal (meant, text))
    return PEL_SIMILARITY_CASE;
  if (is_part (meant, text) || is_part (text, meant))
    return PEL_SIMILARITY_PART;
  if (is_typing (meant, text, ret_gap))
    return PEL_SIMILARITY_TYPING;
  *ret_gap = 0;
  return PEL_SIMILARITY_NONE;
}

PelSimilarity
pel_similarity_get (const char *meant, const char *text, guint *ret_gap)
{
  PelSimilarity    similarity = PEL_SIMILARITY_NONE;
  guint            gap = 0;
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  if (strlen (meant) <= MAX_TEXT && strlen (text) <= MAX_TEXT)
    {
      a = g_utf8_casefold (meant, -1);
      b = g_utf8_casefold (text, -1);
      similarity = compare_folded (a, b, &gap);
    }
  if (ret_gap != NULL)
    *ret_gap = gap;
  return similarity;
}
