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

/* Whether what begins at @start is what a role or key is compared with, and not one itself;
 * @ret_sign: where that is told. */
static gboolean
is_value (const char *text, const char *start, const char **ret_sign)
{
  for (const char *c = start; c > text && strchr ("&|>?(", c[-1]) == NULL; c--)
    if (strchr (":=~", c[-1]) != NULL)
      {
        *ret_sign = c - 1;
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_behind_role (const char *text, const char *sign)
{
  return sign - text >= 4 && strncmp (sign - 4, "role", 4) == 0;
}

/* A name can be anything: only a role is known to be one of a few words. */
static gboolean
is_offered (const char *text, const char *start, const char *word)
{
  const char *sign = NULL;

  if (!is_value (text, start, &sign))
    return TRUE;
  return is_behind_role (text, sign) && !g_str_has_suffix (word, "=");
}

gboolean
pel_selector_words_fits (const char *text, int position, const char *word)
{
  const char *end = g_utf8_offset_to_pointer (text, position);
  const char *start = find_word (text, end);
  gsize       length = start != NULL ? (gsize) (end - start) : 0;

  return length > 0 && length < strlen (word) && g_ascii_strncasecmp (start, word, length) == 0 &&
         !g_ascii_isalpha (*end) && is_offered (text, start, word);
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
