/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/alternative.h"
#include "services/selector/resolver.h"
#include "services/selector/selector-match.h"
#include "services/selector/selector-walk.h"

static gboolean
is_ref (const PelSelectorTerm *term)
{
  return term->n_predicates == 1 && term->predicates[0].key == PEL_KEY_REF;
}

/* A term that says which programs are meant; one that only leaves some out does not. */
static gboolean
names_programs (const PelSelectorTerm *term)
{
  return !term->is_negated && term->predicates[0].comparison != PEL_OPERATOR_NOT_EQUAL &&
         (is_ref (term) || pel_term_is_of_program (term));
}

static gboolean
is_bound (const PelSelectorAlternative *alternative)
{
  const PelSelectorStep *first = pel_selector_alternative_get_step (alternative, 0);

  if (alternative->steps->len > 1)
    return TRUE;
  for (guint i = 0; i < first->terms->len; i++)
    if (names_programs (pel_selector_step_get_term (first, i)))
      return TRUE;
  return FALSE;
}

/* Whether an element of @program can be what a term asks for, as far as that is the same for all
 * of its elements. */
static gboolean
can_match (const PelSelectorTerm *term, PelAnswers *answers, guint program)
{
  PelSnapshot *snapshot = pel_answers_get_snapshot (answers);
  PelElementId id;

  if (pel_term_is_of_program (term))
    return pel_term_match_program (term, answers, program) == PEL_MATCH_YES;
  if (!is_ref (term) || term->is_negated)
    return TRUE;
  id = pel_snapshot_find_ref (snapshot, (guint) term->predicates[0].number);
  return id != PEL_ELEMENT_NONE && pel_snapshot_get_program_index (snapshot, id) == program;
}

static void
mark_all (guint8 *marks, guint n_programs)
{
  for (guint i = 0; i < n_programs; i++)
    marks[i] = 1;
}

/* Those in which all steps but the last have a match. */
static void
mark_reached (const PelSelectorAlternative *alternative, PelAnswers *answers, guint8 *marks)
{
  PelSnapshot     *snapshot = pel_answers_get_snapshot (answers);
  g_auto (PelWalk) walk;

  pel_walk_init (&walk, answers);
  for (guint i = 0; i + 1 < alternative->steps->len; i++)
    pel_walk_take (&walk,
                   pel_selector_alternative_get_step (alternative, i),
                   PEL_UNKNOWN_MATCHES,
                   NULL);
  if (!walk.is_begun)
    mark_all (marks, pel_snapshot_get_n_programs (snapshot));
  for (guint i = 0; i < walk.ids->len; i++)
    marks[pel_snapshot_get_program_index (snapshot, g_array_index (walk.ids, PelElementId, i))] = 1;
}

static void
unmark_others (const PelSelectorStep *step, PelAnswers *answers, guint8 *marks)
{
  guint n_programs = pel_snapshot_get_n_programs (pel_answers_get_snapshot (answers));

  for (guint i = 0; step->kind == PEL_STEP_MATCH && i < step->terms->len; i++)
    for (guint program = 0; program < n_programs; program++)
      if (marks[program] != 0 &&
          !can_match (pel_selector_step_get_term (step, i), answers, program))
        marks[program] = 0;
}

static void
add_programs (const PelSelectorAlternative *alternative, PelAnswers *answers, guint8 *all_marks)
{
  guint              n_programs = pel_snapshot_get_n_programs (pel_answers_get_snapshot (answers));
  guint              n_steps = alternative->steps->len;
  g_autofree guint8 *marks = g_new0 (guint8, n_programs);

  mark_reached (alternative, answers, marks);
  unmark_others (pel_selector_alternative_get_step (alternative, n_steps - 1), answers, marks);
  for (guint i = 0; i < n_programs; i++)
    all_marks[i] |= marks[i];
}

GPtrArray *
pel_selector_find_programs (const PelSelector *selector,
                            PelSnapshot       *snapshot,
                            const PelFacts    *facts)
{
  guint                  n_programs = pel_snapshot_get_n_programs (snapshot);
  g_autoptr (PelAnswers) answers = pel_answers_new (snapshot, facts, selector->purse);
  g_autofree guint8     *marks = g_new0 (guint8, n_programs);
  GPtrArray             *bus_names;

  for (guint i = 0; i < selector->alternatives->len; i++)
    {
      const PelSelectorAlternative *alternative = pel_selector_get_alternative (selector, i);

      if (!pel_alternative_is_available (alternative, snapshot, facts, NULL))
        continue;
      if (!is_bound (alternative))
        return NULL;
      add_programs (alternative, answers, marks);
      if (pel_answers_is_exhausted (answers))
        return NULL;
    }
  bus_names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n_programs; i++)
    if (marks[i] != 0)
      g_ptr_array_add (bus_names, g_strdup (pel_snapshot_get_program (snapshot, i)->bus_name));
  return bus_names;
}

gboolean
pel_selector_reads_text (const PelSelector *selector)
{
  for (guint i = 0; i < selector->alternatives->len; i++)
    if (pel_alternative_reads_text (pel_selector_get_alternative (selector, i)))
      return TRUE;
  return FALSE;
}

const char *
pel_selector_get_app (const PelSelector *selector)
{
  const char *app = pel_alternative_get_app (pel_selector_get_alternative (selector, 0));

  for (guint i = 1; i < selector->alternatives->len && app != NULL; i++)
    if (g_strcmp0 (app, pel_alternative_get_app (pel_selector_get_alternative (selector, i))) != 0)
      app = NULL;
  return app;
}

static guint
find_gone_ref_of_step (const PelSelectorStep *step, PelSnapshot *snapshot)
{
  for (guint i = 0; step->terms != NULL && i < step->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (step, i);
      guint                  ref = term->predicates[0].number;

      if (!term->is_negated && is_ref (term) &&
          pel_snapshot_find_ref (snapshot, ref) == PEL_ELEMENT_NONE)
        return ref;
    }
  return 0;
}

static guint
find_gone_ref_of (const PelSelectorAlternative *alternative, PelSnapshot *snapshot)
{
  guint ref = 0;

  for (guint i = 0; ref == 0 && i < alternative->steps->len; i++)
    ref = find_gone_ref_of_step (pel_selector_alternative_get_step (alternative, i), snapshot);
  return ref;
}

guint
pel_selector_find_gone_ref (const PelSelector *selector, PelSnapshot *snapshot)
{
  guint ref = 1;

  for (guint i = 0; ref != 0 && i < selector->alternatives->len; i++)
    ref = find_gone_ref_of (pel_selector_get_alternative (selector, i), snapshot);
  return ref;
}
