/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The overlay on a desktop that does not keep still: windows that come above it, compositors,
 * monitors and servers that come and go, and its own violent end. */

#include "../fixtures/fixture-ui.h"
#include "fixture.h"
#include "stepper.h"
#include "surface-ground.h"
#include "sway-ipc.h"

#include "services/base/error.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#if HAVE_X11
#include "x11-reply.h"
#endif

#define SECOND "HEADLESS-2"

static void run (const char *format, ...) G_GNUC_PRINTF (1, 2);

static void
run (const char *format, ...)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *line = NULL;
  int                status = 0;
  va_list            args;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  g_test_message ("%s", line);
  g_spawn_command_line_sync (line, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, &error));
}

static gboolean
is_kind (const char *kind)
{
  return g_str_has_prefix (g_getenv ("PEL_DESKTOP_KIND"), kind);
}

static pid_t
get_server (void)
{
  return (pid_t) atoi (
      g_getenv (is_wayland () ? "PEL_DESKTOP_COMPOSITOR_PID" : "PEL_DESKTOP_X_PID"));
}

/* above all */

static void
test_above_window (void)
{
  g_autoptr (SurfaceCase) self = surface_case_new ();

  add_sampler (self);
  surface_case_show (self);
  surface_case_expect_above (self);
  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (PelTestWindow) window = open_window (self, "above", i % get_n_monitors (self));

      surface_case_expect_above (self);
    }
}

static void
test_above_fullscreen (void)
{
  g_autoptr (SurfaceCase)   self = surface_case_new ();
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestWindow) window = open_window (self, "full", 0);
  g_autoptr (PelTestInput)  input = pel_test_input_new (&error);

  g_assert_no_error (error);
  rest_pointer (input, self);
  add_sampler (self);
  surface_case_show (self);
  surface_case_expect_above (self);
  for (guint i = 0; i < 3; i++)
    {
      if (is_wayland ())
        pel_sway_command ("[app_id=\"full\"] fullscreen toggle", &error);
      else
        run ("wmctrl -r full -b toggle,fullscreen");
      g_assert_no_error (error);
      pump (200);
      surface_case_expect_above (self);
    }
}

static void
test_above_menu (void)
{
  g_autoptr (SurfaceCase)  self = surface_case_new ();
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autoptr (PelFixture)   fixture = NULL;
  const FixtureWidget     *widget = fixture_find ("context");
  PelOracleBox             box = { 0 };

  g_assert_no_error (error);
  fixture = pel_fixture_start (&error, "fixture-gtk3", "--position", "0,0", NULL);
  g_assert_no_error (error);
  g_assert_true (pel_oracle_wait (NULL, widget->colour, 0, SHOW_TIMEOUT_MS, &box));
  add_sampler (self);
  add_item (find_scene (self, get_monitor (self, 0)->name),
            PEL_ITEM_OUTLINE,
            PEL_SHADE_SELECTED,
            (PelBufferRect){ box.x, box.y, 200, 120 },
            NULL);
  surface_case_show (self);
  surface_case_expect_above (self);
  pel_test_input_move (input, box.x + 10, box.y + 10, &error);
  g_assert_no_error (error);
  pel_test_input_click (input, 3, &error);
  g_assert_no_error (error);
  pel_fixture_expect (fixture, "context-menu shown");
  surface_case_expect_above (self);
  pel_test_input_chord (input, "Escape", &error);
  pel_fixture_expect (fixture, "context-menu hidden");
}

#if HAVE_X11
static xcb_window_t
map_unmanaged (xcb_connection_t *xcb)
{
  const xcb_screen_t *screen = xcb_setup_roots_iterator (xcb_get_setup (xcb)).data;
  xcb_window_t        window = xcb_generate_id (xcb);
  guint32             values[] = { 0xffff00, TRUE };

  xcb_create_window (xcb,
                     XCB_COPY_FROM_PARENT,
                     window,
                     screen->root,
                     0,
                     0,
                     screen->width_in_pixels,
                     screen->height_in_pixels,
                     0,
                     XCB_WINDOW_CLASS_INPUT_OUTPUT,
                     XCB_COPY_FROM_PARENT,
                     XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT,
                     values);
  xcb_map_window (xcb, window);
  return window;
}

/* Windows that no window manager keeps in their place, many of them and quickly. */
static void
test_above_unmanaged (void)
{
  g_autoptr (SurfaceCase) self = surface_case_new ();
  g_autoptr (GError)      error = NULL;
  xcb_connection_t       *xcb = pel_x11_connect (&error);
  xcb_window_t            windows[8];
  guint32                 value = XCB_STACK_MODE_ABOVE;

  g_assert_no_error (error);
  add_sampler (self);
  surface_case_show (self);
  surface_case_expect_above (self);
  for (gsize i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      windows[i] = map_unmanaged (xcb);
      g_assert_true (pel_x11_sync (xcb, &error));
      pump ((guint) g_test_rand_int_range (0, 30));
    }
  surface_case_expect_above (self);
  for (guint i = 0; i < 40; i++)
    {
      xcb_configure_window (xcb,
                            windows[g_test_rand_int_range (0, G_N_ELEMENTS (windows))],
                            XCB_CONFIG_WINDOW_STACK_MODE,
                            &value);
      g_assert_true (pel_x11_sync (xcb, &error));
      pump ((guint) g_test_rand_int_range (0, 30));
    }
  surface_case_expect_above (self);
  xcb_disconnect (xcb);
}

/* How often one of the children of the root is moved, for some time. */
static guint
count_restackings (xcb_connection_t *xcb, guint ms)
{
  gint64               end = g_get_monotonic_time () + ms * 1000;
  xcb_generic_event_t *event;
  guint                n = 0;

  while ((event = pel_x11_next_event (xcb, end)) != NULL)
    {
      n += (event->response_type & 0x7f) == XCB_CONFIGURE_NOTIFY;
      free (event);
    }
  return n;
}

/* Two of our kind, each of which wants to be above the other. */
static void
test_two (void)
{
  g_autoptr (GError)     error = NULL;
  xcb_connection_t      *xcb = pel_x11_connect (&error);
  guint32                mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY;
  g_autoptr (PelFixture) first = NULL;
  g_autoptr (PelFixture) second = NULL;
  guint                  n_early, n_late;

  g_assert_no_error (error);
  first = pel_fixture_start (&error, "overlay-demo", "outline:100,400,300,60", NULL);
  g_assert_no_error (error);
  xcb_change_window_attributes (xcb,
                                xcb_setup_roots_iterator (xcb_get_setup (xcb)).data->root,
                                XCB_CW_EVENT_MASK,
                                &mask);
  g_assert_true (pel_x11_sync (xcb, &error));
  second = pel_fixture_start (&error, "overlay-demo", "outline:200,430,300,60", NULL);
  g_assert_no_error (error);
  n_early = count_restackings (xcb, 2000);
  n_late = count_restackings (xcb, 2000);
  g_test_message ("%u times in the first two seconds, %u in the next", n_early, n_late);
  g_assert_cmpuint (n_early, <, 60);
  g_assert_cmpuint (n_late, <, 8);
  xcb_disconnect (xcb);
}

static xcb_window_t
find_overlay (xcb_connection_t *xcb)
{
  const xcb_screen_t     *screen = xcb_setup_roots_iterator (xcb_get_setup (xcb)).data;
  g_autoptr (GError)      error = NULL;
  xcb_query_tree_reply_t *tree =
      pel_x11_await (xcb, xcb_query_tree (xcb, screen->root).sequence, &error);
  xcb_window_t found = XCB_NONE;

  g_assert_no_error (error);
  for (int i = 0; i < xcb_query_tree_children_length (tree); i++)
    {
      xcb_window_t              child = xcb_query_tree_children (tree)[i];
      xcb_get_property_cookie_t cookie =
          xcb_get_property (xcb, 0, child, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, 0, 8);
      xcb_get_property_reply_t *reply = pel_x11_await (xcb, cookie.sequence, NULL);

      if (reply != NULL && xcb_get_property_value_length (reply) > 17 &&
          strcmp (xcb_get_property_value (reply), "pellucid-overlay") == 0)
        found = child;
      free (reply);
    }
  free (tree);
  g_assert_cmpuint (found, !=, XCB_NONE);
  return found;
}

/* What the server has lost of our pixels it gets again. */
static void
test_exposed (void)
{
  g_autoptr (SurfaceCase)  self = surface_case_new ();
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  xcb_connection_t        *xcb = pel_x11_connect (&error);

  g_assert_no_error (error);
  rest_pointer (input, self);
  take_still_ground (self);
  add_sampler (self);
  surface_case_show (self);
  surface_case_expect (self);
  for (gint16 i = 0; i < 5; i++)
    {
      xcb_clear_area (xcb, TRUE, find_overlay (xcb), 20 * i, 50, 300, 200);
      g_assert_true (pel_x11_sync (xcb, &error));
      surface_case_expect (self);
    }
  xcb_disconnect (xcb);
}

/* How often the program went to sleep so far: each wake-up adds one. */
static guint64
count_sleeps (pid_t pid)
{
  g_autofree char   *path = g_strdup_printf ("/proc/%d/task/%d/status", pid, pid);
  g_autofree char   *status = NULL;
  g_autoptr (GError) error = NULL;
  const char        *line;

  g_file_get_contents (path, &status, NULL, &error);
  g_assert_no_error (error);
  line = strstr (status, "\nvoluntary_ctxt_switches:");
  g_assert_nonnull (line);
  return g_ascii_strtoull (strchr (line, ':') + 1, NULL, 10);
}

/* On a desktop where nothing happens, it does nothing. */
static void
test_idle (void)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) demo = pel_fixture_start (&error,
                                                   "overlay-demo",
                                                   "outline:100,400,300,60",
                                                   "tag:100,376,40,22",
                                                   NULL);
  gint64                 end = g_get_monotonic_time () + SHOW_TIMEOUT_MS * 1000;
  guint64                n_before, n_after;

  g_assert_no_error (error);
  do
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      n_before = count_sleeps (pel_fixture_get_pid (demo));
      pump (2000);
      n_after = count_sleeps (pel_fixture_get_pid (demo));
    }
  while (n_after != n_before);
}

/* compositors */

static void
await_compositor (SurfaceCase *self, PelPainterMode mode)
{
  gint64 end = g_get_monotonic_time () + SHOW_TIMEOUT_MS * 1000;

  do
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      pump (20);
      surface_case_look (self);
    }
  while (get_mode (self) != mode);
}

/* Stops the one that is there, or starts one. */
static void
switch_compositor (SurfaceCase *self, GSubprocess **picom)
{
  g_autoptr (GError) error = NULL;
  PelPainterMode     mode = get_mode (self);

  if (mode == PEL_PAINTER_SHAPED)
    *picom = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                               &error,
                               "picom",
                               "--backend",
                               "xrender",
                               "--config",
                               "/dev/null",
                               NULL);
  else if (*picom != NULL)
    g_subprocess_force_exit (*picom);
  else
    kill ((pid_t) atoi (g_getenv ("PEL_DESKTOP_PICOM_PID")), SIGTERM);
  g_assert_no_error (error);
  if (mode == PEL_PAINTER_BLENDED)
    g_clear_object (picom);
  await_compositor (self, mode == PEL_PAINTER_SHAPED ? PEL_PAINTER_BLENDED : PEL_PAINTER_SHAPED);
}

/* Where there is nothing, the root is of another colour with and without one: first both are looked
 * at without an overlay. In the end a compositor runs, as in the beginning. */
static void
test_compositor (void)
{
  g_autoptr (SurfaceCase)   self = surface_case_new ();
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestInput)  input = pel_test_input_new (&error);
  g_autoptr (PelTestWindow) window = open_window (self, "compositor", 0);
  g_autoptr (GSubprocess)   picom = NULL;
  GPtrArray                *grounds[2] = { NULL };
  PelNativeRect             place = get_monitor (self, 0)->native;

  g_assert_no_error (error);
  rest_pointer (input, self);
  for (guint i = 0; i < 2; i++)
    {
      switch_compositor (self, &picom);
      take_still_ground (self);
      grounds[get_mode (self)] = g_steal_pointer (&self->ground);
    }
  add_sampler (self);
  surface_case_show (self);
  for (guint i = 0; i < 6; i++)
    {
      self->ground = grounds[get_mode (self)];
      surface_case_expect (self);
      check_click (input, window, place.x + WINDOW_X + 90, place.y + WINDOW_Y + 80);
      rest_pointer (input, self);
      switch_compositor (self, &picom);
    }
  self->ground = NULL;
  g_ptr_array_unref (grounds[0]);
  g_ptr_array_unref (grounds[1]);
}

/* A server of its own, that lacks an extension; DISPLAY names it from then on. */
static GSubprocess *
start_poor_server (const char *missing)
{
  g_autoptr (GError) error = NULL;
  GSubprocess       *server =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                        &error,
                        "Xvfb",
                        "-displayfd",
                        "1",
                        "-screen",
                        "0",
                        "1000x700x24",
                        "-nolisten",
                        "tcp",
                        "-extension",
                        missing,
                        NULL);
  g_autoptr (GDataInputStream) output = NULL;
  g_autofree char             *number = NULL;
  g_autofree char             *display = NULL;

  g_assert_no_error (error);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (server));
  number = g_data_input_stream_read_line (output, NULL, NULL, &error);
  g_assert_no_error (error);
  display = g_strdup_printf (":%s", number);
  g_setenv ("DISPLAY", display, TRUE);
  return server;
}

static void
stop_poor_server (GSubprocess *server, const char *display)
{
  g_setenv ("DISPLAY", display, TRUE);
  g_subprocess_send_signal (server, SIGTERM);
  g_subprocess_wait (server, NULL, NULL);
  g_object_unref (server);
}

/* Without shared memory every pixel is sent. */
static void
test_sent (void)
{
  g_autofree char *display = g_strdup (g_getenv ("DISPLAY"));
  GSubprocess     *server = start_poor_server ("MIT-SHM");
  SurfaceCase     *self = surface_case_new ();

  surface_case_take_ground (self);
  for (guint i = 0; i < 10; i++)
    {
      surface_case_forget (self);
      add_sampler (self);
      add_item (find_scene (self, get_monitor (self, 0)->name),
                PEL_ITEM_OUTLINE,
                PEL_SHADE_SELECTED,
                (PelBufferRect){ 10 + 20 * (int) i, 300, 500, 200 },
                NULL);
      surface_case_show (self);
      surface_case_expect (self);
    }
  surface_case_free (self);
  stop_poor_server (server, display);
}

/* Without transparent windows it is not even made. */
static void
test_refused (void)
{
  g_autofree char       *display = g_strdup (g_getenv ("DISPLAY"));
  GSubprocess           *server = start_poor_server ("Composite");
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelSurface) surface = pel_surface_new (PEL_PLATFORM_X11, &error);

  g_assert_error (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_assert_null (surface);
  stop_poor_server (server, display);
}
#endif

/* monitors */

/* clang-format off */
static const struct { const char *kind; const char *command; } rounds[] = {
  { "x11-multi", "xrandr --output DUMMY1 --off" },
  { "x11-multi", "xrandr --output DUMMY1 --mode b1280 --pos 0x1400" },
  { "x11-multi", "xrandr --output DUMMY2 --off" },
  { "x11-multi", "xrandr --output DUMMY0 --pos 0x300 --output DUMMY1 --mode b1280 --pos 1920x0 --output DUMMY2 --auto --pos 3200x500" },
  { "sway",      "swaymsg -q -- output HEADLESS-2 scale 2 pos -960 100" },
  { "sway",      "swaymsg -q -- output HEADLESS-2 disable" },
  { "sway",      "swaymsg -q -- output HEADLESS-2 enable scale 1.25 pos -1536 -120" },
  { "sway",      "swaymsg -q -- output HEADLESS-1 mode 1024x768" },
  { "sway",      "swaymsg -q -- output HEADLESS-2 scale 1.5 pos 1280 0, output HEADLESS-1 mode 1280x800 pos 0 0" },
};
/* clang-format on */

/* The window system has done it when it says the same twice. */
static void
look_settled (SurfaceCase *self)
{
  g_autoptr (PelDesktop) before = NULL;

  do
    {
      g_set_object (&before, self->desktop);
      pump (100);
      surface_case_look (self);
    }
  while (!pel_monitor_layout_equal (pel_desktop_get_layout (before), get_layout (self)));
}

/* Once without an overlay, to see what lies below, and once with one that lives through it. */
static void
test_monitors (void)
{
  g_autoptr (SurfaceCase)  self = surface_case_new ();
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autoptr (GPtrArray)    grounds =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  guint k = 0;

  g_assert_no_error (error);
  rest_pointer (input, self);
  for (gsize i = 0; i < G_N_ELEMENTS (rounds); i++)
    {
      if (!is_kind (rounds[i].kind))
        continue;
      run ("%s", rounds[i].command);
      look_settled (self);
      rest_pointer (input, self);
      take_still_ground (self);
      g_ptr_array_add (grounds, g_ptr_array_ref (self->ground));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (rounds); i++)
    {
      if (!is_kind (rounds[i].kind))
        continue;
      run ("%s", rounds[i].command);
      look_settled (self);
      rest_pointer (input, self);
      g_clear_pointer (&self->ground, g_ptr_array_unref);
      self->ground = g_ptr_array_ref (g_ptr_array_index (grounds, k++));
      surface_case_forget (self);
      add_sampler (self);
      surface_case_show (self);
      surface_case_expect (self);
    }
}

/* Scenes for an output as it was are not shown on it as it is. */
static void
test_outdated (void)
{
  g_autoptr (SurfaceCase)  self = surface_case_new ();
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_no_error (error);
  rest_pointer (input, self);
  run ("swaymsg -q -- output HEADLESS-2 scale 2");
  look_settled (self);
  take_still_ground (self);
  run ("swaymsg -q -- output HEADLESS-2 scale 1.5");
  look_settled (self);
  add_sampler (self);
  surface_case_show (self);
  surface_case_expect_above (self);
  run ("swaymsg -q -- output HEADLESS-2 scale 2");
  look_settled (self);
  for (guint i = 0; i < self->scenes->len; i++)
    if (g_str_equal (((PelScene *) g_ptr_array_index (self->scenes, i))->monitor, SECOND))
      g_ptr_array_remove_index (self->scenes, i);
  surface_case_expect (self);
  run ("swaymsg -q -- output HEADLESS-2 scale 1.5");
}

/* the end */

/* Under an overlay and after its death, one click is one click. */
static void
test_killed (void)
{
  g_autoptr (SurfaceCase)   self = surface_case_new ();
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestInput)  input = pel_test_input_new (&error);
  g_autoptr (PelTestWindow) window = open_window (self, "killed", 0);
  g_autoptr (PelFixture)    demo = NULL;
  double                    x = get_monitor (self, 0)->native.x + WINDOW_X;
  double                    y = get_monitor (self, 0)->native.y + WINDOW_Y;
  g_autofree char          *veil = g_strdup_printf ("veil:%g,%g,200,200", x + 10, y + 10);
  g_autofree char          *outline = g_strdup_printf ("outline:%g,%g,200,200", x + 10, y + 10);

  g_assert_no_error (error);
  rest_pointer (input, self);
  take_still_ground (self);
  demo = pel_fixture_start (&error, "overlay-demo", veil, outline, NULL);
  g_assert_no_error (error);
  check_click (input, window, x + 50, y + 50);
  check_click (input, window, x + 11, y + 50);
  kill (pel_fixture_get_pid (demo), SIGKILL);
  g_assert_true (pel_fixture_wait_end (demo, SHOW_TIMEOUT_MS));
  check_click (input, window, x + 50, y + 50);
  check_click (input, window, x + 11, y + 50);
  rest_pointer (input, self);
  surface_case_expect (self); /* nothing is left of it */
}

/* A server that stands still does not stop us, and shows the last scene when it goes on. All that
 * changes meanwhile would be too much for its socket. */
static void
test_stuck (void)
{
  g_autoptr (SurfaceCase)  self = surface_case_new ();
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_no_error (error);
  rest_pointer (input, self);
  take_still_ground (self);
  add_sampler (self);
  surface_case_show (self);
  surface_case_expect (self);
  kill (get_server (), SIGSTOP);
  for (int i = 0; i < 200; i++)
    {
      surface_case_forget (self);
      add_sampler (self);
      for (int k = 0; k < 400; k++)
        add_item (find_scene (self, get_monitor (self, 0)->name),
                  PEL_ITEM_OUTLINE,
                  PEL_SHADE_SELECTED,
                  (PelBufferRect){ 10 + i + k % 20 * 30, 30 + k / 20 * 30, 25, 25 },
                  NULL);
      surface_case_show (self);
      if (i % 50 == 49)
        surface_case_hide (self);
      pump (10);
    }
  add_sampler (self);
  surface_case_show (self);
  pump (20);
  kill (get_server (), SIGCONT);
  surface_case_expect (self);
}

/* A surface whose connection goes through @ret_stepper. */
static void
reopen_surface (SurfaceCase *self, PelStepper **ret_stepper)
{
  const char        *variable = is_wayland () ? "WAYLAND_DISPLAY" : "DISPLAY";
  g_autofree char   *name = g_strdup (g_getenv (variable));
  g_autofree char   *path = is_wayland ()
                                ? g_build_filename (g_getenv ("XDG_RUNTIME_DIR"), name, NULL)
                                : g_strdup_printf ("/tmp/.X11-unix/X%s", strchr (name, ':') + 1);
  g_autofree char   *display = g_strdup_printf (":%d", 20000 + getpid () % 10000);
  g_autofree char   *link = g_strdup_printf ("/tmp/.X11-unix/X%s", display + 1);
  g_autoptr (GError) error = NULL;

  g_clear_object (&self->surface);
  *ret_stepper = pel_stepper_new (path, &error);
  g_assert_no_error (error);
  if (!is_wayland ())
    g_assert_cmpint (symlink (pel_stepper_get_path (*ret_stepper), link), ==, 0);
  g_setenv (variable, is_wayland () ? pel_stepper_get_path (*ret_stepper) : display, TRUE);
  self->surface = pel_surface_new (get_platform_kind (), &error);
  g_setenv (variable, name, TRUE);
  if (!is_wayland ())
    unlink (link);
  g_assert_no_error (error);
  g_signal_connect (self->surface, "failed", G_CALLBACK (surface_failed_cb), self);
}

/* Its server is gone: that is told, once, and all calls are harmless. */
static void
test_broken (void)
{
  g_autoptr (SurfaceCase)  self = surface_case_new ();
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  PelStepper              *stepper = NULL;

  g_assert_no_error (error);
  rest_pointer (input, self);
  reopen_surface (self, &stepper);
  take_still_ground (self);
  add_sampler (self);
  surface_case_show (self);
  surface_case_expect (self);

  pel_stepper_free (stepper);
  while (self->failure == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (self->failure, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  surface_case_show (self);
  pump (50);
  surface_case_hide (self);
  add_sampler (self);
  surface_case_show (self);
  pump (50);
  g_clear_error (&self->failure);
}

/* It may end at any time, also while it waits for answers. */
static void
test_short_lives (void)
{
  g_autoptr (SurfaceCase) self = surface_case_new ();

  take_still_ground (self);
  for (guint n_turns = 0; n_turns < 40; n_turns++)
    {
      g_autoptr (GError)     error = NULL;
      g_autoptr (PelSurface) surface = pel_surface_new (get_platform_kind (), &error);

      g_assert_no_error (error);
      add_sampler (self);
      pel_surface_set_scenes (surface, get_layout (self), self->scenes);
      for (guint i = 0; i < n_turns; i++)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (500);
      surface_case_forget (self);
    }
  surface_case_expect (self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/surface-trouble/above/window", test_above_window);
  g_test_add_func ("/surface-trouble/above/fullscreen", test_above_fullscreen);
  if (pel_fixture_is_built ("fixture-gtk3"))
    g_test_add_func ("/surface-trouble/above/menu", test_above_menu);
  g_test_add_func ("/surface-trouble/killed", test_killed);
  g_test_add_func ("/surface-trouble/stuck", test_stuck);
  g_test_add_func ("/surface-trouble/broken", test_broken);
  g_test_add_func ("/surface-trouble/short-lives", test_short_lives);
  if (is_kind ("x11-multi") || is_kind ("sway"))
    g_test_add_func ("/surface-trouble/monitors", test_monitors);
  if (is_kind ("sway"))
    g_test_add_func ("/surface-trouble/outdated", test_outdated);
#if HAVE_X11
  if (is_kind ("x11"))
    {
      g_test_add_func ("/surface-trouble/above/unmanaged", test_above_unmanaged);
      g_test_add_func ("/surface-trouble/exposed", test_exposed);
      g_test_add_func ("/surface-trouble/idle", test_idle);
      g_test_add_func ("/surface-trouble/two", test_two);
    }
  if (is_kind ("x11-bare"))
    {
      g_test_add_func ("/surface-trouble/sent", test_sent);
      g_test_add_func ("/surface-trouble/refused", test_refused);
    }
  else if (is_kind ("x11"))
    g_test_add_func ("/surface-trouble/compositor", test_compositor);
#endif
  return g_test_run ();
}
