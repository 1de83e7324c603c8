/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

/**
 * PelImage:
 *
 * Pixels, row after row without gaps between them. Counted. Whoever makes one may write to it until
 * it is shared; from then on no one does, so that any thread may read it.
 */
typedef struct
{
  int      width, height;
  gboolean is_opaque; /* the upper eight bits of a pixel mean nothing */
  guint32 *pixels;    /* 0xAARRGGBB, premultiplied; 0: there is nothing */
} PelImage;

/* No side is longer, whoever says so. */
#define PEL_IMAGE_MAX_SIDE 32767

/* Transparent. */
PelImage *pel_image_new (int width, int height);

/* Around @pixels, which @free_data (@data) ends with the image. */
PelImage *pel_image_new_around (
    guint32 *pixels, int width, int height, GDestroyNotify free_data, gpointer data);

PelImage *pel_image_ref (PelImage *self);
void      pel_image_unref (PelImage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelImage, pel_image_unref)

/* How many bytes its pixels are. */
gsize pel_image_get_size (const PelImage *self);

/* The pixel at a place inside, with its upper bits as they are meant. */
guint32 pel_image_get_pixel (const PelImage *self, int x, int y);

/* (transfer full): the part of it in @rect, which counts from its corner; what lies outside is
 * transparent. The image itself where that is all of it. */
PelImage *pel_image_crop (PelImage *self, const PelImageRect *rect);

/* (transfer full): with @scale pixels for each, at most 1. Each pixel is the mean of those that
 * pel_image_to_physical() counts to it, edges in proportion. */
PelImage *pel_image_reduce (PelImage *self, double scale);

/* (transfer full): upright again, as people see it, of an output with this transform of Wayland. */
PelImage *pel_image_turn (PelImage *self, int transform);

/* The largest scale, at most 1, that leaves at most @max_pixels (at least 1). */
double pel_image_get_scale_for (const PelImage *self, gsize max_pixels);

/* For who has made it: puts @from with its corner at (@x, @y) in place of what is there, or (blend)
 * over it. */
void pel_image_copy (PelImage *self, const PelImage *from, int x, int y);
void pel_image_blend (PelImage *self, const PelImage *from, int x, int y);
void pel_image_fill (PelImage *self, const PelImageRect *rect, guint32 pixel);

/* The smallest box around all pixels of a colour, 0xRRGGBB; FALSE where there is none. */
gboolean pel_image_find (const PelImage *self, guint32 rgb, PelImageRect *ret_box);
