/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/spatial-relation.h"

#include "services/selector/anchor-index.h"
#include "services/selector/element-place.h"

/* Thousands are sorted: it is as small as it can be. */
typedef struct
{
  double       distance;
  int          overlap;
  PelElementId id;
} Neighbour;
G_STATIC_ASSERT (sizeof (Neighbour) == 16);

typedef struct
{
  PelSnapshot        *snapshot;
  PelSelectorStepKind relation;
  guint32            *tops;    /* by id: the outermost element around it below the application */
  GHashTable         *anchors; /* what is drawn together → GArray of PelAnchor, or its index */
} Finder;

/* Every direction is made the one to the right: turned by the corner, mirrored, or both. */
static PelDirectedRect
direct (const PelPhysicalRect *rect, PelSelectorStepKind relation)
{
  int left = rect->x, right = rect->x + rect->width;
  int top = rect->y, bottom = rect->y + rect->height;

  switch (relation)
    {
    case PEL_STEP_LEFT_OF:
      return (PelDirectedRect){ -right, -left, top, bottom };
    case PEL_STEP_BELOW:
      return (PelDirectedRect){ top, bottom, left, right };
    case PEL_STEP_ABOVE:
      return (PelDirectedRect){ -bottom, -top, left, right };
    default:
      return (PelDirectedRect){ left, right, top, bottom };
    }
}

static guint32 *
find_tops (PelSnapshot *snapshot)
{
  guint    n = pel_snapshot_get_n_elements (snapshot);
  guint32 *tops = g_new0 (guint32, n + 1);

  for (PelElementId id = 1; id <= n; id++)
    tops[id] = pel_snapshot_get_depth (snapshot, id) <= 1
                   ? id
                   : tops[pel_snapshot_get_parent (snapshot, id)];
  return tops;
}

/* The window it is drawn in, or, where that is not known, what is a window to its program. */
static gpointer
get_group (const Finder *self, PelElementId id)
{
  PelWindow *window = pel_snapshot_find_window (self->snapshot, id);

  return window != NULL ? (gpointer) window : GUINT_TO_POINTER (self->tops[id]);
}

static gboolean
get_anchor (const Finder *self, PelElementId id, PelAnchor *ret_anchor)
{
  PelPhysicalRect rect;
  double          scale;

  if ((pel_snapshot_get_flags (self->snapshot, id) & PEL_ELEMENT_IS_VISIBLE) == 0 ||
      !pel_element_place_get (self->snapshot, id, &rect, &scale))
    return FALSE;
  *ret_anchor =
      (PelAnchor){ .id = id,
                   .last_descendant = pel_snapshot_get_last_descendant (self->snapshot, id),
                   .rect = direct (&rect, self->relation),
                   .reach = PEL_SPATIAL_NEAR * scale };
  return TRUE;
}

static GHashTable *
group_anchors (const Finder *self, const GArray *ids)
{
  GHashTable *groups = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < ids->len; i++)
    {
      PelElementId id = g_array_index (ids, PelElementId, i);
      gpointer     group = get_group (self, id);
      GArray      *anchors = g_hash_table_lookup (groups, group);
      PelAnchor    anchor;

      if (!get_anchor (self, id, &anchor))
        continue;
      if (anchors == NULL)
        {
          anchors = g_array_new (FALSE, FALSE, sizeof (PelAnchor));
          g_hash_table_insert (groups, group, anchors);
        }
      g_array_append_val (anchors, anchor);
    }
  return groups;
}

static GHashTable *
index_anchors (const Finder *self, const GArray *ids)
{
  PelAnchorRelation relation =
      self->relation == PEL_STEP_NEAR ? PEL_ANCHOR_NEAR : PEL_ANCHOR_BEFORE;
  g_autoptr (GHashTable) groups = group_anchors (self, ids);
  GHashTable            *indexes =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) pel_anchor_index_free);
  GHashTableIter iter;
  gpointer       group, anchors;

  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, &group, &anchors))
    g_hash_table_insert (indexes, group, pel_anchor_index_new_take (relation, anchors));
  return indexes;
}

static int
compare_neighbours (gconstpointer a, gconstpointer b)
{
  const Neighbour *left = a, *right = b;

  if (left->distance != right->distance)
    return left->distance < right->distance ? -1 : 1;
  if (left->overlap != right->overlap)
    return left->overlap > right->overlap ? -1 : 1;
  return left->id < right->id ? -1 : left->id > right->id;
}

static void
add_neighbour (GArray *neighbours, PelElementId id, const PelNearness *nearness)
{
  Neighbour neighbour = { nearness->distance, nearness->overlap, id };

  g_array_append_val (neighbours, neighbour);
}

static GArray *
find_neighbours (const Finder *self)
{
  GArray               *neighbours = g_array_new (FALSE, FALSE, sizeof (Neighbour));
  guint                 n = pel_snapshot_get_n_elements (self->snapshot);
  gpointer              last_group = NULL;
  const PelAnchorIndex *index = NULL;

  for (PelElementId id = 1; id <= n; id++)
    {
      gpointer    group = get_group (self, id);
      PelNearness nearness;
      PelAnchor   element;

      /* what is drawn together mostly stands together */
      if (group != last_group)
        index = g_hash_table_lookup (self->anchors, group);
      last_group = group;
      if (index != NULL && get_anchor (self, id, &element) &&
          pel_anchor_index_find (index, &element, &nearness))
        add_neighbour (neighbours, id, &nearness);
    }
  g_array_sort (neighbours, compare_neighbours);
  return neighbours;
}

GArray *
pel_spatial_relation_find (PelSnapshot        *snapshot,
                           PelSelectorStepKind relation,
                           const GArray       *anchors)
{
  g_autofree guint32    *tops = find_tops (snapshot);
  Finder                 self = { .snapshot = snapshot, .relation = relation, .tops = tops };
  g_autoptr (GHashTable) indexes = index_anchors (&self, anchors);
  g_autoptr (GArray)     neighbours = NULL;
  GArray                *ids = g_array_new (FALSE, FALSE, sizeof (PelElementId));

  self.anchors = indexes;
  neighbours = find_neighbours (&self);
  for (guint i = 0; i < neighbours->len; i++)
    g_array_append_val (ids, g_array_index (neighbours, Neighbour, i).id);
  return ids;
}
