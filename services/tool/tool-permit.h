/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool-call.h"

/* The first step of the policy: may this caller call this tool at all? FALSE with PEL_ERROR_DENIED,
 * PEL_ERROR_APPROVAL_REQUIRED or PEL_ERROR_RATE_LIMITED. What acts or takes pictures is asked
 * again once its target is known, by the pipeline; here only what is denied whatever the target is
 * ends. */
gboolean pel_tool_permit (const PelToolCall *call, GError **error);

/* The same of a call that is under way, when the policy has changed: counts against no limit. */
gboolean pel_tool_permit_again (const PelToolCall *call, GError **error);
