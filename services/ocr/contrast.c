/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/ocr/contrast.h"

#define WHITE     255
#define TILE      8 /* logical pixels */
#define REACH_X   2 /* tiles: about a word */
#define REACH_Y   1
#define LEAST_INK 40

typedef struct
{
  int     tile, n_x, n_y;
  guint8 *peaks; /* the darkest ink in each tile */
} PeakMap;

static PeakMap
find_peaks (const guint8 *grey, int width, int height, int tile)
{
  PeakMap map = { .tile = tile,
                  .n_x = (width + tile - 1) / tile,
                  .n_y = (height + tile - 1) / tile };

  map.peaks = g_malloc0 ((gsize) map.n_x * map.n_y);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        guint8 *peak = &map.peaks[(gsize) (y / tile) * map.n_x + x / tile];

        *peak = MAX (*peak, WHITE - grey[(gsize) y * width + x]);
      }
  return map;
}

/* Around a tile, so that all letters of a word are treated alike. */
static guint8
get_peak (const PeakMap *map, int column, int row)
{
  guint8 peak = 0;

  for (int j = MAX (row - REACH_Y, 0); j <= MIN (row + REACH_Y, map->n_y - 1); j++)
    for (int i = MAX (column - REACH_X, 0); i <= MIN (column + REACH_X, map->n_x - 1); i++)
      peak = MAX (peak, map->peaks[(gsize) j * map->n_x + i]);
  return peak;
}

static void
stretch_tile (guint8 *grey, int width, int height, const PeakMap *map, int column, int row)
{
  int peak = get_peak (map, column, row);

  if (peak < LEAST_INK || peak == WHITE)
    return;
  for (int y = row * map->tile; y < MIN ((row + 1) * map->tile, height); y++)
    for (int x = column * map->tile; x < MIN ((column + 1) * map->tile, width); x++)
      {
        guint8 *pixel = &grey[(gsize) y * width + x];

        *pixel = WHITE - MIN ((WHITE - *pixel) * WHITE / peak, WHITE);
      }
}

void
pel_contrast_stretch (guint8 *grey, int width, int height, int unit)
{
  PeakMap map = find_peaks (grey, width, height, TILE * unit);

  for (int row = 0; row < map.n_y; row++)
    for (int column = 0; column < map.n_x; column++)
      stretch_tile (grey, width, height, &map, column, row);
  g_free (map.peaks);
}
