/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/x11-connection.h"

/**
 * PelX11Round:
 *
 * Requests that are sent together, and one call when the last of their replies has come, or at
 * once when the round is cancelled or two seconds have passed (its replies are then still taken
 * off the connection, for no one) or the connection breaks.
 */
typedef struct _PelX11Round PelX11Round;

typedef void (*PelX11TakeFunc) (gpointer reply, gpointer data);

/* @error (nullable) tells why there are no answers. Called exactly once. */
typedef void (*PelX11DoneFunc) (const GError *error, gpointer user_data);

PelX11Round *pel_x11_round_new (PelX11Connection *connection,
                                GCancellable     *cancellable,
                                PelX11DoneFunc    done,
                                gpointer          user_data);

/* Before it is sent: it waits for the server as long as that takes. For who has no one waiting. */
void pel_x11_round_be_patient (PelX11Round *self);

/* @take is not called where the server refuses the request: the window is gone. */
void
pel_x11_round_expect (PelX11Round *self, unsigned int sequence, PelX11TakeFunc take, gpointer data);
void pel_x11_round_expect_property (PelX11Round   *self,
                                    xcb_window_t   window,
                                    xcb_atom_t     property,
                                    guint          max_words,
                                    PelX11TakeFunc take,
                                    gpointer       data);

/* Sends what was asked and gives the round away: it frees itself. With nothing asked, done is
 * called at once. */
void pel_x11_round_send (PelX11Round *self);

/* Reading a property's reply, whatever its owner put there. */
guint   pel_x11_property_count_words (xcb_get_property_reply_t *reply);
guint32 pel_x11_property_get_word (xcb_get_property_reply_t *reply, guint index, guint32 fallback);
char   *pel_x11_property_dup_text (xcb_get_property_reply_t *reply);

/* PelX11TakeFuncs: @data is a guint32 *, or a char ** that is replaced. */
void pel_x11_take_word (gpointer reply, gpointer data);
void pel_x11_take_text (gpointer reply, gpointer data);
