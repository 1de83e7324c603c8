/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

struct zwp_virtual_keyboard_v1;

/**
 * PelWlrKeyboard:
 *
 * A keyboard of our own at the compositor, with a keymap of its own that grows with what is
 * written, and the keys that are down. A program gets each keymap before the keys that go by it.
 */
typedef struct _PelWlrKeyboard PelWlrKeyboard;

/* Takes @proxy. (nullable): NULL where the descriptions of keyboards are not installed. */
PelWlrKeyboard *pel_wlr_keyboard_new (struct zwp_virtual_keyboard_v1 *proxy);
void            pel_wlr_keyboard_free (PelWlrKeyboard *self);

/* Gives keys to @keysyms, from the first on, for as long as there are keys left; returns how many
 * of them can be pressed now. */
guint pel_wlr_keyboard_learn (PelWlrKeyboard *self, const guint32 *keysyms, guint n_keysyms);

/* Takes back all keys that were given; FALSE: there were none. Programs of X read what a key means
 * when they get to it, so this must come a while after the last key: so many milliseconds from
 * now. */
guint    pel_wlr_keyboard_get_settle_ms (PelWlrKeyboard *self);
gboolean pel_wlr_keyboard_forget (PelWlrKeyboard *self);

/* Keys by what they write, which must have been learnt. One that is written with Shift is pressed
 * with it. */
void pel_wlr_keyboard_press (PelWlrKeyboard *self, guint32 keysym);
void pel_wlr_keyboard_release (PelWlrKeyboard *self, guint32 keysym);

/* Also unlocks what was locked. */
void     pel_wlr_keyboard_release_all (PelWlrKeyboard *self);
gboolean pel_wlr_keyboard_has_held (PelWlrKeyboard *self);
