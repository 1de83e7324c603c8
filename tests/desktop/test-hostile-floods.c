/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Events that pour in while the provider watches: the main loop goes on, memory stays bounded, and
 * few of them lead to questions. */

#include "hostile-case.h"

typedef struct
{
  guint  n_ticks;
  gint64 last, longest; /* in µs of our own processor time, so that a busy machine does not count */
} Pulse;

static gint64
thread_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static gboolean
pulse_cb (gpointer data)
{
  Pulse *pulse = data;
  gint64 now = thread_time ();

  pulse->longest = MAX (pulse->longest, now - pulse->last);
  pulse->last = now;
  pulse->n_ticks++;
  return G_SOURCE_CONTINUE;
}

/* While events pour in, the main loop goes on, and few of them lead to questions. */
static void
test_watched_flood (gconstpointer mode)
{
  const char *arguments[] = { MODE (mode), "--rate", "10000", NULL };
  Assault     self = { 0 };
  Pulse       pulse = { .last = thread_time () };
  guint       timer;

  start_assault (&self, arguments);
  pel_element_source_start_watching (self.source);
  look_around (&self, 0);
  pel_fixture_forget (self.hostile);
  timer = g_timeout_add (10, pulse_cb, &pulse);
  pulse.last = thread_time ();
  while (pulse.n_ticks < 200)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  g_test_message ("longest %" G_GINT64_FORMAT " ms, %u calls",
                  pulse.longest / 1000,
                  pel_fixture_count (self.hostile, "call *"));
  g_assert_cmpint (pulse.longest, <, 500 * 1000);
  g_assert_cmpuint (pel_fixture_count (self.hostile, "call *"), <, 2000); /* of 20,000 events */
  look_around (&self, 0);
  pel_element_source_stop_watching (self.source);
  end_assault (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/hostile-floods/events", "flood", test_watched_flood);
  g_test_add_data_func ("/hostile-floods/additions", "add-flood", test_watched_flood);
  g_test_add_data_func ("/hostile-floods/lies", "bad-events", test_watched_flood);
  return run_assaults ();
}
