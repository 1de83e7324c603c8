/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/snapshot-arena.h"

/* Of what lies over an element so much is looked at; beyond that it counts as covered. */
#define MAX_TRIES  64
#define MAX_PIECES 64

/* A part of an element on one monitor that nothing is known to cover, with the pixels that have
 * their middle in it. */
typedef struct
{
  PelNativeRect     rect;
  const PelMonitor *monitor;
  PelPhysicalPoint  first, last;
} Piece;

typedef struct
{
  Piece pieces[MAX_PIECES];
  guint n_pieces;
} PieceList;

/* Only with a pixel in it. */
static void
add_piece (PieceList *list, const PelMonitor *monitor, const PelNativeRect *rect)
{
  Piece          piece = { .rect = *rect, .monitor = monitor };
  PelNativePoint end = { rect->x + rect->width, rect->y + rect->height };
  PelNativePoint middle;

  if (list->n_pieces == MAX_PIECES || !(rect->width > 0) || !(rect->height > 0))
    return;
  piece.first = pel_monitor_point_to_physical (monitor, (PelNativePoint){ rect->x, rect->y });
  piece.last = pel_monitor_point_to_physical (monitor, end);
  middle = pel_monitor_point_to_native (monitor, piece.first);
  piece.first.x += middle.x < rect->x;
  piece.first.y += middle.y < rect->y;
  middle = pel_monitor_point_to_native (monitor, piece.last);
  piece.last.x -= middle.x >= end.x;
  piece.last.y -= middle.y >= end.y;
  if (piece.first.x <= piece.last.x && piece.first.y <= piece.last.y)
    list->pieces[list->n_pieces++] = piece;
}

/* What is left of a piece around @hole: a strip above it, one below it, and one at each side. */
static void
add_around (PieceList *list, const Piece *piece, const PelNativeRect *hole)
{
  const PelNativeRect *r = &piece->rect;
  double               right = r->x + r->width, bottom = r->y + r->height;
  double               hole_right = hole->x + hole->width, hole_bottom = hole->y + hole->height;
  const PelNativeRect  strips[] = {
     { r->x, r->y, r->width, hole->y - r->y },
     { r->x, hole_bottom, r->width, bottom - hole_bottom },
     { r->x, hole->y, hole->x - r->x, hole->height },
     { hole_right, hole->y, right - hole_right, hole->height },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (strips); i++)
    add_piece (list, piece->monitor, &strips[i]);
}

static void
subtract (PieceList *list, const PelNativeRect *cover)
{
  PieceList left = { .n_pieces = 0 };

  for (guint i = 0; i < list->n_pieces; i++)
    {
      const Piece  *piece = &list->pieces[i];
      PelNativeRect hole = pel_native_rect_intersect (&piece->rect, cover);

      if (hole.width > 0)
        add_around (&left, piece, &hole);
      else if (left.n_pieces < MAX_PIECES)
        left.pieces[left.n_pieces++] = *piece;
    }
  *list = left;
}

/* On every monitor its part; where monitors show the same, only the first one's. */
static void
add_monitors (PieceList *list, const PelMonitorLayout *layout, const PelNativeRect *rect)
{
  for (guint i = pel_monitor_layout_get_n_monitors (layout); i > 0; i--)
    {
      const PelMonitor *monitor = pel_monitor_layout_get_monitor (layout, i - 1);
      PelNativeRect     part = pel_native_rect_intersect (rect, &monitor->native);

      subtract (list, &part);
      add_piece (list, monitor, &part);
    }
}

static guint
find_largest (const PieceList *list)
{
  guint  largest = 0;
  double area = -1;

  for (guint i = 0; i < list->n_pieces; i++)
    {
      const PelNativeRect *rect = &list->pieces[i].rect;

      if (rect->width * rect->height > area)
        {
          largest = i;
          area = rect->width * rect->height;
        }
    }
  return largest;
}

static PelNativePoint
get_middle (const Piece *piece)
{
  const PelNativeRect *rect = &piece->rect;
  PelNativePoint       middle = { rect->x + rect->width / 2, rect->y + rect->height / 2 };
  PelPhysicalPoint     pixel = pel_monitor_point_to_physical (piece->monitor, middle);

  pixel.x = CLAMP (pixel.x, piece->first.x, piece->last.x);
  pixel.y = CLAMP (pixel.y, piece->first.y, piece->last.y);
  return pel_monitor_point_to_native (piece->monitor, pixel);
}

/* Whether one of them is the other, or in it. */
static gboolean
are_related (PelSnapshot *self, PelElementId a, PelElementId b)
{
  return a <= b ? b <= pel_snapshot_get_last_descendant (self, a)
                : a <= pel_snapshot_get_last_descendant (self, b);
}

gboolean
pel_snapshot_is_behind (PelSnapshot *self, PelElementId id, PelNativePoint point)
{
  PelWindow   *window;
  PelElementId pressed = pel_snapshot_find_pressed (self, point, &window);

  return pressed != PEL_ELEMENT_NONE && window == pel_snapshot_find_window (self, id) &&
         !are_related (self, pressed, id);
}

/* FALSE: a click at @point, where the element can be seen, reaches it. Else what lies over it
 * there: nothing of the element can be reached in all of that rectangle. */
static gboolean
find_cover (PelSnapshot *self, PelElementId id, PelNativePoint point, PelNativeRect *ret_cover)
{
  PelWindow   *window;
  PelElementId pressed = pel_snapshot_find_pressed (self, point, &window);

  *ret_cover = (PelNativeRect){ 0 };
  if (window != pel_snapshot_find_window (self, id))
    {
      if (window != NULL)
        *ret_cover = pel_window_get_info (window)->bounds;
      return TRUE;
    }
  if (pressed == PEL_ELEMENT_NONE || are_related (self, pressed, id))
    return FALSE;
  pel_snapshot_get_visible_rect (self, pressed, ret_cover);
  return TRUE;
}

gboolean
pel_snapshot_find_click_point (PelSnapshot *self, PelElementId id, PelNativePoint *ret_point)
{
  PieceList     list = { .n_pieces = 0 };
  PelDesktop   *desktop;
  PelNativeRect rect;

  g_return_val_if_fail (PEL_IS_SNAPSHOT (self), FALSE);
  g_return_val_if_fail (id != PEL_ELEMENT_NONE && id <= pel_snapshot_get_n_elements (self), FALSE);

  desktop = pel_snapshot_get_desktop (self);
  if (desktop == NULL || pel_snapshot_find_window (self, id) == NULL ||
      !pel_snapshot_get_visible_rect (self, id, &rect))
    return FALSE;
  add_monitors (&list, pel_desktop_get_layout (desktop), &rect);
  for (guint i = 0; i < MAX_TRIES && list.n_pieces > 0; i++)
    {
      guint          largest = find_largest (&list);
      PelNativePoint point = get_middle (&list.pieces[largest]);
      PelNativeRect  cover;

      if (!find_cover (self, id, point, &cover))
        {
          *ret_point = point;
          return TRUE;
        }
      /* Rounding must not make it look at the same point for ever. */
      if (!pel_native_rect_contains (&cover, point))
        list.pieces[largest] = list.pieces[--list.n_pieces];
      else
        subtract (&list, &cover);
    }
  return FALSE;
}
