/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tool with which people check their own desktop: it looks at every monitor, finds it exact,
 * and leaves nothing behind. */

#include "command.h"
#include "fixture.h"
#include "sway-ipc.h"

#include <json-glib/json-glib.h>

/* As the kinds of desktops have them. */
/* clang-format off */
static const struct { const char *kind; const char *monitors[4]; } desktops[] = {
  { "x11",       { "screen" }                     },
  { "x11-multi", { "DUMMY0", "DUMMY1", "DUMMY2" } },
  { "sway",      { "HEADLESS-1", "HEADLESS-2" }   },
};
/* clang-format on */

static JsonNode *
calibrate (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelCommand) command = pel_command_run (NULL, "calibrate --json");
  JsonNode              *answer;

  g_test_message ("%s%s", command->out, command->err);
  g_assert_cmpint (command->exit_code, ==, 0);
  answer = json_from_string (command->out, &error);
  g_assert_no_error (error);
  return answer;
}

static void
assert_exact (JsonNode *answer, const char *const *names)
{
  JsonObject *data = json_object_get_object_member (json_node_get_object (answer), "data");
  JsonArray  *monitors = json_object_get_array_member (data, "monitors");

  g_assert_cmpuint (json_array_get_length (monitors),
                    ==,
                    g_strv_length ((char **) (gpointer) names));
  for (guint i = 0; names[i] != NULL; i++)
    {
      JsonObject *monitor = json_array_get_object_element (monitors, i);

      g_assert_cmpstr (json_object_get_string_member (monitor, "monitor"), ==, names[i]);
      g_assert_cmpint (json_object_get_int_member (monitor, "widgets"), ==, 5);
      g_assert_cmpint (json_object_get_int_member (monitor, "error"), ==, 0);
      g_assert_true (json_object_get_boolean_member (monitor, "exact"));
    }
}

static void
assert_no_window (void)
{
  g_autoptr (PelCommand) command = NULL;
  gint64                 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  do
    {
      g_clear_pointer (&command, pel_command_free);
      command = pel_command_run (NULL, "windows --filter pellucid-calibrator");
    }
  while (*command->out != '\0' && g_get_monotonic_time () < end);
  g_assert_cmpstr (command->out, ==, "");
}

static void
test_monitors (void)
{
  const char *kind = g_getenv ("PEL_DESKTOP_KIND");

  for (gsize i = 0; i < G_N_ELEMENTS (desktops); i++)
    if (g_strcmp0 (desktops[i].kind, kind) == 0)
      {
        g_autoptr (JsonNode) answer = calibrate ();

        assert_exact (answer, desktops[i].monitors);
        assert_no_window ();
        return;
      }
  g_error ("“%s” is a kind without a row", kind);
}

/* At a fraction, and left of and above the first monitor. */
static void
test_moved (void)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (JsonNode) answer = NULL;

  pel_sway_command ("output HEADLESS-2 scale 1.25 position -1536 -120", &error);
  g_assert_no_error (error);
  answer = calibrate ();
  assert_exact (answer, desktops[2].monitors);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/calibrate/monitors", test_monitors);
  if (g_getenv ("WAYLAND_DISPLAY") != NULL)
    g_test_add_func ("/calibrate/moved", test_moved);
  return g_test_run ();
}
