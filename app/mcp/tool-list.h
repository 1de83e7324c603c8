/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/mcp/profile.h"

/* (transfer full): what “tools/list” returns for each tool of @profile, in its order. */
JsonArray *pel_tool_list_new (const PelProfile *profile);

/* (transfer full): the schema of structuredContent of @tool; see tool-result.h. */
JsonObject *pel_tool_list_new_output_schema (const PelTool *tool, const PelProfile *profile);
