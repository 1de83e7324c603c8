/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/script.h"

#include "services/tool/tool-call.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>
#include <string.h>

static void
script_line_free (PelScriptLine *line)
{
  g_clear_pointer (&line->command, pel_command_line_free);
  g_clear_error (&line->error);
  g_free (line);
}

static gboolean
refuse (const char *hint, const char *message, GError **error)
{
  pel_set_error (error, PEL_ERROR_INVALID_ARGUMENT, hint, "%s", message);
  return FALSE;
}

/* A command that runs until it is stopped must be limited: no one is there to stop it. */
static gboolean
has_end (const PelCommandLine *command)
{
  static const char *const limits[] = { "for_ms", "count" };

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    if (json_object_has_member (command->arguments, limits[i]))
      return TRUE;
  return pel_tool_call_get_timeout_ms (command->tool, command->arguments) != 0;
}

static gboolean
check_command (const PelCommandLine *command, GError **error)
{
  if (command->kind == PEL_COMMAND_RUN)
    return refuse (_ ("Combine the commands in one file"),
                   _ ("A script cannot run another script"),
                   error);
  if (command->kind != PEL_COMMAND_TOOL)
    return refuse (_ ("List the tools with “pellucid --help”"),
                   _ ("A script can only run tools"),
                   error);
  if (has_end (command))
    return TRUE;
  return refuse (_ ("Limit it with --for-ms or --count"),
                 _ ("This command runs until it is stopped, so the script would never end"),
                 error);
}

static gboolean
check_text (const char *text, gsize length, GError **error)
{
  g_autofree char *message = NULL;

  if (length > PEL_SCRIPT_MAX_LINE_BYTES)
    {
      message = g_strdup_printf (_ ("The line is longer than %d bytes"), PEL_SCRIPT_MAX_LINE_BYTES);
      return refuse (_ ("Check that this is a Pellucid script"), message, error);
    }
  if (g_utf8_validate (text, length, NULL))
    return TRUE;
  return refuse (_ ("Check that this is a Pellucid script"),
                 _ ("The line is not valid UTF-8"),
                 error);
}

/* FALSE: there is nothing on it, or @error is set. */
static gboolean
split (const char *text, gsize length, char ***ret_words, GError **error)
{
  g_autofree char   *line = NULL;
  g_autoptr (GError) cause = NULL;

  if (length == 0 || !check_text (text, length, error))
    return FALSE;
  line = g_strstrip (g_strndup (text, length));
  if (line[0] == '\0' || g_shell_parse_argv (line, NULL, ret_words, &cause))
    return line[0] != '\0';
  if (!g_error_matches (cause, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
    refuse (_ ("Quote words as in a shell, and keep each command on one line"),
            _ ("Unclosed quote or trailing backslash"),
            error);
  return FALSE;
}

/* (nullable): a line with nothing on it. */
static PelScriptLine *
parse_line (guint number, const char *text, gsize length)
{
  g_autoptr (PelCommandLine) command = NULL;
  g_auto (GStrv)             words = NULL;
  GError                    *error = NULL;
  PelScriptLine             *line;

  if (split (text, length, &words, &error))
    command = pel_command_line_parse ((const char *const *) words, &error);
  if (command != NULL && !check_command (command, &error))
    g_clear_pointer (&command, pel_command_line_free);
  if (command == NULL && error == NULL)
    return NULL;
  line = g_new0 (PelScriptLine, 1);
  line->number = number;
  line->command = g_steal_pointer (&command);
  line->error = error;
  return line;
}

GPtrArray *
pel_script_parse (const char *text, gsize length, GError **error)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) script_line_free);
  const char           *end = text + length;
  guint                 number = 0;

  while (text < end && length <= PEL_SCRIPT_MAX_BYTES && lines->len <= PEL_SCRIPT_MAX_COMMANDS)
    {
      const char    *stop = memchr (text, '\n', end - text);
      gsize          line_length = (stop != NULL ? stop : end) - text;
      PelScriptLine *line = parse_line (++number, text, line_length);

      if (line != NULL)
        g_ptr_array_add (lines, line);
      text += line_length + 1;
    }
  if (length <= PEL_SCRIPT_MAX_BYTES && lines->len <= PEL_SCRIPT_MAX_COMMANDS)
    return g_steal_pointer (&lines);
  pel_set_error (error,
                 PEL_ERROR_INVALID_ARGUMENT,
                 _ ("Split it into several files"),
                 _ ("A script can have at most %d commands and %d bytes"),
                 PEL_SCRIPT_MAX_COMMANDS,
                 PEL_SCRIPT_MAX_BYTES);
  return NULL;
}

static JsonObject *
copy (JsonObject *object)
{
  JsonObject    *copied = json_object_new ();
  JsonObjectIter iter;
  const char    *name;
  JsonNode      *node;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    json_object_set_member (copied, name, json_node_copy (node));
  return copied;
}

/* A condition is not waited for, but looked at. */
static JsonObject *
plan_assert (const PelCommandLine *command)
{
  JsonObject *arguments = copy (command->arguments);

  if (json_object_has_member (arguments, "timeout_ms"))
    json_object_remove_member (arguments, "timeout_ms");
  if (json_object_has_member (arguments, "until"))
    {
      if (!json_object_has_member (arguments, "condition"))
        json_object_set_member (arguments,
                                "condition",
                                json_object_dup_member (arguments, "until"));
      json_object_remove_member (arguments, "until");
    }
  return arguments;
}

static gboolean
names_element (const PelCommandLine *command)
{
  for (const PelField *field = command->tool->arguments; field != NULL && field->name != NULL;
       field++)
    if ((field->type == PEL_FIELD_TARGET || g_str_equal (field->name, "selector")) &&
        json_object_has_member (command->arguments, field->name))
      return TRUE;
  return FALSE;
}

JsonObject *
pel_script_plan_check (const PelCommandLine *command, const PelTool **ret_tool)
{
  const PelTool *tool = command->tool;
  JsonObject    *arguments;

  *ret_tool = tool;
  if (tool->arguments != NULL && pel_schema_find (tool->arguments, "dry_run") != NULL)
    {
      arguments = copy (command->arguments);
      json_object_set_boolean_member (arguments, "dry_run", TRUE);
      return arguments;
    }
  if (tool == &pel_tool_wait || tool == &pel_tool_assert)
    {
      *ret_tool = &pel_tool_assert;
      return plan_assert (command);
    }
  /* to read is to do nothing */
  if (tool->tool_class == PEL_TOOL_READ && tool->event == NULL && names_element (command))
    return copy (command->arguments);
  return NULL;
}

gboolean
pel_script_is_about_now (PelErrorCode code)
{
  static const PelErrorCode codes[] = {
    PEL_ERROR_ELEMENT_NOT_FOUND, PEL_ERROR_AMBIGUOUS,
    PEL_ERROR_STALE_REF,         PEL_ERROR_WINDOW_NOT_FOUND,
    PEL_ERROR_NOT_VISIBLE,       PEL_ERROR_NOT_ENABLED,
    PEL_ERROR_NOT_STABLE,        PEL_ERROR_OBSCURED,
    PEL_ERROR_OUT_OF_BOUNDS,     PEL_ERROR_APP_UNRESPONSIVE,
    PEL_ERROR_TIMEOUT,           PEL_ERROR_VERIFICATION_FAILED,
    PEL_ERROR_COMMAND_FAILED,    PEL_ERROR_PATTERN_UNSUPPORTED,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++)
    if (codes[i] == code)
      return TRUE;
  return FALSE;
}
