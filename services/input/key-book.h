/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>
#include <xkbcommon/xkbcommon.h>

/* Where a keysym is on the keyboard. */
typedef struct
{
  xkb_keycode_t code;
  gboolean      needs_shift;
} PelKeyPlace;

/**
 * PelKeyBook:
 *
 * The keys of a keyboard that is ours: those of an American one, each where it is on the desk,
 * because some programs go by the place of a key; and on the keys that are left over, whatever else
 * is to be written. No key has a number that an X program could not understand.
 */
typedef struct _PelKeyBook PelKeyBook;

/* (nullable): NULL where the descriptions of keyboards are not installed. */
PelKeyBook *pel_key_book_new (void);
void        pel_key_book_free (PelKeyBook *self);

gboolean pel_key_book_find (const PelKeyBook *self, xkb_keysym_t keysym, PelKeyPlace *ret_place);

/* Gives a key to @keysym, unless it has one. FALSE: all keys are taken. */
gboolean pel_key_book_add (PelKeyBook *self, xkb_keysym_t keysym);

/* Takes back all that were given; FALSE: there were none. */
gboolean pel_key_book_clear (PelKeyBook *self);

/* As XKB writes it, for a compositor to read. (transfer full) */
char *pel_key_book_to_text (const PelKeyBook *self);

/* Of the text. (transfer full) (nullable) */
struct xkb_keymap *pel_key_book_compile (const PelKeyBook *self);

/* The key that writes a character: Return for a line's end, Tab for a tab. 0: none does. */
xkb_keysym_t pel_keysym_from_character (gunichar character);
