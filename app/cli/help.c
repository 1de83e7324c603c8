/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/help.h"

#include "app/cli/command-line.h"
#include "services/base/json.h"
#include "services/base/text.h"
#include "services/tool/tool-table.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *usage;
  const char *summary;
} HelpRow;

/* Commands and options other than the tools. */
/* clang-format off */
static const HelpRow general_rows[] = {
  { N_ ("help [TOOL]"),      N_ ("Show this help, or the help for a tool") },
  { N_ ("run FILE"),         N_ ("Run the commands in a file, one per line (“-” for standard input)") },
  { N_ ("run --check FILE"), N_ ("Check which commands would fail, without running them") },
  { N_ ("mcp [OPTION]…"),    N_ ("Run an MCP server for language models; see “mcp --help”") },
  { N_ ("completion SHELL"), N_ ("Print a completion script for bash, zsh or fish") },
  { "--json",           N_ ("Print the result as JSON") },
  { N_ ("--args JSON"),      N_ ("Pass the tool's arguments as one JSON object") },
  { N_ ("--timeout-ms N"),   N_ ("Give up after N milliseconds") },
  { "--version",        N_ ("Show the version") },
  { "-h, --help",       N_ ("Show this help, or the help for a tool") },
};

static const HelpRow exit_rows[] = {
  { "0",   N_ ("success") },
  { "1",   N_ ("the act, condition or verification failed") },
  { "2",   N_ ("invalid usage") },
  { "3",   N_ ("not found") },
  { "4",   N_ ("not allowed") },
  { "5",   N_ ("not available here: no display, no bus or a missing capability") },
  { "6",   N_ ("a program is not responding") },
  { "124", N_ ("timed out") },
  { "130", N_ ("cancelled") },
};
/* clang-format on */

static char *
make_usage (const PelTool *tool)
{
  g_autofree char     *command = pel_tool_dup_command (tool);
  GString             *usage = g_string_new (command);
  g_autofree PelField *fields = pel_tool_dup_arguments (tool);

  for (const PelField *field = fields; field->name != NULL; field++)
    if (pel_field_is_positional (field))
      {
        g_autofree char *word = g_ascii_strup (field->name, -1);

        g_string_append_printf (usage, field->flags & PEL_FIELD_REQUIRED ? " %s" : " [%s]", word);
      }
  return g_string_free (usage, FALSE);
}

/* “-d, --max-depth N”; of a positional one “X”. */
static char *
make_option (const PelField *field)
{
  g_autofree char *name = pel_option_from_field (field);
  const char       letter[] = { '-', field->short_name, ',', ' ', '\0' };
  const char      *prefix = field->short_name != '\0' ? letter : "";

  if (pel_field_is_positional (field))
    return g_ascii_strup (field->name, -1);
  if (field->type == PEL_FIELD_BOOLEAN)
    return g_strdup_printf ("%s--[no-]%s", prefix, name);
  return g_strdup_printf ("%s--%s %s", prefix, name, pel_field_type_to_string (field->type));
}

static void
append_row (GString *out, const char *left, const char *right)
{
  guint width = pel_text_get_width (left);

  g_string_append_printf (out, "  %s", left);
  for (guint i = width; i < 26; i++)
    g_string_append_c (out, ' ');
  g_string_append_printf (out, "  %s\n", right);
}

/* The values that @field accepts, if they are limited. */
static void
append_choices (GString *out, const PelField *field)
{
  g_autofree char *choices = NULL;

  if (field->choices == NULL)
    return;
  choices = g_strjoinv (", ", (char **) field->choices);
  append_row (out, "", choices);
}

/* The members of a result, and one level further. */
static void
append_members (GString *out, const char *title, const PelField *fields)
{
  g_string_append_printf (out, "\n%s\n", title);
  for (const PelField *field = fields; field->name != NULL; field++)
    {
      append_row (out, field->name, _ (field->summary));
      for (const PelField *sub = field->fields; sub != NULL && sub->name != NULL; sub++)
        {
          g_autofree char *left = g_strdup_printf ("  %s", sub->name);

          append_row (out, left, _ (sub->summary));
        }
    }
}

static char *
make_program_help (void)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "%s\n\n", _ ("Pellucid: devtools for the whole desktop"));
  g_string_append_printf (out, "%s\n\n", _ ("Usage: pellucid TOOL [ARGUMENTS] [--json]"));
  g_string_append_printf (out, "%s\n", _ ("Tools:"));
  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    {
      const PelTool   *tool = pel_tool_table_get_tool (i);
      g_autofree char *usage = make_usage (tool);
      g_autofree char *left =
          tool->alias != NULL ? g_strdup_printf ("%s, %s", usage, tool->alias) : g_strdup (usage);

      append_row (out, left, _ (tool->summary));
    }
  g_string_append_printf (out, "\n%s\n", _ ("Other commands and options:"));
  for (gsize i = 0; i < G_N_ELEMENTS (general_rows); i++)
    append_row (out, _ (general_rows[i].usage), _ (general_rows[i].summary));
  g_string_append_printf (out, "\n%s\n", _ ("Exit codes:"));
  for (gsize i = 0; i < G_N_ELEMENTS (exit_rows); i++)
    append_row (out, exit_rows[i].usage, _ (exit_rows[i].summary));
  g_string_append_printf (out, "\n%s\n", _ ("See “pellucid help TOOL” for details."));
  return g_string_free (out, FALSE);
}

char *
pel_help_dup_text (const PelTool *tool)
{
  GString             *out;
  g_autofree char     *usage = NULL;
  g_autofree PelField *fields = NULL;

  if (tool == NULL)
    return make_program_help ();

  out = g_string_new (NULL);
  usage = make_usage (tool);
  fields = pel_tool_dup_arguments (tool);
  g_string_append_printf (out, "%s\n\n", _ (tool->summary));
  g_string_append_printf (out, _ ("Usage: pellucid %s [OPTIONS] [--json]"), usage);
  g_string_append (out, "\n");
  if (tool->alias != NULL)
    {
      g_string_append_printf (out, _ ("Alias: pellucid %s"), tool->alias);
      g_string_append (out, "\n");
    }
  g_string_append_printf (out, "\n%s\n", _ ("Arguments:"));
  for (const PelField *field = fields; field->name != NULL; field++)
    {
      g_autofree char *option = make_option (field);

      append_row (out, option, _ (field->summary));
      append_choices (out, field);
    }
  if (tool->event != NULL)
    append_members (out, _ ("Events (one JSON object per line):"), tool->event);
  append_members (out, _ ("Result (with --json, under “data”):"), tool->result);
  return g_string_free (out, FALSE);
}

static JsonArray *
offers_to_json (PelToolOffer offers)
{
  static const struct
  {
    PelToolOffer offer;
    const char  *name;
  } rows[] = {
    { PEL_OFFER_COMMAND_LINE, "command-line" },
    { PEL_OFFER_DBUS, "dbus" },
    { PEL_OFFER_MCP, "mcp" },
  };
  JsonArray *array = json_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    if (offers & rows[i].offer)
      json_array_add_string_element (array, rows[i].name);
  return array;
}

static JsonObject *
tool_to_json (const PelTool *tool)
{
  JsonObject          *object = json_object_new ();
  g_autofree char     *command = pel_tool_dup_command (tool);
  g_autofree PelField *fields = pel_tool_dup_arguments (tool);

  json_object_set_string_member (object, "name", tool->name);
  json_object_set_string_member (object, "command", command);
  json_object_set_string_member (object, "summary", _ (tool->summary));
  json_object_set_string_member (object, "class", pel_tool_class_to_string (tool->tool_class));
  json_object_set_array_member (object, "offered_to", offers_to_json (tool->offers));
  json_object_set_object_member (object, "arguments", pel_schema_to_json (fields));
  json_object_set_object_member (object, "result", pel_schema_to_json (tool->result));
  if (tool->event != NULL)
    json_object_set_object_member (object, "event", pel_schema_to_json (tool->event));
  return object;
}

JsonNode *
pel_help_dup_json (const PelTool *tool)
{
  JsonArray  *tools;
  JsonObject *object;

  if (tool != NULL)
    return pel_json_take_object (tool_to_json (tool));
  tools = json_array_new ();
  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    json_array_add_object_element (tools, tool_to_json (pel_tool_table_get_tool (i)));
  object = json_object_new ();
  json_object_set_array_member (object, "tools", tools);
  return pel_json_take_object (object);
}

/* A backslash and a leading dot mean something to roff; a hyphen in an option must stay one. */
static char *
roff_escape (const char *text)
{
  GString *out = g_string_new (text);

  g_string_replace (out, "\\", "\\e", 0);
  g_string_replace (out, "-", "\\-", 0);
  if (out->str[0] == '.' || out->str[0] == '\'')
    g_string_prepend (out, "\\&");
  return g_string_free (out, FALSE);
}

static void
append_man_row (GString *out, const char *term, const char *text)
{
  g_autofree char *safe_term = roff_escape (term);
  g_autofree char *safe_text = roff_escape (text);

  g_string_append_printf (out, ".TP\n\\fB%s\\fR\n%s\n", safe_term, safe_text);
}

static void
append_man_tool (GString *out, const PelTool *tool)
{
  g_autofree char     *usage = make_usage (tool);
  g_autofree char     *safe_usage = roff_escape (usage);
  g_autofree char     *safe_summary = roff_escape (_ (tool->summary));
  g_autofree PelField *fields = pel_tool_dup_arguments (tool);

  g_string_append_printf (out, ".SS \"%s\"\n%s\n", safe_usage, safe_summary);
  if (tool->alias != NULL)
    {
      g_string_append (out, ".PP\n");
      g_string_append_printf (out, _ ("Alias: pellucid %s"), tool->alias);
      g_string_append (out, "\n");
    }
  for (const PelField *field = fields; field->name != NULL; field++)
    {
      g_autofree char *option = make_option (field);

      append_man_row (out, option, _ (field->summary));
    }
}

char *
pel_help_dup_man_page (void)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, ".TH PELLUCID 1 \"\" \"Pellucid %s\"\n", PEL_VERSION);
  g_string_append (out, ".SH NAME\npellucid \\- devtools for the whole desktop\n");
  g_string_append (
      out, ".SH SYNOPSIS\n.B pellucid\n\\fITOOL\\fR [\\fIARGUMENTS\\fR] [\\fB\\-\\-json\\fR]\n");
  g_string_append (
      out,
      ".SH DESCRIPTION\n"
      "Inspects and operates the desktop: its monitors, its windows, and the elements that\n"
      "programs expose through accessibility. The first call starts\n"
      ".BR pellucid\\-session (1),\n"
      "which handles all calls.\n");
  g_string_append (out, ".SH OPTIONS AND COMMANDS\n");
  for (gsize i = 0; i < G_N_ELEMENTS (general_rows); i++)
    append_man_row (out, _ (general_rows[i].usage), _ (general_rows[i].summary));
  g_string_append (out, ".SH TOOLS\n");
  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    append_man_tool (out, pel_tool_table_get_tool (i));
  g_string_append (out, ".SH EXIT STATUS\n");
  for (gsize i = 0; i < G_N_ELEMENTS (exit_rows); i++)
    append_man_row (out, exit_rows[i].usage, _ (exit_rows[i].summary));
  g_string_append (out,
                   ".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nIf set, the output is not coloured.\n"
                   ".SH SEE ALSO\n.BR pellucid\\-session (1)\n");
  return g_string_free (out, FALSE);
}
