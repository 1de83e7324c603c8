/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"

/**
 * PelGreyImage:
 *
 * A picture made for text recognition: grey, dark text on light ground, and so large that small
 * text is read well. A value on the heap. Pure.
 */
typedef struct
{
  int     width, height;
  double  factor; /* its pixels for one of the picture */
  guint8 *pixels; /* row after row without gaps; 0 is black */
} PelGreyImage;

/* How much larger a picture of @width × @height with @scale pixels for a logical one is read best:
 * letters of 12 logical pixels then are as high as those that engines have learnt from. Less where
 * it would be more pixels than are worth their time. */
double pel_grey_image_choose_factor (int width, int height, double scale);

/* The part of @image in @rect, which lies inside of it, @scale as above. Whatever the colours are,
 * what differs from the ground around it becomes dark on white. */
PelGreyImage *pel_grey_image_new (const PelImage *image, const PelImageRect *rect, double scale);
void          pel_grey_image_free (PelGreyImage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelGreyImage, pel_grey_image_free)

/* The pixels of the picture that a box of this one shows, at least one. */
PelImageRect
pel_grey_image_map (const PelGreyImage *self, int left, int top, int right, int bottom);
