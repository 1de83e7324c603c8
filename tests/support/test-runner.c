/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The runner as its caller sees it. Run outside of any desktop. */

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define CLEAN_MS 10000 /* the runner itself is polite for 1.5 s */

static char *runner;

/* clang-format off */
static const char *const kinds[] = {
  "none",
#if HAVE_X11
  "x11", "x11-bare", "x11-xfwm", "x11-multi",
#endif
#if HAVE_WAYLAND
  "sway",
#endif
};
/* clang-format on */

typedef struct
{
  char *out, *err;
  int   code;
} Outcome;

static void
outcome_clear (Outcome *outcome)
{
  g_free (outcome->out);
  g_free (outcome->err);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

/* A failed assertion ends this test without a farewell. */
static void
die_with_us (gpointer unused)
{
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

static GSubprocess *
start (GSubprocessLauncher *launcher, const char *const *arguments)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  GSubprocess          *process;

  g_ptr_array_add (argv, runner);
  for (gsize i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) arguments[i]);
  g_ptr_array_add (argv, NULL);
  g_subprocess_launcher_set_child_setup (launcher, die_with_us, NULL, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  return process;
}

static GSubprocessLauncher *
new_launcher (void)
{
  return g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                    G_SUBPROCESS_FLAGS_STDERR_PIPE);
}

static Outcome
run (GSubprocessLauncher *launcher, const char *const *arguments)
{
  g_autoptr (GError)      error = NULL;
  g_autoptr (GSubprocess) process = start (launcher, arguments);
  Outcome                 outcome = { NULL };

  g_subprocess_communicate_utf8 (process, NULL, NULL, &outcome.out, &outcome.err, &error);
  g_assert_no_error (error);
  outcome.code = g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process)
                                                      : -g_subprocess_get_term_sig (process);
  return outcome;
}

/* clang-format off */
static const struct { const char *script; const char *out; int code; } scripts[] = {
  { "printf 'ok 1 - a\\n1..1\\n'", "ok 1 - a\n1..1\n", 0   },
  { "exit 7",                      "",                 7   },
  { "kill -KILL $$",               "",                 137 },
  { "exit 77",                     "",                 77  },
};
/* clang-format on */

static void
test_pass_through (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autoptr (GSubprocessLauncher) launcher = new_launcher ();
      const char *arguments[] = { "none", "--no-a11y", "--", "sh", "-c", scripts[i].script, NULL };
      g_auto (Outcome) outcome = run (launcher, arguments);

      g_test_message ("script: %s", scripts[i].script);
      g_assert_cmpstr (outcome.out, ==, scripts[i].out);
      g_assert_cmpint (outcome.code, ==, scripts[i].code);
    }
}

/* clang-format off */
static const struct { const char *name; gboolean reaches_command; gboolean reaches_servers; } variables[] = {
  { "AT_SPI_BUS_ADDRESS",      FALSE, FALSE },
  { "DBUS_STARTER_ADDRESS",    FALSE, FALSE },
  { "GTK_THEME",               FALSE, FALSE },
  { "SWAYSOCK",                FALSE, FALSE },
  { "WAYLAND_DISPLAY",         FALSE, FALSE },
  { "XDG_SESSION_ID",          FALSE, FALSE },
  { "PEL_DESKTOP_WM_PID",      FALSE, FALSE },
  { "ASAN_WHATEVER",           TRUE,  FALSE },
  { "G_DEBUG",                 TRUE,  FALSE },
  { "PEL_WANTED",              TRUE,  FALSE },
  { "KEPT_BY_NAME",            TRUE,  FALSE },
  { "LC_TIME",                 TRUE,  TRUE  },
};
/* clang-format on */

static gboolean
has_variable (const char *text, const char *name)
{
  g_autofree char *entry = g_strdup_printf ("\n%s=from-caller\n", name);

  return strstr (text, entry) != NULL;
}

static void
test_environment (void)
{
  g_autoptr (GSubprocessLauncher) launcher = new_launcher ();
  const char                     *arguments[] = {
                        "none",       "--no-a11y",
                        "--keep-env", "KEPT_BY_NAME",
                        "--",         "sh",
                        "-c",         "echo; env; echo CUT; tr '\\0' '\\n' </proc/$PEL_DESKTOP_BUS_PID/environ",
                        NULL
  };
  g_auto (Outcome) outcome = { NULL };
  char            *servers;

  for (gsize i = 0; i < G_N_ELEMENTS (variables); i++)
    g_subprocess_launcher_setenv (launcher, variables[i].name, "from-caller", TRUE);
  outcome = run (launcher, arguments);
  if (outcome.code != 0)
    g_test_message ("%s", outcome.err);
  g_assert_cmpint (outcome.code, ==, 0);
  servers = strstr (outcome.out, "\nCUT\n");
  g_assert_nonnull (servers);
  *servers++ = '\0';
  g_assert_nonnull (strstr (servers, "PEL_DESKTOP_DIR="));
  for (gsize i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      g_test_message ("variable: %s", variables[i].name);
      g_assert_cmpint (has_variable (outcome.out, variables[i].name),
                       ==,
                       variables[i].reaches_command);
      g_assert_cmpint (has_variable (servers, variables[i].name), ==, variables[i].reaches_servers);
    }
}

static void
test_skip (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GSubprocessLauncher) launcher = new_launcher ();
      const char                     *plain[] = { kinds[i], "--", "true", NULL };
      const char                     *tap[] = { kinds[i], "--tap", "--", "true", NULL };

      g_test_message ("kind: %s", kinds[i]);
      /* Xorg is found where it lies, but its tools are not. */
      g_subprocess_launcher_setenv (launcher, "PATH", "/nowhere", TRUE);
      {
        g_auto (Outcome) outcome = run (launcher, plain);

        g_assert_cmpint (outcome.code, ==, 77);
        g_assert_nonnull (strstr (outcome.err, "is not installed\n"));
        g_assert_true (strchr (outcome.err, '\n')[1] == '\0');
        g_assert_cmpstr (outcome.out, ==, "");
      }
      {
        g_auto (Outcome) outcome = run (launcher, tap);

        g_assert_cmpint (outcome.code, ==, 0);
        g_assert_true (g_str_has_prefix (outcome.out, "1..0 # SKIP "));
      }
    }
}

static void
test_broken_server (void)
{
  g_autoptr (GSubprocessLauncher) launcher = new_launcher ();
  g_autofree char                *dir = g_dir_make_tmp ("runner-XXXXXX", NULL);
  g_autofree char                *fake = g_build_filename (dir, "dbus-daemon", NULL);
  g_autofree char                *path = g_strconcat (dir, ":", g_getenv ("PATH"), NULL);
  g_auto (Outcome)                outcome = { NULL };

  g_assert_true (g_file_set_contents (fake, "#!/bin/sh\necho no bus today\nexit 3\n", -1, NULL));
  g_chmod (fake, 0755);
  g_subprocess_launcher_setenv (launcher, "PATH", path, TRUE);
  outcome = run (launcher, (const char *[]){ "none", "--", "true", NULL });
  g_assert_cmpint (outcome.code, ==, 99);
  g_assert_nonnull (strstr (outcome.err, "dbus-daemon ended with code 3"));
  g_assert_nonnull (strstr (outcome.err, "no bus today"));
  g_unlink (fake);
  g_rmdir (dir);
}

static void
test_bad_arguments (void)
{
  /* clang-format off */
  const char *const rows[][4] = {
    { NULL },
    { "none", NULL },
    { "beos", "--", "true", NULL },
    { "none", "--what", "true", NULL },
  };
  /* clang-format on */

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GSubprocessLauncher) launcher = new_launcher ();
      g_auto (Outcome)                outcome = run (launcher, rows[i]);

      g_assert_cmpint (outcome.code, ==, 99);
      g_assert_true (g_str_has_prefix (outcome.err, "desktop: "));
      g_assert_cmpstr (outcome.out, ==, "");
    }
}

/* How many processes have @dir in their environment. */
static guint
count_processes (const char *dir)
{
  g_autoptr (GDir) proc = g_dir_open ("/proc", 0, NULL);
  const char      *name;
  guint            count = 0;

  while ((name = g_dir_read_name (proc)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "environ", NULL);
      g_autofree char *text = NULL;
      gsize            length;

      if (atoi (name) > 0 && g_file_get_contents (path, &text, &length, NULL))
        count += memmem (text, length, dir, strlen (dir)) != NULL;
    }
  return count;
}

static gboolean
await_clean (const char *dir)
{
  gint64 end = g_get_monotonic_time () + CLEAN_MS * 1000;

  while (count_processes (dir) > 0 || g_file_test (dir, G_FILE_TEST_EXISTS))
    {
      if (g_get_monotonic_time () > end)
        {
          g_test_message ("%u processes left in %s", count_processes (dir), dir);
          return FALSE;
        }
      g_usleep (20000);
    }
  return TRUE;
}

typedef struct
{
  const char *name;
  int         front;  /* the signal for the process that the caller knows */
  int         keeper; /* and for its helper, the parent of the command */
  const char *script; /* what the command does after it has told where it is */
} Ending;

/* clang-format off */
static const Ending endings[] = {
  { "finished",       0,       0,       "setsid sleep 1000 & exit 0" },
  { "terminated",     SIGTERM, 0,       "trap '' TERM; sleep 1000; sleep 1000" },
  { "killed",         SIGKILL, 0,       "setsid sleep 1000 & sleep 1000" },
  { "keeper-killed",  0,       SIGKILL, "setsid sleep 1000 & sleep 1000" },
  { "peer-stopped",   SIGTERM, 0,       "kill -STOP $PEL_DESKTOP_BUS_PID; sleep 1000" },
};
/* clang-format on */

static void
check_ending (const char *kind, const Ending *ending)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autofree char *script = g_strdup_printf ("echo $PEL_DESKTOP_DIR $PPID; %s", ending->script);
  g_autoptr (GSubprocess) process =
      start (launcher, (const char *[]){ kind, "--", "sh", "-c", script, NULL });
  g_autoptr (GDataInputStream) out =
      g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  g_autofree char *line = g_data_input_stream_read_line (out, NULL, NULL, NULL);
  g_auto (GStrv)   words = NULL;

  g_test_message ("%s on %s", ending->name, kind);
  g_assert_nonnull (line);
  words = g_strsplit (line, " ", 2);
  if (ending->front != 0 || ending->keeper != 0)
    {
      g_assert_cmpuint (count_processes (words[0]), >, 0);
      g_assert_true (g_file_test (words[0], G_FILE_TEST_IS_DIR));
    }
  if (ending->front != 0)
    g_subprocess_send_signal (process, ending->front);
  if (ending->keeper != 0)
    g_assert_cmpint (kill (atoi (words[1]), ending->keeper), ==, 0);
  g_assert_true (await_clean (words[0]));
  g_subprocess_wait (process, NULL, NULL);
  if (ending->front == SIGTERM)
    g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 128 + SIGTERM);
}

static void
test_clean_up (gconstpointer kind)
{
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    check_ending (kind, &endings[i]);
}

/* A display number must be free again, or a machine runs out of them. */
static void
test_clean_up_socket (void)
{
#if HAVE_X11
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  const char             *script = "echo $PEL_DESKTOP_DIR $DISPLAY $PEL_DESKTOP_X_PID; sleep 1000";
  g_autoptr (GSubprocess) process =
      start (launcher, (const char *[]){ "x11-bare", "--", "sh", "-c", script, NULL });
  g_autoptr (GDataInputStream) out =
      g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  g_autofree char *line = g_data_input_stream_read_line (out, NULL, NULL, NULL);
  g_auto (GStrv)   words = g_strsplit (line, " ", 3);
  g_autofree char *socket_path = g_strdup_printf ("/tmp/.X11-unix/X%s", words[1] + 1);

  struct stat before, after;

  /* before another server can have its number */
  g_assert_cmpint (stat (socket_path, &before), ==, 0);
  g_assert_cmpint (kill (atoi (words[2]), SIGKILL), ==, 0);
  g_subprocess_send_signal (process, SIGTERM);
  g_assert_true (await_clean (words[0]));
  g_subprocess_wait (process, NULL, NULL);
  /* a server of another test may have taken the number by now */
  if (stat (socket_path, &after) == 0)
    g_assert_false (before.st_ino == after.st_ino &&
                    before.st_ctim.tv_sec == after.st_ctim.tv_sec &&
                    before.st_ctim.tv_nsec == after.st_ctim.tv_nsec);
#else
  g_test_skip ("built without X11");
#endif
}

int
main (int argc, char **argv)
{
  int code;

  g_test_init (&argc, &argv, NULL);
  runner = g_test_build_filename (G_TEST_BUILT, "support", "desktop", NULL);
  g_test_add_func ("/runner/pass-through", test_pass_through);
  g_test_add_func ("/runner/environment", test_environment);
  g_test_add_func ("/runner/skip", test_skip);
  g_test_add_func ("/runner/broken-server", test_broken_server);
  g_test_add_func ("/runner/bad-arguments", test_bad_arguments);
  g_test_add_func ("/runner/clean-up/socket", test_clean_up_socket);
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = g_strconcat ("/runner/clean-up/", kinds[i], NULL);

      g_test_add_data_func (path, kinds[i], test_clean_up);
    }
  code = g_test_run ();
  g_free (runner);
  return code;
}
