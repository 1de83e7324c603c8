/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/mcp/request.h"
#include "app/mcp/server.h"

#define PEL_SUBSCRIPTIONS_MAX 16
#define PEL_SUBSCRIPTIONS_MS  500 /* between two updates of one resource */

/**
 * PelSubscriptions:
 *
 * Who wants to hear when a resource is not as it was. Windows are watched in the session, each once
 * however many listen; snapshots never change. Both forms: “resources/subscribe”, which holds until
 * it is taken back, and “subscriptions/listen”, a request that goes on until it is cancelled.
 */
typedef struct _PelSubscriptions PelSubscriptions;

PelSubscriptions *pel_subscriptions_new (PelServer *server);
void              pel_subscriptions_free (PelSubscriptions *self);

void pel_subscriptions_subscribe (PelSubscriptions *self, PelRequest *request);
void pel_subscriptions_unsubscribe (PelSubscriptions *self, PelRequest *request);
void pel_subscriptions_listen (PelSubscriptions *self, PelRequest *request);

/* It was cancelled. */
void pel_subscriptions_forget (PelSubscriptions *self, PelRequest *request);
