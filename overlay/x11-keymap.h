/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/pick-keys.h"
#include "services/window/x11-connection.h"

/* From now on the server tells this connection of other keymaps, and does not tell that a key which
 * repeats itself is released each time. */
void pel_x11_keymap_attend (PelX11Connection *connection);

/* Whether an event tells that the keymap is another one. */
gboolean pel_x11_keymap_is_changed (PelX11Connection *connection, const xcb_generic_event_t *event);

/* What the keys of the X server of the environment mean now. To ask takes many answers, for which
 * xkbcommon waits: in a thread, over a connection of its own. Fails with
 * PEL_ERROR_CAPABILITY_UNAVAILABLE where the server does not tell. */
void         pel_x11_keymap_load_async (GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
PelPickKeys *pel_x11_keymap_load_finish (GAsyncResult *result, GError **error);
