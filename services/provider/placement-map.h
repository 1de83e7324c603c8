/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/placement-trace.h"
#include "services/provider/toolkit.h"
#include "services/window/desktop.h"

/* How the rectangles of what one window shows become native ones: origin + scale × (rect − base).
 * A value. */
typedef struct
{
  PelNativePoint origin; /* native */
  double         scale;
  double         base_x, base_y; /* in the toolkit's unit */
  guint8         origin_term;    /* PelTraceTerm: what they are */
  guint8         base_term;
} PelPlacementMap;

/* Whatever a program says: no edge beyond PEL_COORDINATE_LIMIT. */
PelNativeRect pel_placement_map_apply (const PelPlacementMap *self, const PelToolkitRect *rect);

/* The same, step by step. */
void pel_placement_map_trace (const PelPlacementMap *self, PelPlacementTrace *trace);

/* FALSE for what toolkits say of things that are not on the screen, and for nonsense. */
gboolean pel_toolkit_rect_is_sane (const PelToolkitRect *rect);

/* Whether nothing of @rect reaches out of @outer. */
gboolean pel_toolkit_rect_fits (const PelToolkitRect *rect, const PelToolkitRect *outer);

/* What is compared with a window: a top-level node. */
typedef struct
{
  PelPlacing      placing;
  PelPlatformKind platform;
  PelToolkitRect  rect; /* of the node itself */
  PelExtentsKind  kind;
  PelToolkitRect  inner; /* around what it holds; empty where that is not known */
} PelPlacementFrame;

typedef enum
{
  PEL_FIT_NONE,  /* nothing can be said */
  PEL_FIT_LOOSE, /* the sizes differ: the window may just have been resized */
  PEL_FIT_EXACT,
} PelPlacementFit;

/* Whether @frame can be @window; @ret_map is set unless the answer is PEL_FIT_NONE. */
PelPlacementFit pel_placement_map_fit (const PelPlacementFrame *frame,
                                       const PelWindowInfo     *window,
                                       PelPlacementMap         *ret_map);

/* Makes the map of a window that of a page in it: @page is in the unit of pages, @holder, which
 * holds it, in that of the window. FALSE where they do not tell how large that unit is. */
gboolean pel_placement_map_enter_page (PelPlacementMap      *self,
                                       PelDesktop           *desktop,
                                       const PelToolkitRect *page,
                                       const PelToolkitRect *holder);

/* Makes the map of a window that of a part which begins at the corner of @holder, whatever it says
 * of its own. FALSE where they are not of one size. */
gboolean pel_placement_map_enter_part (PelPlacementMap      *self,
                                       const PelToolkitRect *part,
                                       const PelNativeRect  *holder);

/* The scale that makes @size as large as @target, within a pixel both ways, or @slack of the
 * toolkit's units: the roundest there is. FALSE where there is none. */
gboolean pel_placement_find_scale (const PelToolkitRect *size,
                                   const PelNativeRect  *target,
                                   double                slack,
                                   double               *ret_scale);
