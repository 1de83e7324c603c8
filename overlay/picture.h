/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/painter.h"

/**
 * PelPicture:
 *
 * An image, and the scene that is painted on it. A value on the heap.
 */
typedef struct
{
  cairo_surface_t *image;
  PelScene        *scene; /* (nullable): nothing is painted, all is transparent */
  PelPainterMode   mode;
} PelPicture;

/* Takes @image, which must be transparent. */
PelPicture *pel_picture_new (cairo_surface_t *image);
void        pel_picture_free (PelPicture *self);

/* Paints @scene (nullable) in place of the one before, and of that only what differs: the pixels
 * that may have changed. (transfer full) */
cairo_region_t *pel_picture_show (PelPicture *self, PelScene *scene, PelPainterMode mode);
