/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/session-owner.h"

#include "services/base/error.h"
#include "services/base/helper.h"
#include "services/base/process.h"

#include <glib/gi18n.h>

#define PROGRAM    "pellucid-session"
#define TIMEOUT_MS 2000

/* (transfer full) (nullable): the program that an activation file starts. */
static char *
read_activation (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "dbus-1/services", PEL_APP_ID ".service", NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char     *command = NULL;
  g_auto (GStrv)       words = NULL;

  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL))
    return NULL;
  command = g_key_file_get_string (file, "D-BUS Service", "Exec", NULL);
  if (command == NULL || !g_shell_parse_argv (command, NULL, &words, NULL))
    return NULL;
  return g_strdup (words[0]);
}

static gboolean
is_session (pid_t pid)
{
  const char *const *folders = g_get_system_data_dirs ();
  g_autofree char   *own = pel_helper_dup_path (PROGRAM);
  g_autofree char   *installed = g_build_filename (PEL_LIBEXECDIR, PROGRAM, NULL);
  gboolean           is_it = pel_process_runs (pid, own) || pel_process_runs (pid, installed);

  for (gsize i = 0; !is_it && folders[i] != NULL; i++)
    {
      g_autofree char *activated = read_activation (folders[i]);

      is_it = activated != NULL && pel_process_runs (pid, activated);
    }
  return is_it;
}

static void
got_credentials_cb (GObject *bus, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  GError              *error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, &error);
  g_autoptr (GVariant) credentials = reply != NULL ? g_variant_get_child_value (reply, 0) : NULL;
  g_autofree char     *path = NULL;
  guint32              pid = 0;

  if (reply == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_variant_lookup (credentials, "ProcessID", "u", &pid);
  if (is_session (pid))
    {
      g_task_return_pointer (task, g_strdup (g_task_get_task_data (task)), g_free);
      return;
    }
  if (pid > 0 && !pel_process_is_running (pid))
    {
      g_task_return_new_error (task,
                               G_DBUS_ERROR,
                               G_DBUS_ERROR_NAME_HAS_NO_OWNER,
                               "The process has ended");
      return;
    }
  path = pel_process_dup_executable (pid);
  pel_set_error (&error,
                 PEL_ERROR_DENIED,
                 _ ("End that process and try again. After an upgrade it may be the old session"),
                 _ ("The process %u (%s) answers in place of the session; nothing was sent to it"),
                 pid,
                 path != NULL ? path : _ ("unknown program"));
  g_task_return_error (task, error);
}

void
pel_session_owner_check_async (GDBusConnection    *bus,
                               const char         *unique_name,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (bus, cancellable, callback, user_data);

  g_task_set_source_tag (task, pel_session_owner_check_async);
  g_task_set_task_data (task, g_strdup (unique_name), g_free);
  if (g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS))
    g_task_return_pointer (task, g_strdup (unique_name), g_free);
  else
    g_dbus_connection_call (bus,
                            "org.freedesktop.DBus",
                            "/org/freedesktop/DBus",
                            "org.freedesktop.DBus",
                            "GetConnectionCredentials",
                            g_variant_new ("(s)", unique_name),
                            G_VARIANT_TYPE ("(a{sv})"),
                            G_DBUS_CALL_FLAGS_NO_AUTO_START,
                            TIMEOUT_MS,
                            cancellable,
                            got_credentials_cb,
                            g_steal_pointer (&task));
}

char *
pel_session_owner_check_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_session_owner_check_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
