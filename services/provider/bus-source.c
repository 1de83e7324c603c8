/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/provider/bus-source.h"

#include <string.h>

#define MAX_MESSAGES_PER_DISPATCH 256
#define MAX_DISPATCH_USEC         4000

typedef struct
{
  GSource          source;
  sd_bus          *bus;
  GPollFD          poll_fd;
  PelBusClosedFunc closed;
  gpointer         user_data;
} BusSource;

static gboolean
bus_source_prepare (GSource *source, int *timeout_ms)
{
  BusSource *self = (BusSource *) source;
  uint64_t   deadline = UINT64_MAX;
  gint64     left;
  int        events = sd_bus_get_events (self->bus);

  *timeout_ms = -1;
  if (events < 0)
    return TRUE; /* it is closing: dispatch finds out */
  /* not by g_source_modify_unix_fd(), which wakes the loop that is about to sleep: it never would
   */
  self->poll_fd.events = events;
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

  if (self->poll_fd.revents != 0)
    return TRUE;
  return sd_bus_get_timeout (self->bus, &deadline) > 0 &&
         (gint64) deadline <= g_source_get_time (source);
}

static gboolean
bus_source_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  BusSource *self = (BusSource *) source;
  gint64     end = g_get_monotonic_time () + MAX_DISPATCH_USEC;
  int        r = 1;

  for (guint i = 0; i < MAX_MESSAGES_PER_DISPATCH && r > 0 && !g_source_is_destroyed (source); i++)
    {
      r = sd_bus_process (self->bus, NULL);
      if (g_get_monotonic_time () > end)
        break;
    }
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
  self->poll_fd.fd = sd_bus_get_fd (bus);
  g_source_add_poll (source, &self->poll_fd);
  g_source_set_priority (source, PEL_BUS_PRIORITY);
  g_source_set_static_name (source, "pellucid-a11y-bus");
  g_source_attach (source, NULL);
  return source;
}

sd_bus *
pel_bus_open (const char *address)
{
  sd_bus *bus = NULL;

  if (g_str_has_prefix (address, "unix:") && strchr (address, ';') == NULL &&
      sd_bus_new (&bus) >= 0 && sd_bus_set_address (bus, address) >= 0 &&
      sd_bus_set_bus_client (bus, 1) >= 0 && sd_bus_start (bus) >= 0)
    return bus;
  return sd_bus_close_unref (bus);
}
