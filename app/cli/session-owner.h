/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* Whether the session is what answers under a unique name of the bus: a process whose executable is
 * the very file that this program would have started, beside it, installed, or named by the
 * system's activation file. Any program of the person can take the well-known name, and must not
 * learn what is sent to the session. Fails with PEL_ERROR_DENIED. In a Flatpak, where the processes
 * of others cannot be seen, the sandbox decides who may have the name. */
void pel_session_owner_check_async (GDBusConnection    *bus,
                                    const char         *unique_name,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data);
/* (transfer full): that name. Fails with G_DBUS_ERROR_NAME_HAS_NO_OWNER where it has gone or is
 * about to. */
char *pel_session_owner_check_finish (GAsyncResult *result, GError **error);
