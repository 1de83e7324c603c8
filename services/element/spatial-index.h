/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/space.h"

/**
 * PelSpatialIndex:
 *
 * Finds the last of a list of rectangles that holds a point, in the order in which they are
 * painted: the last one lies on top. Sixteen rectangles at a time are summed up in the one around
 * them, sixteen of those in another, and so on: what is painted together lies together, so most of
 * the list is never looked at. About two bytes a rectangle, whatever the rectangles are.
 */
typedef struct _PelSpatialIndex PelSpatialIndex;

/* FALSE: the rectangle at @position takes no part. */
typedef gboolean (*PelSpatialGetFunc) (gconstpointer data, guint position, PelNativeRect *ret_rect);
/* Whether the rectangle at @position, which holds the point, counts. */
typedef gboolean (*PelSpatialAcceptFunc) (gconstpointer  accept_data,
                                          guint          position,
                                          PelNativePoint point);

/* @get_box is asked once for each, here: the part of the rectangle that can be hit at all. */
PelSpatialIndex *pel_spatial_index_new (PelSpatialGetFunc get_rect,
                                        gconstpointer     data,
                                        guint             n_rects,
                                        PelSpatialGetFunc get_box,
                                        gconstpointer     box_data);
void             pel_spatial_index_free (PelSpatialIndex *self);
gsize            pel_spatial_index_get_bytes (const PelSpatialIndex *self);

/* Looks from @last down to @first. */
gboolean pel_spatial_index_find_last (const PelSpatialIndex *self,
                                      guint                  first,
                                      guint                  last,
                                      PelNativePoint         point,
                                      PelSpatialAcceptFunc   accept,
                                      gconstpointer          accept_data,
                                      guint                 *ret_position);
