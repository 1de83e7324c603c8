/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector-walk.h"

#include "services/selector/resolver.h"
#include "services/selector/selector-match.h"
#include "services/selector/spatial-relation.h"

void
pel_walk_init (PelWalk *self, PelAnswers *answers)
{
  *self = (PelWalk){ .answers = answers, .ids = g_array_new (FALSE, FALSE, sizeof (PelElementId)) };
}

void
pel_walk_clear (PelWalk *self)
{
  g_clear_pointer (&self->ids, g_array_unref);
}

static void
replace_ids (PelWalk *self, GArray *ids)
{
  g_array_unref (self->ids);
  self->ids = ids;
}

/* (transfer full): as @ids, in depth-first order. Counting marks takes no longer for ids that stand
 * in a bad order. */
static GArray *
order_ids (PelSnapshot *snapshot, const GArray *ids)
{
  guint              n = pel_snapshot_get_n_elements (snapshot);
  g_autofree guint8 *marks = g_new0 (guint8, n + 1);
  GArray            *ordered = g_array_sized_new (FALSE, FALSE, sizeof (PelElementId), ids->len);

  for (guint i = 0; i < ids->len; i++)
    marks[g_array_index (ids, PelElementId, i)] = 1;
  for (PelElementId id = 1; id <= n; id++)
    if (marks[id] != 0)
      g_array_append_val (ordered, id);
  return ordered;
}

static void
add_range (GArray *ranges, PelElementId first, PelElementId last)
{
  PelElementRange range = { first, last };

  if (first <= last)
    g_array_append_val (ranges, range);
}

/* A match that is below another has nothing to add. */
static void
add_descendants (const PelWalk *self, GArray *ranges)
{
  PelSnapshot       *snapshot = pel_answers_get_snapshot (self->answers);
  g_autoptr (GArray) ordered = order_ids (snapshot, self->ids);
  PelElementId       end = PEL_ELEMENT_NONE;

  for (guint i = 0; i < ordered->len; i++)
    {
      PelElementId id = g_array_index (ordered, PelElementId, i);

      if (id <= end)
        continue;
      end = pel_snapshot_get_last_descendant (snapshot, id);
      add_range (ranges, id + 1, end);
    }
}

GArray *
pel_walk_get_ranges (const PelWalk *self)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PelElementRange));

  if (!self->is_begun)
    add_range (ranges, 1, pel_snapshot_get_n_elements (pel_answers_get_snapshot (self->answers)));
  else if (!self->is_after_relation)
    add_descendants (self, ranges);
  else
    for (guint i = 0; i < self->ids->len; i++)
      {
        PelElementId id = g_array_index (self->ids, PelElementId, i);

        add_range (ranges, id, id);
      }
  return ranges;
}

static void
take_match (PelWalk *self, const PelSelectorStep *step, PelUnknown unknown, GArray *wanted)
{
  g_autoptr (GArray) ranges = pel_walk_get_ranges (self);
  GArray            *matches = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  PelStepPlan        plan = pel_step_plan_make (step);

  for (guint i = 0; i < ranges->len; i++)
    {
      PelElementRange range = g_array_index (ranges, PelElementRange, i);

      for (PelElementId id = range.first; id <= range.last; id++)
        {
          PelWanted one = { .id = id };
          PelMatch  match = pel_step_plan_match (&plan, self->answers, id, &one.flags);

          if (match == PEL_MATCH_YES ||
              (match == PEL_MATCH_UNKNOWN && unknown == PEL_UNKNOWN_MATCHES))
            g_array_append_val (matches, id);
          else if (match == PEL_MATCH_NO || unknown == PEL_UNKNOWN_FAILS)
            continue;
          else if (pel_answers_is_silent (self->answers, id))
            self->n_silent++;
          else
            g_array_append_val (wanted, one);
        }
    }
  self->is_nearest_first = self->is_nearest_first && self->is_after_relation;
  replace_ids (self, matches);
}

static void
take_relation (PelWalk *self, PelSelectorStepKind relation)
{
  replace_ids (self,
               pel_spatial_relation_find (pel_answers_get_snapshot (self->answers),
                                          relation,
                                          self->ids));
  self->is_nearest_first = TRUE;
}

static void
take_parents (PelWalk *self)
{
  PelSnapshot       *snapshot = pel_answers_get_snapshot (self->answers);
  g_autofree guint8 *marks = g_new0 (guint8, pel_snapshot_get_n_elements (snapshot) + 1);
  GArray            *parents = g_array_new (FALSE, FALSE, sizeof (PelElementId));

  for (guint i = 0; i < self->ids->len; i++)
    {
      PelElementId parent =
          pel_snapshot_get_parent (snapshot, g_array_index (self->ids, PelElementId, i));

      if (parent != PEL_ELEMENT_NONE && marks[parent] == 0)
        g_array_append_val (parents, parent);
      marks[parent] = 1;
    }
  replace_ids (self, parents);
  if (!self->is_nearest_first)
    replace_ids (self, order_ids (snapshot, self->ids));
}

static void
take_nth (PelWalk *self, int number)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  guint   n = self->ids->len;
  gint64  at = number > 0 ? (gint64) number - 1 : (gint64) n + number;

  if (number != 0 && at >= 0 && at < n)
    g_array_append_val (ids, g_array_index (self->ids, PelElementId, at));
  replace_ids (self, ids);
}

void
pel_walk_take (PelWalk *self, const PelSelectorStep *step, PelUnknown unknown, GArray *wanted)
{
  switch (step->kind)
    {
    case PEL_STEP_MATCH:
      take_match (self, step, unknown, wanted);
      break;
    case PEL_STEP_PARENT:
      take_parents (self);
      break;
    case PEL_STEP_NTH:
      take_nth (self, step->number);
      break;
    case PEL_STEP_RIGHT_OF:
    case PEL_STEP_LEFT_OF:
    case PEL_STEP_ABOVE:
    case PEL_STEP_BELOW:
    case PEL_STEP_NEAR:
      take_relation (self, step->kind);
      break;
    case PEL_N_STEP_KINDS:
    default:
      g_return_if_reached ();
    }
  self->is_begun = TRUE;
  self->is_after_relation = step->kind >= PEL_STEP_RIGHT_OF && step->kind <= PEL_STEP_NEAR;
}
