/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/capture/image.h"

typedef struct
{
  int                 tolerance; /* 0 to 255: so much may each channel differ and be the same */
  const PelImageRect *masks;     /* what lies in one is not compared; they may overlap */
  gsize               n_masks;
} PelImageDiffOptions;

/* What is different between two images. */
typedef struct
{
  gboolean is_same_size; /* where not, nothing was compared and the rest is zero */
  guint64  n_compared;   /* pixels outside the masks */
  guint64  n_different;
  double   share; /* of those compared, 0 to 1 */
  GArray  *rects; /* of PelImageRect: see pel_change_map_finish() */
} PelImageDiff;

/* A pure function of its arguments. Large images take tens of milliseconds where they differ. */
PelImageDiff *pel_image_diff_new (const PelImage            *before,
                                  const PelImage            *after,
                                  const PelImageDiffOptions *options);
void          pel_image_diff_free (PelImageDiff *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelImageDiff, pel_image_diff_free)

#define PEL_IMAGE_DIFF_COLOUR 0xffe6004cu

/* (transfer full): @after in pale grey with what is different in PEL_IMAGE_DIFF_COLOUR, the masks
 * hatched. Both are of the same size. */
PelImage *pel_image_diff_paint (const PelImage            *before,
                                const PelImage            *after,
                                const PelImageDiffOptions *options);
