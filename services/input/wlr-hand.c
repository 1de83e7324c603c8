/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/wlr-hand.h"

#include "services/base/error.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <sys/socket.h>
#include <unistd.h>

struct _PelWlrHand
{
  int fd;
};

static void
set_error (GError **error, const char *reason)
{
  pel_set_error (
      error,
      PEL_ERROR_CAPABILITY_UNAVAILABLE,
      _ ("Check that Pellucid is installed completely, then try again"),
      _ ("The helper that releases keys and buttons if Pellucid exits is not available: %s"),
      reason);
}

PelWlrHand *
pel_wlr_hand_new (const char *path, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GSubprocess)         process = NULL;
  g_autoptr (GError)              cause = NULL;
  PelWlrHand                     *self;
  int                             fds[2];

  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) != 0)
    {
      set_error (error, g_strerror (errno));
      return NULL;
    }
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_subprocess_launcher_take_fd (launcher, fds[1], PEL_WLR_HAND_FD);
  process = g_subprocess_launcher_spawn (launcher, &cause, path, NULL);
  if (process == NULL)
    {
      close (fds[0]);
      set_error (error, cause->message);
      return NULL;
    }
  self = g_new0 (PelWlrHand, 1);
  self->fd = fds[0];
  return self;
}

void
pel_wlr_hand_free (PelWlrHand *self)
{
  if (self == NULL)
    return;
  close (self->fd);
  g_free (self);
}

gboolean
pel_wlr_hand_is_alive (PelWlrHand *self)
{
  char byte;

  return recv (self->fd, &byte, 1, MSG_DONTWAIT | MSG_PEEK) < 0 && errno == EAGAIN;
}

gboolean
pel_wlr_hand_tell (PelWlrHand *self, PelWlrHandNote note, GError **error)
{
  if (send (self->fd, &note, sizeof note, MSG_DONTWAIT | MSG_NOSIGNAL) == sizeof note)
    return TRUE;
  set_error (error, g_strerror (errno));
  return FALSE;
}
