/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/resolver.h"

#include "services/base/error.h"
#include "services/selector/alternative.h"
#include "services/selector/selector-match.h"
#include "services/selector/selector-walk.h"

#include <glib/gi18n.h>

static PelResolution *
resolution_new (void)
{
  PelResolution *self = g_new0 (PelResolution, 1);

  self->matches = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  self->wanted = g_array_new (FALSE, FALSE, sizeof (PelWanted));
  return self;
}

void
pel_resolution_free (PelResolution *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->matches);
  g_array_unref (self->wanted);
  g_clear_error (&self->unavailable);
  g_free (self);
}

/* A program of which nothing is known, because it never answered: whatever is asked for may be in
 * it, unless it is another program that is meant. */
static gboolean
may_be_in_unread (const PelSelectorAlternative *alternative, PelAnswers *answers, guint index)
{
  const PelSnapshotProgram *program =
      pel_snapshot_get_program (pel_answers_get_snapshot (answers), index);
  const PelSelectorStep *first = pel_selector_alternative_get_step (alternative, 0);

  if (program->is_answering || program->root != PEL_ELEMENT_NONE)
    return FALSE;
  for (guint i = 0; i < first->terms->len; i++)
    {
      const PelSelectorTerm *term = pel_selector_step_get_term (first, i);

      if (pel_term_is_of_program (term) &&
          pel_term_match_program (term, answers, index) == PEL_MATCH_NO)
        return FALSE;
    }
  return TRUE;
}

static guint
count_unread (const PelSelectorAlternative *alternative, PelAnswers *answers)
{
  guint n_programs = pel_snapshot_get_n_programs (pel_answers_get_snapshot (answers));
  guint n_unread = 0;

  for (guint i = 0; i < n_programs; i++)
    n_unread += may_be_in_unread (alternative, answers, i);
  return n_unread;
}

/* Stops where nothing is left, or something must be read. */
static void
walk_alternative (PelResolution                *self,
                  const PelSelectorAlternative *alternative,
                  PelAnswers                   *answers)
{
  g_auto (PelWalk) walk;

  pel_walk_init (&walk, answers);
  for (guint i = 0; i < alternative->steps->len && self->wanted->len == 0; i++)
    {
      pel_walk_take (&walk,
                     pel_selector_alternative_get_step (alternative, i),
                     PEL_UNKNOWN_IS_WANTED,
                     self->wanted);
      if (walk.ids->len == 0)
        break;
    }
  self->n_silent += walk.n_silent + count_unread (alternative, answers);
  if (self->wanted->len == 0)
    g_array_append_vals (self->matches, walk.ids->data, walk.ids->len);
}

void
pel_selector_set_pattern_error (GError **error)
{
  pel_set_error (error,
                 PEL_ERROR_TIMEOUT,
                 _ ("Simplify the pattern, or narrow the search, as in app=… >> …"),
                 _ ("A pattern in the selector takes too long to match"));
}

/* What was found in the time that there was would be taken for all of it. */
static void
give_up (PelResolution *self, PelAnswers *answers)
{
  g_array_set_size (self->matches, 0);
  g_array_set_size (self->wanted, 0);
  g_clear_error (&self->unavailable);
  pel_selector_set_pattern_error (&self->unavailable);
  self->is_put_off = pel_answers_is_put_off (answers);
}

PelResolution *
pel_selector_resolve (const PelSelector *selector, PelSnapshot *snapshot, const PelFacts *facts)
{
  g_autoptr (PelAnswers) answers = NULL;
  PelResolution         *self = resolution_new ();

  g_return_val_if_fail (selector != NULL, self);
  g_return_val_if_fail (PEL_IS_SNAPSHOT (snapshot), self);

  answers = pel_answers_new (snapshot, facts, selector->purse);
  for (guint i = 0; i < selector->alternatives->len; i++)
    {
      const PelSelectorAlternative *alternative = pel_selector_get_alternative (selector, i);
      GError                      **error = self->unavailable == NULL ? &self->unavailable : NULL;

      self->alternative = i;
      if (!pel_alternative_is_available (alternative, snapshot, facts, error))
        {
          self->wants_text |=
              !pel_snapshot_has_text (snapshot) && pel_alternative_reads_text (alternative);
          continue;
        }
      walk_alternative (self, alternative, answers);
      if (pel_answers_is_exhausted (answers))
        {
          give_up (self, answers);
          break;
        }
      if (self->matches->len > 0 || self->wanted->len > 0)
        {
          g_clear_error (&self->unavailable);
          break;
        }
    }
  return self;
}

static gboolean
has_states (const PelSelectorStep *step)
{
  for (guint i = 0; step->kind == PEL_STEP_MATCH && i < step->terms->len; i++)
    if (pel_term_is_of_state (pel_selector_step_get_term (step, i)))
      return TRUE;
  return FALSE;
}

static gboolean
has_steps_with_states (const PelSelectorAlternative *alternative)
{
  for (guint i = 0; i < alternative->steps->len; i++)
    if (has_states (pel_selector_alternative_get_step (alternative, i)))
      return TRUE;
  return FALSE;
}

/* What must be read before it is known is asked for soon enough. */
static void
doubt_alternative (const PelSelectorAlternative *alternative, PelAnswers *answers, guint8 *marks)
{
  g_auto (PelWalk) walk;

  pel_walk_init (&walk, answers);
  for (guint i = 0; i < alternative->steps->len; i++)
    {
      const PelSelectorStep *step = pel_selector_alternative_get_step (alternative, i);

      pel_walk_take (&walk, step, PEL_UNKNOWN_FAILS, NULL);
      if (has_states (step))
        for (guint j = 0; j < walk.ids->len; j++)
          marks[g_array_index (walk.ids, PelElementId, j)] = 1;
    }
}

static void
collect_marked (PelSnapshot *snapshot, const guint8 *marks, gboolean is_visible, GArray *ids)
{
  guint n_elements = pel_snapshot_get_n_elements (snapshot);

  for (PelElementId id = 1; id <= n_elements && ids->len < PEL_MAX_DOUBTED; id++)
    if (marks[id] != 0 &&
        is_visible == ((pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_VISIBLE) != 0))
      g_array_append_val (ids, id);
}

GArray *
pel_selector_find_doubtful (const PelSelector *selector,
                            PelSnapshot       *snapshot,
                            const PelFacts    *facts)
{
  g_autoptr (PelAnswers) answers = pel_answers_new (snapshot, facts, selector->purse);
  g_autofree guint8     *marks = g_new0 (guint8, pel_snapshot_get_n_elements (snapshot) + 1);
  GArray                *ids = g_array_new (FALSE, FALSE, sizeof (PelElementId));

  pel_answers_ignore_states (answers);
  for (guint i = 0; i < selector->alternatives->len; i++)
    {
      const PelSelectorAlternative *alternative = pel_selector_get_alternative (selector, i);

      if (has_steps_with_states (alternative) &&
          pel_alternative_is_available (alternative, snapshot, facts, NULL))
        doubt_alternative (alternative, answers, marks);
    }
  collect_marked (snapshot, marks, TRUE, ids);
  collect_marked (snapshot, marks, FALSE, ids);
  return ids;
}

GArray *
pel_snapshot_dup_refs (PelSnapshot *snapshot, const GArray *ids)
{
  GArray *refs = g_array_sized_new (FALSE, FALSE, sizeof (guint), ids->len);

  for (guint i = 0; i < ids->len; i++)
    {
      guint ref = pel_snapshot_get_ref (snapshot, g_array_index (ids, PelElementId, i));

      g_array_append_val (refs, ref);
    }
  return refs;
}
