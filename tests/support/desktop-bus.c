/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "desktop-bus.h"

#include <stdio.h>

#define CALL_MS 60000

static const char bus_config[] =
    "<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\"\n"
    " \"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\">\n"
    "<busconfig>\n"
    "  <type>session</type>\n"
    "  <keep_umask/>\n"
    "  <listen>unix:path=%s/run/bus</listen>\n"
    "  <auth>EXTERNAL</auth>\n"
    "  <servicedir>%s/run/dbus-1/services</servicedir>\n"
    "  <servicedir>%s/home/.local/share/dbus-1/services</servicedir>\n"
    "  <policy context=\"default\">\n"
    "    <allow send_destination=\"*\" eavesdrop=\"true\"/>\n"
    "    <allow eavesdrop=\"true\"/>\n"
    "    <allow own=\"*\"/>\n"
    "  </policy>\n"
    "  <limit name=\"max_incoming_bytes\">1000000000</limit>\n"
    "  <limit name=\"max_outgoing_bytes\">1000000000</limit>\n"
    "  <limit name=\"max_message_size\">1000000000</limit>\n"
    "  <limit name=\"service_start_timeout\">30000</limit>\n"
    "  <limit name=\"max_match_rules_per_connection\">50000</limit>\n"
    "  <limit name=\"max_replies_per_connection\">50000</limit>\n"
    "</busconfig>\n";

/* The services of this machine that the bus starts on demand. No others, so that tests do not
 * depend on what is installed; xfwm4 requires the second. */
static const char *const offered[] = { "org.a11y.Bus", "org.xfce.Xfconf", NULL };

static gboolean
copy_service (const char *name, const char *folder, GError **error)
{
  g_autofree char         *file = g_strconcat (name, ".service", NULL);
  g_autofree char         *path = g_build_filename (folder, file, NULL);
  const char *const *const data = g_get_system_data_dirs ();

  for (gsize i = 0; data[i] != NULL; i++)
    {
      g_autofree char *installed = g_build_filename (data[i], "dbus-1", "services", file, NULL);
      g_autofree char *text = NULL;

      if (g_file_get_contents (installed, &text, NULL, NULL))
        return g_file_set_contents (path, text, -1, error);
    }
  return TRUE; /* not installed */
}

static gboolean
copy_services (PelStage *stage, GError **error)
{
  g_autofree char *folder = g_build_filename (stage->dir, "run", "dbus-1", "services", NULL);
  g_autofree char *own =
      g_build_filename (stage->dir, "home", ".local", "share", "dbus-1", "services", NULL);

  g_mkdir_with_parents (folder, 0700);
  g_mkdir_with_parents (own, 0700); /* the bus watches it */
  for (gsize i = 0; offered[i] != NULL; i++)
    if (!copy_service (offered[i], folder, error))
      return FALSE;
  return TRUE;
}

gboolean
pel_desktop_start_bus (PelStage *stage, GError **error)
{
  g_autofree char *config_path = g_build_filename (stage->dir, "bus.conf", NULL);
  g_autofree char *config_option = g_strconcat ("--config-file=", config_path, NULL);
  g_autofree char *config = g_strdup_printf (bus_config, stage->dir, stage->dir, stage->dir);
  g_autofree char *address = g_strdup_printf ("unix:path=%s/run/bus", stage->dir);
  g_autofree char *line = NULL;
  const char      *argv[] = { "dbus-daemon", config_option,         "--nofork", "--nopidfile",
                              "--nosyslog",  "--print-address=%FD", NULL };
  PelChild        *bus;

  if (!copy_services (stage, error) || !g_file_set_contents (config_path, config, -1, error))
    return FALSE;

  pel_stage_setenv (stage, "DBUS_SESSION_BUS_ADDRESS", address);
  bus = pel_stage_start_speaking (stage, argv, &line, error);
  if (bus == NULL)
    return FALSE;
  pel_stage_set_pid (stage, "PEL_DESKTOP_BUS_PID", bus);
  return TRUE;
}

/* In a process of its own, since GDBus starts threads. */
static int
enable_a11y (gconstpointer data)
{
  const PelStage             *stage = data;
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus =
      g_dbus_connection_new_for_address_sync (pel_stage_getenv (stage, "DBUS_SESSION_BUS_ADDRESS"),
                                              G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                  G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                              NULL,
                                              NULL,
                                              &error);
  g_autoptr (GVariant) answer = NULL;

  if (bus != NULL)
    answer = g_dbus_connection_call_sync (bus,
                                          "org.a11y.Bus",
                                          "/org/a11y/bus",
                                          "org.freedesktop.DBus.Properties",
                                          "Set",
                                          g_variant_new ("(ssv)",
                                                         "org.a11y.Status",
                                                         "IsEnabled",
                                                         g_variant_new_boolean (TRUE)),
                                          NULL,
                                          G_DBUS_CALL_FLAGS_NONE,
                                          CALL_MS,
                                          NULL,
                                          &error);
  if (answer == NULL)
    fprintf (stderr, "org.a11y.Bus: %s\n", error->message);
  fflush (stderr);
  return answer != NULL ? 0 : 1;
}

gboolean
pel_desktop_enable_a11y (PelStage *stage, GError **error)
{
  g_autofree char *log = g_build_filename (stage->dir, "logs", "a11y.log", NULL);
  PelSpawn         spawn = { .name = "a11y", .log = log, .run = enable_a11y, .data = stage };
  PelChild        *child = pel_nursery_spawn (stage->nursery, &spawn, error);
  g_autofree char *text = NULL;

  if (child == NULL)
    return FALSE;
  if (pel_nursery_wait (stage->nursery, child, NULL, CALL_MS + 1000) && child->status == 0)
    return TRUE;
  g_file_get_contents (log, &text, NULL, NULL);
  g_set_error (error,
               G_IO_ERROR,
               G_IO_ERROR_FAILED,
               "the accessibility bus did not answer: %s",
               text != NULL ? g_strchomp (text) : "no answer in time");
  return FALSE;
}
