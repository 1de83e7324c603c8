/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/base/guard.h"

#include "services/base/error.h"

#include <glib/gi18n.h>
#include <unistd.h>

static GHashTable *ours; /* of pid_t: how often it was added */

static guint
count (pid_t pid)
{
  return ours != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (ours, GINT_TO_POINTER (pid))) : 0;
}

void
pel_guard_add_process (pid_t pid)
{
  g_return_if_fail (pid > 0);

  if (ours == NULL)
    ours = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (ours, GINT_TO_POINTER (pid), GUINT_TO_POINTER (count (pid) + 1));
}

void
pel_guard_remove_process (pid_t pid)
{
  guint n_times = count (pid);

  g_return_if_fail (n_times > 0);

  if (n_times > 1)
    {
      g_hash_table_insert (ours, GINT_TO_POINTER (pid), GUINT_TO_POINTER (n_times - 1));
      return;
    }
  g_hash_table_remove (ours, GINT_TO_POINTER (pid));
  if (g_hash_table_size (ours) == 0)
    g_clear_pointer (&ours, g_hash_table_unref);
}

gboolean
pel_guard_is_ours (pid_t pid)
{
  return pid == getpid () || count (pid) > 0;
}

GArray *
pel_guard_dup_processes (void)
{
  GArray        *pids = g_array_new (FALSE, FALSE, sizeof (pid_t));
  pid_t          pid = getpid ();
  GHashTableIter iter;
  gpointer       key;

  g_array_append_val (pids, pid);
  if (ours == NULL)
    return pids;
  g_hash_table_iter_init (&iter, ours);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      pid = GPOINTER_TO_INT (key);
      g_array_append_val (pids, pid);
    }
  return pids;
}

gboolean
pel_guard_check (pid_t pid, GError **error)
{
  if (pid > 0 && !pel_guard_is_ours (pid))
    return TRUE;
  if (pid > 0)
    pel_set_error (error,
                   PEL_ERROR_DENIED,
                   _ ("Leave Pellucid's own windows to the person"),
                   _ ("The target belongs to Pellucid, which never acts on itself"));
  else
    pel_set_error (error,
                   PEL_ERROR_DENIED,
                   _ ("Choose a target whose process is known"),
                   _ ("The process that owns the target is unknown"));
  return FALSE;
}
