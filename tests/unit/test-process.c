/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/process.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void
test_name_of_self (void)
{
  g_autofree char *name = pel_process_dup_name (getpid ());
  g_autofree char *gone = pel_process_dup_name (G_MAXINT);

  g_assert_cmpstr (name, ==, "test-process");
  g_assert_null (gone);
  g_assert_null (pel_process_dup_name (0));
}

static void
test_child_tells (void)
{
  const char        *argv[] = { "sleep", "60", NULL };
  g_auto (GStrv)     environment = g_environ_setenv (NULL, "PEL_MARK", "a=b", TRUE);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv)     words = NULL;
  g_autofree char   *value = NULL;
  g_autofree char   *part = NULL;
  siginfo_t          end;
  GPid               pid;

  g_spawn_async (NULL,
                 (char **) argv,
                 environment,
                 G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD,
                 NULL,
                 NULL,
                 &pid,
                 &error);
  g_assert_no_error (error);

  words = pel_process_dup_command_line (pid);
  value = pel_process_dup_environment (pid, "PEL_MARK");
  part = pel_process_dup_environment (pid, "PEL");
  g_assert_true (pel_process_is_running (pid));
  kill (pid, SIGKILL);
  waitid (P_PID, pid, &end, WEXITED | WNOWAIT);
  g_assert_false (pel_process_is_running (pid)); /* a zombie */
  waitpid (pid, NULL, 0);
  g_assert_false (pel_process_is_running (pid));

  g_assert_cmpstrv (words, argv);
  g_assert_cmpstr (value, ==, "a=b");
  g_assert_null (part);
}

/* A file that is named as if the kernel had said that it was deleted keeps its name. */
static void
test_deleted (void)
{
  g_autofree char   *sleep_path = g_find_program_in_path ("sleep");
  g_autofree char   *folder = g_dir_make_tmp ("pel-process-XXXXXX", NULL);
  g_autofree char   *path = g_build_filename (folder, "trusted (deleted)", NULL);
  g_autoptr (GFile)  original = g_file_new_for_path (sleep_path);
  g_autoptr (GFile)  copy = g_file_new_for_path (path);
  const char        *argv[] = { path, "60", NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char   *named = NULL;
  g_autofree char   *deleted = NULL;
  GPid               pid;

  g_file_copy (original, copy, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  named = pel_process_dup_executable (pid);
  g_assert_cmpint (g_unlink (path), ==, 0);
  deleted = pel_process_dup_executable (pid);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  g_rmdir (folder);

  g_assert_cmpstr (named, ==, path);
  g_assert_cmpstr (deleted, ==, path);
}

static void
copy_sleep (const char *path)
{
  g_autofree char   *sleep_path = g_find_program_in_path ("sleep");
  g_autoptr (GFile)  original = g_file_new_for_path (sleep_path);
  g_autoptr (GFile)  copy = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_file_copy (original, copy, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

static GPid
start_sleep (const char *path)
{
  const char        *argv[] = { path, "60", NULL };
  g_autoptr (GError) error = NULL;
  GPid               pid;

  g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  return pid;
}

static void
end_sleep (GPid pid)
{
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
}

/* A program whose file was replaced is still that program; one that only has its name is not. */
static void
test_replaced (void)
{
  g_autofree char *folder = g_dir_make_tmp ("pel-process-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "program", NULL);
  g_autofree char *new_path = g_build_filename (folder, "program.new", NULL);
  g_autofree char *fake = g_build_filename (folder, "program (deleted)", NULL);
  GPid             pid, fake_pid;

  copy_sleep (path);
  copy_sleep (fake);
  pid = start_sleep (path);
  fake_pid = start_sleep (fake);
  g_assert_true (pel_process_runs (pid, path));
  g_assert_false (pel_process_runs (fake_pid, path));
  copy_sleep (new_path);
  g_assert_false (pel_process_runs (pid, new_path));
  g_assert_cmpint (g_rename (new_path, path), ==, 0);
  g_assert_true (pel_process_runs (pid, path));
  g_assert_false (pel_process_runs (pid, fake));
  g_assert_false (pel_process_runs (fake_pid, path));
  g_assert_cmpint (g_unlink (fake), ==, 0);
  g_assert_false (pel_process_runs (fake_pid, path));
  g_assert_cmpint (g_rename (path, new_path), ==, 0); /* and moved away */
  g_assert_true (pel_process_runs (pid, path));
  end_sleep (pid);
  end_sleep (fake_pid);
  g_unlink (new_path);
  g_rmdir (folder);
}

/* Where a program mounts what it likes, it has a path of its choice; removing the file does not
 * make that count. */
static void
test_other_mounts (void)
{
  static const char script[] =
      "mount -t tmpfs none \"$0\" && cp \"$1\" \"$0/program\" || exit 1\n"
      "\"$0/program\" 60 > /dev/null 2>&1 &\n"
      "until [ \"$(readlink /proc/$!/exe)\" = \"$0/program\" ]; do :; done\n"
      "rm \"$0/program\"\n"
      "echo $!";
  g_autofree char *sleep_path = g_find_program_in_path ("sleep");
  g_autofree char *folder = g_dir_make_tmp ("pel-process-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "program", NULL);
  g_autofree char *out = NULL;
  const char      *argv[] = { "unshare", "-rm", "sh", "-c", script, folder, sleep_path, NULL };
  g_autofree char *executable = NULL;
  int              status = -1;
  pid_t            pid;

  if (!g_spawn_sync (NULL,
                     (char **) argv,
                     NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL,
                     NULL,
                     NULL,
                     &out,
                     NULL,
                     &status,
                     NULL) ||
      status != 0)
    {
      g_test_skip ("no mount namespaces here");
      g_rmdir (folder);
      return;
    }
  pid = atoi (out);
  g_assert_cmpint (pid, >, 1);
  copy_sleep (path);
  executable = pel_process_dup_executable (pid);
  g_assert_cmpstr (executable, ==, path);
  g_assert_false (pel_process_runs (pid, path));
  kill (pid, SIGKILL);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_library_of_self (void)
{
  const char *some[] = { "libnothing.so", "libglib-2.0.so", NULL };
  const char *none[] = { "libnothing.so", "glib-2.0.so", NULL };

  g_assert_cmpint (pel_process_find_library (getpid (), some), ==, 1);
  g_assert_cmpint (pel_process_find_library (getpid (), none), ==, -1);
  g_assert_cmpint (pel_process_find_library (G_MAXINT, some), ==, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/process/name/of-self", test_name_of_self);
  g_test_add_func ("/process/child/tells", test_child_tells);
  g_test_add_func ("/process/deleted", test_deleted);
  g_test_add_func ("/process/replaced", test_replaced);
  g_test_add_func ("/process/other-mounts", test_other_mounts);
  g_test_add_func ("/process/library/of-self", test_library_of_self);
  return g_test_run ();
}
