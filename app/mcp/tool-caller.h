/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/mcp/server.h"

/* “tools/call”: from its params to a call in the session, and back. */
void pel_tool_caller_handle (PelServer *server, PelRequest *request);
