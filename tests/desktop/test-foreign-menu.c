/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A program that shows a menu gets all input of an X server, whatever has the focus and wherever
 * the pointer is: what is meant for another program is not sent then. sway closes menus when
 * another window gets the focus: what is sent then goes to that one. */

#include "command.h"
#include "fixture.h"

#include <glib/gstdio.h>

typedef struct
{
  const char *owner; /* of the menu */
  const char *target;
} Pair;

static void
allow_acts (void)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, "{\"default\": {\"act\": \"allow\"}}", -1, &error);
  g_assert_no_error (error);
}

static PelFixture *
open_fixture (const char *name, const char *title, const char *position)
{
  g_autoptr (GError) error = NULL;
  PelFixture        *fixture =
      pel_fixture_start (&error, name, "--title", title, "--position", position, NULL);

  g_assert_no_error (error);
  return fixture;
}

static int
try (const char *line)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);

  g_test_message ("%s: %d %s%s", line, command->exit_code, command->out, command->err);
  return command->exit_code;
}

static void
run (const char *line, int exit_code)
{
  g_assert_cmpint (try (line), ==, exit_code);
}

/* @pattern names the program with %s. */
static int
try_on (const char *program, const char *pattern)
{
  g_auto (GStrv)   parts = g_strsplit (pattern, "%s", -1);
  g_autofree char *line = g_strjoinv (program, parts);

  return try (line);
}

static void
run_on (const char *program, const char *pattern, int exit_code)
{
  g_assert_cmpint (try_on (program, pattern), ==, exit_code);
}

static void
test_menu (gconstpointer data)
{
  const Pair *pair = data;
  PelFixture *owner, *target;

  if (pel_fixture_skip (pair->owner) || pel_fixture_skip (pair->target))
    return;
  allow_acts ();
  /* a new window gets the focus: the target's must be there before the menu opens */
  target = open_fixture (pair->target, "Target", "980,40");
  run ("wait --window Target", 0);
  run_on (pair->target, "wait 'app=%s && Edit:Entry'", 0);
  owner = open_fixture (pair->owner, "Owner", "20,40");
  run_on (pair->owner, "wait 'app=%s && Button:\"Context menu\"'", 0);
  run_on (pair->owner, "click 'app=%s && Button:\"Context menu\"' --button right", 0);
  pel_fixture_expect (owner, "context-menu shown");
  pel_fixture_forget (owner);
  pel_fixture_forget (target);

  if (g_getenv ("SWAYSOCK") == NULL)
    run ("type abc --window-title Target", 1);
  /* nor does Qt keep its menus open when another window has become the active one */
  if (try ("key n --window-title Target") == 0)
    pel_fixture_expect (target, "key \"n\"");
  else
    g_assert_cmpuint (pel_fixture_count (target, "key *"), ==, 0);
  if (try_on (pair->target, "click 'app=%s && Button:Button' --button middle") == 0)
    pel_fixture_expect (target, "pointer press button *,* 2");
  else
    g_assert_cmpuint (pel_fixture_count (target, "pointer press *"), ==, 0);
  run ("key Escape --window-title Owner", 0);
  pel_fixture_expect (owner, "context-menu hidden");
  run_on (pair->target, "type abc --target 'app=%s && Edit:Entry'", 0);
  pel_fixture_expect (target, "text entry \"*abc\"");
  g_assert_cmpuint (pel_fixture_count (owner, "key \"*"), ==, 0);
  g_assert_cmpuint (pel_fixture_count (owner, "pointer press *"), ==, 0);
  pel_fixture_stop (owner);
  pel_fixture_stop (target);
}

int
main (int argc, char **argv)
{
  static const Pair pairs[] = {
    { "fixture-gtk3", "fixture-qt6" },
    { "fixture-gtk4", "fixture-gtk3" },
    { "fixture-qt5", "fixture-gtk3" },
    { "fixture-qt6", "fixture-gtk4" },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/foreign-menu/%s-%s", pairs[i].owner, pairs[i].target);

      g_test_add_data_func (path, &pairs[i], test_menu);
    }
  return g_test_run ();
}
