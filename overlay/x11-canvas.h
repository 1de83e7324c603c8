/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/painter.h"
#include "overlay/x11-pixels.h"
#include "services/geometry/monitor-layout.h"

/**
 * PelX11Canvas:
 *
 * What the overlay shows on all monitors of one layout: a part of the same pixels for each. Regions
 * are in pixels from the corner of the layout's bounds.
 */
typedef struct _PelX11Canvas PelX11Canvas;

PelX11Canvas *pel_x11_canvas_new (PelX11Connection       *connection,
                                  PelX11Road              road,
                                  const PelMonitorLayout *layout,
                                  GError                **error);
void          pel_x11_canvas_free (PelX11Canvas *self);

/* (transfer none) */
PelX11Pixels *pel_x11_canvas_get_pixels (PelX11Canvas *self);

/* Paints @scenes (of PelScene), each on the monitor that it names. What may have changed is added
 * to @damage. */
void pel_x11_canvas_show (PelX11Canvas   *self,
                          GPtrArray      *scenes,
                          PelPainterMode  mode,
                          cairo_region_t *damage);

/* Where anything may be drawn. (transfer full) */
cairo_region_t *pel_x11_canvas_dup_shape (PelX11Canvas *self);
