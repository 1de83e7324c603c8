/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/region/region-numbering.h"

#include "services/region/region-list.h"

/* What begins less than this, and less than half of its height, below the first one of a line still
 * stands in it. */
#define LINE_HEIGHT 24.0

/* A number and whose it is. */
typedef struct
{
  PelRegion *region; /* for its identity; the key of the table */
  guint      index;
  gint64     seen;       /* when it was there for the last time, if it is not now */
  gboolean   is_there;   /* in the regions that were numbered last */
  gboolean   is_claimed; /* in those that are being numbered */
} Holder;

struct _PelRegionNumbering
{
  GHashTable *holders; /* of Holder */
};

static void
holder_free (gpointer data)
{
  Holder *holder = data;

  pel_region_unref (holder->region);
  g_free (holder);
}

PelRegionNumbering *
pel_region_numbering_new (void)
{
  PelRegionNumbering *self = g_new0 (PelRegionNumbering, 1);

  self->holders = g_hash_table_new_full (pel_region_hash_identity,
                                         pel_region_equal_identity,
                                         NULL,
                                         holder_free);
  return self;
}

void
pel_region_numbering_free (PelRegionNumbering *self)
{
  g_hash_table_unref (self->holders);
  g_free (self);
}

static int
compare_tops (gconstpointer a, gconstpointer b)
{
  const PelNativeRect *rect_a = &(*(PelRegion *const *) a)->bounds;
  const PelNativeRect *rect_b = &(*(PelRegion *const *) b)->bounds;

  if (rect_a->y != rect_b->y)
    return rect_a->y < rect_b->y ? -1 : 1;
  return (rect_a->x > rect_b->x) - (rect_a->x < rect_b->x);
}

static int
compare_lefts (gconstpointer a, gconstpointer b, gpointer unused)
{
  const PelNativeRect *rect_a = &(*(PelRegion *const *) a)->bounds;
  const PelNativeRect *rect_b = &(*(PelRegion *const *) b)->bounds;

  if (rect_a->x != rect_b->x)
    return rect_a->x < rect_b->x ? -1 : 1;
  return (rect_a->y > rect_b->y) - (rect_a->y < rect_b->y);
}

static void
sort_as_read (GPtrArray *regions)
{
  guint first = 0;

  g_ptr_array_sort (regions, compare_tops);
  while (first < regions->len)
    {
      const PelNativeRect *rect = &((PelRegion *) regions->pdata[first])->bounds;
      double               bottom = rect->y + MIN (rect->height / 2, LINE_HEIGHT);
      guint                end = first + 1;

      while (end < regions->len && ((PelRegion *) regions->pdata[end])->bounds.y < bottom)
        end++;
      g_qsort_with_data (regions->pdata + first,
                         end - first,
                         sizeof (gpointer),
                         compare_lefts,
                         NULL);
      first = end;
    }
}

static gboolean
is_away (gpointer key, gpointer value, gpointer unused)
{
  return !((Holder *) value)->is_there;
}

/* Who was there until now and who is remembered. A program whose elements are others each time is
 * not remembered for long. */
static void
begin (PelRegionNumbering *self, gint64 now)
{
  guint          n_away = 0;
  GHashTableIter iter;
  gpointer       value;

  g_hash_table_iter_init (&iter, self->holders);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Holder *holder = value;

      holder->is_claimed = FALSE;
      if (holder->is_there)
        holder->seen = now;
      n_away += !holder->is_there;
      if (!holder->is_there && now - holder->seen > PEL_REGION_MEMORY_US)
        g_hash_table_iter_remove (&iter);
    }
  if (n_away > PEL_MAX_REGIONS)
    g_hash_table_foreach_remove (self->holders, is_away, NULL);
}

static void
claim (Holder *holder, PelRegion *region, GHashTable *taken)
{
  region->index = holder->index;
  holder->is_claimed = TRUE;
  g_hash_table_add (taken, GUINT_TO_POINTER (region->index));
}

/* Who was there keeps his number. */
static void
keep_numbers (PelRegionNumbering *self, GPtrArray *regions, GHashTable *taken)
{
  for (guint i = 0; i < regions->len; i++)
    {
      PelRegion *region = regions->pdata[i];
      Holder    *holder = g_hash_table_lookup (self->holders, region);

      if (holder != NULL && holder->is_there && !holder->is_claimed)
        claim (holder, region, taken);
    }
}

/* (nullable): who is back, and could have his number again. */
static Holder *
find_back (PelRegionNumbering *self, const PelRegion *region, GHashTable *taken)
{
  Holder *holder = g_hash_table_lookup (self->holders, region);

  if (holder == NULL || holder->is_there || holder->is_claimed ||
      g_hash_table_contains (taken, GUINT_TO_POINTER (holder->index)))
    return NULL;
  return holder;
}

/* Of several who are back and had the same number, the last one has it again. */
static void
return_numbers (PelRegionNumbering *self, GPtrArray *regions, GHashTable *taken)
{
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL); /* by number: of Holder */

  for (guint i = 0; i < regions->len; i++)
    {
      Holder *holder = find_back (self, regions->pdata[i], taken);
      Holder *other;

      if (holder == NULL)
        continue;
      other = g_hash_table_lookup (last, GUINT_TO_POINTER (holder->index));
      if (other == NULL || holder->seen > other->seen)
        g_hash_table_insert (last, GUINT_TO_POINTER (holder->index), holder);
    }
  for (guint i = 0; i < regions->len; i++)
    {
      Holder *holder = find_back (self, regions->pdata[i], taken);

      if (holder != NULL && g_hash_table_lookup (last, GUINT_TO_POINTER (holder->index)) == holder)
        claim (holder, regions->pdata[i], taken);
    }
}

static void
give_numbers (GPtrArray *regions, GHashTable *taken)
{
  guint next = 1;

  for (guint i = 0; i < regions->len; i++)
    {
      PelRegion *region = regions->pdata[i];

      if (region->index != 0)
        continue;
      while (g_hash_table_contains (taken, GUINT_TO_POINTER (next)))
        next++;
      region->index = next++;
    }
}

/* An identity that a program gives twice belongs to the first. */
static void
remember (PelRegionNumbering *self, GPtrArray *regions)
{
  GHashTableIter iter;
  gpointer       value;

  g_hash_table_iter_init (&iter, self->holders);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((Holder *) value)->is_there = FALSE;
  for (guint i = 0; i < regions->len; i++)
    {
      PelRegion *region = regions->pdata[i];
      Holder    *holder = g_hash_table_lookup (self->holders, region);

      if (holder != NULL && holder->is_there)
        continue;
      holder = g_new0 (Holder, 1);
      holder->region = pel_region_ref (region);
      holder->index = region->index;
      holder->is_there = TRUE;
      g_hash_table_replace (self->holders, holder->region, holder);
    }
}

void
pel_region_numbering_apply (PelRegionNumbering *self, PelFoundRegions *found, gint64 now)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);

  begin (self, now);
  sort_as_read (found->regions);
  keep_numbers (self, found->regions, taken);
  return_numbers (self, found->regions, taken);
  give_numbers (found->regions, taken);
  remember (self, found->regions);
}
