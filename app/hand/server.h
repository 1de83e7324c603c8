/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/x11-hand-protocol.h"

#include <stdbool.h>
#include <xcb/xcb.h>

typedef struct
{
  unsigned     keycode;
  xcb_keysym_t keysym;
} PelKeyMeaning;

/**
 * PelServer:
 *
 * The hand's own connection to the X server, which blocks, and the book in which stands what it has
 * pressed there. Plain C: the hand must live when others do not.
 */
typedef struct
{
  xcb_connection_t *xcb;
  xcb_screen_t     *screen;
  PelHandBook      *book;
  xcb_atom_t        wm_state, wm_protocols, net_wm_ping;
  bool              has_test, has_res, has_xkb, has_randr;
  uint8_t           lifted[32]; /* keys that were released; crossed out when that is done */
  uint32_t          lifted_buttons;
} PelServer;

/* false: the display cannot be reached. */
bool pel_server_open (PelServer *self, PelHandBook *book);

/* No other client is served in between, so keep it as short as possible. */
void pel_server_grab (PelServer *self);
void pel_server_ungrab (PelServer *self);

/* Waits until everything that was asked for has been done. */
bool pel_server_sync (PelServer *self);

void pel_server_move (PelServer *self, int x, int y);
void pel_server_press_button (PelServer *self, unsigned button);
void pel_server_release_button (PelServer *self, unsigned button);
void pel_server_press_key (PelServer *self, unsigned keycode);
void pel_server_release_key (PelServer *self, unsigned keycode);
bool pel_server_is_key_down (const PelServer *self, unsigned keycode);
bool pel_server_is_holding (const PelServer *self);
bool pel_server_is_button_down (const PelServer *self);

/* Gives keycodes without a meaning one; 0 takes it away again. */
void pel_server_map_keys (PelServer *self, const PelKeyMeaning *meanings, unsigned n_meanings);

/* Unlocks these modifiers, or locks again what was unlocked. */
void pel_server_unlock (PelServer *self, unsigned modifiers);
void pel_server_lock_again (PelServer *self);

/* Everything that is down goes up. */
void pel_server_release_all (PelServer *self);
void pel_server_unmap_all (PelServer *self);

bool pel_server_shows_point (PelServer *self, int x, int y);

static inline bool
pel_bit_get (const uint8_t *bits, unsigned index)
{
  return (bits[index / 8 % 32] >> index % 8 & 1) != 0;
}
