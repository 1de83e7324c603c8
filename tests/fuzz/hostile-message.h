/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/provider/bus-source.h"

/* The bytes of the fuzzer; after the last one there are zeros. */
typedef struct
{
  const guint8 *data;
  gsize         size, at;
} HostileInput;

guint8   hostile_input_take (HostileInput *self);
gboolean hostile_input_is_over (const HostileInput *self);

/* A message that a program might answer with: the input says what is in it and what is wrong with
 * it. @expected is the signature of a good answer; “v” with the contents after a colon: “v:s”. NULL
 * where there is none. (transfer full) (nullable)
 *
 * The first byte says of which kind it is: good, good but for some bytes of its body, of another
 * signature (from a table, or in letters), nothing but bytes, an error, or none. Then each value
 * takes what it needs: small numbers are themselves, and so are texts of a table; what is long or
 * extreme is a byte or two. */
sd_bus_message *hostile_message_take_reply (HostileInput *input, const char *expected);
sd_bus_message *hostile_message_take_event (HostileInput *input);
