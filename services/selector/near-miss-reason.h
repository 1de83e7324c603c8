/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/base/similar.h"
#include "services/selector/element-answer.h"

/* The text of an answer that is most like what @predicate asks for; (nullable) where there is none.
 * @ret_similarity, which may be NULL, is set always: how much. Only an equal text, its beginning,
 * its end and its parts can be like something: not a pattern. */
const char *pel_answer_find_similar (const PelElementAnswer     *answer,
                                     const PelSelectorPredicate *predicate,
                                     PelSimilarity              *ret_similarity);

/* (transfer full): what of @step holds for an element, and what does not, in words; translated. */
char *pel_near_miss_explain (const PelSelectorStep *step, PelAnswers *answers, PelElementId id);
