/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/snapshot.h"
#include "services/region/region.h"

typedef enum
{
  PEL_REGIONS_OF_ACTIVE_WINDOW,
  PEL_REGIONS_OF_WINDOW,  /* the one with the id @target */
  PEL_REGIONS_OF_APP,     /* programs whose name or process holds @target */
  PEL_REGIONS_OF_DESKTOP, /* every program */
  PEL_N_REGION_SCOPES
} PelRegionScopeKind;

typedef enum
{
  PEL_REGIONS_INTERACTIVE, /* only of what can be used */
  PEL_REGIONS_ALL,         /* of all that can be seen */
} PelRegionChoice;

/* What is to have regions. A value; what it points to is borrowed. */
typedef struct
{
  PelRegionScopeKind kind;
  const char        *target; /* (nullable) */
  PelRegionChoice    choice;
} PelRegionScope;

/* Of more regions than this the rest is only counted. */
#define PEL_MAX_REGIONS 5000

/* Regions that have no number yet, in depth-first order. */
typedef struct
{
  char             *scope; /* “window 0x7”, “app calc”, “desktop”, “none” */
  PelMonitorLayout *layout;
  GPtrArray        *regions;    /* of PelRegion, no one else's */
  guint             n_left_out; /* beyond PEL_MAX_REGIONS */
} PelFoundRegions;

PelFoundRegions *pel_found_regions_new (const char *scope, const PelMonitorLayout *layout);
void             pel_found_regions_free (PelFoundRegions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelFoundRegions, pel_found_regions_free)

/* A pure function: the regions of what can be seen in @snapshot, less what windows hide. A window
 * has with it the open menus of its program. Of a program or the desktop @snapshot has nothing
 * else. What is as large as something interactive around it has no region of its own. */
PelFoundRegions *pel_region_builder_build (const PelRegionScope *scope, PelSnapshot *snapshot);

/* (nullable) (transfer full): of one element, whatever it is; NULL where nothing of it can be seen.
 * It has no id. */
PelRegion *pel_region_builder_build_one (PelSnapshot *snapshot, PelElementId id);

/* The same, with all that other windows hide of it. */
PelRegion *pel_region_builder_build_covered (PelSnapshot *snapshot, PelElementId id);
