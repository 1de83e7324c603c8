/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "a11y-probe.h"

#include <stdio.h>
#include <string.h>

#define CALL_TIMEOUT_MS 20000
#define POLL_MS         50

void
pel_a11y_node_free (PelA11yNode *self)
{
  g_free (self->bus_name);
  g_free (self->path);
  g_free (self->name);
  g_free (self->id);
  g_free (self);
}

GDBusConnection *
pel_a11y_connect (GError **error)
{
  g_autoptr (GDBusConnection) session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, error);
  g_autoptr (GVariant)        answer = NULL;
  const char                 *address;

  if (session == NULL)
    return NULL;
  answer = g_dbus_connection_call_sync (session,
                                        "org.a11y.Bus",
                                        "/org/a11y/bus",
                                        "org.a11y.Bus",
                                        "GetAddress",
                                        NULL,
                                        G_VARIANT_TYPE ("(s)"),
                                        G_DBUS_CALL_FLAGS_NONE,
                                        CALL_TIMEOUT_MS,
                                        NULL,
                                        error);
  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "(&s)", &address);
  return g_dbus_connection_new_for_address_sync (address,
                                                 G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                     G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                 NULL,
                                                 NULL,
                                                 error);
}

static GVariant *
call_full (GDBusConnection *bus,
           const char      *bus_name,
           const char      *path,
           const char      *interface,
           const char      *method,
           GVariant        *arguments,
           GError         **error)
{
  return g_dbus_connection_call_sync (bus,
                                      bus_name,
                                      path,
                                      interface,
                                      method,
                                      arguments,
                                      NULL,
                                      G_DBUS_CALL_FLAGS_NONE,
                                      CALL_TIMEOUT_MS,
                                      NULL,
                                      error);
}

GVariant *
pel_a11y_call (GDBusConnection *bus,
               const char      *bus_name,
               const char      *path,
               const char      *interface,
               const char      *method,
               GVariant        *arguments,
               GError         **error)
{
  g_autofree char *full = g_strconcat ("org.a11y.atspi.", interface, NULL);

  return call_full (bus, bus_name, path, full, method, arguments, error);
}

GVariant *
pel_a11y_get (GDBusConnection *bus,
              const char      *bus_name,
              const char      *path,
              const char      *interface,
              const char      *property,
              GError         **error)
{
  g_autofree char     *full = g_strconcat ("org.a11y.atspi.", interface, NULL);
  g_autoptr (GVariant) answer = call_full (bus,
                                           bus_name,
                                           path,
                                           "org.freedesktop.DBus.Properties",
                                           "Get",
                                           g_variant_new ("(ss)", full, property),
                                           error);
  GVariant            *value = NULL;

  if (answer != NULL)
    g_variant_get (answer, "(v)", &value);
  return value;
}

gboolean
pel_a11y_set_number (GDBusConnection *bus, const PelA11yNode *node, double number, GError **error)
{
  g_autoptr (GVariant) answer = call_full (bus,
                                           node->bus_name,
                                           node->path,
                                           "org.freedesktop.DBus.Properties",
                                           "Set",
                                           g_variant_new ("(ssv)",
                                                          "org.a11y.atspi.Value",
                                                          "CurrentValue",
                                                          g_variant_new_double (number)),
                                           error);

  return answer != NULL;
}

/* Programs */

static pid_t
parent_of (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *stat = NULL;
  int              parent = 0;

  if (g_file_get_contents (path, &stat, NULL, NULL) && strrchr (stat, ')') != NULL)
    sscanf (strrchr (stat, ')'), ") %*c %d", &parent);
  return parent;
}

pid_t
pel_a11y_get_pid (GDBusConnection *bus, const char *bus_name)
{
  g_autoptr (GVariant) answer = call_full (bus,
                                           "org.freedesktop.DBus",
                                           "/org/freedesktop/DBus",
                                           "org.freedesktop.DBus",
                                           "GetConnectionUnixProcessID",
                                           g_variant_new ("(s)", bus_name),
                                           NULL);
  guint                pid = 0;

  if (answer != NULL)
    g_variant_get (answer, "(u)", &pid);
  return (pid_t) pid;
}

static gboolean
is_program_of (GDBusConnection *bus, const char *bus_name, pid_t pid)
{
  pid_t owner = pel_a11y_get_pid (bus, bus_name);

  while (owner > 1 && owner != pid)
    owner = parent_of (owner);
  return owner == pid;
}

static char *
find_program (GDBusConnection *bus, pid_t pid)
{
  g_autoptr (GVariant)     answer = pel_a11y_call (bus,
                                               "org.a11y.atspi.Registry",
                                               PEL_A11Y_ROOT,
                                               "Accessible",
                                               "GetChildren",
                                               NULL,
                                               NULL);
  g_autoptr (GVariantIter) iter = NULL;
  const char              *bus_name;

  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "(a(so))", &iter);
  while (g_variant_iter_next (iter, "(&s&o)", &bus_name, NULL))
    if (is_program_of (bus, bus_name, pid))
      return g_strdup (bus_name);
  return NULL;
}

static gboolean
wake_cb (gpointer unused)
{
  return G_SOURCE_CONTINUE;
}

/* Toolkits register when they are idle and tell no one, so this asks again and again. */
char *
pel_a11y_wait_program (GDBusConnection *bus, pid_t pid, int timeout_ms)
{
  gint64 deadline = g_get_monotonic_time () + timeout_ms * G_TIME_SPAN_MILLISECOND;
  guint  waker = g_timeout_add (POLL_MS, wake_cb, NULL);
  char  *bus_name;

  while ((bus_name = find_program (bus, pid)) == NULL && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (waker);
  return bus_name;
}

/* Trees */

static char *
get_string (GDBusConnection *bus, const PelA11yNode *node, const char *property)
{
  g_autoptr (GVariant) value =
      pel_a11y_get (bus, node->bus_name, node->path, "Accessible", property, NULL);

  return value != NULL && g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
             ? g_variant_dup_string (value, NULL)
             : g_strdup ("");
}

static char *
get_id (GDBusConnection *bus, const PelA11yNode *node)
{
  g_autofree char     *id = get_string (bus, node, "AccessibleId");
  g_autoptr (GVariant) answer = NULL;
  g_autoptr (GVariant) attributes = NULL;
  const char          *attribute = NULL;

  if (*id != '\0')
    return g_steal_pointer (&id);
  answer =
      pel_a11y_call (bus, node->bus_name, node->path, "Accessible", "GetAttributes", NULL, NULL);
  if (answer == NULL || !g_variant_is_of_type (answer, G_VARIANT_TYPE ("(a{ss})")))
    return g_strdup ("");
  attributes = g_variant_get_child_value (answer, 0);
  g_variant_lookup (attributes, "id", "&s", &attribute);
  return g_strdup (attribute != NULL ? attribute : "");
}

static PelA11yNode *
new_node (GDBusConnection *bus, const char *bus_name, const char *path)
{
  PelA11yNode         *node = g_new0 (PelA11yNode, 1);
  g_autoptr (GVariant) role = NULL;

  node->bus_name = g_strdup (bus_name);
  node->path = g_strdup (path);
  node->name = get_string (bus, node, "Name");
  node->id = get_id (bus, node);
  role = pel_a11y_call (bus, bus_name, path, "Accessible", "GetRole", NULL, NULL);
  if (role != NULL && g_variant_is_of_type (role, G_VARIANT_TYPE ("(u)")))
    g_variant_get (role, "(u)", &node->role);
  return node;
}

GPtrArray *
pel_a11y_walk (GDBusConnection *bus, const char *bus_name, guint max)
{
  GPtrArray *nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_a11y_node_free);

  g_ptr_array_add (nodes, new_node (bus, bus_name, PEL_A11Y_ROOT));
  for (guint i = 0; i < nodes->len; i++)
    {
      const PelA11yNode   *node = nodes->pdata[i];
      g_autoptr (GVariant) answer =
          pel_a11y_call (bus, node->bus_name, node->path, "Accessible", "GetChildren", NULL, NULL);
      g_autoptr (GVariantIter) iter = NULL;
      const char              *child_name, *child_path;

      if (answer == NULL || !g_variant_is_of_type (answer, G_VARIANT_TYPE ("(a(so))")))
        continue;
      g_variant_get (answer, "(a(so))", &iter);
      while (nodes->len < max && g_variant_iter_next (iter, "(&s&o)", &child_name, &child_path))
        g_ptr_array_add (nodes, new_node (bus, child_name, child_path));
    }
  return nodes;
}

static GVariant *
call_switch (const char *method, GVariant *arguments)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  GVariant                   *reply;

  g_assert_no_error (error);
  reply = g_dbus_connection_call_sync (bus,
                                       "org.a11y.Bus",
                                       "/org/a11y/bus",
                                       "org.freedesktop.DBus.Properties",
                                       method,
                                       arguments,
                                       NULL,
                                       G_DBUS_CALL_FLAGS_NONE,
                                       5000,
                                       NULL,
                                       &error);
  g_assert_no_error (error);
  return reply;
}

gboolean
pel_a11y_read_switch (void)
{
  g_autoptr (GVariant) reply =
      call_switch ("Get", g_variant_new ("(ss)", "org.a11y.Status", "IsEnabled"));
  g_autoptr (GVariant) value = NULL;

  g_variant_get (reply, "(v)", &value);
  return g_variant_get_boolean (value);
}

void
pel_a11y_set_switch (gboolean is_on)
{
  g_variant_unref (call_switch ("Set",
                                g_variant_new ("(ssv)",
                                               "org.a11y.Status",
                                               "IsEnabled",
                                               g_variant_new_boolean (is_on))));
}
