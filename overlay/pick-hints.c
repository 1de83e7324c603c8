/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/pick-hints.h"

#include <string.h>

/* Letters that are easy to tell apart and to reach, on most keyboards. */
static const char letters[] = "asdfghjklqwertyuiopzxcvbnm";

#define N_LETTERS (sizeof letters - 1)

GStrv
pel_pick_hints_make (guint n)
{
  GStrv hints = g_new0 (char *, n + 1);
  guint length = 1;

  for (guint64 reach = N_LETTERS; reach < n; reach *= N_LETTERS)
    length++;
  for (guint i = 0; i < n; i++)
    {
      guint rest = i;

      hints[i] = g_malloc0 (length + 1);
      /* neighbours differ in the first letter: the first one that is typed tells most apart */
      for (guint k = 0; k < length; k++, rest /= N_LETTERS)
        hints[i][k] = letters[rest % N_LETTERS];
    }
  return hints;
}

static gboolean
begins_with (const char *hint, const char *typed)
{
  return g_ascii_strncasecmp (hint, typed, strlen (typed)) == 0;
}

GPtrArray *
pel_pick_hints_narrow (const char *const *hints, const char *typed)
{
  GPtrArray *rest = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; hints[i] != NULL; i++)
    g_ptr_array_add (rest,
                     begins_with (hints[i], typed) ? g_ascii_strup (hints[i] + strlen (typed), -1)
                                                   : NULL);
  return rest;
}

static guint
count (const char *const *hints, const char *typed, guint *ret_first)
{
  guint n = 0;

  for (guint i = 0; hints[i] != NULL; i++)
    if (begins_with (hints[i], typed) && n++ == 0)
      *ret_first = i;
  return n;
}

gboolean
pel_pick_hints_find (const char *const *hints, const char *typed, guint *ret_index)
{
  return count (hints, typed, ret_index) == 1;
}

gboolean
pel_pick_hints_has (const char *const *hints, const char *typed)
{
  guint first;

  return count (hints, typed, &first) > 0;
}
