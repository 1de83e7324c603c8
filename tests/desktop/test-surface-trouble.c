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

/* monitors */

/* clang-format off */
static const struct { const char *kind; const char *command; } rounds[] = {
  { "x11-multi", "xrandr --output DUMMY1 --off" },
  { "x11-multi", "xrandr --output DUMMY1 --mode b1280 --pos 0x1400" },
  { "x11-multi", "xrandr --output DUMMY2 --off" },
  { "x11-multi", "xrandr --output DUMMY0 --pos 0x300 --output DUMMY1 --mode b1280 --pos 1920x0 --output DUMMY2 --mode c2560 --pos 3200x500" },
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
      pump (20);
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

static void
let_go_cb (PelSurface *surface, const GError *error, gpointer data)
{
  SurfaceCase *self = data;

  g_clear_object (&self->surface);
}

/* Wherever its connection ends, who owns it may let go of it as soon as it hears of that. */
static void
test_let_go (void)
{
  g_autoptr (SurfaceCase) self = surface_case_new ();

  for (guint n_turns = 0; n_turns < 25; n_turns++)
    {
      PelStepper *stepper = NULL;

      reopen_surface (self, &stepper);
      g_signal_connect (self->surface, "failed", G_CALLBACK (let_go_cb), self);
      surface_case_forget (self);
      add_sampler (self);
      surface_case_show (self);
      for (guint i = 0; i < n_turns; i++)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (200);
      pel_stepper_free (stepper);
      for (guint i = 0; self->surface != NULL; i++)
        {
          surface_case_forget (self);
          add_sampler (self);
          surface_case_show (self);
          g_main_context_iteration (NULL, i % 2 == 1 && self->surface != NULL);
        }
      g_assert_nonnull (self->failure);
      g_clear_error (&self->failure);
    }
  self->surface = pel_surface_new (get_platform_kind (), NULL);
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
  g_test_add_func ("/surface-trouble/let-go", test_let_go);
  g_test_add_func ("/surface-trouble/short-lives", test_short_lives);
  if (is_kind ("x11-multi") || is_kind ("sway"))
    g_test_add_func ("/surface-trouble/monitors", test_monitors);
  if (is_kind ("sway"))
    g_test_add_func ("/surface-trouble/outdated", test_outdated);
  return g_test_run ();
}
