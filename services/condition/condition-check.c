/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/condition-check.h"

#include "services/condition/condition-leaf.h"
#include "services/condition/condition-private.h"

struct _PelConditionMemory
{
  guint   n_leaves;
  PelLeaf leaves[];
};

/* What a part of a condition comes to. */
typedef struct
{
  PelVerdict    verdict;
  guint         in_ms;
  const GError *error; /* (nullable) of a leaf */
} Judgement;

typedef struct
{
  const PelConditionView *view;
  PelConditionMemory     *memory;
  GArray                 *wanted;
  GPtrArray              *pictures;
} Checking;

PelConditionMemory *
pel_condition_memory_new (const PelCondition *condition)
{
  guint               n_leaves = pel_condition_get_n_leaves (condition);
  PelConditionMemory *self = g_malloc0 (sizeof *self + n_leaves * sizeof (PelLeaf));

  self->n_leaves = n_leaves;
  for (guint i = 0; i < n_leaves; i++)
    {
      PelLeaf *leaf = &self->leaves[i];

      leaf->found = g_array_new (FALSE, FALSE, sizeof (PelElementId));
      leaf->matches = g_array_new (FALSE, FALSE, sizeof (PelElementId));
      leaf->windows = g_array_new (FALSE, FALSE, sizeof (guint));
      leaf->programs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
    }
  return self;
}

void
pel_condition_memory_free (PelConditionMemory *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_leaves; i++)
    {
      PelLeaf *leaf = &self->leaves[i];

      g_array_unref (leaf->found);
      g_array_unref (leaf->matches);
      g_array_unref (leaf->windows);
      g_hash_table_unref (leaf->programs);
      g_clear_error (&leaf->error);
      g_free (leaf->culprit);
      g_free (leaf->obstacle);
      pel_likeness_free (leaf->likeness);
    }
  g_free (self);
}

PelLeaf *
pel_condition_memory_get_leaf (PelConditionMemory *self, guint leaf)
{
  g_return_val_if_fail (leaf < self->n_leaves, NULL);

  return &self->leaves[leaf];
}

void
pel_condition_memory_doubt_pictures (PelConditionMemory *self)
{
  for (guint i = 0; i < self->n_leaves; i++)
    self->leaves[i].is_doubted = TRUE;
}

void
pel_condition_memory_doubt_obstacles (PelConditionMemory *self)
{
  for (guint i = 0; i < self->n_leaves; i++)
    {
      PelLeaf *leaf = &self->leaves[i];

      leaf->is_doubted =
          leaf->is_doubted || (leaf->likeness != NULL && leaf->likeness->obstacle != NULL);
    }
}

void
pel_check_free (PelCheck *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->wanted);
  g_ptr_array_unref (self->pictures);
  g_array_unref (self->matches);
  g_array_unref (self->windows);
  g_clear_error (&self->error);
  g_free (self);
}

/* Whether time alone may make it hold, or not. */
static gboolean
is_open (Judgement judgement)
{
  return judgement.verdict == PEL_VERDICT_FAILS || judgement.verdict == PEL_VERDICT_PENDING;
}

/* What never can hold, or cannot be decided, decides; then what does not hold, or not yet: then
 * nothing has to be read for the others. All that do not hold must, so the last one counts. */
static Judgement
join_all (Judgement so_far, Judgement next)
{
  static const guint8 weights[] = {
    [PEL_VERDICT_HOLDS] = 0,   [PEL_VERDICT_SILENT] = 1, [PEL_VERDICT_WANTS] = 2,
    [PEL_VERDICT_PENDING] = 3, [PEL_VERDICT_FAILS] = 4,  [PEL_VERDICT_LOST] = 5,
    [PEL_VERDICT_BARRED] = 6,
  };
  Judgement both = weights[next.verdict] > weights[so_far.verdict] ? next : so_far;

  if (is_open (so_far) && is_open (next))
    both.in_ms = so_far.in_ms != 0 && next.in_ms != 0 ? MAX (so_far.in_ms, next.in_ms) : 0;
  return both;
}

/* One that holds is enough; one that may hold keeps hope alive. */
static Judgement
join_any (Judgement so_far, Judgement next)
{
  static const guint8 weights[] = {
    [PEL_VERDICT_BARRED] = 0, [PEL_VERDICT_LOST] = 1,    [PEL_VERDICT_FAILS] = 2,
    [PEL_VERDICT_SILENT] = 3, [PEL_VERDICT_PENDING] = 4, [PEL_VERDICT_WANTS] = 5,
    [PEL_VERDICT_HOLDS] = 6,
  };
  Judgement both = weights[next.verdict] > weights[so_far.verdict] ? next : so_far;

  if (is_open (so_far) && is_open (next))
    both.in_ms = so_far.in_ms == 0 || next.in_ms == 0 ? MAX (so_far.in_ms, next.in_ms)
                                                      : MIN (so_far.in_ms, next.in_ms);
  return both;
}

/* What is lost does not hold, for good. What cannot be decided cannot be decided of its opposite.
 * The time stays, for the opposite of the opposite. */
static Judgement
negate (Judgement judgement)
{
  switch (judgement.verdict)
    {
    case PEL_VERDICT_HOLDS:
      return (Judgement){ .verdict = PEL_VERDICT_FAILS, .in_ms = judgement.in_ms };
    case PEL_VERDICT_FAILS:
    case PEL_VERDICT_LOST:
      return (Judgement){ .verdict = PEL_VERDICT_HOLDS, .in_ms = judgement.in_ms };
    default:
      return judgement;
    }
}

static Judgement
judge_leaf (const PelCondition *condition, Checking *checking)
{
  PelLeaf *leaf = pel_condition_memory_get_leaf (checking->memory, condition->leaf);

  pel_leaf_check (leaf, condition, checking->view, checking->wanted);
  if (leaf->wants_picture)
    g_ptr_array_add (checking->pictures, (gpointer) condition);
  return (Judgement){ leaf->verdict, leaf->in_ms, leaf->error };
}

/* Every leaf is looked at each time: those that take note of time must be. */
static Judgement
judge (const PelCondition *condition, Checking *checking)
{
  Judgement whole;

  if (pel_condition_is_leaf (condition))
    return judge_leaf (condition, checking);
  whole = judge (pel_condition_get_child (condition, 0), checking);
  for (guint i = 1; i < condition->children->len; i++)
    {
      Judgement next = judge (pel_condition_get_child (condition, i), checking);

      whole =
          condition->kind == PEL_CONDITION_ALL ? join_all (whole, next) : join_any (whole, next);
    }
  return condition->kind == PEL_CONDITION_NOT ? negate (whole) : whole;
}

/* What makes a condition hold, none of it twice. */
typedef struct
{
  PelConditionMemory *memory;
  GHashTable         *elements, *windows; /* sets of numbers: which were there before */
  PelCheck           *check;
} Collection;

static void
add_new (GArray *array, const GArray *more, GHashTable *known)
{
  for (guint i = 0; i < more->len; i++)
    {
      guint number = g_array_index (more, guint, i);

      if (g_hash_table_add (known, GUINT_TO_POINTER (number)))
        g_array_append_val (array, number);
    }
}

/* What is there, of the leaves that hold. */
static void
collect (const PelCondition *condition, Collection *collection)
{
  const PelLeaf *leaf;

  if (condition->kind == PEL_CONDITION_NOT)
    return;
  if (!pel_condition_is_leaf (condition))
    {
      for (guint i = 0; i < condition->children->len; i++)
        collect (pel_condition_get_child (condition, i), collection);
      return;
    }
  leaf = pel_condition_memory_get_leaf (collection->memory, condition->leaf);
  if (leaf->verdict != PEL_VERDICT_HOLDS)
    return;
  if (collection->check->matches->len == 0)
    collection->check->alternative = leaf->alternative;
  add_new (collection->check->matches, leaf->matches, collection->elements);
  add_new (collection->check->windows, leaf->windows, collection->windows);
}

static void
collect_all (const PelCondition *condition, PelConditionMemory *memory, PelCheck *check)
{
  g_autoptr (GHashTable) elements = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) windows = g_hash_table_new (NULL, NULL);
  Collection             collection = { memory, elements, windows, check };

  collect (condition, &collection);
}

PelCheck *
pel_condition_check (const PelCondition     *condition,
                     const PelConditionView *view,
                     PelConditionMemory     *memory)
{
  PelCheck *check = g_new0 (PelCheck, 1);
  Checking  checking = {
     view, memory, g_array_new (FALSE, FALSE, sizeof (PelWanted)), g_ptr_array_new ()
  };
  Judgement judgement = judge (condition, &checking);

  check->verdict = judgement.verdict;
  check->in_ms = is_open (judgement) ? judgement.in_ms : 0;
  check->error = judgement.error != NULL ? g_error_copy (judgement.error) : NULL;
  check->wanted = checking.wanted;
  check->pictures = checking.pictures;
  check->matches = g_array_new (FALSE, FALSE, sizeof (PelElementId));
  check->windows = g_array_new (FALSE, FALSE, sizeof (guint));
  if (check->verdict != PEL_VERDICT_WANTS)
    {
      g_array_set_size (check->wanted, 0);
      g_ptr_array_set_size (check->pictures, 0);
    }
  if (check->verdict == PEL_VERDICT_HOLDS)
    collect_all (condition, memory, check);
  return check;
}

static void
doubt (const PelCondition     *condition,
       const PelConditionView *view,
       PelConditionMemory     *memory,
       GArray                 *ids)
{
  const PelLeaf     *leaf;
  g_autoptr (GArray) more = NULL;

  if (!pel_condition_is_leaf (condition))
    {
      for (guint i = 0; i < condition->children->len; i++)
        doubt (pel_condition_get_child (condition, i), view, memory, ids);
      return;
    }
  leaf = pel_condition_memory_get_leaf (memory, condition->leaf);
  if (condition->has_state || condition->filter != NULL)
    g_array_append_vals (ids, leaf->found->data, leaf->found->len);
  if (condition->selector == NULL)
    return;
  more = pel_selector_find_doubtful (condition->selector, view->snapshot, view->facts);
  g_array_append_vals (ids, more->data, more->len);
}

GArray *
pel_condition_find_doubtful (const PelCondition     *condition,
                             const PelConditionView *view,
                             PelConditionMemory     *memory)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (PelElementId));

  doubt (condition, view, memory, ids);
  g_array_set_size (ids, MIN (ids->len, PEL_MAX_DOUBTED));
  return pel_snapshot_dup_refs (view->snapshot, ids);
}
