/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/approver/x11-fake-watch.h"

#include "services/base/error.h"

#include <X11/Xmd.h>
#include <X11/extensions/recordconst.h>
#include <X11/extensions/recordproto.h>
#include <X11/extensions/xtestconst.h>
#include <glib/gi18n.h>
#include <string.h>
#include <xcb/xcbext.h>
#include <xcb/xtest.h>

#define X_XTestFakeInput 2
#define MIN_REQUEST      8 /* bytes: of those that are recorded */

struct _PelX11FakeWatch
{
  PelX11Connection *connection;
  PelX11FakeFunc    func;
  gpointer          user_data;
  guint8            test, record; /* major opcodes */
  guint32           context;
  unsigned int      sequence; /* of the request that is answered again and again */
  guint32           faked;    /* time of the server: the latest */
  gboolean          has_faked;
  gboolean          is_recording;
  gboolean          is_deaf; /* for good */
};

/* xcb has no part of its own for this on every system. */
static xcb_extension_t record_id = { "RECORD", 0 };

/* What is heard */

static guint32
read_number (const guint8 *bytes, gboolean is_swapped)
{
  guint32 number;

  memcpy (&number, bytes, sizeof number);
  return is_swapped ? GUINT32_SWAP_LE_BE (number) : number;
}

static gsize
read_length (const guint8 *request, gboolean is_swapped)
{
  guint16 length;

  memcpy (&length, request + 2, sizeof length);
  return (is_swapped ? GUINT16_SWAP_LE_BE (length) : length) * 4u;
}

/* A client that would stop the recording is recorded before it does. */
static void
take_request (PelX11FakeWatch *self, guint32 time, const guint8 *request, gboolean is_swapped)
{
  if (request[0] == self->record)
    {
      self->is_deaf = self->is_deaf || read_number (request + 4, is_swapped) == self->context;
      return;
    }
  self->faked = time;
  self->has_faked = TRUE;
  self->func (self->user_data);
}

/* Each request comes after the time at which it was made. FALSE: nothing can be made of it. */
static gboolean
take_requests (PelX11FakeWatch *self, const guint8 *bytes, gsize n_bytes, gboolean is_swapped)
{
  while (n_bytes >= 4 + MIN_REQUEST)
    {
      gsize length = read_length (bytes + 4, is_swapped);

      if (length < MIN_REQUEST || length > n_bytes - 4)
        return FALSE;
      take_request (self, read_number (bytes, FALSE), bytes + 4, is_swapped);
      bytes += 4 + length;
      n_bytes -= 4 + length;
    }
  return n_bytes == 0;
}

static void
recorded_cb (gpointer reply, gpointer user_data)
{
  PelX11FakeWatch                 *self = user_data;
  const xRecordEnableContextReply *data = reply;

  if (data != NULL && data->category == XRecordStartOfData)
    self->is_recording = TRUE;
  else if (data == NULL || data->category != XRecordFromClient ||
           !take_requests (self,
                           (const guint8 *) (data + 1),
                           data->length * 4u,
                           data->clientSwapped))
    self->is_deaf = TRUE;
  if (data != NULL)
    pel_x11_connection_expect (self->connection, self->sequence, recorded_cb, self);
}

gboolean
pel_x11_fake_watch_has_faked (PelX11FakeWatch *self, guint32 time, guint32 within_ms)
{
  return self->is_deaf || !self->is_recording ||
         (self->has_faked && (gint32) (time - self->faked) <= (gint32) within_ms);
}

/* Starting */

/* xcb writes the first four bytes of @request. */
static unsigned int
request (PelX11FakeWatch *self, guint8 minor, gboolean is_answered, gpointer request, gsize length)
{
  const xcb_protocol_request_t protocol = {
    .count = 1, .ext = &record_id, .opcode = minor, .isvoid = !is_answered
  };
  struct iovec parts[3] = { { 0 }, { 0 }, { request, length } }; /* the first two are xcb's */

  return xcb_send_request (pel_x11_connection_get_xcb (self->connection), 0, parts + 2, &protocol);
}

static void
start (PelX11FakeWatch *self)
{
  struct
  {
    xRecordCreateContextReq head;
    guint32                 clients;
    xRecordRange            ranges[2];
  } creation = { 0 };
  xRecordEnableContextReq enabling = { .context = self->context };

  G_STATIC_ASSERT (sizeof creation ==
                   sz_xRecordCreateContextReq + sizeof (guint32) + 2 * sz_xRecordRange);
  creation.head.context = self->context;
  creation.head.elementHeader = XRecordFromClientTime;
  creation.head.nClients = 1;
  creation.head.nRanges = G_N_ELEMENTS (creation.ranges);
  creation.clients = XRecordAllClients;
  creation.ranges[0] = (xRecordRange){ .extRequestsMajorFirst = self->test,
                                       .extRequestsMajorLast = self->test,
                                       .extRequestsMinorFirst = X_XTestFakeInput,
                                       .extRequestsMinorLast = X_XTestFakeInput };
  creation.ranges[1] = (xRecordRange){ .extRequestsMajorFirst = self->record,
                                       .extRequestsMajorLast = self->record,
                                       .extRequestsMinorFirst = X_RecordRegisterClients,
                                       .extRequestsMinorLast = X_RecordFreeContext };
  request (self, X_RecordCreateContext, FALSE, &creation, sizeof creation);
  self->sequence = request (self, X_RecordEnableContext, TRUE, &enabling, sizeof enabling);
  pel_x11_connection_expect (self->connection, self->sequence, recorded_cb, self);
  pel_x11_connection_flush (self->connection);
}

PelX11FakeWatch *
pel_x11_fake_watch_new (PelX11FakeFunc func, gpointer user_data, GError **error)
{
  PelX11FakeWatch                   *self;
  PelX11Connection                  *connection = pel_x11_connection_open (error);
  const xcb_query_extension_reply_t *record;
  xcb_connection_t                  *xcb;

  if (connection == NULL)
    return NULL;
  xcb = pel_x11_connection_get_xcb (connection);
  record = xcb_get_extension_data (xcb, &record_id);
  self = g_new0 (PelX11FakeWatch, 1);
  self->connection = connection;
  self->func = func;
  self->user_data = user_data;
  if (!pel_x11_connection_has_extension (connection, &xcb_test_id))
    {
      self->is_recording = TRUE; /* no client can fake input: there is nothing to record */
      return self;
    }
  if (record == NULL || !record->present)
    {
      pel_set_error (error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Start the X server with the RECORD extension"),
                     _ ("The X server does not report which input is fake"));
      pel_x11_fake_watch_free (self);
      return NULL;
    }
  self->test = xcb_get_extension_data (xcb, &xcb_test_id)->major_opcode;
  self->record = record->major_opcode;
  self->context = xcb_generate_id (xcb);
  start (self);
  return self;
}

void
pel_x11_fake_watch_free (PelX11FakeWatch *self)
{
  g_object_unref (self->connection); /* answers what is still awaited */
  g_free (self);
}
