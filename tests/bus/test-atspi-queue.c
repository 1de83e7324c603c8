/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "queue-case.h"

static const PelAtspiMethod with_arguments = { "x.Plain", "Point", NULL, "iiu", 60000 };
static const PelAtspiMethod property = { "x.Plain", NULL, "Name", NULL, 60000 };

static void
test_replies_any_order (Fixture *fixture, gconstpointer unused)
{
  BusPair *pair = fixture->pair;

  call_many (fixture, MANY);
  g_assert_cmpuint (fixture->n_done, ==, 0);
  while (fixture->n_done < MANY)
    {
      guint n = MIN (pair->calls->len, 40);

      for (guint i = 0; i < n; i++)
        answer (pair, (guint) g_test_rand_int_range (0, (int) pair->calls->len));
      bus_pair_settle (pair);
    }
  g_assert_cmpuint (fixture->n_replies, ==, MANY);
  g_assert_cmpuint (pair->n_received, ==, MANY);
  g_assert_cmpuint (pel_atspi_queue_get_meter (fixture->queue)->n_calls, ==, MANY);
  g_assert_cmpuint (pel_atspi_queue_get_meter (fixture->queue)->n_errors, ==, 0);
}

static void
test_replies_errors (Fixture *fixture, gconstpointer unused)
{
  call_many (fixture, 3);
  bus_pair_settle (fixture->pair);
  bus_pair_refuse (fixture->pair, 1);
  answer_all (fixture);
  g_assert_cmpuint (fixture->n_done, ==, 3);
  g_assert_cmpuint (fixture->n_replies, ==, 2);
  g_assert_cmpuint (pel_atspi_queue_get_meter (fixture->queue)->n_errors, ==, 1);
  g_assert_false (pel_atspi_queue_is_silent (fixture->queue));
}

static gboolean
redraw_cb (gpointer data)
{
  ++*(guint *) data;
  return G_SOURCE_CONTINUE;
}

/* A window that is drawn without a pause, at the priority at which GTK does that. */
static void
test_replies_while_drawing (Fixture *fixture, gconstpointer unused)
{
  guint n_drawn = 0;
  guint id = g_idle_add_full (G_PRIORITY_HIGH_IDLE + 20, redraw_cb, &n_drawn, NULL);

  call (fixture, 0);
  while (fixture->n_done == 0)
    {
      g_main_context_iteration (NULL, FALSE);
      if (fixture->pair->calls->len > 0)
        answer (fixture->pair, 0);
      g_assert_cmpuint (n_drawn, <, 1000000); /* it is all that happens */
    }
  g_assert_cmpuint (n_drawn, >, 0);
  g_source_remove (id);
}

/* What passes is counted, and how long an answer took. */
static void
test_replies_metered (Fixture *fixture, gconstpointer unused)
{
  const PelTrafficMeter *meter = pel_atspi_queue_get_meter (fixture->queue);
  guint64                bytes_out;

  call (fixture, 0);
  bus_pair_settle (fixture->pair);
  bytes_out = meter->bytes_out;
  g_assert_cmpuint (bytes_out,
                    >=,
                    strlen ("/n/0"
                            "x.Plain"
                            "Ask"));
  g_assert_cmpuint (meter->bytes_in, ==, 0);
  bus_pair_wait_ms (30);
  answer_all (fixture);
  g_assert_cmpint (meter->worst_usec, >=, 30000);
  g_assert_cmpfloat (pel_traffic_meter_get_median_ms (meter), >=, 28);
  g_assert_cmpuint (meter->bytes_in, >=, 4);
  g_assert_cmpuint (meter->n_times, ==, 1);
  call (fixture, 1);
  bus_pair_settle (fixture->pair);
  answer_all (fixture);
  g_assert_cmpuint (meter->bytes_out, ==, bytes_out * 2);
  g_assert_cmpuint (meter->n_times, ==, 2);
  g_assert_cmpuint (meter->n_timeouts, ==, 0);
}

static void
test_calls_arguments (Fixture *fixture, gconstpointer unused)
{
  GPtrArray  *calls = fixture->pair->calls;
  int         x = 0, y = 0;
  guint       kind = 0;
  const char *interface = NULL, *name = NULL;

  call_as (fixture, &plain, 0, take);
  call_as (fixture, &with_arguments, 7, take);
  call_as (fixture, &property, 8, take);
  bus_pair_settle (fixture->pair);
  g_assert_cmpuint (calls->len, ==, 3);
  g_assert_true (sd_bus_message_is_method_call (calls->pdata[0], "x.Plain", "Ask"));
  g_assert_true (sd_bus_message_has_signature (calls->pdata[0], ""));
  g_assert_cmpstr (sd_bus_message_get_path (calls->pdata[0]), ==, "/n/0");
  g_assert_true (sd_bus_message_is_method_call (calls->pdata[1], "x.Plain", "Point"));
  g_assert_true (sd_bus_message_has_signature (calls->pdata[1], "iiu"));
  sd_bus_message_read (calls->pdata[1], "iiu", &x, &y, &kind);
  g_assert_cmpint (x, ==, -1);
  g_assert_cmpint (y, ==, G_MAXINT);
  g_assert_cmpuint (kind, ==, 7);
  g_assert_true (
      sd_bus_message_is_method_call (calls->pdata[2], "org.freedesktop.DBus.Properties", "Get"));
  g_assert_true (sd_bus_message_has_signature (calls->pdata[2], "ss"));
  sd_bus_message_read (calls->pdata[2], "ss", &interface, &name);
  g_assert_cmpstr (interface, ==, "x.Plain");
  g_assert_cmpstr (name, ==, "Name");
  g_assert_null (sd_bus_message_get_destination (calls->pdata[0]));
}

/* A path that is none cannot be sent; its call ends like any other. */
static void
test_calls_bad_path (Fixture *fixture, gconstpointer unused)
{
  static const char *const paths[] = { "", "n", "/n/", "//", "/ä" };

  fixture->is_calling = TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    pel_atspi_queue_call (fixture->queue,
                          &(PelAtspiCall){ .method = &plain,
                                           .path = paths[i],
                                           .take = take,
                                           .tag = i,
                                           .data = fixture });
  fixture->is_calling = FALSE;
  bus_pair_wait (&fixture->n_done, G_N_ELEMENTS (paths));
  g_assert_cmpuint (fixture->n_replies, ==, 0);
  g_assert_cmpuint (fixture->pair->n_received, ==, 0);
  call (fixture, 20);
  bus_pair_wait (&fixture->pair->n_received, 1);
  answer_all (fixture);
  g_assert_cmpuint (fixture->n_replies, ==, 1);
}

static void
take_and_call (sd_bus_message *reply, guint64 tag, gpointer data)
{
  Fixture *fixture = data;

  take (reply, tag, data);
  if (tag + 1 < 20)
    call_as (fixture, &plain, (guint) tag + 1, take_and_call);
}

static void
test_calls_from_callback (Fixture *fixture, gconstpointer unused)
{
  call_as (fixture, &plain, 0, take_and_call);
  while (fixture->n_done < 20)
    {
      bus_pair_wait (&fixture->pair->n_received, fixture->n_done + 1);
      answer_all (fixture);
    }
  g_assert_cmpuint (fixture->n_replies, ==, 20);
}

/* The window */

static void
test_window_limit (Fixture *fixture, gconstpointer unused)
{
  BusPair *pair = fixture->pair;

  call_many (fixture, MANY);
  bus_pair_settle (pair);
  g_assert_cmpuint (pair->n_received, ==, PEL_ATSPI_WINDOW);
  for (guint i = 0; i < 10; i++)
    answer (pair, i * 3);
  bus_pair_settle (pair);
  bus_pair_settle (pair);
  g_assert_cmpuint (pair->n_received, ==, PEL_ATSPI_WINDOW + 10);
  g_assert_cmpuint (pair->calls->len, ==, PEL_ATSPI_WINDOW);
}

static void
test_window_set (Fixture *fixture, gconstpointer unused)
{
  /* clang-format off */
  static const struct { guint wanted, n_under_way; } steps[] = {
    { 0, 1 }, { 1, 1 }, { 5, 5 }, { 4, 5 }, { 100, 100 }, { G_MAXUINT, PEL_ATSPI_WINDOW },
  };
  /* clang-format on */

  pel_atspi_queue_set_window (fixture->queue, 1);
  call_many (fixture, MANY);
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      pel_atspi_queue_set_window (fixture->queue, steps[i].wanted);
      bus_pair_settle (fixture->pair);
      g_assert_cmpuint (fixture->pair->calls->len, ==, steps[i].n_under_way);
    }
}

/* Large replies: all of them together stay below some megabytes. */
static void
test_window_weigh (Fixture *fixture, gconstpointer unused)
{
  /* clang-format off */
  static const struct { gsize n_bytes; guint window; } rows[] = {
    { 0,                 PEL_ATSPI_WINDOW }, { 100 * 1024,       PEL_ATSPI_WINDOW },
    { 8 * 1024 * 1024,   8 },                { 64 * 1024 * 1024, 1 },
    { 512 * 1024 * 1024, 1 },
  };
  /* clang-format on */

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (BusPair)       pair = bus_pair_new ();
      g_autoptr (PelAtspiQueue) queue = pel_atspi_queue_new (pair->client, NULL);
      Fixture                   own = { pair, queue, &plain };

      pel_atspi_queue_weigh (queue, rows[i].n_bytes);
      g_assert_cmpuint (pel_atspi_queue_get_meter (queue)->bytes_in, ==, rows[i].n_bytes);
      call_many (&own, MANY);
      bus_pair_settle (pair);
      g_assert_cmpuint (pair->calls->len, ==, rows[i].window);
      /* small ones make it wide again */
      for (guint k = 0; k < 200; k++)
        pel_atspi_queue_weigh (queue, 10);
      answer (pair, 0);
      bus_pair_settle (pair);
      bus_pair_settle (pair);
      g_assert_cmpuint (pair->calls->len, ==, PEL_ATSPI_WINDOW);
    }
}

/* The end */

static void
take_never (sd_bus_message *reply, guint64 tag, gpointer data)
{
  g_assert_not_reached ();
}

static void
call_other (Fixture *fixture, gpointer data)
{
  pel_atspi_queue_call (fixture->queue,
                        &(PelAtspiCall){ .method = fixture->method,
                                         .path = "/other",
                                         .take = take_never,
                                         .data = data });
}

/* Those of others come, and have the room of those that are forgotten. */
static void
test_cancel (Fixture *fixture, gconstpointer unused)
{
  BusPair *pair = fixture->pair;
  int      other;

  for (guint i = 0; i < PEL_ATSPI_WINDOW + 50; i++)
    call_other (fixture, &other);
  call_many (fixture, 300);
  bus_pair_settle (pair);
  g_assert_cmpuint (pair->n_received, ==, PEL_ATSPI_WINDOW);
  pel_atspi_queue_cancel (fixture->queue, &other);
  while (pair->calls->len > 0)
    bus_pair_answer (pair, 0, "u", 0);
  bus_pair_settle (pair);
  bus_pair_wait (&pair->n_received, 2 * PEL_ATSPI_WINDOW);
  answer_all (fixture);
  bus_pair_wait (&pair->n_received, PEL_ATSPI_WINDOW + 300);
  answer_all (fixture);
  g_assert_cmpuint (fixture->n_replies, ==, 300);
}

static void
test_cancel_failed (Fixture *fixture, gconstpointer unused)
{
  int other;

  call (fixture, 0);
  bus_pair_wait (&fixture->n_done, 1);
  call_other (fixture, &other);
  call (fixture, 1);
  call_other (fixture, &other);
  pel_atspi_queue_cancel (fixture->queue, &other);
  bus_pair_wait (&fixture->n_done, 2);
}

static void
take_and_cancel (sd_bus_message *reply, guint64 tag, gpointer data)
{
  Fixture *fixture = data;

  take (reply, tag, data);
  pel_atspi_queue_cancel (fixture->queue, fixture);
}

static void
test_cancel_from_callback (Fixture *fixture, gconstpointer unused)
{
  for (guint i = 0; i < 400; i++)
    call_as (fixture, &plain, i, take_and_cancel);
  bus_pair_settle (fixture->pair);
  answer_all (fixture);
  g_assert_cmpuint (fixture->n_done, ==, 1);
  g_assert_cmpuint (fixture->pair->n_received, ==, PEL_ATSPI_WINDOW);
}

static void
test_free_under_way (Fixture *fixture, gconstpointer unused)
{
  int other;

  for (guint i = 0; i < MANY; i++)
    call_other (fixture, &other);
  bus_pair_settle (fixture->pair);
  g_clear_pointer (&fixture->queue, pel_atspi_queue_free);
  while (fixture->pair->calls->len > 0)
    bus_pair_answer (fixture->pair, 0, "u", 0);
  bus_pair_settle (fixture->pair);
  bus_pair_wait_ms (PEL_ATSPI_SILENCE_MS + 100);
}

static void
test_free_failed (Fixture *fixture, gconstpointer unused)
{
  int other;

  call (fixture, 0);
  bus_pair_wait (&fixture->n_done, 1);
  call_other (fixture, &other);
  g_clear_pointer (&fixture->queue, pel_atspi_queue_free);
  bus_pair_settle (fixture->pair);
}

/* The program is gone: nobody waits for the silence. */
static void
test_program_gone (Fixture *fixture, gconstpointer unused)
{
  call_many (fixture, 300);
  bus_pair_settle (fixture->pair);
  bus_pair_close_server (fixture->pair);
  bus_pair_wait (&fixture->n_done, 300);
  g_assert_cmpuint (fixture->n_replies, ==, 0);
  call (fixture, 300);
  bus_pair_wait (&fixture->n_done, 301);
}

/* A connection of its own: calls under way stay where they are. */
static void
test_peer (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (BusPair) peer = bus_pair_new ();

  call (fixture, 0);
  pel_atspi_queue_set_peer (fixture->queue, peer->client);
  call (fixture, 1);
  bus_pair_settle (fixture->pair);
  bus_pair_settle (peer);
  g_assert_cmpuint (fixture->pair->n_received, ==, 1);
  g_assert_cmpuint (peer->n_received, ==, 1);
  answer (peer, 0);
  bus_pair_settle (peer);
  answer_all (fixture);
  g_assert_cmpuint (fixture->n_replies, ==, 2);
  pel_atspi_queue_set_peer (fixture->queue, NULL);
  call (fixture, 2);
  bus_pair_settle (fixture->pair);
  answer_all (fixture);
  g_assert_cmpuint (fixture->n_replies, ==, 3);
  g_assert_cmpuint (peer->n_received, ==, 1);
}

#define ADD(path, func) g_test_add ("/atspi-queue/" path, Fixture, &plain, set_up, func, tear_down)
#define ADD_HASTY(path, func) \
  g_test_add ("/atspi-queue/" path, Fixture, &hasty, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("replies/any-order", test_replies_any_order);
  ADD ("replies/errors", test_replies_errors);
  ADD ("replies/metered", test_replies_metered);
  ADD ("replies/while-drawing", test_replies_while_drawing);
  ADD ("calls/arguments", test_calls_arguments);
  ADD ("calls/bad-path", test_calls_bad_path);
  ADD ("calls/from-callback", test_calls_from_callback);
  ADD ("window/limit", test_window_limit);
  ADD ("window/set", test_window_set);
  ADD ("window/weigh", test_window_weigh);
  ADD ("cancel/others-come", test_cancel);
  ADD_HASTY ("cancel/failed", test_cancel_failed);
  ADD ("cancel/from-callback", test_cancel_from_callback);
  ADD_HASTY ("free/under-way", test_free_under_way);
  ADD_HASTY ("free/failed", test_free_failed);
  ADD ("program-gone", test_program_gone);
  ADD ("peer", test_peer);
  return g_test_run ();
}
