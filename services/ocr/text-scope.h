/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"
#include "services/element/element-source.h"

/* A window that is to be read. A value; its strings belong to the desktop. */
typedef struct
{
  guint           window; /* index in the desktop */
  const char     *window_id;
  PelPhysicalRect rect;  /* what of it is on the virtual desktop */
  double          scale; /* of the monitor that holds most of it */
  PelImage       *image; /* (nullable) what is seen of it: as large as @rect */
} PelTextPlot;

/* (transfer full): of PelTextPlot, the topmost first: the windows whose text a look is about,
 * whether or not they tell anything of themselves. Not ours, and none that is not seen. Pure but
 * for our process id. */
GArray *pel_text_scope_find (PelSnapshot *snapshot, const PelLook *look);

/* (transfer full): the same of the windows that lie in @rect with all that they show. */
GArray *pel_text_scope_find_within (PelDesktop *desktop, const PelPhysicalRect *rect);

/* The smallest rectangle around all of them; FALSE where there are none. */
gboolean pel_text_scope_get_bounds (const GArray *plots, PelPhysicalRect *ret_rect);

/* Gives each its part of @picture, whose first pixel is at @origin; what lies under another window
 * is taken out, and those of which nothing is left are dropped. */
void pel_text_scope_cut (GArray          *plots,
                         PelDesktop      *desktop,
                         const PelImage  *picture,
                         PelPhysicalPoint origin);
