/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/capture/change-map.h"

/* Above this, joining those that overlap would take longer than comparing the pixels did. */
#define MAX_LOOSE_RECTS 1024

/* Around the changed pixels of a square part; nothing where right is 0. */
typedef struct
{
  int left, top, right, bottom;
} Box;

struct _PelChangeMap
{
  int  side; /* of a cell, in pixels */
  int  n_columns, n_rows;
  Box *cells;
};

static int
count_cells (int length, int side)
{
  return (length + side - 1) / side;
}

PelChangeMap *
pel_change_map_new (int width, int height)
{
  PelChangeMap *self = g_new0 (PelChangeMap, 1);

  self->side = PEL_CHANGE_GAP;
  self->n_columns = count_cells (width, self->side);
  self->n_rows = count_cells (height, self->side);
  self->cells = g_new0 (Box, (gsize) self->n_columns * (gsize) self->n_rows);
  return self;
}

void
pel_change_map_free (PelChangeMap *self)
{
  if (self == NULL)
    return;
  g_free (self->cells);
  g_free (self);
}

static void
box_add (Box *self, const Box *other)
{
  if (other->right == 0)
    return;
  if (self->right == 0)
    *self = *other;
  self->left = MIN (self->left, other->left);
  self->top = MIN (self->top, other->top);
  self->right = MAX (self->right, other->right);
  self->bottom = MAX (self->bottom, other->bottom);
}

static gboolean
box_overlaps (const Box *self, const Box *other)
{
  return self->left < other->right && other->left < self->right && self->top < other->bottom &&
         other->top < self->bottom;
}

static Box *
get_cell (PelChangeMap *self, int column, int row)
{
  return &self->cells[(gsize) row * (gsize) self->n_columns + (gsize) column];
}

void
pel_change_map_add (PelChangeMap *self, int x, int end, int y)
{
  while (x < end)
    {
      int column = x / self->side;
      int stop = MIN (end, (column + 1) * self->side);

      box_add (get_cell (self, column, y / self->side), &(Box){ x, y, stop, y + 1 });
      x = stop;
    }
}

typedef struct
{
  int column, row;
} Cell;

static void
push_neighbours (GArray *stack, const PelChangeMap *self, Cell cell)
{
  for (int row = MAX (cell.row - 1, 0); row <= MIN (cell.row + 1, self->n_rows - 1); row++)
    for (int column = MAX (cell.column - 1, 0);
         column <= MIN (cell.column + 1, self->n_columns - 1);
         column++)
      {
        Cell neighbour = { column, row };

        g_array_append_val (stack, neighbour);
      }
}

/* All that hangs together with @cell, which is then not in @left any more. */
static Box
take_island (PelChangeMap *left, Cell cell)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Cell));
  Box                island = { 0 };

  g_array_append_val (stack, cell);
  while (stack->len > 0)
    {
      Cell here = g_array_index (stack, Cell, stack->len - 1);
      Box *box = get_cell (left, here.column, here.row);

      g_array_set_size (stack, stack->len - 1);
      if (box->right == 0)
        continue;
      box_add (&island, box);
      *box = (Box){ 0 };
      push_neighbours (stack, left, here);
    }
  return island;
}

/* (element-type Box): their boxes, which may overlap; it stops where there are too many. */
static GArray *
find_islands (const PelChangeMap *self)
{
  GArray      *islands = g_array_new (FALSE, FALSE, sizeof (Box));
  gsize        n_bytes = (gsize) self->n_columns * (gsize) self->n_rows * sizeof (Box);
  PelChangeMap left = *self;

  left.cells = g_memdup2 (self->cells, n_bytes);
  for (int row = 0; row < left.n_rows && islands->len <= MAX_LOOSE_RECTS; row++)
    for (int column = 0; column < left.n_columns; column++)
      if (get_cell (&left, column, row)->right != 0)
        {
          Box island = take_island (&left, (Cell){ column, row });

          g_array_append_val (islands, island);
        }
  g_free (left.cells);
  return islands;
}

/* Takes what overlaps @boxes[@index] into it; TRUE where there was something. */
static gboolean
swallow (GArray *boxes, guint index)
{
  gboolean has_grown = FALSE;

  for (guint i = boxes->len; i-- > index + 1;)
    {
      Box *box = &g_array_index (boxes, Box, index);
      Box  other = g_array_index (boxes, Box, i);

      if (!box_overlaps (box, &other))
        continue;
      box_add (box, &other);
      g_array_remove_index_fast (boxes, i);
      has_grown = TRUE;
    }
  return has_grown;
}

/* One that has grown may overlap those before it. */
static void
join_overlapping (GArray *boxes)
{
  gboolean has_grown = TRUE;

  while (has_grown)
    {
      has_grown = FALSE;
      for (guint i = 0; i < boxes->len; i++)
        while (swallow (boxes, i))
          has_grown = TRUE;
    }
}

/* Four cells become one. */
static void
coarsen (PelChangeMap *self)
{
  PelChangeMap fine = *self;

  self->side *= 2;
  self->n_columns = count_cells (fine.n_columns, 2);
  self->n_rows = count_cells (fine.n_rows, 2);
  self->cells = g_new0 (Box, (gsize) self->n_columns * (gsize) self->n_rows);
  for (int row = 0; row < fine.n_rows; row++)
    for (int column = 0; column < fine.n_columns; column++)
      box_add (get_cell (self, column / 2, row / 2), get_cell (&fine, column, row));
  g_free (fine.cells);
}

/* (element-type Box) */
static GArray *
find_boxes (PelChangeMap *self)
{
  for (;;)
    {
      g_autoptr (GArray) boxes = find_islands (self);

      if (boxes->len <= MAX_LOOSE_RECTS)
        join_overlapping (boxes);
      if (boxes->len <= PEL_CHANGE_MAX_RECTS)
        return g_steal_pointer (&boxes);
      coarsen (self); /* in the end there is one cell */
    }
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const PelImageRect *one = a, *other = b;

  return one->y != other->y ? one->y - other->y : one->x - other->x;
}

GArray *
pel_change_map_finish (PelChangeMap *self)
{
  g_autoptr (GArray) boxes = find_boxes (self);
  GArray            *rects = g_array_sized_new (FALSE, FALSE, sizeof (PelImageRect), boxes->len);

  for (guint i = 0; i < boxes->len; i++)
    {
      const Box   *box = &g_array_index (boxes, Box, i);
      PelImageRect rect = { box->left, box->top, box->right - box->left, box->bottom - box->top };

      g_array_append_val (rects, rect);
    }
  g_array_sort (rects, compare_places);
  return rects;
}
