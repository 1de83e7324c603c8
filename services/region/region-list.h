/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/geometry/monitor-layout.h"
#include "services/region/region.h"

#include <gio/gio.h>

/**
 * PelRegionList:
 *
 * The numbered regions of one instant. Immutable and reference-counted: who holds one goes on with
 * the same numbers, whatever happens meanwhile.
 */
typedef struct
{
  char             *scope; /* as in PelFoundRegions */
  PelMonitorLayout *layout;
  GPtrArray        *regions;             /* of PelRegion, by number */
  guint             n_left_out;          /* there are more that got no number */
  GHashTable       *by_id, *by_identity; /* of PelRegion, which @regions owns */
} PelRegionList;

/* Takes the array; each region in it has a number, no two the same one. */
PelRegionList *pel_region_list_new (const char             *scope,
                                    const PelMonitorLayout *layout,
                                    GPtrArray              *regions,
                                    guint                   n_left_out);
PelRegionList *pel_region_list_ref (PelRegionList *self);
void           pel_region_list_unref (PelRegionList *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelRegionList, pel_region_list_unref)

/* (nullable) (transfer none) */
PelRegion *pel_region_list_find_index (const PelRegionList *self, guint index);
PelRegion *pel_region_list_find_id (const PelRegionList *self, const char *id);
PelRegion *
pel_region_list_find_identity (const PelRegionList *self, const char *bus_name, const char *path);

/* (transfer none): the one that someone names by its number, or by its id where that is 0. @self
 * is (nullable). Fails with PEL_ERROR_CAPABILITY_UNAVAILABLE where nothing has been numbered yet
 * and PEL_ERROR_ELEMENT_NOT_FOUND. */
PelRegion *
pel_region_list_find_named (const PelRegionList *self, guint index, const char *id, GError **error);

/* Whether one would be drawn as the other; NULL equals only NULL. */
gboolean pel_region_list_equal (const PelRegionList *a, const PelRegionList *b);

/* For tables of regions by identity: what is in a region, for as long as it lives. One that is
 * no one's element is known by its id. */
guint    pel_region_hash_identity (gconstpointer region);
gboolean pel_region_equal_identity (gconstpointer a, gconstpointer b);
