/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

#include <glib-object.h>

/**
 * PelMonitor:
 *
 * One monitor as the window system describes it, and its place on the physical virtual desktop.
 * A value inside a PelMonitorLayout, which owns the name and computes @physical.
 */
typedef struct
{
  const char     *name;
  PelNativeRect   native;   /* X11: root pixels; Wayland: logical */
  PelPhysicalRect physical; /* size: its mode after its transform */
  double          ratio;    /* device pixels for one native unit: 1 on X11 */
  double          scale;    /* how large interfaces are drawn; on X11 from the font resolution */
  gboolean        is_primary;
} PelMonitor;

/* What a compositor must mean when it tells a mode and a logical size, which it has cut to whole
 * units: the nearest scale in steps of 1/120 that Wayland knows. */
double
pel_scale_from_sizes (int mode_width, int mode_height, int logical_width, int logical_height);

/* Conversions on one monitor. A point is a pixel, and maps to the middle of what it covers; a
 * rectangle maps edge by edge. Physical → native → physical is the identity for every pixel. */
PelNativePoint   pel_monitor_point_to_native (const PelMonitor *self, PelPhysicalPoint point);
PelPhysicalPoint pel_monitor_point_to_physical (const PelMonitor *self, PelNativePoint point);
PelNativeRect    pel_monitor_rect_to_native (const PelMonitor *self, const PelPhysicalRect *rect);
PelPhysicalRect  pel_monitor_rect_to_physical (const PelMonitor *self, const PelNativeRect *rect);
PelBufferRect    pel_monitor_rect_to_buffer (const PelMonitor *self, const PelNativeRect *rect);
