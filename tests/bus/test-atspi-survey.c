/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "bus-pair.h"

#include "services/provider/atspi-survey.h"

#define N_NODES 5

typedef struct
{
  BusPair        *pair;
  PelAtspiQueue  *queue;
  PelAtspiTree   *tree;
  GArray         *ids;
  PelAtspiSurvey *survey;
  guint           n_done;
} Fixture;

static void
done_cb (PelAtspiSurvey *survey, gpointer data)
{
  ((Fixture *) data)->n_done++;
}

/* Nodes /1 to /5, each a place of its own. */
static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->pair = bus_pair_new ();
  fixture->queue = pel_atspi_queue_new (fixture->pair->client, NULL);
  fixture->tree = pel_atspi_tree_new ("/r");
  fixture->ids = g_array_new (FALSE, FALSE, sizeof (PelNodeId));
  for (int i = 1; i <= N_NODES; i++)
    {
      g_autofree char *path = g_strdup_printf ("/%d", i);
      PelNodeId id = pel_atspi_tree_add (fixture->tree, PEL_NODE_ROOT, G_MAXUINT, NULL, path);

      pel_atspi_tree_get (fixture->tree, id)->extents = (PelToolkitRect){ i, i, 10, 10 };
      g_array_append_val (fixture->ids, id);
    }
}

static void
begin (Fixture *fixture)
{
  fixture->survey = pel_atspi_survey_new (fixture->queue,
                                          fixture->tree,
                                          pel_toolkit_find ("Qt", "6.4"),
                                          fixture->ids,
                                          done_cb,
                                          fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  pel_atspi_survey_free (fixture->survey);
  g_array_unref (fixture->ids);
  pel_atspi_tree_free (fixture->tree);
  pel_atspi_queue_free (fixture->queue);
  bus_pair_free (fixture->pair);
}

static PelAtspiNode *
get (Fixture *fixture, guint index)
{
  return pel_atspi_tree_get (fixture->tree, g_array_index (fixture->ids, PelNodeId, index));
}

/* Answers the first call that waits: @dx from where it was. */
static void
answer_moved (Fixture *fixture, int number, int dx)
{
  bus_pair_answer (fixture->pair, 0, "(iiii)", number + dx, number, 10, 10);
}

static guint
count_moved (Fixture *fixture)
{
  g_autoptr (GArray) moved = pel_atspi_survey_find_moved (fixture->survey);

  return moved->len;
}

static void
test_all_at_once (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GArray) moved = NULL;

  begin (fixture);
  bus_pair_wait (&fixture->pair->n_received, N_NODES);
  for (int i = 1; i <= N_NODES; i++)
    {
      g_assert_cmpuint (fixture->n_done, ==, 0);
      g_assert_true (
          sd_bus_message_is_method_call (fixture->pair->calls->pdata[0], NULL, "GetExtents"));
      answer_moved (fixture, i, i == 2 || i == 4 ? 100 : 0);
      bus_pair_settle (fixture->pair);
      g_assert_cmpint (get (fixture, 1)->extents.x, ==, 2);
    }
  g_assert_cmpuint (fixture->n_done, ==, 1);
  moved = pel_atspi_survey_find_moved (fixture->survey);
  g_assert_cmpuint (moved->len, ==, 2);
  g_assert_cmpuint (g_array_index (moved, PelNodeId, 0),
                    ==,
                    g_array_index (fixture->ids, PelNodeId, 1));
  g_assert_cmpint (get (fixture, 1)->extents.x, ==, 2);
  pel_atspi_survey_apply (fixture->survey);
  g_assert_cmpint (get (fixture, 0)->extents.x, ==, 1);
  g_assert_cmpint (get (fixture, 1)->extents.x, ==, 102);
  g_assert_cmpint (get (fixture, 3)->extents.x, ==, 104);
  g_assert_true (get (fixture, 4)->flags & PEL_NODE_HAS_EXTENTS);
  g_assert_cmpuint (count_moved (fixture), ==, 0);
}

/* Refused, of another type, gone, and another node in its place: their places stay as they were. */
static void
test_some_unknown (Fixture *fixture, gconstpointer unused)
{
  PelNodeId gone = g_array_index (fixture->ids, PelNodeId, 2), again;

  begin (fixture);
  bus_pair_wait (&fixture->pair->n_received, N_NODES);
  bus_pair_refuse (fixture->pair, 0);
  bus_pair_answer (fixture->pair, 0, "s", "here");
  answer_moved (fixture, 3, 100);
  answer_moved (fixture, 4, 100);
  answer_moved (fixture, 5, 100);
  pel_atspi_tree_remove (fixture->tree, gone);
  pel_atspi_tree_remove (fixture->tree, g_array_index (fixture->ids, PelNodeId, 3));
  again = pel_atspi_tree_add (fixture->tree, PEL_NODE_ROOT, 0, NULL, "/again");
  bus_pair_wait (&fixture->n_done, 1);
  g_assert_cmpuint (count_moved (fixture), ==, 1);
  pel_atspi_survey_apply (fixture->survey);
  g_assert_cmpint (get (fixture, 0)->extents.x, ==, 1);
  g_assert_cmpint (get (fixture, 1)->extents.x, ==, 2);
  g_assert_cmpint (get (fixture, 4)->extents.x, ==, 105);
  g_assert_cmpint (pel_atspi_tree_get (fixture->tree, again)->extents.x, ==, 0);
  g_assert_cmpint (pel_atspi_tree_get (fixture->tree, again)->flags, ==, 0);
}

/* Where another kind of rectangle is asked for than the one that is known, both come together. */
static void
test_kind (Fixture *fixture, gconstpointer unused)
{
  get (fixture, 1)->extents_kind = PEL_EXTENTS_OF_WINDOW;
  begin (fixture);
  bus_pair_wait (&fixture->pair->n_received, N_NODES);
  g_assert_cmpint (get (fixture, 1)->extents_kind, ==, PEL_EXTENTS_OF_WINDOW);
  for (int i = 1; i <= N_NODES; i++)
    answer_moved (fixture, i, 0);
  bus_pair_wait (&fixture->n_done, 1);
  g_assert_cmpint (get (fixture, 1)->extents_kind, ==, PEL_EXTENTS_OF_WINDOW);
  g_assert_cmpuint (count_moved (fixture), ==, 1);
  pel_atspi_survey_apply (fixture->survey);
  g_assert_cmpint (get (fixture, 1)->extents_kind, ==, PEL_EXTENTS_OF_SCREEN);
  g_assert_cmpuint (count_moved (fixture), ==, 0);
}

static void
test_silent (Fixture *fixture, gconstpointer unused)
{
  begin (fixture);
  bus_pair_wait (&fixture->n_done, 1);
  g_assert_cmpuint (count_moved (fixture), ==, 0);
  pel_atspi_survey_apply (fixture->survey);
  g_assert_cmpint (get (fixture, 0)->extents.x, ==, 1);
}

static void
test_freed (Fixture *fixture, gconstpointer unused)
{
  begin (fixture);
  bus_pair_wait (&fixture->pair->n_received, N_NODES);
  answer_moved (fixture, 1, 100);
  bus_pair_settle (fixture->pair);
  g_clear_pointer (&fixture->survey, pel_atspi_survey_free);
  while (fixture->pair->calls->len > 0)
    answer_moved (fixture, 1, 100);
  bus_pair_settle (fixture->pair);
  g_assert_cmpuint (fixture->n_done, ==, 0);
  g_assert_cmpint (get (fixture, 0)->extents.x, ==, 1);
}

#define ADD(path, func) g_test_add ("/atspi-survey/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("all-at-once", test_all_at_once);
  ADD ("some-unknown", test_some_unknown);
  ADD ("kind", test_kind);
  ADD ("silent", test_silent);
  ADD ("freed", test_freed);
  return g_test_run ();
}
