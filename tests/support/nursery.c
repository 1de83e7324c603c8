/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "nursery.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define TICK_MS     10   /* between two looks at processes that are not our children */
#define KILL_ALL_MS 5000 /* a process that survives SIGKILL this long sits in the kernel */

struct PelNursery
{
  GPtrArray  *children; /* of PelChild */
  GHashTable *ever;     /* set of pids that were seen below us, to know their X locks */
  int         signal_fd;
  int         hangup_fd;
  int         stop_signal;
};

static const int stop_signals[] = { SIGTERM, SIGINT, SIGHUP };

static void
child_free (PelChild *child)
{
  g_free (child->name);
  g_free (child->log);
  g_free (child);
}

PelNursery *
pel_nursery_new (int hangup_fd)
{
  PelNursery *self = g_new0 (PelNursery, 1);
  sigset_t    mask;

  sigemptyset (&mask);
  sigaddset (&mask, SIGCHLD);
  for (gsize i = 0; i < G_N_ELEMENTS (stop_signals); i++)
    sigaddset (&mask, stop_signals[i]);
  sigprocmask (SIG_BLOCK, &mask, NULL);

  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) child_free);
  self->ever = g_hash_table_new (NULL, NULL);
  self->signal_fd = signalfd (-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
  self->hangup_fd = hangup_fd;
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  return self;
}

void
pel_nursery_free (PelNursery *self)
{
  if (self == NULL)
    return;

  close (self->signal_fd);
  g_ptr_array_unref (self->children);
  g_hash_table_unref (self->ever);
  g_free (self);
}

int
pel_nursery_get_stop_signal (PelNursery *self)
{
  return self->stop_signal;
}

int
pel_child_exit_code (int status)
{
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

static void
redirect_to_log (const char *log)
{
  int null_fd = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  int log_fd = open (log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

  dup2 (null_fd, STDIN_FILENO);
  dup2 (log_fd, STDOUT_FILENO);
  dup2 (log_fd, STDERR_FILENO);
}

static void G_GNUC_NORETURN
be_child (const PelSpawn *spawn, const char *program, pid_t parent)
{
  sigset_t none;

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (127);

  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  if (spawn->log != NULL)
    redirect_to_log (spawn->log);
  if (spawn->keep_fd > 0)
    fcntl (spawn->keep_fd, F_SETFD, 0);
  if (spawn->run != NULL)
    _exit (spawn->run (spawn->data));
  if (spawn->become != NULL && spawn->become ((gpointer) spawn->data) != 0)
    _exit (126);

  execve (program, (char *const *) spawn->argv, (char *const *) spawn->environment);
  dprintf (STDERR_FILENO, "cannot run %s: %s\n", program, strerror (errno));
  _exit (127);
}

PelChild *
pel_nursery_spawn (PelNursery *self, const PelSpawn *spawn, GError **error)
{
  g_autofree char *program = NULL;
  PelChild        *child;
  pid_t            parent = getpid ();
  pid_t            pid;

  if (spawn->run == NULL)
    program = g_find_program_in_path (spawn->argv[0]);
  if (spawn->run == NULL && program == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "%s is not installed", spawn->argv[0]);
      return NULL;
    }

  pid = fork ();
  if (pid < 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "cannot fork: %s", g_strerror (errno));
      return NULL;
    }
  if (pid == 0)
    be_child (spawn, program, parent);

  child = g_new0 (PelChild, 1);
  child->name = g_strdup (spawn->name);
  child->log = g_strdup (spawn->log);
  child->pid = pid;
  child->is_running = TRUE;
  g_ptr_array_add (self->children, child);
  return child;
}

/* Returns FALSE when there is no child at all any more. */
static gboolean
reap (PelNursery *self)
{
  int   status;
  pid_t pid;

  while ((pid = waitpid (-1, &status, WNOHANG)) > 0)
    {
      g_hash_table_add (self->ever, GINT_TO_POINTER (pid));
      for (guint i = 0; i < self->children->len; i++)
        {
          PelChild *child = g_ptr_array_index (self->children, i);

          if (child->pid != pid || !child->is_running)
            continue;
          child->is_running = FALSE;
          child->status = status;
        }
    }
  return pid == 0;
}

/* Sleeps until a signal, the caller's end, @fd or the time; TRUE when @fd can be read. */
static gboolean
pump (PelNursery *self, int fd, int timeout_ms)
{
  struct pollfd           fds[] = { { .fd = self->signal_fd, .events = POLLIN },
                                    { .fd = self->hangup_fd, .events = POLLIN },
                                    { .fd = fd, .events = POLLIN } };
  struct signalfd_siginfo info;

  if (self->stop_signal != 0)
    fds[1].fd = -1;
  if (poll (fds, G_N_ELEMENTS (fds), timeout_ms) <= 0)
    return FALSE;

  while (read (self->signal_fd, &info, sizeof info) == sizeof info)
    {
      if (info.ssi_signo != SIGCHLD)
        self->stop_signal = (int) info.ssi_signo;
    }
  if (fds[1].revents != 0 && self->stop_signal == 0)
    self->stop_signal = SIGHUP;
  reap (self);
  return fds[2].revents != 0;
}

static int
remaining_ms (gint64 end)
{
  return (int) CLAMP ((end - g_get_monotonic_time () + 999) / 1000, 0, G_MAXINT);
}

gboolean
pel_nursery_wait (PelNursery *self, PelChild *child, PelChild *needed, int timeout_ms)
{
  gint64 end = g_get_monotonic_time () + (gint64) timeout_ms * 1000;

  reap (self);
  while (child->is_running && self->stop_signal == 0)
    {
      int left = timeout_ms < 0 ? -1 : remaining_ms (end);

      if (left == 0 || (needed != NULL && !needed->is_running))
        return FALSE;
      pump (self, -1, left);
    }
  return !child->is_running;
}

gboolean
pel_nursery_outlast (PelNursery *self, PelChild *child, int timeout_ms)
{
  gint64 end = g_get_monotonic_time () + (gint64) timeout_ms * 1000;

  while (child->is_running && remaining_ms (end) > 0)
    pump (self, -1, remaining_ms (end));
  return !child->is_running;
}

gboolean
pel_nursery_wait_fd (PelNursery *self, int fd, PelChild *child, int timeout_ms)
{
  gint64 end = g_get_monotonic_time () + (gint64) timeout_ms * 1000;

  while (self->stop_signal == 0)
    {
      int left = remaining_ms (end);

      if (pump (self, fd, left))
        return TRUE;
      if (left == 0 || !child->is_running)
        return FALSE;
    }
  return FALSE;
}

static pid_t
read_parent (pid_t pid)
{
  char        path[64], stat[512] = { 0 };
  const char *after_name;
  int         fd, parent = 0;

  g_snprintf (path, sizeof path, "/proc/%d/stat", pid);
  fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return 0;
  if (read (fd, stat, sizeof stat - 1) < 0)
    stat[0] = '\0';
  close (fd);

  /* The name in brackets may itself hold brackets and spaces. */
  after_name = strrchr (stat, ')');
  if (after_name == NULL || sscanf (after_name + 1, " %*c %d", &parent) != 1)
    return 0;
  return parent;
}

/* (transfer full): pid to parent for everything that runs */
static GHashTable *
list_processes (void)
{
  GHashTable      *parents = g_hash_table_new (NULL, NULL);
  g_autoptr (GDir) proc = g_dir_open ("/proc", 0, NULL);
  const char      *name;

  while (proc != NULL && (name = g_dir_read_name (proc)) != NULL)
    {
      pid_t pid = atoi (name);

      if (pid > 0)
        g_hash_table_insert (parents, GINT_TO_POINTER (pid), GINT_TO_POINTER (read_parent (pid)));
    }
  return parents;
}

static gboolean
is_below_us (GHashTable *parents, gpointer pid)
{
  gpointer us = GINT_TO_POINTER (getpid ());

  for (guint depth = 0; depth < 256 && pid != NULL; depth++)
    {
      pid = g_hash_table_lookup (parents, pid);
      if (pid == us)
        return TRUE;
    }
  return FALSE;
}

static void
signal_descendants (PelNursery *self, int signal_number)
{
  g_autoptr (GHashTable) parents = list_processes ();
  GHashTableIter         iter;
  gpointer               pid;

  g_hash_table_iter_init (&iter, parents);
  while (g_hash_table_iter_next (&iter, &pid, NULL))
    {
      if (!is_below_us (parents, pid))
        continue;
      g_hash_table_add (self->ever, pid);
      kill (GPOINTER_TO_INT (pid), signal_number);
      /* A test may have stopped it, and only a running process can end politely. */
      kill (GPOINTER_TO_INT (pid), SIGCONT);
    }
}

/* A killed X server leaves its lock and socket; the number must not stay taken. */
static void
remove_x_locks (PelNursery *self)
{
  g_autoptr (GDir) tmp = g_dir_open ("/tmp", 0, NULL);
  const char      *name;

  while (tmp != NULL && (name = g_dir_read_name (tmp)) != NULL)
    {
      g_autofree char *lock = g_build_filename ("/tmp", name, NULL);
      g_autofree char *socket_path = NULL;
      g_autofree char *text = NULL;
      int              number;

      if (sscanf (name, ".X%d-lock", &number) != 1)
        continue;
      if (!g_file_get_contents (lock, &text, NULL, NULL))
        continue;
      if (!g_hash_table_contains (self->ever, GINT_TO_POINTER (atoi (text))))
        continue;
      socket_path = g_strdup_printf ("/tmp/.X11-unix/X%d", number);
      g_unlink (socket_path);
      g_unlink (lock);
    }
}

void
pel_nursery_empty (PelNursery *self, int patience_ms)
{
  gint64 polite_end = g_get_monotonic_time () + (gint64) patience_ms * 1000;
  gint64 end = polite_end + KILL_ALL_MS * 1000;

  if (patience_ms > 0)
    signal_descendants (self, SIGTERM);
  while (reap (self) && g_get_monotonic_time () < end)
    {
      if (g_get_monotonic_time () >= polite_end)
        signal_descendants (self, SIGKILL);
      pump (self, -1, TICK_MS);
    }
  remove_x_locks (self);
}
