/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/bus-source.h"

/* The bytes of one message as they come over a socket, taken apart by sd-bus itself. The lengths in
 * its header must be true, or what follows is lost too. NULL where sd-bus refuses it.
 * (transfer full) (nullable) */
sd_bus_message *hostile_wire_receive (const GByteArray *bytes);
