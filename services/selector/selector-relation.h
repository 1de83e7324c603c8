/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/selector-lexer.h"

/* Which relation comes next; MATCH where none does. */
PelSelectorStepKind pel_selector_relation_peek (PelSelectorLexer *lexer);

/* Takes the relation that comes next, whose kind @step has already. */
gboolean pel_selector_relation_parse (PelSelectorLexer *lexer,
                                      PelSelectorStep  *step,
                                      gboolean          is_first,
                                      GError          **error);
