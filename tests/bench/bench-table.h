/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* Repeats of one measurement. */
typedef struct
{
  const char *name;    /* (nullable) */
  GArray     *values;  /* of double */
  guint       n_nodes; /* the fewest of any repeat: one that missed some is seen */
  guint       n_calls; /* of the last repeat, where it is known */
} BenchSeries;

void   bench_series_init (BenchSeries *self);
void   bench_series_clear (BenchSeries *self);
void   bench_series_add (BenchSeries *self, double value, guint n_nodes);
double bench_series_get_median (const BenchSeries *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BenchSeries, bench_series_clear)

/* In random order, so that what one method does to the machine does not always fall on the same
 * other one. */
void bench_shuffle (guint *numbers, guint n_numbers);

typedef struct
{
  const char *name; /* “cold-gtk3”: what tools/bench takes as an argument */
  const char *ours;
  const char *peer;
  const char *theirs;
  double      ratio;
  const char *aim;    /* NULL: none */
  gboolean    is_met; /* of the aim */
} BenchRow;

/**
 * BenchTable:
 *
 * The rows, printed as they come: cells by tabs, the last one “ok” or “MISSED”. Only rows whose
 * name begins with one of the prefixes are wanted; without prefixes all are.
 */
typedef struct _BenchTable BenchTable;

BenchTable *bench_table_new (const char *const *prefixes);
void        bench_table_free (BenchTable *self);
gboolean    bench_table_wants (BenchTable *self, const char *name);
void        bench_table_add (BenchTable *self, const BenchRow *row);

/* A line below the table. */
void bench_table_note (BenchTable *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Each reading as it is made, on standard error; off unless it is wanted. */
extern gboolean bench_is_verbose;

/* What is going on, on standard error. */
void bench_say (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* (transfer full): “48.1 ms”, “312 µs” */
char *bench_format_time (double ms);

/* (transfer full): “48.1 ms, 261 nodes”, and “241 of 261 nodes” where some are missing. */
char *bench_format_reading (const BenchSeries *series, guint n_all_nodes);
