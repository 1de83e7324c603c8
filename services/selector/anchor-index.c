/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/anchor-index.h"

#include <math.h>

#define FAN_OUT    8
#define MAX_LEVELS 12 /* 8^11: more anchors than there are ids */

/* So many anchors and branches are looked at for one element, then the nearest so far is taken. No
 * layout that people use needs a tenth of it; one made to be slow must not hold up the rest. */
#define MAX_VISITS 1024

/* What lies around some anchors. */
typedef struct
{
  int    low, high;  /* the first beginning, the last end */
  int    first_high; /* the first end */
  int    first, last;
  double reach;
} Branch;

struct _PelAnchorIndex
{
  PelAnchorRelation relation;
  GArray           *anchors; /* of PelAnchor, those that end first come first */
  Branch           *levels[MAX_LEVELS];
  guint             n_branches[MAX_LEVELS];
  guint             n_levels; /* the last one has a single branch */
};

typedef struct
{
  const PelAnchorIndex *index;
  const PelAnchor      *element;
  PelNearness           best;
  gboolean              is_found;
  guint                 n_visits;
} Search;

static int
compare_anchors (gconstpointer a, gconstpointer b)
{
  const PelAnchor *left = a, *right = b;

  if (left->rect.high != right->rect.high)
    return left->rect.high < right->rect.high ? -1 : 1;
  return left->rect.first < right->rect.first ? -1 : left->rect.first > right->rect.first;
}

static Branch
branch_from_anchor (const PelAnchor *anchor)
{
  return (Branch){ .low = anchor->rect.low,
                   .high = anchor->rect.high,
                   .first_high = anchor->rect.high,
                   .first = anchor->rect.first,
                   .last = anchor->rect.last,
                   .reach = anchor->reach };
}

static Branch
branch_join (const Branch *a, const Branch *b)
{
  return (Branch){ .low = MIN (a->low, b->low),
                   .high = MAX (a->high, b->high),
                   .first_high = MIN (a->first_high, b->first_high),
                   .first = MIN (a->first, b->first),
                   .last = MAX (a->last, b->last),
                   .reach = MAX (a->reach, b->reach) };
}

static Branch
get_branch (const PelAnchorIndex *self, guint level, guint position)
{
  if (level == 0)
    return branch_from_anchor (&g_array_index (self->anchors, PelAnchor, position));
  return self->levels[level][position];
}

/* Level 0 is the anchors themselves. */
static void
add_level (PelAnchorIndex *self)
{
  guint level = self->n_levels++;
  guint n_below = self->n_branches[level - 1];

  self->n_branches[level] = (n_below + FAN_OUT - 1) / FAN_OUT;
  self->levels[level] = g_new (Branch, self->n_branches[level]);
  for (guint i = 0; i < n_below; i++)
    {
      Branch  below = get_branch (self, level - 1, i);
      Branch *branch = &self->levels[level][i / FAN_OUT];

      *branch = i % FAN_OUT == 0 ? below : branch_join (branch, &below);
    }
}

PelAnchorIndex *
pel_anchor_index_new_take (PelAnchorRelation relation, GArray *anchors)
{
  PelAnchorIndex *self = g_new0 (PelAnchorIndex, 1);

  self->relation = relation;
  self->anchors = anchors;
  g_array_sort (anchors, compare_anchors);
  self->n_branches[0] = anchors->len;
  self->n_levels = 1;
  while (self->n_branches[self->n_levels - 1] > 1)
    add_level (self);
  return self;
}

void
pel_anchor_index_free (PelAnchorIndex *self)
{
  if (self == NULL)
    return;
  for (guint i = 1; i < self->n_levels; i++)
    g_free (self->levels[i]);
  g_array_unref (self->anchors);
  g_free (self);
}

static int
get_overlap (int first_a, int last_a, int first_b, int last_b)
{
  return MIN (last_a, last_b) - MAX (first_a, first_b);
}

static double
get_gap (const PelDirectedRect *a, const PelDirectedRect *b)
{
  return hypot (MAX (-get_overlap (a->low, a->high, b->low, b->high), 0),
                MAX (-get_overlap (a->first, a->last, b->first, b->last), 0));
}

static gboolean
is_beside (const PelDirectedRect *a, const PelDirectedRect *b)
{
  int overlap = get_overlap (a->first, a->last, b->first, b->last);

  return overlap > 0 && 2 * (gint64) overlap >= MIN (a->last - a->first, b->last - b->first);
}

static gboolean
measure (const Search *search, const PelAnchor *anchor, PelNearness *ret_nearness)
{
  const PelDirectedRect *a = &anchor->rect, *b = &search->element->rect;
  int                    across = get_overlap (a->first, a->last, b->first, b->last);
  int                    along = get_overlap (a->low, a->high, b->low, b->high);

  if (search->index->relation == PEL_ANCHOR_NEAR)
    {
      *ret_nearness = (PelNearness){ get_gap (a, b), MAX (MAX (across, along), 0) };
      return ret_nearness->distance <= anchor->reach;
    }
  *ret_nearness = (PelNearness){ (double) b->low - a->high, across };
  return b->low >= a->high && is_beside (a, b);
}

static gboolean
is_better (const PelNearness *a, const PelNearness *b)
{
  return a->distance < b->distance || (a->distance == b->distance && a->overlap > b->overlap);
}

/* The best that any anchor of a branch could be; FALSE: none can be anything. */
static gboolean
measure_branch (const Search *search, const Branch *branch, PelNearness *ret_nearness)
{
  const PelDirectedRect *rect = &search->element->rect;
  int across = get_overlap (branch->first, branch->last, rect->first, rect->last);

  if (search->index->relation == PEL_ANCHOR_NEAR)
    {
      PelDirectedRect around = { branch->low, branch->high, branch->first, branch->last };

      ret_nearness->distance = get_gap (&around, rect);
      ret_nearness->overlap = MAX (rect->high - rect->low, rect->last - rect->first);
      return ret_nearness->distance <= branch->reach;
    }
  ret_nearness->distance = MAX ((double) rect->low - branch->high, 0);
  ret_nearness->overlap = across;
  return branch->first_high <= rect->low && across > 0;
}

static gboolean
is_kin (const PelAnchor *a, const PelAnchor *b)
{
  return (a->id <= b->id && b->id <= a->last_descendant) ||
         (b->id <= a->id && a->id <= b->last_descendant);
}

static void
visit_anchor (Search *search, const PelAnchor *anchor)
{
  PelNearness nearness;

  if (!measure (search, anchor, &nearness) || is_kin (anchor, search->element))
    return;
  if (!search->is_found || is_better (&nearness, &search->best))
    search->best = nearness;
  search->is_found = TRUE;
}

/* Those that end last come first: of what lies before the element, they are the nearest. Goes no
 * deeper than there are levels. */
static void
visit (Search *search, guint level, guint position)
{
  const PelAnchorIndex *self = search->index;
  Branch                branch;
  PelNearness           bound;
  guint                 end;

  if (search->n_visits++ >= MAX_VISITS)
    return;
  if (level == 0)
    {
      visit_anchor (search, &g_array_index (self->anchors, PelAnchor, position));
      return;
    }
  branch = get_branch (self, level, position);
  if (!measure_branch (search, &branch, &bound) ||
      (search->is_found && !is_better (&bound, &search->best)))
    return;
  end = MIN ((position + 1) * FAN_OUT, self->n_branches[level - 1]);
  for (guint i = end; i > position * FAN_OUT; i--)
    visit (search, level - 1, i - 1);
}

gboolean
pel_anchor_index_find (const PelAnchorIndex *self,
                       const PelAnchor      *element,
                       PelNearness          *ret_nearness)
{
  Search search = { .index = self, .element = element };

  visit (&search, self->n_levels - 1, 0);
  if (search.is_found)
    *ret_nearness = search.best;
  return search.is_found;
}
