/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Acting from the command line of a script: what the policy says, what the program's own log says
 * and what was written down must agree. */

#include "command.h"
#include "fixture.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#define WAIT_SECONDS 60
#define SECRET       "correct-horse"

/* clang-format off */
/* @log: of the program; NULL: it does nothing. */
static const struct { const char *line; int exit_code; const char *log; } acts[] = {
  { "invoke Button:Button --dry-run",                              0, NULL },
  { "invoke Button:Button",                                        0, "clicked button" },
  { "invoke Button:Disabled",                                      1, NULL },
  { "toggle CheckBox:Check --verify '{\"state\": \"checked\"}'",   0, "toggled check on" },
  { "toggle CheckBox:Check --verify '{\"state\": \"checked\"}' --timeout-ms 2000", 1, "toggled check off" },
  { "fill Edit:Entry 'Zoë' --verify '{\"value\": \"Zoë\"}'",       0, "text entry \"Zoë\"" },
  { "fill Edit:Entry " SECRET " --redact",                         0, "text entry \"" SECRET "\"" },
  { "fill Edit:Password " SECRET,                                  0, "text password \"" SECRET "\"" },
  { "fill Slider:Slider 70",                                       0, "value slider 70*" },
  { "do Button:Button jump",                                       1, NULL },
  { "invoke Button:Nothing",                                       3, NULL },
  { "invoke @e99999",                                              3, NULL },
  { "invoke Button:Button --verify '{}'",                          2, NULL },
};
/* clang-format on */

static char *
dup_policy (void)
{
  return g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
}

static void
allow (void)
{
  g_autofree char   *path = dup_policy ();
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, "{\"default\": {\"act\": \"allow\"}}", -1, &error);
  g_assert_no_error (error);
}

static PelFixture *
start (void)
{
  gint64             deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autoptr (GError) error = NULL;
  PelFixture        *fixture = pel_fixture_start (&error, "fixture-gtk3", NULL);

  g_assert_no_error (error);
  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, "assert Slider:Slider");

      if (command->exit_code == 0)
        return fixture;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* Before anybody has agreed to automation, the person is asked; here nobody answers. */
static void
test_not_allowed (void)
{
  g_autoptr (PelFixture)  fixture = start ();
  g_autofree char        *path = dup_policy ();
  g_autoptr (GSubprocess) call = NULL;
  g_autoptr (PelCommand)  command = NULL, log = NULL;
  gint64                  deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  gboolean                is_asked = FALSE;

  g_remove (path);
  call = pel_command_start (NULL, "invoke Button:Button");
  while (!is_asked)
    {
      g_autoptr (PelCommand) windows = pel_command_run (NULL, "windows --filter 'Pellucid Needs'");

      is_asked = strstr (windows->out, "Pellucid Needs") != NULL;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
  g_subprocess_send_signal (call, SIGINT);
  command = pel_command_wait (call);
  g_assert_cmpint (command->exit_code, ==, 130);
  log = pel_command_run (NULL, "audit show --last 1");
  g_assert_nonnull (strstr (log->out, "cancelled"));
  g_assert_cmpuint (pel_fixture_count (fixture, "clicked*"), ==, 0);
}

/* Each thing happens once or not at all: the next line of the log is the next row's. */
static void
test_allowed (void)
{
  g_autoptr (PelFixture) fixture = start ();
  g_autofree char       *path = dup_policy ();
  g_autoptr (PelCommand) verified = NULL, shown = NULL;

  allow ();
  for (gsize i = 0; i < G_N_ELEMENTS (acts); i++)
    {
      g_autoptr (PelCommand) command = NULL;

      pel_fixture_forget (fixture);
      command = pel_command_run (NULL, acts[i].line);
      g_test_message ("%s%s", command->out, command->err);
      g_assert_cmpint (command->exit_code, ==, acts[i].exit_code);
      if (acts[i].log != NULL)
        {
          pel_fixture_expect (fixture, acts[i].log);
          g_assert_cmpuint (pel_fixture_count (fixture, acts[i].log), ==, 1);
        }
      g_assert_null (strstr (command->out, SECRET));
      g_assert_null (strstr (command->err, SECRET));
    }
  g_remove (path);
  verified = pel_command_run (NULL, "audit verify");
  g_assert_cmpint (verified->exit_code, ==, 0);
  shown = pel_command_run (NULL, "audit show --json");
  g_assert_nonnull (strstr (shown->out, "ui_toggle"));
  g_assert_nonnull (strstr (shown->out, "verification_failed"));
  g_assert_null (strstr (shown->out, SECRET));
}

/* A program that stands still is told so, in time. */
static void
test_stopped (void)
{
  g_autoptr (PelFixture) fixture = start ();
  g_autofree char       *path = dup_policy ();
  g_autoptr (PelCommand) command = NULL;

  allow ();
  g_assert_cmpint (kill (pel_fixture_get_pid (fixture), SIGSTOP), ==, 0);
  command = pel_command_run (NULL, "invoke Button:Button --timeout-ms 3000");
  g_assert_cmpint (kill (pel_fixture_get_pid (fixture), SIGCONT), ==, 0);
  g_remove (path);
  g_test_message ("%s", command->err);
  g_assert_true (command->exit_code == 6 || command->exit_code == 124);
}

static void
test_ends_clean (void)
{
  pel_command_end_session ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/act-cli/not-allowed", test_not_allowed);
  g_test_add_func ("/act-cli/allowed", test_allowed);
  g_test_add_func ("/act-cli/stopped", test_stopped);
  g_test_add_func ("/act-cli/ends-clean", test_ends_clean);
  return g_test_run ();
}
