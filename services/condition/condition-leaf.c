/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/condition-leaf.h"

#include "services/condition/condition-private.h"
#include "services/selector/selector-match.h"
#include "services/window/window-finder.h"

/* The terms of “texts”: see set_texts() in condition-parser.c. */
enum
{
  BY_NAME,
  BY_VALUE,
  BY_CONTENT,
};

/* A check of one leaf under way. */
typedef struct
{
  PelLeaf                *leaf;
  const PelCondition     *condition;
  const PelConditionView *view;
  PelAnswers             *answers;
  GArray                 *wanted; /* of all leaves */
} Checking;

static void
leaf_reset (PelLeaf *self)
{
  g_array_set_size (self->found, 0);
  g_array_set_size (self->matches, 0);
  g_array_set_size (self->windows, 0);
  g_clear_error (&self->error);
  g_clear_pointer (&self->culprit, g_free);
  g_clear_pointer (&self->obstacle, g_free);
  self->wants_picture = FALSE;
  self->alternative = NULL;
  self->in_ms = 0;
  self->n_silent = 0;
  self->unrest = PEL_UNREST_NONE;
  self->verdict = PEL_VERDICT_FAILS;
}

/* What is silent is not asked again. */
static void
want (Checking *checking, PelElementId id, PelReadingFlags flags)
{
  PelWanted wanted = { id, flags };

  if (pel_answers_is_silent (checking->answers, id))
    checking->leaf->n_silent++;
  else
    g_array_append_val (checking->wanted, wanted);
}

static void
check_window (Checking *checking)
{
  PelLeaf    *leaf = checking->leaf;
  PelDesktop *desktop = pel_snapshot_get_desktop (checking->view->snapshot);

  for (guint i = 0; desktop != NULL && i < pel_desktop_get_n_windows (desktop); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      if (pel_window_info_answers_to (info, checking->condition->title))
        g_array_append_val (leaf->windows, i);
    }
  if ((leaf->windows->len > 0) == checking->condition->exists)
    leaf->verdict = PEL_VERDICT_HOLDS;
}

/* What the selector matches. FALSE: that cannot be decided now, and the verdict says so. */
static gboolean
find (Checking *checking)
{
  PelLeaf                  *leaf = checking->leaf;
  const PelSelector        *selector = checking->condition->selector;
  g_autoptr (PelResolution) resolution =
      pel_selector_resolve (selector, checking->view->snapshot, checking->view->facts);

  if (resolution->wanted->len > 0)
    {
      g_array_append_vals (checking->wanted, resolution->wanted->data, resolution->wanted->len);
      leaf->verdict = PEL_VERDICT_WANTS;
      return FALSE;
    }
  leaf->n_silent = resolution->n_silent;
  leaf->alternative = pel_selector_get_alternative (selector, resolution->alternative);
  g_array_append_vals (leaf->found, resolution->matches->data, resolution->matches->len);
  if (leaf->found->len > 0 || resolution->unavailable == NULL || selector->alternatives->len > 1)
    return TRUE;
  if (resolution->is_put_off)
    {
      leaf->verdict = PEL_VERDICT_SILENT;
      return FALSE;
    }
  leaf->verdict = PEL_VERDICT_BARRED;
  leaf->error = g_steal_pointer (&resolution->unavailable);
  return FALSE;
}

static PelMatch
match_filter (Checking *checking, PelElementId id, PelReadingFlags *ret_wanted)
{
  const PelCondition    *condition = checking->condition;
  const PelSelectorStep *step;
  PelElement             element;

  if (condition->has_state)
    {
      element = pel_snapshot_get_element (checking->view->snapshot, id);
      if (pel_states_has (element.states, condition->state) != condition->is_state_wanted)
        return PEL_MATCH_NO;
    }
  if (condition->filter == NULL)
    return PEL_MATCH_YES;
  step = pel_selector_alternative_get_step (pel_selector_get_alternative (condition->filter, 0), 0);
  for (guint i = 0; i < step->terms->len; i++)
    {
      PelMatch match =
          pel_term_match (pel_selector_step_get_term (step, i), checking->answers, id, ret_wanted);

      if (match != PEL_MATCH_YES)
        return match;
    }
  return PEL_MATCH_YES;
}

/* What is not known does not matter where it makes no difference. */
static PelVerdict
judge_count (gint64 count, guint n_matches, guint n_wanted, guint n_silent)
{
  gint64 n_unknown = (gint64) n_wanted + n_silent;

  if (count == PEL_CONDITION_ANY_COUNT && n_matches > 0)
    return PEL_VERDICT_HOLDS;
  if (count != PEL_CONDITION_ANY_COUNT && (n_matches > count || n_matches + n_unknown < count))
    return PEL_VERDICT_FAILS;
  if (n_unknown > 0)
    return n_wanted > 0 ? PEL_VERDICT_WANTS : PEL_VERDICT_SILENT;
  return n_matches == count ? PEL_VERDICT_HOLDS : PEL_VERDICT_FAILS;
}

static void
check_element (Checking *checking)
{
  PelLeaf *leaf = checking->leaf;
  guint    n_wanted = checking->wanted->len;
  gboolean is_whole;

  if (!find (checking))
    return;
  is_whole = leaf->n_silent == 0;
  for (guint i = 0; i < leaf->found->len; i++)
    {
      PelElementId    id = g_array_index (leaf->found, PelElementId, i);
      PelReadingFlags flags = 0;
      PelMatch        match = match_filter (checking, id, &flags);

      if (match == PEL_MATCH_YES)
        g_array_append_val (leaf->matches, id);
      else if (match == PEL_MATCH_UNKNOWN)
        want (checking, id, flags);
    }
  leaf->verdict = judge_count (checking->condition->count,
                               leaf->matches->len,
                               checking->wanted->len - n_wanted,
                               leaf->n_silent);
  /* below what is silent, or by an earlier alternative, there may be any number */
  if (!is_whole && leaf->verdict != PEL_VERDICT_WANTS &&
      (checking->condition->count != PEL_CONDITION_ANY_COUNT || leaf->matches->len == 0))
    leaf->verdict = PEL_VERDICT_SILENT;
  if (leaf->verdict != PEL_VERDICT_WANTS)
    g_array_set_size (checking->wanted, n_wanted);
}

static PelMatch
match_text (Checking *checking, guint which, PelElementId id, PelReadingFlags *ret_wanted)
{
  const PelSelectorAlternative *only = pel_selector_get_alternative (checking->condition->texts, 0);
  const PelSelectorStep        *step = pel_selector_alternative_get_step (only, 0);

  return pel_term_match (pel_selector_step_get_term (step, which),
                         checking->answers,
                         id,
                         ret_wanted);
}

static void
check_name (Checking *checking, PelElementId id)
{
  PelReadingFlags flags = 0;

  if (match_text (checking, BY_NAME, id, &flags) == PEL_MATCH_YES)
    g_array_append_val (checking->leaf->matches, id);
}

static void
check_content (Checking *checking, PelElementId id)
{
  PelReadingFlags flags = 0, more = 0;
  PelMatch        by_value = match_text (checking, BY_VALUE, id, &flags);
  PelMatch        by_content =
      by_value != PEL_MATCH_YES ? match_text (checking, BY_CONTENT, id, &more) : by_value;

  if (by_content == PEL_MATCH_YES)
    g_array_append_val (checking->leaf->matches, id);
  else if ((flags | more) != 0)
    want (checking, id, flags | more);
}

/* All that can be seen of where the text is looked for. */
static void
for_each_visible (Checking *checking, void (*check) (Checking *, PelElementId))
{
  PelSnapshot *snapshot = checking->view->snapshot;
  GArray      *found = checking->leaf->found;
  gboolean     is_everywhere = checking->condition->selector == NULL;
  PelElementId done = PEL_ELEMENT_NONE;

  for (guint i = 0; i < (is_everywhere ? 1 : found->len); i++)
    {
      PelElementId first = is_everywhere ? 1 : g_array_index (found, PelElementId, i);
      PelElementId last = is_everywhere ? pel_snapshot_get_n_elements (snapshot)
                                        : pel_snapshot_get_last_descendant (snapshot, first);

      for (PelElementId id = MAX (first, done + 1); id <= last; id++)
        if (pel_snapshot_get_flags (snapshot, id) & PEL_ELEMENT_IS_VISIBLE)
          check (checking, id);
      done = MAX (done, last);
    }
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const PelElementId *left = a, *right = b;

  return (*left > *right) - (*left < *right);
}

/* What an element is called is there already; the rest is read only where no name has it. */
static void
check_text (Checking *checking)
{
  PelLeaf *leaf = checking->leaf;
  guint    n_wanted = checking->wanted->len;

  if (checking->condition->selector != NULL && !find (checking))
    return;
  leaf->alternative = pel_selector_get_alternative (checking->condition->texts, 0);
  g_array_sort (leaf->found, compare_ids);
  for_each_visible (checking, check_name);
  if (leaf->matches->len == 0)
    for_each_visible (checking, check_content);
  if (leaf->matches->len > 0)
    {
      leaf->verdict = PEL_VERDICT_HOLDS;
      g_array_set_size (checking->wanted, n_wanted);
    }
  else if (checking->wanted->len > n_wanted)
    {
      leaf->verdict = PEL_VERDICT_WANTS;
    }
  else if (leaf->n_silent > 0)
    {
      leaf->verdict = PEL_VERDICT_SILENT;
    }
}

static void
check_stable (Checking *checking)
{
  PelLeaf *leaf = checking->leaf;

  if (!find (checking))
    return;
  if (leaf->found->len == 0)
    {
      leaf->has_print = FALSE;
      if (leaf->n_silent > 0)
        leaf->verdict = PEL_VERDICT_SILENT;
      return;
    }
  g_array_append_vals (leaf->matches, leaf->found->data, leaf->found->len);
  pel_leaf_check_quiet (leaf,
                        pel_fingerprint_add_trees (PEL_FINGERPRINT_NONE,
                                                   checking->view->snapshot,
                                                   leaf->found),
                        checking->condition->for_ms,
                        checking->view->now);
}

static void
check_idle (Checking *checking)
{
  pel_leaf_check_idle (checking->leaf, checking->condition, checking->view);
}

/* The one window that is meant. */
static gboolean
find_window (Checking *checking)
{
  PelLeaf           *leaf = checking->leaf;
  PelDesktop        *desktop = pel_snapshot_get_desktop (checking->view->snapshot);
  g_autoptr (GError) error = NULL;
  guint              index;

  if (desktop == NULL)
    return FALSE;
  if (!pel_window_finder_find (desktop, checking->condition->title, &index, &error))
    {
      leaf->obstacle = g_strdup (error->message);
      return FALSE;
    }
  g_array_append_val (leaf->windows, index);
  return TRUE;
}

/* The one element that is meant: with several, it is unknown which of them is in the baseline. */
static gboolean
find_one (Checking *checking)
{
  PelLeaf *leaf = checking->leaf;

  if (!find (checking))
    return FALSE;
  if (leaf->found->len == 0 && leaf->n_silent > 0)
    leaf->verdict = PEL_VERDICT_SILENT;
  if (leaf->found->len == 1)
    g_array_append_vals (leaf->matches, leaf->found->data, 1);
  return leaf->found->len == 1;
}

/* Of what is not there no picture is taken: it does not look like anything. */
static void
check_picture (Checking *checking)
{
  PelLeaf            *leaf = checking->leaf;
  const PelCondition *condition = checking->condition;

  if ((condition->title != NULL && !find_window (checking)) ||
      (condition->selector != NULL && !find_one (checking)))
    return;
  if (leaf->likeness == NULL || leaf->is_doubted)
    {
      leaf->wants_picture = TRUE;
      leaf->verdict = PEL_VERDICT_WANTS;
    }
  else if (leaf->likeness->obstacle == NULL &&
           leaf->likeness->n_different <= condition->max_different)
    {
      leaf->verdict = PEL_VERDICT_HOLDS;
    }
}

static void (*const checks[]) (Checking *checking) = {
  [PEL_CONDITION_WINDOW] = check_window, [PEL_CONDITION_ELEMENT] = check_element,
  [PEL_CONDITION_TEXT] = check_text,     [PEL_CONDITION_STABLE] = check_stable,
  [PEL_CONDITION_IDLE] = check_idle,     [PEL_CONDITION_PICTURE] = check_picture,
};

/* What patterns were held against in the time that there was is not all of it. */
static void
give_up_patterns (Checking *checking, guint n_wanted)
{
  PelLeaf *leaf = checking->leaf;

  leaf->wants_picture = FALSE;
  g_array_set_size (leaf->matches, 0);
  g_array_set_size (checking->wanted, n_wanted);
  if (pel_answers_is_put_off (checking->answers))
    {
      leaf->verdict = PEL_VERDICT_SILENT;
      return;
    }
  leaf->verdict = PEL_VERDICT_BARRED;
  pel_selector_set_pattern_error (&leaf->error);
}

void
pel_leaf_check (PelLeaf                *self,
                const PelCondition     *condition,
                const PelConditionView *view,
                GArray                 *wanted)
{
  g_autoptr (PelAnswers) answers = pel_answers_new (view->snapshot, view->facts, condition->purse);
  Checking               checking = { self, condition, view, answers, wanted };
  guint                  n_wanted = wanted->len;
  gboolean               may_be_lost;

  leaf_reset (self);
  checks[condition->kind](&checking);
  if (pel_answers_is_exhausted (answers))
    give_up_patterns (&checking, n_wanted);
  may_be_lost = self->verdict == PEL_VERDICT_FAILS || self->verdict == PEL_VERDICT_PENDING ||
                self->verdict == PEL_VERDICT_SILENT;
  if (may_be_lost && pel_leaf_is_lost (self, condition, view, &self->error))
    self->verdict = PEL_VERDICT_LOST;
}
