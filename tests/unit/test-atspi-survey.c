/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/atspi-survey.h"

#define N_TURNS 4

static PelNodeId
add (PelAtspiTree *tree, PelNodeId parent, guint number)
{
  g_autofree char *path = g_strdup_printf ("/%u", number);

  return pel_atspi_tree_add (tree, parent, G_MAXUINT, NULL, path);
}

/* A window with a pane of so many leaves: how many of them are asked in a turn at most, and that
 * all have been after four of them; the window is asked each time. */
static void
test_choose (void)
{
  /* clang-format off */
  static const struct { guint n_leaves, most; } rows[] = {
    { 0, 0 }, { 1, 1 }, { 2, 1 }, { 3, 1 }, { 4, 1 }, { 5, 2 }, { 8, 2 }, { 9, 3 }, { 400, 100 },
  };
  /* clang-format on */

  for (gsize row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      g_autoptr (PelAtspiTree) tree = pel_atspi_tree_new ("/r");
      g_autoptr (GArray)       ids = g_array_new (FALSE, FALSE, sizeof (PelNodeId));
      g_autoptr (GHashTable)   asked = g_hash_table_new (NULL, NULL);
      PelNodeId                window = add (tree, PEL_NODE_ROOT, 1);
      PelNodeId                pane = add (tree, window, 2);

      g_test_message ("%u leaves", rows[row].n_leaves);
      g_array_append_val (ids, window);
      for (guint i = 0; i < rows[row].n_leaves; i++)
        {
          PelNodeId leaf = add (tree, pane, i + 3);

          g_array_append_val (ids, leaf);
        }
      for (guint turn = 5; turn < 5 + N_TURNS; turn++)
        {
          g_autoptr (GArray) chosen = pel_atspi_survey_choose (tree, ids, turn);

          g_assert_cmpuint (g_array_index (chosen, PelNodeId, 0), ==, window);
          g_assert_cmpuint (chosen->len - 1, <=, rows[row].most);
          for (guint i = 0; i < chosen->len; i++)
            g_hash_table_add (asked, GUINT_TO_POINTER (g_array_index (chosen, PelNodeId, i)));
        }
      g_assert_cmpuint (g_hash_table_size (asked), ==, rows[row].n_leaves + 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/atspi-survey/choose", test_choose);
  return g_test_run ();
}
