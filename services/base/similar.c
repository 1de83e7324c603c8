/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/similar.h"

#include <string.h>

#define MAX_LENGTH 64

/* Insertions, deletions and replacements that lead from @a to @b, in any case. */
static guint
distance (const char *a, const char *b)
{
  guint row[MAX_LENGTH + 1];
  gsize n = strlen (b);

  for (guint k = 0; k <= n; k++)
    row[k] = k;
  for (guint i = 0; a[i] != '\0'; i++)
    {
      guint diagonal = row[0];

      row[0] = i + 1;
      for (guint k = 1; k <= n; k++)
        {
          guint    above = row[k];
          gboolean is_other = g_ascii_tolower (a[i]) != g_ascii_tolower (b[k - 1]);

          row[k] = MIN (MIN (row[k] + 1, row[k - 1] + 1), diagonal + is_other);
          diagonal = above;
        }
    }
  return row[n];
}

const char *
pel_similar_find (const char *word, const char *const *candidates)
{
  const char *best = NULL;
  guint       best_distance = MAX (strlen (word) / 3, 1) + 1;

  if (strlen (word) > MAX_LENGTH)
    return NULL;
  for (guint i = 0; candidates[i] != NULL; i++)
    {
      guint d = strlen (candidates[i]) <= MAX_LENGTH ? distance (word, candidates[i]) : G_MAXUINT;

      /* one that has nothing in common is not meant, however short both are */
      if (d < best_distance && d < strlen (candidates[i]))
        {
          best = candidates[i];
          best_distance = d;
        }
    }
  return best;
}
