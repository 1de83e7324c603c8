/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/x11-grip.h"

#include "overlay/held-set.h"
#include "overlay/x11-crosshair.h"

#include <string.h>

#define LIMIT_MS 1000

typedef enum
{
  POINTER,
  KEYBOARD,
  N_PARTS
} Part;

struct _PelX11Grip
{
  PelX11Connection *connection;
  xcb_cursor_t      cursor;

  gboolean       has[N_PARTS];
  Part           first; /* to be tried: the one that was refused last */
  gboolean       is_trying;
  PelX11GripFunc func;
  gpointer       user_data;

  PelHeldSet buttons, keys;
  PelHeldSet before; /* keys that were pressed before, and are not released yet */

  guint           end_id; /* while letting go */
  gboolean        is_giving_back;
  PelPickGoneFunc gone; /* (nullable) */
  gpointer        gone_data;
};

static void grab (PelX11Grip *self, Part part);

static gboolean
holds_nothing (PelX11Grip *self)
{
  return self->buttons.n_codes == 0 && self->keys.n_codes == 0;
}

/* the grabs */

static void
ungrab (PelX11Grip *self)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);

  if (self->has[POINTER])
    xcb_ungrab_pointer (xcb, XCB_CURRENT_TIME);
  if (self->has[KEYBOARD])
    xcb_ungrab_keyboard (xcb, XCB_CURRENT_TIME);
  memset (self->has, 0, sizeof self->has);
  self->buttons.n_codes = 0;
  self->keys.n_codes = 0;
  pel_x11_connection_flush (self->connection);
}

static void
end_try (PelX11Grip *self, gboolean has_both)
{
  if (!has_both)
    ungrab (self);
  self->is_trying = FALSE;
  self->func (has_both, self->user_data);
}

static void
keys_cb (gpointer reply, gpointer user_data)
{
  PelX11Grip                     *self = user_data;
  const xcb_query_keymap_reply_t *answer = reply;

  self->before.n_codes = 0;
  for (guint code = 0; answer != NULL && code < 8 * sizeof answer->keys; code++)
    if ((answer->keys[code / 8] & 1 << code % 8) != 0)
      pel_held_set_press (&self->before, code);
  end_try (self, answer != NULL);
}

/* What is held now was pressed for someone else, and repeats itself for us from now on. */
static void
ask_keys (PelX11Grip *self)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);

  pel_x11_connection_expect (self->connection, xcb_query_keymap (xcb).sequence, keys_cb, self);
  pel_x11_connection_flush (self->connection);
}

static void
answer_part (PelX11Grip *self, Part part, gboolean is_granted)
{
  self->has[part] = is_granted;
  if (!is_granted)
    self->first = part;
  if (!is_granted)
    end_try (self, FALSE);
  else if (self->has[POINTER] && self->has[KEYBOARD])
    ask_keys (self);
  else
    grab (self, part == POINTER ? KEYBOARD : POINTER);
}

static void
pointer_cb (gpointer reply, gpointer user_data)
{
  const xcb_grab_pointer_reply_t *answer = reply;

  answer_part (user_data, POINTER, answer != NULL && answer->status == XCB_GRAB_STATUS_SUCCESS);
}

static void
keyboard_cb (gpointer reply, gpointer user_data)
{
  const xcb_grab_keyboard_reply_t *answer = reply;

  answer_part (user_data, KEYBOARD, answer != NULL && answer->status == XCB_GRAB_STATUS_SUCCESS);
}

static unsigned int
grab_pointer (xcb_connection_t *xcb, xcb_window_t root, xcb_cursor_t cursor)
{
  return xcb_grab_pointer (xcb,
                           /* owner_events= */ 0,
                           root,
                           XCB_EVENT_MASK_BUTTON_PRESS | XCB_EVENT_MASK_BUTTON_RELEASE |
                               XCB_EVENT_MASK_POINTER_MOTION,
                           XCB_GRAB_MODE_ASYNC,
                           XCB_GRAB_MODE_ASYNC,
                           /* confine_to= */ XCB_NONE,
                           cursor,
                           XCB_CURRENT_TIME)
      .sequence;
}

/* One after the other, so that what is refused again changes nothing for the programs: they hear of
 * every grab that comes and goes. */
static void
grab (PelX11Grip *self, Part part)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  xcb_window_t      root = pel_x11_connection_get_screen (self->connection)->root;

  if (part == POINTER)
    pel_x11_connection_expect (self->connection,
                               grab_pointer (xcb, root, self->cursor),
                               pointer_cb,
                               self);
  else
    pel_x11_connection_expect (self->connection,
                               xcb_grab_keyboard (xcb,
                                                  /* owner_events= */ 0,
                                                  root,
                                                  XCB_CURRENT_TIME,
                                                  XCB_GRAB_MODE_ASYNC,
                                                  XCB_GRAB_MODE_ASYNC)
                                   .sequence,
                               keyboard_cb,
                               self);
  pel_x11_connection_flush (self->connection);
}

PelX11Grip *
pel_x11_grip_new (PelX11Connection *connection)
{
  PelX11Grip *self = g_new0 (PelX11Grip, 1);

  self->connection = g_object_ref (connection);
  self->cursor = pel_x11_crosshair_create (connection);
  return self;
}

void
pel_x11_grip_try (PelX11Grip *self, PelX11GripFunc func, gpointer user_data)
{
  if (self->is_trying)
    return;
  self->is_trying = TRUE;
  self->func = func;
  self->user_data = user_data;
  grab (self, self->first);
}

void
pel_x11_grip_note (PelX11Grip *self, const xcb_generic_event_t *event)
{
  const xcb_button_press_event_t *press = (const void *) event; /* all four are alike */
  guint8                          type = event->response_type & 0x7f;

  if (type == XCB_BUTTON_PRESS)
    pel_held_set_press (&self->buttons, press->detail);
  else if (type == XCB_BUTTON_RELEASE)
    pel_held_set_release (&self->buttons, press->detail);
  else if (type == XCB_KEY_PRESS && !pel_held_set_has (&self->before, press->detail))
    pel_held_set_press (&self->keys, press->detail);
  else if (type == XCB_KEY_RELEASE && !pel_held_set_release (&self->before, press->detail))
    pel_held_set_release (&self->keys, press->detail);
}

gboolean
pel_x11_grip_holds_button (PelX11Grip *self, guint button)
{
  return pel_held_set_has (&self->buttons, button);
}

gboolean
pel_x11_grip_holds_key (PelX11Grip *self, guint code)
{
  return pel_held_set_has (&self->keys, code);
}

/* the end */

static void
ignore_try (gboolean has_both, gpointer user_data)
{
}

/* What the server still owes us comes while the connection is disposed of, as nothing. */
static gboolean
end_cb (gpointer user_data)
{
  PelX11Grip     *self = user_data;
  PelPickGoneFunc gone = self->gone;

  self->end_id = 0;
  self->func = ignore_try;
  g_signal_handlers_disconnect_by_data (self->connection, self);
  g_object_run_dispose (G_OBJECT (self->connection));
  g_object_unref (self->connection);
  user_data = self->gone_data;
  g_free (self);
  if (gone != NULL)
    gone (user_data);
  return G_SOURCE_REMOVE;
}

/* From the main loop: this may be called by the connection, which ends with it. */
static void
end (PelX11Grip *self)
{
  g_clear_handle_id (&self->end_id, g_source_remove);
  self->end_id = g_idle_add (end_cb, self);
}

static void
given_back_cb (gpointer reply, gpointer user_data)
{
  if (reply != NULL)
    end (user_data);
}

/* The server is asked something, and has carried out all that was ordered before when it answers.
 */
static void
give_back (PelX11Grip *self)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);

  self->is_giving_back = TRUE;
  pel_x11_connection_set_event_func (self->connection, NULL, NULL);
  ungrab (self);
  pel_x11_connection_expect (self->connection,
                             xcb_get_input_focus (xcb).sequence,
                             given_back_cb,
                             self);
  pel_x11_connection_flush (self->connection);
}

/* Something stays pressed, or the server does not answer even now. */
static gboolean
limit_cb (gpointer user_data)
{
  PelX11Grip *self = user_data;

  if (self->is_giving_back)
    return end_cb (self);
  give_back (self);
  return G_SOURCE_CONTINUE;
}

/* What was asked for may have been granted after all. */
static void
tried_cb (gboolean has_both, gpointer user_data)
{
  if (((PelX11Grip *) user_data)->is_giving_back)
    ungrab (user_data);
  else
    give_back (user_data);
}

static void
leaving_event_cb (const xcb_generic_event_t *event, gpointer user_data)
{
  PelX11Grip *self = user_data;

  pel_x11_grip_note (self, event);
  if (!self->is_trying && holds_nothing (self))
    give_back (self);
}

void
pel_x11_grip_let_go (PelX11Grip *self, PelPickGoneFunc gone, gpointer user_data)
{
  self->func = tried_cb;
  self->user_data = self;
  self->gone = gone;
  self->gone_data = user_data;
  self->end_id = g_timeout_add (LIMIT_MS, limit_cb, self);
  g_signal_connect_swapped (self->connection, "closed", G_CALLBACK (end), self);
  pel_x11_connection_set_event_func (self->connection, leaving_event_cb, self);
  if (!pel_x11_connection_check (self->connection, NULL))
    end (self);
  else if (!self->is_trying && holds_nothing (self))
    give_back (self);
}
