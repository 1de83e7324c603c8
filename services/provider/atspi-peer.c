/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* struct ucred */

#include "config.h"

#include "services/provider/atspi-peer.h"

#include <gio/gio.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The value of a key of “unix:key=value,key=value”, with %41 for A. (transfer full) (nullable) */
static char *
dup_value (const char *address, const char *key)
{
  g_auto (GStrv) pairs = g_strsplit (address + strlen ("unix:"), ",", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    if (g_str_has_prefix (pairs[i], key) && pairs[i][strlen (key)] == '=')
      return g_uri_unescape_string (pairs[i] + strlen (key) + 1, NULL);
  return NULL;
}

static gboolean
fill_address (const char *address, struct sockaddr_un *ret_name, socklen_t *ret_length)
{
  g_autofree char *path = dup_value (address, "path");
  g_autofree char *abstract = dup_value (address, "abstract");
  const char      *text = path != NULL ? path : abstract;
  gsize            offset = path != NULL ? 0 : 1; /* an abstract name begins with a zero byte */

  if (text == NULL || *text == '\0' || strlen (text) + offset >= sizeof ret_name->sun_path)
    return FALSE;
  *ret_name = (struct sockaddr_un){ .sun_family = AF_UNIX };
  memcpy (ret_name->sun_path + offset, text, strlen (text));
  *ret_length =
      offsetof (struct sockaddr_un, sun_path) + offset + strlen (text) + (path != NULL ? 1 : 0);
  return TRUE;
}

/* Who listens, by the kernel's word. */
static gboolean
is_process (int fd, pid_t pid, uid_t uid)
{
  struct ucred peer;
  socklen_t    length = sizeof peer;

  return getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.pid == pid &&
         peer.uid == uid;
}

static sd_bus *
start_bus (int fd)
{
  sd_bus *bus = NULL;

  /* sd_bus_set_fd() does not take the descriptor where it fails */
  if (sd_bus_new (&bus) < 0 || sd_bus_set_fd (bus, fd, fd) < 0)
    {
      sd_bus_unref (bus);
      close (fd);
      return NULL;
    }
  if (sd_bus_start (bus) < 0)
    return sd_bus_close_unref (bus);
  return bus;
}

sd_bus *
pel_atspi_peer_open (const char *address, pid_t pid, uid_t uid)
{
  struct sockaddr_un name;
  socklen_t          length;
  int                fd;

  if (!g_str_has_prefix (address, "unix:") || strchr (address, ';') != NULL || pid <= 0 ||
      !fill_address (address, &name, &length))
    return NULL;
  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0)
    return NULL;
  /* without waiting: a program whose queue is full is asked over the bus */
  if (connect (fd, (const struct sockaddr *) &name, length) != 0 || !is_process (fd, pid, uid))
    {
      close (fd);
      return NULL;
    }
  return start_bus (fd);
}
