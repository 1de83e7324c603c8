/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/cli/command-line.h"
#include "services/base/error.h"

#define PEL_SCRIPT_MAX_BYTES      (1024 * 1024)
#define PEL_SCRIPT_MAX_LINE_BYTES 65536
#define PEL_SCRIPT_MAX_COMMANDS   2000

/**
 * PelScriptLine:
 *
 * One command of a script: what would be typed behind “pellucid”, or why it is none. Exactly one of
 * @command and @error is there.
 */
typedef struct
{
  guint           number; /* of the line, from 1 */
  PelCommandLine *command;
  GError         *error;
} PelScriptLine;

/* Lines → commands, of PelScriptLine: words as in a shell, without blank lines and comments.
 * Nothing is looked up but the tool table. Fails only where the whole is too large. */
GPtrArray *pel_script_parse (const char *text, gsize length, GError **error);

/* (nullable) (transfer full): what to call instead of @command to see whether it could be done,
 * with the arguments of @ret_tool; it changes nothing. NULL: there is nothing to be seen. */
JsonObject *pel_script_plan_check (const PelCommandLine *command, const PelTool **ret_tool);

/* Whether an error is about what is there now, which the lines before may change. */
gboolean pel_script_is_about_now (PelErrorCode code);
