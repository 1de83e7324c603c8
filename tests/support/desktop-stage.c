/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "desktop-stage.h"

#include "desktop-environment.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define STEP_MS   60000 /* generous: the machine may be building beside us */
#define LOG_LINES 15

PelStage *
pel_stage_new (PelNursery *nursery, const char *dir)
{
  PelStage        *self = g_new0 (PelStage, 1);
  g_autofree char *logs = g_build_filename (dir, "logs", NULL);
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  g_mkdir_with_parents (logs, 0700);
  self->nursery = nursery;
  self->dir = g_strdup (dir);
  self->environment = pel_environment_new (dir);
  self->helpers = g_path_get_dirname (program != NULL ? program : ".");
  return self;
}

void
pel_stage_free (PelStage *self)
{
  if (self == NULL)
    return;

  g_free (self->dir);
  g_strfreev (self->environment);
  g_free (self->helpers);
  g_free (self);
}

void
pel_stage_setenv (PelStage *self, const char *name, const char *value)
{
  self->environment = g_environ_setenv (self->environment, name, value, TRUE);
}

void
pel_stage_set_pid (PelStage *self, const char *name, PelChild *child)
{
  g_autofree char *pid = g_strdup_printf ("%d", child->pid);

  pel_stage_setenv (self, name, pid);
}

const char *
pel_stage_getenv (const PelStage *self, const char *name)
{
  return g_environ_getenv (self->environment, name);
}

static char *
read_tail (const char *log)
{
  g_autofree char *text = NULL;
  char            *start;

  if (log == NULL || !g_file_get_contents (log, &text, NULL, NULL) || *text == '\0')
    return g_strdup ("(it wrote nothing)");

  g_strchomp (text);
  start = text + strlen (text);
  for (guint lines = 0; start > text; start--)
    {
      if (start[-1] == '\n' && ++lines == LOG_LINES)
        break;
    }
  return g_strdup (start);
}

static void
set_error (PelStage *self, PelChild *child, const char *what, GError **error)
{
  g_autofree char *tail = read_tail (child->log);
  g_autofree char *fate = NULL;

  /* Its end shows at its sockets before it shows to us. */
  pel_nursery_wait (self->nursery, child, NULL, 200);
  if (pel_nursery_get_stop_signal (self->nursery) != 0)
    {
      g_set_error (error,
                   G_IO_ERROR,
                   G_IO_ERROR_CANCELLED,
                   "stopped while starting %s",
                   child->name);
      return;
    }
  if (child->is_running)
    fate = g_strdup_printf ("was not ready after %d s", STEP_MS / 1000);
  else
    fate = g_strdup_printf ("ended with code %d", pel_child_exit_code (child->status));
  g_set_error (error,
               G_IO_ERROR,
               G_IO_ERROR_FAILED,
               "%s %s while waiting for %s. Its log ends:\n%s",
               child->name,
               fate,
               what,
               tail);
}

PelChild *
pel_stage_start_full (PelStage *self, PelSpawn spawn, GError **error)
{
  g_autofree char *name = g_path_get_basename (spawn.argv[0]);
  g_autofree char *log = g_strdup_printf ("%s/logs/%s.log", self->dir, name);

  spawn.name = name;
  spawn.log = log;
  if (spawn.environment == NULL)
    spawn.environment = (const char *const *) self->environment;
  return pel_nursery_spawn (self->nursery, &spawn, error);
}

PelChild *
pel_stage_start (PelStage *self, const char *const *argv, GError **error)
{
  return pel_stage_start_full (self, (PelSpawn){ .argv = argv }, error);
}

/* Servers write a line in pieces and die when no one reads the rest. */
static char *
read_line (PelStage *self, int fd, PelChild *child)
{
  g_autoptr (GString) line = g_string_new (NULL);
  char                c;

  while (pel_nursery_wait_fd (self->nursery, fd, child, STEP_MS) && read (fd, &c, 1) == 1)
    {
      if (c == '\n')
        return g_string_free (g_steal_pointer (&line), FALSE);
      g_string_append_c (line, c);
    }
  return NULL;
}

PelChild *
pel_stage_start_speaking (PelStage *self, const char *const *argv, char **ret_line, GError **error)
{
  g_auto (GStrv)   words = g_strdupv ((char **) argv);
  g_autofree char *line = NULL;
  PelChild        *child;
  int              fds[2];

  if (!g_unix_open_pipe (fds, FD_CLOEXEC, error))
    return NULL;
  for (char **word = words; *word != NULL; word++)
    {
      g_autofree char *pattern = *word;
      const char      *place = strstr (pattern, "%FD");

      *word = place == NULL ? g_steal_pointer (&pattern)
                            : g_strdup_printf ("%.*s%d", (int) (place - pattern), pattern, fds[1]);
    }

  child =
      pel_stage_start_full (self,
                            (PelSpawn){ .argv = (const char *const *) words, .keep_fd = fds[1] },
                            error);
  close (fds[1]);
  line = child != NULL ? read_line (self, fds[0], child) : NULL;
  close (fds[0]);
  if (child == NULL)
    return NULL;
  if (line == NULL)
    {
      set_error (self, child, "its address", error);
      return NULL;
    }
  *ret_line = g_steal_pointer (&line);
  return child;
}

gboolean
pel_stage_await (PelStage *self, PelChild *server, PelProbe probe, const char *what, GError **error)
{
  g_autofree char *name = g_strdup_printf ("probe for %s", what);
  PelSpawn         spawn = { .name = name, .log = server->log, .run = probe, .data = self };
  PelChild        *child = pel_nursery_spawn (self->nursery, &spawn, error);

  if (child == NULL)
    return FALSE;
  if (pel_nursery_wait (self->nursery, child, server, STEP_MS) && child->status == 0)
    return TRUE;

  if (child->is_running)
    kill (child->pid, SIGKILL);
  set_error (self, server, what, error);
  return FALSE;
}

gboolean
pel_stage_run (PelStage *self, const char *const *argv, GError **error)
{
  PelChild *child = pel_stage_start (self, argv, error);

  if (child == NULL)
    return FALSE;
  if (pel_nursery_wait (self->nursery, child, NULL, STEP_MS) && child->status == 0)
    return TRUE;
  set_error (self, child, "it to do its work", error);
  return FALSE;
}
