/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Scripts: what the program's own log tells must be what the lines say, up to the one that failed;
 * and stopping, which ends them. */

#include "command.h"
#include "fixture.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#define WAIT_SECONDS 60

#define FORM                                                    \
  "# fills the form\n"                                          \
  "\n"                                                          \
  "fill Edit:Entry 'Zoë  \"B\"'  # quoted\n"                   \
  "toggle CheckBox:Check --verify '{\"state\": \"checked\"}'\n" \
  "fill Slider:Slider 70\n"                                     \
  "assert CheckBox:Check --state checked\n"                     \
  "invoke Button:Button\n"

typedef struct
{
  PelFixture *fixture;
  char       *folder, *script, *policy;
} RunDesk;

static void
allow (RunDesk *self)
{
  g_autofree char   *folder = g_path_get_dirname (self->policy);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (self->policy, "{\"default\": {\"act\": \"allow\"}}", -1, &error);
  g_assert_no_error (error);
}

static void
set_up (RunDesk *self, gconstpointer unused)
{
  gint64             deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("pellucid-run-XXXXXX", &error);
  g_assert_no_error (error);
  self->script = g_build_filename (self->folder, "script", NULL);
  self->policy = g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  allow (self);
  self->fixture = pel_fixture_start (&error, "fixture-gtk3", NULL);
  g_assert_no_error (error);
  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, "assert Slider:Slider");

      if (command->exit_code == 0)
        break;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
  pel_fixture_forget (self->fixture);
}

static void
tear_down (RunDesk *self, gconstpointer unused)
{
  pel_fixture_stop (self->fixture);
  g_remove (self->policy);
  g_remove (self->script);
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->script);
  g_free (self->policy);
}

static void
write_script (RunDesk *self, const char *text)
{
  g_assert_true (g_file_set_contents (self->script, text, -1, NULL));
}

static PelCommand *
run (RunDesk *self, const char *options, const char *text)
{
  g_autofree char *line = g_strdup_printf ("run %s '%s'", options, self->script);

  write_script (self, text);
  return pel_command_run (NULL, line);
}

/* That nothing was done: what is done afterwards is the first thing that the program tells. */
static void
expect_untouched (RunDesk *self)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "fill Edit:Entry after");

  g_assert_cmpint (command->exit_code, ==, 0);
  pel_fixture_expect (self->fixture, "text entry \"after\"");
  g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked*"), ==, 0);
  g_assert_cmpuint (pel_fixture_count (self->fixture, "toggled*"), ==, 0);
  g_assert_cmpuint (pel_fixture_count (self->fixture, "value*"), ==, 0);
  g_assert_cmpuint (pel_fixture_count (self->fixture, "text*"), ==, 1);
}

static guint
count_lines (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint          n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n += lines[i][0] != '\0';
  return n;
}

/* “SCRIPT:5: ” somewhere in @text. */
static void
expect_place (RunDesk *self, const char *text, guint number)
{
  g_autofree char *place = g_strdup_printf ("%s:%u: ", self->script, number);

  if (strstr (text, place) == NULL)
    g_error ("“%s” is not in %s", place, text);
}

static void
expect_form (RunDesk *self)
{
  pel_fixture_expect (self->fixture, "text entry \"Zoë  \\\"B\\\"\"");
  pel_fixture_expect (self->fixture, "toggled check on");
  pel_fixture_expect (self->fixture, "value slider 70*");
  pel_fixture_expect (self->fixture, "clicked button");
  g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked*"), ==, 1);
}

static void
test_form (RunDesk *self, gconstpointer unused)
{
  g_autoptr (PelCommand) command = run (self, "", FORM);

  g_assert_cmpint (command->exit_code, ==, 0);
  expect_form (self);
  g_assert_cmpuint (count_lines (command->out), ==, 5);
  for (guint number = 3; number <= 7; number++)
    expect_place (self, command->out, number);
}

static void
test_json (RunDesk *self, gconstpointer unused)
{
  g_autoptr (PelCommand) command =
      run (self, "--json", "invoke Button:Button\n\ninvoke Button:Nothing\ninvoke Button:Button\n");
  g_auto (GStrv)       lines = g_strsplit (command->out, "\n", -1);
  g_autoptr (JsonNode) good = NULL, bad = NULL;

  g_assert_cmpint (command->exit_code, ==, 3);
  g_assert_cmpuint (count_lines (command->out), ==, 2);
  good = json_from_string (lines[0], NULL);
  bad = json_from_string (lines[1], NULL);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (good), "line"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (good), "status"),
                   ==,
                   "success");
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (bad), "line"), ==, 3);
  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (bad), "status"),
                   ==,
                   "error");
}

/* As far as it goes, and no further. */
static void
test_fails (RunDesk *self, gconstpointer unused)
{
  g_autoptr (PelCommand) command = run (self,
                                        "",
                                        "fill Slider:Slider 30\n"
                                        "invoke Button:Disabled\n"
                                        "invoke Button:Button\n");

  g_assert_cmpint (command->exit_code, ==, 1);
  expect_place (self, command->out, 1);
  expect_place (self, command->err, 2);
  pel_fixture_expect (self->fixture, "value slider 30*");
  pel_fixture_forget (self->fixture);
  expect_untouched (self);
}

/* clang-format off */
/* Nothing of these is done; @number: of the line that is told of. */
static const struct { const char *options, *text; int exit_code; guint number; const char *told; } untouched[] = {
  { "--check", FORM,                                                   0, 6, "not true now" },
  { "--check", "invoke Button:Button\ninvoke Button:Nothing\ninvoke Button:Button\n", 0, 2, "not possible now" },
  { "--check", "invoke Button:Button\ninvoke 'name=/[/'\n",            2, 2, NULL },
  { "--check", "invoke Button:Button\nfly\ninvoke Button:Nothing\n",   2, 3, "not possible now" },
  { "",        "invoke Button:Button\ninvoke 'Button:Button\n",        2, 2, "quote" },
  { "--check", "invoke Button:Button\ninvoke 'Button:Button\n",        2, 2, "quote" },
  { "",        "invoke Button:Button\nrun other\n",                    2, 2, "another" },
  { "",        "invoke Button:Button\nwatch\n",                        2, 2, "--for-ms" },
};
/* clang-format on */

static void
test_untouched (RunDesk *self, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (untouched); i++)
    {
      g_autoptr (PelCommand) command = run (self, untouched[i].options, untouched[i].text);

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      g_assert_cmpint (command->exit_code, ==, untouched[i].exit_code);
      expect_place (self, command->err, untouched[i].number);
      if (untouched[i].told != NULL)
        g_assert_nonnull (strstr (command->err, untouched[i].told));
    }
  expect_untouched (self);
}

static void
test_long_line (RunDesk *self, gconstpointer unused)
{
  g_autofree char       *filling = g_strnfill (100000, 'a');
  g_autofree char       *text = g_strdup_printf ("invoke Button:Button\ninvoke %s\n", filling);
  g_autoptr (PelCommand) command = run (self, "", text);
  g_autoptr (PelCommand) missing = pel_command_run (NULL, "run /nowhere/script");

  g_assert_cmpint (command->exit_code, ==, 2);
  expect_place (self, command->err, 2);
  g_assert_cmpuint (strlen (command->err), <, 1000);
  g_assert_cmpint (missing->exit_code, ==, 2);
  g_assert_nonnull (strstr (missing->err, "/nowhere/script"));
  expect_untouched (self);
}

static void
test_standard_input (RunDesk *self, gconstpointer unused)
{
  g_autofree char   *program = g_test_build_filename (G_TEST_BUILT, "..", "app", "pellucid", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                        &error,
                        program,
                        "run",
                        "-",
                        NULL);
  g_autofree char *out = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, FORM, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
  g_assert_nonnull (strstr (out, "-:7: invoke: "));
  expect_form (self);
}

/* In the middle of a line that waits: none of those behind it is run. */
static void
test_interrupted (RunDesk *self, gconstpointer unused)
{
  g_autofree char        *line = g_strdup_printf ("run '%s'", self->script);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (PelCommand)  command = NULL;

  write_script (self,
                "invoke Button:Button\n"
                "wait Button:Nothing --timeout-ms 60000\n"
                "fill Edit:Entry late\n");
  process = pel_command_start (NULL, line);
  pel_fixture_expect (self->fixture, "clicked button");
  g_subprocess_send_signal (process, SIGINT);
  command = pel_command_wait (process);
  g_test_message ("%s%s", command->out, command->err);
  g_assert_cmpint (command->exit_code, ==, 130);
  pel_fixture_forget (self->fixture);
  expect_untouched (self);
}

/* An agent may stop everything, itself too, and only the person may resume it. */
static void
test_stop (RunDesk *self, gconstpointer unused)
{
  g_autoptr (PelCommand) stopped = run (self, "", "stop\ninvoke Button:Button\n");
  g_autoptr (PelCommand) refused = pel_command_run (NULL, "stop --resume");
  g_autoptr (PelCommand) doctor = pel_command_run (NULL, "doctor");
  g_autoptr (PelCommand) again = pel_command_run (NULL, "invoke Button:Button");
  g_autoptr (PelCommand) waiting = run (self, "", "wait Button:Nowhere --timeout-ms 60000\n");
  g_autoptr (PelCommand) checked = run (self, "--check", "invoke Button:Button\n");
  g_autoptr (PelCommand) log = NULL;
  g_autoptr (PelCommand) resumed = pel_command_run_at_terminal ("stop --resume");
  g_autoptr (PelCommand) healthy = pel_command_run (NULL, "doctor");

  g_assert_cmpint (stopped->exit_code, ==, 4);
  expect_place (self, stopped->err, 2);
  g_assert_nonnull (strstr (stopped->err, "All automation has been stopped"));
  g_assert_cmpint (refused->exit_code, ==, 4);
  g_assert_nonnull (strstr (doctor->out, "All automation has been stopped"));
  g_assert_cmpint (again->exit_code, ==, 4);
  g_assert_nonnull (strstr (again->err, "stop --resume"));
  g_assert_cmpint (waiting->exit_code, ==, 4);
  g_assert_nonnull (strstr (waiting->err, "All automation has been stopped"));
  g_assert_cmpint (checked->exit_code, ==, 0); /* it does nothing */
  g_assert_cmpint (resumed->exit_code, ==, 0);
  g_assert_null (strstr (healthy->out, "All automation has been stopped"));
  log = pel_command_run (NULL, "audit show");
  g_assert_nonnull (strstr (log->out, "stopped"));
  g_assert_nonnull (strstr (log->out, "resumed"));
  expect_untouched (self);
}

/* As any program of the person can: what is exported is theirs to call. */
static void
activate (const char *action)
{
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GVariant)        reply =
      g_dbus_connection_call_sync (bus,
                                   "io.github.pellucid.Pellucid",
                                   "/io/github/pellucid/Pellucid",
                                   "org.gtk.Actions",
                                   "Activate",
                                   g_variant_new_parsed ("(%s, @av [], @a{sv} {})", action),
                                   NULL,
                                   G_DBUS_CALL_FLAGS_NO_AUTO_START,
                                   20000,
                                   NULL,
                                   NULL);

  g_test_message ("%s: %s", action, reply != NULL ? "activated" : "refused");
}

/* A stop is forgotten neither when a program ends the session nor when it is killed. */
static void
test_stop_outlives (RunDesk *self, gconstpointer unused)
{
  g_autoptr (PelCommand) stopped = pel_command_run (NULL, "stop");
  g_autoptr (PelCommand) resumed = NULL;
  pid_t                  session = pel_command_find_session ();

  g_assert_cmpint (stopped->exit_code, ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (PelCommand) refused = NULL;

      if (i == 0)
        activate ("quit");
      else
        kill (session, SIGKILL);
      while (i == 1 && pel_command_find_session () == session) /* the bus has not noticed yet */
        g_thread_yield ();
      refused = pel_command_run (NULL, "invoke Button:Button --timeout-ms 20000");
      g_test_message ("%s", refused->err);
      g_assert_cmpint (refused->exit_code, ==, 4);
      g_assert_nonnull (strstr (refused->err, "All automation has been stopped"));
      g_assert_true ((pel_command_find_session () == session) == (i == 0));
    }
  resumed = pel_command_run_at_terminal ("stop --resume");
  g_assert_cmpint (resumed->exit_code, ==, 0);
  expect_untouched (self);
}

static void
test_ends_clean (RunDesk *self, gconstpointer unused)
{
  pel_command_end_session ();
}

#define ADD(path, test) g_test_add (path, RunDesk, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/run/form", test_form);
  ADD ("/run/json", test_json);
  ADD ("/run/fails", test_fails);
  ADD ("/run/untouched", test_untouched);
  ADD ("/run/long-line", test_long_line);
  ADD ("/run/standard-input", test_standard_input);
  ADD ("/run/interrupted", test_interrupted);
  ADD ("/run/stop", test_stop);
  ADD ("/run/stop-outlives", test_stop_outlives);
  ADD ("/run/ends-clean", test_ends_clean);
  return g_test_run ();
}
