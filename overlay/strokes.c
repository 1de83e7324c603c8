/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/strokes.h"

#include <math.h>

static void
add_clipped (GArray *rects, PelBufferRect rect, const PelBufferRect *clip)
{
  PelBufferRect inside = pel_buffer_rect_intersect (&rect, clip);

  if (!pel_buffer_rect_is_empty (&inside))
    g_array_append_val (rects, inside);
}

/* Top, bottom, left, right; the first two take the corners. Gives how many there are. */
static guint
get_edges (const PelBufferRect *r, int thickness, PelBufferRect ret_edges[4])
{
  int right = r->x + r->width, bottom = r->y + r->height;
  int inner = r->height - 2 * thickness;

  if (pel_buffer_rect_is_empty (r) || thickness <= 0)
    return 0;
  if (2 * thickness >= r->width || 2 * thickness >= r->height)
    {
      ret_edges[0] = *r;
      return 1;
    }
  ret_edges[0] = (PelBufferRect){ r->x, r->y, r->width, thickness };
  ret_edges[1] = (PelBufferRect){ r->x, bottom - thickness, r->width, thickness };
  ret_edges[2] = (PelBufferRect){ r->x, r->y + thickness, thickness, inner };
  ret_edges[3] = (PelBufferRect){ right - thickness, r->y + thickness, thickness, inner };
  return 4;
}

void
pel_strokes_add_ring (
    GArray *rects, const PelBufferRect *rect, int inset, int thickness, const PelBufferRect *clip)
{
  PelBufferRect outer = {
    rect->x + inset, rect->y + inset, rect->width - 2 * inset, rect->height - 2 * inset
  };
  PelBufferRect edges[4];
  guint         n_edges = get_edges (&outer, thickness, edges);

  for (guint i = 0; i < n_edges; i++)
    add_clipped (rects, edges[i], clip);
}

void
pel_strokes_add_dashed_ring (GArray              *rects,
                             const PelBufferRect *rect,
                             int                  thickness,
                             int                  dash,
                             int                  gap,
                             const PelBufferRect *clip)
{
  PelBufferRect edges[4];
  guint         n_edges = get_edges (rect, thickness, edges);

  if (n_edges == 4)
    for (guint i = 2; i < n_edges; i++)
      {
        edges[i].y = rect->y;
        edges[i].height = rect->height;
      }
  for (guint i = 0; i < n_edges; i++)
    pel_strokes_add_dashes (rects, &edges[i], dash, gap, clip);
}

void
pel_strokes_add_dashes (
    GArray *rects, const PelBufferRect *line, int dash, int gap, const PelBufferRect *clip)
{
  gboolean      is_flat = line->width >= line->height;
  PelBufferRect seen = pel_buffer_rect_intersect (line, clip);
  gint64        length = is_flat ? line->width : line->height;
  gint64        first = is_flat ? (gint64) seen.x - line->x : (gint64) seen.y - line->y;
  gint64        end = first + (is_flat ? seen.width : seen.height);
  gint64        way = length - dash, n_gaps;

  if (pel_buffer_rect_is_empty (&seen))
    return;
  if (way <= 0 || gap <= 0)
    {
      add_clipped (rects, *line, clip);
      return;
    }
  n_gaps = MAX ((2 * way + dash + gap) / (2 * (dash + gap)), 1);
  for (gint64 i = MAX (((first - dash) * n_gaps) / way - 1, 0); i <= n_gaps; i++)
    {
      int start = (int) (i * way / n_gaps);

      if (start >= end)
        return;
      if (is_flat)
        add_clipped (rects, (PelBufferRect){ line->x + start, line->y, dash, line->height }, clip);
      else
        add_clipped (rects, (PelBufferRect){ line->x, line->y + start, line->width, dash }, clip);
    }
}

/* How far a round corner goes in, in the row that is @row from the edge. */
static int
get_inset (int radius, int row)
{
  double height = radius - row - 0.5;

  return (int) floor (radius - sqrt (radius * radius - height * height) + 0.5);
}

void
pel_strokes_add_plate (GArray              *rects,
                       const PelBufferRect *rect,
                       int                  radius,
                       const PelBufferRect *clip)
{
  int rows = CLAMP (radius, 0, MIN (rect->width, rect->height) / 2);
  int bottom = rect->y + rect->height;

  for (int row = 0; row < rows; row++)
    {
      int inset = get_inset (rows, row);
      int width = rect->width - 2 * inset;

      add_clipped (rects, (PelBufferRect){ rect->x + inset, rect->y + row, width, 1 }, clip);
      add_clipped (rects, (PelBufferRect){ rect->x + inset, bottom - 1 - row, width, 1 }, clip);
    }
  add_clipped (rects,
               (PelBufferRect){ rect->x, rect->y + rows, rect->width, rect->height - 2 * rows },
               clip);
}
