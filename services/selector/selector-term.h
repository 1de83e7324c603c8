/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/selector-lexer.h"

/* The driver that stands before the first term of a step; ANY where none does. */
PelSelectorDriver pel_selector_term_take_driver (PelSelectorLexer *lexer);

/* Takes one term and appends what it means to @terms: Role:name means two. */
gboolean pel_selector_term_parse (PelSelectorLexer *lexer, GArray *terms, GError **error);
