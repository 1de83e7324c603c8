/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Picking on a desktop that does not keep still: monitors and servers that come and go, and its own
 * violent end. */

#include "fixture.h"
#include "pick-case.h"
#include "stepper.h"

#include "services/base/error.h"

#include <signal.h>
#include <unistd.h>

static void
run (const char *line)
{
  g_autoptr (GError) error = NULL;
  int                status = 0;

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

/* While it lasts, what connects to the desktop goes through a relay. */
typedef struct
{
  PelStepper *stepper;
  char       *name, *link;
} Detour;

static const char *
get_variable (void)
{
  return is_wayland () ? "WAYLAND_DISPLAY" : "DISPLAY";
}

static void
detour_begin (Detour *self)
{
  g_autofree char   *path = NULL;
  g_autofree char   *display = g_strdup_printf (":%d", 20000 + getpid () % 10000);
  g_autoptr (GError) error = NULL;

  self->name = g_strdup (g_getenv (get_variable ()));
  self->link = g_strdup_printf ("/tmp/.X11-unix/X%s", display + 1);
  path = is_wayland () ? g_build_filename (g_getenv ("XDG_RUNTIME_DIR"), self->name, NULL)
                       : g_strdup_printf ("/tmp/.X11-unix/X%s", strchr (self->name, ':') + 1);
  self->stepper = pel_stepper_new (path, &error);
  g_assert_no_error (error);
  if (!is_wayland ())
    g_assert_cmpint (symlink (pel_stepper_get_path (self->stepper), self->link), ==, 0);
  g_setenv (get_variable (), is_wayland () ? pel_stepper_get_path (self->stepper) : display, TRUE);
}

/* All that go through it break. */
static void
detour_end (Detour *self)
{
  pel_stepper_free (self->stepper);
  g_setenv (get_variable (), self->name, TRUE);
  if (!is_wayland ())
    unlink (self->link);
  g_free (self->name);
  g_free (self->link);
}

static void
await_failure (PickCase *self)
{
  gint64 end = g_get_monotonic_time () + SHOW_TIMEOUT_MS * 1000;

  while (self->failure == NULL)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      pump (1);
    }
  g_test_message ("%s", self->failure->message);
}

/* Whatever it held is free again, and was not given to the window below. */
static void
test_killed (void)
{
  g_autoptr (Scene)      scene = scene_new ();
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelFixture) demo = pel_fixture_start (&error, "pick-demo", NULL);

  g_assert_no_error (error);
  pel_test_window_forget (scene->window);
  pel_test_input_click (scene->input, 1, &error);
  g_assert_no_error (error);
  pel_fixture_expect (demo, "click 1 *");
  pel_test_input_chord (scene->input, "k", &error);
  g_assert_no_error (error);
  pel_fixture_expect (demo, "key k");
  kill (pel_fixture_get_pid (demo), SIGKILL);
  g_assert_true (pel_fixture_wait_end (demo, SHOW_TIMEOUT_MS));
  await_freedom (scene->window);
  g_assert_cmpuint (count_events (scene->window, "press 1"), ==, 0);
  g_assert_cmpuint (count_events (scene->window, "key k"), ==, 0);
  check_free (scene);
}

/* Two at a time: the second has what the first has let go of. */
static void
test_second (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) first = pick_case_new_catching ();
  g_autoptr (PickCase) second = pick_case_new ();

  if (!is_wayland ())
    pick_case_await_reach (second, PEL_PICK_HOVERS);
  g_clear_object (&first->pick);
  pick_case_await_reach (second, PEL_PICK_CATCHES);
  g_assert_true (pel_test_input_click (scene->input, 1, NULL));
  pick_case_expect (second, click_at (scene->x, scene->y, 1));
  pick_case_let_go (second, scene);
  check_let_go (second, scene);
}

/* clang-format off */
static const struct { const char *kind; const char *command; } rounds[] = {
  { "x11-multi", "xrandr --output DUMMY1 --off" },
  { "x11-multi", "xrandr --output DUMMY1 --mode b1280 --pos 0x1400" },
  { "x11-multi", "xrandr --output DUMMY2 --off" },
  { "x11-multi", "xrandr --output DUMMY0 --pos 0x300 --output DUMMY1 --mode b1280 --pos 1920x0 --output DUMMY2 --auto --pos 3200x500" },
  { "sway",      "swaymsg -q create_output" },
  { "sway",      "swaymsg -q -- output HEADLESS-3 disable" },
  { "sway",      "swaymsg -q -- output HEADLESS-2 scale 2 pos -960 100" },
  { "sway",      "swaymsg -q -- output HEADLESS-2 disable" },
  { "sway",      "swaymsg -q -- output HEADLESS-2 enable scale 1.25 pos -1536 -120" },
  { "sway",      "swaymsg -q -- output HEADLESS-1 mode 1024x768" },
  { "sway",      "swaymsg -q -- output HEADLESS-1 disable" },
  { "sway",      "swaymsg -q -- output HEADLESS-1 enable mode 1280x800 pos 0 0" },
  { "sway",      "swaymsg -q -- output HEADLESS-2 scale 1.5 pos 1280 0, output HEADLESS-1 mode 1280x800 pos 0 0" },
};
/* clang-format on */

/* Everything on every monitor is ours, also on those that have come meanwhile. */
static void
check_monitors (Scene *scene, PickCase *self)
{
  for (guint i = 0; i < get_n_monitors (scene->desktop); i++)
    {
      const PelMonitor *monitor = get_monitor (scene->desktop, i);
      double            x = monitor->native.x + 200, y = monitor->native.y + 150;

      g_assert_true (pel_test_input_move (scene->input, x, y, NULL));
      g_assert_true (pel_test_input_click (scene->input, 1, NULL));
      pick_case_expect (self, click_at (x, y, 1));
      g_assert_true (pel_test_input_chord (scene->input, "h", NULL));
      pick_case_expect (self, key_of (XKB_KEY_h));
    }
}

static void
test_monitors (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();

  for (gsize i = 0; i < G_N_ELEMENTS (rounds); i++)
    {
      if (!is_kind (rounds[i].kind))
        continue;
      run (rounds[i].command);
      look_settled (scene->desktop);
      check_monitors (scene, self);
    }
  /* on sway it has moved with its workspace, which not every version brings back */
  g_assert_true (
      is_wayland () == FALSE ||
      pel_test_window_place (scene->window, (int) scene->x - 70, (int) scene->y - 70, 1, NULL));
  g_assert_true (pel_test_input_move (scene->input, scene->x, scene->y, NULL));
  pick_case_expect (self, moved_to (scene->x, scene->y));
  pick_case_let_go (self, scene);
  check_let_go (self, scene);
}

/* Its server is gone: that is told, once. */
static void
test_broken (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = NULL;
  Detour               detour;

  detour_begin (&detour);
  self = pick_case_new_catching ();
  detour_end (&detour);
  await_failure (self);
  g_assert_error (self->failure, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  pump (50);
  g_clear_error (&self->failure);
  pick_case_let_go (self, scene);
  check_let_go (self, scene);
}

static void
let_go_cb (PelPickInput *pick, const GError *error, gpointer data)
{
  PickCase *self = data;

  g_clear_object (&self->pick);
}

/* Wherever its connection ends, who owns it may let go of it as soon as it hears of that. */
static void
test_broken_anywhere (void)
{
  for (guint n_turns = 0; n_turns < 25; n_turns++)
    {
      g_autoptr (PickCase) self = NULL;
      Detour               detour;

      detour_begin (&detour);
      self = pick_case_new ();
      g_signal_connect (self->pick, "failed", G_CALLBACK (let_go_cb), self);
      for (guint i = 0; i < n_turns; i++)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (200);
      detour_end (&detour);
      await_failure (self);
      g_assert_null (self->pick);
      g_clear_error (&self->failure);
    }
}

/* A server that does not answer is not waited for. */
static void
test_silent (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new ();

  kill (get_server (), SIGSTOP);
  await_failure (self);
  kill (get_server (), SIGCONT);
  g_assert_error (self->failure, PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE);
  g_clear_error (&self->failure);
  pel_test_window_forget (scene->window);
  g_clear_object (&self->pick);
  g_assert_true (pel_test_input_move (scene->input, scene->x + 1, scene->y, NULL));
  check_click (scene->input, scene->window, scene->x, scene->y);
}

/* While it stands still we let go all the same; it hears of that when it goes on. */
static void
test_stopped (gconstpointer holds_key)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();

  if (holds_key != NULL)
    {
      g_assert_true (pel_test_input_hold (scene->input, "s", NULL));
      pick_case_expect (self, key_of (XKB_KEY_s));
    }
  kill (get_server (), SIGSTOP);
  pump (50);
  pick_case_let_go (self, scene);
  pump (1200); /* longer than it waits for the key */
  kill (get_server (), SIGCONT);
  check_let_go (self, scene);
  if (holds_key != NULL)
    g_assert_true (pel_test_input_lift (scene->input, "s", NULL));
}

/* It may end at any time, also while it waits for answers. */
static void
test_short_lives (void)
{
  g_autoptr (Scene) scene = scene_new ();

  for (guint n_turns = 0; n_turns < 60; n_turns++)
    {
      g_autoptr (PickCase) self = pick_case_new ();

      for (guint i = 0; i < n_turns / 2; i++)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (500);
      if (n_turns % 2 == 0)
        continue; /* freed */
      g_test_message ("let go after %u turns", n_turns / 2);
      pick_case_let_go (self, scene);
      check_let_go (self, scene);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pick-trouble/killed", test_killed);
  g_test_add_func ("/pick-trouble/second", test_second);
  g_test_add_func ("/pick-trouble/broken", test_broken);
  g_test_add_func ("/pick-trouble/broken-anywhere", test_broken_anywhere);
  g_test_add_func ("/pick-trouble/silent", test_silent);
  g_test_add_data_func ("/pick-trouble/stopped", NULL, test_stopped);
  g_test_add_data_func ("/pick-trouble/stopped-pressed", "s", test_stopped);
  g_test_add_func ("/pick-trouble/short-lives", test_short_lives);
  if (is_kind ("x11-multi") || is_kind ("sway"))
    g_test_add_func ("/pick-trouble/monitors", test_monitors);
  return g_test_run ();
}
