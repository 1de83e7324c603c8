/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector-match.h"

#include <math.h>

static PelMatch
to_match (gboolean is_so)
{
  return is_so ? PEL_MATCH_YES : PEL_MATCH_NO;
}

static gboolean
is_comparison (PelSelectorOperator comparison)
{
  return comparison == PEL_OPERATOR_GREATER || comparison == PEL_OPERATOR_GREATER_EQUAL ||
         comparison == PEL_OPERATOR_LESS || comparison == PEL_OPERATOR_LESS_EQUAL;
}

static gboolean
compare_numbers (PelSelectorOperator comparison, double number, double wanted)
{
  switch (comparison)
    {
    case PEL_OPERATOR_NOT_EQUAL:
      return number != wanted;
    case PEL_OPERATOR_GREATER:
      return number > wanted;
    case PEL_OPERATOR_GREATER_EQUAL:
      return number >= wanted;
    case PEL_OPERATOR_LESS:
      return number < wanted;
    case PEL_OPERATOR_LESS_EQUAL:
      return number <= wanted;
    default:
      return number == wanted;
    }
}

/* The whole text but the white space around it is a number, written as programs write it. */
static gboolean
read_number (const char *text, double *ret_number)
{
  char  *end;
  double number = g_ascii_strtod (text, &end);

  while (g_ascii_isspace (*end))
    end++;
  if (end == text || *end != '\0' || !isfinite (number))
    return FALSE;
  *ret_number = number;
  return TRUE;
}

static PelMatch
match_number (const PelSelectorPredicate *predicate, const PelElementAnswer *answer)
{
  if (!answer->has_number)
    return to_match (predicate->comparison == PEL_OPERATOR_NOT_EQUAL);
  return to_match (compare_numbers (predicate->comparison, answer->number, predicate->number));
}

/* One text that fits is enough, and for “!=” one that is equal; so what is there may do even where
 * more could be read. */
static PelMatch
match_texts (const PelSelectorPredicate *predicate, const PelElementAnswer *answer)
{
  gboolean is_opposite = predicate->comparison == PEL_OPERATOR_NOT_EQUAL;
  double   number;

  for (guint i = 0; i < answer->n_texts; i++)
    {
      gboolean fits;

      if (is_comparison (predicate->comparison))
        fits = read_number (answer->texts[i], &number) &&
               compare_numbers (predicate->comparison, number, predicate->number);
      else
        fits = pel_selector_predicate_matches_text (predicate, answer->texts[i]);
      if (fits != is_opposite)
        return to_match (fits);
    }
  return answer->wanted != 0 ? PEL_MATCH_UNKNOWN : to_match (is_opposite);
}

static PelMatch
match_exactly (const PelSelectorPredicate *predicate, gboolean is_equal)
{
  return to_match (is_equal != (predicate->comparison == PEL_OPERATOR_NOT_EQUAL));
}

PelMatch
pel_predicate_match (const PelSelectorPredicate *predicate, const PelElementAnswer *answer)
{
  switch (pel_selector_key_get_type (predicate->key))
    {
    case PEL_KEY_IS_NUMBER:
      return match_number (predicate, answer);
    case PEL_KEY_IS_BOOLEAN:
      return match_exactly (predicate, answer->choice == predicate->choice);
    case PEL_KEY_IS_PATTERN:
      return match_exactly (predicate, (answer->patterns & predicate->pattern) != 0);
    case PEL_KEY_IS_ROLE:
      if (predicate->comparison == PEL_OPERATOR_EQUAL ||
          predicate->comparison == PEL_OPERATOR_NOT_EQUAL)
        return match_exactly (predicate, answer->role == predicate->role);
      return match_texts (predicate, answer);
    case PEL_KEY_IS_TEXT:
    default:
      return match_texts (predicate, answer);
    }
}

/* Where a program gives an identity twice, the ref means the first of the two. */
static gboolean
is_second (const PelSelectorPredicate *predicate, PelAnswers *answers, PelElementId id)
{
  PelSnapshot *snapshot = pel_answers_get_snapshot (answers);

  return predicate->key == PEL_KEY_REF &&
         pel_snapshot_find_ref (snapshot, pel_snapshot_get_ref (snapshot, id)) != id;
}

static PelMatch
negate (PelMatch match)
{
  return match == PEL_MATCH_UNKNOWN ? match : to_match (match == PEL_MATCH_NO);
}

static gboolean
is_search (const PelSelectorPredicate *predicate)
{
  return predicate->comparison == PEL_OPERATOR_REGEX ||
         predicate->comparison == PEL_OPERATOR_WILDCARD;
}

gboolean
pel_term_is_of_state (const PelSelectorTerm *term)
{
  return pel_selector_key_get_type (term->predicates[0].key) == PEL_KEY_IS_BOOLEAN;
}

PelMatch
pel_term_match (const PelSelectorTerm *term,
                PelAnswers            *answers,
                PelElementId           id,
                PelReadingFlags       *ret_wanted)
{
  PelMatch match = PEL_MATCH_YES;

  if (pel_answers_ignores_states (answers) && pel_term_is_of_state (term))
    return PEL_MATCH_YES;
  for (guint i = 0; i < term->n_predicates && match == PEL_MATCH_YES; i++)
    {
      const PelSelectorPredicate *predicate = &term->predicates[i];
      PelElementAnswer            answer = pel_answers_get (answers, predicate->key, id);

      if (is_search (predicate) && !pel_answers_may_search (answers))
        return PEL_MATCH_NO;
      match = pel_predicate_match (predicate, &answer);
      if (match == PEL_MATCH_YES && is_second (predicate, answers, id))
        match = PEL_MATCH_NO;
      if (match == PEL_MATCH_UNKNOWN)
        *ret_wanted = answer.wanted;
    }
  return term->is_negated ? negate (match) : match;
}

gboolean
pel_term_is_of_program (const PelSelectorTerm *term)
{
  for (guint i = 0; i < term->n_predicates; i++)
    if ((pel_selector_key_get_flags (term->predicates[i].key) & PEL_KEY_OF_PROGRAM) == 0)
      return FALSE;
  return TRUE;
}

PelMatch
pel_term_match_program (const PelSelectorTerm *term, PelAnswers *answers, guint program)
{
  PelMatch match = PEL_MATCH_YES;

  for (guint i = 0; i < term->n_predicates && match == PEL_MATCH_YES; i++)
    {
      const PelSelectorPredicate *predicate = &term->predicates[i];
      PelElementAnswer answer = pel_answers_get_of_program (answers, predicate->key, program);

      match = pel_predicate_match (predicate, &answer);
    }
  return term->is_negated ? negate (match) : match;
}

/* What costs a look at a word, a look at a text, a search through a text, and a question to a
 * program: first what never changes, then what changes, the longest last. */
static guint
get_cost (const PelSelectorTerm *term)
{
  static const guint8 costs[PEL_N_KEYS] = {
    [PEL_KEY_ID] = 10,    [PEL_KEY_CLASS] = 10,  [PEL_KEY_DESCRIPTION] = 11,
    [PEL_KEY_VALUE] = 12, [PEL_KEY_TEXT] = 13,   [PEL_KEY_NAME] = 1,
    [PEL_KEY_WINDOW] = 1, [PEL_KEY_PATTERN] = 1, [PEL_KEY_CHECKED] = 1,
    [PEL_KEY_WIDTH] = 1,  [PEL_KEY_HEIGHT] = 1,  [PEL_KEY_OFFSCREEN] = 1,
    [PEL_KEY_APP] = 1,    [PEL_KEY_PROCESS] = 1,
  };
  guint cost = 0;

  for (guint i = 0; i < term->n_predicates; i++)
    {
      PelSelectorOperator comparison = term->predicates[i].comparison;
      gboolean            is_search = comparison == PEL_OPERATOR_REGEX ||
                           comparison == PEL_OPERATOR_WILDCARD ||
                           comparison == PEL_OPERATOR_CONTAINS;

      cost = MAX (cost, costs[term->predicates[i].key]);
      if (is_search && cost < 2)
        cost = comparison == PEL_OPERATOR_CONTAINS ? 2 : 3;
    }
  return cost;
}

PelStepPlan
pel_step_plan_make (const PelSelectorStep *step)
{
  PelStepPlan self = { .step = step };
  guint       n = MIN (step->terms->len, PEL_SELECTOR_MAX_PARTS);

  for (guint i = 0; i < n; i++)
    {
      guint cost = get_cost (pel_selector_step_get_term (step, i));
      guint at = i;

      for (; at > 0 && get_cost (pel_selector_step_get_term (step, self.order[at - 1])) > cost;
           at--)
        self.order[at] = self.order[at - 1];
      self.order[at] = i;
    }
  return self;
}

/* A step that was put together by other means than a text may have more terms than are ordered. */
static const PelSelectorTerm *
get_term (const PelStepPlan *self, guint position)
{
  guint index = position < G_N_ELEMENTS (self->order) ? self->order[position] : position;

  return pel_selector_step_get_term (self->step, index);
}

/* Whether @driver covers @id. A name that was read on the screen is also text there, whatever its
 * source. */
static gboolean
is_of_driver (PelSelectorDriver driver, PelSnapshot *snapshot, PelElementId id)
{
  switch (driver)
    {
    case PEL_SELECT_OCR:
      return pel_snapshot_get_ocr (snapshot, id) > 0;
    case PEL_SELECT_ATSPI:
      return pel_snapshot_get_origin (snapshot, id) == PEL_ORIGIN_ACCESSIBILITY;
    case PEL_SELECT_UIA:
      return FALSE;
    case PEL_SELECT_ANY:
    case PEL_N_SELECTOR_DRIVERS:
    default:
      return TRUE;
    }
}

/* Only where all else holds is anything wanted, and then the first of it. */
PelMatch
pel_step_plan_match (const PelStepPlan *self,
                     PelAnswers        *answers,
                     PelElementId       id,
                     PelReadingFlags   *ret_wanted)
{
  PelReadingFlags wanted = 0, more;

  if (!is_of_driver (self->step->driver, pel_answers_get_snapshot (answers), id))
    return PEL_MATCH_NO;
  for (guint i = 0; i < self->step->terms->len; i++)
    switch (pel_term_match (get_term (self, i), answers, id, &more))
      {
      case PEL_MATCH_NO:
        return PEL_MATCH_NO;
      case PEL_MATCH_UNKNOWN:
        wanted = wanted != 0 ? wanted : more;
        break;
      case PEL_MATCH_YES:
      default:
        break;
      }
  if (wanted == 0)
    return PEL_MATCH_YES;
  *ret_wanted = wanted;
  return PEL_MATCH_UNKNOWN;
}
