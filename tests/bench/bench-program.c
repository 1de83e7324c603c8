/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "bench-program.h"

#include "a11y-probe.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define START_TIMEOUT_MS 60000
#define QUIET_TIMEOUT_MS 20000
#define QUIET_SPAN_MS    500
#define QUIET_SHARE      0.3 /* of a processor: a spinner turns for ever */
#define END_TIMEOUT_MS   5000

/* clang-format off */
const BenchProgramKind bench_programs[] = {
  [BENCH_CHROMIUM] = { "chromium", { "fixture-web", "--count", "5000", NULL }, 8, 8, 6000 },
  [BENCH_QT6]      = { "qt6", { "fixture-qt6", "--count", "370", "--rows", "50", NULL }, 7, 4, 450 },
  [BENCH_GTK4]     = { "gtk4", { "gtk4-widget-factory", NULL }, 10, 8, 800 },
  [BENCH_GTK3]     = { "gtk3", { "gtk3-widget-factory", NULL }, 4, 3, 230 },
};
/* clang-format on */

static GSubprocessLauncher *
new_launcher (void)
{
  GSubprocessLauncher *launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                                             G_SUBPROCESS_FLAGS_STDERR_SILENCE);

  g_subprocess_launcher_setenv (launcher, "GSK_RENDERER", "cairo", TRUE);
  g_subprocess_launcher_setenv (launcher, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1", TRUE);
  g_subprocess_launcher_setenv (launcher, "ACCESSIBILITY_ENABLED", "1", TRUE);
  return launcher;
}

static GSubprocess *
spawn (const char *const *command, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = new_launcher ();
  g_auto (GStrv)                  argv = g_strdupv ((char **) command);

  if (g_str_has_prefix (argv[0], "fixture-"))
    {
      g_free (argv[0]);
      argv[0] = g_build_filename (BENCH_BUILD_DIR, "..", "fixtures", command[0], NULL);
    }
  return g_subprocess_launcher_spawnv (launcher, (const char *const *) argv, error);
}

static pid_t
get_owner (GDBusConnection *bus, const char *bus_name)
{
  guint                pid = 0;
  g_autoptr (GVariant) answer = g_dbus_connection_call_sync (bus,
                                                             "org.freedesktop.DBus",
                                                             "/org/freedesktop/DBus",
                                                             "org.freedesktop.DBus",
                                                             "GetConnectionUnixProcessID",
                                                             g_variant_new ("(s)", bus_name),
                                                             G_VARIANT_TYPE ("(u)"),
                                                             G_DBUS_CALL_FLAGS_NONE,
                                                             END_TIMEOUT_MS,
                                                             NULL,
                                                             NULL);

  if (answer != NULL)
    g_variant_get (answer, "(u)", &pid);
  return (pid_t) pid;
}

/* Processor time that a process has used, in seconds. */
static double
read_used_time (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *stat = NULL;
  unsigned long    user = 0, system = 0;

  if (g_file_get_contents (path, &stat, NULL, NULL) && strrchr (stat, ')') != NULL)
    sscanf (strrchr (stat, ')'),
            ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
            &user,
            &system);
  return (double) (user + system) / (double) sysconf (_SC_CLK_TCK);
}

/* Programs go on building their window after they have registered, and nobody tells when they are
 * done. */
static void
wait_until_quiet (pid_t pid)
{
  gint64 deadline = g_get_monotonic_time () + QUIET_TIMEOUT_MS * G_TIME_SPAN_MILLISECOND;
  double used = read_used_time (pid), before;

  do
    {
      before = used;
      g_usleep (QUIET_SPAN_MS * 1000);
      used = read_used_time (pid);
    }
  while (used - before > QUIET_SHARE * QUIET_SPAN_MS / 1000 && g_get_monotonic_time () < deadline);
}

BenchProgram *
bench_program_start (const char *const *command, GDBusConnection *bus, GError **error)
{
  g_autoptr (BenchProgram) self = g_new0 (BenchProgram, 1);

  self->process = spawn (command, error);
  if (self->process == NULL)
    return NULL;
  self->name = g_strdup (command[0]);
  self->log = bench_log_new (g_subprocess_get_stdout_pipe (self->process));
  self->pid = (pid_t) g_ascii_strtoll (g_subprocess_get_identifier (self->process), NULL, 10);
  self->bus_name = pel_a11y_wait_program (bus, self->pid, START_TIMEOUT_MS);
  if (self->bus_name == NULL)
    {
      g_set_error (error,
                   G_IO_ERROR,
                   G_IO_ERROR_TIMED_OUT,
                   "%s did not come to the accessibility bus",
                   command[0]);
      return NULL;
    }
  self->pid = get_owner (bus, self->bus_name);
  wait_until_quiet (self->pid);
  return g_steal_pointer (&self);
}

static gboolean
end_cb (gpointer process)
{
  g_subprocess_force_exit (process);
  return G_SOURCE_CONTINUE;
}

void
bench_program_stop (BenchProgram *self)
{
  guint timer;

  if (self == NULL)
    return;
  if (self->process != NULL)
    {
      timer = g_timeout_add (END_TIMEOUT_MS, end_cb, self->process);
      g_subprocess_send_signal (self->process, SIGTERM);
      while (g_subprocess_get_identifier (self->process) != NULL)
        g_main_context_iteration (NULL, TRUE);
      g_source_remove (timer);
      bench_log_free (self->log);
      g_object_unref (self->process);
    }
  g_free (self->name);
  g_free (self->bus_name);
  g_free (self);
}

static char *
dup_property (BenchProgram *self, GDBusConnection *bus, const char *property)
{
  g_autoptr (GVariant) value =
      pel_a11y_get (bus, self->bus_name, PEL_A11Y_ROOT, "Application", property, NULL);

  return value != NULL && g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
             ? g_variant_dup_string (value, NULL)
             : g_strdup ("?");
}

char *
bench_program_dup_toolkit (BenchProgram *self, GDBusConnection *bus)
{
  g_autofree char *name = dup_property (self, bus, "ToolkitName");
  g_autofree char *version = dup_property (self, bus, "Version");

  return g_strdup_printf ("%s %s", name, version);
}
