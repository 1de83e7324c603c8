/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <sys/types.h>

/* What is ours is never a target: an agent that could press the buttons of our own windows could
 * approve itself. Every way of acting asks here in its lowest layer, right before it goes out, by
 * the process that receives the act: on the accessibility bus the owner of the bus name of the very
 * object that is called (an object can hang in the tree of another program), on X11 the client that
 * made the window, as reported by the server.
 *
 * There is one guard for the process, on purpose: a second one would be a way around it. This
 * process itself is always ours. Main thread only. */

/* Processes that belong to us, from before they can be seen until they have ended. */
void pel_guard_add_process (pid_t pid);
void pel_guard_remove_process (pid_t pid);

gboolean pel_guard_is_ours (pid_t pid);

/* All of them, this one too, for a helper that has to check on its own. (transfer full) of pid_t */
GArray *pel_guard_dup_processes (void);

/* FALSE with PEL_ERROR_DENIED: it is ours, or (0) its process is unknown. */
gboolean pel_guard_check (pid_t pid, GError **error);
