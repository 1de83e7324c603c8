/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/hand/keyboard.h"

#define PEL_TYPIST_MAX_HELD 16

/* A key that a gesture holds down. */
typedef struct
{
  xcb_keysym_t keysym;
  PelKeyStroke stroke; /* with the Shift that it needed, if it did */
} PelHeldKey;

/**
 * PelTypist:
 *
 * Presses keys for the window that has the keyboard, after checking which one that is.
 */
typedef struct
{
  PelServer   *server;
  PelKeyboard *keyboard;
  int          socket; /* readable once the session no longer waits for us */
  xcb_window_t reader; /* who was typed to last, where it answers pings */
  uint32_t     ping_time;
  PelHeldKey   held[PEL_TYPIST_MAX_HELD];
  unsigned     n_held;
} PelTypist;

PelHandOutcome
pel_typist_press (PelTypist *self, const PelHandRequest *request, PelHandAnswer *answer);
PelHandOutcome
pel_typist_release (PelTypist *self, const PelHandRequest *request, PelHandAnswer *answer);
PelHandOutcome
pel_typist_type (PelTypist *self, const PelHandRequest *request, PelHandAnswer *answer);

/* Whether the person holds a modifier or a button, and we do not. */
bool pel_typist_is_person_holding (PelTypist *self, unsigned *ret_locked);

/* Waits, not for long, until what was typed has been looked up. */
bool pel_typist_settle (PelTypist *self);
