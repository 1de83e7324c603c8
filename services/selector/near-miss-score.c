/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/near-miss-score.h"

#include "services/selector/near-miss-reason.h"
#include "services/selector/selector-match.h"
#include "services/selector/selector-walk.h"

/* How a key distinguishes elements. */
typedef enum
{
  LEVEL_STATE, /* thousands are enabled: that alone says nothing */
  LEVEL_ELEMENT,
  LEVEL_SCOPE, /* the same for all of a program or a window */
  N_LEVELS
} Level;

/* What it is worth that a predicate holds. Similar texts are worth a part of it. */
#define WEIGHT_TEXT  4
#define WEIGHT_OTHER 3
#define WEIGHT_STATE 1

/* The others are too far down to be what was meant, and the main loop waits. */
#define MAX_SCORED 20000

typedef struct
{
  PelElementId id;
  guint        score;
  gboolean     is_visible;
  guint        gap; /* of similar texts: letters that differ */
  guint        depth;
  guint        program;
  gboolean     is_other_program; /* than is asked for */
} Candidate;

typedef struct
{
  const PelSelectorStep *step;
  PelAnswers            *answers;
  PelSnapshot           *snapshot;
  gboolean               has_level[N_LEVELS];
  gboolean               has_window;
  GArray                *best; /* of Candidate, the best first */
  guint                  max;
  guint                  n_scored;
} Ranking;

/* What is negated holds for nearly everything, as a state does. */
static Level
get_level (const PelSelectorTerm *term)
{
  PelSelectorKey key = term->predicates[0].key;

  if (term->is_negated)
    return LEVEL_STATE;
  if (key == PEL_KEY_WINDOW || (pel_selector_key_get_flags (key) & PEL_KEY_OF_PROGRAM) != 0)
    return LEVEL_SCOPE;
  switch (pel_selector_key_get_type (key))
    {
    case PEL_KEY_IS_BOOLEAN:
    case PEL_KEY_IS_NUMBER:
      return LEVEL_STATE;
    default:
      return LEVEL_ELEMENT;
    }
}

static guint
get_weight (const PelSelectorTerm *term)
{
  if (get_level (term) == LEVEL_STATE)
    return WEIGHT_STATE;
  if (pel_selector_key_get_type (term->predicates[0].key) == PEL_KEY_IS_TEXT)
    return WEIGHT_TEXT;
  return WEIGHT_OTHER;
}

/* Adds to @gap the letters by which similar texts differ. */
static guint
score_term (const Ranking *self, const PelSelectorTerm *term, PelElementId id, guint *gap)
{
  const PelSelectorPredicate *predicate = &term->predicates[0];
  PelReadingFlags             wanted;
  PelElementAnswer            answer;
  PelSimilarText              similar;

  if (pel_term_match (term, self->answers, id, &wanted) == PEL_MATCH_YES)
    return get_weight (term);
  if (term->is_negated)
    return 0;
  answer = pel_answers_get (self->answers, predicate->key, id);
  similar = pel_answer_find_similar (&answer, predicate);
  *gap += similar.gap;
  G_STATIC_ASSERT (PEL_SIMILARITY_CASE < WEIGHT_TEXT);
  return similar.similarity;
}

/* The window, or the program, that everything in it answers for. */
static gboolean
is_scope (const Ranking *self, PelElementId id)
{
  if (self->has_window)
    return pel_answers_find_window (self->answers, id) == id;
  return pel_snapshot_get_parent (self->snapshot, id) == PEL_ELEMENT_NONE;
}

/* What only lies in the right place is no near miss. The place itself is, where it alone was asked
 * for or it is not quite the right one. */
static gboolean
is_worth_telling (const Ranking *self, PelElementId id, const guint *scores, gboolean is_elsewhere)
{
  if (scores[LEVEL_ELEMENT] > 0)
    return TRUE;
  if (self->has_level[LEVEL_SCOPE])
    return scores[LEVEL_SCOPE] > 0 && (is_elsewhere || !self->has_level[LEVEL_ELEMENT]) &&
           is_scope (self, id);
  return scores[LEVEL_STATE] > 0 && !self->has_level[LEVEL_ELEMENT];
}

static gboolean
score (const Ranking *self, PelElementId id, Candidate *ret_candidate)
{
  guint    scores[N_LEVELS] = { 0 };
  gboolean is_elsewhere = FALSE;

  *ret_candidate = (Candidate){
    .id = id,
    .is_visible = (pel_snapshot_get_flags (self->snapshot, id) & PEL_ELEMENT_IS_VISIBLE) != 0,
    .depth = pel_snapshot_get_depth (self->snapshot, id),
    .program = pel_snapshot_get_program_index (self->snapshot, id),
  };
  for (guint i = 0; i < self->step->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (self->step, i);
      guint                  worth = score_term (self, term, id, &ret_candidate->gap);
      gboolean               is_missed = worth < get_weight (term);

      ret_candidate->score += worth;
      scores[get_level (term)] += worth;
      is_elsewhere |= is_missed && get_level (term) == LEVEL_SCOPE;
      ret_candidate->is_other_program |= is_missed && pel_term_is_of_program (term);
    }
  return is_worth_telling (self, id, scores, is_elsewhere);
}

/* Of equals the one that came first stays before the other. */
static gboolean
is_better (const Candidate *a, const Candidate *b)
{
  if (a->score != b->score)
    return a->score > b->score;
  if (a->is_visible != b->is_visible)
    return a->is_visible;
  return a->gap != b->gap ? a->gap < b->gap : a->depth < b->depth;
}

/* The place of one that stands for the same program already; the length where there is none. */
static guint
find_same_program (const Ranking *self, const Candidate *candidate)
{
  for (guint i = 0; candidate->is_other_program && i < self->best->len; i++)
    {
      const Candidate *other = &g_array_index (self->best, Candidate, i);

      if (other->is_other_program && other->program == candidate->program)
        return i;
    }
  return self->best->len;
}

static void
consider (Ranking *self, const Candidate *candidate)
{
  guint same = find_same_program (self, candidate);
  guint at = 0;

  if (same < self->best->len)
    {
      if (!is_better (candidate, &g_array_index (self->best, Candidate, same)))
        return;
      g_array_remove_index (self->best, same);
    }
  while (at < self->best->len && !is_better (candidate, &g_array_index (self->best, Candidate, at)))
    at++;
  if (at >= self->max)
    return;
  g_array_insert_vals (self->best, at, candidate, 1);
  if (self->best->len > self->max)
    g_array_set_size (self->best, self->max);
}

static void
note_levels (Ranking *self)
{
  for (guint i = 0; i < self->step->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (self->step, i);

      self->has_level[get_level (term)] = TRUE;
      if (term->predicates[0].key == PEL_KEY_WINDOW)
        self->has_window = TRUE;
    }
}

GArray *
pel_near_miss_rank (const PelSelectorStep *step,
                    PelAnswers            *answers,
                    const GArray          *ranges,
                    guint                  max)
{
  g_autoptr (GArray) best = g_array_new (FALSE, FALSE, sizeof (Candidate));
  GArray            *ids = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  Ranking            self = { .step = step,
                              .answers = answers,
                              .snapshot = pel_answers_get_snapshot (answers),
                              .best = best,
                              .max = max };

  note_levels (&self);
  for (guint i = 0; i < ranges->len; i++)
    {
      PelElementRange range = g_array_index (ranges, PelElementRange, i);

      for (PelElementId id = range.first; id <= range.last && self.n_scored < MAX_SCORED; id++)
        {
          Candidate candidate;

          self.n_scored++;

          if (score (&self, id, &candidate))
            consider (&self, &candidate);
        }
    }
  for (guint i = 0; i < best->len; i++)
    g_array_append_val (ids, g_array_index (best, Candidate, i).id);
  return ids;
}
