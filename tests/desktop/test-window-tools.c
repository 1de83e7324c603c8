/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Windows told from the command line of a script: found by what is known of them, under the policy,
 * and written down. */

#include "command.h"
#include "fixture.h"
#include "window-eye.h"

#include <glib/gstdio.h>
#include <string.h>

#define WAIT_SECONDS 60

/* clang-format off */
static const struct { const char *line; int exit_code; const char *said; } calls[] = {
  { "window move --window-title told --x 140 --y 360 --dry-run", 0, "told" },
  { "window move --window-title told --x 140 --y 360",           0, "Moved" },
  { "window move --window-title told --x 140 --y 360",           0, "Already there" },
  { "window resize --process fixture-gtk3 --width 1000 --height 640", 0, "Resized" },
  { "window fullscreen --window-title TOL",                      0, "Made fullscreen" },
  { "window restore --window-title told",                        0, "Restored" },
  { "window minimize --window-title told --verify '{\"window\": {\"title\": \"told\"}}'", 0, "Minimized" },
  { "focus-window --window-title told",                          0, "Focused; it is in front and has keyboard focus" },
  { "focus-window --window-title told",                          0, "Already focused" },
  { "window front --window-title told",                          0, "Already in front" },
  { "window front --window-title 'no such title'",               3, "open windows" },
  { "window front --process no-such-process",                    3, "process" },
  { "window front --class no.such.class",                        3, "class" },
  { "window front",                                              2, "No window given" },
  { "window move --window-title told --x 3",                     2, "required" },
  { "window resize --process fixture-gtk3 --width 20000 --height 20000", 1, "20000×20000" },
  { "window close --window-title told --width 3",                2, "cannot be used with" },
  { "window explode --window-title told",                        2, "explode" },
};
/* clang-format on */

static void
write_policy (const char *text)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/* The id, as soon as there is one such window that is shown. */
static char *
await_window (const char *title)
{
  g_autofree char *line = g_strdup_printf ("windows --json --filter '%s'", title);
  gint64           deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, line);
      g_autoptr (JsonObject) data = pel_command_parse_data (command);
      JsonArray             *windows = json_object_get_array_member (data, "windows");
      JsonObject            *window =
          json_array_get_length (windows) == 1 ? json_array_get_object_element (windows, 0) : NULL;

      if (window != NULL && json_object_get_boolean_member (window, "visible"))
        return g_strdup (json_object_get_string_member (window, "window_id"));
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

static void
test_calls (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) fixture =
      pel_fixture_start (&error, "fixture-gtk3", "--title", "told", NULL);
  g_autofree char       *id = NULL;
  g_autoptr (PelCommand) shown = NULL, closed = NULL;

  g_assert_no_error (error);
  write_policy ("{\"default\": {\"act\": \"allow\"}}");
  id = await_window ("told");
  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, calls[i].line);

      g_test_message ("%s: %s%s", calls[i].line, command->out, command->err);
      g_assert_cmpint (command->exit_code, ==, calls[i].exit_code);
      g_assert_nonnull (
          strstr (calls[i].exit_code == 0 ? command->out : command->err, calls[i].said));
    }
  g_assert_true (pel_window_eye_look (id).is_active);
  closed = pel_command_run (NULL, "window close --window-title told --json");
  g_assert_cmpint (closed->exit_code, ==, 0);
  pel_fixture_expect (fixture, "closed");
  shown = pel_command_run (NULL, "audit show --json");
  g_assert_nonnull (strstr (shown->out, "ui_window"));
  g_assert_nonnull (strstr (shown->out, "ui_focus_window"));
}

/* On sway the second monitor has one and a half pixels for each unit, and begins at 1920. */
static void
test_exact_bounds (void)
{
  static const struct
  {
    gboolean is_sway;
    int      x, y;
    double   native_x, native_y;
  } rows[] = { { FALSE, 123, 345, 123, 345 }, { TRUE, 2010, 300, 1340, 200 } };
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) fixture =
      pel_fixture_start (&error, "fixture-gtk3", "--title", "exact", NULL);
  g_autofree char *id = NULL;

  g_assert_no_error (error);
  write_policy ("{\"default\": {\"act\": \"allow\"}}");
  id = await_window ("exact");
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *line = g_strdup_printf ("window move --window-id %s --x %d --y %d --json",
                                               id,
                                               rows[i].x,
                                               rows[i].y);
      g_autoptr (PelCommand) command = NULL;
      g_autoptr (JsonObject) data = NULL;
      JsonObject            *window, *bounds;
      PelWindowView          view;

      if (rows[i].is_sway && !g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "sway"))
        continue;
      command = pel_command_run (NULL, line);
      data = pel_command_parse_data (command);
      view = pel_window_eye_look (id);
      g_assert_cmpfloat (view.x, ==, rows[i].native_x);
      g_assert_cmpfloat (view.y, ==, rows[i].native_y);
      window = json_object_get_object_member (data, "window");
      bounds = json_object_get_object_member (window, "bounds");
      g_assert_cmpint (json_object_get_int_member (bounds, "x"), ==, rows[i].x);
      g_assert_cmpint (json_object_get_int_member (bounds, "y"), ==, rows[i].y);
      g_assert_cmpstr (json_object_get_string_member (data, "effect"), ==, "confirmed");
    }
}

/* Two that could be meant, one that may not be touched, and who may touch none. */
static void
test_refused (void)
{
  static const struct
  {
    const char *policy;
    const char *line;
    int         exit_code;
  } rows[] = {
    { "{\"default\": {\"act\": \"allow\"}}", "window minimize --window-title twin", 3 },
    { "{\"default\": {\"act\": \"allow\"}, \"blocked_windows\": [\"twin one\"]}",
      "window minimize --window-title 'twin one'",
      4 },
    { "{\"default\": {\"act\": \"deny\"}}", "window minimize --window-title 'twin one'", 4 },
    { "{\"default\": {\"act\": \"allow\"}}", "window minimize --window-title 'twin one'", 0 },
  };
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) one =
      pel_fixture_start (&error, "fixture-gtk3", "--title", "twin one", NULL);
  g_autoptr (PelFixture) two =
      pel_fixture_start (&error, "fixture-gtk3", "--title", "twin two", NULL);
  g_autofree char *id = NULL, *other = NULL;

  g_assert_no_error (error);
  id = await_window ("twin one");
  other = await_window ("twin two");
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (PelCommand) command = NULL;

      write_policy (rows[i].policy);
      command = pel_command_run (NULL, rows[i].line);
      g_test_message ("%s%s", command->out, command->err);
      g_assert_cmpint (command->exit_code, ==, rows[i].exit_code);
      g_assert_cmpint (pel_window_eye_look (id).is_minimized, ==, rows[i].exit_code == 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/window-tools/calls/rows", test_calls);
  g_test_add_func ("/window-tools/move/exact", test_exact_bounds);
  g_test_add_func ("/window-tools/refused/rows", test_refused);
  return g_test_run ();
}
