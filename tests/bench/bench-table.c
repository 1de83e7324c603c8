/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "bench-table.h"

#include <stdarg.h>
#include <stdio.h>

struct _BenchTable
{
  const char *const *prefixes;
};

/* Series */

gboolean bench_is_verbose;

void
bench_series_init (BenchSeries *self)
{
  *self = (BenchSeries){ .values = g_array_new (FALSE, FALSE, sizeof (double)) };
}

void
bench_series_clear (BenchSeries *self)
{
  g_clear_pointer (&self->values, g_array_unref);
}

void
bench_series_add (BenchSeries *self, double value, guint n_nodes)
{
  self->n_nodes = self->values->len == 0 ? n_nodes : MIN (self->n_nodes, n_nodes);
  g_array_append_val (self->values, value);
  if (bench_is_verbose && self->name != NULL)
    bench_say ("  %-16s %10.3f ms %6u nodes", self->name, value, n_nodes);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double *left = a, *right = b;

  return (*left > *right) - (*left < *right);
}

double
bench_series_get_median (const BenchSeries *self)
{
  g_autoptr (GArray) sorted = g_array_copy (self->values);
  guint              middle = sorted->len / 2;

  g_return_val_if_fail (sorted->len > 0, 0);
  g_array_sort (sorted, compare_doubles);
  if (sorted->len % 2 == 1)
    return g_array_index (sorted, double, middle);
  return (g_array_index (sorted, double, middle - 1) + g_array_index (sorted, double, middle)) / 2;
}

void
bench_shuffle (guint *numbers, guint n_numbers)
{
  for (guint i = 0; i < n_numbers; i++)
    numbers[i] = i;
  for (guint i = n_numbers; i > 1; i--)
    {
      guint other = (guint) g_random_int_range (0, (gint32) i);
      guint number = numbers[i - 1];

      numbers[i - 1] = numbers[other];
      numbers[other] = number;
    }
}

/* Table */

BenchTable *
bench_table_new (const char *const *prefixes)
{
  BenchTable *self = g_new0 (BenchTable, 1);

  self->prefixes = prefixes;
  return self;
}

void
bench_table_free (BenchTable *self)
{
  g_free (self);
}

gboolean
bench_table_wants (BenchTable *self, const char *name)
{
  if (self->prefixes == NULL || self->prefixes[0] == NULL)
    return TRUE;
  for (gsize i = 0; self->prefixes[i] != NULL; i++)
    if (g_str_has_prefix (name, self->prefixes[i]))
      return TRUE;
  return FALSE;
}

void
bench_table_add (BenchTable *self, const BenchRow *row)
{
  if (!bench_table_wants (self, row->name))
    return;
  printf ("%s\t%s\t%s\t%s\t%.*f×\t%s\t%s\n",
          row->name,
          row->ours,
          row->peer,
          row->theirs,
          row->ratio < 10 ? 2 : 1,
          row->ratio,
          row->aim != NULL ? row->aim : "–",
          row->aim == NULL ? "–"
          : row->is_met    ? "ok"
                           : "MISSED");
  fflush (stdout);
}

void
bench_table_note (BenchTable *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  printf ("# ");
  vprintf (format, args);
  putchar ('\n');
  va_end (args);
  fflush (stdout);
}

void
bench_say (const char *format, ...)
{
  va_list args;

  va_start (args, format);
  fprintf (stderr, "    ");
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  va_end (args);
}

char *
bench_format_time (double ms)
{
  if (ms < 0.1)
    return g_strdup_printf ("%.1f µs", ms * 1000);
  if (ms < 1)
    return g_strdup_printf ("%.0f µs", ms * 1000);
  return g_strdup_printf ("%.*f ms", ms < 100 ? 1 : 0, ms);
}

char *
bench_format_reading (const BenchSeries *series, guint n_all_nodes)
{
  g_autofree char *time = bench_format_time (bench_series_get_median (series));

  if (series->n_nodes < n_all_nodes)
    return g_strdup_printf ("%s, %u of %u nodes", time, series->n_nodes, n_all_nodes);
  return g_strdup_printf ("%s, %u nodes", time, series->n_nodes);
}
