/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/caller-finder.h"

#include "services/base/helper.h"
#include "services/base/process.h"

#include <unistd.h>

#define TIMEOUT_MS 1000

/* A process that has ended has left the bus as well: as long as the name is there, the number is
 * that of the process. */
static void
got_credentials_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);
  g_autoptr (GVariant) credentials = reply != NULL ? g_variant_get_child_value (reply, 0) : NULL;
  g_autofree char     *client = pel_helper_dup_client_path ();
  guint32              pid = 0;

  if (credentials != NULL)
    g_variant_lookup (credentials, "ProcessID", "u", &pid);
  g_task_return_pointer (task,
                         pel_caller_new_for_process (pid, g_task_get_task_data (task), client),
                         (GDestroyNotify) pel_caller_unref);
}

void
pel_caller_finder_find_async (GDBusConnection    *connection,
                              const char         *name,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  GTask *task = g_task_new (connection, NULL, callback, user_data);

  g_task_set_source_tag (task, pel_caller_finder_find_async);
  g_task_set_task_data (task, g_strdup (name), g_free);
  g_dbus_connection_call (connection,
                          "org.freedesktop.DBus",
                          "/org/freedesktop/DBus",
                          "org.freedesktop.DBus",
                          "GetConnectionCredentials",
                          g_variant_new ("(s)", name),
                          G_VARIANT_TYPE ("(a{sv})"),
                          G_DBUS_CALL_FLAGS_NO_AUTO_START,
                          TIMEOUT_MS,
                          cancellable,
                          got_credentials_cb,
                          task);
}

PelCaller *
pel_caller_finder_find_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_caller_finder_find_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}
