/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/session-opening.h"

#include "app/cli/bus-address.h"
#include "app/cli/session-launcher.h"
#include "services/base/error.h"

#include <glib/gi18n.h>

typedef struct
{
  GDBusConnection *bus;
  char            *owner; /* (nullable) */
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_object_unref (opening->bus);
  g_free (opening->owner);
  g_free (opening);
}

static void
launched_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Opening          *opening = g_task_get_task_data (task);
  GError           *error = NULL;

  opening->owner = pel_session_launcher_run_finish (result, &error);
  if (opening->owner != NULL)
    g_task_return_pointer (task, g_object_ref (opening->bus), g_object_unref);
  else
    g_task_return_error (task, error);
}

/* Takes @task and @bus. */
static void
launch (GTask *task, GDBusConnection *bus)
{
  Opening *opening = g_new0 (Opening, 1);

  opening->bus = bus;
  g_task_set_task_data (task, opening, opening_free);
  pel_session_launcher_run_async (bus, g_task_get_cancellable (task), launched_cb, task);
}

static void
connected_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  g_autoptr (GError) cause = NULL;
  GError            *error = NULL;
  GDBusConnection   *bus = g_dbus_connection_new_for_address_finish (result, &cause);

  if (bus != NULL)
    {
      launch (g_steal_pointer (&task), bus);
      return;
    }
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    error = g_steal_pointer (&cause);
  else
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Log in to a desktop, or use dbus-run-session"),
                   _ ("Cannot connect to the session bus: %s"),
                   cause->message);
  g_task_return_error (task, error);
}

void
pel_session_opening_run_async (GDBusConnection    *bus,
                               const char         *address,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_autofree char  *found = NULL;
  GError           *error = NULL;

  g_task_set_source_tag (task, pel_session_opening_run_async);
  if (bus != NULL)
    {
      launch (g_steal_pointer (&task), g_object_ref (bus));
      return;
    }
  found = address != NULL ? g_strdup (address) : pel_bus_address_find (&error);
  if (found == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_dbus_connection_new_for_address (found,
                                     G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                         G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                     NULL,
                                     cancellable,
                                     connected_cb,
                                     g_steal_pointer (&task));
}

GDBusConnection *
pel_session_opening_run_finish (GAsyncResult *result, char **ret_owner, GError **error)
{
  GDBusConnection *bus;
  Opening         *opening;

  g_return_val_if_fail (g_async_result_is_tagged (result, pel_session_opening_run_async), NULL);

  bus = g_task_propagate_pointer (G_TASK (result), error);
  opening = g_task_get_task_data (G_TASK (result));
  if (bus != NULL)
    *ret_owner = g_steal_pointer (&opening->owner);
  return bus;
}
