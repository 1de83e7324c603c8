/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "x11-reply.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/xcbext.h>

#define REPLY_MS 30000

xcb_connection_t *
pel_x11_connect (GError **error)
{
  xcb_connection_t *connection = xcb_connect (NULL, NULL);

  if (!xcb_connection_has_error (connection))
    return connection;
  xcb_disconnect (connection);
  g_set_error (error,
               G_IO_ERROR,
               G_IO_ERROR_NOT_CONNECTED,
               "no X server at “%s”",
               g_getenv ("DISPLAY") != NULL ? g_getenv ("DISPLAY") : "");
  return NULL;
}

static gboolean
await_input (xcb_connection_t *connection, gint64 end)
{
  struct pollfd fd = { .fd = xcb_get_file_descriptor (connection), .events = POLLIN };
  gint64        left = (end - g_get_monotonic_time () + 999) / 1000;

  return left > 0 && poll (&fd, 1, (int) left) >= 0;
}

gpointer
pel_x11_await (xcb_connection_t *connection, unsigned int sequence, GError **error)
{
  gint64               end = g_get_monotonic_time () + REPLY_MS * 1000;
  void                *reply = NULL;
  xcb_generic_error_t *x_error = NULL;

  xcb_flush (connection);
  while (!xcb_poll_for_reply (connection, sequence, &reply, &x_error))
    {
      if (xcb_connection_has_error (connection) || !await_input (connection, end))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "the X server does not answer");
          return NULL;
        }
    }
  if (reply == NULL)
    g_set_error (error,
                 G_IO_ERROR,
                 G_IO_ERROR_FAILED,
                 "the X server refused with error %d",
                 x_error != NULL ? x_error->error_code : 0);
  free (x_error);
  return reply;
}

gboolean
pel_x11_sync (xcb_connection_t *connection, GError **error)
{
  void *reply = pel_x11_await (connection, xcb_get_input_focus (connection).sequence, error);

  free (reply);
  return reply != NULL;
}

xcb_generic_event_t *
pel_x11_next_event (xcb_connection_t *connection, gint64 end)
{
  xcb_generic_event_t *event;

  xcb_flush (connection);
  while ((event = xcb_poll_for_event (connection)) == NULL)
    {
      if (xcb_connection_has_error (connection) || !await_input (connection, end))
        return NULL;
    }
  return event;
}

xcb_atom_t
pel_x11_intern (xcb_connection_t *connection, const char *name)
{
  xcb_intern_atom_cookie_t cookie = xcb_intern_atom (connection, 0, strlen (name), name);
  xcb_intern_atom_reply_t *reply = pel_x11_await (connection, cookie.sequence, NULL);
  xcb_atom_t               atom = reply != NULL ? reply->atom : XCB_ATOM_NONE;

  free (reply);
  return atom;
}
