/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The audit log as a person meets it: through the command line and a session that may be killed. */

#include "command.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

static char *
dup_path (const char *name)
{
  return g_build_filename (g_getenv ("XDG_RUNTIME_DIR"), name, NULL);
}

/* (transfer full): what verifying tells of a log in which nothing is wrong. */
static JsonObject *
verify (const char *words)
{
  g_autofree char       *line = g_strdup_printf ("audit verify %s --json", words);
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);
  g_autoptr (JsonObject) data = pel_command_parse_data (command);

  g_assert_cmpint (command->exit_code, ==, 0);
  return json_object_ref (json_object_get_object_member (data, "verification"));
}

/* The key goes out once, and what comes after it is still proven by it. */
static void
test_key (void)
{
  g_autoptr (PelCommand) taken = pel_command_run_at_terminal ("audit export-key");
  g_autoptr (PelCommand) again = NULL;
  g_autofree char       *path = dup_path ("key.txt");
  g_autofree char       *words = g_strdup_printf ("--key-file %s", path);
  g_autoptr (JsonObject) report = NULL;

  g_assert_cmpint (taken->exit_code, ==, 0);
  /* what follows the line are words for the person */
  g_assert_true (g_file_set_contents (path, taken->out, strcspn (taken->out, "\n") + 1, NULL));
  again = pel_command_run_at_terminal ("audit export-key");
  g_assert_cmpint (again->exit_code, ==, 1);
  g_assert_nonnull (strstr (again->err, "no longer stored"));
  report = verify (words);
  g_assert_cmpint (json_object_get_int_member (report, "records"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (report, "sealed"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (report, "witnessed"), >=, 1);
}

/* The log goes on where a session that was killed left it. */
static void
test_killed_session (void)
{
  g_autofree char       *path = dup_path ("key.txt");
  g_autofree char       *words = g_strdup_printf ("--key-file %s", path);
  pid_t                  session = pel_command_find_session ();
  g_autoptr (PelCommand) again = NULL;
  g_autoptr (JsonObject) report = NULL;

  g_assert_cmpint (session, >, 0);
  kill (session, SIGKILL);
  pel_command_end_session ();
  again = pel_command_run_at_terminal ("audit export-key");
  g_assert_nonnull (strstr (again->err, "no longer stored"));
  report = verify (words);
  g_assert_cmpint (json_object_get_int_member (report, "records"), ==, 4);
  g_assert_cmpint (json_object_get_int_member (report, "sealed"), ==, 4);
}

static void
test_export (void)
{
  g_autofree char *path = dup_path ("copy.jsonl");
  g_autofree char *key_path = dup_path ("key.txt");
  g_autofree char *export = g_strdup_printf ("audit export %s", path);
  g_autofree char       *words = g_strdup_printf ("%s --key-file %s", path, key_path);
  g_autofree char       *line = g_strdup_printf ("audit verify %s", words);
  g_autofree char       *place = g_strdup_printf ("%s:2", path);
  g_autofree char       *text = NULL;
  g_autoptr (PelCommand) exported = pel_command_run_at_terminal (export);
  g_autoptr (PelCommand) refused = pel_command_run_at_terminal (export);
  g_autoptr (PelCommand) changed = NULL;
  g_autoptr (JsonObject) report = verify (words);

  g_assert_cmpint (exported->exit_code, ==, 0);
  g_assert_cmpint (refused->exit_code, ==, 1);
  g_assert_cmpint (json_object_get_int_member (report, "sealed"), ==, 4);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  strstr (text, "key_asked_for")[0] = 'K';
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  changed = pel_command_run (NULL, line);
  g_assert_cmpint (changed->exit_code, ==, 1);
  g_assert_nonnull (strstr (changed->err, place));
}

/* Without a terminal it is a script that calls, or an agent. */
static void
test_not_a_person (void)
{
  g_autofree char *path = dup_path ("stolen.jsonl");
  g_autofree char *export = g_strdup_printf ("audit export %s", path);
  g_autoptr (PelCommand) file = pel_command_run (NULL, export);
  g_autoptr (PelCommand) key = pel_command_run (NULL, "audit export-key");
  g_autoptr (PelCommand) shown = pel_command_run (NULL, "audit show --last 1");

  g_assert_cmpint (file->exit_code, ==, 4);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpint (key->exit_code, ==, 4);
  g_assert_nonnull (strstr (key->err, "in a terminal"));
  g_assert_nonnull (strstr (shown->out, "denied"));
}

/* No leak, no undefined behaviour in a session that wrote and read. */
static void
test_ends_clean (void)
{
  pel_command_end_session ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/audit/key", test_key);
  g_test_add_func ("/audit/killed-session", test_killed_session);
  g_test_add_func ("/audit/export", test_export);
  g_test_add_func ("/audit/not-a-person", test_not_a_person);
  g_test_add_func ("/audit/ends-clean", test_ends_clean);
  return g_test_run ();
}
