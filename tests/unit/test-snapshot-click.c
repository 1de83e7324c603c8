/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "random-desktop.h"

#include <atspi/atspi-constants.h>

#define N_DESKTOPS 200
#define SHOWN      (PEL_ELEMENT_HAS_BOUNDS | PEL_ELEMENT_IS_VISIBLE)
#define CLIPS      (SHOWN | PEL_ELEMENT_IS_CLIPPING)
#define MAX_ROWS   6

typedef struct
{
  PelElementId  parent;
  guint         native_role;
  PelNativeRect bounds;
  guint         flags;
} Row;

/* A target on a desktop of two monitors, 100×100 at scale 1 and, to the right of it, 100×100 at
 * 1.5. Its window is the last one; the first row is its frame. */
typedef struct
{
  const char   *name;
  PelNativeRect windows[3];
  Row           rows[MAX_ROWS];
  PelElementId  target;
  gboolean      has_point;
  double        x, y;
} ClickCase;

#define FRAME  0, ATSPI_ROLE_FRAME
#define BUTTON ATSPI_ROLE_PUSH_BUTTON

/* clang-format off */
static const ClickCase click_cases[] = {
  { "in the middle", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN } },
    2, TRUE, 20.5, 15.5 },
  { "one pixel", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 1, 1 }, SHOWN } },
    2, TRUE, 10.5, 10.5 },
  { "between two middles", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10.6, 10, 0.8, 5 }, SHOWN } },
    2, FALSE, 0, 0 },
  { "between two middles, with a wider one in it", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10.6, 10.6, 0.8, 0.8 }, SHOWN },
      { 2, BUTTON, { 10, 10, 2, 2 }, SHOWN } },
    2, FALSE, 0, 0 },
  { "from one middle to the next", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10.5, 10, 1, 1 }, SHOWN } },
    2, TRUE, 10.5, 10.5 },
  { "without a size", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 0, 10 }, SHOWN } },
    2, FALSE, 0, 0 },
  { "hidden", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, PEL_ELEMENT_HAS_BOUNDS } },
    2, FALSE, 0, 0 },
  { "with no place", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, PEL_ELEMENT_IS_VISIBLE } },
    2, FALSE, 0, 0 },
  { "through a label in it", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN },
      { 2, ATSPI_ROLE_LABEL, { 15, 12, 10, 6 }, SHOWN } },
    2, TRUE, 20.5, 15.5 },
  { "half out of its window", { { 0, 0, 50, 50 } },
    { { FRAME, { 0, 0, 50, 50 }, SHOWN }, { 1, BUTTON, { 40, 10, 20, 10 }, SHOWN } },
    2, TRUE, 45.5, 15.5 },
  { "half scrolled away", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, ATSPI_ROLE_SCROLL_PANE, { 0, 0, 100, 15 }, SHOWN },
      { 2, BUTTON, { 10, 10, 20, 10 }, SHOWN } },
    3, TRUE, 20.5, 12.5 },
  { "scrolled away", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, ATSPI_ROLE_SCROLL_PANE, { 0, 0, 100, 10 }, SHOWN },
      { 2, BUTTON, { 10, 10, 20, 10 }, SHOWN } },
    3, FALSE, 0, 0 },
  { "in a document that is scrolled", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, ATSPI_ROLE_DOCUMENT_WEB, { 0, 20, 100, 80 }, SHOWN },
      { 2, ATSPI_ROLE_LIST, { 10, -500, 20, 1000 }, SHOWN }, { 3, BUTTON, { 10, 10, 20, 16 }, SHOWN } },
    4, TRUE, 20.5, 23.5 },
  { "in a list that cuts off", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, ATSPI_ROLE_LIST, { 10, 10, 20, 20 }, CLIPS },
      { 2, ATSPI_ROLE_LIST_ITEM, { 10, 20, 32767, 20 }, SHOWN } },
    3, TRUE, 20.5, 25.5 },
  { "in a list that does not", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, ATSPI_ROLE_LIST, { 10, 10, 20, 20 }, SHOWN },
      { 2, ATSPI_ROLE_LIST_ITEM, { 10, 30, 20, 20 }, SHOWN } },
    3, TRUE, 20.5, 40.5 },
  { "below a sibling, free on the left", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN },
      { 1, BUTTON, { 16, 0, 50, 50 }, SHOWN } },
    2, TRUE, 13.5, 15.5 },
  { "below several", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN },
      { 1, BUTTON, { 16, 0, 50, 50 }, SHOWN }, { 1, BUTTON, { 10, 0, 6, 12 }, SHOWN },
      { 1, BUTTON, { 10, 13, 6, 50 }, SHOWN } },
    2, TRUE, 13.5, 12.5 },
  { "below a sibling altogether", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN },
      { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN } },
    2, FALSE, 0, 0 },
  { "below an empty pane", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN },
      { 1, ATSPI_ROLE_PANEL, { 0, 0, 100, 100 }, SHOWN } },
    2, TRUE, 20.5, 15.5 },
  { "below a label", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN },
      { 1, ATSPI_ROLE_LABEL, { 0, 0, 100, 100 }, SHOWN } },
    2, TRUE, 20.5, 15.5 },
  { "below a label in a button", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN },
      { 1, BUTTON, { 0, 0, 100, 100 }, SHOWN }, { 3, ATSPI_ROLE_LABEL, { 0, 0, 100, 100 }, SHOWN } },
    2, FALSE, 0, 0 },
  { "below a button below a label", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN },
      { 1, BUTTON, { 0, 0, 100, 100 }, SHOWN }, { 1, ATSPI_ROLE_LABEL, { 0, 0, 100, 100 }, SHOWN } },
    2, FALSE, 0, 0 },
  { "below a dialog in its window", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN },
      { 1, ATSPI_ROLE_DIALOG, { 0, 0, 100, 100 }, SHOWN } },
    2, FALSE, 0, 0 },
  { "above a sibling", { { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN },
      { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN } },
    3, TRUE, 20.5, 15.5 },
  { "below a window", { { 0, 0, 100, 16 }, { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN } },
    2, TRUE, 20.5, 18.5 },
  { "below two windows", { { 0, 0, 100, 16 }, { 0, 15, 100, 5 }, { 0, 0, 100, 100 } },
    { { FRAME, { 0, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { 10, 10, 20, 10 }, SHOWN } },
    2, FALSE, 0, 0 },
  { "off every monitor", { { -100, 0, 100, 100 } },
    { { FRAME, { -100, 0, 100, 100 }, SHOWN }, { 1, BUTTON, { -90, 10, 20, 10 }, SHOWN } },
    2, FALSE, 0, 0 },
  { "half off the monitor", { { -100, 0, 200, 100 } },
    { { FRAME, { -100, 0, 200, 100 }, SHOWN }, { 1, BUTTON, { -10, 10, 20, 10 }, SHOWN } },
    2, TRUE, 5.5, 15.5 },
  { "mostly on the second monitor", { { 0, 0, 200, 100 } },
    { { FRAME, { 0, 0, 200, 100 }, SHOWN }, { 1, BUTTON, { 94, 10, 18, 12 }, SHOWN } },
    2, TRUE, 100 + 9.5 / 1.5, 24.5 / 1.5 },
  { "free on the first monitor only", { { 100, 0, 100, 100 }, { 0, 0, 200, 100 } },
    { { FRAME, { 0, 0, 200, 100 }, SHOWN }, { 1, BUTTON, { 94, 10, 18, 12 }, SHOWN } },
    2, TRUE, 97.5, 16.5 },
};
/* clang-format on */

static PelMonitorLayout *
new_layout (void)
{
  const PelMonitor monitors[] = {
    { "one", { 0, 0, 100, 100 }, { 0, 0, 100, 100 }, 1, 1, TRUE },
    { "two", { 100, 0, 100, 100 }, { 0, 0, 150, 150 }, 1.5, 1.5, FALSE },
  };

  return pel_monitor_layout_new (monitors, G_N_ELEMENTS (monitors));
}

static PelSnapshot *
build (const ClickCase *row, PelDesktop *desktop)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();

  pel_snapshot_builder_set_desktop (builder, desktop);
  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.7" });
  for (guint i = 0; i < MAX_ROWS && row->rows[i].native_role != 0; i++)
    pel_snapshot_builder_add (builder,
                              &(PelElement){
                                  .parent = row->rows[i].parent,
                                  .native_role = row->rows[i].native_role,
                                  .role = pel_role_from_atspi (row->rows[i].native_role),
                                  .flags = row->rows[i].flags,
                                  .bounds = row->rows[i].bounds,
                              });
  if (desktop != NULL)
    pel_snapshot_builder_add_surface (builder, pel_desktop_get_n_windows (desktop) - 1, 1);
  return pel_snapshot_builder_finish (builder);
}

static void
test_point_rows (void)
{
  g_autoptr (PelMonitorLayout) layout = new_layout ();

  for (gsize i = 0; i < G_N_ELEMENTS (click_cases); i++)
    {
      const ClickCase        *row = &click_cases[i];
      guint                   n_windows = 0;
      g_autoptr (PelDesktop)  desktop = NULL;
      g_autoptr (PelSnapshot) snapshot = NULL;
      PelNativePoint          point = { -1, -1 };

      while (n_windows < G_N_ELEMENTS (row->windows) && row->windows[n_windows].width > 0)
        n_windows++;
      desktop = test_desktop_new (layout, row->windows, n_windows, 0);
      snapshot = build (row, desktop);
      g_test_message ("%s", row->name);
      g_assert_cmpint (pel_snapshot_find_click_point (snapshot, row->target, &point),
                       ==,
                       row->has_point);
      g_assert_cmpfloat_with_epsilon (point.x, row->has_point ? row->x : -1, 1e-9);
      g_assert_cmpfloat_with_epsilon (point.y, row->has_point ? row->y : -1, 1e-9);
    }
}

/* Nothing is known of what lies over it. */
static void
test_point_unknown (void)
{
  static const PelNativeRect   rect = { 0, 0, 100, 100 };
  g_autoptr (PelMonitorLayout) layout = new_layout ();
  g_autoptr (PelDesktop)       hidden = test_desktop_new (layout, &rect, 1, 1);
  g_autoptr (PelSnapshot)      without = build (&click_cases[0], NULL);
  g_autoptr (PelSnapshot)      minimized = build (&click_cases[0], hidden);
  PelNativePoint               point;

  g_assert_false (pel_snapshot_find_click_point (without, 2, &point));
  g_assert_false (pel_snapshot_find_click_point (minimized, 2, &point));
}

/* An element below more others than are looked at ends as covered, not in a long search. */
static void
test_point_crowded (void)
{
  static const PelNativeRect   rect = { 0, 0, 100, 100 };
  g_autoptr (PelMonitorLayout) layout = new_layout ();
  g_autoptr (PelDesktop)       desktop = test_desktop_new (layout, &rect, 1, 0);
  PelSnapshotBuilder          *builder = pel_snapshot_builder_new ();
  g_autoptr (PelSnapshot)      snapshot = NULL;
  PelNativePoint               point;

  pel_snapshot_builder_set_desktop (builder, desktop);
  pel_snapshot_builder_add_program (builder, &(PelSnapshotProgram){ .bus_name = ":1.7" });
  pel_snapshot_builder_add (builder, &(PelElement){ .flags = SHOWN, .bounds = rect });
  pel_snapshot_builder_add (builder, &(PelElement){ .parent = 1, .flags = SHOWN, .bounds = rect });
  for (guint i = 0; i < 10000; i++)
    pel_snapshot_builder_add (builder,
                              &(PelElement){ .parent = 1,
                                             .role = PEL_ROLE_BUTTON,
                                             .flags = SHOWN,
                                             .bounds = { i % 100, i / 100, 1, 1 } });
  pel_snapshot_builder_add_surface (builder, 0, 1);
  snapshot = pel_snapshot_builder_finish (builder);
  g_assert_false (pel_snapshot_find_click_point (snapshot, 2, &point));
  g_assert_true (pel_snapshot_find_click_point (snapshot, 1, &point));
}

static gboolean
is_around (PelSnapshot *snapshot, PelElementId outer, PelElementId inner)
{
  return inner >= outer && inner <= pel_snapshot_get_last_descendant (snapshot, outer);
}

/* Nothing that takes presses is drawn over it, unless it is in the element or around it. */
static gboolean
is_reached (const RandomDesktop *desktop, PelElementId id, PelNativePoint point)
{
  PelSnapshot *snapshot = desktop->snapshot;
  int          index = random_desktop_find_window (desktop, id);
  PelElementId target = pel_snapshot_get_n_elements (snapshot);
  PelWindow   *window;

  pel_snapshot_hit_test_window (snapshot, point, &window);
  if (index < 0 || !random_desktop_is_drawn (desktop, id, index, point) ||
      window != pel_desktop_get_window (pel_snapshot_get_desktop (snapshot), index))
    return FALSE;
  while (target > 0 && !(random_desktop_is_drawn (desktop, target, index, point) &&
                         pel_role_is_interactive (pel_snapshot_get_role (snapshot, target))))
    target--;
  return target == 0 || is_around (snapshot, id, target) || is_around (snapshot, target, id);
}

/* Every pixel of every monitor. */
static gboolean
is_reached_anywhere (const RandomDesktop *desktop, PelElementId id)
{
  const PelMonitorLayout *layout =
      pel_desktop_get_layout (pel_snapshot_get_desktop (desktop->snapshot));

  for (guint i = 0; i < pel_monitor_layout_get_n_monitors (layout); i++)
    {
      const PelMonitor *monitor = pel_monitor_layout_get_monitor (layout, i);
      PelPhysicalRect   p = monitor->physical;

      for (int y = p.y; y < p.y + p.height; y++)
        for (int x = p.x; x < p.x + p.width; x++)
          if (is_reached (desktop,
                          id,
                          pel_monitor_point_to_native (monitor, (PelPhysicalPoint){ x, y })))
            return TRUE;
    }
  return FALSE;
}

static void
check_point (const RandomDesktop *desktop, PelElementId id, PelNativePoint point)
{
  PelSnapshot            *snapshot = desktop->snapshot;
  const PelMonitorLayout *layout = pel_desktop_get_layout (pel_snapshot_get_desktop (snapshot));
  g_autoptr (GError)      error = NULL;
  PelPhysicalPoint        pixel;
  PelNativePoint          middle;
  PelNativeRect           rect;

  g_assert_true (is_reached (desktop, id, point));
  g_assert_true (pel_snapshot_get_visible_rect (snapshot, id, &rect));
  g_assert_true (pel_native_rect_contains (&rect, point));
  pel_monitor_layout_to_physical (layout, point, &pixel, &error);
  g_assert_no_error (error);
  pel_monitor_layout_to_native (layout, pixel, &middle, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (middle.x, ==, point.x);
  g_assert_cmpfloat (middle.y, ==, point.y);
}

static void
test_point_random (void)
{
  guint n_found = 0, n_missing = 0;

  for (guint i = 0; i < N_DESKTOPS; i++)
    {
      g_autoptr (RandomDesktop) desktop = random_desktop_new ();
      PelSnapshot              *snapshot = desktop->snapshot;

      for (PelElementId id = 1; id <= pel_snapshot_get_n_elements (snapshot); id++)
        {
          PelNativePoint point;

          if (pel_snapshot_find_click_point (snapshot, id, &point))
            {
              check_point (desktop, id, point);
              n_found++;
            }
          else
            {
              g_assert_false (is_reached_anywhere (desktop, id));
              n_missing++;
            }
        }
    }
  g_assert_cmpuint (n_found, >, N_DESKTOPS / 2);
  g_assert_cmpuint (n_missing, >, N_DESKTOPS / 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot-click/point/rows", test_point_rows);
  g_test_add_func ("/snapshot-click/point/unknown", test_point_unknown);
  g_test_add_func ("/snapshot-click/point/crowded", test_point_crowded);
  g_test_add_func ("/snapshot-click/point/random", test_point_random);
  return g_test_run ();
}
