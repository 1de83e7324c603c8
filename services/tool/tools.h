/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/* One file each. To add a tool: write tool-NAME.c, name it here and in tool-table.c. */
extern const PelTool pel_tool_assert;
extern const PelTool pel_tool_audit;
extern const PelTool pel_tool_calibrate;
extern const PelTool pel_tool_capabilities;
extern const PelTool pel_tool_describe;
extern const PelTool pel_tool_doctor;
extern const PelTool pel_tool_get_element;
extern const PelTool pel_tool_get_focused;
extern const PelTool pel_tool_highlight;
extern const PelTool pel_tool_inspect;
extern const PelTool pel_tool_list_monitors;
extern const PelTool pel_tool_list_windows;
extern const PelTool pel_tool_mouse_position;
extern const PelTool pel_tool_overlay;
extern const PelTool pel_tool_pick;
extern const PelTool pel_tool_policy;
extern const PelTool pel_tool_query;
extern const PelTool pel_tool_read_text;
extern const PelTool pel_tool_regions;
extern const PelTool pel_tool_snapshot;
extern const PelTool pel_tool_wait;
extern const PelTool pel_tool_watch;
