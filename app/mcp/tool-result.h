/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

#include <gio/gunixfdlist.h>

/* What a model reads costs it, and may try to command it. */
#define PEL_RESULT_MAX_BYTES 8192 /* of one text, unless the call says otherwise */
#define PEL_RESULT_MAX_CHARS 160  /* of one text in it */

/* (transfer full): what “tools/call” answers. @envelope is the session's; @files (nullable): what
 * came with it. Its text is cleaned, fenced and truncated, with a last line that says how much;
 * a picture is a picture; what went wrong has isError. */
JsonObject *pel_tool_result_new (const PelTool *tool,
                                 JsonObject    *arguments,
                                 JsonObject    *envelope,
                                 GUnixFDList   *files);

/* Whether a result was truncated. */
gboolean pel_tool_result_is_cut (JsonObject *result);

/* (transfer full): the same as pel_tool_result_new() for what went wrong on this side. */
JsonObject *pel_tool_result_new_error (const GError *error);

/* (transfer full): @arguments as the session is asked: what goes without saying for a model. */
JsonObject *pel_tool_result_prepare (const PelTool *tool, JsonObject *arguments);

/* (transfer full): @text, cleaned, fenced, and cut at the end of a line so that all of it has at
 * most @max_bytes. @rest: how to reach what was left out. */
char *pel_tool_result_make_text (const char *text, gsize max_bytes, const char *rest);

/* (transfer full) (nullable): what is in the file that came with an answer; NULL where it has none
 * or it is too large. */
GBytes *pel_tool_result_read_file (GUnixFDList *files, gint64 index);
