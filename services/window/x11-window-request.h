/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/window/window-control.h"
#include "services/window/x11-connection.h"

/* What must be known of a window and its manager to ask for something. */
typedef struct
{
  PelX11Connection     *connection;
  xcb_window_t          window;
  const PelWindowInfo  *info;
  const PelWindowOrder *order;
  gboolean              has_manager;
  xcb_window_t          topmost;   /* of the windows that are managed and shown */
  GHashTable           *supported; /* set of xcb_atom_t: what the manager says that it can do */
  guint32               workspace; /* G_MAXUINT32: on all of them */
  guint32               current_workspace;
  gboolean              can_delete; /* its program can be asked to close it */
  xcb_timestamp_t       time;       /* of the server, just now */
} PelX11WindowRequest;

/* Whether it can be asked for. Fails with PEL_ERROR_CAPABILITY_UNAVAILABLE and the reason. */
gboolean pel_x11_window_request_check (const PelX11WindowRequest *self, GError **error);

/* Writes it to the connection, as a pager would: the manager is not to take it for a program that
 * steals the focus. */
void pel_x11_window_request_send (const PelX11WindowRequest *self);
