/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector-relation.h"

#include <glib/gi18n.h>
#include <string.h>

#define NTH "nth"

static gboolean
span_equal (PelSelectorSpan span, const char *text)
{
  gsize length = span.end - span.start;

  return strlen (text) == length && memcmp (span.start, text, length) == 0;
}

/* “nth”, “nth(2)”, “nth (2”: but not “nth time”. */
static gboolean
is_nth (PelSelectorSpan phrase)
{
  const char *at = phrase.start;

  if (!g_str_has_prefix (at, NTH))
    return FALSE;
  at += strlen (NTH);
  while (at < phrase.end && g_ascii_isspace (*at))
    at++;
  return at == phrase.end || *at == '(';
}

PelSelectorStepKind
pel_selector_relation_peek (PelSelectorLexer *lexer)
{
  PelSelectorLexer ahead = *lexer;
  PelSelectorSpan  phrase = pel_selector_lexer_take_phrase (&ahead, NULL);

  /* a key, though not one that is known */
  if (pel_selector_lexer_peek (&ahead, NULL) == PEL_SIGN_COMPARISON)
    return PEL_STEP_MATCH;
  for (guint i = PEL_STEP_MATCH + 1; i < PEL_STEP_NTH; i++)
    if (span_equal (phrase, pel_selector_step_kind_to_string (i)))
      return i;
  return is_nth (phrase) ? PEL_STEP_NTH : PEL_STEP_MATCH;
}

static void
skip_ascii_space (const char **at)
{
  while (g_ascii_isspace (**at))
    (*at)++;
}

/* “nth(2)”. The parentheses are text, so all of it is one phrase. */
static gboolean
parse_nth (PelSelectorLexer *lexer, PelSelectorStep *step, GError **error)
{
  const char *at = lexer->at + strlen (NTH);
  const char *digits;
  char       *end;
  gint64      number;

  skip_ascii_space (&at);
  if (*at != '(')
    return pel_selector_lexer_fail (lexer,
                                    at,
                                    _ ("a number in parentheses, such as nth(2)"),
                                    NULL,
                                    NULL,
                                    error);
  at++;
  skip_ascii_space (&at);
  digits = *at == '-' ? at + 1 : at;
  number = g_ascii_strtoll (at, &end, 10);
  if (!g_ascii_isdigit (*digits) || number == 0 || number > G_MAXINT || number < -G_MAXINT)
    return pel_selector_lexer_fail (lexer,
                                    at,
                                    _ ("a number, starting at 1, or -1 for the last"),
                                    NULL,
                                    NULL,
                                    error);
  at = end;
  skip_ascii_space (&at);
  if (*at != ')')
    return pel_selector_lexer_fail (lexer, at, _ ("“)”"), NULL, NULL, error);
  lexer->at = at + 1;
  step->number = number;
  return TRUE;
}

gboolean
pel_selector_relation_parse (PelSelectorLexer *lexer,
                             PelSelectorStep  *step,
                             gboolean          is_first,
                             GError          **error)
{
  PelSelectorSign sign;

  pel_selector_lexer_skip_space (lexer);
  if (is_first)
    return pel_selector_lexer_fail (lexer,
                                    lexer->at,
                                    _ ("an element before the relation"),
                                    _ ("If it is a name, put it in quotes"),
                                    _ ("a relation cannot come first"),
                                    error);
  if (step->kind != PEL_STEP_NTH)
    pel_selector_lexer_take_phrase (lexer, NULL);
  else if (!parse_nth (lexer, step, error))
    return FALSE;
  sign = pel_selector_lexer_peek (lexer, NULL);
  if (sign == PEL_SIGN_END || sign == PEL_SIGN_INSIDE || sign == PEL_SIGN_ELSE)
    return TRUE;
  return pel_selector_lexer_fail (lexer,
                                  lexer->at,
                                  _ ("“>>”, “??” or the end after a relation"),
                                  NULL,
                                  NULL,
                                  error);
}
