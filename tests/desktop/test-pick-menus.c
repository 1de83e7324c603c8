/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Picking while a menu of another program holds the pointer and the keys. On X11 we hear of them
 * all the same; a compositor tells us nothing until the menu is closed. Some close it. */

#include "fixture-hands.h"
#include "pick-case.h"
#include "sway-ipc.h"

#include "services/base/error.h"

typedef struct
{
  const char *program;
  Step        open;
  const char *menu; /* id of what is opened */
} Menu;

/* clang-format off */
static const Menu menus[] = {
  { "fixture-gtk3", { RIGHT_CLICK, "context",        0,  0,  "context-menu shown" }, "context-menu" },
  { "fixture-gtk3", { CLICK,       "menubar",        25, 14, "file-menu shown"    }, "file-menu"    },
  { "fixture-gtk4", { CLICK,       "popover-button", 0,  0,  "popover shown"      }, "popover"      },
  { "fixture-gtk4", { RIGHT_CLICK, "context",        0,  0,  "context-menu shown" }, "context-menu" },
  { "fixture-qt5",  { RIGHT_CLICK, "context",        0,  0,  "context-menu shown" }, "context-menu" },
  { "fixture-qt6",  { RIGHT_CLICK, "context",        0,  0,  "context-menu shown" }, "context-menu" },
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

/* Since 1.12, sway closes the menus of a window that loses the keyboard, even to a veil. */
static gboolean
closes_menus (void)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (JsonNode) answer = pel_sway_call (NULL, PEL_SWAY_GET_VERSION, NULL, &error);
  JsonObject          *version;
  gint64               major;

  g_assert_no_error (error);
  version = json_node_get_object (answer);
  major = json_object_get_int_member (version, "major");
  return major > 1 || (major == 1 && json_object_get_int_member (version, "minor") >= 12);
}

/* The menu is on the screen, and has what it grabs. */
static PelFixture *
start (const Menu *menu, PelTestInput *input)
{
  g_autoptr (GError) error = NULL;
  PelFixture        *fixture =
      is_wayland () ? pel_fixture_start (&error, menu->program, NULL)
                           : pel_fixture_start (&error, menu->program, "--position", "100,100", NULL);

  g_assert_no_error (error);
  perform (input, fixture, &menu->open);
  find_widget (menu->menu);
  return fixture;
}

static void
close_menu (const Menu *menu, PelFixture *fixture, PelTestInput *input)
{
  g_autofree char *hidden = g_strconcat (menu->menu, " hidden", NULL);

  g_assert_cmpuint (pel_fixture_count (fixture, hidden), ==, 0);
  strike (input, "Escape");
  pel_fixture_expect (fixture, hidden);
}

/* A click is ours, and the one after our end is the program's. */
static void
check_catch (PickCase *self, PelFixture *fixture, PelTestInput *input, double x, double y)
{
  pel_fixture_forget (fixture);
  pick_case_await_reach (self, PEL_PICK_CATCHES);
  move_to (input, x, y);
  g_assert_true (pel_test_input_click (input, 1, NULL));
  pick_case_expect (self, click_at (x, y, 1));
  g_assert_cmpuint (pick_case_count (self, PEL_PICK_CLICK), ==, 1);
  pel_pick_input_let_go (self->pick, gone_cb, self);
  pick_case_await_gone (self);
  g_clear_object (&self->pick);
  perform (input, fixture, &(Step){ CLICK, "button", 0, 0, "clicked button" });
  g_assert_cmpuint (pel_fixture_count (fixture, "pointer press entry*"), ==, 0);
}

static void
test_hover (gconstpointer data)
{
  const Menu              *menu = data;
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autoptr (PelFixture)   fixture = start (menu, input);
  PelOracleBox             box = find_widget ("entry"); /* outside of every menu */
  double                   x = box.x + 20, y = box.y + 15;
  g_autoptr (PickCase)     self = NULL;

  move_to (input, x, y);
  pel_fixture_forget (fixture);
  self = pick_case_new ();
  pick_case_await_reach (self, PEL_PICK_HOVERS);
  check_hover (self, input, x, y);
  g_assert_cmpint (pel_pick_input_get_reach (self->pick), ==, PEL_PICK_HOVERS);
  close_menu (menu, fixture, input);
  pick_case_expect (self, key_of (XKB_KEY_Escape)); /* went to both */
  check_catch (self, fixture, input, x, y);
}

/* It begins as soon as the menu is closed, by whomever. */
static void
test_closed (gconstpointer data)
{
  const Menu              *menu = data;
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);
  g_autoptr (PelFixture)   fixture = start (menu, input);
  PelOracleBox             box = find_widget ("entry");
  g_autofree char         *hidden = g_strconcat (menu->menu, " hidden", NULL);
  g_autoptr (PickCase)     self = NULL;

  pel_fixture_forget (fixture);
  self = pick_case_new ();
  if (closes_menus ())
    {
      pick_case_await_reach (self, PEL_PICK_CATCHES);
      pel_fixture_expect (fixture, hidden);
    }
  else
    {
      pump (100);
      g_assert_cmpint (pel_pick_input_get_reach (self->pick), ==, PEL_PICK_NOTHING);
      close_menu (menu, fixture, input);
    }
  check_catch (self, fixture, input, box.x + 20, box.y + 15);
}

/* Else it is given up, in words, and the menu is as it was. */
static void
test_open (gconstpointer data)
{
  const Menu              *menu = data;
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = NULL;
  g_autoptr (PelFixture)   fixture = NULL;
  g_autoptr (PickCase)     self = NULL;

  if (closes_menus ())
    {
      g_test_skip ("sway 1.12 and later close the menu, so it never keeps us out");
      return;
    }
  input = pel_test_input_new (&error);
  fixture = start (menu, input);
  pel_fixture_forget (fixture);
  self = pick_case_new ();
  while (self->failure == NULL)
    {
      g_assert_cmpint (pel_pick_input_get_reach (self->pick), ==, PEL_PICK_NOTHING);
      pump (1);
    }
  g_assert_error (self->failure, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
  g_test_message ("%s (%s)", self->failure->message, pel_error_get_hint (self->failure));
  g_clear_error (&self->failure);
  g_clear_object (&self->pick);
  close_menu (menu, fixture, input);
}

static void
add (const char *name, const Menu *menu, GTestDataFunc func)
{
  g_autofree char *path = g_strdup_printf ("/pick-menus/%s/%s/%s", name, menu->program, menu->menu);

  if (pel_fixture_is_built (menu->program))
    g_test_add_data_func (path, menu, func);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (menus); i++)
    {
      if (!is_wayland ())
        add ("hover", &menus[i], test_hover);
      else
        {
          add ("closed", &menus[i], test_closed);
          add ("open", &menus[i], test_open);
        }
    }
  return g_test_run ();
}
