/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/approver/witness.h"

/**
 * PelX11Witness:
 *
 * Hears raw input (XInput 2) on a connection of its own. Each event of a device comes there as
 * well, with the same time as where it is delivered and with the device that it is from; the server
 * marks XTest's own ones, of every pointer and keyboard, with a property that cannot be removed.
 * What XTest does in the name of another device is known from its requests (PelX11FakeWatch).
 */
#define PEL_TYPE_X11_WITNESS (pel_x11_witness_get_type ())
G_DECLARE_FINAL_TYPE (PelX11Witness, pel_x11_witness, PEL, X11_WITNESS, PelWitness)

PelWitness *pel_x11_witness_new (GError **error);
