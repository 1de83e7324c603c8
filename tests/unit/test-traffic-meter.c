/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/traffic-meter.h"

static const gint64 one[] = { 7, -1 };
static const gint64 two[] = { 5, 9, -1 };
static const gint64 odd[] = { 100000, 1000, 3000, -1 };
static const gint64 late[] = { 10, 10, 10, 900000000, -1 };
static const gint64 none[] = { -1 };
static const gint64 zero[] = { 0, 0, 0, -1 };
static const gint64 back[] = { -50, 12, 12, -1 }; /* clocks: never before it was asked */

/* clang-format off */
static const struct { const char *name; const gint64 *usec; double median_ms; double worst_ms; } rows[] = {
  { "none",        none, 0,     0        },
  { "one",         one,  0.007, 0.007    },
  { "lower of two",two,  0.005, 0.009    },
  { "odd",         odd,  3.0,   100.0    },
  { "beyond all",  late, 0.010, 900000.0 },
  { "zero",        zero, 0,     0        },
};
/* clang-format on */

static void
assert_near (double actual, double expected)
{
  g_assert_cmpfloat (actual, >=, expected * 15 / 16);
  g_assert_cmpfloat (actual, <=, expected * 17 / 16);
}

static void
test_meter_times (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      PelTrafficMeter meter;

      g_test_message ("%s", rows[i].name);
      pel_traffic_meter_reset (&meter, 5);
      for (gsize k = 0; rows[i].usec[k] >= 0; k++)
        pel_traffic_meter_add_time (&meter, rows[i].usec[k]);
      assert_near (pel_traffic_meter_get_median_ms (&meter), rows[i].median_ms);
      g_assert_cmpfloat ((double) meter.worst_usec / 1000.0, ==, rows[i].worst_ms);
      g_assert_cmpint (meter.since, ==, 5);
    }
}

static void
test_meter_backwards (void)
{
  PelTrafficMeter meter;

  pel_traffic_meter_reset (&meter, 0);
  for (gsize k = 0; k < G_N_ELEMENTS (back) - 1; k++)
    pel_traffic_meter_add_time (&meter, back[k]);
  g_assert_cmpfloat (pel_traffic_meter_get_median_ms (&meter), ==, 0.012);
  g_assert_cmpint (meter.worst_usec, ==, 12);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* As sorting all of them would tell, to a sixteenth; whatever they are. */
static void
test_meter_random (void)
{
  for (guint round = 0; round < 200; round++)
    {
      PelTrafficMeter meter;
      gint64          usec[301];
      gsize           n = (gsize) g_test_rand_int_range (1, G_N_ELEMENTS (usec));
      int             power = g_test_rand_int_range (1, 27);

      pel_traffic_meter_reset (&meter, 0);
      for (gsize k = 0; k < n; k++)
        {
          usec[k] = g_test_rand_int_range (0, 1 << power);
          pel_traffic_meter_add_time (&meter, usec[k]);
        }
      qsort (usec, n, sizeof *usec, compare);
      assert_near (pel_traffic_meter_get_median_ms (&meter), (double) usec[(n - 1) / 2] / 1000.0);
      g_assert_cmpint (meter.worst_usec, ==, usec[n - 1]);
    }
}

static void
test_meter_reset (void)
{
  PelTrafficMeter meter;

  pel_traffic_meter_reset (&meter, 1);
  meter.n_calls = 3;
  pel_traffic_meter_add_time (&meter, 1000);
  pel_traffic_meter_reset (&meter, 2);
  g_assert_cmpuint (meter.n_calls, ==, 0);
  g_assert_cmpfloat (pel_traffic_meter_get_median_ms (&meter), ==, 0);
  g_assert_cmpint (meter.worst_usec, ==, 0);
  g_assert_cmpint (meter.since, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/traffic/meter/times", test_meter_times);
  g_test_add_func ("/traffic/meter/backwards", test_meter_backwards);
  g_test_add_func ("/traffic/meter/random", test_meter_random);
  g_test_add_func ("/traffic/meter/reset", test_meter_reset);
  return g_test_run ();
}
