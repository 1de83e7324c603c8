/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/bus-source.h"

#define MAX_MESSAGES_PER_DISPATCH 256

typedef struct
{
  GSource          source;
  sd_bus          *bus;
  gpointer         fd_tag;
  PelBusClosedFunc closed;
  gpointer         user_data;
} BusSource;

static GIOCondition
get_condition (sd_bus *bus)
{
  int          events = sd_bus_get_events (bus);
  GIOCondition condition = 0;

  if (events < 0)
    return 0;
  condition |= events & G_IO_IN;
  condition |= events & G_IO_OUT;
  return condition;
}

static gboolean
bus_source_prepare (GSource *source, int *timeout_ms)
{
  BusSource *self = (BusSource *) source;
  uint64_t   deadline = UINT64_MAX;
  gint64     left;

  *timeout_ms = -1;
  g_source_modify_unix_fd (source, self->fd_tag, get_condition (self->bus));
  if (sd_bus_get_events (self->bus) < 0)
    return TRUE; /* it is closing: dispatch finds out */
  if (sd_bus_get_timeout (self->bus, &deadline) <= 0 || deadline == UINT64_MAX)
    return FALSE;

  /* 0 where messages are queued already, for which no poll() would wake us */
  left = (gint64) deadline - g_source_get_time (source);
  if (deadline == 0 || left <= 0)
    return TRUE;
  *timeout_ms = (int) MIN ((left + 999) / 1000, G_MAXINT);
  return FALSE;
}

static gboolean
bus_source_check (GSource *source)
{
  BusSource *self = (BusSource *) source;
  uint64_t   deadline = UINT64_MAX;

  if (g_source_query_unix_fd (source, self->fd_tag) != 0)
    return TRUE;
  return sd_bus_get_timeout (self->bus, &deadline) > 0 &&
         (gint64) deadline <= g_source_get_time (source);
}

static gboolean
bus_source_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  BusSource *self = (BusSource *) source;
  int        r = 1;

  for (guint i = 0; i < MAX_MESSAGES_PER_DISPATCH && r > 0 && !g_source_is_destroyed (source); i++)
    r = sd_bus_process (self->bus, NULL);
  if (r >= 0 || g_source_is_destroyed (source))
    return G_SOURCE_CONTINUE;

  if (self->closed != NULL)
    self->closed (self->user_data);
  return G_SOURCE_REMOVE;
}

static void
bus_source_finalize (GSource *source)
{
  BusSource *self = (BusSource *) source;

  sd_bus_unref (self->bus);
}

static GSourceFuncs bus_source_funcs = {
  .prepare = bus_source_prepare,
  .check = bus_source_check,
  .dispatch = bus_source_dispatch,
  .finalize = bus_source_finalize,
};

GSource *
pel_bus_source_new (sd_bus *bus, PelBusClosedFunc closed, gpointer user_data)
{
  GSource   *source = g_source_new (&bus_source_funcs, sizeof (BusSource));
  BusSource *self = (BusSource *) source;

  self->bus = sd_bus_ref (bus);
  self->closed = closed;
  self->user_data = user_data;
  self->fd_tag = g_source_add_unix_fd (source, sd_bus_get_fd (bus), 0);
  g_source_set_priority (source, PEL_BUS_PRIORITY);
  g_source_set_static_name (source, "pellucid-a11y-bus");
  g_source_attach (source, NULL);
  return source;
}
