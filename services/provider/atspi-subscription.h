/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/bus-source.h"

/**
 * PelAtspiSubscription:
 *
 * Makes programs tell what changes, for as long as it lives: the registry passes on what is asked
 * for, and the bus brings the signals. Only the kinds of atspi-event.h.
 */
typedef struct _PelAtspiSubscription PelAtspiSubscription;

PelAtspiSubscription      *
pel_atspi_subscription_new (sd_bus *bus, sd_bus_message_handler_t told, gpointer data);
void pel_atspi_subscription_free (PelAtspiSubscription *self);
