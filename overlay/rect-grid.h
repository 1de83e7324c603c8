/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

/**
 * PelRectGrid:
 *
 * Rectangles on one monitor, by cells: what meets another is found without a look at all of them.
 */
typedef struct _PelRectGrid PelRectGrid;

PelRectGrid *pel_rect_grid_new (int width, int height);
void         pel_rect_grid_free (PelRectGrid *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelRectGrid, pel_rect_grid_free)

/* How many cells @rect lies in. */
guint pel_rect_grid_count_cells (const PelRectGrid *self, const PelBufferRect *rect);

/* A cell that holds @max_in_cell already takes no more. */
void pel_rect_grid_add (PelRectGrid *self, const PelBufferRect *rect, guint max_in_cell);

/* Whether @rect covers more than @share (0 to 1) of something in it, apart from what holds all of
 * @around (nullable). */
gboolean pel_rect_grid_covers (const PelRectGrid   *self,
                               const PelBufferRect *rect,
                               const PelBufferRect *around,
                               double               share);
