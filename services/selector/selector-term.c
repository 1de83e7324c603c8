/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector-term.h"

#include "services/base/similar.h"
#include "services/selector/selector-literal.h"
#include "services/selector/selector-parts.h"
#include "services/selector/selector-predicate.h"
#include "services/selector/selector-relation.h"
#include "services/selector/selector-value.h"

#include <glib/gi18n.h>
#include <string.h>

typedef gboolean (*TermParser) (PelSelectorLexer *lexer, PelSelectorTerm *term, GError **error);

static gboolean
find_driver (PelSelectorSpan span, PelSelectorDriver *ret_driver)
{
  g_autofree char *word = pel_selector_span_dup (span);

  for (guint i = 0; i < PEL_N_SELECTOR_DRIVERS; i++)
    if (g_ascii_strcasecmp (word, pel_selector_driver_to_string (i)) == 0)
      {
        *ret_driver = i;
        return TRUE;
      }
  return FALSE;
}

/* What stands before the first colon of @phrase, without white space at its end. FALSE where there
 * is no colon. */
static gboolean
find_prefix (PelSelectorSpan phrase, PelSelectorSpan *ret_prefix, const char **ret_rest)
{
  const char *colon = memchr (phrase.start, ':', phrase.end - phrase.start);
  const char *end = colon;

  if (colon == NULL)
    return FALSE;
  while (end > phrase.start)
    {
      const char *before = g_utf8_prev_char (end);

      if (!g_unichar_isspace (g_utf8_get_char (before)))
        break;
      end = before;
    }
  *ret_prefix = (PelSelectorSpan){ phrase.start, end };
  *ret_rest = colon + 1;
  return TRUE;
}

PelSelectorDriver
pel_selector_term_take_driver (PelSelectorLexer *lexer)
{
  PelSelectorLexer  ahead = *lexer;
  PelSelectorSpan   phrase = pel_selector_lexer_take_phrase (&ahead, NULL);
  PelSelectorSpan   prefix;
  const char       *rest;
  PelSelectorDriver driver;

  if (!find_prefix (phrase, &prefix, &rest) || !find_driver (prefix, &driver))
    return PEL_SELECT_ANY;
  lexer->at = rest;
  return driver;
}

/* Appends a predicate to the term. */
static gboolean
add_predicate (PelSelectorTerm    *term,
               PelSelectorLexer   *lexer,
               PelSelectorKey      key,
               PelSelectorOperator comparison,
               PelSelectorValue   *value,
               GError            **error)
{
  return pel_selector_value_to_predicate (value,
                                          lexer,
                                          key,
                                          comparison,
                                          &term->predicates[term->n_predicates++],
                                          error);
}

/* The word, or the text in quotes, behind the sign of a shorthand. */
static gboolean
take_word_value (PelSelectorLexer *lexer,
                 const char       *expected,
                 PelSelectorValue *value,
                 GError          **error)
{
  lexer->at++;
  value->at = lexer->at;
  if (*lexer->at == '"')
    {
      value->text = pel_selector_take_quoted (lexer, error);
      return value->text != NULL;
    }
  value->text = pel_selector_span_dup (pel_selector_lexer_take_word (lexer));
  if (value->text[0] == '\0')
    return pel_selector_lexer_fail (lexer, value->at, expected, NULL, NULL, error);
  return TRUE;
}

/* A number from 1 that fits a guint; @text holds nothing else. */
static gboolean
parse_number (const char *text, PelSelectorPredicate *predicate)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT, &number, NULL))
    return FALSE;
  pel_selector_predicate_set_number (predicate, number);
  return TRUE;
}

static gboolean
parse_ref (PelSelectorLexer *lexer, PelSelectorTerm *term, GError **error)
{
  g_auto (PelSelectorValue) value = { 0 };
  PelSelectorPredicate     *predicate = &term->predicates[0];
  const char               *at = ++lexer->at;

  value.text = pel_selector_span_dup (pel_selector_lexer_take_word (lexer));
  if (!parse_number (value.text + (value.text[0] == 'e' ? 1 : 0), predicate))
    return pel_selector_lexer_fail (lexer,
                                    at,
                                    _ ("a ref such as @e12"),
                                    _ ("If it is a name, put it in quotes"),
                                    NULL,
                                    error);
  predicate->key = PEL_KEY_REF;
  term->n_predicates = 1;
  return TRUE;
}

static gboolean
is_digits (const char *text)
{
  return text[0] != '\0' && text[strspn (text, "0123456789")] == '\0';
}

/* “#12” is a region, “#save” an id. */
static gboolean
parse_hash (PelSelectorLexer *lexer, PelSelectorTerm *term, GError **error)
{
  g_auto (PelSelectorValue) value = { 0 };

  if (!take_word_value (lexer, _ ("a region number or an id"), &value, error))
    return FALSE;
  if (*value.at == '"' || !is_digits (value.text))
    return add_predicate (term, lexer, PEL_KEY_ID, PEL_OPERATOR_EQUAL, &value, error);
  if (!parse_number (value.text, &term->predicates[0]))
    return pel_selector_lexer_fail (lexer,
                                    value.at,
                                    _ ("a region number, starting at 1"),
                                    _ ("If it is an id, put it in quotes"),
                                    NULL,
                                    error);
  term->predicates[0].key = PEL_KEY_REGION_NUMBER;
  term->n_predicates = 1;
  return TRUE;
}

static gboolean
parse_class (PelSelectorLexer *lexer, PelSelectorTerm *term, GError **error)
{
  g_auto (PelSelectorValue) value = { 0 };

  return take_word_value (lexer, _ ("a class after “.”"), &value, error) &&
         add_predicate (term, lexer, PEL_KEY_CLASS, PEL_OPERATOR_EQUAL, &value, error);
}

static gboolean
parse_wildcard (PelSelectorLexer *lexer, PelSelectorTerm *term, GError **error)
{
  g_auto (PelSelectorValue) value = { 0 };

  lexer->at++;
  return pel_selector_value_take (lexer,
                                  PEL_OPERATOR_WILDCARD,
                                  _ ("a wildcard after “~”"),
                                  &value,
                                  error) &&
         add_predicate (term, lexer, PEL_KEY_NAME, PEL_OPERATOR_WILDCARD, &value, error);
}

static gboolean
parse_quoted (PelSelectorLexer *lexer, PelSelectorTerm *term, GError **error)
{
  g_auto (PelSelectorValue) value = { .at = lexer->at };

  value.text = pel_selector_take_quoted (lexer, error);
  return value.text != NULL &&
         add_predicate (term, lexer, PEL_KEY_NAME, PEL_OPERATOR_EQUAL, &value, error);
}

/* What a word before a colon was probably meant to be. */
static char *
dup_prefix_hint (const char *word)
{
  const char    *names[PEL_N_ROLES + PEL_N_SELECTOR_DRIVERS + 1] = { NULL };
  const char    *similar;
  PelSelectorKey key;

  if (pel_selector_key_from_string (word, &key))
    return g_strdup_printf (_ ("Did you mean “%s=”?"), pel_selector_key_to_string (key));
  for (guint i = 0; i < PEL_N_ROLES; i++)
    names[i] = pel_role_to_string (i);
  for (guint i = 0; i < PEL_N_SELECTOR_DRIVERS; i++)
    names[PEL_N_ROLES + i] = pel_selector_driver_to_string (i);
  similar = pel_similar_find (word, names);
  if (similar != NULL)
    return g_strdup_printf (_ ("Did you mean “%s:”? Put a name with a colon in quotes"), similar);
  return g_strdup (_ ("Put a name with a colon in quotes"));
}

/* A word before a colon that is neither a role nor a driver in its place. */
static gboolean
fail_prefix (PelSelectorLexer *lexer, PelSelectorSpan prefix, GError **error)
{
  g_autofree char  *word = pel_selector_span_dup (prefix);
  g_autofree char  *shown = pel_selector_span_dup_shown (prefix);
  g_autofree char  *hint = dup_prefix_hint (word);
  g_autofree char  *complaint = NULL;
  PelSelectorDriver driver;

  if (pel_selector_span_is_empty (prefix))
    complaint = g_strdup (_ ("nothing before the colon"));
  else if (find_driver (prefix, &driver))
    complaint = g_strdup (_ ("a driver can appear only once, at the start of a step"));
  else
    complaint = g_strdup_printf (_ ("“%s” before the colon is neither a role nor a driver"), shown);
  return pel_selector_lexer_fail (lexer,
                                  prefix.start,
                                  _ ("a role before “:”"),
                                  hint,
                                  complaint,
                                  error);
}

/* A name in quotes, or everything that may belong to one: “=”, “a > b”. */
static gboolean
take_name (PelSelectorLexer *lexer, PelSelectorValue *ret_name, GError **error)
{
  pel_selector_lexer_skip_space (lexer);
  *ret_name = (PelSelectorValue){ .at = lexer->at };
  if (*lexer->at == '"')
    {
      ret_name->text = pel_selector_take_quoted (lexer, error);
      return ret_name->text != NULL;
    }
  ret_name->text = pel_selector_span_dup (pel_selector_lexer_take_name (lexer));
  return ret_name->text[0] != '\0' ||
         pel_selector_lexer_fail (lexer, ret_name->at, _ ("a name after “:”"), NULL, NULL, error);
}

/* “Button:Submit”. */
static gboolean
parse_role_and_name (PelSelectorLexer *lexer,
                     PelSelectorSpan   prefix,
                     PelSelectorTerm  *term,
                     GError          **error)
{
  g_auto (PelSelectorValue) role = { .at = prefix.start, .text = pel_selector_span_dup (prefix) };
  g_auto (PelSelectorValue) name = { 0 };
  PelRole                   known;

  if (!pel_role_from_string (role.text, &known))
    return fail_prefix (lexer, prefix, error);
  return add_predicate (term, lexer, PEL_KEY_ROLE, PEL_OPERATOR_EQUAL, &role, error) &&
         take_name (lexer, &name, error) &&
         add_predicate (term, lexer, PEL_KEY_NAME, PEL_OPERATOR_EQUAL, &name, error);
}

static gboolean
fail_key (PelSelectorLexer *lexer, PelSelectorSpan span, GError **error)
{
  g_autofree char *word = pel_selector_span_dup (span);
  g_autofree char *shown = pel_selector_span_dup_shown (span);
  const char      *similar = pel_similar_find (word, pel_selector_key_get_words ());
  g_autofree char *complaint = NULL;
  g_autofree char *hint = NULL;

  hint = similar != NULL ? g_strdup_printf (_ ("Did you mean “%s”?"), similar)
                         : g_strdup (_ ("Put text that contains operators in quotes"));
  /* Translators: a key is a word of a selector, such as name or enabled */
  complaint = g_strdup_printf (_ ("unknown key “%s”"), shown);
  return pel_selector_lexer_fail (lexer, span.start, _ ("a key"), hint, complaint, error);
}

/* “key = value”, from the operator on. */
static gboolean
parse_comparison (PelSelectorLexer *lexer,
                  PelSelectorSpan   span,
                  PelSelectorTerm  *term,
                  GError          **error)
{
  g_auto (PelSelectorValue) value = { 0 };
  g_autofree char          *word = pel_selector_span_dup (span);
  g_autofree char          *expected = NULL;
  PelSelectorKey            key;
  PelSelectorOperator       comparison = PEL_OPERATOR_EQUAL;
  const char               *sign;

  if (!pel_selector_key_from_string (word, &key))
    return fail_key (lexer, span, error);
  pel_selector_lexer_peek (lexer, &comparison);
  if (!pel_selector_check_operator (lexer, key, comparison, lexer->at, error))
    return FALSE;
  sign = pel_selector_lexer_take_sign (lexer);
  /* Translators: %s is a sign such as = */
  expected = g_strdup_printf (_ ("a value after “%s”"), sign);
  return pel_selector_value_take (lexer, comparison, expected, &value, error) &&
         add_predicate (term, lexer, key, comparison, &value, error);
}

/* “!checked” would be everything without that name, which is never meant. */
static gboolean
check_no_state (PelSelectorLexer *lexer, PelSelectorSpan span, GError **error)
{
  g_autofree char *word = pel_selector_span_dup (span);
  g_autofree char *hint = NULL;
  g_autofree char *complaint = NULL;
  PelSelectorKey   key;

  if (!pel_selector_key_from_string (word, &key) ||
      pel_selector_key_get_type (key) != PEL_KEY_IS_BOOLEAN)
    return TRUE;
  hint = g_strdup_printf (_ ("Write %s=false, or put the name in quotes"), word);
  /* Translators: a state such as checked */
  complaint = g_strdup_printf (_ ("“%s” is a state, not a name"), word);
  return pel_selector_lexer_fail (lexer, span.start, _ ("a name"), hint, complaint, error);
}

static gboolean
parse_words (PelSelectorLexer *lexer, PelSelectorTerm *term, GError **error)
{
  g_auto (PelSelectorValue) value = { 0 };
  PelSelectorSpan           last, prefix;
  PelSelectorSpan           phrase = pel_selector_lexer_take_phrase (lexer, &last);
  const char               *rest;

  if (find_prefix (phrase, &prefix, &rest))
    {
      lexer->at = rest;
      return parse_role_and_name (lexer, prefix, term, error);
    }
  if (!pel_selector_check_phrase (lexer, phrase, last, error))
    return FALSE;
  if (pel_selector_lexer_peek (lexer, NULL) == PEL_SIGN_COMPARISON)
    return parse_comparison (lexer, phrase, term, error);
  if (term->is_negated && !check_no_state (lexer, phrase, error))
    return FALSE;
  value.at = phrase.start;
  value.text = pel_selector_span_dup (phrase);
  return add_predicate (term, lexer, PEL_KEY_NAME, PEL_OPERATOR_EQUAL, &value, error);
}

static TermParser
get_parser (char first)
{
  switch (first)
    {
    case '@':
      return parse_ref;
    case '#':
      return parse_hash;
    case '.':
      return parse_class;
    case '~':
      return parse_wildcard;
    case '"':
      return parse_quoted;
    default:
      return parse_words;
    }
}

/* Whether a term can begin here at all. */
static gboolean
check_beginning (PelSelectorLexer *lexer, GError **error)
{
  PelSelectorLexer ahead = *lexer;

  if (pel_selector_relation_peek (lexer) != PEL_STEP_MATCH)
    return pel_selector_lexer_fail (lexer,
                                    lexer->at,
                                    _ ("a name, key=value or Role:name"),
                                    _ ("If it is a name, put it in quotes"),
                                    _ ("a relation must be a step of its own, after “>>”"),
                                    error);
  if (*lexer->at == '"' || !pel_selector_span_is_empty (pel_selector_lexer_take_word (&ahead)))
    return TRUE;
  return pel_selector_lexer_fail (lexer,
                                  lexer->at,
                                  _ ("a name, key=value or Role:name"),
                                  _ ("Put text that contains operators in quotes"),
                                  NULL,
                                  error);
}

static gboolean
parse_one (PelSelectorLexer *lexer, PelSelectorTerm *term, GError **error)
{
  pel_selector_lexer_skip_space (lexer);
  if (*lexer->at == '!' && pel_selector_lexer_peek (lexer, NULL) == PEL_SIGN_NONE)
    {
      term->is_negated = TRUE;
      lexer->at++;
      pel_selector_lexer_skip_space (lexer);
      if (*lexer->at == '!')
        return pel_selector_lexer_fail (lexer,
                                        lexer->at,
                                        _ ("a name, key=value or Role:name"),
                                        NULL,
                                        _ ("“!” is repeated"),
                                        error);
    }
  return check_beginning (lexer, error) && get_parser (*lexer->at) (lexer, term, error);
}

/* Without “!”, what Role:name says is the same as two terms. */
static void
append_terms (GArray *terms, PelSelectorTerm *term)
{
  PelSelectorTerm second = { .n_predicates = 1, .predicates = { term->predicates[1] } };
  gboolean        is_two = term->n_predicates == 2 && !term->is_negated;

  if (is_two)
    {
      term->predicates[1] = (PelSelectorPredicate){ 0 };
      term->n_predicates = 1;
    }
  g_array_append_val (terms, *term);
  if (is_two)
    g_array_append_val (terms, second);
}

gboolean
pel_selector_term_parse (PelSelectorLexer *lexer, GArray *terms, GError **error)
{
  g_auto (PelSelectorTerm) term = { 0 };

  if (!parse_one (lexer, &term, error))
    return FALSE;
  append_terms (terms, &term);
  term = (PelSelectorTerm){ 0 };
  return TRUE;
}
