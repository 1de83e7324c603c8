/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/spatial-index.h"

#define FAN_BITS   4
#define MAX_LEVELS 7 /* 268 million; beyond that the top level is a list */

typedef struct
{
  double left, top, right, bottom; /* left > right: nothing in it */
} Box;

struct _PelSpatialIndex
{
  PelSpatialGetFunc get_rect;
  gconstpointer     data;
  guint             n_rects;
  guint             n_levels;
  guint             n_boxes[MAX_LEVELS]; /* level 0 sums up rectangles, level n boxes of n - 1 */
  Box              *boxes[MAX_LEVELS];
};

static void
box_add (Box *box, const Box *other)
{
  if (other->left > other->right)
    return;
  if (box->left > box->right)
    {
      *box = *other;
      return;
    }
  box->left = MIN (box->left, other->left);
  box->top = MIN (box->top, other->top);
  box->right = MAX (box->right, other->right);
  box->bottom = MAX (box->bottom, other->bottom);
}

static gboolean
box_holds (const Box *box, PelNativePoint point)
{
  return point.x >= box->left && point.x < box->right && point.y >= box->top &&
         point.y < box->bottom;
}

/* The boxes of what lies below a level: of a level, or of the rectangles themselves. */
typedef struct
{
  PelSpatialGetFunc get_rect;
  gconstpointer     data;
  const Box        *boxes; /* instead, where there is a level below */
} Below;

static Box
get_box (const Below *below, guint position)
{
  PelNativeRect rect;

  if (below->boxes != NULL)
    return below->boxes[position];
  if (!below->get_rect (below->data, position, &rect))
    return (Box){ .left = 1 };
  return (Box){ rect.x, rect.y, rect.x + rect.width, rect.y + rect.height };
}

static guint
add_level (PelSpatialIndex *self, const Below *below, guint n_below)
{
  guint level = self->n_levels++;
  guint n_boxes = (n_below + (1 << FAN_BITS) - 1) >> FAN_BITS;
  Box  *boxes = g_new (Box, n_boxes);

  for (guint i = 0; i < n_boxes; i++)
    boxes[i] = (Box){ .left = 1 };
  for (guint i = 0; i < n_below; i++)
    {
      Box box = get_box (below, i);

      box_add (&boxes[i >> FAN_BITS], &box);
    }
  self->boxes[level] = boxes;
  self->n_boxes[level] = n_boxes;
  return n_boxes;
}

PelSpatialIndex *
pel_spatial_index_new (PelSpatialGetFunc get_rect,
                       gconstpointer     data,
                       guint             n_rects,
                       PelSpatialGetFunc get_rect_box,
                       gconstpointer     box_data)
{
  PelSpatialIndex *self = g_new0 (PelSpatialIndex, 1);
  Below            below = { get_rect_box, box_data, NULL };
  guint            n_below = n_rects;

  self->get_rect = get_rect;
  self->data = data;
  self->n_rects = n_rects;
  while (n_below > 1 && self->n_levels < MAX_LEVELS)
    {
      n_below = add_level (self, &below, n_below);
      below.boxes = self->boxes[self->n_levels - 1];
    }
  return self;
}

void
pel_spatial_index_free (PelSpatialIndex *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_levels; i++)
    g_free (self->boxes[i]);
  g_free (self);
}

gsize
pel_spatial_index_get_bytes (const PelSpatialIndex *self)
{
  gsize bytes = sizeof *self;

  for (guint i = 0; i < self->n_levels; i++)
    bytes += self->n_boxes[i] * sizeof (Box);
  return bytes;
}

/* How many of the low bits of @position can be skipped: the largest box around it that does not
 * hold the point. */
static guint
get_empty_bits (const PelSpatialIndex *self, guint position, PelNativePoint point)
{
  guint bits = 0;

  for (guint level = 0; level < self->n_levels; level++)
    {
      if (box_holds (&self->boxes[level][position >> (bits + FAN_BITS)], point))
        break;
      bits += FAN_BITS;
    }
  return bits;
}

static gboolean
holds (const PelSpatialIndex *self, guint position, PelNativePoint point)
{
  PelNativeRect rect;

  return self->get_rect (self->data, position, &rect) && pel_native_rect_contains (&rect, point);
}

gboolean
pel_spatial_index_find_last (const PelSpatialIndex *self,
                             guint                  first,
                             guint                  last,
                             PelNativePoint         point,
                             PelSpatialAcceptFunc   accept,
                             gconstpointer          accept_data,
                             guint                 *ret_position)
{
  g_return_val_if_fail (last < self->n_rects || first > last, FALSE);

  for (gint64 i = last; i >= (gint64) first;)
    {
      gboolean is_block_end = i == last || (i & ((1 << FAN_BITS) - 1)) == (1 << FAN_BITS) - 1;
      guint    bits = is_block_end ? get_empty_bits (self, i, point) : 0;

      if (bits > 0)
        {
          i = (i >> bits << bits) - 1;
          continue;
        }
      if (holds (self, i, point) && accept (accept_data, i, point))
        {
          *ret_position = i;
          return TRUE;
        }
      i--;
    }
  return FALSE;
}
