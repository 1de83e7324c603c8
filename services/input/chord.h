/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

#define PEL_CHORD_MAX_KEYS 8

/* Keys that are pressed together, in the order in which they go down: modifiers, and then one other
 * key at most. A value. */
typedef struct
{
  guint32 keysyms[PEL_CHORD_MAX_KEYS];
  guint   n_keysyms; /* at least 1 in what was parsed; 0: none */
} PelChord;

/* "ctrl+s", "Enter", "ctrl+alt+Escape", "F5", "é", "ctrl++": friendly names in any case, the names
 * of keysyms, or one character. With a modifier a letter is the key that bears it, so "Ctrl+S" does
 * not take Shift; alone it is the letter as it is written. FALSE with
 * PEL_ERROR_INVALID_ARGUMENT. */
gboolean pel_chord_parse (const char *text, PelChord *ret_chord, GError **error);

/* Whether desktops take it, as a rule, whichever program has the keyboard: with Super, with Ctrl
 * and Alt, and a few more that switch windows, close them or run something. */
gboolean pel_chord_is_shortcut (const PelChord *self);

/* Whether the key only changes what others do. */
gboolean pel_keysym_is_modifier (guint32 keysym);
