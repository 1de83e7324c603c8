/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

/* All of these are made from the tool table. */

/* Help for @tool, or for the whole program where it is NULL. */
char *pel_help_dup_text (const PelTool *tool);

/* The same as JSON: name, summary and the schemas of arguments and result. */
JsonNode *pel_help_dup_json (const PelTool *tool);

/* The manual page pellucid(1), as roff. */
char *pel_help_dup_man_page (void);

/* A script for "bash", "zsh" or "fish". */
char *pel_completion_dup_script (const char *shell, GError **error);
