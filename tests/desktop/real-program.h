/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Programs that were not made for tests: started if they are installed, and ended for certain. */

#pragma once

#include "a11y-probe.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#define START_MS 120000 /* an office on a busy machine */

static inline void
program_setup_cb (gpointer parent)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != GPOINTER_TO_INT (parent))
    _exit (1);
}

static inline GSubprocess *
run_program (const char *path, const char *argument)
{
  g_autoptr (GError)              error = NULL;
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  GSubprocess *process;

  g_subprocess_launcher_unsetenv (launcher, "G_DEBUG");
  g_subprocess_launcher_unsetenv (launcher, "G_SLICE");
  g_subprocess_launcher_setenv (launcher, "GSK_RENDERER", "cairo", TRUE);
  g_subprocess_launcher_setenv (launcher, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1", TRUE);
  if (g_getenv ("WAYLAND_DISPLAY") != NULL)
    g_subprocess_launcher_setenv (launcher, "GDK_BACKEND", "wayland", TRUE);
  g_subprocess_launcher_set_child_setup (launcher,
                                         program_setup_cb,
                                         GINT_TO_POINTER (getpid ()),
                                         NULL);
  process = g_subprocess_launcher_spawn (launcher, &error, path, argument, NULL);
  g_assert_no_error (error);
  return process;
}

/* (nullable): it is not installed, and the test is skipped. */
static inline GSubprocess *
open_program (GDBusConnection *bus, const char *program, const char *argument, char **ret_name)
{
  g_autofree char *path = g_find_program_in_path (program);
  GSubprocess     *process;

  if (path == NULL)
    {
      g_test_skip_printf ("%s is not installed", program);
      return NULL;
    }
  process = run_program (path, argument);
  *ret_name = pel_a11y_wait_program (bus, atoi (g_subprocess_get_identifier (process)), START_MS);
  g_assert_nonnull (*ret_name);
  return process;
}

/* What was started may be a script that waits for the program. */
static inline void
close_program (GSubprocess *process, GDBusConnection *bus, const char *name)
{
  pid_t pid = pel_a11y_get_pid (bus, name);

  if (pid > 1)
    kill (pid, SIGKILL);
  g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
  g_object_unref (process);
}
