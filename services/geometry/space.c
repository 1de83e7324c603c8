/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/geometry/space.h"

#include <math.h>

int
pel_round_edge (double value)
{
  double rounded = floor (value + 0.5);

  if (isnan (rounded))
    return 0;
  return (int) CLAMP (rounded, -PEL_COORDINATE_LIMIT, PEL_COORDINATE_LIMIT);
}

gboolean
pel_physical_rect_is_empty (const PelPhysicalRect *rect)
{
  return rect->width <= 0 || rect->height <= 0;
}

/* Differences are taken in 64 bits: the rectangles of others may lie anywhere. */
static gboolean
span_contains (int start, int length, int value)
{
  return value >= start && (gint64) value - start < length;
}

gboolean
pel_physical_rect_contains (const PelPhysicalRect *rect, PelPhysicalPoint point)
{
  return span_contains (rect->x, rect->width, point.x) &&
         span_contains (rect->y, rect->height, point.y);
}

gboolean
pel_physical_rect_equal (const PelPhysicalRect *a, const PelPhysicalRect *b)
{
  return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

PelPhysicalRect
pel_physical_rect_intersect (const PelPhysicalRect *a, const PelPhysicalRect *b)
{
  gint64 left = MAX (a->x, b->x);
  gint64 top = MAX (a->y, b->y);
  gint64 right = MIN ((gint64) a->x + a->width, (gint64) b->x + b->width);
  gint64 bottom = MIN ((gint64) a->y + a->height, (gint64) b->y + b->height);

  if (right <= left || bottom <= top)
    return (PelPhysicalRect){ 0 };
  return (PelPhysicalRect){ left, top, right - left, bottom - top };
}

gboolean
pel_buffer_rect_is_empty (const PelBufferRect *rect)
{
  return rect->width <= 0 || rect->height <= 0;
}

gboolean
pel_buffer_rect_equal (const PelBufferRect *a, const PelBufferRect *b)
{
  return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

PelBufferRect
pel_buffer_rect_intersect (const PelBufferRect *a, const PelBufferRect *b)
{
  PelPhysicalRect left = { a->x, a->y, a->width, a->height };
  PelPhysicalRect right = { b->x, b->y, b->width, b->height };
  PelPhysicalRect both = pel_physical_rect_intersect (&left, &right);

  return (PelBufferRect){ both.x, both.y, both.width, both.height };
}

gboolean
pel_image_rect_equal (const PelImageRect *a, const PelImageRect *b)
{
  return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

PelImageRect
pel_image_rect_intersect (const PelImageRect *a, const PelImageRect *b)
{
  PelPhysicalRect left = { a->x, a->y, a->width, a->height };
  PelPhysicalRect right = { b->x, b->y, b->width, b->height };
  PelPhysicalRect both = pel_physical_rect_intersect (&left, &right);

  return (PelImageRect){ both.x, both.y, both.width, both.height };
}

gboolean
pel_native_rect_is_empty (const PelNativeRect *rect)
{
  return !(rect->width > 0) || !(rect->height > 0);
}

gboolean
pel_native_rect_contains (const PelNativeRect *rect, PelNativePoint point)
{
  return point.x >= rect->x && point.x < rect->x + rect->width && point.y >= rect->y &&
         point.y < rect->y + rect->height;
}

gboolean
pel_native_rect_equal (const PelNativeRect *a, const PelNativeRect *b)
{
  return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

PelNativeRect
pel_native_rect_intersect (const PelNativeRect *a, const PelNativeRect *b)
{
  double left = MAX (a->x, b->x);
  double top = MAX (a->y, b->y);
  double right = MIN (a->x + a->width, b->x + b->width);
  double bottom = MIN (a->y + a->height, b->y + b->height);

  if (!(right > left) || !(bottom > top))
    return (PelNativeRect){ 0 };
  return (PelNativeRect){ left, top, right - left, bottom - top };
}

PelWindowPoint
pel_physical_to_window (PelPhysicalPoint point, PelPhysicalPoint origin)
{
  return (PelWindowPoint){ point.x - origin.x, point.y - origin.y };
}

PelPhysicalPoint
pel_window_to_physical (PelWindowPoint point, PelPhysicalPoint origin)
{
  return (PelPhysicalPoint){ point.x + origin.x, point.y + origin.y };
}

PelPhysicalPoint
pel_image_to_physical (PelImagePoint point, PelPhysicalPoint origin, double scale)
{
  return (PelPhysicalPoint){ origin.x + (int) floor ((point.x + 0.5) / scale),
                             origin.y + (int) floor ((point.y + 0.5) / scale) };
}
