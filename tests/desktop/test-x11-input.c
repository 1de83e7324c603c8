/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Real input on X11, as the fixtures' own logs tell it: buttons, wheel, drag, keys, text. */

#include "input-case.h"

static void
try_buttons (Stage *stage)
{
  make (stage, new_click ("button", PEL_BUTTON_LEFT, 1));
  pel_fixture_expect (stage->fixture, "pointer press button *,* 1");
  pel_fixture_expect (stage->fixture, "clicked button");
  make (stage, new_click ("check", PEL_BUTTON_LEFT, 1));
  pel_fixture_expect (stage->fixture, "toggled check on");
  make (stage, new_click ("button", PEL_BUTTON_MIDDLE, 1));
  pel_fixture_expect (stage->fixture, "pointer press button *,* 2");
}

/* Two clicks of the hand, and whether the word was selected by them. */
static gboolean
select_word (Stage *stage)
{
  PelGesture *gesture = pel_gesture_new ();

  make (stage, new_chord ("ctrl+a"));
  make (stage, new_text ("abc"));
  pel_gesture_pause (gesture, 700); /* or the click before would count */
  pel_gesture_move (gesture, place_in ("entry", 12));
  pel_gesture_click (gesture, PEL_BUTTON_LEFT, 2, 40);
  make (stage, gesture);
  pel_fixture_forget (stage->fixture);
  make (stage, new_text ("x"));
  return pel_fixture_wait (stage->fixture, "text entry \"x\"", 3000) != NULL;
}

/* Two clicks are a double click for the program: it selects the word. On a busy machine the second
 * may come too late for that. */
static void
try_double_click (Stage *stage)
{
  gboolean is_selected = FALSE;

  enter_field (stage, "entry");
  for (guint i = 0; i < 5 && !is_selected; i++)
    is_selected = select_word (stage);
  g_assert_true (is_selected);
}

static void
try_wheel (Stage *stage)
{
  PelGesture *gesture = pel_gesture_new ();

  pel_gesture_move (gesture, get_middle ("list"));
  pel_gesture_wheel (gesture, 0, 3);
  make (stage, gesture);
  pel_fixture_expect (stage->fixture, "scrolled list *");
}

static void
try_drag (Stage *stage)
{
  PelGesture  *gesture = pel_gesture_new ();
  PelOracleBox box = find_widget ("slider");

  pel_gesture_drag (gesture,
                    PEL_BUTTON_LEFT,
                    place_in ("slider", 8),
                    place_in ("slider", box.width - 8));
  make (stage, gesture);
  pel_fixture_expect (stage->fixture, "value slider *");
}

/* At once: GTK 3 does not take every click in a menu that has just opened for one. */
static void
try_menu (Stage *stage)
{
  PelGesture  *gesture = pel_gesture_new ();
  PelOracleBox bar = find_widget ("menubar"), menu;

  make (stage, new_click_at ((PelNativePoint){ bar.x + 25, bar.y + 14 }, PEL_BUTTON_LEFT, 1));
  pel_fixture_expect (stage->fixture, "file-menu shown");
  menu = find_widget ("file-menu");
  pel_gesture_approach (gesture, (PelNativePoint){ menu.x + 40, menu.y + 12 });
  pel_gesture_click (gesture, PEL_BUTTON_LEFT, 1, 0);
  make (stage, gesture);
  pel_fixture_expect (stage->fixture, "menu file-open");
}

static void
test_pointer (gconstpointer program)
{
  Stage stage = { 0 };

  stage_open (&stage, program);
  try_buttons (&stage);
  try_double_click (&stage);
  try_wheel (&stage);
  try_drag (&stage);
  try_menu (&stage);
  make (&stage, new_click ("context", PEL_BUTTON_RIGHT, 1));
  pel_fixture_expect (stage.fixture, "context-menu shown");
  /* a menu of the program lies over its window, and is the addressee's too */
  make (&stage, new_click_at (place_in ("context-menu", 20), PEL_BUTTON_LEFT, 1));
  pel_fixture_expect (stage.fixture, "menu context-*");
  stage_close (&stage);
}

/* clang-format off */
static const struct { const char *chord; const char *log; } chords[] = {
  { "F2",          "key F2"          },
  { "Left",        "key Left"        },
  { "esc",         "key Escape"      },
  { "ctrl+k",      "key ctrl+\"k\""  },
  { "ctrl+alt+k",  "key ctrl+alt+\"k\"" },
  { "k",           "key \"k\""       },
  { "K",           "key \"K\""       },
  { "é",           "text entry \"*é\"" },
  { "+",           "key \"+\""       },
  { "alt+j",       "key alt+\"j\""   },
};
/* clang-format on */

static void
test_keys (gconstpointer program)
{
  Stage stage = { 0 };

  stage_open (&stage, program);
  enter_field (&stage, "entry");
  for (guint i = 0; i < G_N_ELEMENTS (chords); i++)
    {
      g_test_message ("%s", chords[i].chord);
      make (&stage, new_chord (chords[i].chord));
      pel_fixture_expect (stage.fixture, chords[i].log);
    }
  stage_close (&stage);
}

static const struct
{
  const char *name;
  void (*test) (gconstpointer program);
} tests[] = {
  { "pointer", test_pointer },
  { "keys", test_keys },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    for (guint j = 0; toolkits[j] != NULL; j++)
      {
        g_autofree char *path =
            g_strdup_printf ("/x11-input/%s/%s", tests[i].name, toolkits[j] + strlen ("fixture-"));

        if (pel_fixture_is_built (toolkits[j]))
          g_test_add_data_func (path, toolkits[j], tests[i].test);
      }
  return g_test_run ();
}
