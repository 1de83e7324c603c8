/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <xcb/xcb.h>

/* To the display of the environment. (transfer full) */
xcb_connection_t *pel_x11_connect (GError **error);

/* The answer to a request, at most five seconds later. Free with free(). */
gpointer pel_x11_await (xcb_connection_t *connection, unsigned int sequence, GError **error);

/* Returns once the server has done all that was asked. */
gboolean pel_x11_sync (xcb_connection_t *connection, GError **error);

/* The next event, NULL when none came until @end, a monotonic time. Free with free(). */
xcb_generic_event_t *pel_x11_next_event (xcb_connection_t *connection, gint64 end);

xcb_atom_t pel_x11_intern (xcb_connection_t *connection, const char *name);
