/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/hand/server.h"

#include <xkbcommon/xkbcommon.h>

#define PEL_KEYBOARD_MAX_SPARES 64

/* A keycode that no key of the layout uses, and what we have made of it. */
typedef struct
{
  unsigned     keycode;
  xcb_keysym_t keysym; /* 0: nothing */
  uint64_t     used;   /* when, by the count of uses; 0: not since it was given its meaning */
} PelSpareKey;

/* How a keysym is typed now. */
typedef struct
{
  unsigned keycode;
  bool     takes_shift;
} PelKeyStroke;

/**
 * PelKeyboard:
 *
 * The layout as programs see it, and the keycodes that it leaves free, on which everything can be
 * typed that it does not have. They keep their new meaning until they are wanted for another or
 * pel_keyboard_rest() is called: programs look up what a keycode means when they get round to it.
 */
typedef struct
{
  PelServer          *server;
  struct xkb_context *context;
  struct xkb_keymap  *keymap;
  unsigned            group;
  unsigned            shift; /* keycode; 0: none */
  PelSpareKey         spares[PEL_KEYBOARD_MAX_SPARES];
  unsigned            n_spares;
  uint64_t            n_uses;
  bool                is_unread; /* a program may still have to look up what a spare key means */
} PelKeyboard;

void pel_keyboard_init (PelKeyboard *self, PelServer *server);

/* Looks at the layout again. false: the server does not report it. */
bool pel_keyboard_refresh (PelKeyboard *self);

/* The group may have changed; @ret_locked and @ret_pressed: modifiers. */
void pel_keyboard_refresh_state (PelKeyboard *self, unsigned *ret_locked, unsigned *ret_pressed);

/* As it stands now: on the layout, or on a spare key that already has it. */
bool pel_keyboard_find (PelKeyboard *self, xcb_keysym_t keysym, PelKeyStroke *ret_stroke);

/* Puts those that cannot be typed on spare keys, from the first on, as many as there is room for;
 * those that can be typed now keep their keys. Returns how many of @keysyms can be typed then. 0:
 * there is no room while @may_replace is false, or no key at all. */
unsigned pel_keyboard_prepare (PelKeyboard        *self,
                               const xcb_keysym_t *keysyms,
                               unsigned            n_keysyms,
                               bool                may_replace);

/* Whether another client has grabbed this chord for the whole screen. */
bool pel_keyboard_is_grabbed (PelKeyboard *self, const xcb_keysym_t *keysyms, unsigned n_keysyms);

/* Takes all meanings away again. */
void pel_keyboard_rest (PelKeyboard *self);
