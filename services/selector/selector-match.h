/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/selector/element-answer.h"

typedef enum
{
  PEL_MATCH_NO,
  PEL_MATCH_YES,
  PEL_MATCH_UNKNOWN, /* something must be read first */
} PelMatch;

/* @answer must be that of an element, or of a program, to the key of @predicate. */
PelMatch pel_predicate_match (const PelSelectorPredicate *predicate,
                              const PelElementAnswer     *answer);

/* @ret_wanted is set where it is not known: what must be read. */
PelMatch pel_term_match (const PelSelectorTerm *term,
                         PelAnswers            *answers,
                         PelElementId           id,
                         PelReadingFlags       *ret_wanted);

/* Whether it is about a state, which not every program reports when it changes. */
gboolean pel_term_is_of_state (const PelSelectorTerm *term);

/* Whether all predicates of a term are about programs; so one answer holds for a whole program. */
gboolean pel_term_is_of_program (const PelSelectorTerm *term);
PelMatch pel_term_match_program (const PelSelectorTerm *term, PelAnswers *answers, guint program);

/* The terms of a step in the order in which they are best tried: what costs nothing first, what
 * must be read last and one after another, so that each is read only of what the others leave. A
 * value; the step is borrowed. */
typedef struct
{
  const PelSelectorStep *step;
  guint8                 order[PEL_SELECTOR_MAX_PARTS];
} PelStepPlan;

PelStepPlan pel_step_plan_make (const PelSelectorStep *step);
PelMatch    pel_step_plan_match (const PelStepPlan *self,
                                 PelAnswers        *answers,
                                 PelElementId       id,
                                 PelReadingFlags   *ret_wanted);
