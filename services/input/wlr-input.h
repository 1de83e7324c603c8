/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/input/input.h"
#include "services/input/wlr-devices.h"

/* A PelInput for compositors that are made with wlroots: devices of our own, made with the first
 * gesture. What lies under the pointer and has the keyboard is told by @windows, a moment before
 * the press: another program may come between. The compositor tells of windows only, so panels and
 * notifications, and menus of the same program, go unseen.
 *
 * @hand_path (nullable): of the program that releases what is held when this one dies; NULL: it
 * stands beside this one. */
#define PEL_TYPE_WLR_INPUT (pel_wlr_input_get_type ())
G_DECLARE_FINAL_TYPE (PelWlrInput, pel_wlr_input, PEL, WLR_INPUT, GObject)

/* Connects, and waits for no answer. */
PelInput *pel_wlr_input_new (PelWindowSource *windows, const char *hand_path, GError **error);

/* (transfer none) */
PelWlrDevices *pel_wlr_input_get_devices (PelWlrInput *self);
