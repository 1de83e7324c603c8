/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* The way to the session: connects to the bus, and starts the session where it is not running.
 * @bus (nullable): that of an earlier time; @address (nullable): of the bus, where it is not that
 * of the environment. */
void pel_session_opening_run_async (GDBusConnection    *bus,
                                    const char         *address,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);

/* (transfer full): the connection, and (transfer full) the session's unique name on it. Fails with
 * PEL_ERROR_CAPABILITY_UNAVAILABLE where there is no bus, as the session launcher does, and with
 * G_IO_ERROR_CANCELLED. */
GDBusConnection *
pel_session_opening_run_finish (GAsyncResult *result, char **ret_owner, GError **error);
