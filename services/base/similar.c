/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/similar.h"

#include <string.h>

#define MAX_LENGTH 64

/* Insertions, deletions and replacements that lead from @a to @b. */
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
          guint above = row[k];

          row[k] = MIN (MIN (row[k] + 1, row[k - 1] + 1), diagonal + (a[i] != b[k - 1]));
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

      if (d < best_distance)
        {
          best = candidates[i];
          best_distance = d;
        }
    }
  return best;
}
