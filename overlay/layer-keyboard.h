/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/pick-input.h"

#include <wayland-client.h>

/* What is told of a keyboard, to one who gets all of it. None is NULL. Nothing of the keyboard is
 * used after a call, which may be its end. */
typedef struct
{
  void (*changed) (gpointer user_data); /* it is ours, or not any more, or something was released */
  void (*pressed) (guint keysym, gpointer user_data); /* or it repeats itself */
} PelLayerKeyboardFuncs;

/**
 * PelLayerKeyboard:
 *
 * A keyboard on our surfaces, by the keymap that the compositor sends.
 */
typedef struct _PelLayerKeyboard PelLayerKeyboard;

/* Takes the proxy. */
PelLayerKeyboard *pel_layer_keyboard_new (struct wl_keyboard          *proxy,
                                          const PelLayerKeyboardFuncs *funcs,
                                          gpointer                     user_data);
void              pel_layer_keyboard_free (PelLayerKeyboard *self);

/* Whether its keys come to us, and which is the layout is known. */
gboolean         pel_layer_keyboard_is_ours (PelLayerKeyboard *self);
PelPickModifiers pel_layer_keyboard_get_modifiers (PelLayerKeyboard *self);

/* Whether a key was pressed on our surfaces and is not released yet. */
gboolean pel_layer_keyboard_is_held (PelLayerKeyboard *self);
