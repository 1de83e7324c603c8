/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/process.h"

#include "services/base/text.h"

#include <string.h>

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
pel_process_dup_name (pid_t pid)
{
  g_autofree char *link = g_strdup_printf ("/proc/%d/exe", (int) pid);
  g_autofree char *target = pid > 0 ? g_file_read_link (link, NULL) : NULL;
  g_autofree char *name = NULL;

  if (target != NULL)
    {
      /* the kernel says so when the file was replaced, by an upgrade say */
      if (g_str_has_suffix (target, " (deleted)"))
        target[strlen (target) - strlen (" (deleted)")] = '\0';
      name = g_path_get_basename (target);
    }
  else
    name = read_proc (pid, "comm", NULL);
  return name != NULL ? pel_text_repair (g_strchomp (name), -1, PEL_TEXT_MAX_BYTES) : NULL;
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
