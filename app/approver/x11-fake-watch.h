/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/x11-connection.h"

/**
 * PelX11FakeWatch:
 *
 * Hears every request with which any client fakes input (XTEST), whichever device that names: what
 * is faked in the name of a real device has the id of that device. Uses RECORD, on a connection of
 * its own. Deaf, it says that everything is fake: when the server stops recording, and when another
 * client touches what is recorded.
 *
 * What was requested before the server answers a request of ours has arrived here after a second
 * such round trip, and a turn of the main loop.
 */
typedef struct _PelX11FakeWatch PelX11FakeWatch;

/* Input was faked. */
typedef void (*PelX11FakeFunc) (gpointer user_data);

/* Waits for the server, as opening a connection does. */
PelX11FakeWatch *pel_x11_fake_watch_new (PelX11FakeFunc func, gpointer user_data, GError **error);
void             pel_x11_fake_watch_free (PelX11FakeWatch *self);

/* Whether input was faked less than @within_ms before @time (of the server, in milliseconds), or
 * after it. */
gboolean pel_x11_fake_watch_has_faked (PelX11FakeWatch *self, guint32 time, guint32 within_ms);
