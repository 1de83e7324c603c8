/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/session-launcher.h"

#include "app/cli/session-owner.h"
#include "services/base/error.h"
#include "services/base/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define DBUS_NAME "org.freedesktop.DBus"
#define DBUS_PATH "/org/freedesktop/DBus"
#define MAX_LOG   (1024 * 1024)

typedef struct
{
  GDBusConnection *bus;
  guint            watch_id;
  GPid             pid; /* with child_id */
  guint            child_id;
  char            *log_path;
  char            *owner;    /* (nullable) who has its name and is the session */
  gboolean         is_asked; /* to start */
} Launch;

static void
reap_cb (GPid pid, int status, gpointer unused)
{
  g_spawn_close_pid (pid);
}

/* The session keeps running on its own; it stays our child, and we may outlive it. */
static void
let_go (Launch *launch)
{
  if (launch->child_id == 0)
    return;
  g_clear_handle_id (&launch->child_id, g_source_remove);
  g_child_watch_add (launch->pid, reap_cb, NULL);
}

static void
launch_free (Launch *launch)
{
  g_clear_handle_id (&launch->watch_id, g_bus_unwatch_name);
  let_go (launch);
  g_object_unref (launch->bus);
  g_free (launch->log_path);
  g_free (launch->owner);
  g_free (launch);
}

/* Ends the task once; later results are dropped. */
static void
end (GTask *task, GError *error)
{
  Launch *launch = g_task_get_task_data (task);

  if (g_task_get_completed (task))
    {
      g_clear_error (&error);
      return;
    }
  let_go (launch);
  g_clear_handle_id (&launch->watch_id, g_bus_unwatch_name);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&launch->owner), g_free);
}

static char *
read_last_line (const char *path)
{
  g_autofree char *content = NULL;
  g_auto (GStrv)   lines = NULL;

  if (!g_file_get_contents (path, &content, NULL, NULL))
    return NULL;
  lines = g_strsplit (g_strchomp (content), "\n", -1);
  if (g_strv_length (lines) == 0)
    return NULL;
  return g_utf8_make_valid (lines[g_strv_length (lines) - 1], -1);
}

static void
child_ended_cb (GPid pid, int status, gpointer user_data)
{
  GTask           *task = user_data;
  Launch          *launch = g_task_get_task_data (task);
  g_autofree char *reason = read_last_line (launch->log_path);
  int              unavailable = pel_error_get_exit_code (PEL_ERROR_CAPABILITY_UNAVAILABLE);
  gboolean         is_unavailable = WIFEXITED (status) && WEXITSTATUS (status) == unavailable;
  g_autofree char *hint = NULL;
  GError          *error = NULL;

  launch->child_id = 0;
  g_spawn_close_pid (pid);
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    return; /* another one was first: its name appears */
  if (is_unavailable)
    hint = g_strdup (_ ("Run it on a desktop, or set DISPLAY or WAYLAND_DISPLAY"));
  else
    hint = g_strdup_printf (_ ("See %s"), launch->log_path);
  pel_set_error (&error,
                 is_unavailable ? PEL_ERROR_CAPABILITY_UNAVAILABLE : PEL_ERROR_COMMAND_FAILED,
                 hint,
                 _ ("The session failed to start: %s"),
                 reason != NULL && reason[0] != '\0' ? reason : _ ("no reason given"));
  end (task, error);
}

/* The session's messages go where they can be looked up later, and where we find why it ended. */
static int
open_log (Launch *launch, GError **error)
{
  g_autofree char *folder = g_build_filename (g_get_user_runtime_dir (), "pellucid", NULL);
  int              fd;

  launch->log_path = g_build_filename (folder, "session.log", NULL);
  g_mkdir_with_parents (folder, 0700);
  fd = g_open (launch->log_path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_APPEND, 0600);
  if (lseek (fd, 0, SEEK_END) > MAX_LOG && ftruncate (fd, 0) != 0)
    g_debug ("%s stays long: %s", launch->log_path, g_strerror (errno));
  if (fd < 0)
    pel_set_error (error,
                   PEL_ERROR_COMMAND_FAILED,
                   _ ("Make the folder writable, or set XDG_RUNTIME_DIR to one that is"),
                   _ ("Cannot write %s: %s"),
                   launch->log_path,
                   g_strerror (errno));
  return fd;
}

static void
spawn (GTask *task, const char *executable)
{
  Launch            *launch = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  const char *const  argv[] = { executable, NULL };
  int                log = open_log (launch, &error);
  GPid               pid;
  gboolean           is_running;

  if (log < 0)
    {
      end (task, g_steal_pointer (&error));
      return;
    }
  is_running = g_spawn_async_with_fds ("/", /* not to keep the caller's folder busy */
                                       (char **) argv,
                                       NULL,
                                       G_SPAWN_DO_NOT_REAP_CHILD,
                                       NULL,
                                       NULL,
                                       &pid,
                                       -1,
                                       log,
                                       log,
                                       &error);
  close (log);
  if (!is_running)
    {
      g_prefix_error (&error, _ ("The session failed to start: "));
      end (task, g_steal_pointer (&error));
      return;
    }
  launch->pid = pid;
  launch->child_id = g_child_watch_add_full (G_PRIORITY_DEFAULT,
                                             pid,
                                             child_ended_cb,
                                             g_object_ref (task),
                                             g_object_unref);
}

static void
activated_cb (GObject *bus, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, &error);
  g_autofree char *installed = g_build_filename (PEL_LIBEXECDIR, "pellucid-session", NULL);

  /* The name appears; or the bus does not know the session, or could not start it because it lacks
   * what we have in our environment: a display. */
  if (reply == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    spawn (task, installed);
}

static gboolean
has_display (void)
{
  const char *x11 = g_getenv ("DISPLAY");
  const char *wayland = g_getenv ("WAYLAND_DISPLAY");

  return (x11 != NULL && x11[0] != '\0') || (wayland != NULL && wayland[0] != '\0');
}

static void
start_session (GTask *task)
{
  Launch          *launch = g_task_get_task_data (task);
  g_autofree char *neighbour = pel_helper_dup_neighbour_path ("pellucid-session");
  GError          *error = NULL;

  if (!has_display ())
    {
      pel_set_error (&error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Run it on a desktop, or set DISPLAY or WAYLAND_DISPLAY"),
                     _ ("No display is available"));
      end (task, error);
    }
  else if (neighbour != NULL)
    spawn (task, neighbour);
  else
    g_dbus_connection_call (launch->bus,
                            DBUS_NAME,
                            DBUS_PATH,
                            DBUS_NAME,
                            "StartServiceByName",
                            g_variant_new ("(su)", PEL_APP_ID, 0),
                            G_VARIANT_TYPE ("(u)"),
                            G_DBUS_CALL_FLAGS_NONE,
                            G_MAXINT,
                            g_task_get_cancellable (task),
                            activated_cb,
                            g_object_ref (task));
}

static void
checked_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Launch           *launch = g_task_get_task_data (task);
  GError           *error = NULL;
  char             *owner = pel_session_owner_check_finish (result, &error);

  if (g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER))
    {
      g_error_free (error); /* it has just left: it vanishes, or another one appears */
      return;
    }
  g_free (launch->owner);
  launch->owner = owner;
  end (task, error);
}

static void
appeared_cb (GDBusConnection *bus, const char *name, const char *owner, gpointer user_data)
{
  GTask *task = user_data;

  pel_session_owner_check_async (bus,
                                 owner,
                                 g_task_get_cancellable (task),
                                 checked_cb,
                                 g_object_ref (task));
}

static void
vanished_cb (GDBusConnection *bus, const char *name, gpointer user_data)
{
  GTask  *task = user_data;
  Launch *launch = g_task_get_task_data (task);

  if (!launch->is_asked && !g_task_get_completed (task))
    {
      launch->is_asked = TRUE;
      start_session (task);
    }
}

void
pel_session_launcher_run_async (GDBusConnection    *bus,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Launch           *launch = g_new0 (Launch, 1);

  g_task_set_source_tag (task, pel_session_launcher_run_async);
  launch->bus = g_object_ref (bus);
  g_task_set_task_data (task, launch, (GDestroyNotify) launch_free);
  launch->watch_id = g_bus_watch_name_on_connection (bus,
                                                     PEL_APP_ID,
                                                     G_BUS_NAME_WATCHER_FLAGS_NONE,
                                                     appeared_cb,
                                                     vanished_cb,
                                                     g_object_ref (task),
                                                     g_object_unref);
}

char *
pel_session_launcher_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, pel_session_launcher_run_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
