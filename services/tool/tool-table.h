/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/* All tools, in the order in which help lists them. */
guint          pel_tool_table_get_n_tools (void);
const PelTool *pel_tool_table_get_tool (guint index);

/* By name ("ui_list_windows"). Fails with PEL_ERROR_INVALID_ARGUMENT and what was probably meant.
 */
const PelTool *pel_tool_table_find (const char *name, PelToolOffer offered_to, GError **error);

/* By the word of the command line: "list-windows" or the alias "windows". */
const PelTool *pel_tool_table_find_command (const char *command, GError **error);
