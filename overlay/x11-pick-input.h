/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/pick-input.h"

/**
 * PelX11PickInput:
 *
 * The pointer and the keyboard by a grab. While another program has one, the raw input is listened
 * to, and the grab tried again.
 */
#define PEL_TYPE_X11_PICK_INPUT (pel_x11_pick_input_get_type ())
G_DECLARE_FINAL_TYPE (PelX11PickInput, pel_x11_pick_input, PEL, X11_PICK_INPUT, PelPickInput)

/* On the display of the environment. */
PelPickInput *pel_x11_pick_input_new (GError **error);
