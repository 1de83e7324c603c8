/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The command line on a real desktop: every tool, every kind of mistake, and sessions that die. */

#include "a11y-probe.h"
#include "command.h"

#include "services/base/error.h"
#include "services/tool/tool-table.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

static gboolean
has_display (void)
{
  return g_getenv ("DISPLAY") != NULL || g_getenv ("WAYLAND_DISPLAY") != NULL;
}

static void
keep_schema (const PelTool *tool)
{
  g_autofree char       *name = pel_tool_dup_command (tool);
  g_autofree char       *line = g_strdup_printf ("%s --json", name);
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);
  g_autoptr (JsonObject) data = pel_command_parse_data (command);
  g_autoptr (GError)     error = NULL;

  pel_schema_check (tool->result, data, tool->name, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (command->err, ==, "");
}

/* The fields that every tool promises are what it gives, no more and no less. Those that are about
 * one element need a program: test-tree-cli has them, test-pick and test-act-cli. */
/* A script may take no pictures unless somebody lets it. */
static void
set_policy (const char *policy)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  if (policy == NULL)
    g_remove (path);
  else
    g_file_set_contents (path, policy, -1, &error);
  g_assert_no_error (error);
}

static void
test_tools_keep_schema (void)
{
  static const char *const about_one[] = {
    "ui_get_element", "ui_get_focused", "ui_describe", "ui_read_text", "ui_query", "ui_wait",
    "ui_assert",      "ui_highlight",   "ui_pick",     "watch",        NULL
  };

  g_autoptr (PelCommand) resumed = NULL;

  set_policy ("{\"default\": {\"act\": \"allow\", \"capture\": \"allow\"}}");
  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    {
      const PelTool *tool = pel_tool_table_get_tool (i);

      if (tool->tool_class != PEL_TOOL_ACT && !g_strv_contains (about_one, tool->name))
        keep_schema (tool);
    }
  resumed = pel_command_run_at_terminal ("stop --resume"); /* one of them was “stop” */
  g_assert_cmpint (resumed->exit_code, ==, 0);
  set_policy (NULL);
}

/* After all of them: no leak, no undefined behaviour in the session. */
static void
test_session_ends_clean (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "capabilities");

  pel_command_end_session ();
}

static void
test_tools_plain_when_piped (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "monitors");

  g_assert_cmpint (command->exit_code, ==, 0);
  g_assert_null (strchr (command->out, '\033'));
  g_assert_nonnull (strchr (command->out, '\t'));
}

/* clang-format off */
static const struct { const char *line; int exit_code; const char *part; } mistakes[] = {
  { "",                                        2, "No tool given" },
  { "windos",                                  2, "Did you mean “windows”?" },
  { "windows --filtr x",                       2, "Did you mean “--filter”?" },
  { "windows --filter",                        2, "requires a value" },
  { "windows surplus",                         2, "unexpected argument" },
  { "windows --timeout-ms 5",                  2, "must be between 100 and 60000, not 5" },
  { "windows --timeout-ms soon",               2, "must be a whole number" },
  { "windows --include-hidden=yes",            2, "takes no value" },
  { "windows --args '{'",                      2, "line 1, column 2" },
  { "windows --args '[1]'",                    2, "Expected a JSON object" },
  { "windows --args '{\"filter\":7}'",         2, "“filter” must be a string, not 7" },
  { "windows --args '{\"nothing\":7}'",        2, "unknown argument “nothing”" },
  { "windows --args '{\"a\":1,\"a\":2}'",      2, "duplicate key" },
  { "completion tcsh",                         2, "not available for the shell “tcsh”" },
  { "help nothing",                            2, "Unknown tool “nothing”" },
  { "-x",                                      2, "Unknown option “-x”" },
};
/* clang-format on */

static void
test_mistakes_are_explained (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, mistakes[i].line);

      g_assert_cmpint (command->exit_code, ==, mistakes[i].exit_code);
      g_assert_cmpstr (command->out, ==, "");
      g_assert_nonnull (strstr (command->err, mistakes[i].part));
    }
}

static void
test_mistakes_as_json (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "windos --json");
  g_autoptr (JsonObject) envelope = pel_command_parse (command);
  JsonObject            *error = json_object_get_object_member (envelope, "error");

  g_assert_cmpint (command->exit_code, ==, 2);
  g_assert_cmpstr (json_object_get_string_member (error, "code"), ==, "invalid_argument");
  g_assert_cmpstr (json_object_get_string_member (error, "hint"), ==, "Did you mean “windows”?");
}

/* What reaches the session past the client is checked there as well. */
static void
test_mistakes_by_dbus (void)
{
  static const struct
  {
    const char *tool;
    const char *arguments;
    const char *code;
  } rows[] = {
    { "ui_list_windows", "{\"filter\":", "invalid_argument" },
    { "ui_list_windows", "{\"timeout_ms\":1}", "invalid_argument" },
    { "ui_nothing", "{}", "invalid_argument" },
    { "ui_list_monitors", "", NULL },
  };
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_autofree char            *deep = g_strnfill (200000, '[');
  g_autoptr (PelCommand)      command = pel_command_run (NULL, "monitors");

  g_assert_no_error (error);
  for (gsize i = 0; i <= G_N_ELEMENTS (rows); i++)
    {
      gboolean             is_row = i < G_N_ELEMENTS (rows);
      const char          *code = is_row ? rows[i].code : "invalid_argument";
      g_autofree char     *expected = g_strdup_printf ("\"code\":\"%s\"", code);
      const char          *result;
      g_autoptr (GVariant) reply =
          g_dbus_connection_call_sync (bus,
                                       "io.github.pellucid.Pellucid",
                                       "/io/github/pellucid/Pellucid",
                                       "io.github.pellucid.Session1",
                                       "Call",
                                       g_variant_new ("(sss)",
                                                      "t",
                                                      is_row ? rows[i].tool : "ui_list_windows",
                                                      is_row ? rows[i].arguments : deep),
                                       G_VARIANT_TYPE ("(sah)"),
                                       G_DBUS_CALL_FLAGS_NONE,
                                       10000,
                                       NULL,
                                       &error);

      g_assert_no_error (error);
      g_variant_get (reply, "(&s@ah)", &result, NULL);
      g_assert_nonnull (strstr (result, code != NULL ? expected : "\"success\""));
    }
}

static char **
without (const char *first, ...)
{
  char      **environment = g_get_environ ();
  va_list     names;
  const char *name;

  va_start (names, first);
  for (name = first; name != NULL; name = va_arg (names, const char *))
    environment = g_environ_unsetenv (environment, name);
  va_end (names);
  return environment;
}

static void
assert_unavailable (const char *const *environment, const char *part)
{
  g_autoptr (PelCommand) windows = pel_command_run (environment, "windows");
  g_autoptr (PelCommand) json = pel_command_run (environment, "windows --json");
  g_autoptr (PelCommand) doctor = pel_command_run (environment, "doctor");
  g_autoptr (JsonObject) envelope = pel_command_parse (json);
  JsonObject            *error = json_object_get_object_member (envelope, "error");

  g_assert_cmpint (windows->exit_code, ==, 5);
  g_assert_nonnull (strstr (windows->err, part));
  g_assert_cmpint (json->exit_code, ==, 5);
  g_assert_cmpstr (json_object_get_string_member (error, "code"), ==, "capability_unavailable");
  g_assert_cmpint (doctor->exit_code, ==, 5);
  g_assert_nonnull (strstr (doctor->out, part));
}

static void
test_nothing_no_display (void)
{
  g_auto (GStrv) environment = without ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK", NULL);

  pel_command_end_session ();
  assert_unavailable ((const char *const *) environment, "No display is available");
}

static void
test_nothing_wrong_display (void)
{
  g_auto (GStrv) environment = without ("WAYLAND_DISPLAY", "SWAYSOCK", NULL);

  environment = g_environ_setenv (environment, "DISPLAY", ":65000", TRUE);
  environment = g_environ_setenv (environment, "GDK_BACKEND", "x11", TRUE);
  pel_command_end_session ();
  assert_unavailable ((const char *const *) environment, "Cannot connect to the display");
}

static void
test_nothing_no_bus (void)
{
  g_auto (GStrv)   environment = without ("DBUS_SESSION_BUS_ADDRESS", NULL);
  g_autofree char *empty = g_dir_make_tmp ("pel-empty-XXXXXX", NULL);

  environment = g_environ_setenv (environment, "XDG_RUNTIME_DIR", empty, TRUE);
  assert_unavailable ((const char *const *) environment, "No session bus is available");
  g_rmdir (empty);
}

static void
test_nothing_wrong_bus (void)
{
  g_auto (GStrv) environment = g_get_environ ();

  environment = g_environ_setenv (environment,
                                  "DBUS_SESSION_BUS_ADDRESS",
                                  "unix:path=/nonexistent/bus",
                                  TRUE);
  assert_unavailable ((const char *const *) environment, "Cannot connect to the session bus");
}

static void
test_help_needs_nothing (void)
{
  const char *nothing[] = { "LC_ALL=C.UTF-8", NULL };
  const char *lines[] = { "--help",          "help windows",     "--version",
                          "help --json",     "--version --json", "help doctor --json",
                          "completion bash", "completion zsh",   "completion fish" };

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (PelCommand) command = pel_command_run (nothing, lines[i]);

      g_assert_cmpint (command->exit_code, ==, 0);
      g_assert_cmpstr (command->err, ==, "");
      if (strstr (lines[i], "--json") != NULL)
        json_object_unref (pel_command_parse (command));
    }
}

/* Sees calls to the session pass on the bus, also if the session is stopped. */
typedef struct
{
  GDBusConnection *bus;
  gint             has_passed; /* atomic: the filter runs in a thread */
} Lookout;

static GDBusMessage *
lookout_filter (GDBusConnection *bus, GDBusMessage *message, gboolean is_incoming, gpointer data)
{
  Lookout *self = data;

  if (is_incoming && g_strcmp0 (g_dbus_message_get_member (message), "Call") == 0)
    {
      g_atomic_int_set (&self->has_passed, TRUE);
      g_main_context_wakeup (NULL);
    }
  if (!is_incoming)
    return message;
  g_object_unref (message); /* a monitor must not answer */
  return NULL;
}

static void
lookout_start (Lookout *self)
{
  const char *const    rules[] = { "type='method_call',interface='io.github.pellucid.Session1'",
                                   NULL };
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) reply = NULL;

  self->bus =
      g_dbus_connection_new_for_address_sync (g_getenv ("DBUS_SESSION_BUS_ADDRESS"),
                                              G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                  G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                              NULL,
                                              NULL,
                                              &error);
  g_assert_no_error (error);
  reply = g_dbus_connection_call_sync (self->bus,
                                       "org.freedesktop.DBus",
                                       "/org/freedesktop/DBus",
                                       "org.freedesktop.DBus.Monitoring",
                                       "BecomeMonitor",
                                       g_variant_new ("(^asu)", rules, 0),
                                       NULL,
                                       G_DBUS_CALL_FLAGS_NONE,
                                       -1,
                                       NULL,
                                       &error);
  g_assert_no_error (error);
  g_dbus_connection_add_filter (self->bus, lookout_filter, self, NULL);
}

/* The bus delivers a call before it shows it to monitors. */
static void
lookout_wait (Lookout *self)
{
  while (!g_atomic_int_get (&self->has_passed))
    g_main_context_iteration (NULL, TRUE);
}

static void
lookout_clear (Lookout *self)
{
  if (self->bus != NULL)
    g_dbus_connection_close_sync (self->bus, NULL, NULL);
  g_clear_object (&self->bus);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lookout, lookout_clear)

/* Killed during an act: the caller gets an error, and the next call finds a new session. */
static void
test_session_killed_in_call (void)
{
  g_autoptr (PelCommand)  first = pel_command_run (NULL, "monitors");
  pid_t                   pid = pel_command_find_session ();
  g_auto (Lookout)        lookout = { 0 };
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (PelCommand)  killed = NULL;
  g_autoptr (PelCommand)  next = NULL;

  g_assert_cmpint (pid, !=, 0);
  lookout_start (&lookout);
  kill (pid, SIGSTOP);
  process = pel_command_start (NULL, "key Escape");
  lookout_wait (&lookout);
  kill (pid, SIGKILL);
  killed = pel_command_wait (process);
  g_assert_cmpint (killed->exit_code, ==, 1);
  g_assert_nonnull (strstr (killed->err, "The session ended before it replied"));

  next = pel_command_run (NULL, "monitors");
  g_assert_cmpint (next->exit_code, ==, 0);
  g_assert_cmpint (pel_command_find_session (), !=, pid);
}

/* Right after a death: no one has to call twice. */
static void
test_session_killed_before_call (void)
{
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (PelCommand) before = pel_command_run (NULL, "monitors");
      g_autoptr (PelCommand) after = NULL;

      kill (pel_command_find_session (), SIGKILL);
      after = pel_command_run (NULL, "monitors");
      g_assert_cmpint (after->exit_code, ==, 0);
    }
}

static void
test_session_interrupted_call (void)
{
  pid_t                   pid;
  g_autoptr (PelCommand)  first = pel_command_run (NULL, "monitors");
  g_auto (Lookout)        lookout = { 0 };
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (PelCommand)  interrupted = NULL;

  pid = pel_command_find_session ();
  lookout_start (&lookout);
  kill (pid, SIGSTOP);
  process = pel_command_start (NULL, "monitors --json");
  lookout_wait (&lookout);
  g_subprocess_send_signal (process, SIGINT);
  interrupted = pel_command_wait (process);
  kill (pid, SIGCONT);
  g_assert_cmpint (interrupted->exit_code, ==, 130);
  g_assert_nonnull (strstr (interrupted->out, "\"cancelled\""));
}

static void
test_session_one_for_many (void)
{
  GSubprocess *processes[6];
  pid_t        pid;

  pel_command_end_session ();
  for (gsize i = 0; i < G_N_ELEMENTS (processes); i++)
    processes[i] = pel_command_start (NULL, "monitors");
  for (gsize i = 0; i < G_N_ELEMENTS (processes); i++)
    {
      g_autoptr (PelCommand) command = pel_command_wait (processes[i]);

      g_assert_cmpstr (command->err, ==, "");
      g_assert_cmpint (command->exit_code, ==, 0);
      g_object_unref (processes[i]);
    }
  pid = pel_command_find_session ();
  g_assert_cmpint (pid, !=, 0);
}

/* Unused, it ends after the time that is set; a client that is connected keeps it. */
static void
test_session_ends_unused (void)
{
  g_autofree char *folder =
      g_build_filename (g_get_user_config_dir (), "glib-2.0", "settings", NULL);
  g_autofree char       *file = g_build_filename (folder, "keyfile", NULL);
  g_auto (GStrv)         environment = g_get_environ ();
  g_autoptr (PelCommand) command = NULL;
  gint64                 deadline;

  pel_command_end_session ();
  g_mkdir_with_parents (folder, 0700);
  g_file_set_contents (file, "[io/github/pellucid/Pellucid]\nidle-timeout=uint32 1\n", -1, NULL);
  environment = g_environ_setenv (environment, "GSETTINGS_BACKEND", "keyfile", TRUE);
  command = pel_command_run ((const char *const *) environment, "monitors");
  g_assert_cmpint (command->exit_code, ==, 0);
  deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;
  while (pel_command_find_session () != 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_usleep (50000); /* between looks at what is to happen by itself */
    }
  g_unlink (file);
}

/* A variable of another login does not hide the desktop that is there. */
static void
test_session_stale_variable (void)
{
  g_auto (GStrv)         environment = g_get_environ ();
  g_autoptr (PelCommand) command = NULL;

  environment = g_environ_setenv (environment, "WAYLAND_DISPLAY", "nowhere", TRUE);
  pel_command_end_session ();
  command = pel_command_run ((const char *const *) environment, "monitors");
  g_assert_cmpint (command->exit_code, ==, 0);
  pel_command_end_session ();
}

/* An X server without RandR has one monitor, its screen; and goes on answering. */
static void
test_session_bare_server (void)
{
  const char *argv[] = { "Xvfb",       "-displayfd", "1",         "-screen", "0", "800x600x24",
                         "-extension", "RANDR",      "-nolisten", "tcp",     NULL };
  g_autoptr (GError)      error = NULL;
  g_autoptr (GSubprocess) server =
      g_subprocess_newv (argv,
                         G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                         &error);
  g_autoptr (GDataInputStream) out = NULL;
  g_autofree char             *number = NULL;
  g_autofree char             *display = NULL;
  g_auto (GStrv)               environment = g_get_environ ();

  g_assert_no_error (error);
  out = g_data_input_stream_new (g_subprocess_get_stdout_pipe (server));
  number = g_data_input_stream_read_line (out, NULL, NULL, &error);
  g_assert_no_error (error);
  display = g_strconcat (":", number, NULL);
  environment = g_environ_setenv (environment, "DISPLAY", display, TRUE);
  pel_command_end_session ();
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (PelCommand) command =
          pel_command_run ((const char *const *) environment, "monitors");

      g_assert_cmpstr (command->out, ==, "screen\t0,0 800×600\t0,0 800×600\t1\tyes\n");
    }
  pel_command_end_session ();
  g_subprocess_force_exit (server);
  g_subprocess_wait (server, NULL, NULL);
}

static void
test_doctor_mends_the_switch (void)
{
  g_autoptr (PelCommand) before = NULL;
  g_autoptr (PelCommand) fix = NULL;

  pel_a11y_set_switch (FALSE);
  before = pel_command_run (NULL, "doctor");
  g_assert_nonnull (strstr (before->out, "warning\tAccessibility"));
  fix = pel_command_run (NULL, "doctor --fix");
  g_assert_nonnull (strstr (fix->out, "ok\tAccessibility"));
  g_assert_true (pel_a11y_read_switch ());
}

static void
add_nothing_tests (void)
{
  g_test_add_func ("/cli/nothing/no-display", test_nothing_no_display);
  g_test_add_func ("/cli/nothing/wrong-display", test_nothing_wrong_display);
  g_test_add_func ("/cli/nothing/no-bus", test_nothing_no_bus);
  g_test_add_func ("/cli/nothing/wrong-bus", test_nothing_wrong_bus);
  g_test_add_func ("/cli/help/needs-nothing", test_help_needs_nothing);
  g_test_add_func ("/cli/mistakes/are-explained", test_mistakes_are_explained);
  g_test_add_func ("/cli/mistakes/as-json", test_mistakes_as_json);
}

/* Takes the name of the session, and notes every call that comes to it. */
static GDBusMessage *
squat_filter (GDBusConnection *bus, GDBusMessage *message, gboolean is_incoming, gpointer n_calls)
{
  if (is_incoming &&
      g_strcmp0 (g_dbus_message_get_interface (message), "io.github.pellucid.Session1") == 0)
    g_atomic_int_inc ((int *) n_calls);
  return message;
}

/* A program that has taken the session's name is sent nothing, least of all a secret. */
static void
test_squatter (void)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GVariant)        reply = NULL;
  g_autoptr (GDBusConnection) bus =
      g_dbus_connection_new_for_address_sync (g_getenv ("DBUS_SESSION_BUS_ADDRESS"),
                                              G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                  G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                              NULL,
                                              NULL,
                                              &error);
  static const char *const lines[] = { "fill Edit:Entry hunter2 --redact", "windows", "stop" };
  int                      n_calls = 0;

  g_assert_no_error (error);
  pel_command_end_session ();
  g_dbus_connection_add_filter (bus, squat_filter, &n_calls, NULL);
  reply = g_dbus_connection_call_sync (bus,
                                       "org.freedesktop.DBus",
                                       "/org/freedesktop/DBus",
                                       "org.freedesktop.DBus",
                                       "RequestName",
                                       g_variant_new ("(su)", "io.github.pellucid.Pellucid", 4),
                                       NULL,
                                       G_DBUS_CALL_FLAGS_NONE,
                                       -1,
                                       NULL,
                                       &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, lines[i]);

      g_assert_cmpint (command->exit_code, ==, 4);
      g_assert_nonnull (strstr (command->err, "nothing was sent to it"));
      g_assert_nonnull (strstr (command->err, "test-cli"));
    }
  g_assert_cmpint (g_atomic_int_get (&n_calls), ==, 0);
  g_assert_true (g_dbus_connection_close_sync (bus, NULL, NULL));
}

static void
copy_program (const char *name, const char *path)
{
  g_autofree char   *built = g_test_build_filename (G_TEST_BUILT, "..", "app", name, NULL);
  g_autoptr (GFile)  original = g_file_new_for_path (built);
  g_autoptr (GFile)  copy = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_file_copy (original, copy, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

static GSubprocess *
start_program (const char *path, const char *argument)
{
  g_autoptr (GError) error = NULL;
  GSubprocess       *process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                        &error,
                        path,
                        argument,
                        NULL);

  g_assert_no_error (error);
  return process;
}

/* An upgrade replaces the files of a session that runs: commands still reach it, and stop it. */
static void
test_session_replaced (void)
{
  static const char *const lines[] = { "windows", "stop" };
  g_autofree char         *folder = g_dir_make_tmp ("pellucid-upgrade-XXXXXX", NULL);
  g_autofree char         *client = g_build_filename (folder, "pellucid", NULL);
  g_autofree char         *program = g_build_filename (folder, "pellucid-session", NULL);
  g_autofree char         *upgrade = g_build_filename (folder, "pellucid-session.new", NULL);
  g_autofree char         *stopped =
      g_build_filename (g_get_user_state_dir (), "pellucid", "stopped", NULL);
  g_autoptr (GSubprocess) session = NULL;
  gint64                  deadline = g_get_monotonic_time () + 60 * G_TIME_SPAN_SECOND;

  pel_command_end_session ();
  copy_program ("pellucid", client);
  copy_program ("pellucid-session", program);
  copy_program ("pellucid-session", upgrade);
  session = start_program (program, NULL);
  while (pel_command_find_session () == 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpint (g_rename (upgrade, program), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (GSubprocess) process = start_program (client, lines[i]);
      g_autoptr (PelCommand)  command = pel_command_wait (process);

      g_assert_cmpstr (command->err, ==, "");
      g_assert_cmpint (command->exit_code, ==, 0);
    }
  g_assert_true (g_file_test (stopped, G_FILE_TEST_EXISTS));
  pel_command_end_session ();
  g_assert_cmpint (g_remove (stopped), ==, 0);
  g_remove (client);
  g_remove (program);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_nothing_tests ();
  if (has_display ())
    {
      g_test_add_func ("/cli/tools/keep-schema", test_tools_keep_schema);
      g_test_add_func ("/cli/tools/plain-when-piped", test_tools_plain_when_piped);
      g_test_add_func ("/cli/session/ends-clean", test_session_ends_clean);
      g_test_add_func ("/cli/mistakes/by-dbus", test_mistakes_by_dbus);
      g_test_add_func ("/cli/session/squatter", test_squatter);
      g_test_add_func ("/cli/session/replaced", test_session_replaced);
      g_test_add_func ("/cli/session/killed-in-call", test_session_killed_in_call);
      g_test_add_func ("/cli/session/killed-before-call", test_session_killed_before_call);
      g_test_add_func ("/cli/session/interrupted-call", test_session_interrupted_call);
      if (g_str_has_prefix (g_getenv ("PEL_DESKTOP_KIND"), "x11"))
        {
          g_test_add_func ("/cli/session/stale-variable", test_session_stale_variable);
          g_test_add_func ("/cli/session/bare-server", test_session_bare_server);
        }
      g_test_add_func ("/cli/session/ends-unused", test_session_ends_unused);
      /* last: those who come second may still be on their way when it is over */
      g_test_add_func ("/cli/session/one-for-many", test_session_one_for_many);
      g_test_add_func ("/cli/doctor/mends-the-switch", test_doctor_mends_the_switch);
    }
  return g_test_run ();
}
