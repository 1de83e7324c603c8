/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The pointer and the keys while a person points at something: all of them come to us and nothing
 * to the window below, until we let go. */

#include "pick-case.h"

/* A person, a window below, and a place in it. */
typedef struct
{
  SurfaceCase   *desktop;
  PelTestInput  *input;
  PelTestWindow *window;
  double         x, y;
} Scene;

static Scene *
scene_new (void)
{
  Scene             *self = g_new0 (Scene, 1);
  g_autoptr (GError) error = NULL;

  self->desktop = surface_case_new ();
  self->input = pel_test_input_new (&error);
  g_assert_no_error (error);
  self->window = open_window (self->desktop, "below", 0);
  self->x = get_monitor (self->desktop, 0)->native.x + WINDOW_X + 70;
  self->y = get_monitor (self->desktop, 0)->native.y + WINDOW_Y + 70;
  /* it has the keyboard, and has heard that from the window manager */
  check_click (self->input, self->window, self->x, self->y);
  g_assert_true (pel_test_input_chord (self->input, "a", &error));
  g_assert_true (pel_test_window_expect (self->window, "key a", SHOW_TIMEOUT_MS));
  pel_test_window_forget (self->window);
  return self;
}

static void
scene_free (Scene *self)
{
  pel_test_window_free (self->window);
  pel_test_input_free (self->input);
  surface_case_free (self->desktop);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Scene, scene_free)

/* One click, with nothing moved before, is one click for the window; then a key. */
static void
check_free (Scene *scene)
{
  g_autoptr (GError) error = NULL;

  pel_test_window_forget (scene->window);
  pel_test_input_click (scene->input, 1, &error);
  g_assert_no_error (error);
  pel_test_input_chord (scene->input, "b", &error);
  g_assert_no_error (error);
  g_assert_true (pel_test_window_expect (scene->window, "key b", SHOW_TIMEOUT_MS));
  g_assert_true (pel_test_window_expect (scene->window, "release 1", SHOW_TIMEOUT_MS));
  g_assert_cmpuint (count_events (scene->window, "press 1"), ==, 1);
  g_assert_cmpuint (count_events (scene->window, "release 1"), ==, 1);
  g_assert_cmpuint (count_events (scene->window, "key b"), ==, 1);
}

static void
test_still (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();

  pick_case_expect (self,
                    (PelPickEvent){ .kind = PEL_PICK_MOVED, .point = { scene->x, scene->y } });
}

static void
test_click (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();
  g_autoptr (GError)   error = NULL;

  for (guint button = 1; button <= 3; button++)
    {
      pel_test_input_click (scene->input, button, &error);
      g_assert_no_error (error);
      pick_case_expect (self,
                        (PelPickEvent){ .kind = PEL_PICK_CLICK,
                                        .point = { scene->x, scene->y },
                                        .button = button });
    }
  g_assert_cmpuint (pick_case_count (self, PEL_PICK_CLICK), ==, 3);
  pel_test_window_forget (scene->window);
  g_clear_object (&self->pick);
  await_freedom (scene->window);
  check_free (scene);
  g_assert_cmpuint (count_events (scene->window, "press 2"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pick-input/still", test_still);
  g_test_add_func ("/pick-input/click", test_click);
  return g_test_run ();
}
