/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/mcp/server.h"

#define PEL_COMPLETION_MAX_VALUES 100

/* “completion/complete”: ids of windows and snapshots, and titles of windows for prompts. */
void pel_completion_handle (PelServer *server, PelRequest *request);

/* (transfer full): of @values (of char), those that begin with @prefix, as MCP has them. */
JsonObject *pel_completion_new_result (GPtrArray *values, const char *prefix);
