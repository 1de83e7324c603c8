/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/selector.h"

/* Of a regular expression or a wildcard; longer ones are refused. */
#define PEL_SELECTOR_MAX_PATTERN_BYTES 256

/* Makes a predicate whose operator, text and flags are set fit for use: compiles what is to be
 * compiled, folds what is compared whatever the case. Fails where a regular expression is wrong,
 * with a G_REGEX_ERROR. */
gboolean pel_selector_predicate_prepare (PelSelectorPredicate *self, GError **error);

/* Sets a number, and the text that is read as just this number. */
void pel_selector_predicate_set_number (PelSelectorPredicate *self, double number);

void     pel_selector_predicate_clear (PelSelectorPredicate *self);
gboolean pel_selector_predicate_equal (const PelSelectorPredicate *a,
                                       const PelSelectorPredicate *b);
