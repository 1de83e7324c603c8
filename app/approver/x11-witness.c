/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/approver/x11-witness.h"

#include "app/approver/x11-fake-watch.h"
#include "services/base/error.h"
#include "services/window/x11-connection.h"

#include <glib/gi18n.h>
#include <string.h>
#include <xcb/xinput.h>

/* From 2.1 on raw input is reported even while another program has a grab, from 2.2 on touches. */
#define MAJOR 2
#define MINOR 2

#define PROPERTY "XTEST Device"
#define N_KEPT   64 /* the latest events */
#define N_ROUNDS 2

#define WANTED                                                                             \
  (XCB_INPUT_XI_EVENT_MASK_RAW_KEY_PRESS | XCB_INPUT_XI_EVENT_MASK_RAW_KEY_RELEASE |       \
   XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_PRESS | XCB_INPUT_XI_EVENT_MASK_RAW_BUTTON_RELEASE | \
   XCB_INPUT_XI_EVENT_MASK_RAW_MOTION | XCB_INPUT_XI_EVENT_MASK_RAW_TOUCH_BEGIN |          \
   XCB_INPUT_XI_EVENT_MASK_RAW_TOUCH_UPDATE | XCB_INPUT_XI_EVENT_MASK_RAW_TOUCH_END)

/* One raw event. */
typedef struct
{
  guint16 type;
  guint16 device;
  guint32 time; /* of the server */
} Raw;

struct _PelX11Witness
{
  PelWitness        parent_instance;
  PelX11Connection *connection;
  PelX11FakeWatch  *fakes;
  guint8            opcode;
  xcb_atom_t        property;     /* 0: not known yet */
  Raw               kept[N_KEPT]; /* a ring; of type 0: none */
  guint             n_heard;
};

G_DEFINE_FINAL_TYPE (PelX11Witness, pel_x11_witness, PEL_TYPE_WITNESS)

/* A judgement: the devices of what was heard lately, and which of them are XTest's. */
typedef struct
{
  PelDeed deed;
  guint16 devices[N_KEPT];
  guint   n_devices;
  guint   n_known;
  guint   n_rounds; /* to the server and back */
  guint64 genuine;  /* bits */
} Trial;

static void sync_with_server (GTask *task);

/* What was heard */

/* Where it is kept: a pointer that moves a thousand times a second must not push out the rest. */
static Raw *
find_place (PelX11Witness *self, guint16 type, guint16 device)
{
  for (guint i = 0; i < N_KEPT && type == XCB_INPUT_RAW_MOTION; i++)
    if (self->kept[i].type == type && self->kept[i].device == device)
      return &self->kept[i];
  return &self->kept[self->n_heard++ % N_KEPT];
}

static void
event_cb (const xcb_generic_event_t *event, gpointer user_data)
{
  PelX11Witness                         *self = user_data;
  const xcb_input_raw_key_press_event_t *raw =
      (const void *) event; /* the others begin as it does */

  if ((event->response_type & 0x7f) != XCB_GE_GENERIC || raw->extension != self->opcode)
    return;
  *find_place (self, raw->event_type, raw->sourceid) =
      (Raw){ raw->event_type, raw->sourceid, raw->time };
}

/* Which raw event the toolkit's is made of; 0: none. */
static guint16
get_raw_type (GdkEventType type)
{
  switch ((int) type)
    {
    case GDK_KEY_PRESS:
      return XCB_INPUT_RAW_KEY_PRESS;
    case GDK_KEY_RELEASE:
      return XCB_INPUT_RAW_KEY_RELEASE;
    case GDK_BUTTON_PRESS:
      return XCB_INPUT_RAW_BUTTON_PRESS;
    case GDK_BUTTON_RELEASE:
      return XCB_INPUT_RAW_BUTTON_RELEASE;
    case GDK_TOUCH_BEGIN:
      return XCB_INPUT_RAW_TOUCH_BEGIN;
    case GDK_TOUCH_END:
      return XCB_INPUT_RAW_TOUCH_END;
    default:
      return 0;
    }
}

/* Times of the server go round after seven weeks. */
static gboolean
is_lately (const Trial *trial, const Raw *raw)
{
  return raw->type != 0 && (gint32) (trial->deed.time - raw->time) <= PEL_WITNESS_ALONE_MS;
}

/* What makes a key another one is the person's as well, however long they hold it. */
static gboolean
is_modifier (const Trial *trial, const Raw *raw)
{
  return raw->type == XCB_INPUT_RAW_KEY_PRESS && trial->deed.modified != 0 &&
         raw->time == trial->deed.modified;
}

static gboolean
is_at_issue (const Trial *trial, const Raw *raw)
{
  return is_lately (trial, raw) || is_modifier (trial, raw);
}

static int
find_device (const Trial *trial, guint16 device)
{
  for (guint i = 0; i < trial->n_devices; i++)
    if (trial->devices[i] == device)
      return i;
  return -1;
}

/* Judging */

/* Nothing was faked lately, all that was heard is from devices that are not XTest's, and the deed
 * is among it. */
static gboolean
judge (PelX11Witness *self, const Trial *trial)
{
  guint16  wanted = get_raw_type (trial->deed.type);
  gboolean is_seen = FALSE, is_modified = trial->deed.modified == 0;

  if (pel_x11_fake_watch_has_faked (self->fakes, trial->deed.time, PEL_WITNESS_ALONE_MS))
    return FALSE;
  for (guint i = 0; i < N_KEPT; i++)
    {
      const Raw *raw = &self->kept[i];
      int        index;

      if (!is_at_issue (trial, raw))
        continue;
      index = find_device (trial, raw->device);
      if (index < 0 || (trial->genuine & (G_GUINT64_CONSTANT (1) << index)) == 0)
        return FALSE;
      is_seen = is_seen || (raw->type == wanted && raw->time == trial->deed.time);
      is_modified = is_modified || is_modifier (trial, raw);
    }
  return is_seen && is_modified && wanted != 0;
}

static void
told_cb (gpointer reply, gpointer user_data)
{
  g_autoptr (GTask)                        task = user_data;
  PelX11Witness                           *self = g_task_get_source_object (task);
  Trial                                   *trial = g_task_get_task_data (task);
  const xcb_input_xi_get_property_reply_t *property = reply;

  /* a device that is gone, or of which nothing is known, belongs to no one */
  if (property != NULL && property->type == XCB_NONE)
    trial->genuine |= G_GUINT64_CONSTANT (1) << trial->n_known;
  else if (property != NULL && property->format == 8 && property->num_items == 1 &&
           *(const guint8 *) xcb_input_xi_get_property_items (property) == 0)
    trial->genuine |= G_GUINT64_CONSTANT (1) << trial->n_known;
  if (++trial->n_known == trial->n_devices)
    g_task_return_boolean (task, judge (self, trial));
}

/* What was sent to the dialog has been reported here, too, by now. */
static gboolean
heard_cb (gpointer user_data)
{
  GTask            *task = user_data;
  PelX11Witness    *self = g_task_get_source_object (task);
  Trial            *trial = g_task_get_task_data (task);
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);

  for (guint i = 0; i < N_KEPT; i++)
    if (is_at_issue (trial, &self->kept[i]) && find_device (trial, self->kept[i].device) < 0)
      trial->devices[trial->n_devices++] = self->kept[i].device;
  if (self->property == XCB_NONE || trial->n_devices == 0)
    {
      g_task_return_boolean (task, FALSE);
      return G_SOURCE_REMOVE;
    }
  for (guint i = 0; i < trial->n_devices; i++)
    pel_x11_connection_expect (self->connection,
                               xcb_input_xi_get_property (xcb,
                                                          trial->devices[i],
                                                          0,
                                                          self->property,
                                                          XCB_GET_PROPERTY_TYPE_ANY,
                                                          0,
                                                          1)
                                   .sequence,
                               told_cb,
                               g_object_ref (task));
  pel_x11_connection_flush (self->connection);
  return G_SOURCE_REMOVE;
}

/* Takes @task. Replies are handed out before events that came before them: those are next. What
 * the fake watch hears has its own connection, which may be served after ours: hence two rounds. */
static void
synced_cb (gpointer reply, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Trial            *trial = g_task_get_task_data (task);

  if (reply == NULL)
    g_task_return_boolean (task, FALSE);
  else if (++trial->n_rounds < N_ROUNDS)
    sync_with_server (g_steal_pointer (&task));
  else
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, heard_cb, g_object_ref (task), g_object_unref);
}

static void
sync_with_server (GTask *task)
{
  PelX11Witness    *self = g_task_get_source_object (task);
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);

  pel_x11_connection_expect (self->connection, xcb_get_input_focus (xcb).sequence, synced_cb, task);
  pel_x11_connection_flush (self->connection);
}

static void
judge_async (PelWitness         *witness,
             const PelDeed      *deed,
             GAsyncReadyCallback callback,
             gpointer            user_data)
{
  PelX11Witness *self = PEL_X11_WITNESS (witness);
  GTask         *task = g_task_new (self, NULL, callback, user_data);
  Trial         *trial = g_new0 (Trial, 1);

  trial->deed = *deed;
  g_task_set_source_tag (task, pel_witness_judge_async);
  g_task_set_task_data (task, trial, g_free);
  sync_with_server (task);
}

static void
pel_x11_witness_finalize (GObject *object)
{
  PelX11Witness *self = PEL_X11_WITNESS (object);

  if (self->connection != NULL)
    pel_x11_connection_set_event_func (self->connection, NULL, NULL);
  g_clear_object (&self->connection);
  g_clear_pointer (&self->fakes, pel_x11_fake_watch_free);
  G_OBJECT_CLASS (pel_x11_witness_parent_class)->finalize (object);
}

static void
pel_x11_witness_class_init (PelX11WitnessClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_x11_witness_finalize;
  PEL_WITNESS_CLASS (klass)->judge_async = judge_async;
}

static void
pel_x11_witness_init (PelX11Witness *self)
{
}

static void
interned_cb (gpointer reply, gpointer user_data)
{
  g_autoptr (PelX11Witness) self = user_data;

  if (reply != NULL)
    self->property = ((const xcb_intern_atom_reply_t *) reply)->atom;
}

static void
faked_cb (gpointer self)
{
  g_signal_emit_by_name (self, "disturbed");
}

static void
start (PelX11Witness *self)
{
  xcb_connection_t *xcb = pel_x11_connection_get_xcb (self->connection);
  struct
  {
    xcb_input_event_mask_t head;
    guint32                mask;
  } wanted = { { XCB_INPUT_DEVICE_ALL_MASTER, 1 }, WANTED };

  self->opcode = xcb_get_extension_data (xcb, &xcb_input_id)->major_opcode;
  pel_x11_connection_set_event_func (self->connection, event_cb, self);
  xcb_discard_reply (xcb, xcb_input_xi_query_version (xcb, MAJOR, MINOR).sequence);
  pel_x11_connection_expect (self->connection,
                             xcb_intern_atom (xcb, FALSE, strlen (PROPERTY), PROPERTY).sequence,
                             interned_cb,
                             g_object_ref (self));
  xcb_input_xi_select_events (xcb,
                              pel_x11_connection_get_screen (self->connection)->root,
                              1,
                              &wanted.head);
  pel_x11_connection_flush (self->connection);
}

PelWitness *
pel_x11_witness_new (GError **error)
{
  g_autoptr (PelX11Witness) self = g_object_new (PEL_TYPE_X11_WITNESS, NULL);

  self->connection = pel_x11_connection_open (error);
  if (self->connection == NULL)
    return NULL;
  if (!pel_x11_connection_has_extension (self->connection, &xcb_input_id))
    {
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Start the X server with the XInput extension"),
                     _ ("The X server does not report which device input comes from"));
      return NULL;
    }
  self->fakes = pel_x11_fake_watch_new (faked_cb, self, error);
  if (self->fakes == NULL)
    return NULL;
  start (self);
  return PEL_WITNESS (g_steal_pointer (&self));
}
