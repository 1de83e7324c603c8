/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/region/region.h"

static PelRegion
get_values (GArray *pieces)
{
  return (PelRegion){ .index = 12,
                      .id = (char *) "0badcafe",
                      .ref = 3,
                      .bus_name = (char *) ":1.7",
                      .path = (char *) "/a",
                      .role = PEL_ROLE_BUTTON,
                      .label = (char *) "Save",
                      .flags = PEL_REGION_IS_ENABLED,
                      .window_id = (char *) "w",
                      .bounds = { 1, 2, 30, 40 },
                      .click_point = { 5, 6 },
                      .pieces = pieces };
}

/* A region is not touched by what happens to the values that it was made of. */
static void
test_copy (void)
{
  const PelNativeRect   piece = { 1, 2, 10, 40 };
  g_autoptr (GArray)    pieces = g_array_new (FALSE, FALSE, sizeof (PelNativeRect));
  PelRegion             values = get_values (pieces);
  g_autofree char      *label = g_strdup ("Save");
  g_autoptr (PelRegion) region = NULL;
  PelRegion            *again;

  g_array_append_val (pieces, piece);
  values.label = label;
  region = pel_region_new (&values);
  label[0] = 'X';
  g_array_set_size (pieces, 0);
  g_assert_cmpstr (region->label, ==, "Save");
  g_assert_cmpstr (region->id, ==, "0badcafe");
  g_assert_cmpuint (region->pieces->len, ==, 1);
  again = pel_region_ref (region);
  g_assert_true (again == region);
  pel_region_unref (again);
}

static void
test_defaults (void)
{
  g_autoptr (PelRegion) region =
      pel_region_new (&(PelRegion){ .index = 1, .bounds = { 1, 2, 3, 4 } });

  g_assert_cmpstr (region->label, ==, "");
  g_assert_cmpuint (region->pieces->len, ==, 1);
  g_assert_cmpfloat (g_array_index (region->pieces, PelNativeRect, 0).height, ==, 4);
}

typedef void (*Change) (PelRegion *values);

static void
change_index (PelRegion *values)
{
  values->index++;
}

static void
change_role (PelRegion *values)
{
  values->role = PEL_ROLE_EDIT;
}

static void
change_label (PelRegion *values)
{
  values->label = (char *) "Load";
}

static void
change_source (PelRegion *values)
{
  values->source = PEL_REGION_OCR;
}

static void
change_flags (PelRegion *values)
{
  values->flags |= PEL_REGION_IS_FOCUSED;
}

static void
change_bounds (PelRegion *values)
{
  values->bounds.height++;
}

static void
change_click_point (PelRegion *values)
{
  values->click_point.y++;
}

static void
change_ref (PelRegion *values)
{
  values->ref++;
}

static void
change_confidence (PelRegion *values)
{
  values->confidence = 0.5;
}

static const struct
{
  const char *what;
  Change      change;
  gboolean    is_equal;
} equal_cases[] = {
  { "number", change_index, FALSE },         { "role", change_role, FALSE },
  { "label", change_label, FALSE },          { "source", change_source, FALSE },
  { "flags", change_flags, FALSE },          { "bounds", change_bounds, FALSE },
  { "point", change_click_point, FALSE },    { "ref", change_ref, TRUE },
  { "confidence", change_confidence, TRUE },
};

static void
test_equal (void)
{
  PelRegion             values = get_values (NULL);
  g_autoptr (PelRegion) region = pel_region_new (&values);
  g_autoptr (PelRegion) same = pel_region_new (&values);

  g_assert_true (pel_region_equal (region, same));
  for (gsize i = 0; i < G_N_ELEMENTS (equal_cases); i++)
    {
      PelRegion             changed = get_values (NULL);
      g_autoptr (PelRegion) other = NULL;

      equal_cases[i].change (&changed);
      other = pel_region_new (&changed);
      g_test_message ("%s", equal_cases[i].what);
      g_assert_cmpint (pel_region_equal (region, other), ==, equal_cases[i].is_equal);
    }
}

static void
test_equal_pieces (void)
{
  const PelNativeRect   rects[] = { { 1, 2, 10, 40 }, { 20, 2, 5, 40 } };
  g_autoptr (GArray)    pieces = g_array_new (FALSE, FALSE, sizeof (PelNativeRect));
  PelRegion             values = get_values (pieces);
  g_autoptr (PelRegion) one = NULL, two = NULL, moved = NULL;

  g_array_append_val (pieces, rects[0]);
  one = pel_region_new (&values);
  g_array_append_val (pieces, rects[1]);
  two = pel_region_new (&values);
  g_array_index (pieces, PelNativeRect, 1).x++;
  moved = pel_region_new (&values);
  g_assert_false (pel_region_equal (one, two));
  g_assert_false (pel_region_equal (two, moved));
  g_assert_true (pel_region_equal (two, two));
}

static void
test_sources (void)
{
  g_assert_cmpstr (pel_region_source_to_string (PEL_REGION_ACCESSIBILITY), ==, "accessibility");
  g_assert_cmpstr (pel_region_source_to_string (PEL_REGION_HEURISTIC), ==, "heuristic");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/region/copy", test_copy);
  g_test_add_func ("/region/defaults", test_defaults);
  g_test_add_func ("/region/equal", test_equal);
  g_test_add_func ("/region/equal-pieces", test_equal_pieces);
  g_test_add_func ("/region/sources", test_sources);
  return g_test_run ();
}
