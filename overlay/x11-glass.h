/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"
#include "services/window/x11-connection.h"

#include <cairo.h>

/**
 * PelX11Glass:
 *
 * A transparent window over all monitors that no window manager looks after. Its input shape is
 * empty from the beginning. It has pixels only where its bounding shape is.
 */
typedef struct
{
  PelX11Connection *connection; /* borrowed */
  xcb_window_t      window;
  xcb_colormap_t    colormap;
  xcb_gcontext_t    gc;
  PelPhysicalRect   place;
  cairo_region_t   *shape; /* in pixels of the window */
  gboolean          is_mapped;
} PelX11Glass;

/* Fails where the server has no way to make one. Not mapped yet. */
PelX11Glass *pel_x11_glass_new (PelX11Connection *connection, GError **error);
void         pel_x11_glass_free (PelX11Glass *self);

/* What was drawn on it is lost when its size changes. */
void pel_x11_glass_place (PelX11Glass *self, const PelPhysicalRect *place);

/* FALSE where it is shown already. */
gboolean pel_x11_glass_show (PelX11Glass *self);

/* Takes @shape. */
void pel_x11_glass_take_shape (PelX11Glass *self, cairo_region_t *shape);

/* The number of the request. */
unsigned int pel_x11_glass_raise (PelX11Glass *self);
