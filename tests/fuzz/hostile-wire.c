/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/fuzz/hostile-wire.h"

#include <sys/socket.h>
#include <unistd.h>

/* Our connection, and the other end of its socket. */
static sd_bus *bus;
static int     peer = -1;

static sd_bus_message *arrived;

static int
arrived_cb (sd_bus_message *message, void *data, sd_bus_error *error)
{
  g_assert_null (arrived);
  arrived = sd_bus_message_ref (message);
  return 1;
}

static sd_bus *
open_end (int fd)
{
  sd_bus *end = NULL;

  g_assert_cmpint (sd_bus_new (&end), >=, 0);
  g_assert_cmpint (sd_bus_set_fd (end, fd, fd), >=, 0);
  return end;
}

/* Both ends of the handshake are sd-bus; then the other one leaves, and its socket stays. */
static void
connect_wire (void)
{
  static const sd_id128_t id = { .bytes = { 1 } };
  int                     ends[2];
  sd_bus                 *server;

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends),
                   ==,
                   0);
  peer = dup (ends[1]);
  g_assert_cmpint (peer, >=, 0);
  bus = open_end (ends[0]);
  server = open_end (ends[1]);
  g_assert_cmpint (sd_bus_set_server (server, 1, id), >=, 0);
  g_assert_cmpint (sd_bus_start (server), >=, 0);
  g_assert_cmpint (sd_bus_start (bus), >=, 0);
  g_assert_cmpint (sd_bus_add_filter (bus, NULL, arrived_cb, NULL), >=, 0);
  while (sd_bus_is_ready (bus) == 0 || sd_bus_is_ready (server) == 0)
    {
      g_assert_cmpint (sd_bus_process (bus, NULL), >=, 0);
      g_assert_cmpint (sd_bus_process (server, NULL), >=, 0);
    }
  sd_bus_close (server);
  sd_bus_unref (server);
}

static void
disconnect_wire (void)
{
  sd_bus_close (bus);
  bus = sd_bus_unref (bus);
  close (peer);
}

sd_bus_message *
hostile_wire_receive (const GByteArray *bytes)
{
  int r;

  if (bus == NULL)
    connect_wire ();
  g_assert_cmpint (write (peer, bytes->data, bytes->len), ==, bytes->len);
  while (arrived == NULL && (r = sd_bus_process (bus, NULL)) != 0)
    if (r < 0)
      {
        disconnect_wire ();
        break;
      }
  if (arrived != NULL)
    sd_bus_message_rewind (arrived, TRUE);
  return g_steal_pointer (&arrived);
}
