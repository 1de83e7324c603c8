/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers and outlines go where their elements go, whatever happens to the window: as the session
 * tells it, and in the pixels of the screen. */

#include "overlay-case.h"
#include "test-window.h"

#include <stdlib.h>

static const char *const fixtures[] = { "fixture-gtk3", "fixture-gtk4", "fixture-qt6" };

static void
test_moved (gconstpointer program)
{
  static const struct
  {
    int x, y;
  } places[] = { { 40, 30 }, { 233, 101 }, { 300, 50 }, { 17, 11 } };
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);

  assert_overlay (self, followed);
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      move_followed (self, places[i].x, below_top (places[i].y));
      assert_overlay (self, followed);
    }
}

/* What is off the screen on one side is not drawn on the other. */
static void
test_half_out (gconstpointer program)
{
  static const char *const seen[] = { "context", "tip", "open-dialog", NULL };
  g_autoptr (OverlayCase)  self = overlay_case_new (program, NULL);

  move_followed (self, -230, below_top (40));
  assert_overlay (self, seen);
}

static void
test_resized (gconstpointer program)
{
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);

  assert_overlay (self, followed);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *sway = g_strdup_printf ("resize set %u %u", 950 + 50 * i, 640 + 20 * i);
      g_autofree char *wmctrl = g_strdup_printf ("-r " OVERLAY_NAME " -e 0,%u,%u,%u,%u",
                                                 120 - 20 * i,
                                                 380 - 10 * i,
                                                 950 + 50 * i,
                                                 640 + 20 * i);

      manage (sway, wmctrl);
      await_width (self, 950 + 50 * i);
      assert_overlay (self, followed);
    }
}

/* Whether the window comes along with the pointer, soon. */
static gboolean
is_dragged (OverlayCase *self, const Followed *before)
{
  gint64 end = g_get_monotonic_time () + 3 * G_TIME_SPAN_SECOND;

  while (g_get_monotonic_time () < end)
    {
      g_auto (Followed) now = get_followed (self);

      if (now.bounds.x != before->bounds.x || now.bounds.y != before->bounds.y)
        return TRUE;
    }
  return FALSE;
}

/* Takes the window by its title bar. A window manager that is busy does not notice every press. */
static void
grip_title (OverlayCase *self, const Followed *before, double x, double y)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 5; i++)
    {
      pel_test_input_move (self->input, x, y, &error);
      pel_test_input_press (self->input, 1, &error);
      for (guint step = 1; step <= 10; step++)
        pel_test_input_move (self->input, x + step, y, &error);
      g_assert_no_error (error);
      if (is_dragged (self, before))
        return;
      pel_test_input_release (self->input, 1, &error);
      g_assert_no_error (error);
    }
  g_error ("The window cannot be dragged");
}

/* By its title bar, with the button still down: the numbers are with the window at every station,
 * not only when it is let go. */
static void
test_dragged (gconstpointer program)
{
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);
  g_autoptr (GError)      error = NULL;
  g_auto (Followed)       before = { 0 };
  double                  x, y;

  assert_overlay (self, followed);
  before = get_followed (self);
  x = before.bounds.x + 200;
  y = (before.bounds.y + before.content.y) / 2;
  grip_title (self, &before, x, y);
  for (guint station = 1; station <= 3; station++)
    {
      for (guint step = 0; step < 10; step++)
        pel_test_input_move (self->input, x += 5, y -= 2, &error);
      g_assert_no_error (error);
      await_place (self, before.bounds.x + 50 * station, before.bounds.y - 20 * station, 12);
      assert_overlay (self, followed);
    }
  pel_test_input_release (self->input, 1, &error);
  g_assert_no_error (error);
  assert_overlay (self, followed);
}

/* One notch, and how far the area is scrolled after it, at rest: some go on by themselves. */
static int
scroll (OverlayCase *self, int notches)
{
  g_autoptr (GError) error = NULL;
  const char        *line;
  int                y = 0;

  pel_test_input_wheel (self->input, 0, notches, &error);
  g_assert_no_error (error);
  line = pel_fixture_expect (self->fixture, "scrolled scroller *");
  while (line != NULL)
    {
      y = atoi (line + strlen ("scrolled scroller "));
      line = pel_fixture_wait (self->fixture, "scrolled scroller *", 300);
    }
  return y;
}

/* A button far below comes into sight, and goes on moving with every notch. */
static void
test_scrolled (gconstpointer program)
{
  static const char *const shown[] = { "toggle", "offscreen", NULL };
  g_autoptr (OverlayCase)  self = overlay_case_new (program, NULL);
  const FixtureWidget     *area = fixture_find ("scroller"), *button = fixture_find ("offscreen");
  int                      y = 0;

  assert_overlay (self, followed);
  point_at (self->input, &(Step){ WHEEL, "scroller" });
  for (guint n_shown = 0; n_shown < 3;)
    {
      y = scroll (self, y + area->height / 2 < button->y ? 1 : -1);
      if (y > button->y || y + area->height < button->y + button->height)
        continue;
      assert_overlay (self, shown);
      n_shown++;
    }
}

static void
test_dialog (gconstpointer program)
{
  static const char *const buttons[] = { "dialog-ok", "dialog-cancel", NULL };
  g_autoptr (OverlayCase)  self = overlay_case_new (program, NULL);

  assert_overlay (self, followed);
  perform (self->input, self->fixture, &(Step){ CLICK, "open-dialog", .log = "dialog shown" });
  assert_overlay (self, buttons);
  perform (self->input, self->fixture, &(Step){ CLICK, "dialog-ok", .log = "dialog closed ok" });
  assert_overlay (self, followed);
}

/* The program ends, and another is started. */
static void
test_closed (gconstpointer program)
{
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);

  for (guint i = 0; i < 2; i++)
    {
      assert_overlay (self, followed);
      g_clear_pointer (&self->fixture, pel_fixture_stop);
      assert_overlay (self, NULL);
      start_followed (self);
    }
  assert_overlay (self, followed);
}

static void
test_minimised (gconstpointer program)
{
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);

  for (guint i = 0; i < 2; i++)
    {
      g_auto (Followed) window = get_followed (self);

      assert_overlay (self, followed);
      if (is_sway ())
        manage ("move scratchpad", NULL);
      else
        run ("xdotool windowminimize %s", window.id);
      assert_overlay (self, NULL);
      manage ("scratchpad show", "-a " OVERLAY_NAME);
    }
  assert_overlay (self, followed);
}

static void
test_workspace (gconstpointer program)
{
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);

  for (guint i = 0; i < 2; i++)
    {
      assert_overlay (self, followed);
      run (is_sway () ? "swaymsg -q workspace away" : "wmctrl -s 1");
      assert_overlay (self, NULL);
      run (is_sway () ? "swaymsg -q workspace back_and_forth" : "wmctrl -s 0");
    }
  assert_overlay (self, followed);
}

static void
test_fullscreen (gconstpointer program)
{
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);

  for (guint i = 0; i < 2; i++)
    {
      assert_overlay (self, followed);
      manage ("fullscreen enable", "-r " OVERLAY_NAME " -b add,fullscreen");
      await_width (self, 1024);
      assert_overlay (self, followed);
      manage ("fullscreen disable", "-r " OVERLAY_NAME " -b remove,fullscreen");
    }
  assert_overlay (self, followed);
}

/* covered */

#define COVER_COLOUR 0x80c040

/* Half of a button is under another window: its outline ends there, and nothing lies on the other
 * window. (nullable) (transfer full) */
static char *
check_cover (const PelOracleBox *button, const PelOracleBox *cover)
{
  guint32                    colour = pel_theme_get_style (PEL_SHADE_ACCESSIBILITY)->colour;
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelOracleImage) image = pel_oracle_capture (NULL, &error);
  guint                      n_wrong = 0;

  g_assert_no_error (error);
  for (int y = cover->y; y < cover->y + cover->height; y++)
    for (int x = cover->x; x < cover->x + cover->width; x++)
      n_wrong += pel_oracle_read (image, x, y) != COVER_COLOUR;
  if (n_wrong > 0)
    return g_strdup_printf ("%u pixels are drawn on the window above", n_wrong);
  if (!is_line (image, button->x, button->y, 1, 0, cover->x - button->x, colour))
    return g_strdup ("what is not covered has no outline");
  return NULL;
}

static void
test_covered (gconstpointer program)
{
  static const PelTestPatch patch = { 0, 0, 130, 34, COVER_COLOUR };
  g_autoptr (OverlayCase)   self = overlay_case_new (program, NULL);
  g_autoptr (GError)        error = NULL;
  g_autoptr (PelTestWindow) window = NULL;
  g_autofree char          *wrong = NULL;
  gint64                    end;
  g_autoptr (JsonObject)    data = NULL;
  PelPhysicalRect           told = { 0 };
  PelOracleBox              button, cover;

  run_pellucid ("overlay show window " OVERLAY_NAME);
  assert_overlay (self, followed);
  data = ask_regions ();
  g_assert_true (find_told (data, fixture_find ("tip")->label, &told));
  button = (PelOracleBox){ told.x, told.y, told.width, told.height };
  cover = (PelOracleBox){ button.x + 100, button.y - 2, patch.width, patch.height };
  window = pel_test_window_new ("cover", patch.width, patch.height, &patch, 1, &error);
  g_assert_no_error (error);
  pel_test_window_place (window, cover.x, cover.y, 1, &error);
  g_assert_no_error (error);
  end = g_get_monotonic_time () + FOLLOW_MS * G_TIME_SPAN_MILLISECOND;
  while ((wrong = check_cover (&button, &cover)) != NULL && g_get_monotonic_time () < end)
    g_clear_pointer (&wrong, g_free);
  if (wrong != NULL)
    {
      save_screen ();
      g_error ("%s", wrong);
    }
  g_clear_pointer (&window, pel_test_window_free);
  assert_overlay (self, followed);
}

/* monitors */

/* What happens to the monitors, and where the window is then moved to: native. */
/* clang-format off */
static const struct { const char *kind, *command; int x, y; } rounds[] = {
  { "x11-multi", "xrandr --output DUMMY1 --off",                                 3400, 600  },
  { "x11-multi", "xrandr --output DUMMY1 --mode b1280 --pos 0x1400",             40,   1450 },
  { "x11-multi", "xrandr --output DUMMY2 --off",                                 101,  363  },
  { "x11-multi", "xrandr --output DUMMY0 --pos 0x300 --output DUMMY1 --mode b1280 --pos 1920x0 --output DUMMY2 --mode c2560 --pos 3200x500",
                                                                                 3400, 600  },
  { "sway", "swaymsg -q -- output HEADLESS-2 scale 2 pos -960 100",              -920, 136  },
  { "sway", "swaymsg -q -- output HEADLESS-2 scale 1.75 pos -960 100",           -920, 136  },
  { "sway", "swaymsg -q -- output HEADLESS-2 disable",                           40,   36   },
  { "sway", "swaymsg -q -- output HEADLESS-2 enable scale 1.25 pos -1536 -120",  -1496, -84 },
  { "sway", "swaymsg -q -- output HEADLESS-1 mode 1024x768",                     40,   36   },
  { "sway", "swaymsg -q -- output HEADLESS-2 scale 1.5 pos 1280 0, output HEADLESS-1 mode 1280x800 pos 0 0",
                                                                                 1320, 36   },
};
/* clang-format on */

static void
test_monitors (gconstpointer program)
{
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rounds); i++)
    {
      if (!g_str_equal (rounds[i].kind, g_getenv ("PEL_DESKTOP_KIND")))
        continue;
      move_followed (self, 40, below_top (36));
      assert_overlay (self, followed);
      run ("%s", rounds[i].command);
      assert_overlay (self, followed);
      move_followed (self, rounds[i].x, rounds[i].y);
      assert_overlay (self, followed);
    }
}

/* All that has a colour, a number and one box of its own. */
static const char *const numbered[] = { "toggle", "radio-1",        "radio-2",
                                        "slider", "popover-button", "context",
                                        "tip",    "open-dialog",    NULL };

/* Where a window stands: the output of sway is set up for it. */
/* clang-format off */
static const struct { const char *kind, *name, *output; double scale; int x, y; } places[] = {
  { "x11-multi", "first",         NULL,         1,    100,   400  },
  { "x11-multi", "second",        NULL,         1,    2100,  100  },
  { "x11-multi", "third",         NULL,         1,    3301,  601  },
  { "sway",      "1",             "HEADLESS-1", 1,    0,     0    },
  { "sway",      "1.25-negative", "HEADLESS-2", 1.25, -1536, -120 },
  { "sway",      "1.5",           "HEADLESS-2", 1.5,  1280,  0    },
  { "sway",      "1.75-above",    "HEADLESS-2", 1.75, 1280,  -200 },
  { "sway",      "2-negative",    "HEADLESS-2", 2,    -960,  100  },
};
/* clang-format on */

static void
test_places (gconstpointer program)
{
  g_autoptr (OverlayCase) self = overlay_case_new (program, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      if (!g_str_equal (places[i].kind, g_getenv ("PEL_DESKTOP_KIND")))
        continue;
      g_test_message ("%s", places[i].name);
      if (is_sway ())
        run ("swaymsg -q -- output %s scale %g position %d %d",
             places[i].output,
             places[i].scale,
             places[i].x,
             places[i].y);
      move_followed (self,
                     places[i].x + (is_sway () ? 40 : 0),
                     places[i].y + (is_sway () ? 36 : 0));
      assert_overlay (self, numbered);
    }
}

static void
test_scales (gconstpointer program)
{
  static const char *const scales[] = { "1", "2", "1.25", "1.5", "1.75" };
  guint n_scales = g_str_has_prefix (program, "fixture-qt") ? G_N_ELEMENTS (scales) : 2;

  for (guint i = 0; i < n_scales; i++)
    {
      g_autoptr (OverlayCase) self = overlay_case_new (program, scales[i]);

      assert_overlay (self, numbered);
    }
}

/* clang-format off */
static const struct { const char *name; void (*func) (gconstpointer program); const char *kinds; } cases[] = {
  { "moved",      test_moved,      "x11 x11-xfwm x11-multi sway" },
  { "half-out",   test_half_out,   "x11 sway"                    },
  { "resized",    test_resized,    "x11 x11-xfwm sway"           },
  { "dragged",    test_dragged,    "x11 x11-xfwm sway"           },
  { "scrolled",   test_scrolled,   "x11 sway"                    },
  { "dialog",     test_dialog,     "x11 x11-xfwm sway"           },
  { "closed",     test_closed,     "x11 sway"                    },
  { "minimised",  test_minimised,  "x11 x11-xfwm sway"           },
  { "workspace",  test_workspace,  "x11 x11-xfwm sway"           },
  { "fullscreen", test_fullscreen, "x11 x11-xfwm sway"           },
  { "covered",    test_covered,    "x11 x11-xfwm sway"           },
  { "monitors",   test_monitors,   "x11-multi sway"              },
  { "places",     test_places,     "x11-multi sway"              },
  { "scales",     test_scales,     "x11"                         },
};
/* clang-format on */

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (fixtures); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
      {
        g_auto (GStrv)   kinds = g_strsplit (cases[k].kinds, " ", -1);
        g_autofree char *path =
            g_strdup_printf ("/follow/%s/%s", fixtures[i] + strlen ("fixture-"), cases[k].name);

        if (pel_fixture_is_built (fixtures[i]) &&
            g_strv_contains ((const char *const *) kinds, g_getenv ("PEL_DESKTOP_KIND")))
          g_test_add_data_func (path, fixtures[i], cases[k].func);
      }
  return g_test_run ();
}
