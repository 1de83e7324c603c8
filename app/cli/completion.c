/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/command-line.h"
#include "app/cli/help.h"
#include "services/base/error.h"
#include "services/tool/tool-table.h"

#include <glib/gi18n.h>

static const char *const global_options[] = { "--json", "--args", "--help", NULL };
static const char *const commands[] = { "help", "completion", "mcp", "run", NULL };

/* "--filter --include-hidden --no-include-hidden --timeout-ms …" */
static char *
list_options (const PelTool *tool)
{
  GString             *words = g_string_new (NULL);
  g_autofree PelField *fields = pel_tool_dup_arguments (tool);

  for (const PelField *field = fields; field->name != NULL; field++)
    {
      g_autofree char *option = pel_option_from_field (field);

      if (pel_field_is_positional (field))
        continue;
      if (field->short_name != '\0')
        g_string_append_printf (words, "-%c ", field->short_name);
      g_string_append_printf (words, "--%s ", option);
      if (field->type == PEL_FIELD_BOOLEAN)
        g_string_append_printf (words, "--no-%s ", option);
    }
  for (guint i = 0; global_options[i] != NULL; i++)
    g_string_append_printf (words, "%s ", global_options[i]);
  return g_strchomp (g_string_free (words, FALSE));
}

static char *
list_names (const PelTool *tool, const char *separator)
{
  g_autofree char *command = pel_tool_dup_command (tool);

  return tool->alias != NULL ? g_strjoin (separator, command, tool->alias, NULL)
                             : g_steal_pointer (&command);
}

static char *
list_commands (void)
{
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    {
      g_autofree char *names = list_names (pel_tool_table_get_tool (i), " ");

      g_string_append_printf (words, "%s ", names);
    }
  for (guint i = 0; commands[i] != NULL; i++)
    g_string_append_printf (words, "%s ", commands[i]);
  return g_strchomp (g_string_free (words, FALSE));
}

static char *
make_bash (void)
{
  GString         *out = g_string_new ("# bash completion for pellucid\n"
                                       "_pellucid ()\n"
                                       "{\n"
                                       "  local current=${COMP_WORDS[COMP_CWORD]} words\n"
                                       "  case ${COMP_WORDS[1]} in\n");
  g_autofree char *all = list_commands ();

  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    {
      g_autofree char *names = list_names (pel_tool_table_get_tool (i), "|");
      g_autofree char *options = list_options (pel_tool_table_get_tool (i));

      g_string_append_printf (out, "    %s) words='%s' ;;\n", names, options);
    }
  g_string_append_printf (out, "    help) words='%s' ;;\n", all);
  g_string_append (out, "    completion) words='bash zsh fish' ;;\n  esac\n");
  g_string_append_printf (out,
                          "  [ \"$COMP_CWORD\" -gt 1 ] || words='%s --help --version --json'\n",
                          all);
  g_string_append (out,
                   "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                   "}\n"
                   "complete -F _pellucid pellucid\n");
  return g_string_free (out, FALSE);
}

/* Within single quotes of a shell, for zsh also without the colons that split its lists. */
static char *
quote_summary (const char *summary)
{
  GString *quoted = g_string_new (_ (summary));

  g_string_replace (quoted, "'", "’", 0);
  g_string_replace (quoted, ":", " –", 0);
  return g_string_free (quoted, FALSE);
}

static char *
make_zsh (void)
{
  GString *out = g_string_new ("#compdef pellucid\n"
                               "local -a tools options\n"
                               "tools=(\n");

  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    {
      const PelTool   *tool = pel_tool_table_get_tool (i);
      g_autofree char *command = pel_tool_dup_command (tool);
      g_autofree char *summary = quote_summary (tool->summary);

      g_string_append_printf (out, "  '%s:%s'\n", command, summary);
      if (tool->alias != NULL)
        g_string_append_printf (out, "  '%s:%s'\n", tool->alias, summary);
    }
  g_string_append (out,
                   "  'help:'\n  'completion:'\n  'mcp:'\n)\n"
                   "if (( CURRENT == 2 )); then\n"
                   "  _describe 'tool' tools\n"
                   "  compadd -- --help --version --json\n"
                   "  return\n"
                   "fi\n"
                   "case $words[2] in\n");
  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    {
      g_autofree char *names = list_names (pel_tool_table_get_tool (i), "|");
      g_autofree char *options = list_options (pel_tool_table_get_tool (i));

      g_string_append_printf (out, "  %s) compadd -- %s ;;\n", names, options);
    }
  g_string_append (out,
                   "  help) _describe 'tool' tools ;;\n"
                   "  completion) compadd -- bash zsh fish ;;\n"
                   "esac\n");
  return g_string_free (out, FALSE);
}

/* What follows the option: nothing, a file, or what only the person knows. */
static const char *
get_fish_kind (const PelField *field)
{
  if (field->type == PEL_FIELD_PATH)
    return "-r -F ";
  return field->type == PEL_FIELD_BOOLEAN ? "" : "-x ";
}

static void
append_fish_options (GString *out, const PelTool *tool)
{
  g_autofree char     *names = list_names (tool, " ");
  g_autofree PelField *fields = pel_tool_dup_arguments (tool);

  for (const PelField *field = fields; field->name != NULL; field++)
    {
      g_autofree char *option = pel_option_from_field (field);
      g_autofree char *summary = quote_summary (field->summary);
      const char       letter[] = { '-', 's', ' ', field->short_name, ' ', '\0' };

      if (!pel_field_is_positional (field))
        g_string_append_printf (
            out,
            "complete -c pellucid -n '__fish_seen_subcommand_from %s' %s-l %s %s"
            "-d '%s'\n",
            names,
            field->short_name != '\0' ? letter : "",
            option,
            get_fish_kind (field),
            summary);
    }
}

static char *
make_fish (void)
{
  GString         *out = g_string_new ("# fish completion for pellucid\ncomplete -c pellucid -f\n");
  g_autofree char *all = list_commands ();

  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    {
      const PelTool   *tool = pel_tool_table_get_tool (i);
      g_autofree char *names = list_names (tool, " ");
      g_autofree char *summary = quote_summary (tool->summary);

      g_string_append_printf (out,
                              "complete -c pellucid -n 'not __fish_seen_subcommand_from %s' "
                              "-a '%s' -d '%s'\n",
                              all,
                              names,
                              summary);
      append_fish_options (out, tool);
    }
  g_string_append_printf (out,
                          "complete -c pellucid -n 'not __fish_seen_subcommand_from %s' "
                          "-a 'help completion mcp'\n",
                          all);
  g_string_append_printf (
      out,
      "complete -c pellucid -n '__fish_seen_subcommand_from help' -a '%s'\n"
      "complete -c pellucid -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'\n"
      "complete -c pellucid -l json\ncomplete -c pellucid -l help\n",
      all);
  return g_string_free (out, FALSE);
}

char *
pel_completion_dup_script (const char *shell, GError **error)
{
  static const struct
  {
    const char *shell;
    char *(*make) (void);
  } rows[] = {
    { "bash", make_bash },
    { "zsh", make_zsh },
    { "fish", make_fish },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (shell, rows[i].shell))
      return rows[i].make ();
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Use bash, zsh or fish"),
                 _ ("Completion is not available for the shell “%s”"),
                 shell);
  return NULL;
}
