/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/a11y-switch.h"

#include "services/base/error.h"

#include <glib/gi18n.h>

#define A11Y_NAME  "org.a11y.Bus"
#define A11Y_PATH  "/org/a11y/bus"
#define TIMEOUT_MS 1500

void
pel_a11y_switch_free (PelA11ySwitch *self)
{
  g_free (self->address);
  g_free (self);
}

static void
return_unreachable (GTask *task, const GError *cause)
{
  g_autoptr (GError) error = NULL;

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, g_error_copy (cause));
      return;
    }
  pel_set_error (&error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Install at-spi2-core and log in again"),
                 _ ("Cannot reach the accessibility service (org.a11y.Bus): %s"),
                 cause->message);
  g_task_return_error (task, g_steal_pointer (&error));
}

static void
got_enabled_cb (GObject *bus, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, &error);
  g_autoptr (GVariant)      value = NULL;
  g_autoptr (PelA11ySwitch) self = g_object_steal_data (G_OBJECT (task), "switch");

  if (reply == NULL)
    {
      return_unreachable (task, error);
      return;
    }
  g_variant_get (reply, "(v)", &value);
  self->is_enabled =
      g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN) && g_variant_get_boolean (value);
  g_task_return_pointer (task, g_steal_pointer (&self), (GDestroyNotify) pel_a11y_switch_free);
}

static void
got_address_cb (GObject *bus, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, &error);
  PelA11ySwitch *self;
  const char    *address = g_getenv ("AT_SPI_BUS_ADDRESS"); /* as every toolkit does */

  if (reply == NULL)
    {
      return_unreachable (task, error);
      return;
    }
  self = g_new0 (PelA11ySwitch, 1);
  if (address != NULL && address[0] != '\0')
    self->address = g_strdup (address);
  else
    g_variant_get (reply, "(s)", &self->address);
  g_object_set_data_full (G_OBJECT (task), "switch", self, (GDestroyNotify) pel_a11y_switch_free);
  g_dbus_connection_call (G_DBUS_CONNECTION (bus),
                          A11Y_NAME,
                          A11Y_PATH,
                          "org.freedesktop.DBus.Properties",
                          "Get",
                          g_variant_new ("(ss)", "org.a11y.Status", "IsEnabled"),
                          G_VARIANT_TYPE ("(v)"),
                          G_DBUS_CALL_FLAGS_NONE,
                          TIMEOUT_MS,
                          g_task_get_cancellable (task),
                          got_enabled_cb,
                          g_object_ref (task));
}

void
pel_a11y_switch_read_async (GDBusConnection    *session_bus,
                            GCancellable       *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, pel_a11y_switch_read_async);
  g_dbus_connection_call (session_bus,
                          A11Y_NAME,
                          A11Y_PATH,
                          A11Y_NAME,
                          "GetAddress",
                          NULL,
                          G_VARIANT_TYPE ("(s)"),
                          G_DBUS_CALL_FLAGS_NONE,
                          TIMEOUT_MS,
                          cancellable,
                          got_address_cb,
                          task);
}

PelA11ySwitch *
pel_a11y_switch_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_a11y_switch_read_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
enabled_cb (GObject *bus, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, &error);

  if (reply == NULL)
    return_unreachable (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

void
pel_a11y_switch_enable_async (GDBusConnection    *session_bus,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, pel_a11y_switch_enable_async);
  g_dbus_connection_call (session_bus,
                          A11Y_NAME,
                          A11Y_PATH,
                          "org.freedesktop.DBus.Properties",
                          "Set",
                          g_variant_new ("(ssv)",
                                         "org.a11y.Status",
                                         "IsEnabled",
                                         g_variant_new_boolean (TRUE)),
                          NULL,
                          G_DBUS_CALL_FLAGS_NONE,
                          TIMEOUT_MS,
                          cancellable,
                          enabled_cb,
                          task);
}

gboolean
pel_a11y_switch_enable_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_a11y_switch_enable_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
