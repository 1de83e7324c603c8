/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/**
 * PelSwaySubscription:
 *
 * sway's events about windows and workspaces, until it is freed or sway ends it. It never connects
 * again. Not among the events: outputs, because sway 1.7 refuses all where one is asked for that
 * it does not know; and moves, resizes and scales, for which it has none.
 */
typedef struct _PelSwaySubscription PelSwaySubscription;

typedef void (*PelSwayEventFunc) (gpointer user_data);

/* @error tells why. Called at most once, and not after the subscription is freed. */
typedef void (*PelSwayEndedFunc) (const GError *error, gpointer user_data);

PelSwaySubscription *pel_sway_subscription_new (const char      *socket_path,
                                                PelSwayEventFunc event,
                                                PelSwayEndedFunc ended,
                                                gpointer         user_data);

/* Either function may free its subscription. */
void pel_sway_subscription_free (PelSwaySubscription *self);
