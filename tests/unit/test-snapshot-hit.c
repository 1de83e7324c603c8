/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-desktop.h"

#include <atspi/atspi-constants.h>

#define N_DESKTOPS 300
#define SHOWN      (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)

/* From the top: a popover, a window that exposes nothing, one that is minimized, the main one. */
static const PelNativeRect windows[] = {
  { 60, 40, 30, 30 },
  { 0, 0, 20, 20 },
  { 0, 0, 200, 200 },
  { 0, 0, 100, 100 },
};

/* An id of the snapshot: rows are added depth first. */
typedef enum
{
  NONE,
  APP,
  FRAME,
  PANE,
  BUTTON,
  POPOVER,
  ITEM,
  LABEL,
} Name;

/* clang-format off */
static const struct { PelElementId parent; guint native_role; PelNativeRect bounds; } tree[] = {
  { NONE,    ATSPI_ROLE_APPLICATION, { 0, 0, 0, 0 } },
  { APP,     ATSPI_ROLE_FRAME,       { 0, 0, 100, 100 } },
  { FRAME,   ATSPI_ROLE_SCROLL_PANE, { 0, 30, 100, 20 } },
  { PANE,    ATSPI_ROLE_PUSH_BUTTON, { 50, 35, 20, 30 } },
  { BUTTON,  ATSPI_ROLE_PANEL,       { 60, 40, 30, 20 } },
  { POPOVER, ATSPI_ROLE_PUSH_BUTTON, { 40, 45, 40, 10 } },
  { FRAME,   ATSPI_ROLE_LABEL,       { 0, 0, 60, 30 } },
};

static const struct { double x, y; PelElementId expected; const char *window; } hit_cases[] = {
  { 50, 90,  FRAME,   "3" },
  { 30, 25,  LABEL,   "3" },
  { 10, 10,  NONE,    "1" }, /* covered by what exposes nothing */
  { 10, 40,  PANE,    "3" },
  { 55, 36,  BUTTON,  "3" },
  { 55, 47,  BUTTON,  "3" }, /* the popover's item is not drawn there */
  { 55, 60,  FRAME,   "3" }, /* the button is scrolled away */
  { 62, 42,  POPOVER, "0" },
  { 62, 50,  ITEM,    "0" }, /* and not cut off by what the popover hangs on */
  { 62, 65,  NONE,    "0" }, /* the popover's window is larger than what it shows */
  { 85, 50,  POPOVER, "0" },
  { 150, 50, NONE,    NULL }, /* only a minimized window there */
};
/* clang-format on */

static PelSnapshot *
build (PelDesktop *desktop)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();

  pel_snapshot_builder_set_id (builder, 42);
  pel_snapshot_builder_set_desktop (builder, desktop);
  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.7" });
  for (gsize i = 0; i < G_N_ELEMENTS (tree); i++)
    pel_snapshot_builder_add (builder,
                              &(PelElement){ .parent = tree[i].parent,
                                             .native_role = tree[i].native_role,
                                             .role = pel_role_from_atspi (tree[i].native_role),
                                             .flags = SHOWN,
                                             .bounds = tree[i].bounds });
  /* The inner one first: the order of the calls does not matter. */
  pel_snapshot_builder_add_surface (builder, 0, POPOVER);
  pel_snapshot_builder_add_surface (builder, 3, FRAME);
  pel_snapshot_builder_add_surface (builder, 1, FRAME);  /* the first one counts */
  pel_snapshot_builder_add_surface (builder, 99, LABEL); /* no such window */
  return pel_snapshot_builder_finish (builder);
}

static PelSnapshot *
build_on_windows (void)
{
  const PelMonitor monitor = { "m", { 0, 0, 200, 200 }, { 0, 0, 200, 200 }, 1, 1, TRUE };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (&monitor, 1);
  g_autoptr (PelDesktop)       desktop =
      test_desktop_new (layout, windows, G_N_ELEMENTS (windows), 1 << 2);

  return build (desktop);
}

static void
test_stack_rows (void)
{
  g_autoptr (PelSnapshot) snapshot = build_on_windows ();

  for (gsize i = 0; i < G_N_ELEMENTS (hit_cases); i++)
    {
      PelNativePoint point = { hit_cases[i].x, hit_cases[i].y };
      PelWindow     *window = NULL;

      g_test_message ("point: %g,%g", point.x, point.y);
      g_assert_cmpuint (pel_snapshot_hit_test (snapshot, point), ==, hit_cases[i].expected);
      g_assert_cmpuint (pel_snapshot_hit_test_window (snapshot, point, &window),
                        ==,
                        hit_cases[i].expected);
      g_assert_cmpstr (window != NULL ? pel_window_get_info (window)->id : NULL,
                       ==,
                       hit_cases[i].window);
    }
  /* Whatever lies over it. */
  g_assert_cmpuint (pel_snapshot_hit_test_within (snapshot, LABEL, (PelNativePoint){ 10, 10 }),
                    ==,
                    LABEL);
}

static void
test_stack_windows (void)
{
  g_autoptr (PelSnapshot) snapshot = build_on_windows ();
  static const int        expected[] = {
           [APP] = -1, [FRAME] = 3, [PANE] = 3, [BUTTON] = 3, [POPOVER] = 0, [ITEM] = 0, [LABEL] = 3
  };

  g_assert_cmpuint (pel_snapshot_find_window_root (snapshot, 0), ==, POPOVER);
  g_assert_cmpuint (pel_snapshot_find_window_root (snapshot, 1), ==, NONE);
  g_assert_cmpuint (pel_snapshot_find_window_root (snapshot, 3), ==, FRAME);
  g_assert_cmpuint (pel_snapshot_find_window_root (snapshot, 99), ==, NONE);
  for (PelElementId id = APP; id <= LABEL; id++)
    {
      PelWindow *window = pel_snapshot_find_window (snapshot, id);

      g_assert_true (window == (expected[id] < 0
                                    ? NULL
                                    : pel_desktop_get_window (pel_snapshot_get_desktop (snapshot),
                                                              expected[id])));
    }
}

static void
test_stack_none (void)
{
  gint64                  before = g_get_real_time ();
  g_autoptr (PelSnapshot) snapshot = build (NULL);
  PelWindow              *window = (PelWindow *) snapshot;

  g_assert_null (pel_snapshot_get_desktop (snapshot));
  g_assert_cmpstr (pel_snapshot_get_id (snapshot), ==, "s42");
  g_assert_cmpint (pel_snapshot_get_time (snapshot), >=, before);
  g_assert_cmpint (pel_snapshot_get_time (snapshot), <=, g_get_real_time ());
  g_assert_null (pel_snapshot_find_window (snapshot, FRAME));
  g_assert_cmpuint (pel_snapshot_find_window_root (snapshot, 0), ==, NONE);
  g_assert_cmpuint (pel_snapshot_hit_test_window (snapshot, (PelNativePoint){ 10, 10 }, &window),
                    ==,
                    LABEL);
  g_assert_null (window);
}

/* Two programs that say the same window is theirs: the later one lies on top. */
static void
test_stack_shared (void)
{
  PelSnapshotBuilder          *builder = pel_snapshot_builder_new ();
  const PelNativeRect          rect = { 0, 0, 100, 100 };
  g_autoptr (PelMonitorLayout) layout = pel_monitor_layout_new (NULL, 0);
  g_autoptr (PelDesktop)       desktop = test_desktop_new (layout, &rect, 1, 0);
  g_autoptr (PelSnapshot)      snapshot = NULL;

  pel_snapshot_builder_set_desktop (builder, desktop);
  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.7" });
  for (guint i = 1; i <= 3; i++)
    {
      PelElement element = { .flags = SHOWN, .bounds = { 0, 0, 100.0 / i, 100 } };

      pel_snapshot_builder_add (builder, &element);
      pel_snapshot_builder_add_surface (builder, 0, i);
    }
  snapshot = pel_snapshot_builder_finish (builder);
  g_assert_cmpuint (pel_snapshot_find_window_root (snapshot, 0), ==, 1);
  g_assert_cmpuint (pel_snapshot_hit_test (snapshot, (PelNativePoint){ 20, 20 }), ==, 3);
  g_assert_cmpuint (pel_snapshot_hit_test (snapshot, (PelNativePoint){ 40, 20 }), ==, 2);
  g_assert_cmpuint (pel_snapshot_hit_test (snapshot, (PelNativePoint){ 60, 20 }), ==, 1);
}

static PelElementId
find_drawn (const RandomDesktop *desktop, int window, PelNativePoint point, gboolean skips_panes)
{
  PelElementId id = pel_snapshot_get_n_elements (desktop->snapshot);

  while (id > 0 && !(random_desktop_is_drawn (desktop, id, window, point) &&
                     !(skips_panes &&
                       pel_role_is_structural (pel_snapshot_get_role (desktop->snapshot, id)))))
    id--;
  return id;
}

/* A pane over something else hides nothing; over what it is in, it is hit itself. */
static PelElementId
hit_test_slowly (const RandomDesktop *desktop, PelNativePoint point)
{
  PelDesktop *windows_of = pel_snapshot_get_desktop (desktop->snapshot);

  for (int i = 0; i < RANDOM_DESKTOP_WINDOWS; i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (windows_of, i));
      PelElementId         id, other;

      if ((info->states & PEL_WINDOW_VISIBLE) == 0 ||
          !pel_native_rect_contains (&info->bounds, point))
        continue;
      id = find_drawn (desktop, i, point, FALSE);
      other = find_drawn (desktop, i, point, TRUE);
      return other != 0 && id > pel_snapshot_get_last_descendant (desktop->snapshot, other) ? other
                                                                                            : id;
    }
  return PEL_ELEMENT_NONE;
}

static void
test_stack_random (void)
{
  guint n_hits = 0;

  for (guint i = 0; i < N_DESKTOPS; i++)
    {
      g_autoptr (RandomDesktop) desktop = random_desktop_new ();

      for (guint j = 0; j < 100; j++)
        {
          PelNativePoint point = { g_test_rand_int_range (-20, 160) / 4.0,
                                   g_test_rand_int_range (-20, 80) / 4.0 };
          PelElementId   expected = hit_test_slowly (desktop, point);

          g_assert_cmpuint (pel_snapshot_hit_test (desktop->snapshot, point), ==, expected);
          n_hits += expected != PEL_ELEMENT_NONE;
        }
    }
  /* Else the comparison says little. */
  g_assert_cmpuint (n_hits, >, N_DESKTOPS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot-hit/stack/rows", test_stack_rows);
  g_test_add_func ("/snapshot-hit/stack/windows", test_stack_windows);
  g_test_add_func ("/snapshot-hit/stack/none", test_stack_none);
  g_test_add_func ("/snapshot-hit/stack/shared", test_stack_shared);
  g_test_add_func ("/snapshot-hit/stack/random", test_stack_random);
  return g_test_run ();
}
