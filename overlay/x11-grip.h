/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/pick-input.h"
#include "services/window/x11-connection.h"

/**
 * PelX11Grip:
 *
 * The pointer and the keyboard of an X server, both or neither, for one connection. The server ends
 * it with the connection, whatever ends that.
 */
typedef struct _PelX11Grip PelX11Grip;

/* @has_both is FALSE where another program holds one of them. */
typedef void (*PelX11GripFunc) (gboolean has_both, gpointer user_data);

/* Takes over the connection: no one else has a hold on it once it was let go. The server must tell
 * apart a key that repeats itself and one that is released. */
PelX11Grip *pel_x11_grip_new (PelX11Connection *connection);

/* Tries to get both; @func is told how that went. One try at a time. */
void pel_x11_grip_try (PelX11Grip *self, PelX11GripFunc func, gpointer user_data);

/* Is told of each event that comes while it has both; keeps account of what is pressed. */
void pel_x11_grip_note (PelX11Grip *self, const xcb_generic_event_t *event);

/* Whether that button or key was pressed while it had both, and is not released yet. */
gboolean pel_x11_grip_holds_button (PelX11Grip *self, guint button);
gboolean pel_x11_grip_holds_key (PelX11Grip *self, guint code);

/* Lets go as soon as nothing is pressed any more, after a second at the latest; with that the
 * connection ends, this is freed, and @gone (nullable) is called. No other callback is invoked from
 * then on. */
void pel_x11_grip_let_go (PelX11Grip *self, PelPickGoneFunc gone, gpointer user_data);
