/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "queue-case.h"

static const PelAtspiMethod lengthy = { "x.Plain", "Think", NULL, NULL, 1500 };

/* All calls of a silent program end, once; what it says later is not heard. */
static void
test_silence_ends_calls (Fixture *fixture, gconstpointer unused)
{
  gint64 start = g_get_monotonic_time ();

  call_many (fixture, 300);
  bus_pair_wait (&fixture->n_done, 300);
  g_assert_cmpint ((g_get_monotonic_time () - start) / 1000, >=, PEL_ATSPI_SILENCE_MS);
  g_assert_cmpuint (fixture->n_replies, ==, 0);
  g_assert_cmpuint (fixture->pair->n_received, ==, PEL_ATSPI_WINDOW);
  g_assert_true (pel_atspi_queue_is_silent (fixture->queue));
  g_assert_false (pel_atspi_queue_may_ask (fixture->queue));
  g_assert_cmpuint (pel_atspi_queue_get_meter (fixture->queue)->n_calls, ==, PEL_ATSPI_WINDOW);
  g_assert_cmpuint (pel_atspi_queue_get_meter (fixture->queue)->n_timeouts, ==, PEL_ATSPI_WINDOW);
  g_assert_cmpuint (pel_atspi_queue_get_meter (fixture->queue)->n_errors, ==, 0);
  answer_all (fixture);
  g_assert_cmpuint (fixture->n_done, ==, 300);
  g_assert_cmpuint (fixture->n_replies, ==, 0);
}

static void
test_silence_partly (Fixture *fixture, gconstpointer unused)
{
  call_many (fixture, 10);
  bus_pair_settle (fixture->pair);
  answer (fixture->pair, 4);
  answer (fixture->pair, 0);
  bus_pair_wait (&fixture->n_done, 10);
  g_assert_cmpuint (fixture->n_replies, ==, 2);
  g_assert_true (pel_atspi_queue_is_silent (fixture->queue));
}

/* While it says something now and then, it is not silent, however long the whole takes. */
static void
test_silence_not_slow (Fixture *fixture, gconstpointer unused)
{
  call_many (fixture, 8);
  bus_pair_settle (fixture->pair);
  while (fixture->pair->calls->len > 0)
    {
      bus_pair_wait_ms (PEL_ATSPI_SILENCE_MS / 4);
      answer (fixture->pair, 0);
    }
  bus_pair_settle (fixture->pair);
  g_assert_cmpuint (fixture->n_replies, ==, 8);
  g_assert_false (pel_atspi_queue_is_silent (fixture->queue));
}

/* Nothing is asked: nothing is expected. */
static void
test_silence_not_idle (Fixture *fixture, gconstpointer unused)
{
  call (fixture, 0);
  bus_pair_settle (fixture->pair);
  answer_all (fixture);
  bus_pair_wait_ms (PEL_ATSPI_SILENCE_MS + 100);
  g_assert_false (pel_atspi_queue_is_silent (fixture->queue));
  call (fixture, 1);
  bus_pair_settle (fixture->pair);
  answer_all (fixture);
  g_assert_cmpuint (fixture->n_replies, ==, 2);
}

/* A question that takes long to answer, and what was asked beside it. */
static void
test_silence_patience (Fixture *fixture, gconstpointer unused)
{
  call_as (fixture, &lengthy, 0, take);
  call (fixture, 1);
  bus_pair_wait_ms (PEL_ATSPI_SILENCE_MS + 200);
  g_assert_cmpuint (fixture->n_done, ==, 0);
  g_assert_cmpuint (fixture->pair->calls->len, ==, 2);
  answer (fixture->pair, 0);
  bus_pair_settle (fixture->pair);
  g_assert_cmpuint (fixture->n_replies, ==, 1);
  /* the other one has no more patience than usual */
  bus_pair_wait (&fixture->n_done, 2);
  g_assert_cmpuint (fixture->n_replies, ==, 1);
}

/* @start: before the call that was not answered. */
static void
wait_pause (Fixture *fixture, gint64 start, guint pause_ms)
{
  while (!pel_atspi_queue_may_ask (fixture->queue))
    {
      bus_pair_wait_ms (5);
      g_assert_cmpint (g_get_monotonic_time () - start, <, 20 * G_TIME_SPAN_SECOND);
    }
  g_assert_cmpint ((g_get_monotonic_time () - start) / 1000, >=, PEL_ATSPI_SILENCE_MS + pause_ms);
}

/* During the pause calls fail at once and reach nobody; then it is asked and heard again. */
static void
test_pause (Fixture *fixture, gconstpointer unused)
{
  BusPair *pair = fixture->pair;
  gint64   start = g_get_monotonic_time ();

  call (fixture, 0);
  bus_pair_wait (&fixture->n_done, 1);
  for (guint i = 1; i < 50; i++)
    call (fixture, i);
  g_assert_cmpuint (fixture->n_done, ==, 1);
  bus_pair_wait (&fixture->n_done, 50);
  bus_pair_settle (pair);
  g_assert_cmpuint (pair->n_received, ==, 1);
  wait_pause (fixture, start, 1000);
  /* still silent: the pause is longer now */
  start = g_get_monotonic_time ();
  call (fixture, 50);
  bus_pair_wait (&pair->n_received, 2);
  bus_pair_wait (&fixture->n_done, 51);
  wait_pause (fixture, start, 2000);
  /* it has come back */
  call (fixture, 51);
  bus_pair_wait (&pair->n_received, 3);
  g_ptr_array_remove_range (pair->calls, 0, 2);
  answer_all (fixture);
  g_assert_cmpuint (fixture->n_replies, ==, 1);
  g_assert_false (pel_atspi_queue_is_silent (fixture->queue));
  call (fixture, 52);
  bus_pair_wait (&pair->n_received, 4);
  answer_all (fixture);
  g_assert_cmpuint (fixture->n_replies, ==, 2);
}

#define ADD(path, func) \
  g_test_add ("/atspi-queue-silence/" path, Fixture, &hasty, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("ends-calls", test_silence_ends_calls);
  ADD ("partly", test_silence_partly);
  ADD ("not-slow", test_silence_not_slow);
  ADD ("not-idle", test_silence_not_idle);
  ADD ("patience", test_silence_patience);
  ADD ("pause", test_pause);
  return g_test_run ();
}
