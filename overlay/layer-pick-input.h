/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "overlay/pick-input.h"

/**
 * PelLayerPickInput:
 *
 * The pointer and the keyboard by transparent surfaces above all others.
 */
#define PEL_TYPE_LAYER_PICK_INPUT (pel_layer_pick_input_get_type ())
G_DECLARE_FINAL_TYPE (PelLayerPickInput, pel_layer_pick_input, PEL, LAYER_PICK_INPUT, PelPickInput)

/* On the compositor of the environment. */
PelPickInput *pel_layer_pick_input_new (GError **error);
