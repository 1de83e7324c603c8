/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Nothing hangs: whoever is stopped, at whichever step of a call, the call ends within its deadline
 * and the next one works again.
 *
 * A relay stands in a conversation and stops a process at its n-th step. Each test goes through n =
 * 1, 2, … until a whole call passes without reaching it. */

#include "command.h"
#include "fixture.h"
#include "stepper.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TIMEOUT_MS 600
#define SLACK_MS   50 /* promised beyond the deadline */
#define TRIES      4  /* on a busy machine a clock may strike late, but not every time */
#define MAX_STEPS  400

static pid_t
get_pid (const char *variable)
{
  const char *value = g_getenv (variable);

  return value != NULL ? atoi (value) : 0;
}

static gboolean
is_sway (void)
{
  return g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "sway");
}

/* The client's own clock: it starts with its first step and ends with its last. */
static gint64
get_elapsed (const PelCommand *command)
{
  g_autoptr (JsonObject) envelope = pel_command_parse (command);

  return json_object_get_int_member (envelope, "elapsed_ms");
}

static void
assert_works (const char *const *environment, const char *tool)
{
  g_autofree char       *line = g_strdup_printf ("%s --json", tool);
  g_autoptr (PelCommand) command = pel_command_run (environment, line);

  if (command->exit_code != 0)
    g_test_message ("%s", command->out);
  g_assert_cmpint (command->exit_code, ==, 0);
}

typedef struct
{
  PelStepper        *stepper;
  pid_t              pid; /* who is stopped; 0 for the session */
  const char *const *environment;
  const char        *tool;
  guint              timeout_ms;
  void (*prepare) (void); /* before each call; nullable */
} Walk;

/* Stops at step @n of a call. *ret_on_time tells whether the call kept its deadline. FALSE when the
 * call was over before that step. */
static gboolean
stop_at (const Walk *walk, guint n, gboolean *ret_on_time)
{
  g_autofree char *line =
      g_strdup_printf ("%s --json --timeout-ms %u", walk->tool, walk->timeout_ms);
  g_autoptr (PelCommand) command = NULL;
  gboolean               was_stopped;

  if (walk->prepare != NULL)
    walk->prepare ();
  pel_stepper_arm (walk->stepper, n, walk->pid != 0 ? walk->pid : pel_command_find_session ());
  command = pel_command_run (walk->environment, line);
  was_stopped = pel_stepper_has_stopped (walk->stepper);
  pel_stepper_resume (walk->stepper);
  *ret_on_time = get_elapsed (command) <= walk->timeout_ms + SLACK_MS;
  g_test_message ("  step %u: exit %d after %" G_GINT64_FORMAT " ms%s",
                  n,
                  command->exit_code,
                  get_elapsed (command),
                  was_stopped ? "" : ", not reached");
  return was_stopped;
}

static guint
walk_steps (const Walk *walk, guint stride)
{
  guint n = 1;

  for (; n < MAX_STEPS; n += stride)
    {
      gboolean is_on_time = FALSE, was_stopped = TRUE;

      for (guint i = 0; i < TRIES && !is_on_time && was_stopped; i++)
        was_stopped = stop_at (walk, n, &is_on_time);
      if (!was_stopped)
        break;
      g_assert_true (is_on_time);
    }
  assert_works (walk->environment, walk->tool);
  return n;
}

/* An environment in which @variable leads through the stepper. */
static char **
redirect (const char *variable, const char *value)
{
  return g_environ_setenv (g_get_environ (), variable, value, TRUE);
}

/* The client's talk with the bus, with the bus itself stopped, and with the session stopped. */
static void
walk_client_steps (pid_t pid)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelStepper) stepper = pel_stepper_new (g_getenv ("DBUS_SESSION_BUS_ADDRESS"), &error);
  g_autofree char       *address = NULL;
  g_auto (GStrv)         environment = NULL;
  Walk                   walk = { stepper, pid, NULL, "monitors", TIMEOUT_MS, NULL };

  g_assert_no_error (error);
  assert_works (NULL, "monitors");
  address = pel_stepper_dup_address (stepper);
  environment = redirect ("DBUS_SESSION_BUS_ADDRESS", address);
  walk.environment = (const char *const *) environment;
  g_assert_cmpuint (walk_steps (&walk, 1), >, 5);
}

static void
test_bus_stopped (void)
{
  walk_client_steps (get_pid ("PEL_DESKTOP_BUS_PID"));
}

static void
test_session_stopped (void)
{
  walk_client_steps (0);
}

/* The session's way to the X server or to sway, through a stepper. A display has a number, and its
 * socket a fixed place: a link there leads to the stepper. */
typedef struct
{
  PelStepper *stepper;
  char      **environment;
  char       *link; /* nullable */
} Detour;

static void
detour_clear (Detour *detour)
{
  pel_command_end_session ();
  if (detour->link != NULL)
    g_unlink (detour->link);
  g_free (detour->link);
  g_strfreev (detour->environment);
  pel_stepper_free (detour->stepper);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Detour, detour_clear)

static void
detour_init (Detour *detour)
{
  int                number = 20000 + getpid () % 10000;
  g_autofree char   *display = g_strdup_printf (":%d", number);
  g_autofree char   *server = NULL;
  g_autoptr (GError) error = NULL;

  server = is_sway ()
               ? g_strdup (g_getenv ("SWAYSOCK"))
               : g_strdup_printf ("/tmp/.X11-unix/X%s", strchr (g_getenv ("DISPLAY"), ':') + 1);
  detour->stepper = pel_stepper_new (server, &error);
  g_assert_no_error (error);
  if (is_sway ())
    {
      detour->environment = redirect ("SWAYSOCK", pel_stepper_get_path (detour->stepper));
    }
  else
    {
      detour->link = g_strdup_printf ("/tmp/.X11-unix/X%d", number);
      g_assert_cmpint (symlink (pel_stepper_get_path (detour->stepper), detour->link), ==, 0);
      detour->environment = redirect ("DISPLAY", display);
    }
  pel_command_end_session ();
}

static pid_t
get_server_pid (void)
{
  return get_pid (is_sway () ? "PEL_DESKTOP_COMPOSITOR_PID" : "PEL_DESKTOP_X_PID");
}

/* The session's talk with its server, with the server stopped. */
static void
walk_server_steps (const char *tool)
{
  g_auto (Detour) detour = { 0 };
  Walk            walk = { NULL, get_server_pid (), NULL, tool, TIMEOUT_MS, NULL };

  detour_init (&detour);
  walk.stepper = detour.stepper;
  walk.environment = (const char *const *) detour.environment;
  assert_works (walk.environment, tool);
  g_assert_cmpuint (walk_steps (&walk, 1), >, 2);
}

static void
test_server_stopped_windows (void)
{
  walk_server_steps ("windows");
}

static void
test_server_stopped_pointer (void)
{
  walk_server_steps ("mouse-position");
}

/* A server that is already stopped when a session would have to start. */
static void
test_server_stopped_before_start (void)
{
  pid_t                  pid = get_server_pid ();
  gint64                 deadline = g_get_monotonic_time () + 60 * G_TIME_SPAN_SECOND;
  g_autoptr (PelCommand) command = NULL;

  pel_command_end_session ();
  kill (pid, SIGSTOP);
  command = pel_command_run (NULL, "monitors --json --timeout-ms 600");
  kill (pid, SIGCONT);
  g_assert_cmpint (command->exit_code, ==, 124);
  /* the session that it has started goes on now; a second one would come to serve a later test */
  while (pel_command_find_session () == 0)
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
  assert_works (NULL, "monitors");
}

/* Many who ask a stopped server in vain: the session itself still answers at once. */
static void
test_server_stopped_many_calls (void)
{
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GError)          error = NULL;
  g_autoptr (GVariant)        reply = NULL;

  assert_works (NULL, "windows");
  kill (get_server_pid (), SIGSTOP);
  for (guint i = 0; i < 60; i++)
    pel_command_free (pel_command_run (NULL, "windows --timeout-ms 100"));
  reply = g_dbus_connection_call_sync (bus,
                                       "io.github.pellucid.Pellucid",
                                       "/io/github/pellucid/Pellucid",
                                       "io.github.pellucid.Session1",
                                       "Call",
                                       g_variant_new ("(sss)", "1", "ui_nothing", "{}"),
                                       NULL,
                                       G_DBUS_CALL_FLAGS_NONE,
                                       5000,
                                       NULL,
                                       &error);
  kill (get_server_pid (), SIGCONT);
  g_assert_no_error (error);
  assert_works (NULL, "windows");
}

/* The start of a session has many steps with the server; some of them will do. */
static void
test_server_stopped_in_start (void)
{
  g_auto (Detour) detour = { 0 };
  Walk walk = { NULL, get_server_pid (), NULL, "monitors", 2000, pel_command_end_session };

  detour_init (&detour);
  walk.stepper = detour.stepper;
  walk.environment = (const char *const *) detour.environment;
  g_assert_cmpuint (walk_steps (&walk, 23), >, 20);
}

static char *
find_a11y_address (void)
{
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GVariant)        reply = g_dbus_connection_call_sync (bus,
                                                            "org.a11y.Bus",
                                                            "/org/a11y/bus",
                                                            "org.a11y.Bus",
                                                            "GetAddress",
                                                            NULL,
                                                            G_VARIANT_TYPE ("(s)"),
                                                            G_DBUS_CALL_FLAGS_NONE,
                                                            5000,
                                                            NULL,
                                                            NULL);
  char                       *address = NULL;

  g_assert_nonnull (reply);
  g_variant_get (reply, "(s)", &address);
  return address;
}

static pid_t
find_a11y_pid (const char *address)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus =
      g_dbus_connection_new_for_address_sync (address,
                                              G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                  G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                              NULL,
                                              NULL,
                                              &error);
  g_autoptr (GVariant) reply = NULL;
  guint32              pid = 0;

  g_assert_no_error (error);
  reply = g_dbus_connection_call_sync (bus,
                                       "org.freedesktop.DBus",
                                       "/org/freedesktop/DBus",
                                       "org.freedesktop.DBus",
                                       "GetConnectionUnixProcessID",
                                       g_variant_new ("(s)", "org.freedesktop.DBus"),
                                       G_VARIANT_TYPE ("(u)"),
                                       G_DBUS_CALL_FLAGS_NONE,
                                       5000,
                                       NULL,
                                       &error);
  g_assert_no_error (error);
  g_variant_get (reply, "(u)", &pid);
  return pid;
}

/* The doctor's talk with the accessibility bus, with that bus stopped. */
static void
test_a11y_bus_stopped (void)
{
  g_autoptr (GError)     error = NULL;
  g_autofree char       *address = find_a11y_address ();
  g_autoptr (PelFixture) fixture = pel_fixture_start (&error, "fixture-hostile", NULL);
  g_autoptr (PelStepper) stepper = pel_stepper_new (address, &error);
  g_autofree char       *redirected = NULL;
  g_auto (GStrv)         environment = NULL;
  Walk walk = { stepper, find_a11y_pid (address), NULL, "doctor", TIMEOUT_MS, NULL };

  g_assert_no_error (error);
  pel_command_end_session ();
  redirected = pel_stepper_dup_address (stepper);
  environment = redirect ("AT_SPI_BUS_ADDRESS", redirected);
  walk.environment = (const char *const *) environment;
  assert_works (walk.environment, "doctor");
  g_assert_cmpuint (walk_steps (&walk, 1), >, 3);
  pel_command_end_session ();
}

/* A program that hangs is named by the doctor, and holds up nobody. */
static void
test_program_stopped (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) fixture = pel_fixture_start (&error, "fixture-gtk3", NULL);
  g_autofree char       *row = NULL;
  g_autoptr (PelCommand) doctor = NULL;

  g_assert_no_error (error);
  assert_works (NULL, "windows");
  kill (pel_fixture_get_pid (fixture), SIGSTOP);
  doctor = pel_command_run (NULL, "doctor");
  assert_works (NULL, "windows");
  kill (pel_fixture_get_pid (fixture), SIGCONT);
  row = g_strdup_printf ("error\tfixture-gtk3 (%d", (int) pel_fixture_get_pid (fixture));
  g_test_message ("%s", doctor->out);
  g_assert_cmpint (doctor->exit_code, ==, 0);
  g_assert_nonnull (strstr (doctor->out, row));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stops/bus/each-step", test_bus_stopped);
  g_test_add_func ("/stops/session/each-step", test_session_stopped);
  g_test_add_func ("/stops/server/windows", test_server_stopped_windows);
  g_test_add_func ("/stops/server/pointer", test_server_stopped_pointer);
  g_test_add_func ("/stops/server/many-calls", test_server_stopped_many_calls);
  g_test_add_func ("/stops/server/before-start", test_server_stopped_before_start);
  if (!is_sway ())
    g_test_add_func ("/stops/server/in-start", test_server_stopped_in_start);
  g_test_add_func ("/stops/a11y-bus/each-step", test_a11y_bus_stopped);
  g_test_add_func ("/stops/program/named", test_program_stopped);
  return g_test_run ();
}
