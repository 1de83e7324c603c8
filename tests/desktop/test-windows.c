/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the first tools say, held against what is really on the screen. */

#include "command.h"
#include "fixture.h"
#include "pixel-oracle.h"
#include "test-input.h"
#include "test-window.h"

#include "../fixtures/fixture-ui.h"

#include <math.h>
#include <string.h>

#define RED 0xe02020 /* of the fixtures' button */

typedef struct
{
  int x, y, width, height;
} Box;

static gboolean
is_sway (void)
{
  return g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "sway");
}

static gboolean
has_second_monitor (void)
{
  return is_sway () || g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "x11-multi");
}

static Box
get_box (JsonObject *object, const char *name)
{
  JsonObject *r = json_object_get_object_member (object, name);

  return (Box){ json_object_get_int_member (r, "x"),
                json_object_get_int_member (r, "y"),
                json_object_get_int_member (r, "width"),
                json_object_get_int_member (r, "height") };
}

/* The one window with this title, as soon as there is exactly one. */
static JsonObject *
list_one (const char *title)
{
  g_autofree char *line = g_strdup_printf ("windows --json --filter '%s'", title);
  gint64           deadline = g_get_monotonic_time () + 5 * G_TIME_SPAN_SECOND;

  for (;;)
    {
      g_autoptr (PelCommand) command = pel_command_run (NULL, line);
      g_autoptr (JsonObject) data = pel_command_parse_data (command);
      JsonArray             *windows = json_object_get_array_member (data, "windows");

      if (json_array_get_length (windows) == 1)
        return json_object_ref (json_array_get_object_element (windows, 0));
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

static gint64
wait_until (gboolean (*is_so) (JsonObject *window), const char *title)
{
  gint64 deadline = g_get_monotonic_time () + 5 * G_TIME_SPAN_SECOND;

  while (g_get_monotonic_time () < deadline)
    {
      g_autoptr (JsonObject) window = list_one (title);

      if (is_so (window))
        return TRUE;
    }
  return FALSE;
}

/* Where the oracle sees a colour, in physical pixels of the virtual desktop. */
static Box
see (guint32 rgb, JsonObject *window)
{
  const char *output = is_sway () ? json_object_get_string_member (window, "monitor") : NULL;
  g_autoptr (PelCommand) command = pel_command_run (NULL, "monitors --json");
  g_autoptr (JsonObject) data = pel_command_parse_data (command);
  JsonArray             *monitors = json_object_get_array_member (data, "monitors");
  Box                    origin = { 0 };
  PelOracleBox           seen;

  for (guint i = 0; output != NULL && i < json_array_get_length (monitors); i++)
    {
      JsonObject *monitor = json_array_get_object_element (monitors, i);

      if (g_str_equal (json_object_get_string_member (monitor, "name"), output))
        origin = get_box (monitor, "bounds");
    }
  g_assert_true (pel_oracle_wait (output, rgb, 0, 5000, &seen));
  return (Box){ seen.x + origin.x, seen.y + origin.y, seen.width, seen.height };
}

static void
assert_boxes (const Box *a, const Box *b)
{
  g_test_message ("%d,%d %dx%d and %d,%d %dx%d",
                  a->x,
                  a->y,
                  a->width,
                  a->height,
                  b->x,
                  b->y,
                  b->width,
                  b->height);
  g_assert_cmpint (a->x, ==, b->x);
  g_assert_cmpint (a->y, ==, b->y);
  g_assert_cmpint (a->width, ==, b->width);
  g_assert_cmpint (a->height, ==, b->height);
}

/* A bare window at known places, on every monitor: bounds are its very pixels. */
static void
test_windows_bare (void)
{
  const PelTestPatch patch = { 0, 0, 300, 200, 0x12ab34 };
  /* on two monitors of every desktop that has them: the first of x11-multi begins at 0,300 */
  const struct
  {
    int    x, y;
    double scale;
  } places[] = { { 100, 390, 1 }, { is_sway () ? 1333 : 1987, 377, is_sway () ? 1.5 : 1 } };
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestWindow) window = pel_test_window_new ("bare", 300, 200, &patch, 1, &error);

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (JsonObject) listed = NULL;
      Box                    bounds, content, seen;

      if (i > 0 && !has_second_monitor ())
        continue;
      pel_test_window_place (window, places[i].x, places[i].y, places[i].scale, &error);
      g_assert_no_error (error);
      listed = list_one ("bare");
      bounds = get_box (listed, "bounds");
      content = get_box (listed, "content");
      seen = see (patch.rgb, listed);
      assert_boxes (&bounds, &seen);
      assert_boxes (&content, &seen);
      g_assert_cmpfloat (json_object_get_double_member (listed, "scale"), ==, places[i].scale);
    }
}

static const struct
{
  const char *name;
  const char *process;
} toolkits[] = {
  { "fixture-gtk3", "fixture-gtk3" }, { "fixture-gtk4", "fixture-gtk4" },
  { "fixture-qt5", "fixture-qt5" },   { "fixture-qt6", "fixture-qt6" },
  { "fixture-web", "chromium" },
};

static gboolean
is_visible (JsonObject *window)
{
  return json_object_get_boolean_member (window, "visible");
}

static void
check_decorations (const char *name, const char *process, const char *decorations)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) fixture = pel_fixture_start (&error,
                                                      name,
                                                      "--title",
                                                      "placed",
                                                      "--position",
                                                      "60,350",
                                                      "--decorations",
                                                      decorations,
                                                      NULL);
  g_autoptr (JsonObject) listed = NULL;
  Box                    bounds, content, button;
  double                 scale;

  g_assert_no_error (error);
  g_test_message ("%s, decorations %s", name, decorations);
  g_assert_true (wait_until (is_visible, "placed"));
  /* at rest before it is listed: some come to their place only after they are shown */
  listed = list_one ("placed");
  see (RED, listed);
  g_clear_pointer (&listed, json_object_unref);
  listed = list_one ("placed");
  button = see (RED, listed);
  bounds = get_box (listed, "bounds");
  content = get_box (listed, "content");
  scale = json_object_get_double_member (listed, "scale");
  g_test_message ("bounds %d,%d %dx%d content %d,%d %dx%d button %d,%d",
                  bounds.x,
                  bounds.y,
                  bounds.width,
                  bounds.height,
                  content.x,
                  content.y,
                  content.width,
                  content.height,
                  button.x,
                  button.y);

  g_assert_cmpstr (json_object_get_string_member (listed, "process_name"), ==, process);
  if (g_str_equal (process, name))
    g_assert_cmpint (json_object_get_int_member (listed, "pid"), ==, pel_fixture_get_pid (fixture));
  g_assert_cmpint (bounds.x, <=, content.x);
  g_assert_cmpint (bounds.y, <=, content.y);
  g_assert_cmpint (bounds.x + bounds.width, >=, content.x + content.width);
  if (!g_str_equal (decorations, "client"))
    {
      /* the application draws all of its content: its button stands at 20,44 of it */
      g_assert_cmpint (button.x, ==, (int) floor (content.x + 20 * scale + 0.5));
      g_assert_cmpint (button.y, ==, (int) floor (content.y + 44 * scale + 0.5));
    }
  else
    {
      /* its own title bar above, a frame of a few pixels at the sides, no shadow */
      g_assert_cmpint (button.x - content.x, >=, 20 * scale);
      g_assert_cmpint (button.x - content.x, <=, 26 * scale);
      g_assert_cmpint (button.y - content.y, <=, (44 + 60) * scale);
      g_assert_cmpint (content.width, <=, (FIXTURE_WIDTH + 12) * scale);
    }
}

static void
test_windows_decorated (void)
{
  static const char *const decorations[] = { "none", "server", "client" };

  for (gsize i = 0; i < G_N_ELEMENTS (toolkits); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (decorations); k++)
      {
        gboolean draws_none_itself = strstr (toolkits[i].name, "qt") != NULL;

        if (!pel_fixture_is_built (toolkits[i].name))
          g_test_message ("%s is not built", toolkits[i].name);
        else if (g_str_equal (toolkits[i].name, "fixture-web") && k > 0)
          continue; /* a browser in app mode has one look */
        else if (!(draws_none_itself && k == 2))
          check_decorations (toolkits[i].name, toolkits[i].process, decorations[k]);
      }
}

static gboolean
is_fullscreen (JsonObject *window)
{
  return json_object_get_boolean_member (window, "fullscreen");
}

static gboolean
is_minimized (JsonObject *window)
{
  return json_object_get_boolean_member (window, "minimized") &&
         !json_object_get_boolean_member (window, "visible");
}

static gboolean
is_maximized (JsonObject *window)
{
  return json_object_get_boolean_member (window, "maximized");
}

static void run (const char *format, ...) G_GNUC_PRINTF (1, 2);

static void
run (const char *format, ...)
{
  va_list            args;
  g_autofree char   *line = NULL;
  g_autoptr (GError) error = NULL;
  int                status;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  g_spawn_command_line_sync (line, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

static void
test_windows_states_x11 (const char *id)
{
  run ("wmctrl -i -r %s -b add,fullscreen", id);
  g_assert_true (wait_until (is_fullscreen, "stateful"));
  run ("wmctrl -i -r %s -b remove,fullscreen", id);
  run ("wmctrl -i -r %s -b add,maximized_vert,maximized_horz", id);
  g_assert_true (wait_until (is_maximized, "stateful"));
  run ("xdotool windowminimize %s", id);
  g_assert_true (wait_until (is_minimized, "stateful"));
}

static void
test_windows_states_sway (const char *id)
{
  run ("swaymsg -q '[con_id=%s] fullscreen enable'", id);
  g_assert_true (wait_until (is_fullscreen, "stateful"));
  run ("swaymsg -q '[con_id=%s] fullscreen disable'", id);
  run ("swaymsg -q '[con_id=%s] move scratchpad'", id);
  g_assert_true (wait_until (is_minimized, "stateful"));
}

static void
test_windows_states (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) fixture =
      pel_fixture_start (&error, "fixture-gtk3", "--title", "stateful", NULL);
  g_autoptr (JsonObject) listed = NULL;

  g_assert_no_error (error);
  g_assert_true (wait_until (is_visible, "stateful"));
  listed = list_one ("stateful");
  if (is_sway ())
    test_windows_states_sway (json_object_get_string_member (listed, "window_id"));
  else
    test_windows_states_x11 (json_object_get_string_member (listed, "window_id"));
}

static gboolean
is_active (JsonObject *window)
{
  return json_object_get_boolean_member (window, "active");
}

/* The one that was raised is the first, and has the keyboard. */
static void
test_windows_order (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) one =
      pel_fixture_start (&error, "fixture-gtk3", "--title", "first one", NULL);
  g_autoptr (PelFixture) two =
      pel_fixture_start (&error, "fixture-gtk3", "--title", "second one", NULL);
  const char *titles[] = { "first one", "second one", "first one" };

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      g_autoptr (JsonObject) listed = list_one (titles[i]);
      g_autoptr (PelCommand) command = NULL;
      const char            *id = json_object_get_string_member (listed, "window_id");

      if (is_sway ())
        run ("swaymsg -q '[con_id=%s] focus'", id);
      else
        run ("wmctrl -i -a %s", id);
      g_assert_true (wait_until (is_active, titles[i]));
      command = pel_command_run (NULL, "windows");
      g_assert_nonnull (strstr (command->out, titles[i]));
      g_assert_true (strchr (command->out, '\n') > strstr (command->out, titles[i]));
    }
}

static void
test_windows_filter (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) fixture =
      pel_fixture_start (&error, "fixture-gtk3", "--title", "Straße Zoë\tx", NULL);
  g_autoptr (PelCommand) command = NULL;
  g_autoptr (PelCommand) nothing = NULL;
  g_autoptr (JsonObject) listed = NULL;

  g_assert_no_error (error);
  listed = list_one ("Straße");
  command = pel_command_run (NULL, "windows --filter 'STRASSE zOË'");
  g_assert_nonnull (strstr (command->out, "Straße Zoë\\tx\n"));
  nothing = pel_command_run (NULL, "windows --filter 'no such title'");
  g_assert_cmpstr (nothing->out, ==, "");
  g_assert_cmpint (nothing->exit_code, ==, 0);
}

/* Bytes that are no UTF-8 in one title: it is shown as well as can be, and all others are there. */
static void
test_windows_odd_title (void)
{
  const PelTestPatch        patch = { 0, 0, 200, 100, 0x34ab12 };
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestWindow) window =
      pel_test_window_new ("Caf\xe9 odd", 200, 100, &patch, 1, &error);
  g_autoptr (JsonObject) listed = NULL;

  if (is_sway () && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED))
    {
      g_test_skip ("this compositor refuses titles that are not UTF-8");
      return;
    }
  g_assert_no_error (error);
  listed = list_one ("odd");
  g_assert_cmpstr (json_object_get_string_member (listed, "title"),
                   ==,
                   is_sway () ? "Caf\xef\xbf\xbd odd" : "Café odd");
}

static void
test_pointer_place (void)
{
  static const struct
  {
    double x, y;
  } places[] = { { 0, 310 }, { 10, 420 }, { 1279, 799 }, { 1300, 300 }, { 1700, 500 } };
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (PelCommand) command = NULL;
      g_autoptr (JsonObject) data = NULL;
      double                 x = places[i].x, y = places[i].y;
      gboolean               is_second = is_sway () && x >= 1280;

      pel_test_input_move (input, x, y, &error);
      g_assert_no_error (error);
      command = pel_command_run (NULL, "mouse-position --json");
      data = pel_command_parse_data (command);
      /* the second output's pixels begin at 1280 × 1.5, the largest scale */
      g_assert_cmpint (json_object_get_int_member (data, "x"),
                       ==,
                       (int) (is_second ? 1920 + (x - 1280) * 1.5 : x));
      g_assert_cmpint (json_object_get_int_member (data, "y"), ==, (int) (is_second ? y * 1.5 : y));
      if (is_sway ())
        g_assert_cmpstr (json_object_get_string_member (data, "monitor"),
                         ==,
                         is_second ? "HEADLESS-2" : "HEADLESS-1");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/windows/bounds/bare", test_windows_bare);
  g_test_add_func ("/windows/bounds/decorated", test_windows_decorated);
  g_test_add_func ("/windows/states/read", test_windows_states);
  g_test_add_func ("/windows/order/raised-first", test_windows_order);
  g_test_add_func ("/windows/filter/any-case", test_windows_filter);
  g_test_add_func ("/windows/title/odd", test_windows_odd_title);
  g_test_add_func ("/pointer/place/exact", test_pointer_place);
  return g_test_run ();
}
