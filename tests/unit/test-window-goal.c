/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/window/window-goal.h"
#include "tests/unit/fake-window-source.h"

#define SEEN PEL_WINDOW_VISIBLE

/* The topmost first. */
/* clang-format off */
static const PelWindowInfo windows[] = {
  { .id = "menu",     .title = "Menu",    .bounds = { 0, 0, 900, 900 },      .states = SEEN | PEL_WINDOW_UNMANAGED },
  { .id = "top",      .title = "Top",     .bounds = { 0, 0, 200, 200 },      .states = SEEN },
  { .id = "other",    .title = "Other",   .bounds = { 400, 0, 200, 200 },    .states = SEEN | PEL_WINDOW_ACTIVE },
  { .id = "below",    .title = "Below",   .bounds = { 100, 100, 300, 300 },  .states = SEEN },
  { .id = "hidden",   .title = "Hidden",  .bounds = { 100, 100, 300, 300 },  .states = PEL_WINDOW_MINIMIZED },
  { .id = "full",     .title = "Full",    .bounds = { 1000, 0, 500, 500 },   .states = SEEN | PEL_WINDOW_FULLSCREEN | PEL_WINDOW_MAXIMIZED },
  { .id = "large",    .title = "Large",   .bounds = { 1500, 0, 300, 300 },   .states = SEEN | PEL_WINDOW_MAXIMIZED },
  { .id = "backdrop", .title = "Desktop", .bounds = { 0, 0, 1920, 1080 },    .states = SEEN },
};

static const struct { const char *id; PelWindowOperation operation; PelNativeRect bounds; gboolean is_met; const char *described; } goal_cases[] = {
  { "top",    PEL_WINDOW_FRONT, { 0 }, TRUE },
  { "below",  PEL_WINDOW_FRONT, { 0 }, FALSE, "“Top” is above it" },
  { "hidden", PEL_WINDOW_FRONT, { 0 }, FALSE },
  { "top",    PEL_WINDOW_BACK,  { 0 }, FALSE, "“Below” is below it" },
  { "below",  PEL_WINDOW_BACK,  { 0 }, TRUE },
  { "other",  PEL_WINDOW_BACK,  { 0 }, TRUE },
  { "other",  PEL_WINDOW_FOCUS, { 0 }, TRUE },
  { "top",    PEL_WINDOW_FOCUS, { 0 }, FALSE, "“Other” has keyboard focus" },
  { "hidden", PEL_WINDOW_MINIMIZE, { 0 }, TRUE },
  { "top",    PEL_WINDOW_MINIMIZE, { 0 }, FALSE, "It is neither minimized, maximized nor fullscreen" },
  { "top",    PEL_WINDOW_RESTORE,  { 0 }, TRUE },
  { "hidden", PEL_WINDOW_RESTORE,  { 0 }, FALSE, "It is minimized" },
  { "large",  PEL_WINDOW_RESTORE,  { 0 }, FALSE, "It is maximized" },
  { "large",  PEL_WINDOW_MAXIMIZE, { 0 }, TRUE },
  { "full",   PEL_WINDOW_MAXIMIZE, { 0 }, FALSE, "It is fullscreen" },
  { "full",   PEL_WINDOW_FULLSCREEN_ON, { 0 }, TRUE },
  { "large",  PEL_WINDOW_FULLSCREEN_ON, { 0 }, FALSE, "It is maximized" },
  { "top",    PEL_WINDOW_CLOSE, { 0 }, FALSE },
  { "gone",   PEL_WINDOW_CLOSE, { 0 }, TRUE },
  { "gone",   PEL_WINDOW_FRONT, { 0 }, FALSE, "It is gone" },
  { "below",  PEL_WINDOW_MOVE,  { 100, 100, 0, 0 },   TRUE },
  { "below",  PEL_WINDOW_MOVE,  { 100.6, 99.4, 0, 0 }, TRUE },
  { "below",  PEL_WINDOW_MOVE,  { 101, 100, 0, 0 },   FALSE, "It is at 100,100" },
  { "below",  PEL_WINDOW_RESIZE, { 0, 0, 300, 300 },  TRUE },
  { "below",  PEL_WINDOW_RESIZE, { 0, 0, 300, 299 },  FALSE, "Its size is 300×300 pixels" },
};
/* clang-format on */

static void
test_met (void)
{
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (1, windows, G_N_ELEMENTS (windows));

  for (gsize i = 0; i < G_N_ELEMENTS (goal_cases); i++)
    {
      PelWindowOrder   order = { .window_id = goal_cases[i].id,
                                 .operation = goal_cases[i].operation,
                                 .bounds = goal_cases[i].bounds };
      g_autofree char *described = pel_window_goal_describe (&order, desktop);

      g_test_message ("%s %s: %s",
                      pel_window_operation_to_string (order.operation),
                      order.window_id,
                      described);
      g_assert_cmpint (pel_window_goal_is_met (&order, desktop), ==, goal_cases[i].is_met);
      if (goal_cases[i].described != NULL)
        g_assert_cmpstr (described, ==, goal_cases[i].described);
    }
}

static void
test_operation_names (void)
{
  for (PelWindowOperation i = 0; i < PEL_N_WINDOW_OPERATIONS; i++)
    {
      PelWindowOperation operation = PEL_N_WINDOW_OPERATIONS;

      g_assert_true (
          pel_window_operation_from_string (pel_window_operation_to_string (i), &operation));
      g_assert_cmpint (operation, ==, i);
    }
  g_assert_false (pel_window_operation_from_string ("explode", NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/window-goal/met/rows", test_met);
  g_test_add_func ("/window-goal/operation/names", test_operation_names);
  return g_test_run ();
}
