/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/theme.h"

#include "services/element/name.h"

#include <math.h>

#define MIN_SCALE 0.5
#define MAX_SCALE 8.0

#define DARK  0x101214u
#define LIGHT 0xffffffu

/* From the palette of Okabe and Ito, moved as little as keeps eleven of them apart. */
/* clang-format off */
static const PelShadeStyle styles[] = {
  /*                            colour    companion width dash gap double veil */
  [PEL_SHADE_ACCESSIBILITY] = { 0x005aa2, LIGHT,    1,    0,   0,  FALSE, 0.12 },
  [PEL_SHADE_UIA]           = { 0x52ccff, DARK,     1,    12,  4,  FALSE, 0.12 },
  [PEL_SHADE_OCR]           = { 0xc888b0, DARK,     1,    2,   2,  FALSE, 0.12 },
  [PEL_SHADE_HEURISTIC]     = { 0x752a68, LIGHT,    1,    6,   3,  FALSE, 0.12 },
  [PEL_SHADE_DISABLED]      = { 0x6b6b6b, LIGHT,    1,    4,   4,  FALSE, 0.12 },
  [PEL_SHADE_FOCUSED]       = { 0x18a562, DARK,     1,    0,   0,  TRUE,  0.14 },
  [PEL_SHADE_SILENT]        = { 0x33282d, LIGHT,    1,    2,   6,  FALSE, 0.12 },
  [PEL_SHADE_UNPROVEN]      = { 0x005aa2, LIGHT,    1,    8,   3,  FALSE, 0.12 },
  [PEL_SHADE_HOVERED]       = { 0xed9500, DARK,     2,    0,   0,  FALSE, 0.16 },
  [PEL_SHADE_SELECTED]      = { 0xc84f0a, LIGHT,    3,    0,   0,  FALSE, 0.22 },
  [PEL_SHADE_PARENT]        = { 0xeefff1, DARK,     1,    6,   6,  FALSE, 0.14 },
  [PEL_SHADE_HIGHLIGHT]     = { 0xfee339, DARK,     3,    12,  6,  FALSE, 0.20 },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (styles) == PEL_N_SHADES);

static const char *const names[] = {
  [PEL_SHADE_ACCESSIBILITY] = "accessibility",
  [PEL_SHADE_UIA] = "uia",
  [PEL_SHADE_OCR] = "ocr",
  [PEL_SHADE_HEURISTIC] = "heuristic",
  [PEL_SHADE_DISABLED] = "disabled",
  [PEL_SHADE_FOCUSED] = "focused",
  [PEL_SHADE_SILENT] = "silent",
  [PEL_SHADE_UNPROVEN] = "unproven",
  [PEL_SHADE_HOVERED] = "hovered",
  [PEL_SHADE_SELECTED] = "selected",
  [PEL_SHADE_PARENT] = "parent",
  [PEL_SHADE_HIGHLIGHT] = "highlight",
};
G_STATIC_ASSERT (G_N_ELEMENTS (names) == PEL_N_SHADES);

const PelShadeStyle *
pel_theme_get_style (PelShade shade)
{
  return &styles[(guint) shade < PEL_N_SHADES ? shade : PEL_SHADE_ACCESSIBILITY];
}

const char *
pel_shade_to_string (PelShade shade)
{
  return names[(guint) shade < PEL_N_SHADES ? shade : PEL_SHADE_ACCESSIBILITY];
}

gboolean
pel_shade_from_string (const char *name, PelShade *ret_shade)
{
  for (guint i = 0; i < PEL_N_SHADES; i++)
    if (pel_name_equal (name, names[i]))
      {
        *ret_shade = i;
        return TRUE;
      }
  return FALSE;
}

int
pel_theme_scale (const PelThemeSizes *sizes, int length)
{
  return MAX ((int) floor (length * sizes->scale + 0.5), 1);
}

PelThemeSizes
pel_theme_get_sizes (double scale)
{
  PelThemeSizes s = { .scale = isfinite (scale) ? CLAMP (scale, MIN_SCALE, MAX_SCALE) : 1 };

  s.companion = s.edge = pel_theme_scale (&s, 1);
  s.tag_font = pel_theme_scale (&s, 11);
  s.tag_padding = pel_theme_scale (&s, 4);
  s.tag_radius = pel_theme_scale (&s, 4);
  s.label_font = pel_theme_scale (&s, 12);
  s.label_padding = pel_theme_scale (&s, 6);
  s.label_gap = pel_theme_scale (&s, 8);
  s.label_radius = pel_theme_scale (&s, 5);
  s.label_stripe = pel_theme_scale (&s, 4);
  s.label_max_width = pel_theme_scale (&s, 420);
  s.label_distance = pel_theme_scale (&s, 6);
  s.banner_font = pel_theme_scale (&s, 15);
  s.banner_padding = pel_theme_scale (&s, 12);
  s.banner_radius = pel_theme_scale (&s, 9);
  s.banner_max_width = pel_theme_scale (&s, 640);
  s.banner_margin = pel_theme_scale (&s, 16);
  s.point_line = 2 * (int) (s.scale / 2) + 1; /* odd, so that one pixel is in the middle */
  s.point = 2 * pel_theme_scale (&s, 8) + s.point_line;
  return s;
}

int
pel_theme_get_thickness (const PelThemeSizes *sizes, const PelShadeStyle *style)
{
  int line = pel_theme_scale (sizes, style->width);

  if (style->dash > 0)
    return line;
  return line + sizes->companion + (style->is_double ? line : 0);
}

int
pel_theme_get_point_thickness (const PelThemeSizes *sizes)
{
  return sizes->point_line + 2 * sizes->companion;
}

int
pel_theme_get_radius (const PelThemeSizes *sizes, PelItemKind kind)
{
  return kind == PEL_ITEM_TAG     ? sizes->tag_radius
         : kind == PEL_ITEM_LABEL ? sizes->label_radius
                                  : sizes->banner_radius;
}

void
pel_theme_set_colour (cairo_t *cr, guint32 rgb, double alpha)
{
  cairo_set_source_rgba (cr,
                         (rgb >> 16 & 0xff) / 255.0,
                         (rgb >> 8 & 0xff) / 255.0,
                         (rgb & 0xff) / 255.0,
                         alpha);
}
