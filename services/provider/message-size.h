/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/bus-source.h"

/* How many bytes a sealed message takes on the wire: sd-bus does not tell. The text of strings and
 * what is in lists and variants is left out, since it would have to be unpacked for that: who does
 * adds it. */
gsize pel_message_measure (sd_bus_message *message);
