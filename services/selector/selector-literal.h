/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/selector-lexer.h"

/* Texts between two signs of their own, in which everything else is text. */

/* (transfer full): what the quotes that come next hold. */
char *pel_selector_take_quoted (PelSelectorLexer *lexer, GError **error);

/* (transfer full): what stands between the slashes, \/ as a plain slash. */
char *
pel_selector_take_regex (PelSelectorLexer *lexer, GRegexCompileFlags *ret_flags, GError **error);

/* Where a character of a regular expression that begins at @slash stands in the text. */
const char *pel_selector_find_in_regex (const char *slash, gsize n_characters);

/* (transfer full): the letters behind a regular expression. */
char *pel_selector_flags_to_string (GRegexCompileFlags flags);
