/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/x11-pick-input.h"

#include "overlay/x11-grip.h"
#include "overlay/x11-hover.h"
#include "overlay/x11-keymap.h"
#include "services/base/error.h"

#include <glib/gi18n.h>

#define LIMIT_MS 3000
#define RETRY_MS 200

struct _PelX11PickInput
{
  PelPickInput      parent_instance;
  PelX11Connection *connection; /* the grip's */
  PelX11Grip       *grip;
  PelX11Hover      *hover; /* (nullable) unless we only hover */
  PelPickKeys      *keys;  /* (nullable) until they are known */
  GCancellable     *cancellable;
  guint             limit_id; /* until the first answer */
  guint             retry_id; /* while we only hover */
};

G_DEFINE_FINAL_TYPE (PelX11PickInput, pel_x11_pick_input, PEL_TYPE_PICK_INPUT)

static void begin_hover (PelX11PickInput *self);

static PelPickInput *
get_base (PelX11PickInput *self)
{
  return PEL_PICK_INPUT (self);
}

static void
emit (PelX11PickInput *self, const PelPickEvent *event)
{
  pel_pick_input_emit_event (get_base (self), event);
}

/* what is caught */

/* clang-format off */
static const struct { guint button; int steps; } wheels[] = {
  { 4, -1 }, { 5, 1 }, { 6, 0 }, { 7, 0 }, /* to the sides: caught, and of no use */
};
/* clang-format on */

static gboolean
is_wheel (guint button, int *ret_steps)
{
  for (gsize i = 0; i < G_N_ELEMENTS (wheels); i++)
    if (wheels[i].button == button)
      {
        *ret_steps = wheels[i].steps;
        return TRUE;
      }
  return FALSE;
}

/* All core events of input have the same fields. */
static void
take_input (PelX11PickInput *self, guint8 type, const xcb_button_press_event_t *input)
{
  gboolean     is_click = pel_x11_grip_holds_button (self->grip, input->detail);
  PelPickEvent event = { .point = { input->root_x, input->root_y } };

  pel_x11_grip_note (self->grip, (const xcb_generic_event_t *) input);
  pel_pick_keys_set_x11_state (self->keys, input->state);
  event.modifiers = pel_pick_keys_get_modifiers (self->keys);
  if (type == XCB_MOTION_NOTIFY)
    event.kind = PEL_PICK_MOVED;
  else if (type == XCB_KEY_PRESS)
    {
      if (!pel_x11_grip_holds_key (self->grip, input->detail))
        return; /* it only repeats itself */
      event.kind = PEL_PICK_KEY;
      event.keysym = pel_pick_keys_get_symbol (self->keys, input->detail);
    }
  else if (is_wheel (input->detail, &event.steps))
    {
      if (type != XCB_BUTTON_PRESS || event.steps == 0)
        return;
      event.kind = PEL_PICK_WHEEL;
    }
  else
    {
      if (type != XCB_BUTTON_RELEASE || !is_click)
        return;
      event.kind = PEL_PICK_CLICK;
      event.button = input->detail;
    }
  emit (self, &event);
}

/* Where the pointer is, without a motion. */
static void
place_cb (gpointer reply, gpointer user_data)
{
  g_autoptr (PelX11PickInput)      self = g_weak_ref_get (user_data);
  const xcb_query_pointer_reply_t *place = reply;

  g_weak_ref_clear (user_data);
  g_free (user_data);
  if (self == NULL || place == NULL || self->keys == NULL)
    return;
  pel_pick_keys_set_x11_state (self->keys, place->mask);
  emit (self,
        &(PelPickEvent){ .kind = PEL_PICK_MOVED,
                         .point = { place->root_x, place->root_y },
                         .modifiers = pel_pick_keys_get_modifiers (self->keys) });
}

static void
ask_place (PelX11PickInput *self)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  xcb_window_t      root = pel_x11_connection_get_screen (self->connection)->root;
  GWeakRef         *weak = g_new (GWeakRef, 1);

  g_weak_ref_init (weak, self);
  pel_x11_connection_expect (self->connection,
                             xcb_query_pointer (xcb, root).sequence,
                             place_cb,
                             weak);
  pel_x11_connection_flush (self->connection);
}

/* the grip */

static void
gripped_cb (gboolean has_both, gpointer user_data)
{
  g_autoptr (PelX11PickInput) self = g_object_ref (user_data);

  if (!has_both)
    {
      begin_hover (self);
      return;
    }
  g_clear_handle_id (&self->limit_id, g_source_remove);
  g_clear_handle_id (&self->retry_id, g_source_remove);
  g_clear_pointer (&self->hover, pel_x11_hover_free);
  ask_place (self);
  pel_pick_input_set_reach (get_base (self), PEL_PICK_CATCHES);
}

static void
hover_cb (const PelPickEvent *event, gpointer user_data)
{
  PelX11PickInput *self = user_data;

  if (event != NULL)
    emit (self, event);
  else
    pel_x11_grip_try (self->grip, gripped_cb, self);
}

static gboolean
retry_cb (gpointer user_data)
{
  PelX11PickInput *self = user_data;

  /* a server that stands still is not asked more and more */
  if (!pel_x11_connection_check (self->connection, NULL))
    return G_SOURCE_CONTINUE;
  if (self->hover != NULL)
    pel_x11_hover_look (self->hover);
  pel_x11_grip_try (self->grip, gripped_cb, self);
  return G_SOURCE_CONTINUE;
}

static void
begin_hover (PelX11PickInput *self)
{
  if (self->retry_id != 0)
    return;
  self->retry_id = g_timeout_add (RETRY_MS, retry_cb, self);
  self->hover = pel_x11_hover_new (self->connection, self->keys, hover_cb, self);
  pel_x11_connection_flush (self->connection);
  if (self->hover == NULL)
    return; /* all that is left is to wait, for a while */
  g_clear_handle_id (&self->limit_id, g_source_remove);
  pel_pick_input_set_reach (get_base (self), PEL_PICK_HOVERS);
}

/* the keys */

static void
keys_loaded_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelX11PickInput) self = g_weak_ref_get (user_data);
  g_autoptr (GError)          error = NULL;
  g_autoptr (PelPickKeys)     before = NULL;
  PelPickKeys                *keys = pel_x11_keymap_load_finish (result, &error);

  g_weak_ref_clear (user_data);
  g_free (user_data);
  if (self == NULL || keys == NULL)
    {
      pel_pick_keys_free (keys);
      /* those of before are better than none */
      if (self != NULL && self->keys == NULL &&
          !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        pel_pick_input_emit_failed (get_base (self), error);
      return;
    }
  before = g_steal_pointer (&self->keys);
  self->keys = keys;
  if (self->hover != NULL)
    pel_x11_hover_set_keys (self->hover, keys);
  if (before == NULL)
    pel_x11_grip_try (self->grip, gripped_cb, self);
}

/* Only the newest counts. */
static void
load_keys (PelX11PickInput *self)
{
  GWeakRef *weak = g_new (GWeakRef, 1);

  g_weak_ref_init (weak, self);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  pel_x11_keymap_load_async (self->cancellable, keys_loaded_cb, weak);
}

/* the connection */

static void
event_cb (const xcb_generic_event_t *event, gpointer user_data)
{
  PelX11PickInput *self = user_data;
  guint8           type = event->response_type & 0x7f;

  if (pel_x11_keymap_is_changed (self->connection, event))
    load_keys (self);
  else if (self->hover != NULL)
    pel_x11_hover_take (self->hover, event);
  else if (type >= XCB_KEY_PRESS && type <= XCB_MOTION_NOTIFY && self->keys != NULL)
    take_input (self, type, (const xcb_button_press_event_t *) event);
}

static void
closed_cb (PelX11PickInput *self)
{
  g_autoptr (GError) error = NULL;

  pel_x11_connection_check (self->connection, &error);
  pel_pick_input_emit_failed (get_base (self), error);
}

static gboolean
limit_cb (gpointer user_data)
{
  PelX11PickInput   *self = user_data;
  g_autoptr (GError) error = NULL;

  self->limit_id = 0;
  if (self->retry_id != 0)
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Close open menus, then try again"),
                   _ ("Another program has grabbed the keyboard or pointer"));
  else
    pel_set_error (&error,
                   PEL_ERROR_APP_UNRESPONSIVE,
                   _ ("Wait until the desktop responds, then try again"),
                   _ ("The X server is not responding"));
  pel_pick_input_emit_failed (get_base (self), error);
  return G_SOURCE_REMOVE;
}

static void
let_go (PelPickInput *input, PelPickGoneFunc gone, gpointer user_data)
{
  PelX11PickInput *self = PEL_X11_PICK_INPUT (input);

  g_clear_handle_id (&self->limit_id, g_source_remove);
  g_clear_handle_id (&self->retry_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_signal_handlers_disconnect_by_data (self->connection, self);
  pel_x11_connection_set_event_func (self->connection, NULL, NULL);
  g_clear_pointer (&self->hover, pel_x11_hover_free);
  pel_x11_grip_let_go (g_steal_pointer (&self->grip), gone, user_data);
  g_clear_object (&self->connection);
  g_clear_pointer (&self->keys, pel_pick_keys_free);
}

static void
pel_x11_pick_input_class_init (PelX11PickInputClass *klass)
{
  PEL_PICK_INPUT_CLASS (klass)->let_go = let_go;
}

static void
pel_x11_pick_input_init (PelX11PickInput *self)
{
}

PelPickInput *
pel_x11_pick_input_new (GError **error)
{
  PelX11Connection *connection = pel_x11_connection_open (error);
  PelX11PickInput  *self;

  if (connection == NULL)
    return NULL;
  self = g_object_new (PEL_TYPE_X11_PICK_INPUT, NULL);
  self->connection = connection;
  self->grip = pel_x11_grip_new (connection);
  self->limit_id = g_timeout_add (LIMIT_MS, limit_cb, self);
  pel_x11_connection_set_event_func (connection, event_cb, self);
  g_signal_connect_swapped (connection, "closed", G_CALLBACK (closed_cb), self);
  pel_x11_keymap_attend (connection);
  pel_x11_connection_flush (connection);
  load_keys (self);
  return PEL_PICK_INPUT (self);
}
