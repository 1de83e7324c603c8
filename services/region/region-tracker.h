/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-source.h"
#include "services/region/region-registry.h"

/**
 * PelRegionTracker:
 *
 * Keeps a registry as the desktop is: looks when the element source says that something may have
 * changed, at most once at a time, and rests in between for as long as the looking took. It watches
 * only while regions are shown or there are marks to be followed; else it does nothing at all.
 *
 * Where the active window is one of this program itself, the one before it stays the active one:
 * who works in the inspector looks at something else.
 *
 * Signal "ready": the regions of the scope have been looked for, the first time.
 */
#define PEL_TYPE_REGION_TRACKER (pel_region_tracker_get_type ())
G_DECLARE_FINAL_TYPE (PelRegionTracker, pel_region_tracker, PEL, REGION_TRACKER, GObject)

/* What has to be looked at to see what a scope has. Borrows its target. */
PelLook pel_region_scope_get_look (const PelRegionScope *scope);

PelRegionTracker *pel_region_tracker_new (PelElementSource *source, PelRegionRegistry *registry);

/* From now on the regions of @scope are shown and followed, instead of others. */
void pel_region_tracker_show (PelRegionTracker *self, const PelRegionScope *scope);
void pel_region_tracker_hide (PelRegionTracker *self);

/* (nullable) (transfer none): what is shown; NULL where nothing is. */
const PelRegionScope *pel_region_tracker_get_scope (PelRegionTracker *self);

/* Whether the regions of that scope have been looked for: then the registry has a list. */
gboolean pel_region_tracker_is_ready (PelRegionTracker *self);
