/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/* One file each, but for those that act by patterns. To add a tool: write tool-NAME.c, name it here
 * and in tool-table.c. */
extern const PelTool pel_tool_assert;
extern const PelTool pel_tool_audit;
extern const PelTool pel_tool_calibrate;
extern const PelTool pel_tool_capabilities;
extern const PelTool pel_tool_capture;
extern const PelTool pel_tool_click;
extern const PelTool pel_tool_click_xy;
extern const PelTool pel_tool_collapse;
extern const PelTool pel_tool_context_menu;
extern const PelTool pel_tool_describe;
extern const PelTool pel_tool_do;
extern const PelTool pel_tool_doctor;
extern const PelTool pel_tool_drag;
extern const PelTool pel_tool_expand;
extern const PelTool pel_tool_focus;
extern const PelTool pel_tool_focus_window;
extern const PelTool pel_tool_get_element;
extern const PelTool pel_tool_get_focused;
extern const PelTool pel_tool_highlight;
extern const PelTool pel_tool_inspect;
extern const PelTool pel_tool_invoke;
extern const PelTool pel_tool_key;
extern const PelTool pel_tool_list_monitors;
extern const PelTool pel_tool_list_windows;
extern const PelTool pel_tool_mouse_move;
extern const PelTool pel_tool_mouse_position;
extern const PelTool pel_tool_overlay;
extern const PelTool pel_tool_pick;
extern const PelTool pel_tool_grants;
extern const PelTool pel_tool_policy;
extern const PelTool pel_tool_query;
extern const PelTool pel_tool_read_screen;
extern const PelTool pel_tool_read_text;
extern const PelTool pel_tool_regions;
extern const PelTool pel_tool_scroll;
extern const PelTool pel_tool_select;
extern const PelTool pel_tool_set_value;
extern const PelTool pel_tool_snapshot;
extern const PelTool pel_tool_stop;
extern const PelTool pel_tool_toggle;
extern const PelTool pel_tool_transform;
extern const PelTool pel_tool_type;
extern const PelTool pel_tool_wait;
extern const PelTool pel_tool_watch;
extern const PelTool pel_tool_window;
