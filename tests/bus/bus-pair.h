/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/bus-source.h"

/**
 * BusPair:
 *
 * A connection and a program at its other end, which does nothing by itself: calls that come are
 * kept until the test answers them. Both ends run on the default main context.
 */
typedef struct
{
  sd_bus    *client, *server;
  GSource   *client_source, *server_source;
  GPtrArray *calls;      /* (element-type sd_bus_message): not answered, in the order they came */
  guint      n_received; /* ever */
  guint      n_fences;
  gboolean   is_closed; /* the client has noticed that the program is gone */
} BusPair;

BusPair *bus_pair_new (void);
void     bus_pair_free (BusPair *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (BusPair, bus_pair_free)

/* Waits until all that has been sent so far has arrived, in both directions. */
void bus_pair_settle (BusPair *self);

/* The program ends. */
void bus_pair_close_server (BusPair *self);

/* Answers the call at @index with the values, and forgets it. */
void bus_pair_answer (BusPair *self, guint index, const char *types, ...);
void bus_pair_refuse (BusPair *self, guint index);

/* Runs the main loop until @counter is at least @n; fails the test after ten seconds. */
void bus_pair_wait (const guint *counter, guint n);
void bus_pair_wait_ms (guint ms);
