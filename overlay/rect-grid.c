/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/rect-grid.h"

#define CELL 64

/* One rectangle in one cell. */
typedef struct
{
  PelBufferRect rect;
  guint         next; /* in the same cell: a place in @nodes, plus one */
} Node;

typedef struct
{
  guint first, n_nodes;
} Cell;

struct _PelRectGrid
{
  int     n_columns, n_rows;
  Cell   *cells;
  GArray *nodes; /* of Node */
};

PelRectGrid *
pel_rect_grid_new (int width, int height)
{
  PelRectGrid *self = g_new0 (PelRectGrid, 1);

  self->n_columns = MAX (width, 1) / CELL + 1;
  self->n_rows = MAX (height, 1) / CELL + 1;
  self->cells = g_new0 (Cell, (gsize) self->n_columns * self->n_rows);
  self->nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  return self;
}

void
pel_rect_grid_free (PelRectGrid *self)
{
  if (self == NULL)
    return;
  g_free (self->cells);
  g_array_unref (self->nodes);
  g_free (self);
}

/* Cells from (x, y) to (right, bottom), both included; none where right is left of x. */
typedef struct
{
  int x, y, right, bottom;
} Span;

static Span
get_span (const PelRectGrid *self, const PelBufferRect *rect)
{
  PelBufferRect all = { 0, 0, self->n_columns * CELL, self->n_rows * CELL };
  PelBufferRect r = pel_buffer_rect_intersect (rect, &all);

  if (pel_buffer_rect_is_empty (&r))
    return (Span){ 0, 0, -1, -1 };
  return (Span){ r.x / CELL, r.y / CELL, (r.x + r.width - 1) / CELL, (r.y + r.height - 1) / CELL };
}

guint
pel_rect_grid_count_cells (const PelRectGrid *self, const PelBufferRect *rect)
{
  Span span = get_span (self, rect);

  return (guint) (span.right - span.x + 1) * (guint) (span.bottom - span.y + 1);
}

static void
add_to_cell (PelRectGrid *self, Cell *cell, const PelBufferRect *rect)
{
  Node node = { *rect, cell->first };

  g_array_append_val (self->nodes, node);
  cell->first = self->nodes->len;
  cell->n_nodes++;
}

void
pel_rect_grid_add (PelRectGrid *self, const PelBufferRect *rect, guint max_in_cell)
{
  Span span = get_span (self, rect);

  for (int y = span.y; y <= span.bottom; y++)
    for (int x = span.x; x <= span.right; x++)
      {
        Cell *cell = &self->cells[(gsize) y * self->n_columns + x];

        if (cell->n_nodes < max_in_cell)
          add_to_cell (self, cell, rect);
      }
}

/* Of @other, by @rect. Nearly all pairs in a cell lie apart. */
static gboolean
covers (const PelBufferRect *rect, const PelBufferRect *other, double share)
{
  int width = MIN (rect->x + rect->width, other->x + other->width) - MAX (rect->x, other->x);
  int height = MIN (rect->y + rect->height, other->y + other->height) - MAX (rect->y, other->y);

  return width > 0 && height > 0 && (double) width * height > share * other->width * other->height;
}

static gboolean
holds (const PelBufferRect *outer, const PelBufferRect *inner)
{
  return outer->x <= inner->x && outer->y <= inner->y &&
         outer->x + outer->width >= inner->x + inner->width &&
         outer->y + outer->height >= inner->y + inner->height;
}

static gboolean
covers_in_cell (const PelRectGrid   *self,
                const Cell          *cell,
                const PelBufferRect *rect,
                const PelBufferRect *around,
                double               share)
{
  for (guint i = cell->first; i != 0; i = g_array_index (self->nodes, Node, i - 1).next)
    {
      const PelBufferRect *other = &g_array_index (self->nodes, Node, i - 1).rect;

      if (covers (rect, other, share) && (around == NULL || !holds (other, around)))
        return TRUE;
    }
  return FALSE;
}

gboolean
pel_rect_grid_covers (const PelRectGrid   *self,
                      const PelBufferRect *rect,
                      const PelBufferRect *around,
                      double               share)
{
  Span span = get_span (self, rect);

  for (int y = span.y; y <= span.bottom; y++)
    for (int x = span.x; x <= span.right; x++)
      {
        const Cell *cell = &self->cells[(gsize) y * self->n_columns + x];

        if (covers_in_cell (self, cell, rect, around, share))
          return TRUE;
      }
  return FALSE;
}
