/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/base/similar.h"
#include "services/selector/element-answer.h"

/* The text of an answer that is most like what @predicate asks for. Only an equal text, its
 * beginning, its end and its parts can be like something: not a pattern. */
typedef struct
{
  const char   *text; /* (nullable): there is none */
  PelSimilarity similarity;
  guint         gap; /* letters that differ */
} PelSimilarText;

PelSimilarText pel_answer_find_similar (const PelElementAnswer     *answer,
                                        const PelSelectorPredicate *predicate);

/* (transfer full): what of @step holds for an element, and what does not, in words; translated. */
char *pel_near_miss_explain (const PelSelectorStep *step, PelAnswers *answers, PelElementId id);
