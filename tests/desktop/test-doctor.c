/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The doctor and real programs whose tree is missing, each for its own reason. */

#include "a11y-probe.h"
#include "command.h"
#include "fixture.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#define WAIT_SECONDS 60

/* A program as a person would start it, without the help that tests give their fixtures. */
typedef struct
{
  GPid pid;
} Program;

static void
program_clear (Program *program)
{
  kill (program->pid, SIGKILL);
  waitpid (program->pid, NULL, 0);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Program, program_clear)

static void
start (Program *program, const char *variable, const char *value, const char *line)
{
  g_autofree char   *folder = g_test_build_filename (G_TEST_BUILT, "fixtures", NULL);
  g_autofree char   *path = g_strdup_printf ("%s:%s", folder, g_getenv ("PATH"));
  g_auto (GStrv)     environment = g_get_environ ();
  g_auto (GStrv)     argv = NULL;
  g_autoptr (GError) error = NULL;

  environment = g_environ_unsetenv (environment, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON");
  environment = g_environ_unsetenv (environment, "G_DEBUG");
  environment = g_environ_setenv (environment, "PATH", path, TRUE);
  if (variable != NULL)
    environment = g_environ_setenv (environment, variable, value, TRUE);
  g_shell_parse_argv (line, NULL, &argv, &error);
  g_assert_no_error (error);
  g_spawn_async (NULL,
                 argv,
                 environment,
                 G_SPAWN_SEARCH_PATH_FROM_ENVP | G_SPAWN_DO_NOT_REAP_CHILD |
                     G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                 NULL,
                 NULL,
                 &program->pid,
                 &error);
  g_assert_no_error (error);
}

/* The line about the program of @title, once it says what it must. */
static void
expect_finding (const char *status, const char *title, const char *part)
{
  g_autofree char *start_of_line = g_strdup_printf ("%s\t%s", status, title);
  gint64           deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, "doctor");
      g_auto (GStrv)         lines = g_strsplit (command->out, "\n", -1);

      for (guint i = 0; lines[i] != NULL; i++)
        if (g_str_has_prefix (lines[i], start_of_line) && strstr (lines[i], part) != NULL)
          return;
      if (g_get_monotonic_time () > deadline)
        g_error ("no line “%s … %s” in\n%s", start_of_line, part, command->out);
    }
}

static void
test_program_fine (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) gtk3 = pel_fixture_start (&error, "fixture-gtk3", NULL);
  g_autoptr (PelFixture) gtk4 = pel_fixture_start (&error, "fixture-gtk4", NULL);

  g_assert_no_error (error);
  expect_finding ("ok", "fixture-gtk3 (", "GTK 3)\tIts elements are exposed");
  expect_finding ("ok", "fixture-gtk4 (", "GTK 4)\tIts elements are exposed");
}

/* Qt 6.4 looks at the switch when it starts, and never again; newer versions follow it, and on X11
 * take the bus that they find on the root window for a switch that is on. The bus shows which one
 * this is, and the doctor must say the same. */
static void
test_program_too_early (void)
{
  g_auto (Program)            program = { 0 };
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = NULL;
  g_autoptr (PelCommand)      fixed = NULL;
  g_autofree char            *early_name = NULL, *bus_name = NULL;

  if (!pel_fixture_is_built ("fixture-qt6"))
    {
      g_test_skip ("Qt 6 was not there at build time");
      return;
    }
  pel_a11y_set_switch (FALSE);
  bus = pel_a11y_connect (&error);
  g_assert_no_error (error);
  start (&program, NULL, NULL, "fixture-qt6");
  early_name = pel_a11y_wait_program (bus, program.pid, 1000);
  if (early_name == NULL)
    expect_finding ("warning", "fixture-qt6 (", "Turn on accessibility");
  else
    expect_finding ("ok", "fixture-qt6 (", "Its elements are exposed");
  fixed = pel_command_run (NULL, "doctor --fix");
  g_assert_true (pel_a11y_read_switch ());
  bus_name = pel_a11y_wait_program (bus, program.pid, 1000);
  if (bus_name == NULL)
    g_assert_nonnull (strstr (fixed->out, "was started before accessibility was turned on"));
  else
    expect_finding ("ok", "fixture-qt6 (", "Its elements are exposed");
}

static void
test_program_switched_off (void)
{
  g_auto (Program) gtk3 = { 0 };
  g_auto (Program) gtk4 = { 0 };

  start (&gtk3, "NO_AT_BRIDGE", "1", "fixture-gtk3");
  start (&gtk4, "GTK_A11Y", "none", "fixture-gtk4");
  expect_finding ("warning", "fixture-gtk3 (", "Start it without NO_AT_BRIDGE=1");
  expect_finding ("warning", "fixture-gtk4 (", "Start it without NO_AT_BRIDGE=1");
}

static void
test_program_hides_pages (void)
{
  g_auto (Program) browser = { 0 };
  g_autofree char *line = NULL;

  if (!pel_fixture_is_built ("fixture-web"))
    {
      g_test_skip ("Chromium was not there at build time");
      return;
    }
  line = g_strdup_printf ("chromium --no-sandbox --disable-gpu --no-first-run "
                          "--disable-background-networking --disable-component-update "
                          "--user-data-dir=%s/browser --app=data:text/html,hello",
                          g_getenv ("PEL_DESKTOP_DIR"));
  start (&browser, NULL, NULL, line);
  expect_finding ("warning", "chromium (", "--force-renderer-accessibility");
}

/* On the bus, but it never says a word. */
static void
test_program_silent (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) hostile =
      pel_fixture_start (&error, "fixture-hostile", "--mode", "silent", NULL);

  g_assert_no_error (error);
  expect_finding ("error", "fixture-hostile (", "It is not responding");
}

/* A folder with our two main programs, and in place of every helper one that ends at once. */
static char *
make_crippled_build (void)
{
  static const char *const programs[] = { "pellucid", "pellucid-session" };
  static const char *const helpers[] = { "pellucid-hand",
                                         "pellucid-wayland-hand",
                                         "pellucid-approver",
                                         "pellucid-calibrator",
                                         "pellucid-mcp" };
  char                    *folder = g_dir_make_tmp ("crippled-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char  *path = g_test_build_filename (G_TEST_BUILT, "..", "app", programs[i], NULL);
      g_autoptr (GFile) from = g_file_new_for_path (path);
      g_autoptr (GFile) to = g_file_new_build_filename (folder, programs[i], NULL);
      g_autoptr (GError) error = NULL;

      g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
    }
  for (guint i = 0; i < G_N_ELEMENTS (helpers); i++)
    {
      g_autofree char *path = g_build_filename (folder, helpers[i], NULL);

      g_assert_true (g_file_set_contents_full (path,
                                               "#!/bin/sh\necho broken >&2\nexit 3\n",
                                               -1,
                                               0,
                                               0755,
                                               NULL));
    }
  return folder;
}

static char *
run_in (const char *folder, const char *words)
{
  g_autofree char   *line = g_strdup_printf ("%s/pellucid %s", folder, words);
  g_autofree char   *out = NULL;
  g_autoptr (GError) error = NULL;

  g_spawn_command_line_sync (line, &out, NULL, NULL, &error);
  g_assert_no_error (error);
  g_test_message ("%s", out);
  return g_steal_pointer (&out);
}

/* What is reported as available was tried. */
static void
test_helpers_broken (void)
{
  g_autofree char *folder = NULL;
  g_autofree char *findings = NULL;
  g_autofree char *abilities = NULL;

  pel_command_end_session ();
  folder = make_crippled_build ();
  findings = run_in (folder, "doctor");
  abilities = run_in (folder, "capabilities --json");
  pel_command_end_session ();
  g_assert_nonnull (strstr (findings, "warning\tInput\t"));
  g_assert_nonnull (strstr (findings, "warning\tHelpers\tpellucid-approver does not start"));
  g_assert_nonnull (strstr (findings, "warning\tHelpers\tpellucid-calibrator does not start"));
  g_assert_nonnull (strstr (findings, "refused: broken\t"));
  for (guint i = 0; i < 5; i++)
    {
      static const char *const abilities_lost[] = {
        "input", "gestures", "approvals", "calibrate", "mcp"
      };
      g_autofree char *cannot = g_strdup_printf ("{\"what\":\"%s\",", abilities_lost[i]);

      g_assert_nonnull (strstr (abilities, cannot));
    }
}

static void
test_helpers_fine (void)
{
  g_autoptr (PelCommand) findings = pel_command_run (NULL, "doctor");
  g_autoptr (PelCommand) abilities = pel_command_run (NULL, "capabilities --json");

  g_assert_nonnull (strstr (findings->out, "ok\tInput\t"));
  g_assert_nonnull (strstr (findings->out, "ok\tCapture\t"));
  g_assert_nonnull (strstr (findings->out, "ok\tHelpers\t"));
  g_assert_nonnull (strstr (abilities->out, "\"can\":[\"approvals\",\"calibrate\",\"mcp\"]"));
  g_assert_nonnull (strstr (abilities->out, "\"can\":[\"gestures\""));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doctor/helpers/fine", test_helpers_fine);
  g_test_add_func ("/doctor/helpers/broken", test_helpers_broken);
  g_test_add_func ("/doctor/program/fine", test_program_fine);
  g_test_add_func ("/doctor/program/too-early", test_program_too_early);
  g_test_add_func ("/doctor/program/switched-off", test_program_switched_off);
  g_test_add_func ("/doctor/program/hides-pages", test_program_hides_pages);
  g_test_add_func ("/doctor/program/silent", test_program_silent);
  return g_test_run ();
}
