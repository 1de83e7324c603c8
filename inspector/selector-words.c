/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "inspector/selector-words.h"

#include "services/element/role.h"
#include "services/selector/selector-key.h"

#include <string.h>

GStrv
pel_selector_words_list (void)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (int role = 0; role < PEL_N_ROLES; role++)
    g_ptr_array_add (words, g_strdup (pel_role_to_string ((PelRole) role)));
  for (int key = 0; key < PEL_N_KEYS; key++)
    if (pel_selector_key_to_string ((PelSelectorKey) key) != NULL)
      g_ptr_array_add (words,
                       g_strconcat (pel_selector_key_to_string ((PelSelectorKey) key), "=", NULL));
  g_ptr_array_add (words, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

/* Where the word begins that ends at @end; NULL inside of quotation marks. */
static const char *
find_word (const char *text, const char *end)
{
  const char *start = end;
  gboolean    is_quoted = FALSE;

  for (const char *c = text; c < end; c++)
    if (*c == '"')
      is_quoted = !is_quoted;
  if (is_quoted)
    return NULL;
  while (start > text && (g_ascii_isalpha (start[-1]) || start[-1] == '_'))
    start--;
  return start;
}

gboolean
pel_selector_words_fits (const char *text, int position, const char *word)
{
  const char *end = g_utf8_offset_to_pointer (text, position);
  const char *start = find_word (text, end);
  gsize       length = start != NULL ? (gsize) (end - start) : 0;

  return length > 0 && length < strlen (word) && g_ascii_strncasecmp (start, word, length) == 0 &&
         !g_ascii_isalpha (*end);
}

char *
pel_selector_words_complete (const char *text, int *position, const char *word)
{
  const char      *end = g_utf8_offset_to_pointer (text, *position);
  const char      *start = find_word (text, end);
  g_autofree char *before = NULL;

  if (start == NULL)
    return g_strdup (text);
  before = g_strndup (text, (gsize) (start - text));
  *position = (int) (g_utf8_strlen (before, -1) + g_utf8_strlen (word, -1));
  return g_strconcat (before, word, end, NULL);
}
