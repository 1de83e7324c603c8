/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/picking-desk.h"

static void
test_click (Fixture *fixture, gconstpointer unused)
{
  const char *label;

  assert_banner (fixture, "Where is it?");
  assert_banner (fixture, "\n\t"); /* what explains it is parted from it */
  assert_hovered (fixture, "");
  move (fixture, 130, 130);
  assert_hovered (fixture, "OK");
  label = pel_fake_surface_find_text (fixture->surface, PEL_ITEM_LABEL, PEL_SHADE_HOVERED);
  g_assert_nonnull (strstr (label, "Button"));
  g_assert_nonnull (strstr (label, "50 × 20"));
  g_assert_nonnull (strstr (label, pel_pattern_to_string (PEL_PATTERN_INVOKE)));
  click (fixture, 0);
  assert_picked (fixture, "OK");
  g_assert_null (fixture->input);
}

/* Right after a motion, what the pointer is over now is meant. */
static void
test_quick (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  move (fixture, 225, 125);
  click (fixture, 0);
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 0);
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_ANSWERS);
  pel_fake_element_source_answer (fixture->source);
  assert_picked (fixture, "No");
}

static void
test_several (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  click (fixture, PEL_PICK_SHIFT);
  move (fixture, 225, 125);
  settle ();
  click (fixture, PEL_PICK_SHIFT);
  move (fixture, 105, 105);
  settle ();
  click (fixture, PEL_PICK_SHIFT);
  click (fixture, PEL_PICK_SHIFT); /* not that one */
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 0);
  move (fixture, 130, 130);
  settle ();
  press (fixture, XKB_KEY_Return);
  assert_picked (fixture, "No OK");
}

static void
test_walk (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  turn_wheel (fixture, -1, 0);
  assert_hovered (fixture, "Box");
  move (fixture, 131, 130); /* still over the same */
  assert_hovered (fixture, "Box");
  press (fixture, XKB_KEY_Up);
  assert_hovered (fixture, "One");
  turn_wheel (fixture, 2, 0);
  assert_hovered (fixture, "OK");
  press (fixture, XKB_KEY_Right); /* into the window below */
  assert_hovered (fixture, "Far");
  press (fixture, XKB_KEY_Left);
  assert_hovered (fixture, "OK");
  turn_wheel (fixture, 1, PEL_PICK_SHIFT);
  assert_hovered (fixture, "Far");
  move (fixture, 225, 125);
  assert_hovered (fixture, "No");
  press (fixture, XKB_KEY_space);
  assert_picked (fixture, "No");
}

static void
test_number (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  press (fixture, XKB_KEY_KP_2);
  assert_hovered (fixture, "No");
  assert_banner (fixture, "#2");
  move (fixture, 132, 131); /* a hand that types */
  assert_hovered (fixture, "No");
  press (fixture, XKB_KEY_7);
  assert_banner (fixture, "No element #27");
  press (fixture, XKB_KEY_BackSpace);
  press (fixture, XKB_KEY_BackSpace);
  press (fixture, XKB_KEY_1);
  assert_hovered (fixture, "OK");
  press (fixture, XKB_KEY_KP_Enter);
  assert_picked (fixture, "OK");
}

static void
test_hints (Fixture *fixture, gconstpointer unused)
{
  press (fixture, XKB_KEY_Tab);
  settle ();
  g_assert_cmpstr (pel_fake_surface_find_text (fixture->surface, PEL_ITEM_TAG, PEL_N_SHADES),
                   ==,
                   "A");
  press (fixture, XKB_KEY_q); /* nobody's */
  assert_hovered (fixture, "");
  press (fixture, XKB_KEY_S);
  assert_hovered (fixture, "No");
  g_assert_cmpstr (pel_fake_surface_find_text (fixture->surface, PEL_ITEM_TAG, PEL_N_SHADES),
                   ==,
                   "1");
  press (fixture, XKB_KEY_Return);
  assert_picked (fixture, "No");
}

/* Whoever knows the letters need not wait for them. */
static void
test_quick_hints (Fixture *fixture, gconstpointer unused)
{
  press (fixture, XKB_KEY_Tab);
  press (fixture, XKB_KEY_q);
  press (fixture, XKB_KEY_s);
  press (fixture, XKB_KEY_Return);
  assert_picked (fixture, "No");
}

/* Also where the numbers are those of before. */
static void
test_quick_number (Fixture *fixture, gconstpointer unused)
{
  pel_region_tracker_show (fixture->tracker,
                           &(PelRegionScope){ .kind = PEL_REGIONS_OF_WINDOW, .target = "w1" });
  settle ();
  pel_region_tracker_hide (fixture->tracker);
  press (fixture, XKB_KEY_2);
  press (fixture, XKB_KEY_Return);
  assert_picked (fixture, "No");
}

static void
test_mute (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 950, 100);
  assert_hovered (fixture, "");
  assert_banner (fixture, "“Mute ”");
  click (fixture, 0);
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 0);
}

/* While a menu holds the mouse, Ctrl chooses, and only then. */
static void
test_hovers (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  press (fixture, XKB_KEY_Control_L);
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 0);
  pel_pick_input_set_reach (fixture->input, PEL_PICK_HOVERS);
  assert_banner (fixture, "Ctrl");
  press (fixture, XKB_KEY_Control_L);
  assert_picked (fixture, "OK");
}

static void
test_leave (Fixture *fixture, gconstpointer unused)
{
  move (fixture, 130, 130);
  settle ();
  click (fixture, PEL_PICK_SHIFT);
  press (fixture, XKB_KEY_Tab);
  press (fixture, XKB_KEY_Escape);
  click (fixture, 0); /* too late */
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 1);
  g_assert_null (fixture->picked);
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_CANCELLED);
}

static void
test_failed (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  pel_set_error (&error, PEL_ERROR_CAPABILITY_UNAVAILABLE, NULL, "Broken");
  pel_pick_input_emit_failed (fixture->input, error);
  settle ();
  g_assert_error (fixture->error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
}

/* It may be given up at any time. */
static void
test_freed (Fixture *fixture, gconstpointer unused)
{
  pel_fake_element_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  move (fixture, 130, 130);
  press (fixture, XKB_KEY_3);
  settle ();
  free_picking (fixture);
  settle ();
  g_assert_cmpuint (fixture->n_done, ==, 0);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/picking/click", test_click);
  ADD ("/picking/quick", test_quick);
  ADD ("/picking/several", test_several);
  ADD ("/picking/walk", test_walk);
  ADD ("/picking/number", test_number);
  ADD ("/picking/hints", test_hints);
  ADD ("/picking/quick-hints", test_quick_hints);
  ADD ("/picking/quick-number", test_quick_number);
  ADD ("/picking/mute", test_mute);
  ADD ("/picking/hovers", test_hovers);
  ADD ("/picking/leave", test_leave);
  ADD ("/picking/failed", test_failed);
  ADD ("/picking/freed", test_freed);
  return g_test_run ();
}
