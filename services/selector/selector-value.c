/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector-value.h"

#include "services/base/similar.h"
#include "services/selector/selector-predicate.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define BIT(name) (1u << PEL_OPERATOR_##name)
#define EXACT     (BIT (EQUAL) | BIT (NOT_EQUAL))
#define PARTIAL   (BIT (CONTAINS) | BIT (STARTS) | BIT (ENDS))
#define ORDER     (BIT (GREATER) | BIT (GREATER_EQUAL) | BIT (LESS) | BIT (LESS_EQUAL))

typedef gboolean (*Converter) (PelSelectorValue       *value,
                               const PelSelectorLexer *lexer,
                               PelSelectorPredicate   *predicate,
                               GError                **error);

void
pel_selector_value_clear (PelSelectorValue *self)
{
  g_clear_pointer (&self->text, g_free);
}

/* Where a value should stand, and none does. */
static const char *
get_hint (const PelSelectorLexer *lexer)
{
  if (*lexer->at == '=')
    return _ ("Use a single “=” to compare");
  return *lexer->at != '\0' ? _ ("Put text that contains operators in quotes") : NULL;
}

/* 'Submit': other languages quote like this, here it would be a text with two apostrophes. */
static gboolean
is_in_apostrophes (PelSelectorSpan span)
{
  return span.end - span.start >= 2 && span.start[0] == '\'' && span.end[-1] == '\'';
}

gboolean
pel_selector_check_phrase (PelSelectorLexer *lexer,
                           PelSelectorSpan   phrase,
                           PelSelectorSpan   last,
                           GError          **error)
{
  g_autofree char *word = NULL, *expected = NULL;
  PelSelectorKey   key;

  if (is_in_apostrophes (phrase))
    return pel_selector_lexer_fail (lexer,
                                    phrase.start,
                                    _ ("text in double quotes"),
                                    NULL,
                                    _ ("apostrophes are not quotes"),
                                    error);
  if (last.start == phrase.start || pel_selector_lexer_peek (lexer, NULL) != PEL_SIGN_COMPARISON)
    return TRUE;
  word = pel_selector_span_dup (last);
  if (!pel_selector_key_from_string (word, &key))
    return TRUE;
  /* Translators: %s is a word of a selector, such as name */
  expected = g_strdup_printf (_ ("“&&” before “%s”"), word);
  return pel_selector_lexer_fail (lexer, last.start, expected, NULL, NULL, error);
}

gboolean
pel_selector_value_take (PelSelectorLexer   *lexer,
                         PelSelectorOperator comparison,
                         const char         *expected,
                         PelSelectorValue   *ret_value,
                         GError            **error)
{
  PelSelectorSpan phrase, last;

  pel_selector_lexer_skip_space (lexer);
  *ret_value = (PelSelectorValue){ .at = lexer->at };
  if (*lexer->at == '"')
    ret_value->text = pel_selector_take_quoted (lexer, error);
  else if (*lexer->at == '/')
    {
      if (comparison != PEL_OPERATOR_CONTAINS)
        return pel_selector_lexer_fail (lexer,
                                        lexer->at,
                                        expected,
                                        _ ("Put text that starts with “/” in quotes"),
                                        _ ("a regular expression requires “~=”"),
                                        error);
      ret_value->is_regex = TRUE;
      ret_value->text = pel_selector_take_regex (lexer, &ret_value->flags, error);
    }
  else
    {
      phrase = pel_selector_lexer_take_phrase (lexer, &last);
      if (pel_selector_span_is_empty (phrase))
        return pel_selector_lexer_fail (lexer, lexer->at, expected, get_hint (lexer), NULL, error);
      if (!pel_selector_check_phrase (lexer, phrase, last, error))
        return FALSE;
      ret_value->text = pel_selector_span_dup (phrase);
    }
  return ret_value->text != NULL;
}

static guint
get_operators (PelSelectorKey key)
{
  guint order = pel_selector_key_is_comparable (key) ? ORDER : 0;

  switch (pel_selector_key_get_type (key))
    {
    case PEL_KEY_IS_TEXT:
    case PEL_KEY_IS_ROLE:
      return EXACT | PARTIAL | order;
    case PEL_KEY_IS_NUMBER:
      return EXACT | order;
    case PEL_KEY_IS_BOOLEAN:
    case PEL_KEY_IS_PATTERN:
      return EXACT;
    }
  g_return_val_if_reached (0);
}

gboolean
pel_selector_check_operator (const PelSelectorLexer *lexer,
                             PelSelectorKey          key,
                             PelSelectorOperator     comparison,
                             const char             *sign,
                             GError                **error)
{
  guint            operators = get_operators (key);
  const char      *signs = "= !=";
  g_autofree char *expected = NULL;

  if ((operators & 1u << comparison) != 0)
    return TRUE;
  if ((operators & PARTIAL) != 0)
    signs = "= != ~= ^= $=";
  else if ((operators & ORDER) != 0)
    signs = "= != > >= < <=";
  /* Translators: the first is a list of signs, the second a word of a selector, such as enabled */
  expected = g_strdup_printf (_ ("one of %s after “%s”"), signs, pel_selector_key_to_string (key));
  return pel_selector_lexer_fail (lexer, sign, expected, NULL, NULL, error);
}

static char *
dup_shown (const PelSelectorValue *value)
{
  return pel_selector_span_dup_shown (
      (PelSelectorSpan){ value->text, value->text + strlen (value->text) });
}

/* A value that is not among those that there are. */
static gboolean
fail_unknown (const PelSelectorValue *value,
              const PelSelectorLexer *lexer,
              const char             *expected,
              const char             *complaint,
              const char *const      *candidates,
              GError                **error)
{
  const char      *similar = pel_similar_find (value->text, candidates);
  g_autofree char *hint = NULL;

  if (similar != NULL)
    hint = g_strdup_printf (_ ("Did you mean “%s”?"), similar);
  return pel_selector_lexer_fail (lexer, value->at, expected, hint, complaint, error);
}

static gboolean
convert_role (PelSelectorValue       *value,
              const PelSelectorLexer *lexer,
              PelSelectorPredicate   *predicate,
              GError                **error)
{
  const char      *names[PEL_N_ROLES + 1] = { NULL };
  g_autofree char *shown = NULL;
  g_autofree char *complaint = NULL;

  if (pel_role_from_string (value->text, &predicate->role))
    {
      predicate->text = g_strdup (pel_role_to_string (predicate->role));
      return TRUE;
    }
  for (guint i = 0; i < PEL_N_ROLES; i++)
    names[i] = pel_role_to_string (i);
  shown = dup_shown (value);
  /* Translators: a role is the kind of an element, such as Button */
  complaint = g_strdup_printf (_ ("unknown role “%s”"), shown);
  return fail_unknown (value, lexer, _ ("a role"), complaint, names, error);
}

static gboolean
convert_pattern (PelSelectorValue       *value,
                 const PelSelectorLexer *lexer,
                 PelSelectorPredicate   *predicate,
                 GError                **error)
{
  const char      *names[PEL_N_PATTERNS + 1] = { NULL };
  g_autofree char *shown = NULL;
  g_autofree char *complaint = NULL;

  predicate->pattern = pel_pattern_from_string (value->text);
  if (predicate->pattern != 0)
    {
      predicate->text = g_strdup (pel_pattern_to_string (predicate->pattern));
      return TRUE;
    }
  for (guint i = 0; i < PEL_N_PATTERNS; i++)
    names[i] = pel_pattern_to_string (1u << i);
  shown = dup_shown (value);
  /* Translators: a pattern is what one can do with an element, such as Toggle */
  complaint = g_strdup_printf (_ ("unknown pattern “%s”"), shown);
  return fail_unknown (value, lexer, _ ("a pattern"), complaint, names, error);
}

static gboolean
convert_choice (PelSelectorValue       *value,
                const PelSelectorLexer *lexer,
                PelSelectorPredicate   *predicate,
                GError                **error)
{
  static const char *const words[] = { "false", "true", "mixed" };
  gboolean                 has_mixed = predicate->key == PEL_KEY_CHECKED;

  for (guint i = 0; i < (has_mixed ? 3 : 2); i++)
    if (g_ascii_strcasecmp (value->text, words[i]) == 0)
      {
        predicate->choice = i;
        predicate->text = g_strdup (words[i]);
        return TRUE;
      }
  return pel_selector_lexer_fail (lexer,
                                  value->at,
                                  has_mixed ? _ ("true, false or mixed") : _ ("true or false"),
                                  NULL,
                                  NULL,
                                  error);
}

/* Decimal and finite; g_ascii_strtod() alone also takes white space, 0x1p3 and “inf”. */
static gboolean
convert_number (PelSelectorValue       *value,
                const PelSelectorLexer *lexer,
                PelSelectorPredicate   *predicate,
                GError                **error)
{
  char  *end = value->text;
  double number = 0;

  if (value->text[strspn (value->text, "0123456789+-.eE")] == '\0')
    number = g_ascii_strtod (value->text, &end) + 0.0; /* -0 becomes 0 */
  if (end == value->text || *end != '\0' || !isfinite (number))
    return pel_selector_lexer_fail (lexer, value->at, _ ("a number"), NULL, NULL, error);
  pel_selector_predicate_set_number (predicate, number);
  return TRUE;
}

/* What GRegex has to say, at the character that it means. Its message is “… PATTERN … at char N:
 * REASON” in any language. */
static gboolean
fail_regex (const PelSelectorValue *value,
            const PelSelectorLexer *lexer,
            const char             *pattern,
            const GError           *regex_error,
            GError                **error)
{
  const char      *found = g_strrstr (regex_error->message, pattern);
  const char      *digits = found != NULL ? strpbrk (found + strlen (pattern), "0123456789") : NULL;
  const char      *reason = digits != NULL ? strstr (digits, ": ") : NULL;
  const char      *at = value->at;
  g_autofree char *complaint = NULL;

  if (reason != NULL)
    at = pel_selector_find_in_regex (at, g_ascii_strtoull (digits, NULL, 10));
  complaint = g_strdup_printf (/* Translators: %s is the reason, such as “missing )” */
                               _ ("invalid regular expression: %s"),
                               reason != NULL ? reason + strlen (": ") : regex_error->message);
  return pel_selector_lexer_fail (lexer, at, _ ("a regular expression"), NULL, complaint, error);
}

static gboolean
convert_regex (PelSelectorValue       *value,
               const PelSelectorLexer *lexer,
               PelSelectorPredicate   *predicate,
               GError                **error)
{
  g_autoptr (GError) regex_error = NULL, plain_error = NULL;
  g_autoptr (GRegex) plain = NULL;

  if (value->text[0] == '\0')
    return pel_selector_lexer_fail (lexer,
                                    value->at + 1,
                                    _ ("a regular expression"),
                                    NULL,
                                    NULL,
                                    error);
  if (strlen (value->text) > PEL_SELECTOR_MAX_PATTERN_BYTES)
    return pel_selector_lexer_fail (lexer,
                                    value->at,
                                    _ ("a shorter regular expression"),
                                    NULL,
                                    _ ("the regular expression is too long"),
                                    error);
  predicate->comparison = PEL_OPERATOR_REGEX;
  predicate->regex_flags = value->flags;
  predicate->text = g_steal_pointer (&value->text);
  if (pel_selector_predicate_prepare (predicate, &regex_error))
    return TRUE;
  /* separately, so that columns count from the beginning of the expression */
  plain = g_regex_new (predicate->text, value->flags, 0, &plain_error);
  return fail_regex (value,
                     lexer,
                     predicate->text,
                     plain_error != NULL ? plain_error : regex_error,
                     error);
}

static gboolean
convert_text (PelSelectorValue       *value,
              const PelSelectorLexer *lexer,
              PelSelectorPredicate   *predicate,
              GError                **error)
{
  gboolean is_wildcard = predicate->comparison == PEL_OPERATOR_WILDCARD;

  predicate->text = g_steal_pointer (&value->text);
  if ((is_wildcard && strlen (predicate->text) > PEL_SELECTOR_MAX_PATTERN_BYTES) ||
      !pel_selector_predicate_prepare (predicate, NULL))
    return pel_selector_lexer_fail (lexer,
                                    value->at,
                                    _ ("a shorter wildcard"),
                                    NULL,
                                    _ ("the wildcard is too long"),
                                    error);
  return TRUE;
}

static Converter
get_converter (PelSelectorKey key, PelSelectorOperator comparison)
{
  static const Converter converters[] = {
    [PEL_KEY_IS_TEXT] = convert_text,       [PEL_KEY_IS_NUMBER] = convert_number,
    [PEL_KEY_IS_BOOLEAN] = convert_choice,  [PEL_KEY_IS_ROLE] = convert_role,
    [PEL_KEY_IS_PATTERN] = convert_pattern,
  };

  if ((ORDER & 1u << comparison) != 0)
    return convert_number;
  /* a part of a role is a part of its name */
  if ((EXACT & 1u << comparison) == 0)
    return convert_text;
  return converters[pel_selector_key_get_type (key)];
}

gboolean
pel_selector_value_to_predicate (PelSelectorValue       *self,
                                 const PelSelectorLexer *lexer,
                                 PelSelectorKey          key,
                                 PelSelectorOperator     comparison,
                                 PelSelectorPredicate   *ret_predicate,
                                 GError                **error)
{
  *ret_predicate = (PelSelectorPredicate){ .key = key, .comparison = comparison };
  if (self->is_regex)
    return convert_regex (self, lexer, ret_predicate, error);
  return get_converter (key, comparison) (self, lexer, ret_predicate, error);
}
