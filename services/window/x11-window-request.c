/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/x11-window-request.h"

#include "services/base/error.h"

#include <glib/gi18n.h>

/* Of EWMH and ICCCM. */
#define SOURCE_PAGER   2
#define STATE_REMOVE   0
#define STATE_ADD      1
#define ICONIC_STATE   3
#define GRAVITY_STATIC 10

/* Gravity; x, y, width and height are given; source. */
#define MOVERESIZE_ALL (GRAVITY_STATIC | 0xf << 8 | SOURCE_PAGER << 12)

static xcb_atom_t
get_atom (const PelX11WindowRequest *self, PelX11Atom atom)
{
  return pel_x11_connection_get_atom (self->connection, atom);
}

static gboolean
is_supported (const PelX11WindowRequest *self, PelX11Atom atom)
{
  return g_hash_table_contains (self->supported, GUINT_TO_POINTER (get_atom (self, atom)));
}

/* @rest: four words. */
static void
send_message (const PelX11WindowRequest *self, PelX11Atom type, guint32 first, const guint32 *rest)
{
  xcb_window_t               root = pel_x11_connection_get_screen (self->connection)->root;
  xcb_client_message_event_t event = {
    .response_type = XCB_CLIENT_MESSAGE,
    .format = 32,
    .window = self->window,
    .type = get_atom (self, type),
    .data.data32 = { first, rest[0], rest[1], rest[2], rest[3] },
  };

  xcb_send_event (pel_x11_connection_get_xcb (self->connection),
                  0,
                  root,
                  XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                  (const char *) &event);
}

/* Where there is a manager it gets this as a request, and decides. */
static void
configure (const PelX11WindowRequest *self, guint16 mask, const guint32 *values)
{
  xcb_configure_window (pel_x11_connection_get_xcb (self->connection), self->window, mask, values);
}

static void
change_states (const PelX11WindowRequest *self, guint32 action, PelX11Atom first, PelX11Atom second)
{
  guint32 rest[] = { get_atom (self, first),
                     first != second ? get_atom (self, second) : XCB_ATOM_NONE,
                     SOURCE_PAGER,
                     0 };

  send_message (self, PEL_ATOM_NET_WM_STATE, action, rest);
}

/* Of a minimized window, mapping is what asks for the normal state; it takes no focus. */
static void
unminimize (const PelX11WindowRequest *self)
{
  if ((self->info->states & PEL_WINDOW_MINIMIZED) != 0)
    xcb_map_window (pel_x11_connection_get_xcb (self->connection), self->window);
}

static void
unmaximize (const PelX11WindowRequest *self)
{
  if ((self->info->states & PEL_WINDOW_MAXIMIZED) != 0)
    change_states (self,
                   STATE_REMOVE,
                   PEL_ATOM_NET_WM_STATE_MAXIMIZED_VERT,
                   PEL_ATOM_NET_WM_STATE_MAXIMIZED_HORZ);
}

static void
leave_fullscreen (const PelX11WindowRequest *self)
{
  if ((self->info->states & PEL_WINDOW_FULLSCREEN) != 0)
    change_states (self,
                   STATE_REMOVE,
                   PEL_ATOM_NET_WM_STATE_FULLSCREEN,
                   PEL_ATOM_NET_WM_STATE_FULLSCREEN);
}

/* One goes to where the window is; it is not brought along. */
static void
show_workspace (const PelX11WindowRequest *self)
{
  PelX11WindowRequest root = *self;

  if (self->workspace == G_MAXUINT32 || self->workspace == self->current_workspace)
    return;
  root.window = pel_x11_connection_get_screen (self->connection)->root;
  send_message (&root, PEL_ATOM_NET_CURRENT_DESKTOP, self->workspace, (guint32[4]){ self->time });
}

/* As ICCCM has it for siblings that are in frames. Of one that is to be above another, xfwm4 does
 * not think that it wants the keyboard; of one that is to be above all, it does. */
static void
request_stacking (const PelX11WindowRequest *self, guint8 mode)
{
  xcb_window_t                  root = pel_x11_connection_get_screen (self->connection)->root;
  gboolean                      is_above = mode == XCB_STACK_MODE_ABOVE;
  xcb_configure_request_event_t event = {
    .response_type = XCB_CONFIGURE_REQUEST,
    .stack_mode = mode,
    .parent = root,
    .window = self->window,
    .sibling = is_above ? self->topmost : XCB_NONE,
    .value_mask = XCB_CONFIG_WINDOW_STACK_MODE | (is_above ? XCB_CONFIG_WINDOW_SIBLING : 0),
  };

  xcb_send_event (pel_x11_connection_get_xcb (self->connection),
                  0,
                  root,
                  XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                  (const char *) &event);
}

static void
restack (const PelX11WindowRequest *self, guint8 mode)
{
  guint32 value = mode;

  if (!self->has_manager || (self->info->states & PEL_WINDOW_UNMANAGED) != 0)
    configure (self, XCB_CONFIG_WINDOW_STACK_MODE, &value);
  else if (is_supported (self, PEL_ATOM_NET_RESTACK_WINDOW))
    send_message (self, PEL_ATOM_NET_RESTACK_WINDOW, SOURCE_PAGER, (guint32[4]){ XCB_NONE, value });
  else
    request_stacking (self, mode);
}

static void
send_focus (const PelX11WindowRequest *self)
{
  show_workspace (self);
  send_message (self, PEL_ATOM_NET_ACTIVE_WINDOW, SOURCE_PAGER, (guint32[4]){ self->time });
}

static void
send_front (const PelX11WindowRequest *self)
{
  show_workspace (self);
  unminimize (self);
  restack (self, XCB_STACK_MODE_ABOVE);
}

static void
send_back (const PelX11WindowRequest *self)
{
  restack (self, XCB_STACK_MODE_BELOW);
}

static void
send_minimize (const PelX11WindowRequest *self)
{
  send_message (self, PEL_ATOM_WM_CHANGE_STATE, ICONIC_STATE, (guint32[4]){ 0 });
}

static void
send_restore (const PelX11WindowRequest *self)
{
  unminimize (self);
  leave_fullscreen (self);
  unmaximize (self);
}

static void
send_maximize (const PelX11WindowRequest *self)
{
  unminimize (self);
  leave_fullscreen (self);
  change_states (self,
                 STATE_ADD,
                 PEL_ATOM_NET_WM_STATE_MAXIMIZED_VERT,
                 PEL_ATOM_NET_WM_STATE_MAXIMIZED_HORZ);
}

static void
send_fullscreen (const PelX11WindowRequest *self)
{
  unminimize (self);
  change_states (self,
                 STATE_ADD,
                 PEL_ATOM_NET_WM_STATE_FULLSCREEN,
                 PEL_ATOM_NET_WM_STATE_FULLSCREEN);
}

static void
send_close (const PelX11WindowRequest *self)
{
  xcb_client_message_event_t event = {
    .response_type = XCB_CLIENT_MESSAGE,
    .format = 32,
    .window = self->window,
    .type = get_atom (self, PEL_ATOM_WM_PROTOCOLS),
    .data.data32 = { get_atom (self, PEL_ATOM_WM_DELETE_WINDOW), self->time },
  };

  if (self->has_manager && is_supported (self, PEL_ATOM_NET_CLOSE_WINDOW))
    send_message (self, PEL_ATOM_NET_CLOSE_WINDOW, self->time, (guint32[4]){ SOURCE_PAGER });
  else
    xcb_send_event (pel_x11_connection_get_xcb (self->connection),
                    0,
                    self->window,
                    XCB_EVENT_MASK_NO_EVENT,
                    (const char *) &event);
}

/* An order is about the bounds, X about the window inside of them: its frame comes around it, its
 * shadow belongs to it. With static gravity its own place is meant, whatever is around it. */
static void
place (const PelX11WindowRequest *self, const PelNativeRect *bounds)
{
  const PelWindowInfo *info = self->info;
  int                  x = pel_round_edge (bounds->x + info->surface.x - info->bounds.x);
  int                  y = pel_round_edge (bounds->y + info->surface.y - info->bounds.y);
  int     width = pel_round_edge (bounds->width + info->surface.width - info->bounds.width);
  int     height = pel_round_edge (bounds->height + info->surface.height - info->bounds.height);
  guint32 values[] = {
    (guint32) x, (guint32) y, (guint32) MAX (width, 1), (guint32) MAX (height, 1)
  };

  if (self->has_manager && is_supported (self, PEL_ATOM_NET_MOVERESIZE_WINDOW))
    send_message (self, PEL_ATOM_NET_MOVERESIZE_WINDOW, MOVERESIZE_ALL, values);
  else
    configure (self,
               XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y | XCB_CONFIG_WINDOW_WIDTH |
                   XCB_CONFIG_WINDOW_HEIGHT,
               values);
}

static void
send_move (const PelX11WindowRequest *self)
{
  PelNativeRect bounds = self->info->bounds;

  bounds.x = self->order->bounds.x;
  bounds.y = self->order->bounds.y;
  place (self, &bounds);
}

static void
send_resize (const PelX11WindowRequest *self)
{
  PelNativeRect bounds = self->info->bounds;

  bounds.width = self->order->bounds.width;
  bounds.height = self->order->bounds.height;
  place (self, &bounds);
}

/* clang-format off */
static const struct {
  void       (*send) (const PelX11WindowRequest *self);
  gboolean   needs_manager; /* without one it cannot be done */
  PelX11Atom needs;         /* what the manager must know; none where needs_manager is FALSE */
} request_table[] = {
  [PEL_WINDOW_FOCUS]         = { send_focus,      TRUE, PEL_ATOM_NET_ACTIVE_WINDOW           },
  [PEL_WINDOW_FRONT]         = { send_front                                                  },
  [PEL_WINDOW_BACK]          = { send_back                                                   },
  [PEL_WINDOW_MINIMIZE]      = { send_minimize,   TRUE, PEL_ATOM_NET_WM_STATE_HIDDEN         },
  [PEL_WINDOW_RESTORE]       = { send_restore,    TRUE, PEL_ATOM_NET_WM_STATE                },
  [PEL_WINDOW_MAXIMIZE]      = { send_maximize,   TRUE, PEL_ATOM_NET_WM_STATE_MAXIMIZED_VERT },
  [PEL_WINDOW_FULLSCREEN_ON] = { send_fullscreen, TRUE, PEL_ATOM_NET_WM_STATE_FULLSCREEN     },
  [PEL_WINDOW_CLOSE]         = { send_close                                                  },
  [PEL_WINDOW_MOVE]          = { send_move                                                   },
  [PEL_WINDOW_RESIZE]        = { send_resize                                                 },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (request_table) == PEL_N_WINDOW_OPERATIONS);

static gboolean
check_manager (const PelX11WindowRequest *self, GError **error)
{
  PelWindowOperation operation = self->order->operation;
  const char        *name = pel_window_operation_to_string (operation);

  if (!request_table[operation].needs_manager)
    return TRUE;
  if ((self->info->states & PEL_WINDOW_UNMANAGED) != 0 || !self->has_manager)
    {
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Bring it to the front or the back, move it or resize it instead"),
                     _ ("“%s” requires a window manager, and none manages this window"),
                     name);
      return FALSE;
    }
  if (is_supported (self, request_table[operation].needs))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Use another window manager, or do without this"),
                 _ ("This window manager does not support “%s”"),
                 name);
  return FALSE;
}

/* A place or size that it has only for the time being. */
static gboolean
check_bounds (const PelX11WindowRequest *self, GError **error)
{
  if ((self->order->operation != PEL_WINDOW_MOVE && self->order->operation != PEL_WINDOW_RESIZE) ||
      (self->info->states & (PEL_WINDOW_MAXIMIZED | PEL_WINDOW_FULLSCREEN)) == 0)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Restore it first"),
                 _ ("The window manager positions maximized and fullscreen windows"));
  return FALSE;
}

/* Managers end the whole program where it cannot be asked. */
static gboolean
check_close (const PelX11WindowRequest *self, GError **error)
{
  if (self->order->operation != PEL_WINDOW_CLOSE || self->can_delete)
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Close it from within its program, or end the program"),
                 _ ("This window cannot be asked to close"));
  return FALSE;
}

gboolean
pel_x11_window_request_check (const PelX11WindowRequest *self, GError **error)
{
  return check_manager (self, error) && check_bounds (self, error) && check_close (self, error);
}

void
pel_x11_window_request_send (const PelX11WindowRequest *self)
{
  request_table[self->order->operation].send (self);
  pel_x11_connection_flush (self->connection);
}
