/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/traffic-meter.h"

#include <string.h>

#define SUB_BITS 3 /* of a power of two */
#define MAX_USEC ((1 << 27) - 1)

/* Below 16 each length has a bucket of its own. */
static guint
find_bucket (guint usec)
{
  guint power;

  if (usec < 1 << SUB_BITS)
    return usec;
  power = (guint) g_bit_storage (usec) - 1;
  return ((power - SUB_BITS + 1) << SUB_BITS) + ((usec >> (power - SUB_BITS)) & 7);
}

/* The middle of a bucket. */
static double
get_usec (guint bucket)
{
  guint power = (bucket >> SUB_BITS) + SUB_BITS - 1;
  guint width;

  if (bucket < 2 << SUB_BITS)
    return bucket;
  width = 1 << (power - SUB_BITS);
  return (double) (8 + (bucket & 7)) * width + (width - 1) / 2.0;
}

void
pel_traffic_meter_reset (PelTrafficMeter *self, gint64 now)
{
  memset (self, 0, sizeof *self);
  self->since = now;
}

void
pel_traffic_meter_add_time (PelTrafficMeter *self, gint64 usec)
{
  guint length = (guint) CLAMP (usec, 0, MAX_USEC);

  self->worst_usec = MAX (self->worst_usec, usec);
  self->buckets[find_bucket (length)]++;
  self->n_times++;
}

double
pel_traffic_meter_get_median_ms (const PelTrafficMeter *self)
{
  guint64 n_before = 0;

  for (guint i = 0; i < PEL_TRAFFIC_N_BUCKETS; i++)
    {
      n_before += self->buckets[i];
      if (n_before * 2 >= self->n_times && n_before > 0)
        return MIN (get_usec (i), (double) self->worst_usec) / 1000.0;
    }
  return 0;
}
