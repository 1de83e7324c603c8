/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/near-miss.h"

#include "services/selector/alternative.h"
#include "services/selector/near-miss-reason.h"
#include "services/selector/near-miss-score.h"
#include "services/selector/selector-walk.h"

#include <glib/gi18n.h>

/* Where a selector ends: the step that leaves nothing, and what the steps before it leave. */
typedef struct
{
  const PelSelectorStep *step;  /* (nullable) */
  guint                  index; /* of the step */
  PelWalk                walk;  /* before it */
} End;

static void
clear_near_miss (gpointer data)
{
  g_free (((PelNearMiss *) data)->reason);
}

/* Takes @reason. */
static void
add (GArray *misses, PelElementId id, char *reason)
{
  PelNearMiss miss = { id, reason };

  g_array_append_val (misses, miss);
}

/* FALSE where something is left after the last step. */
static gboolean
find_end_of (const PelSelectorAlternative *alternative, PelAnswers *answers, End *ret_end)
{
  g_auto (PelWalk) walk;

  pel_walk_init (&walk, answers);
  for (guint i = 0; i < alternative->steps->len; i++)
    {
      const PelSelectorStep *step = pel_selector_alternative_get_step (alternative, i);
      g_auto (PelWalk)       before = walk;

      g_array_ref (before.ids);
      pel_walk_take (&walk, step, PEL_UNKNOWN_FAILS, NULL);
      if (walk.ids->len > 0)
        continue;
      *ret_end = (End){ step, i, before };
      before.ids = NULL;
      return TRUE;
    }
  return FALSE;
}

/* That of the alternative that got furthest. */
static gboolean
find_end (const PelSelector *selector, PelAnswers *answers, const PelFacts *facts, End *ret_end)
{
  End best = { 0 };

  for (guint i = 0; i < selector->alternatives->len; i++)
    {
      const PelSelectorAlternative *alternative = pel_selector_get_alternative (selector, i);
      End                           end;

      if (!pel_alternative_is_available (alternative,
                                         pel_answers_get_snapshot (answers),
                                         facts,
                                         NULL) ||
          !find_end_of (alternative, answers, &end))
        continue;
      if (best.step == NULL || end.index > best.index)
        {
          pel_walk_clear (&best.walk);
          best = end;
        }
      else
        pel_walk_clear (&end.walk);
    }
  *ret_end = best;
  return best.step != NULL;
}

/* All that were left say the same: there are too few, or nothing is beside them. */
static void
add_all (GArray *misses, const End *end, guint max, const char *reason)
{
  for (guint i = 0; i < end->walk.ids->len && i < max; i++)
    add (misses, g_array_index (end->walk.ids, PelElementId, i), g_strdup (reason));
}

static void
add_too_few (GArray *misses, const End *end, guint max)
{
  guint            n = end->walk.ids->len;
  g_autofree char *reason =
      g_strdup_printf (ngettext ("there is only %u element, but the selector asks for nth(%d)",
                                 "there are only %u elements, but the selector asks for nth(%d)",
                                 n),
                       n,
                       end->step->number);

  add_all (misses, end, max, reason);
}

static void
add_alone (GArray *misses, const End *end, guint max)
{
  PelSnapshot     *snapshot = pel_answers_get_snapshot (end->walk.answers);
  g_autofree char *alone = g_strdup_printf (_ ("no visible element in its window is %s it"),
                                            pel_selector_step_kind_to_string (end->step->kind));

  for (guint i = 0; i < end->walk.ids->len && i < max; i++)
    {
      PelElementId id = g_array_index (end->walk.ids, PelElementId, i);
      gboolean is_visible = (pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_VISIBLE) != 0;

      add (misses, id, g_strdup (is_visible ? alone : _ ("it is not visible")));
    }
}

static void
add_similar (GArray *misses, const End *end, guint max)
{
  g_autoptr (GArray) ranges = pel_walk_get_ranges (&end->walk);
  g_autoptr (GArray) ids = pel_near_miss_rank (end->step, end->walk.answers, ranges, max);

  for (guint i = 0; i < ids->len; i++)
    {
      PelElementId id = g_array_index (ids, PelElementId, i);

      add (misses, id, pel_near_miss_explain (end->step, end->walk.answers, id));
    }
}

GArray *
pel_near_misses_find (const PelSelector *selector,
                      PelSnapshot       *snapshot,
                      const PelFacts    *facts,
                      guint              max)
{
  g_autoptr (PelAnswers) answers = pel_answers_new (snapshot, facts, selector->purse);
  GArray                *misses = g_array_new (FALSE, FALSE, sizeof (PelNearMiss));
  End                    end;

  g_array_set_clear_func (misses, clear_near_miss);
  if (!find_end (selector, answers, facts, &end))
    return misses;
  if (end.step->kind == PEL_STEP_MATCH)
    add_similar (misses, &end, max);
  else if (end.step->kind == PEL_STEP_NTH)
    add_too_few (misses, &end, max);
  else if (end.step->kind == PEL_STEP_PARENT)
    add_all (misses, &end, max, _ ("it has no parent"));
  else
    add_alone (misses, &end, max);
  pel_walk_clear (&end.walk);
  return misses;
}

/* (nullable) (transfer full) */
static char *
dup_hint_of_term (const PelSelectorTerm *term)
{
  const PelSelectorPredicate *predicate = &term->predicates[0];
  PelSelectorKey              key;
  PelRole                     role;

  if (term->is_negated || predicate->key != PEL_KEY_NAME ||
      predicate->comparison != PEL_OPERATOR_EQUAL)
    return NULL;
  if (pel_selector_key_from_string (predicate->text, &key) &&
      pel_selector_key_get_type (key) == PEL_KEY_IS_BOOLEAN)
    return g_strdup_printf (_ ("%s is read as a name; for the state, write %s=true"),
                            predicate->text,
                            pel_selector_key_to_string (key));
  if (pel_role_from_string (predicate->text, &role))
    return g_strdup_printf (_ ("%s is read as a name; for the role, write role=%s"),
                            predicate->text,
                            pel_role_to_string (role));
  return NULL;
}

char *
pel_selector_dup_hint (const PelSelector *selector)
{
  char *hint = NULL;

  for (guint i = 0; i < selector->alternatives->len; i++)
    {
      const PelSelectorAlternative *alternative = pel_selector_get_alternative (selector, i);

      for (guint j = 0; j < alternative->steps->len; j++)
        {
          const PelSelectorStep *step = pel_selector_alternative_get_step (alternative, j);

          /* Role:Name has the role, so that its name is meant as one */
          if (step->kind == PEL_STEP_MATCH && step->terms->len == 1 && hint == NULL)
            hint = dup_hint_of_term (pel_selector_step_get_term (step, 0));
        }
    }
  return hint;
}
