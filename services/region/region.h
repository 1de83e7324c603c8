/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/role.h"
#include "services/geometry/space.h"

/* How a region is known. */
typedef enum
{
  PEL_REGION_ACCESSIBILITY,
  PEL_REGION_UIA,
  PEL_REGION_OCR,
  PEL_REGION_HEURISTIC,
  PEL_N_REGION_SOURCES
} PelRegionSource;

typedef enum
{
  PEL_REGION_IS_INTERACTIVE = 1 << 0,
  PEL_REGION_IS_ENABLED = 1 << 1,
  PEL_REGION_IS_FOCUSED = 1 << 2,
  PEL_REGION_IS_SILENT = 1 << 3, /* its program does not answer: this is where it was */
  PEL_REGION_HAS_CLICK_POINT = 1 << 4,
  PEL_REGION_IS_UNPROVEN = 1 << 5, /* it may be a little beside its bounds */
} PelRegionFlags;

/**
 * PelRegion:
 *
 * A place on the desktop that has a number: what the overlay shows and a tool calls “#12”.
 * Immutable and reference-counted.
 */
typedef struct
{
  guint           index; /* 12 of “#12”; never 0 */
  char           *id;    /* stays the same when its program is started again */
  guint           ref;   /* of its element; 0: it has none */
  char           *bus_name, *path;
  PelRole         role;
  char           *label; /* its name, or what else tells it best; may be empty */
  PelRegionSource source;
  double          confidence;
  PelRegionFlags  flags;
  char           *window_id; /* (nullable) */
  PelNativeRect   bounds;    /* the whole of it */
  PelNativePoint  click_point;
  GArray *pieces; /* of PelNativeRect: what can be seen of it, not overlapping; never empty */
} PelRegion;

PelRegion *pel_region_ref (PelRegion *self);
void       pel_region_unref (PelRegion *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelRegion, pel_region_unref)

/* Takes nothing: copies all of @values; without pieces, its bounds are the one. */
PelRegion *pel_region_new (const PelRegion *values);

/* Whether one would be drawn as the other. */
gboolean pel_region_equal (const PelRegion *a, const PelRegion *b);

/* “accessibility” */
const char *pel_region_source_to_string (PelRegionSource source);
