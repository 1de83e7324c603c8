/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/tool/tool.h"

typedef enum
{
  PEL_COMMAND_TOOL,
  PEL_COMMAND_HELP, /* of a tool, or of the program where there is none */
  PEL_COMMAND_VERSION,
  PEL_COMMAND_COMPLETION, /* a script for a shell */
  PEL_COMMAND_MAN,        /* the manual page */
  PEL_COMMAND_RUN,        /* the commands of a file */
} PelCommandKind;

/**
 * PelCommandLine:
 *
 * What a command line means: a pure function of its words and the tool table.
 */
typedef struct
{
  PelCommandKind kind;
  const PelTool *tool; /* (nullable) */
  JsonObject    *arguments;
  char          *word; /* (nullable) the shell to complete for, or the script to run */
  gboolean       is_json;
  gboolean       is_check; /* of PEL_COMMAND_RUN: do nothing, only look whether it could be done */
} PelCommandLine;

/* @words: without the program's name. Fails with PEL_ERROR_INVALID_ARGUMENT. Values are checked
 * against the tool's schema here already, so that a mistake costs no session. */
PelCommandLine *pel_command_line_parse (const char *const *words, GError **error);
void            pel_command_line_free (PelCommandLine *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelCommandLine, pel_command_line_free)

/* What goes without saying: of a tool that has two forms, --json wants the one in JSON; and a
 * person scrolls, so that a text need not be short. */
void pel_command_line_add_form (PelCommandLine *self, gboolean is_for_person);

/* Whether --json is among @words, also where they cannot be understood. */
gboolean pel_command_line_wants_json (const char *const *words);

/* "include-hidden" for include_hidden; free it. */
char *pel_option_from_field (const PelField *field);
