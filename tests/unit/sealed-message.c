/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/sealed-message.h"

#include <stdarg.h>
#include <sys/socket.h>

/* A connection on which nobody will ever say anything: messages belong to one. */
static sd_bus *
get_bus (void)
{
  static sd_bus *bus;
  static int     ends[2];

  if (bus == NULL)
    {
      g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), ==, 0);
      g_assert_cmpint (sd_bus_new (&bus), >=, 0);
      g_assert_cmpint (sd_bus_set_fd (bus, ends[0], ends[0]), >=, 0);
      g_assert_cmpint (sd_bus_start (bus), >=, 0);
    }
  return bus;
}

static SealedMessage *
open_signal (const char *path, const char *interface, const char *member)
{
  SealedMessage *self = NULL;

  g_assert_cmpint (sd_bus_message_new_signal (get_bus (), &self, path, interface, member), >=, 0);
  return self;
}

SealedMessage *
sealed_message_open (void)
{
  return open_signal ("/x", "x.x", "X");
}

void
sealed_message_seal (SealedMessage *self)
{
  g_assert_cmpint (sd_bus_message_seal (self, 1, 0), >=, 0);
  g_assert_cmpint (sd_bus_message_rewind (self, TRUE), >=, 0);
}

SealedMessage *
sealed_message_new (const char *types, ...)
{
  SealedMessage *self = sealed_message_open ();
  va_list        values;

  va_start (values, types);
  g_assert_cmpint (sd_bus_message_appendv (self, types, values), >=, 0);
  va_end (values);
  sealed_message_seal (self);
  return self;
}

SealedMessage *
sealed_signal_new (
    const char *path, const char *interface, const char *member, const char *types, ...)
{
  SealedMessage *self = open_signal (path, interface, member);
  va_list        values;

  va_start (values, types);
  g_assert_cmpint (sd_bus_message_appendv (self, types, values), >=, 0);
  va_end (values);
  sealed_message_seal (self);
  return self;
}

void
sealed_message_free (SealedMessage *self)
{
  sd_bus_message_unref (self);
}
