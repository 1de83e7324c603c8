/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * desktop KIND [OPTION…] -- COMMAND [ARGUMENT…]
 *
 * Runs a command inside a private desktop. Two processes watch over it, so that either may be
 * killed: the front, which the caller knows, and the keeper, which starts everything. The keeper
 * sees a pipe close when the front is gone; to the front, a subreaper too, fall the orphans of a
 * dead keeper. */

#include "config.h"
#include "desktop-bus.h"
#include "desktop-environment.h"
#include "desktop-stage.h"
#include "desktop-sway.h"
#include "desktop-x11.h"

#include <fcntl.h>
#include <ftw.h>
#include <glib-unix.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXIT_SKIP   77 /* what meson takes for a skipped test */
#define EXIT_BROKEN 99 /* and for one that could not even start */
#define PATIENCE_MS 1500
#define SHORT_TMP   40 /* socket names below it must fit into 108 bytes */

typedef gboolean (*PelStep) (PelStage *stage, GError **error);

typedef struct
{
  const char *name;
  PelStep     display;  /* before the bus, */
  PelStep     after[3]; /* after it: xfwm4 needs one */
} PelDesktopKind;

/* clang-format off */
static const PelDesktopKind kinds[] = {
  { "none",      NULL,                   { NULL } },
#if HAVE_X11
  { "x11",       pel_desktop_start_xvfb, { pel_desktop_start_openbox, pel_desktop_start_picom } },
  { "x11-bare",  pel_desktop_start_xvfb, { pel_desktop_start_openbox } },
  { "x11-xfwm",  pel_desktop_start_xvfb, { pel_desktop_start_xfwm, pel_desktop_start_picom } },
  { "x11-multi", pel_desktop_start_xorg, { pel_desktop_start_openbox, pel_desktop_start_picom } },
#endif
#if HAVE_WAYLAND
  { "sway",      pel_desktop_start_sway, { pel_desktop_start_seat } },
#endif
};
/* clang-format on */

typedef struct
{
  const PelDesktopKind *kind;
  char                **command;
  char                **keep;
  gboolean              no_a11y;
  gboolean              tap;
} PelRequest;

static const PelDesktopKind *
find_kind (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (g_strcmp0 (kinds[i].name, name) == 0)
        return &kinds[i];
    }
  return NULL;
}

static gboolean
parse (PelRequest *request, int argc, char **argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "keep-env", 0, 0, G_OPTION_ARG_STRING_ARRAY, &request->keep, "Hand on a variable", "NAME" },
    { "no-a11y", 0, 0, G_OPTION_ARG_NONE, &request->no_a11y, "Do not ask for accessibility", NULL },
    { "tap", 0, 0, G_OPTION_ARG_NONE, &request->tap, "Say a skip in the form of TAP", NULL },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("KIND -- COMMAND [ARGUMENT…]");

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_strict_posix (context, FALSE);
  if (!g_option_context_parse (context, &argc, &argv, error))
    return FALSE;

  request->kind = argc > 1 ? find_kind (argv[1]) : NULL;
  request->command = argc > 2 ? argv + 2 : NULL;
  if (request->command != NULL && strcmp (request->command[0], "--") == 0)
    request->command++;
  if (request->kind == NULL || request->command == NULL || request->command[0] == NULL)
    {
      g_autoptr (GString) names = g_string_new (NULL);

      for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
        g_string_append_printf (names, " %s", kinds[i].name);
      g_set_error (error,
                   G_OPTION_ERROR,
                   G_OPTION_ERROR_FAILED,
                   "usage: desktop KIND [--keep-env NAME] [--no-a11y] [--tap] -- COMMAND …\n"
                   "kinds:%s",
                   names->str);
      return FALSE;
    }
  return TRUE;
}

static gboolean
build_up (PelStage *stage, const PelRequest *request, GError **error)
{
  pel_stage_setenv (stage, "PEL_DESKTOP_KIND", request->kind->name);
  if (request->kind->display != NULL && !request->kind->display (stage, error))
    return FALSE;
  if (!pel_desktop_start_bus (stage, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (request->kind->after); i++)
    {
      if (request->kind->after[i] != NULL && !request->kind->after[i](stage, error))
        return FALSE;
    }
  return request->no_a11y || pel_desktop_enable_a11y (stage, error);
}

static int
explain (const PelRequest *request, const GError *error)
{
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      fprintf (stderr, "desktop %s: %s\n", request->kind->name, error->message);
      return EXIT_BROKEN;
    }
  if (!request->tap)
    {
      fprintf (stderr, "desktop %s: skipped: %s\n", request->kind->name, error->message);
      return EXIT_SKIP;
    }
  /* meson asks a TAP test for exit code 0 even when there was nothing to run. */
  printf ("1..0 # SKIP desktop %s: %s\n", request->kind->name, error->message);
  fflush (stdout);
  return 0;
}

static int
remove_one (const char *path, const struct stat *status, int type, struct FTW *unused)
{
  remove (path);
  return 0;
}

static void
remove_tree (const char *dir)
{
#if HAVE_X11
  pel_desktop_release_display (dir);
#endif
  nftw (dir, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

static int
run_command (PelStage *stage, const PelRequest *request)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv)     environment =
      pel_environment_for_command (stage->environment, (const char *const *) request->keep);
  PelSpawn  spawn = { .name = request->command[0],
                      .argv = (const char *const *) request->command,
                      .environment = (const char *const *) environment };
  PelChild *command = pel_nursery_spawn (stage->nursery, &spawn, &error);

  if (command == NULL)
    {
      fprintf (stderr, "desktop: %s\n", error->message);
      return EXIT_BROKEN;
    }
  if (pel_nursery_wait (stage->nursery, command, NULL, -1))
    return pel_child_exit_code (command->status);
  return 128 + pel_nursery_get_stop_signal (stage->nursery);
}

static int
keep (const PelRequest *request, const char *dir, int hangup_fd)
{
  g_autoptr (GError) error = NULL;
  PelNursery        *nursery = pel_nursery_new (hangup_fd);
  PelStage          *stage = pel_stage_new (nursery, dir);
  int                code;

  if (build_up (stage, request, &error))
    code = run_command (stage, request);
  else
    code = explain (request, error);

  pel_nursery_empty (nursery, PATIENCE_MS);
  remove_tree (dir);
  pel_stage_free (stage);
  pel_nursery_free (nursery);
  return code;
}

/* Hands signals on and waits; what a killed keeper left behind is ended here. */
static int
watch (PelNursery *nursery, PelChild *keeper, const char *dir)
{
  if (!pel_nursery_wait (nursery, keeper, NULL, -1))
    {
      kill (keeper->pid, pel_nursery_get_stop_signal (nursery));
      pel_nursery_outlast (nursery, keeper, 2 * PATIENCE_MS);
    }
  pel_nursery_empty (nursery, 0);
  remove_tree (dir);
  if (keeper->is_running)
    return 128 + pel_nursery_get_stop_signal (nursery);
  return pel_child_exit_code (keeper->status);
}

typedef struct
{
  const PelRequest *request;
  const char       *dir;
  int               fds[2];
} PelKeeper;

static int
run_keeper (gconstpointer data)
{
  const PelKeeper *keeper = data;

  /* Out of the caller's process group: who kills the group kills the front only. The keeper must
   * outlive it to clean up. */
  prctl (PR_SET_PDEATHSIG, 0);
  setsid ();
  close (keeper->fds[1]);
  return keep (keeper->request, keeper->dir, keeper->fds[0]);
}

static char *
make_dir (GError **error)
{
  const char      *tmp = g_get_tmp_dir ();
  g_autofree char *dir =
      g_build_filename (strlen (tmp) <= SHORT_TMP ? tmp : "/tmp", "pel-XXXXXX", NULL);

  if (g_mkdtemp (dir) == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "cannot make %s", dir);
      return NULL;
    }
  /* sway may run as another user and has its folder in here. */
  chmod (dir, 0711);
  return g_steal_pointer (&dir);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  PelRequest         request = { NULL };
  PelKeeper          keeper = { .request = &request };
  PelSpawn           spawn = { .name = "keeper", .run = run_keeper, .data = &keeper };
  g_autofree char   *dir = NULL;
  PelNursery        *nursery;
  PelChild          *child;
  int                code = EXIT_BROKEN;

  if (!parse (&request, argc, argv, &error) || (dir = make_dir (&error)) == NULL ||
      !g_unix_open_pipe (keeper.fds, FD_CLOEXEC, &error))
    {
      fprintf (stderr, "desktop: %s\n", error->message);
      return EXIT_BROKEN;
    }

  keeper.dir = dir;
  nursery = pel_nursery_new (-1);
  child = pel_nursery_spawn (nursery, &spawn, &error);
  close (keeper.fds[0]);
  if (child != NULL)
    code = watch (nursery, child, dir);
  else
    fprintf (stderr, "desktop: %s\n", error->message);
  pel_nursery_free (nursery);
  g_strfreev (request.keep);
  return code;
}
