/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "bench-floor.h"

#include "services/provider/atspi-queue.h"

#include <errno.h>

#define TIMEOUT_US (60 * G_USEC_PER_SEC)

typedef struct
{
  sd_bus     *bus;
  const char *bus_name;
  guint       n_left;    /* not sent yet */
  guint       n_pending; /* under way */
  int         result;
} Floor;

static int answered_cb (sd_bus_message *reply, void *data, sd_bus_error *error);

static void
ping (Floor *self)
{
  while (self->n_left > 0 && self->n_pending < PEL_ATSPI_WINDOW && self->result >= 0)
    {
      self->result = sd_bus_call_method_async (self->bus,
                                               NULL,
                                               self->bus_name,
                                               "/",
                                               "org.freedesktop.DBus.Peer",
                                               "Ping",
                                               answered_cb,
                                               self,
                                               NULL);
      self->n_left--;
      self->n_pending++;
    }
}

static int
answered_cb (sd_bus_message *reply, void *data, sd_bus_error *error)
{
  Floor *self = data;

  self->n_pending--;
  if (sd_bus_message_is_method_error (reply, NULL))
    self->result = -sd_bus_message_get_errno (reply);
  ping (self);
  return 1;
}

static int
connect_to (sd_bus **ret_bus, const char *address)
{
  int result = sd_bus_new (ret_bus);

  if (result >= 0)
    result = sd_bus_set_address (*ret_bus, address);
  if (result >= 0)
    result = sd_bus_set_bus_client (*ret_bus, TRUE);
  if (result >= 0)
    result = sd_bus_start (*ret_bus);
  return result;
}

static void
run (Floor *self)
{
  gint64 deadline = g_get_monotonic_time () + TIMEOUT_US;
  int    progress = 0;

  ping (self);
  while (self->n_pending > 0 && self->result >= 0 && progress >= 0)
    {
      progress = sd_bus_process (self->bus, NULL);
      if (progress == 0)
        progress = sd_bus_wait (self->bus, (uint64_t) TIMEOUT_US);
      if (g_get_monotonic_time () > deadline)
        progress = -ETIMEDOUT;
    }
  self->result = MIN (self->result, progress);
}

gboolean
bench_floor_measure (
    const char *address, const char *bus_name, guint n_pings, double *ret_ms, GError **error)
{
  gint64 start = g_get_monotonic_time ();
  Floor  self = { .bus_name = bus_name, .n_left = n_pings };

  self.result = connect_to (&self.bus, address);
  if (self.result >= 0)
    run (&self);
  *ret_ms = (double) (g_get_monotonic_time () - start) / 1000;
  sd_bus_close_unref (self.bus);
  if (self.result >= 0)
    return TRUE;
  g_set_error (error,
               G_IO_ERROR,
               g_io_error_from_errno (-self.result),
               "%s cannot be pinged: %s",
               bus_name,
               g_strerror (-self.result));
  return FALSE;
}
