/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/painter.h"
#include "overlay/theme.h"

/* Appends to @rects (of PelBufferRect) the pixels of @clip that @item may be drawn on. */
void pel_item_shape_add (GArray              *rects,
                         const PelSceneItem  *item,
                         const PelThemeSizes *sizes,
                         PelPainterMode       mode,
                         const PelBufferRect *clip);

/* (transfer full): as one region, which takes less than adding them one by one. */
cairo_region_t *pel_item_shape_to_region (GArray *rects);

/* The two bars of the cross of a point, @thickness wide. */
void pel_item_shape_get_bars (const PelBufferRect *rect, int thickness, PelBufferRect ret_bars[2]);
