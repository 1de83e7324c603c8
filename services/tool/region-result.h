/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/region/region-list.h"
#include "services/tool/schema.h"

/* How a region looks in results: the fields for a tool's schema, and its JSON. */
extern const PelField pel_region_fields[];

JsonObject *pel_region_to_json (const PelRegion *region, const PelMonitorLayout *layout);
