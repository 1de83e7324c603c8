/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/painter.h"
#include "overlay/theme.h"

/**
 * PelPlates:
 *
 * Tags, labels and banners: letters on a plate with round corners. Each is put together aside and
 * laid down as a whole: then the same pixels come out whatever is clipped, which cannot be said of
 * letters and arcs (cairo 1.16). Plates are kept by size and shade, so that a thousand tags cost
 * little.
 */
typedef struct _PelPlates PelPlates;

PelPlates *pel_plates_new (const PelThemeSizes *sizes, PelPainterMode mode);
void       pel_plates_free (PelPlates *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPlates, pel_plates_free)

void pel_plates_paint (PelPlates *self, cairo_t *cr, const PelSceneItem *item);
