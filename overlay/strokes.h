/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

/* Lines made of whole pixels. Each function appends to @rects (of PelBufferRect) what of its line
 * lies inside of @clip, however long the line is. */

/* The edges of @rect, @inset away from it, @thickness wide, inwards. */
void pel_strokes_add_ring (
    GArray *rects, const PelBufferRect *rect, int inset, int thickness, const PelBufferRect *clip);

/* The same, broken; a dash turns round each corner. */
void pel_strokes_add_dashed_ring (GArray              *rects,
                                  const PelBufferRect *rect,
                                  int                  thickness,
                                  int                  dash,
                                  int                  gap,
                                  const PelBufferRect *clip);

/* Dashes along the longer side of @line: one at each end, the gaps as equal as pixels can be. */
void pel_strokes_add_dashes (
    GArray *rects, const PelBufferRect *line, int dash, int gap, const PelBufferRect *clip);

/* @rect without its corners: what of a round plate can be had without half-covered pixels. */
void pel_strokes_add_plate (GArray              *rects,
                            const PelBufferRect *rect,
                            int                  radius,
                            const PelBufferRect *clip);
