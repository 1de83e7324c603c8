/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/policy/glob.h"

#include <string.h>

struct _PelGlob
{
  char *pattern; /* as it was written */
  char *folded;
};

/* Invisible characters cannot make two names different. */
static gboolean
is_invisible (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  return type == G_UNICODE_FORMAT || type == G_UNICODE_CONTROL || c == 0x034f || c == 0x115f ||
         c == 0x3164;
}

/* Most texts are plain, and every window's is folded at every look. (nullable): it is not. */
static char *
fold_ascii (const char *text)
{
  char *folded = g_ascii_strdown (text, -1);
  char *to = folded;

  for (const char *from = folded; *from != '\0'; from++)
    {
      if ((guchar) *from >= 0x80)
        {
          g_free (folded);
          return NULL;
        }
      if (!g_ascii_iscntrl (*from))
        *to++ = *from;
    }
  *to = '\0';
  return folded;
}

static char *
fold_unicode (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *normal = g_utf8_normalize (valid, -1, G_NORMALIZE_ALL);
  g_autofree char *folded = g_utf8_casefold (normal, -1);
  g_autofree char *composed = g_utf8_normalize (folded, -1, G_NORMALIZE_ALL_COMPOSE);
  GString         *visible = g_string_sized_new (strlen (composed));

  for (const char *p = composed; *p != '\0'; p = g_utf8_next_char (p))
    if (!is_invisible (g_utf8_get_char (p)))
      g_string_append_len (visible, p, g_utf8_next_char (p) - p);
  return g_string_free (visible, FALSE);
}

char *
pel_glob_fold (const char *text)
{
  char *folded = fold_ascii (text);

  return folded != NULL ? folded : fold_unicode (text);
}

PelGlob *
pel_glob_new (const char *pattern)
{
  PelGlob *self = g_new0 (PelGlob, 1);

  self->pattern = g_strdup (pattern);
  self->folded = pel_glob_fold (pattern);
  return self;
}

void
pel_glob_free (PelGlob *self)
{
  if (self == NULL)
    return;
  g_free (self->pattern);
  g_free (self->folded);
  g_free (self);
}

const char *
pel_glob_get_pattern (const PelGlob *self)
{
  return self->pattern;
}

/* Only the last star is ever tried again: an earlier one that took more would gain nothing. */
gboolean
pel_glob_matches_folded (const char *pattern, const char *text)
{
  const char *star = NULL, *retry = NULL;

  while (*text != '\0')
    if (*pattern == '*')
      {
        star = ++pattern;
        retry = text;
      }
    else if (*pattern == '?' ||
             (*pattern != '\0' && g_utf8_get_char (pattern) == g_utf8_get_char (text)))
      {
        pattern = g_utf8_next_char (pattern);
        text = g_utf8_next_char (text);
      }
    else if (star != NULL)
      {
        pattern = star;
        text = retry = g_utf8_next_char (retry);
      }
    else
      return FALSE;
  while (*pattern == '*')
    pattern++;
  return *pattern == '\0';
}

gboolean
pel_glob_matches (const PelGlob *self, const char *text)
{
  g_autofree char *folded = text != NULL ? pel_glob_fold (text) : NULL;

  return folded != NULL && pel_glob_matches_folded (self->folded, folded);
}

const PelGlob *
pel_globs_find (const GPtrArray *globs, const char *text)
{
  g_autofree char *folded = globs != NULL && text != NULL ? pel_glob_fold (text) : NULL;

  for (guint i = 0; folded != NULL && i < globs->len; i++)
    {
      const PelGlob *glob = globs->pdata[i];

      if (pel_glob_matches_folded (glob->folded, folded))
        return glob;
    }
  return NULL;
}
