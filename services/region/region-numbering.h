/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/region/region-builder.h"

/**
 * PelRegionNumbering:
 *
 * Who has which number. What is still there keeps its own; what is new gets the lowest free ones,
 * in the order in which one reads: from the top to the bottom, in a line from the left to the
 * right; so another window begins at 1. What was away for no longer than PEL_REGION_MEMORY_US has
 * its old number back, unless that is another's now.
 */
typedef struct _PelRegionNumbering PelRegionNumbering;

#define PEL_REGION_MEMORY_US (5 * G_TIME_SPAN_SECOND)

PelRegionNumbering *pel_region_numbering_new (void);
void                pel_region_numbering_free (PelRegionNumbering *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelRegionNumbering, pel_region_numbering_free)

/* Numbers the regions, which no one else has seen yet, and sorts them as one reads. @now is in
 * microseconds, and never less than before. */
void pel_region_numbering_apply (PelRegionNumbering *self, PelFoundRegions *found, gint64 now);
