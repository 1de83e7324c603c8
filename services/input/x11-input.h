/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/input.h"

/* PelInput by XTest, made by a process of its own (x11-hand.h). Who gets what is pressed is checked
 * while the server serves no one else. */
#define PEL_TYPE_X11_INPUT (pel_x11_input_get_type ())
G_DECLARE_FINAL_TYPE (PelX11Input, pel_x11_input, PEL, X11_INPUT, GObject)

/* @hand (nullable): where pellucid-hand is; NULL: beside this program. */
PelInput *pel_x11_input_new (const char *hand, GError **error);

/* Of the process that makes the gestures; 0: it does not run. For tests. */
pid_t pel_x11_input_get_hand_pid (PelX11Input *self);
