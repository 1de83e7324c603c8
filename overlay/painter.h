/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/scene.h"

#include <cairo.h>

typedef enum
{
  PEL_PAINTER_BLENDED, /* what lies below shines through veils and round corners */
  PEL_PAINTER_SHAPED,  /* nothing can: no veils, and every pixel of the shape is opaque */
} PelPainterMode;

/* Pixels from data: asks no one anything, so it may run on any thread. One unit of @cr is one
 * device pixel, and (0, 0) is the corner of the monitor. Inside of @damage (NULL: of the monitor)
 * everything is replaced, and transparent where the scene has nothing. Pixels around it may be
 * painted again as well: whatever they were, they are then as the scene has them. */
void pel_painter_paint (const PelScene       *scene,
                        PelPainterMode        mode,
                        cairo_t              *cr,
                        const cairo_region_t *damage);

/* (transfer full): the pixels that anything may be drawn on. SHAPED: exactly those. */
cairo_region_t *pel_painter_get_shape (const PelScene *scene, PelPainterMode mode);

/* The part of it that lies in @within, in the time that what lies there takes. (transfer full) */
cairo_region_t *pel_painter_get_shape_within (const PelScene       *scene,
                                              PelPainterMode        mode,
                                              const cairo_region_t *within);
