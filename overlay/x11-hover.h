/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/pick-keys.h"
#include "services/window/x11-connection.h"

/**
 * PelX11Hover:
 *
 * What the pointer and the keys do while another program holds them. The server tells that to
 * everybody who asks for the raw input, whoever else gets it.
 */
typedef struct _PelX11Hover PelX11Hover;

/* NULL: a button or a key was pressed or released, which may have ended what the other program
 * held them for. Nothing of the hover is used after the call, which may be its end. */
typedef void (*PelX11HoverFunc) (const PelPickEvent *event, gpointer user_data);

/* @keys are borrowed; see set_keys(). Tells where the pointer is without a motion. (nullable) where
 * the server does not tell raw input. */
PelX11Hover *pel_x11_hover_new (PelX11Connection *connection,
                                PelPickKeys      *keys,
                                PelX11HoverFunc   func,
                                gpointer          user_data);
void         pel_x11_hover_free (PelX11Hover *self);

void pel_x11_hover_set_keys (PelX11Hover *self, PelPickKeys *keys);

/* Looks where the pointer is: some moves come from programs, and are no input. */
void pel_x11_hover_look (PelX11Hover *self);

/* Is told of each event. */
void pel_x11_hover_take (PelX11Hover *self, const xcb_generic_event_t *event);
