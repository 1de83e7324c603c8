/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What only an X server can do to an overlay: windows that nobody manages, another overlay, lost
 * pixels, compositors that start and stop, and what a server lacks. */

#include "fixture.h"
#include "surface-ground.h"
#include "x11-reply.h"

#include "services/base/error.h"

#include <signal.h>
#include <stdlib.h>

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
                               g_getenv ("PEL_DESKTOP_PICOM_CONFIG"),
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/surface-x11/above", test_above_unmanaged);
  g_test_add_func ("/surface-x11/exposed", test_exposed);
  g_test_add_func ("/surface-x11/idle", test_idle);
  g_test_add_func ("/surface-x11/two", test_two);
  if (g_str_equal (g_getenv ("PEL_DESKTOP_KIND"), "x11-bare"))
    {
      g_test_add_func ("/surface-x11/sent", test_sent);
      g_test_add_func ("/surface-x11/refused", test_refused);
    }
  else
    g_test_add_func ("/surface-x11/compositor", test_compositor);
  return g_test_run ();
}
