/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "desktop-sway.h"

#include "sway-ipc.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define TICK_US    10000
#define NAMESPACED 1000
#define NOBODY     65534

/* The second output is added later: of two that it starts with, sway 1.7 takes the first one as the
 * first, and sway 1.10 the last one. */
static const char sway_config[] = "xwayland enable\n"
                                  "output HEADLESS-1 mode 1280x800 scale 1 position 0 0\n"
                                  "output HEADLESS-2 mode 1920x1200 scale 1.5 position 1280 0\n"
                                  "for_window [app_id=\".*\"] floating enable\n"
                                  "for_window [class=\".*\"] floating enable\n"
                                  "exec swaymsg -q create_output && "
                                  "printf %%s \"$DISPLAY\" >%s/x.part && mv %s/x.part %s/x\n";

/* clang-format off */
static const struct { const char *name; const char *value; } headless[] = {
  { "WLR_BACKENDS",            "headless" },
  { "WLR_HEADLESS_OUTPUTS",    "1"        },
  { "WLR_LIBINPUT_NO_DEVICES", "1"        },
  { "WLR_RENDERER",            "pixman"   },
};
/* clang-format on */

static int
write_file (const char *path, const char *text)
{
  int     fd = open (path, O_WRONLY | O_CLOEXEC);
  ssize_t written = fd >= 0 ? write (fd, text, strlen (text)) : -1;

  if (fd >= 0)
    close (fd);
  return written == (ssize_t) strlen (text) ? 0 : -1;
}

/* An ordinary user in the eyes of sway, which refuses root, while files stay root's. */
static int
enter_namespace (gpointer unused)
{
  char map[32];

  if (unshare (CLONE_NEWUSER) != 0)
    return -1;
  g_snprintf (map, sizeof map, "%d 0 1", NAMESPACED);
  if (write_file ("/proc/self/setgroups", "deny") != 0 ||
      write_file ("/proc/self/uid_map", map) != 0)
    return -1;
  return write_file ("/proc/self/gid_map", map);
}

/* Files only: a chroot may have a /dev/shm that is root's, and pictures are made there. */
static int
keep_file_rights (void)
{
  struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
  struct __user_cap_data_struct   rights[_LINUX_CAPABILITY_U32S_3] = { { 0 } };

  rights[0].effective = rights[0].permitted = rights[0].inheritable = 1u << CAP_DAC_OVERRIDE;
  if (syscall (SYS_capset, &header, rights) != 0)
    return -1;
  return prctl (PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_OVERRIDE, 0, 0);
}

/* Where namespaces are refused, as in a chroot. */
static int
become_nobody (gpointer unused)
{
  if (prctl (PR_SET_KEEPCAPS, 1) != 0 || setgroups (0, NULL) != 0 ||
      setresgid (NOBODY, NOBODY, NOBODY) != 0 || setresuid (NOBODY, NOBODY, NOBODY) != 0)
    return -1;
  return keep_file_rights ();
}

static gboolean
can_enter_namespace (void)
{
  int   status = -1;
  pid_t pid = fork ();

  if (pid == 0)
    _exit (enter_namespace (NULL) == 0 ? 0 : 1);
  return pid > 0 && waitpid (pid, &status, 0) == pid && status == 0;
}

/* An X server lets in whom it runs as, and here the clients are someone else. */
static gboolean
open_xwayland (const char *folder, char ***environment, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "Xwayland", NULL);

  if (!g_file_set_contents (path, "#!/bin/sh\nexec Xwayland \"$@\" -ac\n", -1, error))
    return FALSE;
  g_chmod (path, 0755);
  *environment = g_environ_setenv (*environment, "WLR_XWAYLAND", path, TRUE);
  return TRUE;
}

static gboolean
give_to_nobody (const char *folder, char ***environment, GError **error)
{
  if (chown (folder, NOBODY, NOBODY) == 0)
    return open_xwayland (folder, environment, error);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "cannot give %s away", folder);
  return FALSE;
}

static gboolean
has_outputs (const char *socket_path)
{
  g_autoptr (JsonNode) answer = pel_sway_call (socket_path, PEL_SWAY_GET_OUTPUTS, NULL, NULL);
  JsonArray           *outputs;
  guint                n_active = 0;

  if (answer == NULL)
    return FALSE;
  outputs = json_node_get_array (answer);
  for (guint i = 0; i < json_array_get_length (outputs); i++)
    {
      JsonObject *output = json_array_get_object_element (outputs, i);

      if (json_object_get_boolean_member_with_default (output, "active", FALSE))
        n_active++;
    }
  return n_active == 2;
}

/* sway tells no one when it is ready, so this asks until it answers. */
static int
await_sway (gconstpointer data)
{
  const PelStage  *stage = data;
  g_autofree char *x = g_build_filename (stage->dir, "sway", "x", NULL);

  while (!has_outputs (pel_stage_getenv (stage, "SWAYSOCK")))
    g_usleep (TICK_US);
  while (g_access (x, R_OK) != 0)
    g_usleep (TICK_US);
  return 0;
}

/* The folder belongs to whom sway runs as; clients find the socket in their own. */
static gboolean
publish_sockets (PelStage *stage, const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  g_autofree char *x = g_build_filename (folder, "x", NULL);
  g_autofree char *display = NULL;
  const char      *name;

  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *target = g_build_filename (folder, name, NULL);
      g_autofree char *link = g_build_filename (stage->dir, "run", name, NULL);

      if (!g_str_has_prefix (name, "wayland-") || g_str_has_suffix (name, ".lock"))
        continue;
      if (symlink (target, link) != 0)
        g_warning ("cannot link %s", link);
      pel_stage_setenv (stage, "WAYLAND_DISPLAY", name);
    }
  if (!g_file_get_contents (x, &display, NULL, error))
    return FALSE;
  if (*display != '\0')
    pel_stage_setenv (stage, "DISPLAY", display);
  return TRUE;
}

static char **
make_environment (PelStage *stage, const char *folder)
{
  char **environment = g_strdupv (stage->environment);

  for (gsize i = 0; i < G_N_ELEMENTS (headless); i++)
    environment = g_environ_setenv (environment, headless[i].name, headless[i].value, TRUE);
  environment = g_environ_setenv (environment, "HOME", folder, TRUE);
  environment = g_environ_setenv (environment, "TMPDIR", folder, TRUE);
  return g_environ_setenv (environment, "XDG_RUNTIME_DIR", folder, TRUE);
}

gboolean
pel_desktop_start_sway (PelStage *stage, GError **error)
{
  g_autofree char *folder = g_build_filename (stage->dir, "sway", NULL);
  g_autofree char *socket_path = g_build_filename (folder, "ipc.sock", NULL);
  g_autofree char *config_path = g_build_filename (folder, "config", NULL);
  g_autofree char *config = g_strdup_printf (sway_config, folder, folder, folder);
  g_auto (GStrv)   environment = make_environment (stage, folder);
  const char      *argv[] = { "sway", "-c", config_path, NULL };
  PelSpawn         spawn = { .argv = argv };
  PelChild        *sway;

  g_mkdir_with_parents (folder, 0700);
  if (!g_file_set_contents (config_path, config, -1, error))
    return FALSE;
  if (geteuid () == 0 && mkdir ("/tmp/.X11-unix", 01777) == 0)
    chmod ("/tmp/.X11-unix", 01777);
  if (geteuid () == 0)
    spawn.become = can_enter_namespace () ? enter_namespace : become_nobody;
  if (spawn.become == become_nobody && !give_to_nobody (folder, &environment, error))
    return FALSE;

  pel_stage_setenv (stage, "SWAYSOCK", socket_path);
  environment = g_environ_setenv (environment, "SWAYSOCK", socket_path, TRUE);
  spawn.environment = (const char *const *) environment;
  sway = pel_stage_start_full (stage, spawn, error);
  if (sway == NULL || !pel_stage_await (stage, sway, await_sway, "its two outputs", error))
    return FALSE;
  pel_stage_setenv (stage, "GDK_BACKEND", "wayland");
  pel_stage_setenv (stage, "QT_QPA_PLATFORM", "wayland");
  pel_stage_setenv (stage, "XDG_SESSION_TYPE", "wayland");
  pel_stage_setenv (stage, "XDG_CURRENT_DESKTOP", "sway");
  pel_stage_set_pid (stage, "PEL_DESKTOP_COMPOSITOR_PID", sway);
  return publish_sockets (stage, folder, error);
}

gboolean
pel_desktop_start_seat (PelStage *stage, GError **error)
{
  g_autofree char *program = g_build_filename (stage->helpers, "seat", NULL);
  g_autofree char *socket_path = g_build_filename (stage->dir, "seat.sock", NULL);
  g_autofree char *line = NULL;
  const char      *argv[] = { program, socket_path, "%FD", NULL };

  return pel_stage_start_speaking (stage, argv, &line, error) != NULL;
}
