/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The linker puts this between the provider and sd-bus (--wrap), so that calls are counted whatever
 * connection they go over, and the provider needs no counter for it. */

#include "bench-pellucid.h"

#include "services/provider/bus-source.h"

int __real_sd_bus_call_async (sd_bus                  *bus,
                              sd_bus_slot            **slot,
                              sd_bus_message          *message,
                              sd_bus_message_handler_t callback,
                              void                    *data,
                              uint64_t                 timeout);
int __wrap_sd_bus_call_async (sd_bus                  *bus,
                              sd_bus_slot            **slot,
                              sd_bus_message          *message,
                              sd_bus_message_handler_t callback,
                              void                    *data,
                              uint64_t                 timeout);

static guint n_calls;

int
__wrap_sd_bus_call_async (sd_bus                  *bus,
                          sd_bus_slot            **slot,
                          sd_bus_message          *message,
                          sd_bus_message_handler_t callback,
                          void                    *data,
                          uint64_t                 timeout)
{
  n_calls++;
  return __real_sd_bus_call_async (bus, slot, message, callback, data, timeout);
}

guint
bench_calls_count (void)
{
  return n_calls;
}
