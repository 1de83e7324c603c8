/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/scene-diff.h"

#include "overlay/item-shape.h"

#include <string.h>

/* A pixel is the same in both scenes where the same items lie over it, in the same order. So a
 * longest common sequence of items is found, and every other one damages what it covers. */

static gboolean
equal_pieces (const GArray *a, const GArray *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->len == b->len && memcmp (a->data, b->data, a->len * sizeof (PelBufferRect)) == 0;
}

static gboolean
equal_items (gconstpointer a, gconstpointer b)
{
  const PelSceneItem *left = a, *right = b;

  return left->kind == right->kind && left->shade == right->shade &&
         pel_buffer_rect_equal (&left->rect, &right->rect) &&
         g_strcmp0 (left->text, right->text) == 0 && equal_pieces (left->pieces, right->pieces);
}

static guint
hash_item (gconstpointer data)
{
  const PelSceneItem *item = data;
  const guint         numbers[] = { item->kind,   item->shade,      item->rect.x,
                                    item->rect.y, item->rect.width, item->rect.height };
  guint               hash = item->text != NULL ? g_str_hash (item->text) : 0;

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    hash = (hash ^ numbers[i]) * 0x9e3779b1u + (hash >> 15);
  return hash;
}

static const PelSceneItem *
get_item (const PelScene *scene, guint index)
{
  return &g_array_index (scene->items, PelSceneItem, index);
}

/* What lies between the items that both begin with and those that both end with. */
typedef struct
{
  const PelScene *before, *after;
  guint           start, before_end, after_end;
} Middle;

static Middle
find_middle (const PelScene *before, const PelScene *after)
{
  Middle m = { before, after, 0, before->items->len, after->items->len };

  while (m.start < MIN (m.before_end, m.after_end) &&
         equal_items (get_item (before, m.start), get_item (after, m.start)))
    m.start++;
  while (m.start < MIN (m.before_end, m.after_end) &&
         equal_items (get_item (before, m.before_end - 1), get_item (after, m.after_end - 1)))
    {
      m.before_end--;
      m.after_end--;
    }
  return m;
}

/* For each item of @after's middle its place in @before, or -1; each is taken once. */
static gint64 *
match_items (const Middle *m)
{
  g_autoptr (GHashTable) places = g_hash_table_new (hash_item, equal_items);
  guint                  n_after = m->after_end - m->start;
  gint64                *matches = g_new (gint64, n_after);

  /* the first of equal ones is in the table last */
  for (guint i = m->before_end; i-- > m->start;)
    g_hash_table_replace (places, (gpointer) get_item (m->before, i), GUINT_TO_POINTER (i));
  for (guint i = 0; i < n_after; i++)
    {
      const PelSceneItem *item = get_item (m->after, m->start + i);
      gpointer            place;

      matches[i] = -1;
      if (g_hash_table_lookup_extended (places, item, NULL, &place))
        {
          matches[i] = GPOINTER_TO_UINT (place);
          g_hash_table_remove (places, item);
        }
    }
  return matches;
}

/* Leaves in @matches the longest sequence that rises, and -1 elsewhere. */
static void
keep_rising (gint64 *matches, guint n_matches)
{
  g_autofree gint64 *tails = g_new (gint64, n_matches + 1); /* of the best of each length */
  g_autofree gint64 *previous = g_new (gint64, n_matches + 1);
  g_autofree gint64 *kept = g_new (gint64, n_matches + 1);
  guint              length = 0;

  for (guint i = 0; i < n_matches; i++)
    {
      guint low = 0, high = length;

      if (matches[i] < 0)
        continue;
      while (low < high)
        {
          guint middle = (low + high) / 2;

          if (matches[tails[middle]] < matches[i])
            low = middle + 1;
          else
            high = middle;
        }
      previous[i] = low > 0 ? tails[low - 1] : -1;
      tails[low] = i;
      length = MAX (length, low + 1);
    }
  for (guint i = 0; i < n_matches; i++)
    kept[i] = -1;
  for (gint64 i = length > 0 ? tails[length - 1] : -1; i >= 0; i = previous[i])
    kept[i] = matches[i];
  for (guint i = 0; i < n_matches; i++)
    matches[i] = kept[i];
}

/* Appends the shapes of all items that have no partner. */
static void
add_strangers (const Middle *m, const gint64 *matches, GArray *rects)
{
  PelThemeSizes      sizes = pel_theme_get_sizes (m->after->scale);
  PelBufferRect      bounds = { 0, 0, m->after->width, m->after->height };
  g_autofree guint8 *is_kept = g_new0 (guint8, m->before_end - m->start + 1);

  for (guint i = m->start; i < m->after_end; i++)
    if (matches[i - m->start] >= 0)
      is_kept[matches[i - m->start] - m->start] = TRUE;
    else
      pel_item_shape_add (rects, get_item (m->after, i), &sizes, PEL_PAINTER_BLENDED, &bounds);
  for (guint i = m->start; i < m->before_end; i++)
    if (!is_kept[i - m->start])
      pel_item_shape_add (rects, get_item (m->before, i), &sizes, PEL_PAINTER_BLENDED, &bounds);
}

static cairo_region_t *
get_everything (const PelScene *before, const PelScene *after)
{
  cairo_rectangle_int_t bounds = {
    0, 0, MAX (before->width, after->width), MAX (before->height, after->height)
  };

  return cairo_region_create_rectangle (&bounds);
}

cairo_region_t *
pel_scene_diff (const PelScene *before, const PelScene *after)
{
  g_autoptr (GArray) rects = NULL;
  g_autofree gint64 *matches = NULL;
  Middle             middle;

  if (before == NULL && after == NULL)
    return cairo_region_create ();
  if (before == NULL || after == NULL)
    return pel_painter_get_shape (before != NULL ? before : after, PEL_PAINTER_BLENDED);
  if (before == after)
    return cairo_region_create ();
  if (before->width != after->width || before->height != after->height ||
      before->scale != after->scale)
    return get_everything (before, after);

  rects = g_array_new (FALSE, FALSE, sizeof (PelBufferRect));
  middle = find_middle (before, after);
  matches = match_items (&middle);
  keep_rising (matches, middle.after_end - middle.start);
  add_strangers (&middle, matches, rects);
  return pel_item_shape_to_region (rects);
}
