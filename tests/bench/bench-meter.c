/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What it costs to count the calls: all that is done for one call and its answer. */

#include "bench.h"

#include "services/base/error.h"
#include "services/provider/message-size.h"
#include "services/provider/traffic-meter.h"

#include <math.h>
#include <stdio.h>

#define N_CALLS  100000
#define LIMIT_US 1.0

static sd_bus_message *
new_call (sd_bus *bus)
{
  sd_bus_message *message = NULL;

  if (sd_bus_message_new_method_call (bus,
                                      &message,
                                      ":1.42",
                                      "/org/a11y/atspi/accessible/2147483701",
                                      "org.a11y.atspi.Component",
                                      "GetExtents") >= 0 &&
      sd_bus_message_append (message, "u", 1) >= 0 && sd_bus_message_seal (message, 1, 0) >= 0)
    return message;
  return sd_bus_message_unref (message);
}

static double
measure_us (sd_bus_message *message)
{
  PelTrafficMeter meter;
  gint64          start = g_get_monotonic_time ();

  pel_traffic_meter_reset (&meter, 0);
  for (guint i = 0; i < N_CALLS; i++)
    {
      gint64 sent_time = g_get_monotonic_time ();

      meter.n_calls++;
      meter.bytes_out += pel_message_measure (message);
      meter.bytes_in += pel_message_measure (message);
      pel_traffic_meter_add_time (&meter, (gint64) i % 5000 + (sent_time & 1));
    }
  return (double) (g_get_monotonic_time () - start) / N_CALLS;
}

gboolean
bench_meter (Bench *bench, GError **error)
{
  double           best = INFINITY;
  sd_bus          *bus;
  sd_bus_message  *message;
  g_autofree char *ours = NULL;

  if (!bench_table_wants (bench->table, "meter"))
    return TRUE;
  bus = pel_bus_open (bench->a11y_address);
  message = bus != NULL ? new_call (bus) : NULL;
  for (guint i = 0; message != NULL && i < bench->n_repeats; i++)
    best = fmin (best, measure_us (message));
  if (message == NULL)
    pel_set_error (error, PEL_ERROR_UNKNOWN, NULL, "no message could be made");
  sd_bus_message_unref (message);
  sd_bus_close_unref (bus);
  if (isinf (best))
    return FALSE;
  ours = g_strdup_printf ("%.2f µs a call", best);
  bench_table_add (bench->table,
                   &(BenchRow){ .name = "meter",
                                .ours = ours,
                                .peer = "the aim",
                                .theirs = "1 µs",
                                .ratio = LIMIT_US / best,
                                .aim = "< 1 µs",
                                .is_met = best < LIMIT_US });
  return TRUE;
}
