/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a hand does, stroke by stroke. */

#include "tests/unit/gesture-words.h"

#include <xkbcommon/xkbcommon-keysyms.h>

static void
make_click (PelGesture *gesture)
{
  pel_gesture_move (gesture, (PelNativePoint){ 5, 6.5 });
  pel_gesture_click (gesture, PEL_BUTTON_RIGHT, 1, 60);
}

static void
make_menu_click (PelGesture *gesture)
{
  pel_gesture_approach (gesture, (PelNativePoint){ 5, 6.5 });
  pel_gesture_click (gesture, PEL_BUTTON_LEFT, 1, 0);
}

static void
make_double_click (PelGesture *gesture)
{
  pel_gesture_click (gesture, PEL_BUTTON_LEFT, 2, 60);
}

static void
make_hasty_click (PelGesture *gesture)
{
  pel_gesture_click (gesture, PEL_BUTTON_MIDDLE, 2, 0);
}

static void
make_no_click (PelGesture *gesture)
{
  pel_gesture_click (gesture, PEL_BUTTON_LEFT, 0, 60);
}

static void
make_drag (PelGesture *gesture)
{
  pel_gesture_drag (gesture, PEL_BUTTON_LEFT, (PelNativePoint){ 0, 80 }, (PelNativePoint){ 16, 0 });
}

static void
make_wheel (PelGesture *gesture)
{
  pel_gesture_wheel (gesture, -1, 3);
}

static void
make_chord (PelGesture *gesture)
{
  static const guint32 keysyms[] = { XKB_KEY_Control_L, XKB_KEY_Shift_L, XKB_KEY_s };

  pel_gesture_chord (gesture, keysyms, G_N_ELEMENTS (keysyms));
}

static void
make_text (PelGesture *gesture)
{
  pel_gesture_type (gesture, "Zoë", 7);
}

/* clang-format off */
static const struct { void (*make) (PelGesture *gesture); gboolean has_keys; const char *words; } cases[] = {
  { make_click,        FALSE, "move 5,6.5; down 3; witness; up 3" },
  { make_menu_click,   FALSE, "move 5,6.5; pause 20; move 4,6.5; pause 20; move 5,6.5; pause 20; move 4,6.5; pause 20; move 5,6.5; down 1; witness; up 1" },
  { make_double_click, FALSE, "down 1; witness; up 1; pause 60; down 1; up 1" },
  { make_hasty_click,  FALSE, "down 2; witness; up 2; down 2; up 2" },
  { make_no_click,     FALSE, "" },
  { make_drag,         FALSE, "move 0,80; down 1; witness; pause 20; move 2,70; pause 20; move 4,60; pause 20; move 6,50; "
                              "pause 20; move 8,40; pause 20; move 10,30; pause 20; move 12,20; pause 20; move 14,10; "
                              "pause 20; move 16,0; pause 20; drop 1" },
  { make_wheel,        FALSE, "wheel -1,3" },
  { make_chord,        TRUE,  "press Control_L; press Shift_L; press s; release s; release Shift_L; release Control_L" },
  { make_text,         TRUE,  "type Zoë/7" },
};
/* clang-format on */

static void
test_strokes (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (PelGesture) gesture = pel_gesture_new ();
      g_autofree char       *words = NULL;

      cases[i].make (gesture);
      words = gesture_dup_words (gesture);
      g_assert_cmpstr (words, ==, cases[i].words);
      g_assert_cmpint (pel_gesture_has_keys (gesture), ==, cases[i].has_keys);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gesture/strokes", test_strokes);
  return g_test_run ();
}
