/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <cairo.h>
#include <glib.h>

/* A shape with some room around what is drawn, so that it need not change each time that another
 * element is hovered: a compositor takes a window of another shape for a new picture of all of it.
 * Where the room is transparent it costs a little blending, so that there is not too much of it.
 *
 * Whether the shape @have can stay as it is when @needed is drawn: it holds all of it, and not much
 * more. */
gboolean pel_roomy_shape_holds (const cairo_region_t *have, const cairo_region_t *needed);

/* The shape to take when it cannot: @needed and what is near, and what @have holds as well, unless
 * that is too much. (transfer full) */
cairo_region_t *pel_roomy_shape_make (const cairo_region_t *have, const cairo_region_t *needed);
