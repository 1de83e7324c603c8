/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>
#include <xcb/xcb.h>

/**
 * PelX11Connection:
 *
 * One connection to an X server that never waits for it: requests are sent at once, each reply
 * finds its function when it arrives. Ours alone, beside the toolkit's.
 *
 * Signal "closed" comes once, when the connection broke.
 */
#define PEL_TYPE_X11_CONNECTION (pel_x11_connection_get_type ())
G_DECLARE_FINAL_TYPE (PelX11Connection, pel_x11_connection, PEL, X11_CONNECTION, GObject)

typedef enum
{
  PEL_ATOM_NET_ACTIVE_WINDOW,
  PEL_ATOM_NET_CLIENT_LIST,
  PEL_ATOM_NET_CLIENT_LIST_STACKING,
  PEL_ATOM_NET_CLOSE_WINDOW,
  PEL_ATOM_NET_CURRENT_DESKTOP,
  PEL_ATOM_NET_FRAME_EXTENTS,
  PEL_ATOM_NET_MOVERESIZE_WINDOW,
  PEL_ATOM_NET_RESTACK_WINDOW,
  PEL_ATOM_NET_SUPPORTED,
  PEL_ATOM_NET_SUPPORTING_WM_CHECK,
  PEL_ATOM_NET_WM_BYPASS_COMPOSITOR,
  PEL_ATOM_NET_WM_DESKTOP,
  PEL_ATOM_NET_WM_NAME,
  PEL_ATOM_NET_WM_STATE,
  PEL_ATOM_NET_WM_STATE_FULLSCREEN,
  PEL_ATOM_NET_WM_STATE_HIDDEN,
  PEL_ATOM_NET_WM_STATE_MAXIMIZED_HORZ,
  PEL_ATOM_NET_WM_STATE_MAXIMIZED_VERT,
  PEL_ATOM_NET_WM_CM,
  PEL_ATOM_NET_WM_PID,
  PEL_ATOM_NET_WM_WINDOW_TYPE,
  PEL_ATOM_NET_WM_WINDOW_TYPE_DND,
  PEL_ATOM_COMPTON_SHADOW,
  PEL_ATOM_COMPTON_VERSION,
  PEL_ATOM_GTK_FRAME_EXTENTS,
  PEL_ATOM_UTF8_STRING,
  PEL_ATOM_WM_CHANGE_STATE,
  PEL_ATOM_WM_DELETE_WINDOW,
  PEL_ATOM_WM_PROTOCOLS,
  PEL_ATOM_XROOTPMAP_ID,
  PEL_N_ATOMS
} PelX11Atom;

/* @reply is NULL where the server refused the request (the window is gone, say) or the connection
 * broke; it is freed afterwards. Called exactly once for each request. */
typedef void (*PelX11ReplyFunc) (gpointer reply, gpointer user_data);
typedef void (*PelX11EventFunc) (const xcb_generic_event_t *event, gpointer user_data);

/* Connects to the display of the environment. The only call that waits for the server; made once,
 * before anything depends on us. */
PelX11Connection *pel_x11_connection_open (GError **error);

xcb_connection_t   *pel_x11_connection_get_xcb (PelX11Connection *self);
const xcb_screen_t *pel_x11_connection_get_screen (PelX11Connection *self);
xcb_atom_t          pel_x11_connection_get_atom (PelX11Connection *self, PelX11Atom atom);
gboolean pel_x11_connection_has_extension (PelX11Connection *self, xcb_extension_t *extension);

/* "X.Org 21.1.7" */
char *pel_x11_connection_dup_server (PelX11Connection *self);

/* @sequence: of a request just made. Send what was requested with flush(). */
void pel_x11_connection_expect (PelX11Connection *self,
                                unsigned int      sequence,
                                PelX11ReplyFunc   func,
                                gpointer          user_data);
void pel_x11_connection_flush (PelX11Connection *self);

/* FALSE with PEL_ERROR_APP_UNRESPONSIVE where the server owes an answer for a second, or has closed
 * the connection: no more is asked of it then, since what it does not read fills its socket, and
 * writing would block. */
gboolean pel_x11_connection_check (PelX11Connection *self, GError **error);

void pel_x11_connection_set_event_func (PelX11Connection *self,
                                        PelX11EventFunc   func,
                                        gpointer          user_data);
