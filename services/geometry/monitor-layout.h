/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/monitor.h"

/**
 * PelMonitorLayout:
 *
 * All monitors of the desktop at one instant and their place in the physical virtual desktop.
 * Immutable, reference-counted; the monitors it lends live as long as it.
 *
 * Monitors whose native rectangles do not overlap do not overlap physically either. Between
 * monitors of different scales there are gaps that hold no pixel.
 */
typedef struct _PelMonitorLayout PelMonitorLayout;

#define PEL_TYPE_MONITOR_LAYOUT (pel_monitor_layout_get_type ())
GType pel_monitor_layout_get_type (void);

/* Of each @monitors only name, native, the size of physical, ratio, scale and is_primary are
 * read. */
PelMonitorLayout *pel_monitor_layout_new (const PelMonitor *monitors, guint n_monitors);
PelMonitorLayout *pel_monitor_layout_ref (PelMonitorLayout *self);
void              pel_monitor_layout_unref (PelMonitorLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelMonitorLayout, pel_monitor_layout_unref)

guint             pel_monitor_layout_get_n_monitors (const PelMonitorLayout *self);
const PelMonitor *pel_monitor_layout_get_monitor (const PelMonitorLayout *self, guint index);

/* The smallest rectangle around all monitors. */
PelPhysicalRect pel_monitor_layout_get_bounds (const PelMonitorLayout *self);

/* (nullable): NULL in a gap or outside. */
const PelMonitor *pel_monitor_layout_find_physical (const PelMonitorLayout *self,
                                                    PelPhysicalPoint        point);
const PelMonitor *pel_monitor_layout_find_native (const PelMonitorLayout *self,
                                                  PelNativePoint          point);

/* The monitor that holds most of @rect; (nullable) where none holds any of it. */
const PelMonitor *pel_monitor_layout_find_rect (const PelMonitorLayout *self,
                                                const PelNativeRect    *rect);

/* Fails with PEL_ERROR_OUT_OF_BOUNDS for a point in a gap or outside. */
gboolean pel_monitor_layout_to_native (const PelMonitorLayout *self,
                                       PelPhysicalPoint        point,
                                       PelNativePoint         *ret_point,
                                       GError                **error);
gboolean pel_monitor_layout_to_physical (const PelMonitorLayout *self,
                                         PelNativePoint          point,
                                         PelPhysicalPoint       *ret_point,
                                         GError                **error);

gboolean pel_monitor_layout_equal (const PelMonitorLayout *a, const PelMonitorLayout *b);
