/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "command.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SESSION_NAME "io.github.pellucid.Pellucid"
#define HANG_SECONDS 60

void
pel_command_free (PelCommand *self)
{
  g_free (self->out);
  g_free (self->err);
  g_free (self);
}

static GSubprocess *
spawn (GSubprocessLauncher *launcher, const char *line)
{
  g_autofree char   *program = g_test_build_filename (G_TEST_BUILT, "..", "app", "pellucid", NULL);
  g_autofree char   *whole = g_strdup_printf ("'%s' %s", program, line);
  g_auto (GStrv)     argv = NULL;
  g_autoptr (GError) error = NULL;
  GSubprocess       *process;

  g_shell_parse_argv (whole, NULL, &argv, &error);
  g_assert_no_error (error);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv, &error);
  g_assert_no_error (error);
  g_object_set_data (G_OBJECT (process), "start", GSIZE_TO_POINTER (g_get_monotonic_time ()));
  return process;
}

GSubprocess *
pel_command_start (const char *const *environment, const char *line)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);

  if (environment != NULL)
    g_subprocess_launcher_set_environ (launcher, (char **) environment);
  return spawn (launcher, line);
}

static gboolean
hang_cb (gpointer user_data)
{
  g_test_message ("the program hangs: it is ended");
  g_subprocess_force_exit (user_data);
  return G_SOURCE_CONTINUE; /* whoever waits removes it */
}

static void
communicated_cb (GObject *process, GAsyncResult *result, gpointer user_data)
{
  PelCommand        *self = user_data;
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8_finish (G_SUBPROCESS (process),
                                        result,
                                        &self->out,
                                        &self->err,
                                        &error);
  g_assert_no_error (error);
  self->elapsed_ms =
      (g_get_monotonic_time () - (gint64) GPOINTER_TO_SIZE (g_object_get_data (process, "start"))) /
      1000;
}

PelCommand *
pel_command_wait (GSubprocess *process)
{
  PelCommand *self = g_new0 (PelCommand, 1);
  guint       hang_id = g_timeout_add_seconds (HANG_SECONDS, hang_cb, process);

  g_subprocess_communicate_utf8_async (process, NULL, NULL, communicated_cb, self);
  self->elapsed_ms = -1;
  while (self->elapsed_ms < 0)
    g_main_context_iteration (NULL, TRUE);
  while (g_subprocess_get_identifier (process) != NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (hang_id);
  self->exit_code =
      g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
  return self;
}

PelCommand *
pel_command_run (const char *const *environment, const char *line)
{
  g_autoptr (GSubprocess) process = pel_command_start (environment, line);
  PelCommand             *self = pel_command_wait (process);

  g_test_message ("pellucid %s → %d", line, self->exit_code);
  if (self->err[0] != '\0')
    g_test_message ("  %s", g_strchomp (self->err));
  g_assert_cmpint (self->exit_code, !=, -1);
  return self;
}

/* In the child: the first terminal that the leader of a session opens is that session's. */
static void
take_terminal_cb (gpointer path)
{
  int fd;

  setsid ();
  fd = open (path, O_RDWR);
  if (fd < 0 || dup2 (fd, STDIN_FILENO) < 0 || dup2 (fd, STDOUT_FILENO) < 0 ||
      dup2 (fd, STDERR_FILENO) < 0)
    _exit (99);
}

static void
read_said (int master, GString *said)
{
  char   text[4096];
  gssize length;

  while ((length = read (master, text, sizeof text)) > 0)
    g_string_append_len (said, text, length);
}

/* Until it says @prompt; fails the test where it does not. */
static void
await_said (int master, GString *said, const char *prompt)
{
  gint64 deadline = g_get_monotonic_time () + HANG_SECONDS * G_TIME_SPAN_SECOND;

  while (strstr (said->str, prompt) == NULL)
    {
      if (g_get_monotonic_time () > deadline)
        g_error ("it never says “%s”, but: %s", prompt, said->str);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (20000);
      read_said (master, said);
    }
}

/* A terminal keeps 4 KiB: what writes more waits for its reader. */
static gboolean
said_cb (int master, GIOCondition condition, gpointer said)
{
  read_said (master, said);
  return G_SOURCE_CONTINUE; /* whoever waits removes it */
}

/* (transfer full): what is left on the screen: lines end as they do in files, and what was erased
 * is gone. */
static char *
dup_shown (const char *said)
{
  GString *shown = g_string_new (NULL);

  for (const char *at = said; *at != '\0'; at++)
    if (g_str_has_prefix (at, "\r\033[K"))
      {
        while (shown->len > 0 && shown->str[shown->len - 1] != '\n')
          g_string_truncate (shown, shown->len - 1);
        at += strlen ("\033[K");
      }
    else if (*at != '\r')
      g_string_append_c (shown, *at);
  return g_string_free (shown, FALSE);
}

PelCommand *
pel_command_run_at_terminal (const char *line)
{
  return pel_command_talk_at_terminal (line, NULL, NULL);
}

PelCommand *
pel_command_talk_at_terminal (const char *line, const char *prompt, const char *typed)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess)         process = NULL;
  g_autoptr (GString)             said = g_string_new (NULL);
  g_autofree char                *path = NULL;
  guint                           said_id;
  int                             master = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);
  PelCommand                     *self;

  g_assert_cmpint (master, >=, 0);
  g_assert_cmpint (grantpt (master), ==, 0);
  g_assert_cmpint (unlockpt (master), ==, 0);
  fcntl (master, F_SETFL, O_NONBLOCK);
  path = g_strdup (ptsname (master));
  g_subprocess_launcher_setenv (launcher, "NO_COLOR", "1", TRUE);
  g_subprocess_launcher_set_child_setup (launcher, take_terminal_cb, path, NULL);
  process = spawn (launcher, line);
  if (prompt != NULL)
    {
      await_said (master, said, prompt);
      g_assert_cmpint (write (master, typed, strlen (typed)), ==, strlen (typed));
    }
  said_id = g_unix_fd_add (master, G_IO_IN, said_cb, said);
  self = pel_command_wait (process);
  g_source_remove (said_id);
  read_said (master, said);
  self->out = dup_shown (said->str);
  self->err = g_strdup (self->out);
  close (master);
  g_test_message ("pellucid %s → %d\n  %s", line, self->exit_code, self->err);
  g_assert_cmpint (self->exit_code, !=, -1);
  return self;
}

JsonObject *
pel_command_parse (const PelCommand *self)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError)     error = NULL;

  json_parser_load_from_data (parser, self->out, -1, &error);
  g_assert_no_error (error);
  return json_object_ref (json_node_get_object (json_parser_get_root (parser)));
}

JsonObject *
pel_command_parse_data (const PelCommand *self)
{
  g_autoptr (JsonObject) envelope = pel_command_parse (self);

  if (self->exit_code != 0)
    g_test_message ("%s", self->out);
  g_assert_cmpint (self->exit_code, ==, 0);
  g_assert_cmpstr (json_object_get_string_member (envelope, "status"), ==, "success");
  return json_object_ref (json_object_get_object_member (envelope, "data"));
}

static GVariant *
ask_bus (const char *method, GError **error)
{
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, error);

  if (bus == NULL)
    return NULL;
  return g_dbus_connection_call_sync (bus,
                                      "org.freedesktop.DBus",
                                      "/org/freedesktop/DBus",
                                      "org.freedesktop.DBus",
                                      method,
                                      g_variant_new ("(s)", SESSION_NAME),
                                      NULL,
                                      G_DBUS_CALL_FLAGS_NONE,
                                      5000,
                                      NULL,
                                      error);
}

pid_t
pel_command_find_session (void)
{
  g_autoptr (GVariant) reply = ask_bus ("GetConnectionUnixProcessID", NULL);
  guint32              pid = 0;

  if (reply != NULL)
    g_variant_get (reply, "(u)", &pid);
  return pid;
}

/* What the sanitizers had to say when it ended is in its log. */
static void
check_session_log (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("XDG_RUNTIME_DIR"), "pellucid", "session.log", NULL);
  g_autofree char *log = NULL;

  if (!g_file_get_contents (path, &log, NULL, NULL))
    return;
  if (strstr (log, "Sanitizer") == NULL && strstr (log, "runtime error") == NULL)
    return;
  g_test_message ("%s", log);
  g_test_fail_printf ("the session ended with errors");
}

void
pel_command_end_session (void)
{
  pid_t  pid = pel_command_find_session ();
  gint64 deadline = g_get_monotonic_time () + 15 * G_TIME_SPAN_SECOND;

  if (pid == 0)
    return;
  kill (pid, SIGTERM);
  while (pel_command_find_session () == pid)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
  while (kill (pid, 0) == 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_usleep (5000); /* it leaves the bus before it looks for its leaks */
    }
  check_session_log ();
}
