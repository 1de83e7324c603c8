/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/process.h"

#include "services/base/small-file.h"
#include "services/base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define MAX_SANDBOX_INFO (64 * 1024)

static char *
read_proc (pid_t pid, const char *file, gsize *ret_length)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/%s", (int) pid, file);
  char            *content = NULL;

  if (pid <= 0 || !g_file_get_contents (path, &content, ret_length, NULL))
    return NULL;
  return content;
}

char *
pel_process_dup_executable (pid_t pid)
{
  g_autofree char *link = g_strdup_printf ("/proc/%d/exe", (int) pid);
  struct stat      file;
  gboolean         is_deleted = pid > 0 && stat (link, &file) == 0 && file.st_nlink == 0;
  char            *target = pid > 0 ? g_file_read_link (link, NULL) : NULL;

  /* The kernel adds this when the file was replaced, by an upgrade for example. A file may also be
   * named so, to pass for another one: what has no name left before the link is read cannot be. */
  if (target != NULL && is_deleted && g_str_has_suffix (target, " (deleted)"))
    target[strlen (target) - strlen (" (deleted)")] = '\0';
  return target;
}

char *
pel_process_dup_name (pid_t pid)
{
  g_autofree char *target = pel_process_dup_executable (pid);
  g_autofree char *name =
      target != NULL ? g_path_get_basename (target) : read_proc (pid, "comm", NULL);

  return name != NULL ? pel_text_repair (g_strchomp (name), -1, PEL_TEXT_MAX_BYTES) : NULL;
}

static gboolean
is_same_file (const char *a, const char *b)
{
  struct stat first, second;

  return stat (a, &first) == 0 && stat (b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/* Of a file that is gone only its path is left, which says nothing about another mount namespace:
 * anything may be mounted there. */
static gboolean
did_run (pid_t pid, const char *path)
{
  g_autofree char *link = g_strdup_printf ("/proc/%d/exe", (int) pid);
  g_autofree char *mounts = g_strdup_printf ("/proc/%d/ns/mnt", (int) pid);
  g_autofree char *executable = pel_process_dup_executable (pid);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  char            *real_folder = realpath (folder, NULL);
  g_autofree char *real_path = g_build_filename (real_folder ? real_folder : folder, name, NULL);
  struct stat      file;

  free (real_folder);
  return stat (link, &file) == 0 && file.st_nlink == 0 && g_strcmp0 (executable, real_path) == 0 &&
         is_same_file (mounts, "/proc/self/ns/mnt");
}

gboolean
pel_process_runs (pid_t pid, const char *path)
{
  g_autofree char *link = g_strdup_printf ("/proc/%d/exe", (int) pid);

  return pid > 0 && (is_same_file (link, path) || did_run (pid, path));
}

/* The fields of stat from the third on: the second is a name in brackets, which may hold
 * anything. */
static const char *
find_fields (const char *stat_line)
{
  const char *end = stat_line != NULL ? strrchr (stat_line, ')') : NULL;

  return end != NULL && end[1] == ' ' ? end + 2 : NULL;
}

gboolean
pel_process_is_running (pid_t pid)
{
  g_autofree char *link = g_strdup_printf ("/proc/%d/exe", (int) pid);
  char             target[1];

  /* what is about to end has no memory any more, and with it no executable; of what may not be
   * looked into, the kernel says so */
  return readlink (link, target, sizeof target) >= 0 || errno != ENOENT;
}

pid_t
pel_process_get_parent (pid_t pid)
{
  g_autofree char *line = read_proc (pid, "stat", NULL);
  const char      *fields = find_fields (line);
  int              parent = 0;

  return fields != NULL && sscanf (fields, "%*c %d", &parent) == 1 ? parent : 0;
}

guint64
pel_process_get_start_time (pid_t pid)
{
  g_autofree char *line = read_proc (pid, "stat", NULL);
  const char      *fields = find_fields (line);
  g_auto (GStrv)   words = fields != NULL ? g_strsplit (fields, " ", 21) : NULL;

  return words != NULL && g_strv_length (words) == 21 ? g_ascii_strtoull (words[19], NULL, 10) : 0;
}

/* The kernel's own way to write a device number into stat. */
static dev_t
unpack_device (unsigned int number)
{
  return makedev ((number >> 8) & 0xfff, (number & 0xff) | ((number >> 12) & 0xfff00));
}

static gboolean
is_stream_terminal (pid_t pid, int stream, dev_t terminal)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/fd/%d", (int) pid, stream);
  struct stat      file;

  return stat (path, &file) == 0 && S_ISCHR (file.st_mode) &&
         (file.st_rdev == terminal || file.st_rdev == makedev (5, 0)); /* 5, 0: /dev/tty */
}

static char *
dup_terminal_name (dev_t terminal)
{
  /* Unix98 terminals have eight major numbers */
  if (major (terminal) >= 136 && major (terminal) < 144)
    return g_strdup_printf ("pts/%u", (major (terminal) - 136) * 256 + minor (terminal));
  return g_strdup_printf ("%u:%u", major (terminal), minor (terminal));
}

char *
pel_process_dup_terminal (pid_t pid)
{
  g_autofree char *line = read_proc (pid, "stat", NULL);
  const char      *fields = find_fields (line);
  g_autofree char *name = NULL;
  int              session = 0;
  int              number = 0;

  if (fields == NULL || sscanf (fields, "%*c %*d %*d %d %d", &session, &number) != 2 || number == 0)
    return NULL;
  for (int stream = 0; stream < 3; stream++)
    if (!is_stream_terminal (pid, stream, unpack_device (number)))
      return NULL;
  name = dup_terminal_name (unpack_device (number));
  /* numbers of terminals and of processes come again, together they do not */
  return g_strdup_printf ("%s, session %d.%" G_GUINT64_FORMAT,
                          name,
                          session,
                          pel_process_get_start_time (session));
}

char *
pel_process_dup_cgroup (pid_t pid)
{
  g_autofree char *content = read_proc (pid, "cgroup", NULL);
  const char      *path = content != NULL ? g_strrstr (content, "0::/") : NULL;
  g_autofree char *line = NULL;
  const char      *last;

  if (path == NULL)
    return NULL;
  line = g_strndup (path, strcspn (path, "\n"));
  last = strrchr (line, '/') + 1;
  return last[0] != '\0' ? pel_text_repair (last, -1, PEL_TEXT_MAX_BYTES) : NULL;
}

char *
pel_process_dup_sandbox (pid_t pid)
{
  g_autofree char     *path = g_strdup_printf ("/proc/%d/root/.flatpak-info", (int) pid);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char     *content = NULL;
  g_autofree char     *id = NULL;
  gsize                length;

  if (pid > 0)
    content = pel_small_file_read (path, MAX_SANDBOX_INFO, &length, NULL, NULL);
  if (content == NULL || !g_key_file_load_from_data (keys, content, length, 0, NULL))
    return NULL;
  id = g_key_file_get_string (keys, "Application", "name", NULL);
  return id != NULL ? pel_text_repair (id, -1, PEL_TEXT_MAX_BYTES) : NULL;
}

char **
pel_process_dup_command_line (pid_t pid)
{
  gsize                 length = 0;
  g_autofree char      *content = read_proc (pid, "cmdline", &length);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  if (content == NULL || length == 0)
    return NULL;

  for (gsize at = 0; at < length; at += strlen (content + at) + 1)
    g_ptr_array_add (words, g_strdup (content + at));
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

char *
pel_process_dup_environment (pid_t pid, const char *name)
{
  gsize            length = 0;
  gsize            name_length = strlen (name);
  g_autofree char *content = read_proc (pid, "environ", &length);

  if (content == NULL)
    return NULL;

  for (gsize at = 0; at < length; at += strlen (content + at) + 1)
    if (strncmp (content + at, name, name_length) == 0 && content[at + name_length] == '=')
      return g_strdup (content + at + name_length + 1);
  return NULL;
}

static gboolean
has_library (const char *maps, const char *prefix)
{
  g_autofree char *needle = g_strconcat ("/", prefix, NULL);

  for (const char *at = maps; (at = strstr (at, needle)) != NULL; at++)
    if (strcspn (at + 1, "/\n") == strcspn (at + 1, "\n"))
      return TRUE;
  return FALSE;
}

int
pel_process_find_library (pid_t pid, const char *const *prefixes)
{
  g_autofree char *maps = read_proc (pid, "maps", NULL);

  for (int i = 0; maps != NULL && prefixes[i] != NULL; i++)
    if (has_library (maps, prefixes[i]))
      return i;
  return -1;
}
