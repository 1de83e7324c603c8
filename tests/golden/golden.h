/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <cairo.h>
#include <glib.h>

typedef void (*PelGoldenPaint) (cairo_t *cr, double width, double height, gconstpointer data);

/* Paints width × height units at @scale onto @ground (0xRRGGBB) and compares the pixels with
 * images/NAME@SCALE.png. Where they differ the test fails, and NAME@SCALE.actual.png and .diff.png
 * in the build directory show how. With PEL_GOLDEN_UPDATE=1 the picture is written anew instead. */
void pel_golden_check (const char    *name,
                       double         scale,
                       int            width,
                       int            height,
                       guint32        ground,
                       PelGoldenPaint paint,
                       gconstpointer  data);
