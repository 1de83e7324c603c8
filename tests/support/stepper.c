/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "stepper.h"

#include "relay.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define STOP_MS     1000 /* until the kernel has stopped every thread */
#define MAX_STOPPED 64

struct PelStepper
{
  char     *dir;
  char     *path;
  PelRelay *relay;
  int       reviver; /* our end of the pipe to the process that outlives us */

  GMutex   lock; /* for what follows, which the relay's thread changes */
  GCond    stopped_cond;
  gboolean is_armed;
  guint    n_steps;
  guint    stop_at;
  pid_t    target;
  pid_t    stopped; /* 0: no one */
};

/* Reads pids, negative when they go on again; at the end of the file everybody goes on. Only calls
 * that are safe after a fork of a process with threads. */
static void G_GNUC_NORETURN
be_reviver (int fd)
{
  pid_t stopped[MAX_STOPPED] = { 0 };
  pid_t pid;

  setsid ();
  signal (SIGTERM, SIG_IGN);
  dup2 (fd, 0);
  close_range (1, ~0u, 0);
  while (read (0, &pid, sizeof pid) == sizeof pid)
    {
      pid_t wanted = pid > 0 ? 0 : -pid;

      for (int i = 0; i < MAX_STOPPED; i++)
        {
          if (stopped[i] != wanted)
            continue;
          stopped[i] = pid > 0 ? pid : 0;
          break;
        }
    }
  for (int i = 0; i < MAX_STOPPED; i++)
    {
      if (stopped[i] > 0)
        kill (stopped[i], SIGCONT);
    }
  _exit (0);
}

/* Forked twice, so that no test finds a child that it did not start. */
static gboolean
start_reviver (PelStepper *self, GError **error)
{
  int   fds[2];
  pid_t pid;

  if (!g_unix_open_pipe (fds, FD_CLOEXEC, error))
    return FALSE;
  pid = fork ();
  if (pid == 0 && fork () == 0)
    be_reviver (fds[0]);
  if (pid == 0)
    _exit (0);
  close (fds[0]);
  self->reviver = fds[1];
  return waitpid (pid, NULL, 0) == pid;
}

static gboolean
is_stopped (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *stat = NULL;
  const char      *after_name;

  if (!g_file_get_contents (path, &stat, NULL, NULL))
    return TRUE; /* gone, which is as still as can be */
  after_name = strrchr (stat, ')');
  return after_name != NULL && (after_name[2] == 'T' || after_name[2] == 't');
}

/* With the lock held. */
static void
stop_target (PelStepper *self)
{
  gint64 end = g_get_monotonic_time () + STOP_MS * 1000;

  self->is_armed = FALSE;
  self->stopped = self->target;
  if (write (self->reviver, &self->stopped, sizeof self->stopped) != sizeof self->stopped)
    g_warning ("nobody would wake process %d", self->stopped);
  kill (self->stopped, SIGSTOP);
  while (!is_stopped (self->stopped) && g_get_monotonic_time () < end)
    g_usleep (100);
  g_cond_broadcast (&self->stopped_cond);
}

static void
step_cb (gpointer data)
{
  PelStepper *self = data;

  g_mutex_lock (&self->lock);
  self->n_steps++;
  if (self->is_armed && self->n_steps >= self->stop_at)
    stop_target (self);
  g_mutex_unlock (&self->lock);
}

/* The path, or '@' and the abstract name, of a D-Bus address or of itself. (transfer full) */
static char *
parse_server (const char *server)
{
  static const struct
  {
    const char *key;
    const char *mark;
  } forms[] = { { "unix:path=", "" }, { "unix:abstract=", "@" } };

  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      if (g_str_has_prefix (server, forms[i].key))
        {
          const char      *value = server + strlen (forms[i].key);
          g_autofree char *escaped = g_strndup (value, strcspn (value, ",;"));
          g_autofree char *plain = g_uri_unescape_string (escaped, NULL);

          return g_strconcat (forms[i].mark, plain, NULL);
        }
    }
  return g_strdup (server);
}

PelStepper *
pel_stepper_new (const char *server, GError **error)
{
  g_autoptr (PelStepper) self = g_new0 (PelStepper, 1);
  g_autofree char       *target = parse_server (server);

  g_mutex_init (&self->lock);
  g_cond_init (&self->stopped_cond);
  self->reviver = -1;
  self->dir = g_dir_make_tmp ("step-XXXXXX", error);
  if (self->dir == NULL)
    return NULL;
  self->path = g_build_filename (self->dir, "s", NULL);
  if (!start_reviver (self, error))
    return NULL;
  self->relay = pel_relay_new (self->path, target, step_cb, self, error);
  return self->relay != NULL ? g_steal_pointer (&self) : NULL;
}

void
pel_stepper_free (PelStepper *self)
{
  if (self == NULL)
    return;

  /* First the relay: it must not stop anybody any more. */
  g_clear_pointer (&self->relay, pel_relay_free);
  pel_stepper_resume (self);
  if (self->reviver >= 0)
    close (self->reviver);
  if (self->path != NULL)
    g_unlink (self->path);
  if (self->dir != NULL)
    g_rmdir (self->dir);
  g_free (self->path);
  g_free (self->dir);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->stopped_cond);
  g_free (self);
}

const char *
pel_stepper_get_path (PelStepper *self)
{
  return self->path;
}

char *
pel_stepper_dup_address (PelStepper *self)
{
  g_autofree char *escaped = g_dbus_address_escape_value (self->path);

  return g_strconcat ("unix:path=", escaped, NULL);
}

void
pel_stepper_arm (PelStepper *self, guint n_steps, pid_t pid)
{
  g_return_if_fail (pid > 1);

  pel_stepper_resume (self);
  g_mutex_lock (&self->lock);
  self->n_steps = 0;
  self->stop_at = n_steps;
  self->target = pid;
  self->is_armed = TRUE;
  if (n_steps == 0)
    stop_target (self);
  g_mutex_unlock (&self->lock);
}

guint
pel_stepper_get_n_steps (PelStepper *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->n_steps;
}

gboolean
pel_stepper_has_stopped (PelStepper *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return self->stopped != 0;
}

gboolean
pel_stepper_await_stop (PelStepper *self, int timeout_ms)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  gint64                   end = g_get_monotonic_time () + (gint64) timeout_ms * 1000;

  while (self->stopped == 0)
    {
      if (!g_cond_wait_until (&self->stopped_cond, &self->lock, end))
        return FALSE;
    }
  return TRUE;
}

void
pel_stepper_resume (PelStepper *self)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  pid_t                    pid = self->stopped;
  pid_t                    message = -pid;

  self->is_armed = FALSE;
  self->stopped = 0;
  if (pid == 0)
    return;
  kill (pid, SIGCONT);
  if (write (self->reviver, &message, sizeof message) != sizeof message)
    g_warning ("process %d will be woken twice", pid);
}
