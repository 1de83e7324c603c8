/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The inspector at a side of the screen: a maximized window leaves it its room, and has all of it
 * again when the inspector floats, is closed or dies. */

#include "command.h"
#include "fixture.h"
#include "test-input.h"

#include <signal.h>

#define WAIT_SECONDS 60
#define TITLE        "Wide 4711"

typedef struct
{
  int x, y, width, height;
} Box;

/* All zero where there is no such window. */
static Box
find_window (const char *title)
{
  g_autofree char       *line = g_strdup_printf ("windows --json --filter '%s'", title);
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);
  g_autoptr (JsonObject) data = pel_command_parse_data (command);
  JsonArray             *windows = json_object_get_array_member (data, "windows");
  JsonObject            *bounds;

  if (json_array_get_length (windows) != 1)
    return (Box){ 0 };
  bounds = json_object_get_object_member (json_array_get_object_element (windows, 0), "bounds");
  return (Box){ json_object_get_int_member (bounds, "x"),
                json_object_get_int_member (bounds, "y"),
                json_object_get_int_member (bounds, "width"),
                json_object_get_int_member (bounds, "height") };
}

static void
run (const char *line)
{
  g_autoptr (GError) error = NULL;
  int                status = 0;

  g_spawn_command_line_sync (line, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

/* As the menu does. Windows are numbered as they come. */
static void
dock (const char *side)
{
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_autoptr (GVariant)        reply = NULL;

  g_assert_no_error (error);
  for (guint i = 1; i < 10 && reply == NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("/io/github/pellucid/Pellucid/window/%u", i);

      g_clear_error (&error);
      reply = g_dbus_connection_call_sync (
          bus,
          "io.github.pellucid.Pellucid",
          path,
          "org.gtk.Actions",
          "Activate",
          g_variant_new_parsed ("('inspector-dock', [<%s>], @a{sv} {})", side),
          NULL,
          G_DBUS_CALL_FLAGS_NONE,
          10000,
          NULL,
          &error);
      g_test_message ("window %u: %s", i, error != NULL ? error->message : "asked");
    }
  g_assert_nonnull (reply);
}

static gboolean
is_left (const Box *panel, const Box *wide, const Box *whole)
{
  return panel->x == whole->x && wide->x == panel->x + panel->width &&
         wide->x + wide->width == whole->x + whole->width && panel->y == whole->y &&
         panel->height == whole->height;
}

static gboolean
is_wide_left (const Box *panel, const Box *wide, const Box *whole)
{
  return is_left (panel, wide, whole) && panel->width > 500;
}

/* As test_hands() has dragged it. */
static gboolean
is_dragged_left (const Box *panel, const Box *wide, const Box *whole)
{
  return is_left (panel, wide, whole) && ABS (panel->width - 570) <= 4;
}

static gboolean
is_right (const Box *panel, const Box *wide, const Box *whole)
{
  return panel->x + panel->width == whole->x + whole->width && wide->x == whole->x &&
         wide->x + wide->width == panel->x && panel->y == whole->y &&
         panel->height == whole->height;
}

/* On another monitor, which has nothing beyond it; here all is free. */
static gboolean
is_right_elsewhere (const Box *panel, const Box *wide, const Box *whole)
{
  return panel->x + panel->width == 5760 && panel->y == 500 && panel->height == 1440 &&
         wide->x == whole->x && wide->width == whole->width;
}

static gboolean
is_whole (const Box *panel, const Box *wide, const Box *whole)
{
  return wide->x == whole->x && wide->width == whole->width;
}

static gboolean
is_floating (const Box *panel, const Box *wide, const Box *whole)
{
  return is_whole (panel, wide, whole) && panel->width > 0 && panel->height < whole->height;
}

/* Where test_return() has put it: what wmctrl moves has its shadow with it. */
static Box returned;

static gboolean
is_put (const Box *panel, const Box *wide, const Box *whole)
{
  returned = *panel;
  return ABS (panel->x - 700) < 40 && ABS (panel->y - 420) < 40 && ABS (panel->width - 480) < 60 &&
         ABS (panel->height - 500) < 60;
}

static gboolean
is_returned (const Box *panel, const Box *wide, const Box *whole)
{
  return is_whole (panel, wide, whole) && panel->x == returned.x && panel->y == returned.y &&
         panel->width == returned.width && panel->height == returned.height;
}

static gboolean
is_closed (const Box *panel, const Box *wide, const Box *whole)
{
  return is_whole (panel, wide, whole) && panel->width == 0;
}

static void
wait_for_looks (const char *what,
                gboolean (*is_so) (const Box *panel, const Box *wide, const Box *whole),
                const Box *whole,
                guint      n_looks)
{
  guint  n_so = 0;
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  for (;;)
    {
      Box panel = find_window ("Pellucid"), wide = find_window (TITLE);

      n_so = is_so (&panel, &wide, whole) ? n_so + 1 : 0;
      if (n_so == n_looks)
        return;
      if (n_so == 0)
        g_test_message ("%s: panel %d,%d %dx%d, wide %d,%d %dx%d",
                        what,
                        panel.x,
                        panel.y,
                        panel.width,
                        panel.height,
                        wide.x,
                        wide.y,
                        wide.width,
                        wide.height);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_usleep (50000);
    }
}

static void
wait_for (const char *what,
          gboolean (*is_so) (const Box *panel, const Box *wide, const Box *whole),
          const Box *whole)
{
  wait_for_looks (what, is_so, whole, 1);
}

/* Right after something has changed others may still move the window. */
static void
wait_for_rest (const char *what,
               gboolean (*is_so) (const Box *panel, const Box *wide, const Box *whole),
               const Box *whole)
{
  wait_for_looks (what, is_so, whole, 12);
}

/* Maximized, with the whole monitor for itself: @ret_whole is how much that is. */
static PelFixture *
start_wide (Box *ret_whole)
{
  g_autoptr (GError) error = NULL;
  PelFixture        *fixture =
      pel_fixture_start (&error, "fixture-gtk3", "--decorations", "none", "--title", TITLE, NULL);
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  g_assert_no_error (error);
  do
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      /* the window manager may not know of it yet */
      g_spawn_command_line_sync ("wmctrl -r '" TITLE "' -b add,maximized_vert,maximized_horz",
                                 NULL,
                                 NULL,
                                 NULL,
                                 NULL);
      *ret_whole = find_window (TITLE);
    }
  while (ret_whole->width < 1200);
  return fixture;
}

static void
inspect (void)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, "inspect");
  gint64                 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  g_assert_cmpint (command->exit_code, ==, 0);
  while (find_window ("Pellucid").width == 0)
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
}

static void
test_sides (void)
{
  Box                    whole;
  g_autoptr (PelFixture) fixture = start_wide (&whole);
  gboolean               is_multi = g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "x11-multi");

  inspect ();
  dock ("right");
  wait_for ("right", is_multi ? is_right_elsewhere : is_right, &whole);
  dock ("left");
  wait_for ("left", is_left, &whole);
  dock ("floating");
  wait_for ("floating", is_floating, &whole);
  run ("wmctrl -c Pellucid");
  wait_for ("closed", is_closed, &whole);
}

/* A person makes it wider: so is its room, and the next time as well. */
static void
test_width (void)
{
  Box                    whole;
  g_autoptr (PelFixture) fixture = start_wide (&whole);

  inspect ();
  dock ("left");
  wait_for_rest ("left", is_left, &whole);
  run ("wmctrl -r Pellucid -e 0,-1,-1,600,-1");
  wait_for ("wider", is_wide_left, &whole);
  run ("wmctrl -c Pellucid");
  wait_for ("closed", is_closed, &whole);
  inspect ();
  wait_for ("wide again", is_wide_left, &whole);
  dock ("floating");
  wait_for ("floating", is_floating, &whole);
  run ("wmctrl -c Pellucid");
  wait_for ("closed", is_closed, &whole);
}

/* It floats where it did before, also another day. */
static void
test_return (void)
{
  Box                    whole;
  g_autoptr (PelFixture) fixture = start_wide (&whole);

  inspect ();
  wait_for_rest ("floating", is_floating, &whole);
  run ("wmctrl -r Pellucid -e 0,700,420,480,500");
  wait_for_rest ("where it floats", is_put, &whole);
  dock ("left");
  wait_for ("left", is_left, &whole);
  dock ("floating");
  wait_for ("back", is_returned, &whole);
  run ("wmctrl -c Pellucid");
  wait_for ("closed", is_closed, &whole);
  inspect ();
  wait_for ("there again", is_returned, &whole);
  run ("wmctrl -c Pellucid");
  wait_for ("closed again", is_closed, &whole);
}

static void
drag (PelTestInput *input, int x, int y, int to_x, int to_y)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_move (input, x, y, &error);
  pel_test_input_press (input, 1, &error);
  for (int i = 1; i <= 10; i++)
    pel_test_input_move (input, x + (to_x - x) * i / 10, y + (to_y - y) * i / 10, &error);
  g_assert_no_error (error);
}

/* A person cannot drag it away by its title, but makes it wider by its inner edge. */
static void
test_hands (void)
{
  Box                      whole, panel;
  g_autoptr (PelFixture)   fixture = start_wide (&whole);
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_no_error (error);
  inspect ();
  dock ("left");
  wait_for_rest ("left", is_left, &whole);
  panel = find_window ("Pellucid");
  drag (input, panel.x + panel.width / 2, panel.y + 20, panel.x + 500, panel.y + 400);
  pel_test_input_release (input, 1, &error);
  wait_for_rest ("still left", is_left, &whole);
  drag (input, panel.x + panel.width - 3, panel.y + 500, panel.x + 567, panel.y + 500);
  pel_test_input_release (input, 1, &error);
  wait_for ("dragged", is_dragged_left, &whole);
  g_assert_no_error (error);
  dock ("floating");
  wait_for ("floating", is_floating, &whole);
  run ("wmctrl -c Pellucid");
  wait_for ("closed", is_closed, &whole);
}

/* Without a chance to put anything in order. */
static void
kill_session (void)
{
  pid_t  pid = pel_command_find_session ();
  gint64 deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;

  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  while (pel_command_find_session () == pid)
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
}

/* Nothing of it stays behind. */
static void
test_death (void)
{
  Box                    whole;
  g_autoptr (PelFixture) fixture = start_wide (&whole);

  inspect ();
  dock ("left");
  wait_for ("left", is_left, &whole);
  run ("wmctrl -c Pellucid");
  wait_for ("closed", is_closed, &whole);
  inspect ();
  dock ("left");
  wait_for ("left again", is_left, &whole);
  kill_session ();
  wait_for ("dead", is_closed, &whole);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dock/sides", test_sides);
  g_test_add_func ("/dock/width", test_width);
  g_test_add_func ("/dock/return", test_return);
  g_test_add_func ("/dock/hands", test_hands);
  g_test_add_func ("/dock/death", test_death);
  return g_test_run ();
}
