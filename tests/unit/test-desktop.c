/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/fake-window-source.h"

/* clang-format off */
static const PelWindowInfo windows[] = {
  { .id = "hidden", .title = "", .bounds = { 0, 0, 500, 500 },    .states = 0 },
  { .id = "menu",   .title = "", .bounds = { 50, 50, 50, 50 },    .states = PEL_WINDOW_VISIBLE | PEL_WINDOW_UNMANAGED },
  { .id = "active", .title = "", .bounds = { 0, 0, 200, 200 },    .states = PEL_WINDOW_VISIBLE | PEL_WINDOW_ACTIVE },
  { .id = "below",  .title = "", .bounds = { 100, 100, 300, 300 }, .states = PEL_WINDOW_VISIBLE },
};

static const struct { PelNativePoint point; const char *id; } point_cases[] = {
  { { 60, 60 },   "menu"   },
  { { 100, 60 },  "active" },
  { { 199, 199 }, "active" },
  { { 200, 200 }, "below"  },
  { { 450, 450 }, NULL     },
  { { -1, -1 },   NULL     },
};
/* clang-format on */

static const char *
get_id (PelWindow *window)
{
  return window != NULL ? pel_window_get_info (window)->id : NULL;
}

static void
test_find_by_id (void)
{
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (1, windows, G_N_ELEMENTS (windows));

  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      PelWindow *window = pel_desktop_find_window (desktop, windows[i].id);

      g_assert_cmpstr (get_id (window), ==, windows[i].id);
      g_assert_cmpuint (pel_desktop_get_window_index (desktop, window), ==, i);
    }
  g_assert_null (pel_desktop_find_window (desktop, "other"));
}

static void
test_find_active (void)
{
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (1, windows, G_N_ELEMENTS (windows));
  g_autoptr (PelDesktop) idle = pel_fake_desktop_new (1, windows, 2);

  g_assert_cmpstr (get_id (pel_desktop_find_active (desktop)), ==, "active");
  g_assert_null (pel_desktop_find_active (idle));
}

static void
test_find_at (void)
{
  g_autoptr (PelDesktop) desktop = pel_fake_desktop_new (1, windows, G_N_ELEMENTS (windows));

  for (gsize i = 0; i < G_N_ELEMENTS (point_cases); i++)
    g_assert_cmpstr (get_id (pel_desktop_find_window_at (desktop, point_cases[i].point)),
                     ==,
                     point_cases[i].id);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/desktop/find/by-id", test_find_by_id);
  g_test_add_func ("/desktop/find/active", test_find_active);
  g_test_add_func ("/desktop/find/at", test_find_at);
  return g_test_run ();
}
