/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

/* Makes sure that the session of this desktop is on the bus: finds it there, or starts the one
 * beside this executable, or the installed one by activation, and that it is the session and
 * nothing else that has its name. Fails with PEL_ERROR_CAPABILITY_UNAVAILABLE and its reason where
 * it cannot run (no display), and PEL_ERROR_COMMAND_FAILED where it ended at once. The caller keeps
 * the deadline. */
void pel_session_launcher_run_async (GDBusConnection    *bus,
                                     GCancellable       *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer            user_data);

/* (transfer full): its unique name: what is sent to that reaches no other process. */
char *pel_session_launcher_run_finish (GAsyncResult *result, GError **error);
