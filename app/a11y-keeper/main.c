/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* pellucid-a11y-keeper: accessibility is on while the session lives. Started by the session; turns
 * accessibility on, writes “ready”, and turns it off again when its standard input ends, if it was
 * off before. That happens however the session ends.
 *
 * The file “accessibility” in the state folder exists while accessibility is on because of us. A
 * keeper that finds it was preceded by one that could not do its work: the desktop ended first. Its
 * lock is shared by all keepers; the last one restores. */

#include "config.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define A11Y_NAME  "org.a11y.Bus"
#define A11Y_PATH  "/org/a11y/bus"
#define PROPERTIES "org.freedesktop.DBus.Properties"
#define STATUS     "org.a11y.Status"
#define TIMEOUT_MS 3000
#define MARK       "off\n" /* what it was before */

static gboolean
get (GDBusConnection *bus, const char *property, gboolean *ret_value)
{
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_sync (bus,
                                   A11Y_NAME,
                                   A11Y_PATH,
                                   PROPERTIES,
                                   "Get",
                                   g_variant_new ("(ss)", STATUS, property),
                                   G_VARIANT_TYPE ("(v)"),
                                   G_DBUS_CALL_FLAGS_NONE,
                                   TIMEOUT_MS,
                                   NULL,
                                   NULL);
  g_autoptr (GVariant) value = NULL;

  if (reply == NULL)
    return FALSE;
  g_variant_get (reply, "(v)", &value);
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return FALSE;
  *ret_value = g_variant_get_boolean (value);
  return TRUE;
}

static gboolean
set_enabled (GDBusConnection *bus, gboolean is_enabled)
{
  g_autoptr (GVariant) reply = NULL;

  reply = g_dbus_connection_call_sync (bus,
                                       A11Y_NAME,
                                       A11Y_PATH,
                                       PROPERTIES,
                                       "Set",
                                       g_variant_new ("(ssv)",
                                                      STATUS,
                                                      "IsEnabled",
                                                      g_variant_new_boolean (is_enabled)),
                                       NULL,
                                       G_DBUS_CALL_FLAGS_NONE,
                                       TIMEOUT_MS,
                                       NULL,
                                       NULL);
  return reply != NULL;
}

/* -1: it cannot be kept, so nothing may be changed. */
static int
open_state (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "pellucid", NULL);
  g_autofree char *path = g_build_filename (folder, "accessibility", NULL);
  int              fd;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    return -1;
  fd = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd >= 0 && flock (fd, LOCK_SH) != 0)
    {
      close (fd);
      return -1;
    }
  return fd;
}

static gboolean
is_marked (int fd)
{
  char byte;

  return pread (fd, &byte, 1, 0) == 1;
}

static gboolean
mark (int fd)
{
  return pwrite (fd, MARK, strlen (MARK), 0) == (ssize_t) strlen (MARK) && fsync (fd) == 0;
}

/* Whoever uses a screen reader meanwhile goes on using it. */
static void
restore (GDBusConnection *bus, int fd)
{
  gboolean is_enabled, has_reader = FALSE;

  if (flock (fd, LOCK_EX | LOCK_NB) != 0 || !is_marked (fd) || !get (bus, "IsEnabled", &is_enabled))
    return;
  get (bus, "ScreenReaderEnabled", &has_reader);
  if (!is_enabled || has_reader || set_enabled (bus, FALSE))
    (void) !ftruncate (fd, 0);
}

/* FALSE: there is nothing to restore. */
static gboolean
turn_on (GDBusConnection *bus, int fd)
{
  gboolean is_enabled;

  if (!get (bus, "IsEnabled", &is_enabled))
    return FALSE;
  if (is_enabled)
    return is_marked (fd);
  return mark (fd) && set_enabled (bus, TRUE);
}

static gboolean
ended_cb (int fd, GIOCondition condition, gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static gboolean
signalled_cb (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

int
main (void)
{
  g_autoptr (GMainLoop)       loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  int                         fd = open_state ();

  setsid ();
  if (bus == NULL || fd < 0)
    return EXIT_FAILURE;
  g_dbus_connection_set_exit_on_close (bus, FALSE);
  if (!turn_on (bus, fd))
    {
      puts ("ready");
      return EXIT_SUCCESS;
    }
  puts ("ready");
  fflush (stdout);
  g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP, ended_cb, loop);
  g_unix_signal_add (SIGTERM, signalled_cb, loop);
  g_unix_signal_add (SIGINT, signalled_cb, loop);
  g_unix_signal_add (SIGHUP, signalled_cb, loop);
  g_main_loop_run (loop);
  restore (bus, fd);
  return EXIT_SUCCESS;
}
