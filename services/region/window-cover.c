/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/region/window-cover.h"

/* Bounds for desktops that are made to cost time: more windows than this over one count as a single
 * large one, more pieces of a rectangle than this are not told apart. */
#define MAX_COVERS 128
#define MAX_PIECES 64

struct _PelWindowCover
{
  PelDesktop *desktop;
  GPtrArray  *covers; /* for each window (nullable) a GArray of PelNativeRect: what lies over it */
};

static void
clear_covers (gpointer covers)
{
  if (covers != NULL)
    g_array_unref (covers);
}

PelWindowCover *
pel_window_cover_new (PelDesktop *desktop)
{
  PelWindowCover *self = g_new0 (PelWindowCover, 1);

  self->desktop = desktop;
  self->covers = g_ptr_array_new_with_free_func (clear_covers);
  g_ptr_array_set_size (self->covers, pel_desktop_get_n_windows (desktop));
  return self;
}

void
pel_window_cover_free (PelWindowCover *self)
{
  g_ptr_array_unref (self->covers);
  g_free (self);
}

static const PelWindowInfo *
get_info (const PelWindowCover *self, guint index)
{
  return pel_window_get_info (pel_desktop_get_window (self->desktop, index));
}

/* Grows @rect to hold @other too. */
static void
unite (PelNativeRect *rect, const PelNativeRect *other)
{
  double right = MAX (rect->x + rect->width, other->x + other->width);
  double bottom = MAX (rect->y + rect->height, other->y + other->height);

  rect->x = MIN (rect->x, other->x);
  rect->y = MIN (rect->y, other->y);
  rect->width = right - rect->x;
  rect->height = bottom - rect->y;
}

static void
add_cover (GArray *covers, const PelNativeRect *cover)
{
  if (covers->len < MAX_COVERS)
    g_array_append_vals (covers, cover, 1);
  else
    unite (&g_array_index (covers, PelNativeRect, MAX_COVERS - 1), cover);
}

static GArray *
find_covers (const PelWindowCover *self, guint window_index)
{
  const PelNativeRect *bounds = &get_info (self, window_index)->bounds;
  GArray              *covers = g_array_new (FALSE, FALSE, sizeof (PelNativeRect));

  for (guint i = 0; i < window_index; i++)
    {
      const PelWindowInfo *above = get_info (self, i);
      PelNativeRect        part = pel_native_rect_intersect (&above->bounds, bounds);

      if ((above->states & PEL_WINDOW_VISIBLE) != 0 && !pel_native_rect_is_empty (&part))
        add_cover (covers, &part);
    }
  return covers;
}

static void
add_piece (GArray *pieces, double left, double top, double right, double bottom)
{
  PelNativeRect piece = { left, top, right - left, bottom - top };

  if (!pel_native_rect_is_empty (&piece) && pieces->len < MAX_PIECES)
    g_array_append_val (pieces, piece);
}

/* A strip above the hole, one at each side of it and one below. */
static void
add_around (GArray *pieces, const PelNativeRect *piece, const PelNativeRect *hole)
{
  double right = piece->x + piece->width, bottom = piece->y + piece->height;
  double hole_right = hole->x + hole->width, hole_bottom = hole->y + hole->height;

  add_piece (pieces, piece->x, piece->y, right, hole->y);
  add_piece (pieces, piece->x, hole->y, hole->x, hole_bottom);
  add_piece (pieces, hole_right, hole->y, right, hole_bottom);
  add_piece (pieces, piece->x, hole_bottom, right, bottom);
}

/* Takes @pieces, returns what @cover leaves of them. */
static GArray *
subtract (GArray *pieces, const PelNativeRect *cover)
{
  g_autoptr (GArray) before = pieces;
  GArray            *after = g_array_new (FALSE, FALSE, sizeof (PelNativeRect));

  for (guint i = 0; i < before->len; i++)
    {
      const PelNativeRect *piece = &g_array_index (before, PelNativeRect, i);
      PelNativeRect        hole = pel_native_rect_intersect (piece, cover);

      if (!pel_native_rect_is_empty (&hole))
        add_around (after, piece, &hole);
      else if (after->len < MAX_PIECES)
        g_array_append_vals (after, piece, 1);
    }
  return after;
}

static gboolean
meets (const PelNativeRect *a, const PelNativeRect *b)
{
  PelNativeRect common = pel_native_rect_intersect (a, b);

  return !pel_native_rect_is_empty (&common);
}

GArray *
pel_window_cover_cut (PelWindowCover *self, guint window_index, const PelNativeRect *rect)
{
  GArray *covers, *pieces;

  g_return_val_if_fail (window_index < self->covers->len, NULL);

  if (self->covers->pdata[window_index] == NULL)
    self->covers->pdata[window_index] = find_covers (self, window_index);
  covers = self->covers->pdata[window_index];
  pieces = g_array_new (FALSE, FALSE, sizeof (PelNativeRect));
  if (!pel_native_rect_is_empty (rect))
    g_array_append_vals (pieces, rect, 1);
  for (guint i = 0; i < covers->len && pieces->len > 0; i++)
    {
      const PelNativeRect *cover = &g_array_index (covers, PelNativeRect, i);

      if (meets (cover, rect))
        pieces = subtract (pieces, cover);
    }
  if (pieces->len == 0)
    g_clear_pointer (&pieces, g_array_unref);
  return pieces;
}
