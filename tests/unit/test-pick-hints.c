/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/pick-hints.h"

#include <string.h>

static const char *const *
as_const (char **hints)
{
  return (const char *const *) hints;
}

/* Whatever is typed names one thing in the end, and never a second on the way to another. */
static void
test_reach (void)
{
  static const guint counts[] = { 0, 1, 2, 25, 26, 27, 51, 300, 676, 677, 5000 };

  for (gsize row = 0; row < G_N_ELEMENTS (counts); row++)
    {
      g_auto (GStrv)         hints = pel_pick_hints_make (counts[row]);
      g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

      g_assert_cmpuint (g_strv_length (hints), ==, counts[row]);
      for (guint i = 0; i < counts[row]; i++)
        {
          guint found = G_MAXUINT;

          g_assert_cmpuint (strlen (hints[i]), ==, strlen (hints[0]));
          g_assert_true (g_hash_table_add (seen, hints[i]));
          g_assert_true (pel_pick_hints_find (as_const (hints), hints[i], &found));
          g_assert_cmpuint (found, ==, i);
        }
    }
}

static void
test_short (void)
{
  g_auto (GStrv) one = pel_pick_hints_make (26);
  g_auto (GStrv) two = pel_pick_hints_make (27);

  g_assert_cmpuint (strlen (one[0]), ==, 1);
  g_assert_cmpuint (strlen (two[0]), ==, 2);
}

static void
test_narrow (void)
{
  const char *const     hints[] = { "as", "sd", "ad", NULL };
  g_autoptr (GPtrArray) rest = pel_pick_hints_narrow (hints, "A");
  guint                 index = 7;

  g_assert_cmpuint (rest->len, ==, 3);
  g_assert_cmpstr (rest->pdata[0], ==, "S");
  g_assert_null (rest->pdata[1]);
  g_assert_cmpstr (rest->pdata[2], ==, "D");
  g_assert_false (pel_pick_hints_find (hints, "a", &index));
  g_assert_true (pel_pick_hints_find (hints, "S", &index)); /* the first letter is enough */
  g_assert_cmpuint (index, ==, 1);
  g_assert_true (pel_pick_hints_has (hints, "a"));
  g_assert_false (pel_pick_hints_has (hints, "ax"));
  g_assert_false (pel_pick_hints_has (hints, "asd"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pick-hints/reach", test_reach);
  g_test_add_func ("/pick-hints/short", test_short);
  g_test_add_func ("/pick-hints/narrow", test_narrow);
  return g_test_run ();
}
