/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/hand/target.h"

#include <stdlib.h>
#include <xcb/res.h>

#define MAX_DEPTH    64
#define MAX_SEARCHED 64  /* windows of a frame */
#define MAX_POPUPS   128 /* of the windows that lie highest */
#define POINTER_ROOT 1   /* the keyboard follows the pointer */

/* Windows from below the root down to the one that gets the input. */
typedef struct
{
  xcb_window_t windows[MAX_DEPTH];
  int32_t      pids[MAX_DEPTH]; /* 0: the server does not report it */
  unsigned     n_windows;
} Path;

/* What the server knows of a client, not what it says of itself. */
static int32_t
get_pid (PelServer *server, xcb_window_t window)
{
  xcb_res_client_id_spec_t           spec = { window, XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID };
  xcb_res_query_client_ids_reply_t  *reply;
  xcb_res_client_id_value_iterator_t it;
  int32_t                            pid = 0;

  if (!server->has_res)
    return 0;
  reply = xcb_res_query_client_ids_reply (server->xcb,
                                          xcb_res_query_client_ids (server->xcb, 1, &spec),
                                          NULL);
  if (reply == NULL)
    return 0;
  for (it = xcb_res_query_client_ids_ids_iterator (reply); it.rem > 0 && pid == 0;
       xcb_res_client_id_value_next (&it))
    if ((it.data->spec.mask & XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID) != 0 &&
        xcb_res_client_id_value_value_length (it.data) >= 1)
      pid = (int32_t) xcb_res_client_id_value_value (it.data)[0];
  free (reply);
  return pid;
}

static void
learn_pids (PelServer *server, Path *path)
{
  uint32_t base_mask = ~xcb_get_setup (server->xcb)->resource_id_mask;

  for (unsigned i = 0; i < path->n_windows; i++)
    if (i > 0 && (path->windows[i] & base_mask) == (path->windows[i - 1] & base_mask))
      path->pids[i] = path->pids[i - 1];
    else
      path->pids[i] = get_pid (server, path->windows[i]);
}

/* As the server itself sees it, shapes and all. */
static void
follow_pointer (PelServer *server, Path *path)
{
  xcb_window_t window = server->screen->root;

  path->n_windows = 0;
  while (window != XCB_WINDOW_NONE && path->n_windows < MAX_DEPTH)
    {
      xcb_query_pointer_reply_t *reply =
          xcb_query_pointer_reply (server->xcb, xcb_query_pointer (server->xcb, window), NULL);

      window = reply != NULL && reply->same_screen ? reply->child : XCB_WINDOW_NONE;
      free (reply);
      if (window != XCB_WINDOW_NONE)
        path->windows[path->n_windows++] = window;
    }
  learn_pids (server, path);
}

static xcb_window_t
get_parent (PelServer *server, xcb_window_t window)
{
  xcb_query_tree_reply_t *reply =
      xcb_query_tree_reply (server->xcb, xcb_query_tree (server->xcb, window), NULL);
  xcb_window_t parent = reply != NULL ? reply->parent : XCB_WINDOW_NONE;

  free (reply);
  return parent;
}

static void
follow_parents (PelServer *server, xcb_window_t window, Path *path)
{
  xcb_window_t upwards[MAX_DEPTH];
  unsigned     n_windows = 0;

  while (window != XCB_WINDOW_NONE && window != server->screen->root && n_windows < MAX_DEPTH)
    {
      upwards[n_windows++] = window;
      window = get_parent (server, window);
    }
  for (unsigned i = 0; i < n_windows; i++)
    path->windows[i] = upwards[n_windows - 1 - i];
  path->n_windows = n_windows;
  learn_pids (server, path);
}

/* FALSE: no window has the keyboard. */
static bool
follow_focus (PelServer *server, Path *path)
{
  xcb_get_input_focus_reply_t *reply =
      xcb_get_input_focus_reply (server->xcb, xcb_get_input_focus (server->xcb), NULL);
  xcb_window_t focus = reply != NULL ? reply->focus : XCB_WINDOW_NONE;

  free (reply);
  path->n_windows = 0;
  if (focus == POINTER_ROOT || focus == server->screen->root)
    follow_pointer (server, path);
  else
    follow_parents (server, focus, path);
  return focus != XCB_WINDOW_NONE;
}

static bool
is_managed (PelServer *server, xcb_window_t window)
{
  xcb_get_property_reply_t *reply = xcb_get_property_reply (server->xcb,
                                                            xcb_get_property (server->xcb,
                                                                              0,
                                                                              window,
                                                                              server->wm_state,
                                                                              XCB_ATOM_ANY,
                                                                              0,
                                                                              0),
                                                            NULL);
  bool                      has_state = reply != NULL && reply->type != XCB_ATOM_NONE;

  free (reply);
  return has_state;
}

static bool
is_override_redirect (PelServer *server, xcb_window_t window)
{
  xcb_get_window_attributes_reply_t *reply =
      xcb_get_window_attributes_reply (server->xcb,
                                       xcb_get_window_attributes (server->xcb, window),
                                       NULL);
  bool is_popup = reply != NULL && reply->override_redirect;

  free (reply);
  return is_popup;
}

/* The window that a window manager has put into this frame, right there or one level below; 0:
 * none. */
static xcb_window_t
find_managed_below (PelServer *server, xcb_window_t frame, unsigned depth, unsigned *n_searched)
{
  xcb_query_tree_reply_t *reply =
      xcb_query_tree_reply (server->xcb, xcb_query_tree (server->xcb, frame), NULL);
  int          n_children = reply != NULL ? xcb_query_tree_children_length (reply) : 0;
  xcb_window_t found = XCB_WINDOW_NONE;

  for (int i = 0; i < n_children && found == XCB_WINDOW_NONE && *n_searched < MAX_SEARCHED; i++)
    {
      xcb_window_t child = xcb_query_tree_children (reply)[i];

      (*n_searched)++;
      if (is_managed (server, child))
        found = child;
      else if (depth > 0)
        found = find_managed_below (server, child, depth - 1, n_searched);
    }
  free (reply);
  return found;
}

/* Whose top-level window the path leads through, or whose frame; 0: none. */
static xcb_window_t
find_client (PelServer *server, const Path *path)
{
  unsigned n_searched = 0;

  for (unsigned i = 0; i < path->n_windows; i++)
    if (is_managed (server, path->windows[i]))
      return path->windows[i];
  return path->n_windows > 0
             ? find_managed_below (server, path->windows[0], /* depth= */ 1, &n_searched)
             : XCB_WINDOW_NONE;
}

static bool
is_ours (const PelHandRequest *request, int32_t pid)
{
  for (unsigned i = 0; i < request->n_ours; i++)
    if (request->ours[i] == pid)
      return true;
  return false;
}

static bool
has_ours (PelServer *server, const PelHandRequest *request, const Path *path, xcb_window_t client)
{
  for (unsigned i = 0; i < path->n_windows; i++)
    if (is_ours (request, path->pids[i]))
      return true;
  return client != XCB_WINDOW_NONE && is_ours (request, get_pid (server, client));
}

/* A menu or a tooltip of the program, or a window that only takes its keys. */
static bool
is_secondary (PelServer *server, const Path *path, int32_t pid, xcb_window_t client)
{
  for (unsigned i = 0; i < path->n_windows; i++)
    if (path->pids[i] == pid)
      return is_override_redirect (server, path->windows[i]) || client == XCB_WINDOW_NONE;
  return false;
}

static bool
is_in_window (PelServer            *server,
              const PelHandRequest *request,
              const Path           *path,
              xcb_window_t          client)
{
  int32_t pid = get_pid (server, request->window);

  if (pid == 0 || (request->pid != 0 && request->pid != pid))
    return false; /* it is gone, and another may have its number now */
  for (unsigned i = 0; i < path->n_windows; i++)
    if (path->windows[i] == request->window)
      return true;
  return client == request->window || is_secondary (server, path, pid, client);
}

static bool
is_of_program (PelServer            *server,
               const PelHandRequest *request,
               const Path           *path,
               xcb_window_t          client)
{
  for (unsigned i = 0; i < path->n_windows; i++)
    if (path->pids[i] == request->pid)
      return true;
  return client != XCB_WINDOW_NONE && get_pid (server, client) == request->pid;
}

static PelHandOutcome
judge (PelServer *server, const PelHandRequest *request, const Path *path, PelHandAnswer *answer)
{
  xcb_window_t client = find_client (server, path);
  int32_t      pid = path->n_windows > 0 ? path->pids[path->n_windows - 1] : 0;

  if (has_ours (server, request, path, client))
    return PEL_HAND_OURS;
  answer->window = client != XCB_WINDOW_NONE ? client
                   : path->n_windows > 0     ? path->windows[0]
                                             : XCB_WINDOW_NONE;
  answer->pid = client != XCB_WINDOW_NONE ? get_pid (server, client) : pid;
  if (path->n_windows > 0 && answer->pid == 0)
    return PEL_HAND_UNKNOWN;
  if (request->window != XCB_WINDOW_NONE)
    return is_in_window (server, request, path, client) ? PEL_HAND_DONE : PEL_HAND_STRANGER;
  if (request->pid != 0)
    return is_of_program (server, request, path, client) ? PEL_HAND_DONE : PEL_HAND_STRANGER;
  return PEL_HAND_DONE;
}

/* Menus: the program that shows one gets all input, wherever the pointer and the focus are */

/* Whether @window is a popup that can be seen: neither managed nor a frame. */
static bool
is_popup (PelServer *server, xcb_window_t window, xcb_get_window_attributes_cookie_t cookie)
{
  xcb_get_window_attributes_reply_t *reply =
      xcb_get_window_attributes_reply (server->xcb, cookie, NULL);
  bool is_shown = reply != NULL && reply->override_redirect &&
                  reply->map_state == XCB_MAP_STATE_VIEWABLE &&
                  reply->_class == XCB_WINDOW_CLASS_INPUT_OUTPUT;
  unsigned n_searched = 0;

  free (reply);
  return is_shown && !is_managed (server, window) &&
         find_managed_below (server, window, /* depth= */ 1, &n_searched) == XCB_WINDOW_NONE;
}

/* The process of the highest popup, of those that are known and not ours; 0: there is none. */
static int32_t
find_popup (PelServer *server, const PelHandRequest *request, xcb_window_t *ret_window)
{
  xcb_query_tree_reply_t *reply =
      xcb_query_tree_reply (server->xcb, xcb_query_tree (server->xcb, server->screen->root), NULL);
  int           n_children = reply != NULL ? xcb_query_tree_children_length (reply) : 0;
  int           n_asked = n_children < MAX_POPUPS ? n_children : MAX_POPUPS;
  xcb_window_t *top = n_children > 0 ? xcb_query_tree_children (reply) + n_children - 1 : NULL;
  xcb_get_window_attributes_cookie_t cookies[MAX_POPUPS];
  int32_t                            found = 0;

  for (int i = 0; i < n_asked; i++)
    cookies[i] = xcb_get_window_attributes (server->xcb, top[-i]);
  for (int i = 0; i < n_asked; i++)
    {
      int32_t pid;

      if (found != 0)
        {
          xcb_discard_reply (server->xcb, cookies[i].sequence);
          continue;
        }
      if (!is_popup (server, top[-i], cookies[i]))
        continue;
      pid = get_pid (server, top[-i]);
      if (pid == 0 || is_ours (request, pid))
        continue;
      found = pid;
      *ret_window = top[-i];
    }
  free (reply);
  return found;
}

/* The server does not report which client has grabbed a device, only that one has. */
static bool
is_pointer_grabbed (PelServer *server)
{
  xcb_grab_pointer_reply_t *reply = xcb_grab_pointer_reply (server->xcb,
                                                            xcb_grab_pointer (server->xcb,
                                                                              true,
                                                                              server->screen->root,
                                                                              0,
                                                                              XCB_GRAB_MODE_ASYNC,
                                                                              XCB_GRAB_MODE_ASYNC,
                                                                              XCB_NONE,
                                                                              XCB_NONE,
                                                                              XCB_CURRENT_TIME),
                                                            NULL);
  bool                      is_free = reply != NULL && reply->status == XCB_GRAB_STATUS_SUCCESS;

  free (reply);
  if (is_free)
    xcb_ungrab_pointer (server->xcb, XCB_CURRENT_TIME);
  return !is_free;
}

static bool
is_keyboard_grabbed (PelServer *server)
{
  xcb_grab_keyboard_reply_t *reply =
      xcb_grab_keyboard_reply (server->xcb,
                               xcb_grab_keyboard (server->xcb,
                                                  true,
                                                  server->screen->root,
                                                  XCB_CURRENT_TIME,
                                                  XCB_GRAB_MODE_ASYNC,
                                                  XCB_GRAB_MODE_ASYNC),
                               NULL);
  bool is_free = reply != NULL && reply->status == XCB_GRAB_STATUS_SUCCESS;

  free (reply);
  if (is_free)
    xcb_ungrab_keyboard (server->xcb, XCB_CURRENT_TIME);
  return !is_free;
}

/* A popup alone takes nothing: it may be a tooltip. A grab is only tried where there is one, since
 * programs notice it. */
static PelHandOutcome
check_grab (PelServer            *server,
            const PelHandRequest *request,
            bool (*is_grabbed) (PelServer *server),
            PelHandAnswer *answer)
{
  int32_t      pid = request->pid != 0 ? request->pid : get_pid (server, request->window);
  xcb_window_t window;
  int32_t      owner = pid != 0 ? find_popup (server, request, &window) : 0;

  if (owner == 0 || owner == pid || !is_grabbed (server))
    return PEL_HAND_DONE;
  answer->window = window;
  answer->pid = owner;
  return PEL_HAND_STRANGER;
}

PelHandOutcome
pel_target_check_pointer (PelServer *server, const PelHandRequest *request, PelHandAnswer *answer)
{
  PelHandOutcome outcome;
  Path           path;

  follow_pointer (server, &path);
  outcome = judge (server, request, &path, answer);
  /* with a button down the pointer is its window's */
  if (outcome != PEL_HAND_DONE || pel_server_is_button_down (server))
    return outcome;
  return check_grab (server, request, is_pointer_grabbed, answer);
}

PelHandOutcome
pel_target_check_focus (PelServer *server, const PelHandRequest *request, PelHandAnswer *answer)
{
  PelHandOutcome outcome;
  Path           path;

  if (!follow_focus (server, &path))
    return PEL_HAND_STRANGER;
  outcome = judge (server, request, &path, answer);
  if (outcome != PEL_HAND_DONE)
    return outcome;
  return check_grab (server, request, is_keyboard_grabbed, answer);
}

bool
pel_target_is_dragged (PelServer *server, const PelHandRequest *request)
{
  Path path;

  follow_pointer (server, &path);
  return path.n_windows > 0 && request->dragging_pid != 0 &&
         path.pids[0] == request->dragging_pid && is_override_redirect (server, path.windows[0]);
}

bool
pel_target_is_pointer_on_ours (PelServer *server, const PelHandRequest *request)
{
  Path path;

  follow_pointer (server, &path);
  return has_ours (server, request, &path, find_client (server, &path));
}

static bool
answers_pings (PelServer *server, xcb_window_t window)
{
  xcb_get_property_reply_t *reply = xcb_get_property_reply (server->xcb,
                                                            xcb_get_property (server->xcb,
                                                                              0,
                                                                              window,
                                                                              server->wm_protocols,
                                                                              XCB_ATOM_ATOM,
                                                                              0,
                                                                              32),
                                                            NULL);
  bool                      has_ping = false;

  if (reply != NULL && reply->format == 32)
    for (int i = 0; i < xcb_get_property_value_length (reply) / 4; i++)
      has_ping = has_ping ||
                 ((const xcb_atom_t *) xcb_get_property_value (reply))[i] == server->net_wm_ping;
  free (reply);
  return has_ping;
}

xcb_window_t
pel_target_find_pinged (PelServer *server)
{
  Path path;

  follow_focus (server, &path);
  for (unsigned i = 0; i < path.n_windows; i++)
    if (answers_pings (server, path.windows[i]))
      return path.windows[i];
  return XCB_WINDOW_NONE;
}
