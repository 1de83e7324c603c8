/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/environment.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_GENERATIONS 8

/* What says which desktop we are on. */
static const char *const places[] = {
  "DBUS_SESSION_BUS_ADDRESS",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  NULL,
};

/* What belongs to a desktop: the session that we may start must find the same files as others. */
static const char *const taken[] = { "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SWAYSOCK", NULL };
static const char *const taken_prefixes[] = { "DBUS_", "XDG_" };

static gboolean
is_taken (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (taken_prefixes); i++)
    if (g_str_has_prefix (name, taken_prefixes[i]))
      return TRUE;
  return g_strv_contains (taken, name);
}

static gboolean
has_place (char **environment)
{
  for (guint i = 0; places[i] != NULL; i++)
    if (g_environ_getenv (environment, places[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* (nullable) (transfer full) */
static char **
read_environment (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/environ", (int) pid);
  g_autofree char *bytes = NULL;
  GPtrArray       *words;
  gsize            length = 0;

  if (!g_file_get_contents (path, &bytes, &length, NULL))
    return NULL;
  words = g_ptr_array_new ();
  for (gsize at = 0; at < length; at += strlen (bytes + at) + 1)
    g_ptr_array_add (words, g_strdup (bytes + at));
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (words, FALSE);
}

/* 0: no process. */
static pid_t
get_parent (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *stat = NULL;
  const char      *end;
  int              parent = 0;

  if (!g_file_get_contents (path, &stat, NULL, NULL))
    return 0;
  end = strrchr (stat, ')'); /* a program's name may have spaces */
  return end != NULL && sscanf (end + 1, " %*c %d", &parent) == 1 ? parent : 0;
}

static void
take (char **environment)
{
  for (guint i = 0; environment[i] != NULL; i++)
    {
      const char      *sign = strchr (environment[i], '=');
      g_autofree char *name =
          sign != NULL ? g_strndup (environment[i], sign - environment[i]) : NULL;

      if (name != NULL && is_taken (name))
        g_setenv (name, sign + 1, FALSE);
    }
}

void
pel_environment_complete (void)
{
  g_auto (GStrv) own = g_get_environ ();
  pid_t          pid = getppid ();

  if (has_place (own))
    return;
  for (guint i = 0; i < MAX_GENERATIONS && pid > 1; i++)
    {
      g_auto (GStrv) theirs = read_environment (pid);

      if (theirs != NULL && has_place (theirs))
        {
          take (theirs);
          return;
        }
      pid = get_parent (pid);
    }
}
