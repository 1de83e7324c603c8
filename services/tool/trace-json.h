/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/placement-trace.h"
#include "services/tool/schema.h"

#include <json-glib/json-glib.h>

/* One step from what a toolkit reported to pixels of the virtual desktop. */
extern const PelField pel_trace_step_fields[];

/* Adds raw_bounds and raw_space, and with @bounds, where the element is, steps and formula. Where
 * the steps lead elsewhere they belong to another moment, and are left out. */
void pel_trace_add_to_json (const PelPlacementTrace *trace,
                            const PelPhysicalRect   *bounds, /* (nullable) */
                            JsonObject              *object);
