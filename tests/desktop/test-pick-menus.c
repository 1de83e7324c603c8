/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Picking while a menu of another program holds the pointer and the keys, on X11. */

#include "fixture-hands.h"
#include "pick-case.h"

typedef struct
{
  const char *program;
  Step        open;
  const char *hidden;
} Menu;

/* clang-format off */
static const Menu menus[] = {
  { "fixture-gtk3", { RIGHT_CLICK, "context",        0,  0,  "context-menu shown" }, "context-menu hidden" },
  { "fixture-gtk3", { CLICK,       "menubar",        25, 14, "file-menu shown"    }, "file-menu hidden"    },
  { "fixture-gtk4", { CLICK,       "popover-button", 0,  0,  "popover shown"      }, "popover hidden"      },
  { "fixture-gtk4", { RIGHT_CLICK, "context",        0,  0,  "context-menu shown" }, "context-menu hidden" },
  { "fixture-qt5",  { RIGHT_CLICK, "context",        0,  0,  "context-menu shown" }, "context-menu hidden" },
  { "fixture-qt6",  { RIGHT_CLICK, "context",        0,  0,  "context-menu shown" }, "context-menu hidden" },
};
/* clang-format on */

static void
move_to (PelTestInput *input, double x, double y)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_move (input, x, y, &error);
  g_assert_no_error (error);
}

static void
strike (PelTestInput *input, const char *chord)
{
  g_autoptr (GError) error = NULL;

  pel_test_input_chord (input, chord, &error);
  g_assert_no_error (error);
}

/* What is pointed at is told, and Ctrl alone; the menu is as it was. */
static void
check_hover (PickCase *self, PelTestInput *input, double x, double y)
{
  PelPickEvent control = key_of (XKB_KEY_Control_L);
  guint        n_before;

  pick_case_expect (self, moved_to (x, y));
  for (int i = 1; i <= 3; i++)
    {
      move_to (input, x + i, y - i);
      pick_case_expect (self, moved_to (x + i, y - i));
    }
  g_assert_true (pel_test_input_wheel (input, 0, 1, NULL));
  pick_case_expect (self,
                    (PelPickEvent){
                        .kind = PEL_PICK_WHEEL, .point = { x + 3, y - 3 }, .steps = 1 });
  strike (input, "ctrl");
  pick_case_expect (self, control);
  strike (input, "Control_R");
  pick_case_expect (self, control);
  g_assert_cmpuint (pick_case_count (self, PEL_PICK_KEY), ==, 2);

  /* with Shift before it, Ctrl is alone; with something between, it is not */
  g_assert_true (pel_test_input_hold (input, "Shift_L", NULL));
  strike (input, "ctrl");
  control.modifiers = PEL_PICK_SHIFT;
  pick_case_expect (self, control);
  g_assert_true (pel_test_input_lift (input, "Shift_L", NULL));
  strike (input, "ctrl+Shift_L");
  strike (input, "F9");
  n_before = self->n_read;
  pick_case_expect (self, key_of (XKB_KEY_F9));
  for (guint i = n_before; i < self->n_read; i++)
    g_assert_cmpuint (g_array_index (self->events, PelPickEvent, i).keysym, !=, XKB_KEY_Control_L);
}

static void
test_menu (gconstpointer data)
{
  const Menu              *menu = data;
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autoptr (PelFixture)   fixture = NULL;
  g_autoptr (PickCase)     self = NULL;
  PelOracleBox             box;
  double                   x, y;

  g_assert_no_error (error);
  fixture = pel_fixture_start (&error, menu->program, "--position", "100,100", NULL);
  g_assert_no_error (error);
  perform (input, fixture, &menu->open);
  box = find_widget ("entry"); /* outside of every menu */
  x = box.x + 20;
  y = box.y + 15;
  move_to (input, x, y);
  pel_fixture_forget (fixture);

  self = pick_case_new ();
  pick_case_await_reach (self, PEL_PICK_HOVERS);
  check_hover (self, input, x, y);
  g_assert_cmpint (pel_pick_input_get_reach (self->pick), ==, PEL_PICK_HOVERS);
  g_assert_cmpuint (pel_fixture_count (fixture, menu->hidden), ==, 0);

  strike (input, "Escape"); /* goes to both */
  pick_case_expect (self, key_of (XKB_KEY_Escape));
  pel_fixture_expect (fixture, menu->hidden);
  pick_case_await_reach (self, PEL_PICK_CATCHES);
  pel_fixture_forget (fixture);
  g_assert_true (pel_test_input_click (input, 1, NULL));
  pick_case_expect (self, click_at (x + 3, y - 3, 1));
  g_assert_cmpuint (pick_case_count (self, PEL_PICK_CLICK), ==, 1);
  g_clear_object (&self->pick);
  await_grab ();
  perform (input, fixture, &(Step){ CLICK, "button", 0, 0, "clicked button" });
  g_assert_cmpuint (pel_fixture_count (fixture, "pointer press entry*"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (menus); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/pick-menus/%s/%s", menus[i].program, menus[i].open.target);

      if (pel_fixture_is_built (menus[i].program))
        g_test_add_data_func (path, &menus[i], test_menu);
    }
  return g_test_run ();
}
