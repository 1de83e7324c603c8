/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the window source says of a real sway, against pixels. */

#include "sway-source-case.h"

#include <gio/gunixsocketaddress.h>
#include <math.h>
#include <signal.h>

#define FRAME_RGB 0xff00fe /* what sway draws of a frame, for these tests */

/* windows */

static void
test_list (void)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (PelFixture)      fixture = start (source, "fixture-gtk3", "listed", "server");
  g_autoptr (PelDesktop)      desktop = query_well (source);
  const PelDriver            *driver = pel_window_source_get_driver (source);
  const PelPlatform          *platform = pel_desktop_get_platform (desktop);
  const PelWindowInfo        *info = find_title (desktop, "listed");
  g_autofree char            *server = g_strdup_printf ("sway %s", driver->version);

  g_assert_nonnull (info);
  g_assert_cmpint (info->pid, ==, pel_fixture_get_pid (fixture));
  g_assert_cmpstr (info->process_name, ==, "fixture-gtk3");
  g_assert_cmpstr (info->app, ==, "fixture-gtk3");
  g_assert_cmpint (strtoll (info->id, NULL, 10), >, 0);
  g_assert_cmphex (info->states, ==, PEL_WINDOW_VISIBLE | PEL_WINDOW_ACTIVE);

  g_assert_cmpstr (driver->name, ==, "sway");
  g_assert_cmpstr (driver->kind, ==, "window-system");
  g_assert_true (g_ascii_isdigit (driver->version[0]));
  g_assert_cmpstr (platform->server, ==, server);
  g_assert_cmpstr (platform->window_manager, ==, "sway");
  g_assert_cmphex (platform->features,
                   ==,
                   PEL_FEATURE_COMPOSITOR | PEL_FEATURE_ALPHA_WINDOWS | PEL_FEATURE_INPUT_SHAPE |
                       PEL_FEATURE_LAYER_SHELL | PEL_FEATURE_INJECT_POINTER |
                       PEL_FEATURE_INJECT_KEYBOARD | PEL_FEATURE_CAPTURE_SCREEN |
                       PEL_FEATURE_POINTER_POSITION);
  g_assert_cmpuint (pel_monitor_layout_get_n_monitors (pel_desktop_get_layout (desktop)), ==, 2);
  g_assert_cmpfloat (find_monitor (desktop, SECOND)->scale, ==, 1.5);
}

/* A title bar is part of the bounds and not of the content; whoever draws it. */
static void
test_bounds (gconstpointer data)
{
  const char                 *program = data;
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (PelFixture)      fixture = start (source, program, "bounds", "server");
  const FixtureWidget        *button = fixture_find ("button");
  PelNativeRect               part = { button->x, button->y, button->width, button->height };

  for (gsize i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      double scale = layouts[i].scale;

      g_test_message ("%s", layouts[i].rule);
      command ("%s", layouts[i].rule);
      command ("[title=\"^bounds$\"] border normal, move absolute position %d %d",
               layouts[i].x + 41,
               layouts[i].y + 37);
      assert_agrees (source, "bounds", layouts[i].output, FRAME_RGB, (PelNativeRect){ 0 }, 0);
      /* GTK draws for a whole scale, which sway then resamples */
      assert_agrees (source,
                     "bounds",
                     layouts[i].output,
                     button->colour,
                     part,
                     scale == floor (scale) ? 0 : 1);
      command ("[title=\"^bounds$\"] border pixel 5");
      assert_agrees (source, "bounds", layouts[i].output, FRAME_RGB, (PelNativeRect){ 0 }, 0);
    }
  command ("%s", layouts[1].rule);
}

/* A shadow that the program draws is outside of its window; its title bar is inside. */
static void
test_client_decorations (gconstpointer data)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (PelFixture)      fixture = start (source, data, "client", "client");
  const FixtureWidget        *bar = fixture_find ("menubar");
  PelOracleBox                seen;
  g_autoptr (PelDesktop)      desktop = NULL;
  const PelWindowInfo        *info;

  command ("[title=\"^client$\"] move absolute position 61 53");
  g_assert_true (pel_oracle_wait (FIRST, bar->colour, 0, WAIT_MS, &seen));
  desktop = query_well (source);
  info = find_title (desktop, "client");
  g_assert_cmpfloat (info->bounds.x, ==, 61);
  g_assert_cmpfloat (info->bounds.y, ==, 53);
  g_assert_cmpfloat (info->bounds.x, ==, seen.x);
  g_assert_cmpfloat (info->bounds.width, ==, seen.width);
  g_assert_cmpfloat (info->bounds.y, <, seen.y);
  g_assert_cmpfloat (info->bounds.y + info->bounds.height, ==, seen.y + FIXTURE_HEIGHT);
}

/* tabs and stacks, where the title stands apart */
static void
test_tabs (void)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (PelFixture)      one = start (source, "fixture-gtk3", "tab-one", "server");
  g_autoptr (PelFixture)      two = start (source, "fixture-gtk3", "tab-two", "server");
  const FixtureWidget        *button = fixture_find ("button");
  PelNativeRect               part = { button->x, button->y, button->width, button->height };
  static const char *const    names[] = { "tabbed", "stacking" };

  command ("[title=\"^tab-one$\"] floating disable, border normal");
  command ("[title=\"^tab-two$\"] floating disable, border normal, focus");
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (PelDesktop) desktop = NULL;

      command ("[title=\"^tab-two$\"] layout %s", names[i]);
      assert_agrees (source, "tab-two", FIRST, button->colour, part, 0);
      desktop = query_well (source);
      g_assert_cmphex (find_title (desktop, "tab-one")->states, ==, 0);
      g_assert_cmphex (find_title (desktop, "tab-two")->states,
                       ==,
                       PEL_WINDOW_VISIBLE | PEL_WINDOW_ACTIVE);
    }
}

static guint32
read_pixel (int x, int y)
{
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelOracleImage) image = pel_oracle_capture (FIRST, &error);

  g_assert_no_error (error);
  return pel_oracle_read (image, x, y);
}

/* What is told to be on top is what the screen shows at a point that both cover. The newest window
 * has to be shown first: what is raised before, sway 1.10 lists above it and draws below it. */
static void
test_stacking (void)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (PelFixture)      one = start (source, "fixture-gtk3", "one", "server");
  g_autoptr (PelFixture)      two = start (source, "fixture-gtk3", "two", "server");
  const FixtureWidget        *tree = fixture_find ("tree");
  const char                 *titles[] = { "two", "one", "two", "one" };
  int                         x = tree->x + tree->width - 20, y = tree->y + tree->height - 20;

  command ("[title=\"^one$\"] border none, move absolute position 0 0");
  command ("[title=\"^two$\"] border none, move absolute position 300 150");
  for (gsize i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      gboolean is_one = g_str_equal (titles[i], "one");
      gint64   end = g_get_monotonic_time () + WAIT_MS * 1000;
      gboolean agrees = FALSE;

      command ("[title=\"^%s$\"] focus", titles[i]);
      while (!agrees && g_get_monotonic_time () < end)
        {
          g_autoptr (PelDesktop) desktop = query_well (source);
          const PelWindowInfo   *top = pel_window_get_info (pel_desktop_get_window (desktop, 0));

          agrees =
              g_str_equal (top->title, titles[i]) && (read_pixel (x, y) == tree->colour) == is_one;
        }
      g_assert_true (agrees);
    }
}

/* watching */

static void
changed_cb (PelWindowSource *source, guint *n_changes)
{
  ++*n_changes;
}

static gboolean
tick_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* The number of changes after @timeout_ms, or as soon as there is one. */
static guint
await_change (const guint *n_changes, int timeout_ms)
{
  gint64 end = g_get_monotonic_time () + timeout_ms * 1000;
  guint  tick = g_timeout_add (20, tick_cb, NULL);

  while (*n_changes == 0 && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (tick);
  return *n_changes;
}

/* Until nothing has changed for two polls. */
static void
settle (guint *n_changes)
{
  do
    *n_changes = 0;
  while (await_change (n_changes, 600) > 0);
}

static void
test_watch (void)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (PelFixture)      fixture = start (source, "fixture-gtk3", "watched", "server");
  g_autoptr (PelFixture)      second = NULL;
  guint                       n_changes = 0;
  /* sway reports none of these, except the title bar */
  static const char *const silent[] = {
    "[title=\"^watched$\"] move absolute position 5 6",
    "[title=\"^watched$\"] resize set 1000 700",
    "output HEADLESS-2 scale 1.25",
    "output HEADLESS-2 scale 1.5",
    "[title=\"^watched$\"] border none",
    "[title=\"^watched$\"] move scratchpad",
  };

  g_signal_connect (source, "changed", G_CALLBACK (changed_cb), &n_changes);
  pel_window_source_start_watching (source);
  pel_window_source_start_watching (source);
  settle (&n_changes);
  for (gsize i = 0; i < G_N_ELEMENTS (silent); i++)
    {
      g_test_message ("%s", silent[i]);
      command ("%s", silent[i]);
      g_assert_cmpuint (await_change (&n_changes, 3000), >, 0);
      settle (&n_changes);
    }
  pel_window_source_stop_watching (source);
  second = start (source, "fixture-gtk3", "second", "server");
  g_assert_cmpuint (await_change (&n_changes, 3000), >, 0);

  pel_window_source_stop_watching (source);
  n_changes = 0;
  command ("[title=\"^second$\"] move absolute position 9 9");
  g_assert_cmpuint (await_change (&n_changes, 700), ==, 0);
}

static void
test_stopped (void)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (PelDesktop)      desktop = query_well (source);
  g_autoptr (GCancellable)    cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult)    result = NULL;
  g_autoptr (GError)          error = NULL;
  pid_t                       sway = get_sway ();
  PelNativePoint              point;
  gint64                      begin = g_get_monotonic_time ();
  gint64                      took;

  kill (sway, SIGSTOP);
  g_clear_object (&desktop);
  pel_window_source_query_async (source, cancellable, done_cb, &result);
  g_cancellable_cancel (cancellable);
  await (&result);
  took = g_get_monotonic_time () - begin;
  desktop = pel_window_source_query_finish (source, result, &error);
  if (desktop != NULL || took > 50000 || !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    kill (sway, SIGCONT);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (took, <, 50000);
  g_clear_error (&error);

  begin = g_get_monotonic_time ();
  locate (source, &point, &error);
  took = g_get_monotonic_time () - begin;
  desktop = error != NULL && took < 350000 ? query (source, NULL, NULL) : NULL;
  kill (sway, SIGCONT);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE);
  g_assert_cmpint (took, <, 350000);
  g_assert_null (desktop);

  desktop = query_well (source);
  locate_well (source);
}

/* Others may fill the few places that sway has for those who wait, and it may never have answered:
 * the call ends all the same, and goes well when there is room again. */
static void
test_crowded (void)
{
  g_autoptr (PelWindowSource) source = open_source ();
  g_autoptr (GPtrArray)       crowd = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GSocketAddress)  address = g_unix_socket_address_new (g_getenv ("SWAYSOCK"));
  g_autoptr (PelDesktop)      none = NULL;
  g_autoptr (PelDesktop)      desktop = NULL;
  g_autoptr (GError)          error = NULL;
  g_autoptr (GError)          full = NULL;
  gint64                      begin = g_get_monotonic_time ();
  gint64                      took;

  kill (get_sway (), SIGSTOP);
  while (full == NULL && crowd->len < 200)
    {
      GSocket *socket = g_socket_new (G_SOCKET_FAMILY_UNIX,
                                      G_SOCKET_TYPE_STREAM,
                                      G_SOCKET_PROTOCOL_DEFAULT,
                                      NULL);

      g_socket_set_blocking (socket, FALSE);
      g_socket_connect (socket, address, NULL, &full);
      g_ptr_array_add (crowd, socket);
    }
  none = query (source, NULL, &error);
  took = g_get_monotonic_time () - begin;
  kill (get_sway (), SIGCONT);
  g_assert_error (full, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
  g_assert_null (none);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE);
  g_assert_cmpint (took, <, 2050000);
  desktop = query_well (source);
}

static gboolean
cancel_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);
  return G_SOURCE_REMOVE;
}

static void
test_stepped_query (void)
{
  g_autoptr (PelWindowSource) source = NULL;
  g_autoptr (PelStepper)      stepper = interpose ("SWAYSOCK", &source);
  guint                       n_failed = 0;

  for (guint n_steps = 0; n_steps < 100; n_steps++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      guint                    deadline = g_timeout_add (100, cancel_cb, cancellable);
      gint64                   begin = g_get_monotonic_time ();
      g_autoptr (PelDesktop)   stopped = NULL;
      g_autoptr (PelDesktop)   next = NULL;
      gboolean                 has_stopped;

      pel_stepper_arm (stepper, n_steps, get_sway ());
      stopped = query (source, cancellable, NULL);
      has_stopped = pel_stepper_has_stopped (stepper);
      pel_stepper_resume (stepper);
      g_test_message ("stopped at step %u: %s", n_steps, stopped != NULL ? "answered" : "given up");
      g_assert_cmpint (g_get_monotonic_time () - begin, <, 150000);
      if (stopped != NULL)
        g_source_remove (deadline);
      n_failed += stopped == NULL;
      next = query_well (source);
      if (!has_stopped)
        break;
    }
  /* before the questions, which go in one piece, and before the answers */
  g_assert_cmpuint (n_failed, >=, 2);
}

static void
test_unreachable (void)
{
  g_autofree char            *path = g_strdup (g_getenv ("SWAYSOCK"));
  g_autoptr (PelWindowSource) none = NULL;
  g_autoptr (PelWindowSource) wrong = NULL;
  g_autoptr (PelDesktop)      desktop = NULL;
  g_autoptr (GError)          error = NULL;

  g_unsetenv ("SWAYSOCK");
  none = pel_sway_window_source_new (&error);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_assert_null (none);
  g_clear_error (&error);

  g_setenv ("SWAYSOCK", "/nowhere/sway.sock", TRUE);
  wrong = open_source ();
  g_setenv ("SWAYSOCK", path, TRUE);
  desktop = query (wrong, NULL, &error);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_assert_null (desktop);
}

int
main (int argc, char **argv)
{
  static const char *const programs[] = { "fixture-gtk3", "fixture-gtk4" };

  g_test_init (&argc, &argv, NULL);
  /* border, background, text, indicator, child border */
  command ("client.focused #%06x #%06x #ffffff #%06x #%06x; focus output " FIRST,
           FRAME_RGB,
           FRAME_RGB,
           FRAME_RGB,
           FRAME_RGB);
  g_test_add_func ("/wayland-source/list", test_list);
  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *bounds = g_strdup_printf ("/wayland-source/bounds/%s", programs[i]);
      g_autofree char *client = g_strdup_printf ("/wayland-source/client/%s", programs[i]);

      if (!pel_fixture_is_built (programs[i]))
        continue;
      g_test_add_data_func (bounds, programs[i], test_bounds);
      g_test_add_data_func (client, programs[i], test_client_decorations);
    }
  g_test_add_func ("/wayland-source/tabs", test_tabs);
  g_test_add_func ("/wayland-source/stacking", test_stacking);
  g_test_add_func ("/wayland-source/watch", test_watch);
  g_test_add_func ("/wayland-source/stepped", test_stepped_query);
  g_test_add_func ("/wayland-source/crowded", test_crowded);
  g_test_add_func ("/wayland-source/stopped", test_stopped);
  g_test_add_func ("/wayland-source/unreachable", test_unreachable);
  return g_test_run ();
}
