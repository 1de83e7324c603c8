/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* pellucid-mcp: the tools for language models, over the Model Context Protocol. Small, without GTK,
 * a client of the session. */

#include "config.h"

#include "app/cli/output.h"
#include "app/mcp/bridge.h"
#include "app/mcp/config-printer.h"
#include "app/mcp/environment.h"
#include "services/base/error.h"
#include "services/base/helper.h"
#include "services/base/privacy.h"
#include "services/base/strict-log.h"

#include <glib/gi18n.h>
#include <locale.h>

/* What the program is asked for. */
typedef struct
{
  char    *tools;
  gboolean is_read_only;
  gboolean is_config;
  gboolean is_version;
  gboolean is_check;
} Options;

/* The options again, for a configuration that starts it with them. */
static int
print_config (const Options *options)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autofree char      *command = pel_helper_dup_client_path ();
  g_autofree char      *text = NULL;

  if (options->tools != NULL)
    {
      g_ptr_array_add (words, "--tools");
      g_ptr_array_add (words, options->tools);
    }
  if (options->is_read_only)
    g_ptr_array_add (words, "--read-only");
  g_ptr_array_add (words, NULL);
  text = pel_config_print (command, (const char *const *) words->pdata);
  return pel_output_finish (pel_output_put (text));
}

/* What a model reads has a size that is tested: it is English, whatever people speak. */
static int
serve (PelProfile *profile)
{
  setlocale (LC_ALL, "C.UTF-8");
  g_setenv ("LANGUAGE", "C", TRUE);
  return pel_bridge_run (profile, NULL);
}

static gboolean
parse (Options *options, int argc, char **argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "tools",
      0,
      0,
      G_OPTION_ARG_STRING,
      &options->tools,
      N_ ("Tools to expose: core (default), all, or a comma-separated list of names"),
      N_ ("LIST") },
    { "read-only",
      0,
      0,
      G_OPTION_ARG_NONE,
      &options->is_read_only,
      N_ ("Expose only tools that read, none that act or write files"),
      NULL },
    { "print-config",
      0,
      0,
      G_OPTION_ARG_NONE,
      &options->is_config,
      N_ ("Print the configuration for common MCP hosts"),
      NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, &options->is_version, N_ ("Show the version"), NULL },
    { "check",
      0,
      G_OPTION_FLAG_HIDDEN,
      G_OPTION_ARG_NONE,
      &options->is_check,
      NULL, /* for the doctor */
      NULL },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);

  g_option_context_set_summary (
      context,
      _ ("MCP server on standard input and output, for programs that use language models."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse (context, &argc, &argv, error))
    return FALSE;
  if (argc <= 1)
    return TRUE;
  g_set_error (error,
               G_OPTION_ERROR,
               G_OPTION_ERROR_BAD_VALUE,
               _ ("Unexpected argument “%s”"),
               argv[1]);
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError)     cause = NULL;
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelProfile) profile = NULL;
  Options                options = { 0 };
  g_autofree char       *tools = NULL;
  PelProfileFlags        flags;

  pel_privacy_forbid_cores ();
  pel_strict_log_init ();
  pel_environment_complete ();
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, PEL_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("pellucid mcp");

  if (!parse (&options, argc, argv, &cause))
    {
      pel_set_error (&error,
                     PEL_ERROR_INVALID_ARGUMENT,
                     _ ("See “pellucid mcp --help” for the options"),
                     "%s",
                     cause->message);
      return pel_output_report (error, FALSE);
    }
  tools = g_steal_pointer (&options.tools);
  options.tools = tools;
  if (options.is_version)
    return pel_output_finish (pel_output_put ("pellucid-mcp " PEL_VERSION "\n"));
  flags = options.is_read_only ? PEL_PROFILE_READ_ONLY : PEL_PROFILE_ALL_TOOLS;
  profile = pel_profile_new (tools != NULL ? tools : "core", flags, &error);
  if (profile == NULL)
    return pel_output_report (error, FALSE);
  if (options.is_check)
    return 0;
  return options.is_config ? print_config (&options) : serve (g_steal_pointer (&profile));
}
