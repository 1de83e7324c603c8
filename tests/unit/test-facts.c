/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/selector/facts.h"

#define START (5 * G_TIME_SPAN_HOUR)

static PelSnapshot *
new_snapshot (guint64 number)
{
  PelSnapshotBuilder *builder = pel_snapshot_builder_new ();

  pel_snapshot_builder_set_id (builder, number);
  return pel_snapshot_builder_finish (builder);
}

static gboolean
begin (PelFacts *facts, guint64 snapshot, gint64 after)
{
  g_autoptr (PelSnapshot) other = new_snapshot (snapshot);

  return pel_facts_begin (facts, other, START + after);
}

static gboolean
is_known (const PelFacts *facts, guint ref, PelFact fact)
{
  const char *text = "untouched";
  gboolean    known = pel_facts_get (facts, ref, fact, &text);

  if (!known)
    g_assert_cmpstr (text, ==, "untouched");
  return known;
}

static void
assert_fact (const PelFacts *facts, guint ref, PelFact fact, const char *expected)
{
  const char *text = "untouched";

  g_assert_true (pel_facts_get (facts, ref, fact, &text));
  g_assert_cmpstr (text, ==, expected);
}

/* clang-format off */
/* Put in at second 0 for snapshot 1: is it known later? */
static const struct { PelFact fact; guint64 snapshot; gint64 after; gboolean is_known; } ages[] = {
  { PEL_FACT_ID,          1, 0,                     TRUE  },
  { PEL_FACT_ID,          2, 0,                     TRUE  },
  { PEL_FACT_ID,          1, PEL_FACTS_MAX_AGE - 1, TRUE  },
  { PEL_FACT_ID,          1, PEL_FACTS_MAX_AGE,     FALSE },
  { PEL_FACT_CLASS,       2, PEL_FACTS_MAX_AGE - 1, TRUE  },
  { PEL_FACT_CLASS,       2, PEL_FACTS_MAX_AGE,     FALSE },
  { PEL_FACT_DESCRIPTION, 2, PEL_FACTS_MAX_AGE - 1, TRUE  },
  { PEL_FACT_DESCRIPTION, 2, PEL_FACTS_MAX_AGE,     FALSE },
  { PEL_FACT_VALUE,       1, 0,                     TRUE  },
  { PEL_FACT_VALUE,       1, PEL_FACTS_MAX_AGE,     TRUE  },
  { PEL_FACT_VALUE,       2, 0,                     FALSE },
  { PEL_FACT_TEXT,        1, PEL_FACTS_MAX_AGE,     TRUE  },
  { PEL_FACT_TEXT,        2, 0,                     FALSE },
};
/* clang-format on */

static void
test_ages (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (ages); i++)
    {
      g_autoptr (PelFacts) facts = pel_facts_new ();

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      begin (facts, 1, 0);
      g_assert_false (is_known (facts, 7, ages[i].fact));
      pel_facts_set (facts, 7, ages[i].fact, "told");
      begin (facts, ages[i].snapshot, ages[i].after);
      g_assert_cmpint (is_known (facts, 7, ages[i].fact), ==, ages[i].is_known);
      g_assert_false (is_known (facts, 8, ages[i].fact));
      pel_facts_set (facts, 7, ages[i].fact, NULL);
      assert_fact (facts, 7, ages[i].fact, NULL);
    }
}

/* A snapshot that comes back is another one: its values are read anew. */
static void
test_back_again (void)
{
  g_autoptr (PelFacts) facts = pel_facts_new ();

  g_assert_false (begin (facts, 1, 0));
  pel_facts_set (facts, 7, PEL_FACT_VALUE, "old");
  g_assert_true (begin (facts, 1, 0));
  g_assert_false (begin (facts, 2, 0));
  g_assert_false (begin (facts, 1, 0));
  g_assert_false (is_known (facts, 7, PEL_FACT_VALUE));
}

static void
test_reading (void)
{
  g_autoptr (PelFacts)          facts = pel_facts_new ();
  g_autoptr (PelElementReading) reading = pel_element_reading_new ();

  begin (facts, 1, 0);
  reading->id = g_strdup ("save");
  reading->class = g_strdup ("");
  reading->value_text = g_strdup ("");
  reading->text = g_strdup ("never asked for");
  pel_facts_take_reading (facts, 7, PEL_READ_ID | PEL_READ_VALUE | PEL_READ_TABLE, reading);
  assert_fact (facts, 7, PEL_FACT_ID, "save");
  assert_fact (facts, 7, PEL_FACT_CLASS, NULL); /* none is told like this */
  assert_fact (facts, 7, PEL_FACT_VALUE, "");   /* an empty field has a value */
  g_assert_false (is_known (facts, 7, PEL_FACT_TEXT));
  g_assert_false (is_known (facts, 7, PEL_FACT_DESCRIPTION));
}

/* What is gone tells nothing; it may be back with the next snapshot. */
static void
test_gone (void)
{
  g_autoptr (PelFacts) facts = pel_facts_new ();

  begin (facts, 1, 0);
  pel_facts_take_reading (facts, 7, PEL_READ_ALL, NULL);
  for (guint fact = 0; fact < PEL_N_FACTS; fact++)
    assert_fact (facts, 7, fact, NULL);
  begin (facts, 2, 0);
  for (guint fact = 0; fact < PEL_N_FACTS; fact++)
    g_assert_false (is_known (facts, 7, fact));
  /* and what it said before stands */
  pel_facts_set (facts, 7, PEL_FACT_ID, "save");
  pel_facts_take_reading (facts, 7, PEL_READ_ALL, NULL);
  assert_fact (facts, 7, PEL_FACT_ID, "save");
  assert_fact (facts, 7, PEL_FACT_CLASS, NULL);
}

/* What is in doubt is read again; the rest is believed, but for what belongs to a snapshot. */
static void
test_doubt (void)
{
  static const PelReadingFlags doubts[] = { 0, PEL_READ_DESCRIPTION, PEL_READ_ID, PEL_READ_ALL };

  for (gsize i = 0; i < G_N_ELEMENTS (doubts); i++)
    {
      g_autoptr (PelFacts) facts = pel_facts_new ();

      begin (facts, 1, 0);
      for (guint fact = 0; fact < PEL_N_FACTS; fact++)
        pel_facts_set (facts, 7, fact, "old");
      pel_facts_doubt (facts, doubts[i]);
      for (guint fact = 0; fact < PEL_N_FACTS; fact++)
        g_assert_cmpint (is_known (facts, 7, fact),
                         ==,
                         fact <= PEL_FACT_CLASS && (pel_fact_get_reading (fact) & doubts[i]) == 0);
      pel_facts_set (facts, 7, PEL_FACT_ID, "new");
      assert_fact (facts, 7, PEL_FACT_ID, "new");
    }
}

/* Each fact is learnt by asking for it. */
static void
test_flags (void)
{
  for (guint fact = 0; fact < PEL_N_FACTS; fact++)
    {
      g_autoptr (PelFacts) facts = pel_facts_new ();

      begin (facts, 1, 0);
      pel_facts_take_reading (facts, 7, pel_fact_get_reading (fact), NULL);
      g_assert_true (is_known (facts, 7, fact));
    }
  g_assert_cmpint (pel_fact_get_reading (PEL_FACT_ID), ==, pel_fact_get_reading (PEL_FACT_CLASS));
}

/* Nothing is lost in the middle; only then is it too much. */
static void
test_many (void)
{
  g_autoptr (PelFacts) facts = pel_facts_new ();

  begin (facts, 1, 0);
  for (guint ref = 1; ref <= PEL_FACTS_MAX_ELEMENTS; ref++)
    pel_facts_set (facts, ref, PEL_FACT_ID, "x");
  begin (facts, 1, 1);
  assert_fact (facts, 1, PEL_FACT_ID, "x");
  pel_facts_set (facts, PEL_FACTS_MAX_ELEMENTS + 1, PEL_FACT_ID, "x");
  assert_fact (facts, 1, PEL_FACT_ID, "x");
  g_assert_false (begin (facts, 1, 2));
  g_assert_true (begin (facts, 1, 2));
  g_assert_false (is_known (facts, 1, PEL_FACT_ID));
  g_assert_false (is_known (facts, PEL_FACTS_MAX_ELEMENTS + 1, PEL_FACT_ID));
}

static void
test_large (void)
{
  g_autoptr (PelFacts) facts = pel_facts_new ();
  g_autofree char     *text = g_strnfill (PEL_FACTS_MAX_BYTES / 4, 'x');

  begin (facts, 1, 0);
  for (guint i = 0; i < 100; i++) /* each in the place of the last one */
    pel_facts_set (facts, 7, PEL_FACT_TEXT, i % 2 == 0 ? text : NULL);
  for (guint ref = 1; ref <= 4; ref++)
    pel_facts_set (facts, ref, PEL_FACT_TEXT, text);
  begin (facts, 1, 1);
  assert_fact (facts, 4, PEL_FACT_TEXT, text);
  pel_facts_set (facts, 5, PEL_FACT_TEXT, "one more");
  begin (facts, 1, 2);
  g_assert_false (is_known (facts, 4, PEL_FACT_TEXT));
  pel_facts_set (facts, 4, PEL_FACT_TEXT, "few");
  begin (facts, 1, 3);
  assert_fact (facts, 4, PEL_FACT_TEXT, "few");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/facts/ages", test_ages);
  g_test_add_func ("/facts/back-again", test_back_again);
  g_test_add_func ("/facts/reading", test_reading);
  g_test_add_func ("/facts/gone", test_gone);
  g_test_add_func ("/facts/doubt", test_doubt);
  g_test_add_func ("/facts/flags", test_flags);
  g_test_add_func ("/facts/many", test_many);
  g_test_add_func ("/facts/large", test_large);
  return g_test_run ();
}
