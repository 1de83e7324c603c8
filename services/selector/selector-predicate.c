/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector-predicate.h"

#include <string.h>

/* What a pattern may cost on one text: some thousandths of a second and a few MiB, then it counts
 * as no match. PCRE takes the lower of two limits, so that a pattern cannot raise its own. */
#define LIMITS "(*LIMIT_MATCH=100000)(*LIMIT_HEAP=8192)"

/* Texts up to this size are folded on the stack. */
#define STACK_BYTES 512

/* Everything but “?” stands for itself. */
static void
append_literal (GString *pattern, const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    {
      /* bytes of other characters than ASCII are never special */
      if (g_ascii_ispunct (text[i]) && text[i] != '?')
        g_string_append_c (pattern, '\\');
      g_string_append_c (pattern, text[i] == '?' ? '.' : text[i]);
    }
}

/* A part between two stars is looked for once, at its first place: when the rest does not match
 * behind that, it does not behind a later one either. So nothing is tried twice, however many stars
 * there are; only the last part is bound to the end. */
static char *
wildcard_to_regex (const char *wildcard)
{
  g_autoptr (GString) pattern = g_string_new (LIMITS "\\A");
  g_auto (GStrv)      parts = g_strsplit (wildcard, "*", -1);
  guint               n_parts = g_strv_length (parts);

  for (guint i = 0; i < n_parts; i++)
    {
      gboolean is_last = i == n_parts - 1;

      if (i > 0)
        g_string_append (pattern, is_last ? ".*" : "(?>.*?");
      append_literal (pattern, parts[i], strlen (parts[i]));
      if (i > 0 && !is_last)
        g_string_append_c (pattern, ')');
    }
  g_string_append (pattern, "\\z");
  return g_string_free (g_steal_pointer (&pattern), FALSE);
}

gboolean
pel_selector_predicate_prepare (PelSelectorPredicate *self, GError **error)
{
  g_autofree char *pattern = NULL;

  g_clear_pointer (&self->folded, g_free);
  g_clear_pointer (&self->regex, g_regex_unref);
  switch (self->comparison)
    {
    case PEL_OPERATOR_CONTAINS:
      self->folded = g_utf8_casefold (self->text, -1);
      return TRUE;
    case PEL_OPERATOR_REGEX:
      pattern = g_strconcat (LIMITS, self->text, NULL);
      self->regex = g_regex_new (pattern, self->regex_flags, 0, error);
      return self->regex != NULL;
    case PEL_OPERATOR_WILDCARD:
      pattern = wildcard_to_regex (self->text);
      self->regex = g_regex_new (pattern, G_REGEX_CASELESS | G_REGEX_DOTALL, 0, error);
      return self->regex != NULL;
    default:
      return TRUE;
    }
}

void
pel_selector_predicate_set_number (PelSelectorPredicate *self, double number)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };
  char                     buffer[G_ASCII_DTOSTR_BUF_SIZE];

  /* the fewest digits that do; 17 always do */
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_ascii_strtod (g_ascii_formatd (buffer, sizeof buffer, formats[i], number), NULL) ==
        number)
      break;
  g_free (self->text);
  self->text = g_strdup (buffer);
  self->number = number;
}

void
pel_selector_predicate_clear (PelSelectorPredicate *self)
{
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->folded, g_free);
  g_clear_pointer (&self->regex, g_regex_unref);
}

gboolean
pel_selector_predicate_equal (const PelSelectorPredicate *a, const PelSelectorPredicate *b)
{
  return a->key == b->key && a->comparison == b->comparison && a->number == b->number &&
         a->choice == b->choice && a->role == b->role && a->pattern == b->pattern &&
         a->regex_flags == b->regex_flags && g_strcmp0 (a->text, b->text) == 0;
}

/* @folded: @length bytes of @text in small letters. FALSE where it is not all ASCII. */
static gboolean
fold_ascii (const char *text, gsize length, char *folded)
{
  guchar seen = 0;

  for (gsize i = 0; i < length; i++)
    {
      guchar c = text[i];

      seen |= c;
      folded[i] = c + (c >= 'A' && c <= 'Z' ? 'a' - 'A' : 0);
    }
  folded[length] = '\0';
  return seen < 0x80;
}

/* Thousands of names are asked in a row: short ones in ASCII cost no allocation. */
static gboolean
contains (const char *text, const char *folded_part)
{
  gsize            length = strlen (text);
  char             buffer[STACK_BYTES];
  g_autofree char *folded = NULL;

  if (length < sizeof buffer && fold_ascii (text, length, buffer))
    return strstr (buffer, folded_part) != NULL;
  folded = g_utf8_casefold (text, length);
  return strstr (folded, folded_part) != NULL;
}

/* An error is a pattern that would take too long on this text. */
static gboolean
matches_regex (const GRegex *regex, const char *text)
{
  g_autoptr (GError) error = NULL;

  return g_regex_match_full (regex, text, -1, 0, 0, NULL, &error);
}

gboolean
pel_selector_predicate_matches_text (const PelSelectorPredicate *self, const char *text)
{
  if (text == NULL)
    return self->comparison == PEL_OPERATOR_NOT_EQUAL;
  switch (self->comparison)
    {
    case PEL_OPERATOR_EQUAL:
      return strcmp (text, self->text) == 0;
    case PEL_OPERATOR_NOT_EQUAL:
      return strcmp (text, self->text) != 0;
    case PEL_OPERATOR_CONTAINS:
      return contains (text, self->folded);
    case PEL_OPERATOR_REGEX:
    case PEL_OPERATOR_WILDCARD:
      return matches_regex (self->regex, text);
    case PEL_OPERATOR_STARTS:
      return g_str_has_prefix (text, self->text);
    case PEL_OPERATOR_ENDS:
      return g_str_has_suffix (text, self->text);
    case PEL_OPERATOR_GREATER:
    case PEL_OPERATOR_GREATER_EQUAL:
    case PEL_OPERATOR_LESS:
    case PEL_OPERATOR_LESS_EQUAL:
      break;
    }
  g_return_val_if_reached (FALSE);
}
