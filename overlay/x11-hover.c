/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/x11-hover.h"

#include <xcb/xinput.h>

/* Since this version raw input is told also while another program has a grab. */
#define MAJOR 2
#define MINOR 1

/* Buttons that are a wheel. */
#define UP   4
#define DOWN 5

/* What a look at the pointer is for. */
typedef enum
{
  PLACE,
  WHEEL_TURNED,
  KEY_PRESSED,
  CONTROL_RELEASED, /* and nothing else was pressed meanwhile */
} Cause;

typedef struct
{
  PelX11Hover *hover; /* NULL once it is gone */
  Cause        cause;
  guint32      code; /* of the button or the key */
} Look;

struct _PelX11Hover
{
  PelX11Connection *connection;
  PelPickKeys      *keys;
  PelX11HoverFunc   func;
  gpointer          user_data;

  GPtrArray *looks; /* of Look, under way */
  gboolean   is_looking_for_place;
  guint8     opcode;
  gboolean   has_place;
  gint16     x, y;
  guint32    control; /* the Ctrl key that is pressed alone; 0: none is */
};

/* looks */

static void
tell_place (PelX11Hover *self, const xcb_query_pointer_reply_t *reply)
{
  PelPickEvent event = { .kind = PEL_PICK_MOVED,
                         .point = { reply->root_x, reply->root_y },
                         .modifiers = pel_pick_keys_get_modifiers (self->keys) };

  if (self->has_place && self->x == reply->root_x && self->y == reply->root_y)
    return;
  self->has_place = TRUE;
  self->x = reply->root_x;
  self->y = reply->root_y;
  self->func (&event, self->user_data);
}

static void
tell_wheel (PelX11Hover *self, const Look *look, const xcb_query_pointer_reply_t *reply)
{
  PelPickEvent event = { .kind = PEL_PICK_WHEEL,
                         .point = { reply->root_x, reply->root_y },
                         .steps = look->code == UP ? -1 : 1,
                         .modifiers = pel_pick_keys_get_modifiers (self->keys) };

  self->func (&event, self->user_data);
}

static void
tell_key (PelX11Hover *self, const Look *look)
{
  guint        symbol = pel_pick_keys_get_symbol (self->keys, look->code);
  PelPickEvent event = { .kind = PEL_PICK_KEY,
                         .keysym = look->cause == CONTROL_RELEASED ? XKB_KEY_Control_L : symbol,
                         .modifiers = pel_pick_keys_get_modifiers (self->keys) };

  self->func (&event, self->user_data);
}

static void
look_cb (gpointer reply, gpointer user_data)
{
  g_autofree Look                 *look = user_data;
  PelX11Hover                     *self = look->hover;
  const xcb_query_pointer_reply_t *answer = reply;

  if (self == NULL)
    return;
  g_ptr_array_remove_fast (self->looks, look);
  if (look->cause == PLACE)
    self->is_looking_for_place = FALSE;
  if (answer == NULL)
    return;
  pel_pick_keys_set_x11_state (self->keys, answer->mask);
  if (look->cause == PLACE)
    tell_place (self, answer);
  else if (look->cause == WHEEL_TURNED)
    tell_wheel (self, look, answer);
  else
    tell_key (self, look);
}

static void
look (PelX11Hover *self, Cause cause, guint32 code)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  xcb_window_t      root = pel_x11_connection_get_screen (self->connection)->root;
  Look             *request = g_new (Look, 1);

  *request = (Look){ self, cause, code };
  g_ptr_array_add (self->looks, request);
  pel_x11_connection_expect (self->connection,
                             xcb_query_pointer (xcb, root).sequence,
                             look_cb,
                             request);
  pel_x11_connection_flush (self->connection);
}

void
pel_x11_hover_look (PelX11Hover *self)
{
  if (self->is_looking_for_place)
    return;
  self->is_looking_for_place = TRUE;
  look (self, PLACE, 0);
}

/* raw input */

static void
take_press (PelX11Hover *self, guint32 code)
{
  guint symbol = pel_pick_keys_get_symbol (self->keys, code);

  self->control = 0;
  if (symbol == XKB_KEY_Control_L || symbol == XKB_KEY_Control_R)
    self->control = code;
  else
    look (self, KEY_PRESSED, code);
}

static void
take_release (PelX11Hover *self, guint32 code)
{
  if (self->control != code)
    return;
  self->control = 0;
  look (self, CONTROL_RELEASED, code);
}

static void
take_button (PelX11Hover *self, guint16 type, guint32 button)
{
  self->control = 0;
  if (type == XCB_INPUT_RAW_BUTTON_PRESS && (button == UP || button == DOWN))
    look (self, WHEEL_TURNED, button);
}

void
pel_x11_hover_take (PelX11Hover *self, const xcb_generic_event_t *event)
{
  const xcb_input_raw_key_press_event_t *raw =
      (const void *) event; /* the others begin as it does */

  if ((event->response_type & 0x7f) != XCB_GE_GENERIC || raw->extension != self->opcode)
    return;
  if (raw->event_type == XCB_INPUT_RAW_MOTION)
    {
      pel_x11_hover_look (self);
      return;
    }
  if (raw->event_type == XCB_INPUT_RAW_KEY_PRESS)
    take_press (self, raw->detail);
  else if (raw->event_type == XCB_INPUT_RAW_KEY_RELEASE)
    take_release (self, raw->detail);
  else
    take_button (self, raw->event_type, raw->detail);
  self->func (NULL, self->user_data);
}

static void
select_raw (PelX11Hover *self, guint32 mask)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  struct
  {
    xcb_input_event_mask_t head;
    guint32                mask;
  } wanted = { { XCB_INPUT_DEVICE_ALL_MASTER, 1 }, mask };

  xcb_input_xi_select_events (xcb,
                              pel_x11_connection_get_screen (self->connection)->root,
                              1,
                              &wanted.head);
}

PelX11Hover *
pel_x11_hover_new (PelX11Connection *connection,
                   PelPickKeys      *keys,
                   PelX11HoverFunc   func,
                   gpointer          user_data)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (connection);
  PelX11Hover      *self;

  if (!pel_x11_connection_has_extension (connection, &xcb_input_id))
    return NULL;
  self = g_new0 (PelX11Hover, 1);
  self->connection = connection;
  self->keys = keys;
  self->func = func;
  self->user_data = user_data;
  self->looks = g_ptr_array_new ();
  self->opcode = xcb_get_extension_data (xcb, &xcb_input_id)->major_opcode;
  xcb_discard_reply (xcb, xcb_input_xi_query_version (xcb, MAJOR, MINOR).sequence);
  select_raw (self,
              XCB_INPUT_XI_EVENT_MASK_RAW_MOTION | XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_PRESS |
                  XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_RELEASE |
                  XCB_INPUT_XI_EVENT_MASK_RAW_KEY_PRESS | XCB_INPUT_XI_EVENT_MASK_RAW_KEY_RELEASE);
  pel_x11_hover_look (self);
  return self;
}

void
pel_x11_hover_free (PelX11Hover *self)
{
  if (self == NULL)
    return;
  select_raw (self, 0);
  pel_x11_connection_flush (self->connection);
  for (guint i = 0; i < self->looks->len; i++)
    ((Look *) g_ptr_array_index (self->looks, i))->hover = NULL;
  g_ptr_array_unref (self->looks);
  g_free (self);
}

void
pel_x11_hover_set_keys (PelX11Hover *self, PelPickKeys *keys)
{
  self->keys = keys;
}
