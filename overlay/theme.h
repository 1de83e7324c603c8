/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/scene.h"

#include <cairo.h>

#define PEL_THEME_FONT "Sans"

/* Plates that hold text, on light and on dark ground. All colours are 0xRRGGBB. */
#define PEL_THEME_PLATE      0x1c1e22u
#define PEL_THEME_PLATE_EDGE 0x7d848fu
#define PEL_THEME_TEXT       0xffffffu
#define PEL_THEME_DIM_TEXT   0xbcc3ceu

/* How one shade looks. No two have the same colour for any kind of colour vision, nor the same
 * line, for who sees no colours at all. */
typedef struct
{
  guint32  colour;
  guint32  companion; /* beside it or in its gaps: one of both is seen on any ground; letters */
  int      width;     /* of the line, in logical pixels */
  int      dash, gap; /* along the line, in logical pixels; 0: unbroken */
  gboolean is_double; /* the line again, inside of its companion */
  double   veil;      /* how much of the colour lies over what is filled with it */
} PelShadeStyle;

const PelShadeStyle *pel_theme_get_style (PelShade shade);

/* “accessibility”, “highlight” … */
const char *pel_shade_to_string (PelShade shade);
gboolean    pel_shade_from_string (const char *name, PelShade *ret_shade);

/* Lengths in device pixels, of whole ones, at one scale. */
typedef struct
{
  double scale; /* as it is used: a scale that makes no sense is another one */
  int    companion;
  int    tag_font, tag_padding, tag_radius;
  int    label_font, label_padding, label_gap, label_radius, label_stripe, label_max_width;
  int    label_distance; /* from what it tells of */
  int    banner_font, banner_padding, banner_radius, banner_max_width, banner_margin;
  int    point, point_line; /* the cross is as wide as high, with its line in the middle */
  int    edge;              /* of a plate */
} PelThemeSizes;

PelThemeSizes pel_theme_get_sizes (double scale);

/* @length logical pixels, at least one device pixel. */
int pel_theme_scale (const PelThemeSizes *sizes, int length);

/* Everything that an outline of this style covers, inwards from the edge. */
int pel_theme_get_thickness (const PelThemeSizes *sizes, const PelShadeStyle *style);

/* Of the lines of a point's cross, with the companion on both sides. */
int pel_theme_get_point_thickness (const PelThemeSizes *sizes);

/* Of the corners of a tag, a label or a banner. */
int pel_theme_get_radius (const PelThemeSizes *sizes, PelItemKind kind);

void pel_theme_set_colour (cairo_t *cr, guint32 rgb, double alpha);
