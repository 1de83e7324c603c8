/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The pointer and the keys while a person points at something: all of them come to us and nothing
 * to the window below, until we let go. */

#include "pick-case.h"
#include "sway-ipc.h"

static void
hold_key (Scene *scene, const char *name)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_hold (scene->input, name, &error);
  g_assert_no_error (error);
}

static void
lift_key (Scene *scene, const char *name)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_lift (scene->input, name, &error);
  g_assert_no_error (error);
}

static void
strike (Scene *scene, const char *chord)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_chord (scene->input, chord, &error);
  g_assert_no_error (error);
}

static void
click (Scene *scene, guint button)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_click (scene->input, button, &error);
  g_assert_no_error (error);
}

static void
move_to (Scene *scene, double x, double y)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_move (scene->input, x, y, &error);
  g_assert_no_error (error);
}

/* the pointer */

static void
test_still (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();

  pick_case_expect (self, moved_to (scene->x, scene->y));
}

/* clang-format off */
static const char *const layouts[] = { /* for sway */
  "output HEADLESS-2 scale 1.5 position 1280 0",
  "output HEADLESS-2 scale 1.25 position -1536 -120",
  "output HEADLESS-2 scale 2 position -960 100",
  "output HEADLESS-2 scale 1.75 position -1100 36",
  "output HEADLESS-2 scale 1.5 position 1280 0",
};
static const PelPhysicalPoint steps[] = { { 0, 0 }, { 1, 1 }, { 333, 211 }, { -2, -3 } };
/* clang-format on */

/* Every pixel that is pointed at is the one that is told. */
static void
check_motion (Scene *scene, PickCase *self)
{
  for (guint m = 0; m < get_n_monitors (scene->desktop); m++)
    for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
      {
        const PelMonitor *monitor = get_monitor (scene->desktop, m);
        PelPhysicalPoint  aim = {
           monitor->physical.x + steps[i].x + (steps[i].x < 0 ? monitor->physical.width : 0),
           monitor->physical.y + steps[i].y + (steps[i].y < 0 ? monitor->physical.height : 0)
        };
        PelNativePoint      native = pel_monitor_point_to_native (monitor, aim);
        PelPhysicalPoint    hit = { 0 };
        g_autoptr (GError)  error = NULL;
        const PelPickEvent *last;

        move_to (scene, native.x, native.y);
        strike (scene, "m"); /* behind the motion */
        pick_case_expect (self, key_of (XKB_KEY_m));
        last = &g_array_index (self->events, PelPickEvent, self->n_read - 2);
        g_assert_cmpint (last->kind, ==, PEL_PICK_MOVED);
        pel_monitor_layout_to_physical (get_layout (scene->desktop), last->point, &hit, &error);
        g_assert_no_error (error);
        g_test_message ("%s: %d,%d told as %g,%g",
                        monitor->name,
                        aim.x,
                        aim.y,
                        last->point.x,
                        last->point.y);
        g_assert_cmpint (hit.x, ==, aim.x);
        g_assert_cmpint (hit.y, ==, aim.y);
      }
}

static void
test_motion (void)
{
  g_autoptr (Scene)  scene = scene_new ();
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < (is_wayland () ? G_N_ELEMENTS (layouts) : 1); i++)
    {
      g_autoptr (PickCase) self = NULL;

      if (is_wayland ())
        pel_sway_command (layouts[i], &error);
      g_assert_no_error (error);
      look_settled (scene->desktop);
      move_to (scene, scene->x, scene->y); /* it may be where there is no output any more */
      self = pick_case_new_catching ();
      check_motion (scene, self);
    }
}

/* Many moves are one for each turn of the main loop, but no click is at a wrong place. */
static void
test_compressed (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();
  gint64               end = g_get_monotonic_time () + SHOW_TIMEOUT_MS * 1000;
  guint                n_turns = 0, n_moves = 0;

  pick_case_expect (self, moved_to (scene->x, scene->y));
  for (int i = 1; i <= 100; i++)
    move_to (scene, scene->x + i, scene->y);
  while (n_moves == 0 ||
         g_array_index (self->events, PelPickEvent, self->events->len - 1).point.x !=
             scene->x + 100)
    {
      guint n_before = self->events->len;

      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, TRUE);
      g_assert_cmpuint (self->events->len - n_before, <=, 1);
      n_moves += self->events->len - n_before;
      n_turns++;
    }
  g_test_message ("100 moves were told as %u in %u turns", n_moves, n_turns);
  g_assert_cmpuint (n_moves, <, 100);

  for (int i = 1; i <= 3; i++)
    {
      move_to (scene, scene->x + i, scene->y);
      click (scene, 1);
    }
  for (int i = 1; i <= 3; i++)
    {
      pick_case_expect (self, moved_to (scene->x + i, scene->y));
      pick_case_expect (self, click_at (scene->x + i, scene->y, 1));
    }
}

static void
test_click (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();
  g_autoptr (GError)   error = NULL;

  for (guint button = 1; button <= 9; button += button == 3 ? 5 : 1)
    {
      click (scene, button);
      pick_case_expect (self, click_at (scene->x, scene->y, button));
    }
  pel_test_input_press (scene->input, 1, &error);
  move_to (scene, scene->x + 5, scene->y + 5);
  pel_test_input_release (scene->input, 1, &error);
  g_assert_no_error (error);
  pick_case_expect (self, click_at (scene->x + 5, scene->y + 5, 1));
  g_assert_cmpuint (pick_case_count (self, PEL_PICK_CLICK), ==, 6);

  pick_case_let_go (self, scene);
  check_let_go (self, scene);
  g_assert_cmpuint (count_events (scene->window, "press 2"), ==, 0);
  g_assert_cmpuint (count_events (scene->window, "press 3"), ==, 0);
}

static void
test_wheel (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();
  g_autoptr (GError)   error = NULL;
  PelPickEvent         wheel = { .kind = PEL_PICK_WHEEL, .point = { scene->x, scene->y } };

  for (int down = -1; down <= 1; down += 2)
    {
      pel_test_input_wheel (scene->input, 0, down, &error);
      wheel.steps = down;
      wheel.modifiers = 0;
      pick_case_expect (self, wheel);
      hold_key (scene, "Shift_L");
      pel_test_input_wheel (scene->input, 0, down, &error);
      lift_key (scene, "Shift_L");
      wheel.modifiers = PEL_PICK_SHIFT;
      pick_case_expect (self, wheel);
    }
  /* to the sides: nobody gets it */
  pel_test_input_wheel (scene->input, 1, 0, &error);
  g_assert_no_error (error);
  strike (scene, "w");
  pick_case_expect (self, key_of (XKB_KEY_w));
  g_assert_cmpuint (pick_case_count (self, PEL_PICK_WHEEL), ==, 4);
  pick_case_let_go (self, scene);
  check_let_go (self, scene);
  g_assert_null (strstr (pel_test_window_get_events (scene->window), "wheel"));
}

/* the keys */

/* clang-format off */
static const struct { const char *layout, *chord; guint keysym; PelPickModifiers modifiers; } keys[] = {
  { "us", "a",           XKB_KEY_a,          0                },
  { "us", "A",           XKB_KEY_A,          PEL_PICK_SHIFT   },
  { "us", "7",           XKB_KEY_7,          0                },
  { "us", "Escape",      XKB_KEY_Escape,     0                },
  { "us", "Return",      XKB_KEY_Return,     0                },
  { "us", "Up",          XKB_KEY_Up,         0                },
  { "us", "ctrl+c",      XKB_KEY_c,          PEL_PICK_CONTROL },
  { "us", "ctrl+shift+Left", XKB_KEY_Left,   PEL_PICK_CONTROL | PEL_PICK_SHIFT },
  { "us", "Control_R",   XKB_KEY_Control_R,  0                },
  { "us", "F5",          XKB_KEY_F5,         0                },
  { "de", "odiaeresis",  XKB_KEY_odiaeresis, 0                },
  { "de", "z",           XKB_KEY_z,          0                },
  { "de", "y",           XKB_KEY_y,          0                },
  { "de", "question",    XKB_KEY_question,   PEL_PICK_SHIFT   },
  { "ru", "Cyrillic_ef", XKB_KEY_Cyrillic_ef, 0               },
  { "us", "z",           XKB_KEY_z,          0                },
};
/* clang-format on */

/* A layout that changes meanwhile is told some time after; until then the key is pressed again. */
static void
expect_in_layout (Scene *scene, PickCase *self, const char *chord, PelPickEvent event)
{
  gint64 end = g_get_monotonic_time () + SHOW_TIMEOUT_MS * 1000;

  while (g_get_monotonic_time () < end)
    {
      strike (scene, chord);
      pump (20);
      for (guint i = self->n_read; i < self->events->len; i++)
        if (is_alike (&g_array_index (self->events, PelPickEvent, i), &event))
          {
            self->n_read = self->events->len;
            return;
          }
    }
  pick_case_expect (self, event);
}

static void
test_keys (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();
  g_autoptr (GError)   error = NULL;
  const char          *layout = "us";

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      PelPickEvent event = key_of (keys[i].keysym);

      g_test_message ("%s in %s", keys[i].chord, keys[i].layout);
      event.modifiers = keys[i].modifiers;
      if (!g_str_equal (layout, keys[i].layout))
        {
          pel_test_input_set_layout (scene->input, keys[i].layout, &error);
          g_assert_no_error (error);
          expect_in_layout (scene, self, keys[i].chord, event);
        }
      layout = keys[i].layout;
      strike (scene, keys[i].chord);
      pick_case_expect (self, event);
    }
  pick_case_let_go (self, scene);
  check_let_go (self, scene);
  g_assert_cmpuint (count_events (scene->window, "key a"), ==, 0);
  g_assert_cmpuint (count_events (scene->window, "key Escape"), ==, 0);
}

/* With the layout that is there at the beginning. */
static void
test_layout (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (GError)   error = NULL;
  g_autoptr (PickCase) self = NULL;

  pel_test_input_set_layout (scene->input, "de", &error);
  g_assert_no_error (error);
  self = pick_case_new_catching ();
  strike (scene, "adiaeresis");
  pick_case_expect (self, key_of (XKB_KEY_adiaeresis));
  pel_test_input_set_layout (scene->input, "us", &error);
  g_assert_no_error (error);
}

static void
test_repeat (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();

  hold_key (scene, "Down");
  for (guint i = 0; i < 5; i++)
    pick_case_expect (self, key_of (XKB_KEY_Down));
  lift_key (scene, "Down");
  strike (scene, "x");
  pick_case_expect (self, key_of (XKB_KEY_x));
  pump (200);
  g_assert_cmpuint (self->n_read, ==, self->events->len); /* it has ended */
}

/* the end */

static void
let_go_cb (PelPickInput *pick, const PelPickEvent *event, gpointer data)
{
  PickCase *self = data;

  if (event->kind == PEL_PICK_CLICK || event->kind == PEL_PICK_KEY)
    g_clear_object (&self->pick);
}

/* Our end is the answer to a click: that is not the window's. */
static void
test_let_go_by_click (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();

  g_signal_connect (self->pick, "event", G_CALLBACK (let_go_cb), self);
  click (scene, 1);
  pick_case_expect (self, click_at (scene->x, scene->y, 1));
  g_assert_null (self->pick);
  pel_test_window_forget (scene->window);
  await_freedom (scene->window);
  g_assert_cmpuint (count_events (scene->window, "press 1"), ==, 0);
  g_assert_cmpuint (count_events (scene->window, "release 1"), ==, 0);
  check_free (scene);
}

/* It is pressed when we end, and released after that: both are nothing to the window. */
static void
test_let_go_by_key (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();

  g_signal_connect (self->pick, "event", G_CALLBACK (let_go_cb), self);
  pel_test_window_forget (scene->window);
  hold_key (scene, "Escape");
  pick_case_expect (self, key_of (XKB_KEY_Escape));
  g_assert_null (self->pick);
  pump (50);
  lift_key (scene, "Escape");
  await_freedom (scene->window);
  check_free (scene);
  g_assert_null (strstr (pel_test_window_get_events (scene->window), "Escape"));
}

/* It repeats itself, before our end and after: that is no release. */
static void
test_let_go_repeating (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();

  hold_key (scene, "Escape");
  for (guint i = 0; i < 3; i++)
    pick_case_expect (self, key_of (XKB_KEY_Escape));
  pick_case_let_go (self, scene);
  pump (200);
  lift_key (scene, "Escape");
  check_let_go (self, scene);
  g_assert_null (strstr (pel_test_window_get_events (scene->window), "Escape"));
}

static void
test_let_go_pressed (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();
  g_autoptr (GError)   error = NULL;

  pel_test_input_press (scene->input, 1, &error);
  strike (scene, "p"); /* when that has come, the button has */
  pick_case_expect (self, key_of (XKB_KEY_p));
  pick_case_let_go (self, scene);
  pump (50);
  pel_test_input_release (scene->input, 1, &error);
  g_assert_no_error (error);
  pick_case_await_gone (self);
  g_assert_cmpuint (count_events (scene->window, "release 1"), ==, 0);
  check_free (scene);
}

/* Whatever stays pressed does not hold us for ever. */
static void
test_let_go_stuck (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = pick_case_new_catching ();

  hold_key (scene, "Escape");
  pick_case_expect (self, key_of (XKB_KEY_Escape));
  pick_case_let_go (self, scene);
  check_let_go (self, scene);
  lift_key (scene, "Escape");
}

/* The Return that started a command is held a little longer: it is not for us, though it repeats
 * itself. */
static void
test_held_before (void)
{
  g_autoptr (Scene)    scene = scene_new ();
  g_autoptr (PickCase) self = NULL;

  hold_key (scene, "Return");
  self = pick_case_new_catching ();
  pump (1000); /* longer than it takes until a key repeats itself */
  lift_key (scene, "Return");
  strike (scene, "a");
  pick_case_expect (self, key_of (XKB_KEY_a));
  g_assert_cmpuint (pick_case_count (self, PEL_PICK_KEY), ==, 1);
  strike (scene, "Return");
  pick_case_expect (self, key_of (XKB_KEY_Return));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pick-input/still", test_still);
  g_test_add_func ("/pick-input/motion", test_motion);
  g_test_add_func ("/pick-input/compressed", test_compressed);
  g_test_add_func ("/pick-input/click", test_click);
  g_test_add_func ("/pick-input/wheel", test_wheel);
  g_test_add_func ("/pick-input/keys", test_keys);
  g_test_add_func ("/pick-input/held-before", test_held_before);
  g_test_add_func ("/pick-input/layout", test_layout);
  g_test_add_func ("/pick-input/repeat", test_repeat);
  g_test_add_func ("/pick-input/let-go/click", test_let_go_by_click);
  g_test_add_func ("/pick-input/let-go/key", test_let_go_by_key);
  g_test_add_func ("/pick-input/let-go/repeating", test_let_go_repeating);
  g_test_add_func ("/pick-input/let-go/pressed", test_let_go_pressed);
  g_test_add_func ("/pick-input/let-go/stuck", test_let_go_stuck);
  return g_test_run ();
}
