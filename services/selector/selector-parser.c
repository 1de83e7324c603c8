/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector.h"

#include "services/selector/selector-parts.h"
#include "services/selector/selector-relation.h"
#include "services/selector/selector-term.h"

#include <glib/gi18n.h>
#include <string.h>

/* A printed text is at most this many times as long as what was read. */
#define MAX_GROWTH 8

static gboolean
check_n_parts (const PelSelectorLexer *lexer, const GArray *parts, GError **error)
{
  g_autofree char *complaint = NULL;

  if (parts->len <= PEL_SELECTOR_MAX_PARTS)
    return TRUE;
  /* Translators: the parts of a selector, between the signs && or >> or ?? */
  complaint = g_strdup_printf (_ ("there are more than %u parts"), PEL_SELECTOR_MAX_PARTS);
  return pel_selector_lexer_fail (lexer,
                                  lexer->at,
                                  _ ("the end of the selector"),
                                  NULL,
                                  complaint,
                                  error);
}

/* Behind a step. */
static gboolean
check_end_of_step (PelSelectorLexer *lexer, GError **error)
{
  PelSelectorSign sign = pel_selector_lexer_peek (lexer, NULL);

  if (sign == PEL_SIGN_END || sign == PEL_SIGN_INSIDE || sign == PEL_SIGN_ELSE)
    return TRUE;
  return pel_selector_lexer_fail (lexer,
                                  lexer->at,
                                  _ ("“&&”, “>>”, “??” or the end"),
                                  g_str_has_prefix (lexer->at, "||")
                                      ? _ ("Separate alternatives with “??”")
                                      : _ ("Put text that contains operators in quotes"),
                                  NULL,
                                  error);
}

static gboolean
parse_match (PelSelectorLexer *lexer, PelSelectorStep *step, GError **error)
{
  step->driver = pel_selector_term_take_driver (lexer);
  while (TRUE)
    {
      if (!pel_selector_term_parse (lexer, step->terms, error) ||
          !check_n_parts (lexer, step->terms, error))
        return FALSE;
      if (pel_selector_lexer_peek (lexer, NULL) != PEL_SIGN_AND)
        return check_end_of_step (lexer, error);
      pel_selector_lexer_take_sign (lexer);
    }
}

static gboolean
parse_step (PelSelectorLexer *lexer, GArray *steps, GError **error)
{
  g_auto (PelSelectorStep) step = { 0 };
  PelSelectorStepKind      kind = pel_selector_relation_peek (lexer);

  pel_selector_step_init (&step, kind);
  if (kind == PEL_STEP_MATCH ? !parse_match (lexer, &step, error)
                             : !pel_selector_relation_parse (lexer, &step, steps->len == 0, error))
    return FALSE;
  g_array_append_val (steps, step);
  step.terms = NULL;
  return check_n_parts (lexer, steps, error);
}

static gboolean
parse_alternative (PelSelectorLexer *lexer, GArray *alternatives, GError **error)
{
  g_auto (PelSelectorAlternative) alternative = { 0 };

  pel_selector_alternative_init (&alternative);
  while (TRUE)
    {
      if (!parse_step (lexer, alternative.steps, error))
        return FALSE;
      if (pel_selector_lexer_peek (lexer, NULL) != PEL_SIGN_INSIDE)
        break;
      pel_selector_lexer_take_sign (lexer);
    }
  g_array_append_val (alternatives, alternative);
  alternative.steps = NULL;
  return check_n_parts (lexer, alternatives, error);
}

/* What is printed must be read again, so its length counts, too. */
static gboolean
check_printed (const PelSelectorLexer *lexer, const PelSelector *selector, GError **error)
{
  g_autofree char *printed = NULL;

  if (lexer->at - lexer->text <= PEL_SELECTOR_MAX_BYTES / MAX_GROWTH)
    return TRUE;
  printed = pel_selector_to_string (selector);
  if (strlen (printed) <= PEL_SELECTOR_MAX_BYTES)
    return TRUE;
  return pel_selector_lexer_fail (lexer,
                                  lexer->at,
                                  _ ("the end of the selector"),
                                  NULL,
                                  _ ("the selector is too long"),
                                  error);
}

PelSelector *
pel_selector_parse (const char *text, GError **error)
{
  g_autoptr (PelSelector) selector = pel_selector_new ();
  PelSelectorLexer        lexer;

  g_return_val_if_fail (text != NULL, NULL);

  if (!pel_selector_lexer_init (&lexer, text, error))
    return NULL;
  while (TRUE)
    {
      if (!parse_alternative (&lexer, selector->alternatives, error))
        return NULL;
      if (pel_selector_lexer_peek (&lexer, NULL) != PEL_SIGN_ELSE)
        break;
      pel_selector_lexer_take_sign (&lexer);
    }
  if (!check_printed (&lexer, selector, error))
    return NULL;
  return g_steal_pointer (&selector);
}
