/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/provider/traffic-ledger.h"

typedef struct
{
  PelTraffic *traffic;
  gint64      left_time;
} Departed;

struct _PelTrafficLedger
{
  GQueue departed; /* of Departed, the first that left first */
};

static void
departed_free (Departed *departed)
{
  pel_traffic_free (departed->traffic);
  g_free (departed);
}

PelTrafficLedger *
pel_traffic_ledger_new (void)
{
  PelTrafficLedger *self = g_new0 (PelTrafficLedger, 1);

  g_queue_init (&self->departed);
  return self;
}

void
pel_traffic_ledger_free (PelTrafficLedger *self)
{
  if (self == NULL)
    return;
  g_queue_clear_full (&self->departed, (GDestroyNotify) departed_free);
  g_free (self);
}

static void
forget_old (PelTrafficLedger *self, gint64 now)
{
  const Departed *first;

  while ((first = g_queue_peek_head (&self->departed)) != NULL &&
         (g_queue_get_length (&self->departed) > PEL_TRAFFIC_MAX_LEFT ||
          now - first->left_time >= PEL_TRAFFIC_KEPT_SECONDS * G_TIME_SPAN_SECOND))
    departed_free (g_queue_pop_head (&self->departed));
}

void
pel_traffic_ledger_keep (PelTrafficLedger *self, PelTraffic *traffic, gint64 now)
{
  Departed *departed;

  if (traffic->n_calls == 0 && traffic->n_events == 0)
    {
      pel_traffic_free (traffic);
      return;
    }
  traffic->has_left = TRUE;
  departed = g_new (Departed, 1);
  *departed = (Departed){ traffic, now };
  g_queue_push_tail (&self->departed, departed);
  forget_old (self, now);
}

PelTraffic *
pel_traffic_new_for_program (PelAtspiProgram *program)
{
  const PelTrafficMeter *meter = pel_atspi_program_get_meter (program);
  PelTraffic            *traffic = g_new (PelTraffic, 1);

  *traffic = (PelTraffic){
    .bus_name = g_strdup (pel_atspi_program_get_bus_name (program)),
    .name = g_strdup (pel_atspi_program_get_name (program)),
    .pid = pel_atspi_program_get_pid (program),
    .is_answering = pel_atspi_program_is_answering (program),
    .n_calls = meter->n_calls,
    .n_errors = meter->n_errors,
    .n_timeouts = meter->n_timeouts,
    .n_events = meter->n_events,
    .bytes_out = meter->bytes_out,
    .bytes_in = meter->bytes_in,
    .n_nodes = pel_atspi_tree_get_n_nodes (pel_atspi_program_get_tree (program)),
    .median_ms = pel_traffic_meter_get_median_ms (meter),
    .worst_ms = (double) meter->worst_usec / 1000.0,
    .since = meter->since,
  };
  return traffic;
}

GPtrArray *
pel_traffic_ledger_dup (PelTrafficLedger *self, GPtrArray *programs, gint64 now)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_traffic_free);

  forget_old (self, now);
  for (guint i = 0; i < programs->len; i++)
    g_ptr_array_add (all, pel_traffic_new_for_program (programs->pdata[i]));
  for (GList *link = self->departed.head; link != NULL; link = link->next)
    g_ptr_array_add (all, pel_traffic_copy (((const Departed *) link->data)->traffic));
  return all;
}

void
pel_traffic_ledger_reset (PelTrafficLedger *self, GPtrArray *programs)
{
  gint64 now = g_get_real_time ();

  g_queue_clear_full (&self->departed, (GDestroyNotify) departed_free);
  for (guint i = 0; i < programs->len; i++)
    pel_traffic_meter_reset (pel_atspi_program_get_meter (programs->pdata[i]), now);
}
