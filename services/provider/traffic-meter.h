/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Eight for each power of two, from a microsecond to two minutes. */
#define PEL_TRAFFIC_N_BUCKETS 200

/**
 * PelTrafficMeter:
 *
 * Counts what passes between us and one program. A value, written by who makes the calls; nothing
 * is allocated for a call. Times are kept as how many there were of about which length: the median
 * is within a sixteenth of the true one, the worst is exact.
 */
typedef struct
{
  guint64 n_calls, n_errors, n_timeouts, n_events;
  guint64 bytes_out, bytes_in;
  gint64  since; /* µs, real time */
  gint64  worst_usec;
  guint64 n_times;
  guint32 buckets[PEL_TRAFFIC_N_BUCKETS];
} PelTrafficMeter;

/* Begins at zero, at the time @now. */
void pel_traffic_meter_reset (PelTrafficMeter *self, gint64 now);

/* A call was answered after @usec. */
void pel_traffic_meter_add_time (PelTrafficMeter *self, gint64 usec);

/* 0 where nothing was answered. */
double pel_traffic_meter_get_median_ms (const PelTrafficMeter *self);
