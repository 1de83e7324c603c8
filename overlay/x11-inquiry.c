/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/x11-inquiry.h"

#include <sys/socket.h>
#include <xcb/shape.h>
#include <xcb/shm.h>

static void
take_input_shape (gpointer reply, gpointer data)
{
  *(gboolean *) data = xcb_shape_get_rectangles_rectangles_length (reply) == 0;
}

static void
take_compositor (gpointer reply, gpointer data)
{
  *(gboolean *) data = ((xcb_get_selection_owner_reply_t *) reply)->owner != XCB_NONE;
}

/* Descriptors are passed since 1.2. */
static void
take_shm_version (gpointer reply, gpointer data)
{
  const xcb_shm_query_version_reply_t *version = reply;

  *(gboolean *) data =
      version->major_version > 1 || (version->major_version == 1 && version->minor_version >= 2);
}

/* A descriptor cannot be sent to a server on another machine. */
static gboolean
is_local (xcb_connection_t *xcb)
{
  struct sockaddr_storage address = { 0 };
  socklen_t               length = sizeof address;
  int                     fd = xcb_get_file_descriptor (xcb);

  return getsockname (fd, (struct sockaddr *) &address, &length) == 0 &&
         address.ss_family == AF_UNIX;
}

void
pel_x11_inquiry_send (PelX11Connection *connection,
                      xcb_window_t      window,
                      PelX11Answers    *answers,
                      PelX11DoneFunc    done,
                      gpointer          user_data)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);
  PelX11Round      *round = pel_x11_round_new (connection, NULL, done, user_data);
  xcb_atom_t        cm = pel_x11_connection_get_atom (connection, PEL_ATOM_NET_WM_CM);

  *answers = (PelX11Answers){ 0 };
  pel_x11_round_be_patient (round);
  pel_x11_round_expect (round,
                        xcb_shape_get_rectangles (xcb, window, XCB_SHAPE_SK_INPUT).sequence,
                        take_input_shape,
                        &answers->lets_clicks_through);
  pel_x11_round_expect (round,
                        xcb_get_selection_owner (xcb, cm).sequence,
                        take_compositor,
                        &answers->has_compositor);
  if (pel_x11_connection_has_extension (connection, &xcb_shm_id) && is_local (xcb))
    pel_x11_round_expect (round,
                          xcb_shm_query_version (xcb).sequence,
                          take_shm_version,
                          &answers->can_share);
  pel_x11_round_send (round);
}
