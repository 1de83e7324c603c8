/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "inspector/dock-place.h"

/* clang-format off */
static const PelPhysicalRect one[] = { { 0, 0, 1920, 1080 } };
static const PelPhysicalRect row[] = { { 1920, 0, 1280, 1024 }, { 0, 0, 1920, 1080 }, { 3200, 200, 800, 600 } };
static const PelPhysicalRect column[] = { { 0, 0, 1000, 800 }, { 300, 800, 1000, 800 } };
static const PelPhysicalRect stairs[] = { { 0, 500, 1000, 800 }, { 1000, 0, 1000, 600 }, { 2000, 550, 500, 500 } };

static const struct { const char *name; const PelPhysicalRect *monitors; guint n, current; PelDockSide side; guint expected; } find_rows[] = {
  { "one left",         one,    1, 0, PEL_DOCK_LEFT,     0 },
  { "one right",        one,    1, 0, PEL_DOCK_RIGHT,    0 },
  { "middle to left",   row,    3, 0, PEL_DOCK_LEFT,     1 },
  { "middle to right",  row,    3, 0, PEL_DOCK_RIGHT,    2 },
  { "left to right",    row,    3, 1, PEL_DOCK_RIGHT,    2 },
  { "at its end",       row,    3, 2, PEL_DOCK_RIGHT,    2 },
  { "floats",           row,    3, 0, PEL_DOCK_FLOATING, 0 },
  { "above alone",      column, 2, 0, PEL_DOCK_RIGHT,    0 },
  { "below alone",      column, 2, 1, PEL_DOCK_LEFT,     1 },
  { "two steps",        stairs, 3, 0, PEL_DOCK_RIGHT,    2 },
};

static const struct { const char *name; const PelPhysicalRect *monitors; guint n; PelPhysicalRect area; PelDockSide side; int width; PelPhysicalRect place; gulong left, right, start, end; } place_rows[] = {
  { "left",          one,    1, { 0, 0, 1920, 1080 },     PEL_DOCK_LEFT,  400,  { 0, 0, 400, 1080 },       400, 0,   0,   1079 },
  { "right",         one,    1, { 0, 0, 1920, 1080 },     PEL_DOCK_RIGHT, 400,  { 1520, 0, 400, 1080 },    0,   400, 0,   1079 },
  { "below a panel", one,    1, { 0, 30, 1920, 1050 },    PEL_DOCK_RIGHT, 400,  { 1520, 30, 400, 1050 },   0,   400, 30,  1079 },
  { "too wide",      one,    1, { 0, 0, 1920, 1080 },     PEL_DOCK_LEFT,  5000, { 0, 0, 960, 1080 },       960, 0,   0,   1079 },
  { "last of a row", row,    3, { 3200, 200, 800, 600 },  PEL_DOCK_RIGHT, 300,  { 3700, 200, 300, 600 },   0,   300, 200, 799 },
  { "above, inset",  column, 2, { 0, 0, 1000, 800 },      PEL_DOCK_RIGHT, 300,  { 700, 0, 300, 800 },      0,   600, 0,   799 },
  { "below, inset",  column, 2, { 300, 800, 1000, 800 },  PEL_DOCK_LEFT,  300,  { 300, 800, 300, 800 },    600, 0,   800, 1599 },
};
/* clang-format on */

static void
test_find_monitor (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (find_rows); i++)
    {
      g_test_message ("%s", find_rows[i].name);
      g_assert_cmpuint (pel_dock_find_monitor (find_rows[i].monitors,
                                               find_rows[i].n,
                                               find_rows[i].current,
                                               find_rows[i].side),
                        ==,
                        find_rows[i].expected);
    }
}

static void
test_place (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (place_rows); i++)
    {
      PelPhysicalRect place =
          pel_dock_make_place (&place_rows[i].area, place_rows[i].side, place_rows[i].width);
      PelDockStrut strut =
          pel_dock_make_strut (place_rows[i].monitors, place_rows[i].n, &place, place_rows[i].side);

      g_test_message ("%s", place_rows[i].name);
      g_assert_cmpmem (&place, sizeof place, &place_rows[i].place, sizeof place);
      g_assert_cmpuint (strut.left, ==, place_rows[i].left);
      g_assert_cmpuint (strut.right, ==, place_rows[i].right);
      g_assert_cmpuint (strut.left_start_y + strut.right_start_y, ==, place_rows[i].start);
      g_assert_cmpuint (strut.left_end_y + strut.right_end_y, ==, place_rows[i].end);
      g_assert_cmpuint (strut.top + strut.bottom, ==, 0);
    }
}

/* Nothing is kept free of a window that floats. */
static void
test_place_floating (void)
{
  PelDockStrut strut = pel_dock_make_strut (one, 1, &one[0], PEL_DOCK_FLOATING);
  PelDockStrut none = { 0 };

  g_assert_cmpmem (&strut, sizeof strut, &none, sizeof none);
}

static void
test_names (void)
{
  for (guint i = 0; i < PEL_N_DOCK_SIDES; i++)
    g_assert_cmpuint (pel_dock_side_from_string (pel_dock_side_to_string (i)), ==, i);
  g_assert_cmpuint (pel_dock_side_from_string ("ceiling"), ==, PEL_DOCK_FLOATING);
}

/* clang-format off */
static const struct { const char *name; PelPhysicalRect place; gboolean is_reachable; } reach_rows[] = {
  { "inside",             {  100,  100, 400, 600 }, TRUE  },
  { "over both",          { 1800,  100, 400, 600 }, TRUE  },
  { "out at the left",    { -361,  100, 400, 600 }, FALSE },
  { "a grip is left",     { -360,  100, 400, 600 }, TRUE  },
  { "above",              {  100,   -1, 400, 600 }, FALSE },
  { "below",              {  100, 1041, 400, 600 }, FALSE },
  { "on one that is gone", { 9000,  100, 400, 600 }, FALSE },
};
/* clang-format on */

static void
test_reach (void)
{
  const PelPhysicalRect pair[] = { { 0, 0, 1920, 1080 }, { 1920, 0, 1280, 1024 } };

  for (gsize i = 0; i < G_N_ELEMENTS (reach_rows); i++)
    {
      g_test_message ("%s", reach_rows[i].name);
      g_assert_cmpint (pel_dock_is_reachable (pair, 2, &reach_rows[i].place, 40),
                       ==,
                       reach_rows[i].is_reachable);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dock-place/monitor", test_find_monitor);
  g_test_add_func ("/dock-place/place", test_place);
  g_test_add_func ("/dock-place/reach", test_reach);
  g_test_add_func ("/dock-place/floating", test_place_floating);
  g_test_add_func ("/dock-place/names", test_names);
  return g_test_run ();
}
