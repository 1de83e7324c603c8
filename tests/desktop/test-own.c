/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Nobody makes Pellucid act on itself: not by a selector, not at a point, not with keys, not
 * through its window, whatever the policy allows. */

#include "a11y-probe.h"
#include "command.h"

#include <glib/gstdio.h>
#include <string.h>

#define WAIT_SECONDS 60
#define TITLE        "Pellucid"

static void
allow_everything (void)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path,
                       "{\"default\": {\"act\": \"allow\", \"coordinates\": \"allow\"}}",
                       -1,
                       &error);
  g_assert_no_error (error);
}

/* (transfer full): as soon as it is shown, and has the place that it keeps. */
static JsonObject *
await_own_window (void)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, "windows --json --filter " TITLE);
      g_autoptr (JsonObject) data = pel_command_parse_data (command);
      JsonArray             *windows = json_object_get_array_member (data, "windows");

      if (json_array_get_length (windows) > 0)
        return json_object_ref (json_array_get_object_element (windows, 0));
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

static void
assert_refused (const char *line)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);

  g_test_message ("%s: %d %s%s", line, command->exit_code, command->out, command->err);
  g_assert_cmpint (command->exit_code, ==, 4);
}

static void
test_own (void)
{
  static const char *const lines[] = {
    "key Escape --window-title " TITLE,
    "type x --window-title " TITLE,
    "window close --window-title " TITLE,
    "click-xy 20 20 --window-title " TITLE,
  };
  g_autoptr (PelCommand) opened = NULL;
  g_autoptr (JsonObject) window = NULL, after = NULL;
  g_autofree char       *line = NULL;
  JsonObject            *bounds;

  allow_everything ();
  opened = pel_command_run (NULL, "inspect");
  g_assert_cmpint (opened->exit_code, ==, 0);
  window = await_own_window ();
  bounds = json_object_get_object_member (window, "bounds");
  line = g_strdup_printf ("click-xy %d %d",
                          (int) (json_object_get_int_member (bounds, "x") +
                                 json_object_get_int_member (bounds, "width") / 2),
                          (int) (json_object_get_int_member (bounds, "y") +
                                 json_object_get_int_member (bounds, "height") / 2));
  assert_refused (line);
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    assert_refused (lines[i]);
  after = await_own_window ();
  g_assert_cmpstr (json_object_get_string_member (after, "window_id"),
                   ==,
                   json_object_get_string_member (window, "window_id"));
}

/* Its buttons are there for others on the accessibility bus, but no selector finds them. */
static void
test_selector (void)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);
  g_autoptr (PelCommand)      opened = NULL, acted = NULL;
  g_autoptr (JsonObject)      window = NULL;
  g_autofree char            *name = NULL;

  g_assert_no_error (error);
  allow_everything ();
  opened = pel_command_run (NULL, "inspect");
  g_assert_cmpint (opened->exit_code, ==, 0);
  window = await_own_window ();
  name = pel_a11y_wait_program (bus, pel_command_find_session (), WAIT_SECONDS * 1000);
  g_assert_nonnull (name);
  acted = pel_command_run (NULL, "click role=Button");
  g_test_message ("%s%s", acted->out, acted->err);
  g_assert_cmpint (acted->exit_code, ==, 3);
  g_assert_nonnull (strstr (acted->err, "role=Button"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/own/window", test_own);
  g_test_add_func ("/own/selector", test_selector);
  return g_test_run ();
}
