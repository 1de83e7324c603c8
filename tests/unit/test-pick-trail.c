/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/pick-trail.h"
#include "tests/unit/fake-window-source.h"
#include "tests/unit/region-tree.h"

#include <string.h>

/* The number of a row is its id. Under 50,50 lie the button 4 in its box, the image 6 below it
 * which begins before, and far below both the list 3; 5 cannot be seen. */
static const RegionRow rows[] = {
  { 0, ATSPI_ROLE_FRAME, "Main", { 0, 0, 500, 500 }, 1 },
  { 1, ATSPI_ROLE_PANEL, "Behind", { 0, 0, 500, 500 } },
  { 2, ATSPI_ROLE_LIST, "List", { 0, 0, 400, 400 } },
  { 1, ATSPI_ROLE_IMAGE, "Image", { 20, 20, 200, 200 } },
  { 1, ATSPI_ROLE_PANEL, "Hidden", { 0, 0, 500, 500 }, 0, PEL_ELEMENT_IS_VISIBLE },
  { 2, ATSPI_ROLE_PANEL, "Box", { 10, 10, 100, 100 } },
  { 3, ATSPI_ROLE_PUSH_BUTTON, "OK", { 40, 40, 50, 50 } },
  { 3, ATSPI_ROLE_PUSH_BUTTON, "No", { 95, 40, 10, 10 } },
};

static PelSnapshot *
build (void)
{
  const PelWindowInfo window = { .id = "w",
                                 .bounds = { 0, 0, 500, 500 },
                                 .states = PEL_WINDOW_VISIBLE };

  return region_tree_build (rows, G_N_ELEMENTS (rows), &window, 1, ":1.7");
}

static const struct
{
  const char *steps; /* c(limb) d(escend) s(ink) r(ise); a capital: is refused */
  const char *names; /* after each */
} ways[] = {
  { "cccC", "Box Main Main Main" },
  { "ccdd", "Box Main Box OK" },
  { "D", "OK" },
  { "ssS", "Image List List" },
  { "ssrrR", "Image List Image OK OK" },
  { "csc", "Box Image Main" },
  { "csd", "Box Image Image" },
  { "sccdd", "Image Main Main Image Image" },
  { "scsr", "Image Main List Image" },
};

static gboolean
step (PelPickTrail *trail, char letter)
{
  switch (g_ascii_tolower (letter))
    {
    case 'c':
      return pel_pick_trail_climb (trail);
    case 'd':
      return pel_pick_trail_descend (trail);
    case 's':
      return pel_pick_trail_sink (trail);
    default:
      return pel_pick_trail_rise (trail);
    }
}

static void
test_ways (void)
{
  g_autoptr (PelSnapshot) snapshot = build ();
  PelNativePoint          point = { 50, 50 };

  for (gsize row = 0; row < G_N_ELEMENTS (ways); row++)
    {
      PelElementId             hit = pel_snapshot_hit_test (snapshot, point);
      g_autoptr (PelPickTrail) trail = pel_pick_trail_new (snapshot, hit, point);
      g_autoptr (GString)      names = g_string_new (NULL);

      for (const char *letter = ways[row].steps; *letter != '\0'; letter++)
        {
          step (trail, *letter);
          g_string_append_printf (names,
                                  "%s%s",
                                  names->len > 0 ? " " : "",
                                  pel_snapshot_get_name (snapshot, trail->id));
        }
      g_assert_cmpstr (names->str, ==, ways[row].names);
    }
}

/* What holds others leads to the first of them that can be seen. */
static void
test_children (void)
{
  g_autoptr (PelSnapshot)  snapshot = build ();
  g_autoptr (PelPickTrail) trail = pel_pick_trail_new (snapshot, 6, (PelNativePoint){ 12, 12 });

  g_assert_true (pel_pick_trail_descend (trail));
  g_assert_cmpstr (pel_snapshot_get_name (snapshot, trail->id), ==, "OK");
  g_assert_false (pel_pick_trail_descend (trail));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pick-trail/ways", test_ways);
  g_test_add_func ("/pick-trail/children", test_children);
  return g_test_run ();
}
