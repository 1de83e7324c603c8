/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/geometry/monitor.h"

#include <math.h>

/* A compositor cuts logical sizes to whole units, so that the last pixels of a mode may lie beyond
 * its logical end (1200 px at 1.75 are 685 units, which cover 1198.75 px). No client can draw
 * there, but they exist. They share the last units of a Wayland fixed-point number: where a
 * pointer stands that was pushed against the edge. */
#define LAST_STEP (1.0 / 256)

double
pel_scale_from_sizes (int mode_width, int mode_height, int logical_width, int logical_height)
{
  double scale;

  if (mode_width <= 0 || mode_height <= 0 || logical_width <= 0 || logical_height <= 0)
    return 1;
  scale = MIN ((double) mode_width / logical_width, (double) mode_height / logical_height);
  return MAX (floor (scale * 120 + 0.5), 1) / 120;
}

/* Kept free for them at the end, wide enough for every scale up to 6. */
#define LAST_STEPS (8 * LAST_STEP)

/* Pixels that have their middle inside the logical size, clear of the last steps. */
static int
count_reachable (double length, double ratio, int n_pixels)
{
  int reachable = (int) floor ((length - LAST_STEPS) * ratio + 0.5 + 1e-9);

  return CLAMP (reachable, 0, n_pixels);
}

static double
axis_to_native (int pixel, double length, double ratio, int n_pixels)
{
  int reachable = count_reachable (length, ratio, n_pixels);

  if (pixel < reachable || pixel >= n_pixels)
    return (pixel + 0.5) / ratio;
  return length - (n_pixels - pixel - 0.5) * LAST_STEP;
}

static int
axis_to_physical (double value, double length, double ratio, int n_pixels)
{
  int    reachable = count_reachable (length, ratio, n_pixels);
  int    n_beyond = n_pixels - reachable;
  double tail = length - n_beyond * LAST_STEP;
  double pixel;

  if (n_beyond > 0 && value >= tail && value < length)
    return reachable + CLAMP ((int) floor ((value - tail) / LAST_STEP), 0, n_beyond - 1);

  pixel = floor (value * ratio);
  if (n_beyond > 0 && value >= 0 && value < length)
    pixel = MIN (pixel, reachable - 1);
  return (int) CLAMP (pixel, (double) G_MININT / 2, (double) G_MAXINT / 2);
}

PelNativePoint
pel_monitor_point_to_native (const PelMonitor *self, PelPhysicalPoint point)
{
  const PelPhysicalRect *p = &self->physical;
  const PelNativeRect   *n = &self->native;

  return (PelNativePoint){
    n->x + axis_to_native (point.x - p->x, n->width, self->ratio, p->width),
    n->y + axis_to_native (point.y - p->y, n->height, self->ratio, p->height),
  };
}

PelPhysicalPoint
pel_monitor_point_to_physical (const PelMonitor *self, PelNativePoint point)
{
  const PelPhysicalRect *p = &self->physical;
  const PelNativeRect   *n = &self->native;

  return (PelPhysicalPoint){
    p->x + axis_to_physical (point.x - n->x, n->width, self->ratio, p->width),
    p->y + axis_to_physical (point.y - n->y, n->height, self->ratio, p->height),
  };
}

PelNativeRect
pel_monitor_rect_to_native (const PelMonitor *self, const PelPhysicalRect *rect)
{
  return (PelNativeRect){
    self->native.x + (rect->x - self->physical.x) / self->ratio,
    self->native.y + (rect->y - self->physical.y) / self->ratio,
    rect->width / self->ratio,
    rect->height / self->ratio,
  };
}

PelBufferRect
pel_monitor_rect_to_buffer (const PelMonitor *self, const PelNativeRect *rect)
{
  double left = (rect->x - self->native.x) * self->ratio;
  double top = (rect->y - self->native.y) * self->ratio;
  int    x = pel_round_edge (left);
  int    y = pel_round_edge (top);

  return (PelBufferRect){
    x,
    y,
    pel_round_edge (left + rect->width * self->ratio) - x,
    pel_round_edge (top + rect->height * self->ratio) - y,
  };
}

PelPhysicalRect
pel_monitor_rect_to_physical (const PelMonitor *self, const PelNativeRect *rect)
{
  PelBufferRect buffer = pel_monitor_rect_to_buffer (self, rect);

  return (PelPhysicalRect){
    buffer.x + self->physical.x, buffer.y + self->physical.y, buffer.width, buffer.height
  };
}
