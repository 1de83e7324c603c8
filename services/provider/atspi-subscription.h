/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/bus-source.h"

/**
 * PelAtspiSubscription:
 *
 * Makes programs report what changes, for as long as it lives: the registry is asked for the kinds
 * of atspi-event.h, and the bus delivers the signals.
 *
 * The registry is asked on a connection that is used for nothing else, and closed to end it: the
 * registry of at-spi 2.62 ignores DeregisterEvent, but every one forgets a client that is gone. The
 * signals arrive on the connection of the caller, in order with the replies of the same program.
 */
typedef struct _PelAtspiSubscription PelAtspiSubscription;

typedef void (*PelAtspiSubscriptionFunc) (gpointer data);

/* @registered is invoked once, when programs know what to report, unless this is so already when
 * the function returns. */
PelAtspiSubscription *pel_atspi_subscription_new (sd_bus                  *bus,
                                                  const char              *address,
                                                  sd_bus_message_handler_t heard,
                                                  PelAtspiSubscriptionFunc registered,
                                                  gpointer                 data);
void                  pel_atspi_subscription_free (PelAtspiSubscription *self);

gboolean pel_atspi_subscription_is_registered (const PelAtspiSubscription *self);
