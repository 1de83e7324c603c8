/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/selector-literal.h"

/* What stands behind an operator, or behind the colon of Role:name. */
typedef struct
{
  const char        *at; /* where it begins in the text of the selector */
  char              *text;
  gboolean           is_regex;
  GRegexCompileFlags flags; /* of a regular expression */
} PelSelectorValue;

void pel_selector_value_clear (PelSelectorValue *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PelSelectorValue, pel_selector_value_clear)

/* Behind a phrase whose last word is @last: fails where it was meant to be something else. In
 * “role=Button name=Submit” there is no role of two words: “&&” was forgotten. */
gboolean pel_selector_check_phrase (PelSelectorLexer *lexer,
                                    PelSelectorSpan   phrase,
                                    PelSelectorSpan   last,
                                    GError          **error);

/* Takes a value: a text in quotes, a phrase or, behind ~=, a regular expression. @expected: what to
 * say where there is none. @ret_value is written also on failure, and must be cleared. */
gboolean pel_selector_value_take (PelSelectorLexer   *lexer,
                                  PelSelectorOperator comparison,
                                  const char         *expected,
                                  PelSelectorValue   *ret_value,
                                  GError            **error);

/* Whether @comparison, which stands at @sign, can be asked of @key at all. */
gboolean pel_selector_check_operator (const PelSelectorLexer *lexer,
                                      PelSelectorKey          key,
                                      PelSelectorOperator     comparison,
                                      const char             *sign,
                                      GError                **error);

/* Makes a predicate of it, with an operator that the key has. Takes its text. @ret_predicate is
 * written also on failure, and must be cleared. */
gboolean pel_selector_value_to_predicate (PelSelectorValue       *self,
                                          const PelSelectorLexer *lexer,
                                          PelSelectorKey          key,
                                          PelSelectorOperator     comparison,
                                          PelSelectorPredicate   *ret_predicate,
                                          GError                **error);
