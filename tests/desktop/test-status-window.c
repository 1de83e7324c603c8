/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The status window of Pellucid, looked at from outside: through accessibility, and through its
 * pixels. */

#include "a11y-probe.h"
#include "command.h"
#include "fixture.h"
#include "pixel-oracle.h"

#include <string.h>

#define WAIT_SECONDS 60

static gboolean
is_sway (void)
{
  return g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "sway");
}

static JsonArray *
list_own (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "windows --json --filter Pellucid");
  g_autoptr (JsonObject) data = pel_command_parse_data (command);

  return json_array_ref (json_object_get_array_member (data, "windows"));
}

/* As the menu of the inspector does. */
static void
activate_status (void)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_autoptr (GVariant)        reply = NULL;

  g_assert_no_error (error);
  reply = g_dbus_connection_call_sync (bus,
                                       "io.github.pellucid.Pellucid",
                                       "/io/github/pellucid/Pellucid",
                                       "org.gtk.Actions",
                                       "Activate",
                                       g_variant_new_parsed ("('status', @av [], @a{sv} {})"),
                                       NULL,
                                       G_DBUS_CALL_FLAGS_NONE,
                                       10000,
                                       NULL,
                                       &error);
  g_assert_no_error (error);
}

static void
open_window (void)
{
  g_autoptr (JsonArray) none = list_own (); /* starts the session */
  gint64                deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  activate_status ();
  for (;;)
    {
      g_autoptr (JsonArray) windows = list_own ();

      if (json_array_get_length (windows) == 1)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* How many objects of the session's tree have a name with this part. */
static guint
count_names (const char *part)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = pel_a11y_connect (&error);
  g_autofree char            *name = NULL;
  g_autoptr (GPtrArray)       nodes = NULL;
  guint                       n = 0;

  g_assert_no_error (error);
  name = pel_a11y_wait_program (bus, pel_command_find_session (), WAIT_SECONDS * 1000);
  g_assert_nonnull (name);
  nodes = pel_a11y_walk (bus, name, 5000);
  for (guint i = 0; nodes != NULL && i < nodes->len; i++)
    if (strstr (((PelA11yNode *) g_ptr_array_index (nodes, i))->name, part) != NULL)
      n++;
  return n;
}

static void
wait_for_name (const char *part, gboolean is_there)
{
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  g_test_message ("%s %s", is_there ? "waiting for" : "waiting for the end of", part);
  while ((count_names (part) > 0) != is_there)
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
}

static void
test_content_told (void)
{
  static const char *const parts[] = {
    "This Desktop",  "Monitors", "Windows", "Programs", "Session",
    "Accessibility", "Reload",   "Menu",    "Map of",
  };

  open_window ();
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    wait_for_name (parts[i], TRUE);
  wait_for_name (is_sway () ? "HEADLESS-2" : "screen", TRUE);
}

/* A program comes and goes, and so do its window and its row. */
static void
test_live_windows (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) fixture = NULL;

  open_window ();
  fixture = pel_fixture_start (&error, "fixture-gtk3", "--title", "Visitor 4711", NULL);
  g_assert_no_error (error);
  wait_for_name ("Visitor 4711", TRUE);
  wait_for_name ("fixture-gtk3 (", TRUE);
  g_clear_pointer (&fixture, pel_fixture_stop);
  wait_for_name ("Visitor 4711", FALSE);
  wait_for_name ("fixture-gtk3 (", FALSE);
}

static void
test_window_one_only (void)
{
  g_autoptr (JsonArray) windows = NULL;

  open_window ();
  open_window ();
  windows = list_own ();
  g_assert_cmpuint (json_array_get_length (windows), ==, 1);
}

/* The fill of the map's monitors, light theme: drawn, and within the window. */
static void
test_map_drawn (void)
{
  g_autoptr (JsonArray) windows = NULL;
  JsonObject           *bounds;
  PelOracleBox          seen;

  open_window ();
  windows = list_own ();
  bounds = json_object_get_object_member (json_array_get_object_element (windows, 0), "bounds");
  g_assert_true (pel_oracle_wait (NULL, 0x9a9fa8, 2, 10000, &seen));
  g_assert_cmpint (seen.x, >=, json_object_get_int_member (bounds, "x"));
  g_assert_cmpint (seen.x + seen.width,
                   <=,
                   json_object_get_int_member (bounds, "x") +
                       json_object_get_int_member (bounds, "width"));
}

/* With its window open, and everything in use: it ends without a leak. */
static void
test_window_ends_clean (void)
{
  open_window ();
  pel_command_end_session ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/status-window/content/told", test_content_told);
  g_test_add_func ("/status-window/live/windows", test_live_windows);
  g_test_add_func ("/status-window/window/one-only", test_window_one_only);
  if (!is_sway ())
    g_test_add_func ("/status-window/map/drawn", test_map_drawn);
  g_test_add_func ("/status-window/window/ends-clean", test_window_ends_clean);
  return g_test_run ();
}
