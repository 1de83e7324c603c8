/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/hint.h"

#include "services/tool/tool-table.h"

#include <glib/gi18n.h>

#define COMMAND "\\bpellucid ((?:--)?[a-z][a-z-]*)(?: (?<=help )[A-Za-z-]+)?"
#define OPTION  "(?<![\\w-])--([a-z][a-z-]*)"

/* The commands that describe the others. */
static const char *const help_commands[] = { "help", "--help", NULL };

/* (nullable): the name that a model calls it by. */
static const char *
find_tool (const char *command)
{
  const PelTool *tool;

  if (g_strv_contains (help_commands, command))
    return "tools/list";
  tool = pel_tool_table_find_command (command, NULL);
  return tool != NULL && (tool->offers & PEL_OFFER_MCP) != 0 ? tool->name : NULL;
}

static gboolean
command_cb (const GMatchInfo *match, GString *text, gpointer is_for_person)
{
  g_autofree char *command = g_match_info_fetch (match, 1);
  g_autofree char *whole = g_match_info_fetch (match, 0);
  const char      *name = find_tool (command);

  if (name == NULL)
    *(gboolean *) is_for_person = TRUE;
  g_string_append (text, name != NULL ? name : whole);
  return FALSE;
}

static gboolean
option_cb (const GMatchInfo *match, GString *text, gpointer data)
{
  const PelTool       *tool = data;
  g_autofree PelField *fields = pel_tool_dup_arguments (tool);
  g_autofree char     *option = g_match_info_fetch (match, 1);
  g_autofree char     *whole = g_match_info_fetch (match, 0);

  g_strdelimit (option, "-", '_');
  g_string_append (text, pel_schema_find (fields, option) != NULL ? option : whole);
  return FALSE;
}

static char *
replace (const char *pattern, const char *text, GRegexEvalCallback callback, gpointer data)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_OPTIMIZE, 0, NULL);
  char              *replaced = g_regex_replace_eval (regex, text, -1, 0, 0, callback, data, NULL);

  return replaced != NULL ? replaced : g_strdup (text);
}

char *
pel_hint_for_model (const char *hint, const PelTool *tool)
{
  gboolean         is_for_person = FALSE;
  g_autofree char *named = replace (COMMAND, hint, command_cb, &is_for_person);
  g_autofree char *whole =
      tool != NULL ? replace (OPTION, named, option_cb, (gpointer) tool) : g_strdup (named);

  if (!is_for_person)
    return g_steal_pointer (&whole);
  /* Translators: %s is a sentence that names a command, as in “pellucid doctor” */
  return g_strdup_printf (_ ("%s (a command for the person to run in a terminal)"), whole);
}
