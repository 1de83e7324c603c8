/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/element-reading.h"
#include "services/element/snapshot.h"
#include "services/tool/tool.h"

/* clang-format off */
/* What is read of one element only on request. */
extern const PelField pel_action_fields[];
extern const PelField pel_relation_fields[];
extern const PelField pel_range_fields[];
extern const PelField pel_text_fields[];
extern const PelField pel_selection_fields[];
extern const PelField pel_table_fields[];
extern const PelField pel_table_cell_fields[];
extern const PelField pel_cell_fields[];
/* clang-format on */

/* Adds to @object what @reading has: description, id, class, attributes, value, actions, relations,
 * range, text, table, cell. Relations to elements of @snapshot include their ref. */
void pel_reading_add_to_json (const PelElementReading *reading,
                              PelSnapshot             *snapshot,
                              JsonObject              *object);

/* (transfer full): of {start, end}. */
JsonArray *pel_selections_to_json (const PelElementReading *reading);
