/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/ground-map.h"

/* All but tiles in logical pixels. Around a tile there is more paper than ink as long as letters
 * are not much larger than usual; of those that are, strokes are told from paper by how small a
 * patch they are.
 */
#define TILE        4 /* pixels: where paper ends, it is told to the tile */
#define AROUND_X    8
#define AROUND_Y    4
#define LEAST_PATCH 600 /* square pixels */
#define N_BINS      32
#define SAME_LEVEL  24

typedef struct
{
  guint  size;
  gint   label_of_neighbour; /* the largest one beside it; -1: none */
  guint8 level_of_neighbour;
} Patch;

static guint8
find_mode (const guint8 *grey, int stride, int left, int top, int right, int bottom)
{
  guint counts[N_BINS] = { 0 }, sums[N_BINS] = { 0 }, best = 0;

  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++)
      {
        guint8 level = grey[(gsize) y * stride + x];

        counts[level * N_BINS / 256]++;
        sums[level * N_BINS / 256] += level;
      }
  for (guint i = 1; i < N_BINS; i++)
    if (counts[i] > counts[best])
      best = i;
  return counts[best] > 0 ? sums[best] / counts[best] : 0;
}

static void
find_levels (PelGroundMap *self, const guint8 *grey, int width, int height, int unit)
{
  for (int j = 0; j < self->n_y; j++)
    for (int i = 0; i < self->n_x; i++)
      {
        int x = i * self->tile, y = j * self->tile;

        self->levels[(gsize) j * self->n_x + i] =
            find_mode (grey,
                       width,
                       MAX (x - AROUND_X * unit, 0),
                       MAX (y - AROUND_Y * unit, 0),
                       MIN (x + self->tile + AROUND_X * unit, width),
                       MIN (y + self->tile + AROUND_Y * unit, height));
      }
}

/* The tiles beside @at; returns how many. */
static guint
get_neighbours (const PelGroundMap *self, guint at, guint *ret_tiles)
{
  int   x = (int) at % self->n_x, y = (int) at / self->n_x;
  guint n = 0;

  if (x > 0)
    ret_tiles[n++] = at - 1;
  if (x < self->n_x - 1)
    ret_tiles[n++] = at + 1;
  if (y > 0)
    ret_tiles[n++] = at - self->n_x;
  if (y < self->n_y - 1)
    ret_tiles[n++] = at + self->n_x;
  return n;
}

/* Marks all tiles that hang together with @start as those of @label. */
static guint
flood (const PelGroundMap *self, gint *labels, guint start, gint label, guint *stack)
{
  guint n_waiting = 0, size = 0;

  labels[start] = label;
  stack[n_waiting++] = start;
  while (n_waiting > 0)
    {
      guint at = stack[--n_waiting], beside[4];
      guint n = get_neighbours (self, at, beside);

      size++;
      for (guint k = 0; k < n; k++)
        if (labels[beside[k]] < 0 && ABS (self->levels[beside[k]] - self->levels[at]) <= SAME_LEVEL)
          {
            labels[beside[k]] = label;
            stack[n_waiting++] = beside[k];
          }
    }
  return size;
}

static GArray *
find_patches (const PelGroundMap *self, gint *labels)
{
  guint             n_tiles = (guint) self->n_x * self->n_y;
  GArray           *patches = g_array_new (FALSE, TRUE, sizeof (Patch));
  g_autofree guint *stack = g_new (guint, n_tiles);

  for (guint i = 0; i < n_tiles; i++)
    labels[i] = -1;
  for (guint i = 0; i < n_tiles; i++)
    if (labels[i] < 0)
      {
        Patch patch = { .label_of_neighbour = -1 };

        patch.size = flood (self, labels, i, (gint) patches->len, stack);
        g_array_append_val (patches, patch);
      }
  return patches;
}

static void
meet_neighbours (const PelGroundMap *self, const gint *labels, GArray *patches, guint at)
{
  Patch *patch = &g_array_index (patches, Patch, labels[at]);
  guint  beside[4], n = get_neighbours (self, at, beside);

  for (guint k = 0; k < n; k++)
    {
      gint  label = labels[beside[k]];
      guint size = g_array_index (patches, Patch, label).size;

      if (label != labels[at] &&
          (patch->label_of_neighbour < 0 ||
           size > g_array_index (patches, Patch, patch->label_of_neighbour).size))
        {
          patch->label_of_neighbour = label;
          patch->level_of_neighbour = self->levels[beside[k]];
        }
    }
}

/* What is too small to be paper is a stroke on that which lies around it. */
static void
absorb_strokes (PelGroundMap *self, guint least)
{
  guint              n_tiles = (guint) self->n_x * self->n_y;
  g_autofree gint   *labels = g_new (gint, n_tiles);
  g_autoptr (GArray) patches = find_patches (self, labels);

  for (guint i = 0; i < n_tiles; i++)
    meet_neighbours (self, labels, patches, i);
  for (guint i = 0; i < n_tiles; i++)
    {
      const Patch *patch = &g_array_index (patches, Patch, labels[i]);

      if (patch->size < least && patch->label_of_neighbour >= 0)
        self->levels[i] = patch->level_of_neighbour;
    }
}

PelGroundMap *
pel_ground_map_new (const guint8 *grey, int width, int height, int unit)
{
  PelGroundMap *self = g_new0 (PelGroundMap, 1);

  g_return_val_if_fail (width > 0 && height > 0 && unit > 0, self);

  self->tile = TILE;
  self->n_x = (width + self->tile - 1) / self->tile;
  self->n_y = (height + self->tile - 1) / self->tile;
  self->levels = g_malloc ((gsize) self->n_x * self->n_y);
  find_levels (self, grey, width, height, unit);
  absorb_strokes (self, LEAST_PATCH * unit * unit / (TILE * TILE));
  return self;
}

void
pel_ground_map_free (PelGroundMap *self)
{
  if (self == NULL)
    return;
  g_free (self->levels);
  g_free (self);
}
