/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fixture.h"

#include "test-input.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#define READY_TIMEOUT_MS  30000 /* Chromium on a busy machine */
#define EXPECT_TIMEOUT_MS 60000
#define END_TIMEOUT_MS    3000
#define BUS_TIMEOUT_MS    30000

struct PelFixture
{
  char             *name;
  pid_t             pid;
  GSubprocess      *process;
  GDataInputStream *log;
  GCancellable     *cancellable;
  GPtrArray        *lines;
  guint             forgotten; /* lines before this one do not count */
  guint             next;      /* the first line ahead */
  gboolean          log_ended;
  gboolean          process_ended;
  guint             n_pending; /* callbacks that will still come */
};

static char *
path_of (const char *name)
{
  return g_test_build_filename (G_TEST_BUILT, "fixtures", name, NULL);
}

gboolean
pel_fixture_is_built (const char *name)
{
  g_autofree char *path = path_of (name);

  return g_file_test (path, G_FILE_TEST_IS_EXECUTABLE);
}

/* Qt 5.15.15 registers in the first round of its event loop, mostly before it is connected to the
 * accessibility bus, and never again. On X11 it finds the address on the root window in time. */
static gboolean
registers_too_early (const char *name)
{
  return QT5_REGISTERS_EARLY && g_str_has_suffix (name, "-qt5") && g_getenv ("SWAYSOCK") != NULL;
}

const char *
pel_fixture_refuse (const char *name)
{
  if (!pel_fixture_is_built (name))
    return "its toolkit was not there at build time";
  if (registers_too_early (name))
    return "this Qt 5 mostly misses the accessibility bus on Wayland";
  return NULL;
}

gboolean
pel_fixture_skip (const char *name)
{
  const char *reason = pel_fixture_refuse (name);

  if (reason != NULL)
    g_test_skip (reason);
  return reason != NULL;
}

static void read_line (PelFixture *self);

static void
line_cb (GObject *stream, GAsyncResult *result, gpointer data)
{
  PelFixture *self = data;
  char       *line =
      g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (stream), result, NULL, NULL);

  self->n_pending--;
  if (line == NULL)
    {
      self->log_ended = TRUE;
      return;
    }
  g_ptr_array_add (self->lines, line);
  read_line (self);
}

static void
read_line (PelFixture *self)
{
  self->n_pending++;
  g_data_input_stream_read_line_async (self->log,
                                       G_PRIORITY_DEFAULT,
                                       self->cancellable,
                                       line_cb,
                                       self);
}

static void
ended_cb (GObject *process, GAsyncResult *result, gpointer data)
{
  PelFixture *self = data;

  self->n_pending--;
  self->process_ended = g_subprocess_wait_finish (G_SUBPROCESS (process), result, NULL);
}

static void
child_setup_cb (gpointer parent)
{
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  if (getppid () != GPOINTER_TO_INT (parent)) /* it died before we asked */
    _exit (1);
}

/* Qt 5 tries to register before it has asked for this address, and then never again, unless it is
 * in its environment. Qt 6, on the contrary, does not register when it is. */
static char *
dup_accessibility_address (void)
{
  g_autoptr (GDBusConnection) session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GVariant)        answer = NULL;
  char                       *address = NULL;

  if (session == NULL)
    return NULL;
  answer = g_dbus_connection_call_sync (session,
                                        "org.a11y.Bus",
                                        "/org/a11y/bus",
                                        "org.a11y.Bus",
                                        "GetAddress",
                                        NULL,
                                        G_VARIANT_TYPE ("(s)"),
                                        G_DBUS_CALL_FLAGS_NONE,
                                        BUS_TIMEOUT_MS,
                                        NULL,
                                        NULL);
  if (answer != NULL)
    g_variant_get (answer, "(s)", &address);
  return address;
}

/* The toolkits' own warnings and leaks are not what a test is about, and all of them must be
 * accessible, whatever the switch of the desktop says. */
static GSubprocessLauncher *
new_launcher (const char *name)
{
  GSubprocessLauncher *launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autofree char *address = g_str_has_suffix (name, "-qt5") ? dup_accessibility_address () : NULL;

  if (address != NULL)
    g_subprocess_launcher_setenv (launcher, "AT_SPI_BUS_ADDRESS", address, FALSE);

  g_subprocess_launcher_unsetenv (launcher, "G_DEBUG");
  g_subprocess_launcher_unsetenv (launcher, "G_SLICE");
  g_subprocess_launcher_setenv (launcher, "GSK_RENDERER", "cairo", TRUE);
  g_subprocess_launcher_setenv (launcher, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1", TRUE);
  g_subprocess_launcher_setenv (launcher, "ACCESSIBILITY_ENABLED", "1", TRUE);
  if (g_getenv ("WAYLAND_DISPLAY") != NULL)
    {
      g_subprocess_launcher_setenv (launcher, "QT_QPA_PLATFORM", "wayland", FALSE);
      g_subprocess_launcher_setenv (launcher, "GDK_BACKEND", "wayland", FALSE);
    }
  g_subprocess_launcher_set_child_setup (launcher,
                                         child_setup_cb,
                                         GINT_TO_POINTER (getpid ()),
                                         NULL);
  return launcher;
}

static PelFixture *
start (const char *name, const char *const *arguments, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = new_launcher (name);
  g_autoptr (PelFixture)          self = g_new0 (PelFixture, 1);
  g_autoptr (GPtrArray)           argv = g_ptr_array_new_with_free_func (g_free);

  self->name = g_strdup (name);
  self->lines = g_ptr_array_new_with_free_func (g_free);
  self->cancellable = g_cancellable_new ();
  g_ptr_array_add (argv, path_of (name));
  for (; arguments != NULL && *arguments != NULL; arguments++)
    g_ptr_array_add (argv, g_strdup (*arguments));
  g_ptr_array_add (argv, NULL);

  self->process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, error);
  if (self->process == NULL)
    return NULL;
  self->pid = atoi (g_subprocess_get_identifier (self->process));
  self->log = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  read_line (self);
  self->n_pending++;
  g_subprocess_wait_async (self->process, self->cancellable, ended_cb, self);
  if (pel_fixture_wait (self, "ready*", READY_TIMEOUT_MS) == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "%s did not become ready", name);
      return NULL;
    }
  return g_steal_pointer (&self);
}

static gboolean
wake_keyboard (GError **error)
{
  g_autoptr (PelTestInput) input = pel_test_input_new (error);

  return input != NULL && pel_test_input_wake (input, error);
}

PelFixture *
pel_fixture_startv (const char *name, const char *const *arguments, GError **error)
{
  gboolean is_sway = g_getenv ("SWAYSOCK") != NULL;

  if (is_sway && g_str_has_suffix (name, "-web") && !wake_keyboard (error))
    return NULL;
  return start (name, arguments, error);
}

PelFixture *
pel_fixture_start (GError **error, const char *name, ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  const char           *argument;
  va_list               args;

  va_start (args, name);
  while ((argument = va_arg (args, const char *)) != NULL)
    g_ptr_array_add (arguments, (gpointer) argument);
  va_end (args);
  g_ptr_array_add (arguments, NULL);
  return pel_fixture_startv (name, (const char *const *) arguments->pdata, error);
}

/* Waiting */

static gboolean
time_is_up_cb (gpointer data)
{
  gboolean *time_is_up = data;

  *time_is_up = TRUE;
  return G_SOURCE_CONTINUE; /* removed by who set it */
}

/* Runs the main context until @is_done or the time is up. */
static gboolean
run_until (PelFixture *self,
           gboolean (*is_done) (PelFixture *, gconstpointer),
           gconstpointer data,
           int           timeout_ms)
{
  gboolean time_is_up = FALSE;
  guint    timer = g_timeout_add (timeout_ms, time_is_up_cb, &time_is_up);
  gboolean done;

  while (!(done = is_done (self, data)) && !time_is_up)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  return done;
}

/* Moves over the lines ahead up to the first that matches. */
static const char *
take_match (PelFixture *self, const char *pattern)
{
  for (guint i = self->next; i < self->lines->len; i++)
    if (g_pattern_match_simple (pattern, self->lines->pdata[i]))
      {
        self->next = i + 1;
        return self->lines->pdata[i];
      }
  return NULL;
}

static gboolean
has_match_or_ended (PelFixture *self, gconstpointer pattern)
{
  guint    next = self->next;
  gboolean found = take_match (self, pattern) != NULL;

  self->next = next;
  return found || self->log_ended;
}

const char *
pel_fixture_wait (PelFixture *self, const char *pattern, int timeout_ms)
{
  run_until (self, has_match_or_ended, pattern, timeout_ms);
  return take_match (self, pattern);
}

const char *
pel_fixture_expect (PelFixture *self, const char *pattern)
{
  const char *line = pel_fixture_wait (self, pattern, EXPECT_TIMEOUT_MS);

  if (line == NULL)
    {
      g_ptr_array_add (self->lines, NULL);
      g_autofree char *log = g_strjoinv ("\n  ", (char **) self->lines->pdata + self->forgotten);

      g_error ("%s did not say “%s” but:\n  %s", self->name, pattern, log);
    }
  return line;
}

void
pel_fixture_forget (PelFixture *self)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  self->forgotten = self->next = self->lines->len;
}

guint
pel_fixture_count (PelFixture *self, const char *pattern)
{
  guint count = 0;

  for (guint i = self->forgotten; i < self->lines->len; i++)
    count += g_pattern_match_simple (pattern, self->lines->pdata[i]);
  return count;
}

static gboolean
has_ended (PelFixture *self, gconstpointer unused)
{
  return self->process_ended;
}

gboolean
pel_fixture_wait_end (PelFixture *self, int timeout_ms)
{
  return run_until (self, has_ended, NULL, timeout_ms);
}

static gboolean
has_nothing_pending (PelFixture *self, gconstpointer unused)
{
  return self->n_pending == 0;
}

void
pel_fixture_stop (PelFixture *self)
{
  if (self == NULL)
    return;
  if (self->process != NULL)
    {
      g_subprocess_send_signal (self->process, SIGTERM);
      g_subprocess_send_signal (self->process, SIGCONT); /* a test may have stopped it */
      if (!pel_fixture_wait_end (self, END_TIMEOUT_MS))
        g_subprocess_force_exit (self->process);
      pel_fixture_wait_end (self, END_TIMEOUT_MS);
      g_cancellable_cancel (self->cancellable);
      run_until (self, has_nothing_pending, NULL, END_TIMEOUT_MS);
    }
  g_clear_object (&self->log);
  g_clear_object (&self->process);
  g_clear_object (&self->cancellable);
  g_ptr_array_unref (self->lines);
  g_free (self->name);
  g_free (self);
}

pid_t
pel_fixture_get_pid (PelFixture *self)
{
  return self->pid;
}

const char *
pel_fixture_get_name (PelFixture *self)
{
  return self->name;
}
