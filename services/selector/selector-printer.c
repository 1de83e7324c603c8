/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector.h"

#include "services/base/text.h"
#include "services/selector/selector-literal.h"

char *
pel_selector_quote (const char *text)
{
  g_autoptr (GString) quoted = g_string_new ("\"");

  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"' || *p == '\\')
        g_string_append_c (quoted, '\\');
      g_string_append_c (quoted, *p);
    }
  g_string_append_c (quoted, '"');
  /* what a person would not see is written as an escape that the parser knows */
  return pel_text_escape (quoted->str);
}

static void
append_quoted (GString *out, const char *text)
{
  g_autofree char *quoted = pel_selector_quote (text);

  g_string_append (out, quoted);
}

static void
append_regex (GString *out, const PelSelectorPredicate *predicate)
{
  g_autofree char *flags = pel_selector_flags_to_string (predicate->regex_flags);

  g_string_append_c (out, '/');
  for (const char *p = predicate->text; *p != '\0'; p++)
    {
      if (*p == '\\' && p[1] != '\0')
        g_string_append_c (out, *p++);
      else if (*p == '/')
        g_string_append_c (out, '\\');
      g_string_append_c (out, *p);
    }
  g_string_append_c (out, '/');
  g_string_append (out, flags);
}

/* Whether its value is one of a few words, or a number: it is written as it is. */
static gboolean
has_plain_value (const PelSelectorPredicate *predicate)
{
  switch (pel_selector_key_get_type (predicate->key))
    {
    case PEL_KEY_IS_NUMBER:
    case PEL_KEY_IS_BOOLEAN:
    case PEL_KEY_IS_PATTERN:
      return TRUE;
    case PEL_KEY_IS_ROLE:
      return predicate->comparison <= PEL_OPERATOR_NOT_EQUAL;
    case PEL_KEY_IS_TEXT:
      return predicate->comparison >= PEL_OPERATOR_GREATER;
    }
  g_return_val_if_reached (FALSE);
}

static void
append_value (GString *out, const PelSelectorPredicate *predicate)
{
  if (predicate->comparison == PEL_OPERATOR_REGEX)
    append_regex (out, predicate);
  else if (has_plain_value (predicate))
    g_string_append (out, predicate->text);
  else
    append_quoted (out, predicate->text);
}

static void
append_predicate (GString *out, const PelSelectorPredicate *predicate)
{
  if (predicate->key == PEL_KEY_REF)
    g_string_append (out, "@e");
  else if (predicate->key == PEL_KEY_REGION_NUMBER)
    g_string_append_c (out, '#');
  else if (predicate->comparison == PEL_OPERATOR_WILDCARD)
    g_string_append_c (out, '~');
  else
    g_string_append_printf (out,
                            "%s%s",
                            pel_selector_key_to_string (predicate->key),
                            pel_selector_operator_to_string (predicate->comparison));
  append_value (out, predicate);
}

char *
pel_selector_predicate_to_string (const PelSelectorPredicate *self)
{
  g_autoptr (GString) out = g_string_new (NULL);

  append_predicate (out, self);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
append_term (GString *out, const PelSelectorTerm *term)
{
  if (term->is_negated)
    g_string_append_c (out, '!');
  if (term->n_predicates == 1)
    append_predicate (out, &term->predicates[0]);
  else
    {
      g_string_append_printf (out, "%s:", term->predicates[0].text);
      append_quoted (out, term->predicates[1].text);
    }
}

/* What is read off the screen is nothing but a text. */
static gboolean
is_seen_text (const PelSelectorStep *step, const PelSelectorTerm *term)
{
  return step->driver == PEL_SELECT_OCR && !term->is_negated &&
         term->predicates[0].key == PEL_KEY_NAME &&
         term->predicates[0].comparison == PEL_OPERATOR_EQUAL;
}

static void
append_match (GString *out, const PelSelectorStep *step)
{
  if (step->driver != PEL_SELECT_ANY)
    g_string_append_printf (out, "%s:", pel_selector_driver_to_string (step->driver));
  for (guint i = 0; i < step->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (step, i);

      if (i > 0)
        g_string_append (out, " && ");
      if (is_seen_text (step, term))
        append_quoted (out, term->predicates[0].text);
      else
        append_term (out, term);
    }
}

static void
append_step (GString *out, const PelSelectorStep *step)
{
  if (step->kind == PEL_STEP_MATCH)
    append_match (out, step);
  else
    g_string_append (out, pel_selector_step_kind_to_string (step->kind));
  if (step->kind == PEL_STEP_NTH)
    g_string_append_printf (out, "(%d)", step->number);
}

char *
pel_selector_to_string (const PelSelector *self)
{
  g_autoptr (GString) out = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->alternatives->len; i++)
    {
      const PelSelectorAlternative *alternative = pel_selector_get_alternative (self, i);

      if (i > 0)
        g_string_append (out, " ?? ");
      for (guint k = 0; k < alternative->steps->len; k++)
        {
          if (k > 0)
            g_string_append (out, " >> ");
          append_step (out, pel_selector_alternative_get_step (alternative, k));
        }
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}
