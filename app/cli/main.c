/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* pellucid: the command line. Small, without GTK, a client of the session. */

#include "config.h"

#include "app/cli/client.h"
#include "app/cli/command-line.h"
#include "app/cli/help.h"
#include "app/cli/output.h"
#include "app/cli/script-runner.h"
#include "services/base/error.h"
#include "services/base/helper.h"
#include "services/base/json.h"
#include "services/base/privacy.h"
#include "services/base/strict-log.h"
#include "services/tool/diagnosis.h"
#include "services/tool/tool-call.h"
#include "services/tool/tools.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

/* Indented where a person reads it. */
static gboolean
put_json (JsonNode *node)
{
  return pel_output_put_json (node, isatty (STDOUT_FILENO) ? PEL_JSON_PRETTY : PEL_JSON_COMPACT);
}

/* A doctor that needs a healthy patient is none: without a session it still says why. */
static void
diagnose_without_session (JsonObject *envelope)
{
  JsonObject           *error = json_object_get_object_member (envelope, "error");
  PelExamination        examination = { 0 };
  g_autoptr (GError)    session_error = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  JsonObject           *data = json_object_new ();

  pel_set_error (&session_error,
                 pel_error_code_from_string (json_object_get_string_member (error, "code")),
                 json_object_get_string_member (error, "hint"),
                 "%s",
                 json_object_get_string_member (error, "message"));
  examination.session_error = session_error;
  findings = pel_diagnose (&examination);
  json_object_set_array_member (data, "findings", pel_findings_to_json (findings));
  json_object_set_array_member (data, "programs", json_array_new ());
  json_object_set_object_member (envelope, "data", data);
}

static void
show_progress (double fraction, const char *message)
{
  if (fraction < 0) /* unknown how long that takes */
    fprintf (stderr, "\r\033[K%s", message);
  else
    fprintf (stderr, "\r\033[K%3.0f %%  %s", fraction * 100, message);
}

static gboolean
show_event (const char *json)
{
  return pel_output_put (json) && pel_output_put ("\n");
}

static int answer_file = -1; /* (nullable): what came with the answer */

static void
keep_file (int fd)
{
  answer_file = dup (fd);
}

/* Bytes are for a file or another program. */
static int
put_file (void)
{
  if (!isatty (STDOUT_FILENO))
    return pel_output_finish (pel_output_copy (answer_file));
  return pel_output_put_error (
      _ ("Refusing to write image data to a terminal"),
      _ ("Redirect it to a file or pipe it to a program: > screenshot.png"),
      NULL,
      PEL_ERROR_INVALID_ARGUMENT);
}

/* Whether a person reads the output: on a terminal, or through a pager. */
static gboolean
is_for_person (void)
{
  return isatty (STDIN_FILENO) || isatty (STDOUT_FILENO) || isatty (STDERR_FILENO);
}

/* (nullable) (transfer none) */
static JsonObject *
get_details (JsonObject *error)
{
  JsonNode *node = json_object_get_member (error, "details");

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* The envelope as text: its data where it has some, else its error. */
static int
show_envelope (const PelTool *tool, JsonObject *envelope, JsonObject *error)
{
  g_autofree char *text = NULL;

  if (!json_object_has_member (envelope, "data"))
    {
      if (error != NULL)
        return pel_output_put_error (json_object_get_string_member (error, "message"),
                                     json_object_get_string_member (error, "hint"),
                                     get_details (error),
                                     PEL_ERROR_UNKNOWN);
      return pel_output_put_error (_ ("The session sent an invalid reply"),
                                   _ ("End the session and try again; its version may differ"),
                                   NULL,
                                   PEL_ERROR_UNKNOWN);
    }
  text = pel_print_result (tool,
                           json_object_get_object_member (envelope, "data"),
                           pel_output_get_style (STDOUT_FILENO),
                           pel_output_get_width (STDOUT_FILENO));
  return pel_output_finish (pel_output_put (text));
}

static PelErrorCode
get_code (JsonObject *error)
{
  return error != NULL ? pel_error_code_from_string (json_object_get_string_member (error, "code"))
                       : PEL_ERROR_UNKNOWN;
}

static int
run_tool (PelCommandLine *line)
{
  g_autoptr (PelClient)  client = pel_client_new ();
  PelClientListener      listener = { .event = line->tool->event != NULL ? show_event : NULL,
                                      .file = keep_file };
  g_autoptr (JsonObject) envelope = NULL;
  JsonObject            *error = NULL;
  int                    exit_code;

  if (!line->is_json && line->tool->event == NULL && isatty (STDERR_FILENO))
    listener.progress = show_progress;
  pel_command_line_add_form (line, is_for_person ());
  envelope = pel_client_call (client, line->tool, line->arguments, &listener);
  if (listener.progress != NULL)
    fputs ("\r\033[K", stderr);
  if (json_object_has_member (envelope, "error"))
    error = json_object_get_object_member (envelope, "error");
  if (error != NULL && line->tool == &pel_tool_doctor)
    diagnose_without_session (envelope);
  if (line->is_json)
    {
      g_autoptr (JsonNode) node = pel_json_take_object (json_object_ref (envelope));

      exit_code = pel_output_finish (put_json (node));
    }
  else if (line->tool->event != NULL && get_code (error) == PEL_ERROR_CANCELLED)
    exit_code = 0; /* stopping a command that runs until it is stopped is no error */
  else if (answer_file >= 0)
    exit_code = put_file ();
  else
    exit_code = show_envelope (line->tool, envelope, error);
  return error != NULL ? pel_error_get_exit_code (get_code (error)) : exit_code;
}

static int
show_help (PelCommandLine *line)
{
  g_autoptr (JsonNode) node = NULL;
  g_autofree char     *text = NULL;

  if (line->is_json)
    {
      node = pel_help_dup_json (line->tool);
      return pel_output_finish (put_json (node));
    }
  text = pel_help_dup_text (line->tool);
  return pel_output_finish (pel_output_put (text));
}

static int
show_version (PelCommandLine *line)
{
  JsonObject          *object;
  g_autoptr (JsonNode) node = NULL;

  if (!line->is_json)
    return pel_output_finish (pel_output_put ("pellucid " PEL_VERSION "\n"));
  object = json_object_new ();
  json_object_set_string_member (object, "version", PEL_VERSION);
  node = pel_json_take_object (object);
  return pel_output_finish (put_json (node));
}

static int
show_completion (PelCommandLine *line)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *script = pel_completion_dup_script (line->word, &error);

  return script != NULL ? pel_output_finish (pel_output_put (script))
                        : pel_output_report (error, line->is_json);
}

static int
show_man_page (PelCommandLine *line)
{
  g_autofree char *page = pel_help_dup_man_page ();

  return pel_output_finish (pel_output_put (page));
}

static int
run_script (PelCommandLine *line)
{
  return pel_script_run (line->word,
                         line->is_check ? PEL_SCRIPT_CHECK : PEL_SCRIPT_RUN,
                         line->is_json);
}

/* The server for language models is a program of its own, so that the policy can tell it from what
 * a person types. Returns only where it cannot be run. */
static int
run_server (char **argv)
{
  g_autofree char   *path = pel_helper_dup_path ("pellucid-mcp");
  g_autoptr (GError) error = NULL;

  execv (path, argv);
  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 NULL,
                 _ ("Cannot run %s: %s"),
                 path,
                 g_strerror (errno));
  return pel_output_report (error, FALSE);
}

int
main (int argc, char **argv)
{
  static int (*const run[]) (PelCommandLine *) = {
    [PEL_COMMAND_TOOL] = run_tool,        [PEL_COMMAND_HELP] = show_help,
    [PEL_COMMAND_VERSION] = show_version, [PEL_COMMAND_COMPLETION] = show_completion,
    [PEL_COMMAND_MAN] = show_man_page,    [PEL_COMMAND_RUN] = run_script,
  };
  const char *const         *words = (const char *const *) argv + MIN (argc, 1);
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelCommandLine) line = NULL;

  pel_privacy_forbid_cores ();
  pel_strict_log_init ();
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, PEL_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  if (g_strcmp0 (words[0], "mcp") == 0)
    return run_server (argv + 1);
  line = pel_command_line_parse (words, &error);
  if (line == NULL)
    return pel_output_report (error, pel_command_line_wants_json (words));
  return run[line->kind](line);
}
