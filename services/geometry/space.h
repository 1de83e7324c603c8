/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* One type for each coordinate space, so that the compiler refuses to mix them. All are values:
 * copied by assignment, owned by no one. A rectangle holds [x, x + width) × [y, y + height). */

/* A pixel of the virtual desktop: what crosses every boundary of the program. */
typedef struct
{
  int x, y;
} PelPhysicalPoint;

typedef struct
{
  int x, y, width, height;
} PelPhysicalRect;

/* What the window system itself counts in: X11 root pixels, or a Wayland compositor's logical
 * pixels. The model inside the program, and where input is injected. */
typedef struct
{
  double x, y;
} PelNativePoint;

typedef struct
{
  double x, y, width, height;
} PelNativeRect;

/* Physical pixels from the origin of a window's content. */
typedef struct
{
  int x, y;
} PelWindowPoint;

typedef struct
{
  int x, y, width, height;
} PelWindowRect;

/* Device pixels of one monitor: what the painter draws in. */
typedef struct
{
  int x, y, width, height;
} PelBufferRect;

/* A pixel of one captured frame. */
typedef struct
{
  int x, y;
} PelImagePoint;

typedef struct
{
  int x, y, width, height;
} PelImageRect;

/* No edge lies further out, whatever a program says of itself: sums and differences fit an int. */
#define PEL_COORDINATE_LIMIT (1 << 28)

/* The one rule of rounding, for edges: halves go up, also below zero, so that neighbours stay
 * neighbours wherever the origin lies. Saturates at PEL_COORDINATE_LIMIT. */
int pel_round_edge (double value);

gboolean pel_physical_rect_is_empty (const PelPhysicalRect *rect);
gboolean pel_physical_rect_contains (const PelPhysicalRect *rect, PelPhysicalPoint point);
gboolean pel_physical_rect_equal (const PelPhysicalRect *a, const PelPhysicalRect *b);

/* Empty (all zero) where they do not meet. */
PelPhysicalRect pel_physical_rect_intersect (const PelPhysicalRect *a, const PelPhysicalRect *b);

gboolean      pel_buffer_rect_is_empty (const PelBufferRect *rect);
gboolean      pel_buffer_rect_equal (const PelBufferRect *a, const PelBufferRect *b);
PelBufferRect pel_buffer_rect_intersect (const PelBufferRect *a, const PelBufferRect *b);

gboolean     pel_image_rect_equal (const PelImageRect *a, const PelImageRect *b);
PelImageRect pel_image_rect_intersect (const PelImageRect *a, const PelImageRect *b);

gboolean      pel_native_rect_is_empty (const PelNativeRect *rect);
gboolean      pel_native_rect_contains (const PelNativeRect *rect, PelNativePoint point);
gboolean      pel_native_rect_equal (const PelNativeRect *a, const PelNativeRect *b);
PelNativeRect pel_native_rect_intersect (const PelNativeRect *a, const PelNativeRect *b);

/* @origin is where the window's content begins. */
PelWindowPoint   pel_physical_to_window (PelPhysicalPoint point, PelPhysicalPoint origin);
PelPhysicalPoint pel_window_to_physical (PelWindowPoint point, PelPhysicalPoint origin);

/* A frame shows the pixels from @origin on, each @scale image pixels wide (1 unless it was
 * reduced). The pixel that holds the middle of the image pixel. */
PelPhysicalPoint pel_image_to_physical (PelImagePoint point, PelPhysicalPoint origin, double scale);
