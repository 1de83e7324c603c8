/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whatever the session shows, and whatever has happened to it or to the screen: one click is one
 * click, for the program below. */

#include "overlay-case.h"

#include <signal.h>
#include <stdlib.h>

#define TARGET "tip"
#define FENCE  "button" /* clicked last: when its line has come, all lines have */

static void
click_at (OverlayCase *self, int x, int y)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_move (self->input, x - 1, y, &error);
  pel_test_input_move (self->input, x, y, &error);
  pel_test_input_click (self->input, 1, &error);
  g_assert_no_error (error);
}

/* Inside of their outlines. */
typedef struct
{
  PelOracleBox target, fence;
} Places;

static Places
find_places (void)
{
  return (Places){ find_widget (TARGET), find_widget (FENCE) };
}

/* On the line of the outline, on the number, and inside: once each. */
static void
assert_clicks_at (OverlayCase *self, const Places *places, const char *state)
{
  PelOracleBox box = places->target, fence = places->fence;
  const struct
  {
    const char *name;
    int         x, y;
  } points[] = {
    { "line", box.x + box.width / 2, box.y - 1 },
    { "number", box.x + 6, box.y + 4 },
    { "inside", box.x + box.width / 2, box.y + box.height / 2 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (points); i++)
    {
      g_test_message ("%s: %s", state, points[i].name);
      pel_fixture_forget (self->fixture);
      click_at (self, points[i].x, points[i].y);
      pel_fixture_expect (self->fixture, "clicked " TARGET); /* toolkits lose one of two at once */
      click_at (self, fence.x + fence.width / 2, fence.y + fence.height / 2);
      pel_fixture_expect (self->fixture, "clicked " FENCE);
      g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked " TARGET), ==, 1);
      g_assert_cmpuint (pel_fixture_count (self->fixture, "pointer press " TARGET " *"), ==, 1);
      g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked *"), ==, 2);
    }
}

static void
assert_clicks (OverlayCase *self, const char *state)
{
  Places places = find_places ();

  assert_clicks_at (self, &places, state);
}

static void
show (OverlayCase *self)
{
  run_pellucid ("overlay show window " OVERLAY_NAME);
  assert_overlay (self, followed);
}

static void
test_shown (gconstpointer program)
{
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);
  Places                  places;

  show (self);
  assert_clicks (self, "shown");
  places = find_places ();
  run_pellucid ("overlay off");
  assert_overlay (self, NULL);
  assert_clicks_at (self, &places, "off");
  show (self);
  assert_clicks (self, "shown again");
}

static gboolean
is_highlighted (void)
{
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, &error);

  g_assert_no_error (error);
  return pel_oracle_count (image, pel_theme_get_style (PEL_SHADE_HIGHLIGHT)->colour, 0) > 100;
}

static void
test_highlight (gconstpointer program)
{
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);
  gint64                  end = g_get_monotonic_time () + FOLLOW_MS * G_TIME_SPAN_MILLISECOND;
  Places                  places;

  show (self);
  places = find_places (); /* a veil changes their colours */
  run_pellucid ("highlight 'role=Button && name=Tooltip' --duration-ms 60000");
  while (!is_highlighted ())
    g_assert_cmpint (g_get_monotonic_time (), <, end);
  assert_clicks_at (self, &places, "highlighted");
  g_assert_true (is_highlighted ());
}

/* Of monitors: they go and come again, and the overlay with them. */
static void
test_hotplug (gconstpointer program)
{
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);

  show (self);
  run (is_sway () ? "swaymsg -q output HEADLESS-2 disable" : "xrandr --output DUMMY2 --off");
  assert_overlay (self, followed);
  assert_clicks (self, "a monitor is off");
  run (is_sway () ? "swaymsg -q output HEADLESS-2 enable scale 2 pos 1280 0"
                  : "xrandr --output DUMMY2 --mode c2560 --pos 3200x500");
  assert_overlay (self, followed);
  assert_clicks (self, "it is on again");
  if (is_sway ())
    run ("swaymsg -q output HEADLESS-2 scale 1.5 pos 1280 0");
}

static void
await_compositor (OverlayCase *self, gboolean is_wanted)
{
  gint64   end = g_get_monotonic_time () + FOLLOW_MS * G_TIME_SPAN_MILLISECOND;
  gboolean is_there = !is_wanted;

  while (is_there != is_wanted)
    {
      g_autoptr (PelDesktop) desktop = query_desktop (self->windows);

      is_there = (pel_desktop_get_platform (desktop)->features & PEL_FEATURE_COMPOSITOR) != 0;
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
}

/* The desktop's own goes first, then those that are started in its place. One runs at the end. */
static void
test_compositor (gconstpointer program)
{
  static GSubprocess     *picom;
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);
  g_autoptr (GError)      error = NULL;

  show (self);
  for (guint i = 0; i < 2; i++)
    {
      if (picom != NULL)
        g_subprocess_force_exit (picom);
      else
        kill ((pid_t) atoi (g_getenv ("PEL_DESKTOP_PICOM_PID")), SIGTERM);
      g_clear_object (&picom);
      await_compositor (self, FALSE);
      assert_overlay (self, followed);
      assert_clicks (self, "no compositor");
      picom = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                                &error,
                                "picom",
                                "--backend",
                                "xrender",
                                "--config",
                                g_getenv ("PEL_DESKTOP_PICOM_CONFIG"),
                                NULL);
      g_assert_no_error (error);
      await_compositor (self, TRUE);
      assert_overlay (self, followed);
      assert_clicks (self, "a compositor");
    }
}

/* Its end, however sudden, leaves nothing behind. */
static void
test_killed (gconstpointer program)
{
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);
  Places                  places;

  show (self);
  assert_clicks (self, "before");
  places = find_places ();
  kill (pel_command_find_session (), SIGKILL);
  assert_overlay (self, NULL);
  assert_clicks_at (self, &places, "killed");
  show (self);
  assert_clicks (self, "another session");
}

/* clang-format off */
static const struct { const char *name; void (*func) (gconstpointer program); const char *kinds; } cases[] = {
  { "shown",      test_shown,      "x11 x11-xfwm x11-multi sway" },
  { "highlight",  test_highlight,  "x11 x11-xfwm x11-multi sway" },
  { "hotplug",    test_hotplug,    "x11-multi sway"              },
  { "compositor", test_compositor, "x11 x11-xfwm"                },
  { "killed",     test_killed,     "x11 x11-xfwm x11-multi sway" },
};
/* clang-format on */

int
main (int argc, char **argv)
{
  static const char *const fixtures[] = { "fixture-gtk3", "fixture-qt6" };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (fixtures); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
      {
        g_auto (GStrv)   kinds = g_strsplit (cases[k].kinds, " ", -1);
        g_autofree char *path = g_strdup_printf ("/click-through/%s/%s",
                                                 fixtures[i] + strlen ("fixture-"),
                                                 cases[k].name);

        if (pel_fixture_is_built (fixtures[i]) &&
            g_strv_contains ((const char *const *) kinds, g_getenv ("PEL_DESKTOP_KIND")))
          g_test_add_data_func (path, fixtures[i], cases[k].func);
      }
  return g_test_run ();
}
