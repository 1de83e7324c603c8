/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/pick-input.h"
#include "services/window/wayland-connection.h"

/* What is told of a grip; none is NULL. Nothing of the grip is used after a call, which may be its
 * end; only a move never is. */
typedef struct
{
  void (*event) (const PelPickEvent *event, gpointer user_data);
  void (*changed) (gpointer user_data); /* has_all() may say something else now */
  void (*failed) (const GError *error, gpointer user_data);
} PelLayerGripFuncs;

/**
 * PelLayerGrip:
 *
 * The pointer and the keyboard of a compositor, by a veil over each of its outputs. They are new,
 * and that is why the compositor says at once where the pointer is. Outputs, pointers and keyboards
 * that come and go are followed. The compositor ends it with the connection, whatever ends that.
 */
typedef struct _PelLayerGrip PelLayerGrip;

PelLayerGrip *pel_layer_grip_new (PelWaylandConnection    *connection,
                                  const PelLayerGripFuncs *funcs,
                                  gpointer                 user_data);

/* Whether all that there is of pointer and keyboard comes to us. */
gboolean pel_layer_grip_has_all (PelLayerGrip *self);

/* The same without the pointer, which may be where there is no output any more, or in the hands of
 * someone who keeps a button pressed; it comes later. */
gboolean pel_layer_grip_has_keyboard (PelLayerGrip *self);

/* Whether the compositor has shown something of it. */
gboolean pel_layer_grip_is_shown (PelLayerGrip *self);

/* Puts new veils in the place of those that are there. A menu may have kept the keyboard from them,
 * and when it is closed the compositor does not ask again who is to have it. */
void pel_layer_grip_renew (PelLayerGrip *self);

/* Lets go as soon as nothing is pressed any more, after a second at the latest; with that it is
 * freed, and @gone (nullable) is called. No other callback is invoked from then on. */
void pel_layer_grip_let_go (PelLayerGrip *self, PelPickGoneFunc gone, gpointer user_data);
