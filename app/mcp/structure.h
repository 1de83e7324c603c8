/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/* The result of a tool as structuredContent: what the text contains, for programs, and no longer
 * than that. */

/* (transfer full): a copy whose texts are cleaned and cut; those that @tool (nullable) shows as a
 * whole, and those that name something, are not cut. */
JsonObject *pel_structure_clean (JsonObject *object, const PelTool *tool);

/* (transfer full): @data is clean. Lists have the members that a person is shown, and as many rows
 * as there is room for; “left_out” counts the others. */
JsonObject *pel_structure_new_success (const PelTool *tool, JsonObject *envelope, JsonObject *data);

/* Whether a result of @tool may have this member: the others are in the text or of no use. */
gboolean pel_structure_has_member (const PelTool *tool, const char *name);

/* (transfer full): @error is clean. */
JsonObject *pel_structure_new_failure (JsonObject *error);
