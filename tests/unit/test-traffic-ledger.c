/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/traffic-ledger.h"

#define SECOND G_TIME_SPAN_SECOND

typedef struct
{
  PelTrafficLedger *ledger;
  GPtrArray        *programs; /* none: those that are there need a bus */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->ledger = pel_traffic_ledger_new ();
  fixture->programs = g_ptr_array_new ();
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  pel_traffic_ledger_free (fixture->ledger);
  g_ptr_array_unref (fixture->programs);
}

static void
keep (Fixture *fixture, guint number, guint64 n_calls, gint64 now)
{
  PelTraffic *traffic = g_new0 (PelTraffic, 1);

  traffic->bus_name = g_strdup_printf (":1.%u", number);
  traffic->name = g_strdup ("Editor");
  traffic->n_calls = n_calls;
  pel_traffic_ledger_keep (fixture->ledger, traffic, now);
}

/* “:1.1 :1.2” */
static void
assert_kept (Fixture *fixture, gint64 now, const char *expected)
{
  g_autoptr (GPtrArray) all = pel_traffic_ledger_dup (fixture->ledger, fixture->programs, now);
  g_autoptr (GString)   text = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const PelTraffic *traffic = all->pdata[i];

      g_assert_true (traffic->has_left);
      g_assert_cmpstr (traffic->name, ==, "Editor");
      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", traffic->bus_name);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_ledger_time (Fixture *fixture, gconstpointer unused)
{
  assert_kept (fixture, 0, "");
  keep (fixture, 1, 5, 10 * SECOND);
  keep (fixture, 2, 5, 20 * SECOND);
  assert_kept (fixture, 20 * SECOND, ":1.1 :1.2");
  assert_kept (fixture, (10 + PEL_TRAFFIC_KEPT_SECONDS) * SECOND - 1, ":1.1 :1.2");
  assert_kept (fixture, (10 + PEL_TRAFFIC_KEPT_SECONDS) * SECOND, ":1.2");
  assert_kept (fixture, (20 + PEL_TRAFFIC_KEPT_SECONDS) * SECOND, "");
}

static void
test_ledger_number (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GPtrArray) all = NULL;
  const PelTraffic     *first;

  for (guint i = 0; i < PEL_TRAFFIC_MAX_LEFT * 3; i++)
    keep (fixture, i, 1, SECOND);
  all = pel_traffic_ledger_dup (fixture->ledger, fixture->programs, SECOND);
  g_assert_cmpuint (all->len, ==, PEL_TRAFFIC_MAX_LEFT);
  first = all->pdata[0];
  g_assert_cmpstr (first->bus_name, ==, ":1.128");
}

/* Who comes and goes without a word pushes nobody out. */
static void
test_ledger_idle (Fixture *fixture, gconstpointer unused)
{
  keep (fixture, 1, 1, SECOND);
  for (guint i = 0; i < PEL_TRAFFIC_MAX_LEFT * 2; i++)
    keep (fixture, 2, 0, SECOND);
  assert_kept (fixture, SECOND, ":1.1");
}

static void
test_ledger_reset (Fixture *fixture, gconstpointer unused)
{
  keep (fixture, 1, 1, SECOND);
  pel_traffic_ledger_reset (fixture->ledger, fixture->programs);
  assert_kept (fixture, SECOND, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/traffic/ledger/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("time", test_ledger_time);
  ADD ("number", test_ledger_number);
  ADD ("idle", test_ledger_idle);
  ADD ("reset", test_ledger_reset);
  return g_test_run ();
}
