/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/chord.h"

#include <gio/gio.h>

/**
 * PelSwayPanicKey:
 *
 * A chord that sway listens for in our place, whoever has the keyboard: also while the screen is
 * locked, and while a program wants all keys for itself. It is bound to a command that does
 * nothing, and sway tells those who asked that it was run: no program has to be started, and a
 * binding that is left behind by one that was killed does no harm.
 *
 * A chord that sway's configuration binds is left alone. Where sway reads its configuration again
 * or changes its mode, which does away with the binding, it is bound again.
 *
 * Signal "pressed": someone pressed it.
 */
#define PEL_TYPE_SWAY_PANIC_KEY (pel_sway_panic_key_get_type ())
G_DECLARE_FINAL_TYPE (PelSwayPanicKey, pel_sway_panic_key, PEL, SWAY_PANIC_KEY, GObject)

/* Begins to connect. When the last reference goes the binding is taken away, for which sway is
 * waited for: up to a second where it hangs. */
PelSwayPanicKey *pel_sway_panic_key_new (const char *socket_path);

/* @chord: (nullable): none. FALSE with PEL_ERROR_CAPABILITY_UNAVAILABLE where sway has no name for
 * it; nothing is bound then. */
gboolean
pel_sway_panic_key_set_chord (PelSwayPanicKey *self, const PelChord *chord, GError **error);

/* (nullable): why nothing is heard of the chord. */
const GError *pel_sway_panic_key_get_error (PelSwayPanicKey *self);
