/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/region/region-builder.h"
#include "services/region/region-list.h"
#include "services/region/region-mark.h"

#include <gio/gio.h>

/* More at once say nothing. */
#define PEL_MAX_HIGHLIGHTS 200

/**
 * PelRegionRegistry:
 *
 * What is to be seen over the desktop now: the numbered regions, whether they are shown, and the
 * marks. The one place where the overlay, the inspector and the tools meet: none knows another.
 *
 * Signal "changed": something would be drawn differently.
 */
#define PEL_TYPE_REGION_REGISTRY (pel_region_registry_get_type ())
G_DECLARE_FINAL_TYPE (PelRegionRegistry, pel_region_registry, PEL, REGION_REGISTRY, GObject)

PelRegionRegistry *pel_region_registry_new (void);

/* Takes @found and numbers it. */
void pel_region_registry_update (PelRegionRegistry *self, PelFoundRegions *found);

/* (nullable) (transfer none): NULL where nothing has been looked at yet. */
PelRegionList *pel_region_registry_get_list (PelRegionRegistry *self);

/* Whether the numbered regions are drawn; marks always are. No one sees them while something is
 * asked. */
void     pel_region_registry_set_shown (PelRegionRegistry *self, gboolean is_shown);
gboolean pel_region_registry_is_shown (PelRegionRegistry *self);

/* Why nothing of it can be drawn: (nullable) (transfer none). Set by who draws; a new one is told
 * as a change. */
void          pel_region_registry_set_obstacle (PelRegionRegistry *self, const GError *error);
const GError *pel_region_registry_get_obstacle (PelRegionRegistry *self);

/* (nullable) (transfer none): the monitors that the last look or mark was on. */
PelMonitorLayout *pel_region_registry_get_layout (PelRegionRegistry *self);
void pel_region_registry_set_layout (PelRegionRegistry *self, const PelMonitorLayout *layout);

/* While the person is asked something, only @mark (nullable, taken) is shown: what others have to
 * say must not be seen beside the question. pel_region_registry_end_asking() shows all of it again.
 */
void     pel_region_registry_set_asked (PelRegionRegistry *self, PelRegionMark *mark);
void     pel_region_registry_end_asking (PelRegionRegistry *self);
gboolean pel_region_registry_is_asking (PelRegionRegistry *self);

/* Takes @mark, NULL: none is hovered. */
void pel_region_registry_set_hovered (PelRegionRegistry *self, PelRegionMark *mark);

/* Takes @marks, a GPtrArray that owns PelRegionMarks, instead of those that were selected. */
void pel_region_registry_set_selected (PelRegionRegistry *self, GPtrArray *marks);

/* The same for those that match; at most PEL_MAX_HIGHLIGHTS are kept. */
void pel_region_registry_set_matched (PelRegionRegistry *self, GPtrArray *marks);

/* Takes @mark, which ends by itself. At most PEL_MAX_HIGHLIGHTS are kept: the oldest goes. */
void pel_region_registry_add_highlight (PelRegionRegistry *self, PelRegionMark *mark);

/* Takes away all marks of a kind. */
void pel_region_registry_clear_marks (PelRegionRegistry *self, PelMarkKind kind);

/* (transfer none): of PelRegionMark, those that are shown, in the order in which they are drawn. */
GPtrArray *pel_region_registry_get_marks (PelRegionRegistry *self);

/* Moves the marks to where their elements are in @snapshot; what is gone has none any more. */
void pel_region_registry_follow (PelRegionRegistry *self, PelSnapshot *snapshot);

/* The program with that bus name has ended, and with it its marks. */
void pel_region_registry_forget_program (PelRegionRegistry *self, const char *bus_name);
