/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "tests/unit/sealed-message.h"

#include <string.h>

/* Where a text of the message is, for a change of what has come over the wire. */
static inline char *
find_bytes (SealedMessage *message, const char *text)
{
  const char *value = NULL, *contents;
  char        type;

  sd_bus_message_rewind (message, TRUE);
  for (;;)
    {
      int r = sd_bus_message_peek_type (message, &type, &contents);

      g_assert_cmpint (r, >=, 0);
      if (r == 0)
        g_assert_cmpint (sd_bus_message_exit_container (message), >=, 0);
      else if (strchr ("aver({", type) != NULL)
        g_assert_cmpint (sd_bus_message_enter_container (message, type, contents), >, 0);
      else if (sd_bus_message_read_basic (message, type, &value) > 0 && strchr ("so", type) &&
               g_str_equal (value, text))
        break;
    }
  sd_bus_message_rewind (message, TRUE);
  return (char *) value;
}

typedef enum
{
  NOT_UTF8,
  NOT_ENDED,
  TOO_LONG,
  N_DAMAGES
} Damage;

static inline void
damage (SealedMessage *message, const char *text, Damage kind)
{
  char         *bytes = find_bytes (message, text);
  const guint32 length = 0x01000000;

  if (kind == NOT_UTF8)
    bytes[0] = (char) 0xff;
  else if (kind == NOT_ENDED)
    bytes[strlen (text)] = 'x';
  else
    memcpy (bytes - sizeof length, &length, sizeof length);
}
