/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/x11-person-watch.h"

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/input/key-set.h"
#include "services/window/x11-connection.h"

#include <glib/gi18n.h>
#include <string.h>
#include <xcb/xinput.h>

/* Since this version raw input is told also while another program has a grab. */
#define MAJOR 2
#define MINOR 1

#define REST_MS 250 /* the pointer moves a thousand times a second: not each is listened to */

#define ALWAYS                                                                       \
  (XCB_INPUT_XI_EVENT_MASK_RAW_KEY_PRESS | XCB_INPUT_XI_EVENT_MASK_RAW_KEY_RELEASE | \
   XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_PRESS)

/* How the server calls the devices that XTest uses; no one can name another one so. */
static const char *const test_devices[] = { "Virtual core XTEST pointer",
                                            "Virtual core XTEST keyboard" };

struct _PelX11PersonWatch
{
  PelPersonWatch    parent_instance;
  PelX11Connection *connection;
  guint8            opcode;
  guint16           ours[G_N_ELEMENTS (test_devices)]; /* 0: not known yet */
  PelKeySet        *keys;
  guint             rest_id;
};

G_DEFINE_FINAL_TYPE (PelX11PersonWatch, pel_x11_person_watch, PEL_TYPE_PERSON_WATCH)

static void
select_raw (PelX11PersonWatch *self, guint32 mask)
{
  struct
  {
    xcb_input_event_mask_t head;
    guint32                mask;
  } wanted = { { XCB_INPUT_DEVICE_ALL_MASTER, 1 }, mask };

  xcb_input_xi_select_events (pel_x11_connection_get_xcb (self->connection),
                              pel_x11_connection_get_screen (self->connection)->root,
                              1,
                              &wanted.head);
  pel_x11_connection_flush (self->connection);
}

/* They may have moved it all the while. */
static gboolean
rested_cb (gpointer data)
{
  PelX11PersonWatch *self = data;

  self->rest_id = 0;
  pel_gate_note_person ();
  select_raw (self, ALWAYS | XCB_INPUT_XI_EVENT_MASK_RAW_MOTION);
  return G_SOURCE_REMOVE;
}

static void
take_motion (PelX11PersonWatch *self)
{
  if (self->rest_id != 0)
    return;
  select_raw (self, ALWAYS);
  self->rest_id = g_timeout_add (REST_MS, rested_cb, self);
}

/* Until the devices are known, nothing is. */
static gboolean
is_of_person (const PelX11PersonWatch *self, guint16 device)
{
  for (gsize i = 0; i < G_N_ELEMENTS (self->ours); i++)
    if (self->ours[i] == 0 || self->ours[i] == device)
      return FALSE;
  return TRUE;
}

static void
take_raw (PelX11PersonWatch *self, const xcb_input_raw_key_press_event_t *raw)
{
  if (!is_of_person (self, raw->sourceid))
    return;
  if (raw->event_type == XCB_INPUT_RAW_KEY_RELEASE)
    {
      pel_key_set_release (self->keys, raw->detail);
      return;
    }
  pel_gate_note_person ();
  if (raw->event_type == XCB_INPUT_RAW_MOTION)
    take_motion (self);
  else if (raw->event_type == XCB_INPUT_RAW_KEY_PRESS &&
           pel_key_set_press (self->keys, raw->detail))
    pel_person_watch_emit_stop (PEL_PERSON_WATCH (self));
}

static void
mapped_cb (gpointer reply, gpointer user_data)
{
  g_autoptr (PelX11PersonWatch)           self = user_data;
  const xcb_get_keyboard_mapping_reply_t *mapping = reply;
  const xcb_setup_t *setup = xcb_get_setup (pel_x11_connection_get_xcb (self->connection));

  if (mapping == NULL || mapping->keysyms_per_keycode == 0)
    return;
  pel_key_set_take_mapping (self->keys,
                            setup->min_keycode,
                            xcb_get_keyboard_mapping_keysyms (mapping),
                            xcb_get_keyboard_mapping_keysyms_length (mapping),
                            mapping->keysyms_per_keycode);
}

static void
ask_mapping (PelX11PersonWatch *self)
{
  xcb_connection_t  *xcb = pel_x11_connection_get_xcb (self->connection);
  const xcb_setup_t *setup = xcb_get_setup (xcb);
  guint              sequence = xcb_get_keyboard_mapping (xcb,
                                             setup->min_keycode,
                                             setup->max_keycode - setup->min_keycode + 1)
                       .sequence;

  pel_x11_connection_expect (self->connection, sequence, mapped_cb, g_object_ref (self));
  pel_x11_connection_flush (self->connection);
}

static void
event_cb (const xcb_generic_event_t *event, gpointer user_data)
{
  PelX11PersonWatch                     *self = user_data;
  guint8                                 type = event->response_type & 0x7f;
  const xcb_input_raw_key_press_event_t *raw =
      (const void *) event; /* the others begin as it does */

  if (type == XCB_GE_GENERIC && raw->extension == self->opcode)
    take_raw (self, raw);
  else if (type == XCB_MAPPING_NOTIFY &&
           ((const xcb_mapping_notify_event_t *) event)->request == XCB_MAPPING_KEYBOARD)
    ask_mapping (self);
}

static void
listed_cb (gpointer reply, gpointer user_data)
{
  g_autoptr (PelX11PersonWatch)       self = user_data;
  xcb_input_xi_device_info_iterator_t it;

  if (reply == NULL)
    return;
  for (it = xcb_input_xi_query_device_infos_iterator (reply); it.rem > 0;
       xcb_input_xi_device_info_next (&it))
    for (gsize i = 0; i < G_N_ELEMENTS (test_devices); i++)
      if (it.data->name_len == strlen (test_devices[i]) &&
          memcmp (xcb_input_xi_device_info_name (it.data), test_devices[i], it.data->name_len) == 0)
        self->ours[i] = it.data->deviceid;
}

static gboolean
set_panic_chord (PelPersonWatch *watch, const PelChord *chord, GError **error)
{
  PelX11PersonWatch *self = PEL_X11_PERSON_WATCH (watch);

  pel_key_set_set_chord (self->keys, chord);
  return TRUE;
}

static void
pel_x11_person_watch_finalize (GObject *object)
{
  PelX11PersonWatch *self = PEL_X11_PERSON_WATCH (object);

  g_clear_handle_id (&self->rest_id, g_source_remove);
  if (self->connection != NULL)
    pel_x11_connection_set_event_func (self->connection, NULL, NULL);
  g_clear_object (&self->connection);
  g_clear_pointer (&self->keys, pel_key_set_free);
  G_OBJECT_CLASS (pel_x11_person_watch_parent_class)->finalize (object);
}

static void
pel_x11_person_watch_class_init (PelX11PersonWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_x11_person_watch_finalize;
  PEL_PERSON_WATCH_CLASS (klass)->set_panic_chord = set_panic_chord;
}

static void
pel_x11_person_watch_init (PelX11PersonWatch *self)
{
  self->keys = pel_key_set_new ();
}

static void
start (PelX11PersonWatch *self)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);

  self->opcode = xcb_get_extension_data (xcb, &xcb_input_id)->major_opcode;
  pel_x11_connection_set_event_func (self->connection, event_cb, self);
  xcb_discard_reply (xcb, xcb_input_xi_query_version (xcb, MAJOR, MINOR).sequence);
  pel_x11_connection_expect (self->connection,
                             xcb_input_xi_query_device (xcb, XCB_INPUT_DEVICE_ALL).sequence,
                             listed_cb,
                             g_object_ref (self));
  ask_mapping (self);
  select_raw (self, ALWAYS | XCB_INPUT_XI_EVENT_MASK_RAW_MOTION);
}

PelPersonWatch *
pel_x11_person_watch_new (GError **error)
{
  g_autoptr (PelX11PersonWatch) self = g_object_new (PEL_TYPE_X11_PERSON_WATCH, NULL);

  self->connection = pel_x11_connection_open (error);
  if (self->connection == NULL)
    return NULL;
  if (!pel_x11_connection_has_extension (self->connection, &xcb_input_id))
    {
      pel_set_error (
          error,
          PEL_ERROR_CAPABILITY_UNAVAILABLE,
          _ ("Start the X server with the XInput extension"),
          _ ("The X server does not report when the person uses the keyboard or pointer"));
      return NULL;
    }
  start (self);
  return PEL_PERSON_WATCH (g_steal_pointer (&self));
}
