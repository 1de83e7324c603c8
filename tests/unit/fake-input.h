/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/input.h"

/**
 * PelFakeInput:
 *
 * Hands that only remember what they were to do.
 */
#define PEL_TYPE_FAKE_INPUT (pel_fake_input_get_type ())
G_DECLARE_FINAL_TYPE (PelFakeInput, pel_fake_input, PEL, FAKE_INPUT, GObject)

PelFakeInput *pel_fake_input_new (void);

/* The last gesture in words, and for which window: “Control_L; … for w1”. NULL: none since this was
 * asked. (transfer full) */
char *pel_fake_input_take_made (PelFakeInput *self);
