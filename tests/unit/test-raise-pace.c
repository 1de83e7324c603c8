/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "overlay/raise-pace.h"

#define MS 1000 /* µs */

/* What comes above us and when, in ms, and when we are to go up again. */
/* clang-format off */
static const struct
{
  const char *what;
  struct { int time; guint32 window; } losses[6]; /* until window 0 */
  int last, due;
} rows[] = {
  { "at once",                       { { 500, 1 } },                                   0,   500 },
  { "at most once a frame",          { { 505, 1 } },                                   500, 516 },
  { "put off, not dropped",          { { 501, 1 }, { 502, 2 }, { 503, 3 } },           500, 516 },
  { "again, much later",             { { 900, 1 } },                                   500, 900 },
  { "the first one decides",         { { 900, 1 }, { 905, 2 } },                       500, 900 },
};
/* clang-format on */

static void
test_due (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      PelRaisePace pace = { 0 };

      g_test_message ("%s", rows[i].what);
      if (rows[i].last != 0)
        pel_raise_pace_win (&pace, rows[i].last * MS);
      g_assert_cmpint (pace.due, ==, 0);
      for (gsize j = 0; rows[i].losses[j].window != 0; j++)
        pel_raise_pace_lose (&pace, rows[i].losses[j].window, rows[i].losses[j].time * MS);
      g_assert_cmpint (pace.due / MS, ==, rows[i].due);
      pel_raise_pace_clear (&pace);
      g_assert_cmpint (pace.due, ==, 0);
    }
}

/* Each of them goes up when it is due, and is then above the others. */
static guint
fight (PelRaisePace *overlays, guint n, gint64 duration)
{
  guint  n_raises = 0;
  gint64 now = 1;

  for (guint i = 0; i < n; i++)
    pel_raise_pace_lose (&overlays[i], 100, now);
  while (now < duration)
    {
      guint next = 0;

      for (guint i = 1; i < n; i++)
        if (overlays[next].due == 0 ||
            (overlays[i].due != 0 && overlays[i].due < overlays[next].due))
          next = i;
      g_assert_cmpint (overlays[next].due, !=, 0); /* somebody always lies below */
      now = MAX (now, overlays[next].due) + 200;   /* it takes the server a moment */
      pel_raise_pace_win (&overlays[next], now);
      n_raises++;
      for (guint i = 0; i < n; i++)
        if (i != next)
          pel_raise_pace_lose (&overlays[i], next + 1, now + 200);
    }
  return n_raises;
}

static void
test_fight (void)
{
  for (guint n = 2; n <= 5; n++)
    {
      PelRaisePace overlays[5] = { { 0 } };
      guint        in_minute = fight (overlays, n, G_TIME_SPAN_MINUTE);

      g_test_message ("%u overlays: %u times in a minute", n, in_minute);
      g_assert_cmpuint (in_minute, <, 40 * n);
      for (guint i = 0; i < n; i++)
        pel_raise_pace_clear (&overlays[i]);
    }
}

/* A program that opens window after window is not an enemy. */
static void
test_many (void)
{
  PelRaisePace pace = { 0 };
  gint64       now = 1000 * MS;

  for (guint window = 1; window < 1000; window++)
    {
      pel_raise_pace_lose (&pace, window, now);
      g_assert_cmpint (pace.due - now, <, 17 * MS);
      now = pace.due;
      pel_raise_pace_win (&pace, now);
      now += 20 * MS;
    }
  pel_raise_pace_clear (&pace);
}

/* Nor is one that a person clicks on again and again. */
static void
test_person (void)
{
  PelRaisePace pace = { 0 };
  gint64       now = 1000 * MS;

  for (guint i = 0; i < 100; i++)
    {
      pel_raise_pace_lose (&pace, 7, now);
      g_assert_cmpint (pace.due, ==, now);
      pel_raise_pace_win (&pace, now);
      now += 300 * MS;
    }
  pel_raise_pace_clear (&pace);
}

/* While it gives way to a rival, somebody else does not profit. */
static void
test_third (void)
{
  PelRaisePace pace = { 0 };
  gint64       now = 1000 * MS;

  for (guint i = 0; i < 8; i++)
    {
      pel_raise_pace_lose (&pace, 7, now);
      pel_raise_pace_win (&pace, pace.due);
      now = pace.last + 2 * MS;
    }
  pel_raise_pace_lose (&pace, 7, now);
  g_assert_cmpint (pace.due - now, >, G_TIME_SPAN_SECOND);
  pel_raise_pace_lose (&pace, 8, now + MS);
  g_assert_cmpint (pace.due - now, <, 17 * MS);
  pel_raise_pace_clear (&pace);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/raise-pace/due", test_due);
  g_test_add_func ("/raise-pace/fight", test_fight);
  g_test_add_func ("/raise-pace/many", test_many);
  g_test_add_func ("/raise-pace/person", test_person);
  g_test_add_func ("/raise-pace/third", test_third);
  return g_test_run ();
}
