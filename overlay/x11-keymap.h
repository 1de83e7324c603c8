/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/pick-keys.h"

/* What the keys of the X server of the environment mean now. To ask takes many answers, for which
 * xkbcommon waits: in a thread, over a connection of its own. Fails with
 * PEL_ERROR_CAPABILITY_UNAVAILABLE where the server does not tell. */
void         pel_x11_keymap_load_async (GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
PelPickKeys *pel_x11_keymap_load_finish (GAsyncResult *result, GError **error);
