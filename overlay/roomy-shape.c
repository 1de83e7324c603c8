/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/roomy-shape.h"

/* Room comes in tiles of this size. A line is a row of them: the inside of what it goes around
 * stays free if that is large. */
#define TILE 64

/* So much more than what is needed, and a label. */
#define MAX_WASTE 3
#define SOME_ROOM (512 * 512)

static gint64
get_area (const cairo_region_t *region)
{
  gint64 area = 0;

  for (int i = 0; i < cairo_region_num_rectangles (region); i++)
    {
      cairo_rectangle_int_t r;

      cairo_region_get_rectangle (region, i, &r);
      area += (gint64) r.width * r.height;
    }
  return area;
}

static void
mark_tiles (guint8 *tiles, int n_columns, const cairo_rectangle_int_t *r)
{
  for (int row = r->y / TILE; row <= (r->y + r->height - 1) / TILE; row++)
    for (int column = r->x / TILE; column <= (r->x + r->width - 1) / TILE; column++)
      tiles[(gsize) row * (gsize) n_columns + (gsize) column] = TRUE;
}

/* The rows of tiles that are marked, in one rectangle for each run of them. */
static cairo_region_t *
join_tiles (const guint8 *tiles, int n_columns, int n_rows)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (cairo_rectangle_int_t));

  for (int row = 0; row < n_rows; row++)
    for (int column = 0; column < n_columns; column++)
      {
        cairo_rectangle_int_t run = { column * TILE, row * TILE, 0, TILE };

        for (; column < n_columns && tiles[(gsize) row * (gsize) n_columns + (gsize) column];
             column++)
          run.width += TILE;
        if (run.width > 0)
          g_array_append_val (runs, run);
      }
  return cairo_region_create_rectangles ((const cairo_rectangle_int_t *) runs->data,
                                         (int) runs->len);
}

/* All tiles that it touches. It has no pixels left of or above the corner. */
static cairo_region_t *
make_tiles (const cairo_region_t *region)
{
  cairo_rectangle_int_t extents;
  int                   n_columns, n_rows;
  g_autofree guint8    *tiles = NULL;

  cairo_region_get_extents (region, &extents);
  n_columns = (extents.x + extents.width) / TILE + 1;
  n_rows = (extents.y + extents.height) / TILE + 1;
  tiles = g_malloc0 ((gsize) n_columns * (gsize) n_rows);
  for (int i = 0; i < cairo_region_num_rectangles (region); i++)
    {
      cairo_rectangle_int_t r;

      cairo_region_get_rectangle (region, i, &r);
      mark_tiles (tiles, n_columns, &r);
    }
  return join_tiles (tiles, n_columns, n_rows);
}

static gboolean
is_too_much (const cairo_region_t *have, const cairo_region_t *tiles)
{
  return get_area (have) > MAX_WASTE * get_area (tiles) + SOME_ROOM;
}

gboolean
pel_roomy_shape_holds (const cairo_region_t *have, const cairo_region_t *needed)
{
  cairo_region_t *missing = cairo_region_copy (needed);
  cairo_region_t *tiles;
  gboolean        holds;

  cairo_region_subtract (missing, have);
  holds = cairo_region_is_empty (missing);
  cairo_region_destroy (missing);
  if (!holds)
    return FALSE;
  tiles = make_tiles (needed);
  holds = !is_too_much (have, tiles);
  cairo_region_destroy (tiles);
  return holds;
}

cairo_region_t *
pel_roomy_shape_make (const cairo_region_t *have, const cairo_region_t *needed)
{
  cairo_region_t *tiles = make_tiles (needed);
  cairo_region_t *both = cairo_region_copy (tiles);

  cairo_region_union (both, have);
  if (is_too_much (both, tiles))
    {
      cairo_region_destroy (both);
      return tiles;
    }
  cairo_region_destroy (tiles);
  return both;
}
