/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/pick-input.h"

#include <xkbcommon/xkbcommon.h>

/**
 * PelPickKeys:
 *
 * What the keys of the keyboard mean, by the person's layout and what is held right now. Codes are
 * those of xkb.
 */
typedef struct _PelPickKeys PelPickKeys;

/* Takes the keymap. */
PelPickKeys *pel_pick_keys_new (struct xkb_keymap *keymap);
void         pel_pick_keys_free (PelPickKeys *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PelPickKeys, pel_pick_keys_free)

/* The modifiers and the group that are in force. */
void pel_pick_keys_set_state (PelPickKeys *self, guint32 modifiers, guint32 group);

/* The same in one word, as the core protocol of X has it. */
void pel_pick_keys_set_x11_state (PelPickKeys *self, guint16 state);

/* XKB_KEY_NoSymbol where the key means nothing, or several things at once. */
guint            pel_pick_keys_get_symbol (PelPickKeys *self, guint32 code);
PelPickModifiers pel_pick_keys_get_modifiers (PelPickKeys *self);
gboolean         pel_pick_keys_repeats (PelPickKeys *self, guint32 code);
