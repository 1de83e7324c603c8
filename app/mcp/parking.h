/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <json-glib/json-glib.h>

#define PEL_PARKING_TTL_MS 120000 /* as long as a question can be answered */

/**
 * PelParking:
 *
 * Where calls wait for their client to come back with what they asked it for. The client is given a
 * ticket (“requestState”): it tells nothing, is good for one visit, for a while, for the very call
 * it was given for, and only as it was given.
 */
typedef struct _PelParking PelParking;

/* The time in microseconds that never go back; for tests. */
typedef gint64 (*PelParkingClockFunc) (void);

/* @clock (nullable): the monotonic one. */
PelParking *pel_parking_new (PelParkingClockFunc clock);
void        pel_parking_free (PelParking *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelParking, pel_parking_free)

/* (transfer full): the ticket. @item is borrowed. @params: of the request: what it is for. */
char *pel_parking_put (PelParking *self, gpointer item, JsonObject *params);

/* The item; NULL with a PEL_RPC_ERROR. */
gpointer
pel_parking_take (PelParking *self, const char *ticket, JsonObject *params, GError **error);

/* It does not wait any more. */
void pel_parking_remove (PelParking *self, gpointer item);
