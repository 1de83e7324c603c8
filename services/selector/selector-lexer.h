/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/selector.h"

/* What is not text. */
typedef enum
{
  PEL_SIGN_NONE, /* text, a quote, or something that has no place here */
  PEL_SIGN_END,
  PEL_SIGN_AND,    /* && */
  PEL_SIGN_INSIDE, /* >> */
  PEL_SIGN_ELSE,   /* ?? */
  PEL_SIGN_COMPARISON,
} PelSelectorSign;

/* A part of the text. A value. */
typedef struct
{
  const char *start;
  const char *end;
} PelSelectorSpan;

/**
 * PelSelectorLexer:
 *
 * Goes through the text of a selector from left to right. What a character means depends on where
 * it stands, so the parser asks for what it expects; a function that takes something goes behind
 * it. Every error has the column. A value; the text is borrowed.
 */
typedef struct
{
  const char *text;
  const char *at;
} PelSelectorLexer;

/* Whether it may stand in quotes only. */
gboolean pel_selector_is_stray_control (gunichar c);

/* Fails where the text is too long, empty or not UTF-8. */
gboolean pel_selector_lexer_init (PelSelectorLexer *self, const char *text, GError **error);

void pel_selector_lexer_skip_space (PelSelectorLexer *self);

/* The sign that comes next, behind white space. @ret_operator is set of a comparison. */
PelSelectorSign pel_selector_lexer_peek (PelSelectorLexer *self, PelSelectorOperator *ret_operator);

/* Takes the sign that comes next, which is not NONE. (transfer none): as it is written. */
const char *pel_selector_lexer_take_sign (PelSelectorLexer *self);

/* Text up to white space, a sign or a quote; empty where there is none. */
PelSelectorSpan pel_selector_lexer_take_word (PelSelectorLexer *self);

/* Words and the white space between them; @ret_last, where not NULL: the last of them. */
PelSelectorSpan pel_selector_lexer_take_phrase (PelSelectorLexer *self, PelSelectorSpan *ret_last);

/* Everything up to “&&”, “||”, “??”, “>>” or the end, without white space around it. Stops before
 * a stray control character. */
PelSelectorSpan pel_selector_lexer_take_name (PelSelectorLexer *self);

/* “~=”; of a regular expression as well. (nullable) for a wildcard, which has none. */
const char *pel_selector_operator_to_string (PelSelectorOperator comparison);

gboolean pel_selector_span_is_empty (PelSelectorSpan self);
char    *pel_selector_span_dup (PelSelectorSpan self);

/* (transfer full): fit for a message: what cannot be seen is escaped, and it is not long. */
char *pel_selector_span_dup_shown (PelSelectorSpan self);

/* Always FALSE. @expected: what should stand at @at, for people; @hint: (nullable); @complaint:
 * (nullable) what is wrong, where that is not simply that something else was expected. */
gboolean pel_selector_lexer_fail (const PelSelectorLexer *self,
                                  const char             *at,
                                  const char             *expected,
                                  const char             *hint,
                                  const char             *complaint,
                                  GError                **error);
