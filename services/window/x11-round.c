/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/x11-round.h"

#include "services/base/error.h"

#include <glib/gi18n.h>

#define SILENCE_MS 2000

struct _PelX11Round
{
  PelX11Connection *connection;
  PelX11DoneFunc    done; /* NULL once it was called */
  gpointer          user_data;
  GSource          *cancel_source; /* nullable */
  guint             silence_id;
  guint             n_awaited;
  gboolean          is_sent;
};

typedef struct
{
  PelX11Round   *round;
  PelX11TakeFunc take;
  gpointer       data;
} Expectation;

static void
call_done (PelX11Round *self, const GError *error)
{
  PelX11DoneFunc done = g_steal_pointer (&self->done);

  g_clear_handle_id (&self->silence_id, g_source_remove);
  if (self->cancel_source != NULL)
    g_source_destroy (self->cancel_source);
  if (done != NULL)
    done (error, self->user_data);
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  g_cancellable_set_error_if_cancelled (cancellable, &error);
  call_done (user_data, error);
  return G_SOURCE_REMOVE;
}

static gboolean
silence_cb (gpointer user_data)
{
  PelX11Round       *self = user_data;
  g_autoptr (GError) error = NULL;

  self->silence_id = 0;
  pel_set_error (&error,
                 PEL_ERROR_APP_UNRESPONSIVE,
                 _ ("Wait until the desktop responds, then try again"),
                 _ ("The X server is not responding"));
  call_done (self, error);
  return G_SOURCE_REMOVE;
}

PelX11Round *
pel_x11_round_new (PelX11Connection *connection,
                   GCancellable     *cancellable,
                   PelX11DoneFunc    done,
                   gpointer          user_data)
{
  PelX11Round *self = g_new0 (PelX11Round, 1);

  self->connection = g_object_ref (connection);
  self->done = done;
  self->user_data = user_data;
  self->silence_id = g_timeout_add (SILENCE_MS, silence_cb, self);
  if (cancellable != NULL)
    {
      self->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->cancel_source, G_SOURCE_FUNC (cancelled_cb), self, NULL);
      g_source_attach (self->cancel_source, NULL);
    }
  return self;
}

void
pel_x11_round_be_patient (PelX11Round *self)
{
  g_clear_handle_id (&self->silence_id, g_source_remove);
}

static void
complete (PelX11Round *self)
{
  g_autoptr (GError) error = NULL;

  if (xcb_connection_has_error (pel_x11_connection_get_xcb (self->connection)))
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   NULL,
                   _ ("The X server closed the connection"));
  call_done (self, error);
  g_clear_pointer (&self->cancel_source, g_source_unref);
  g_object_unref (self->connection);
  g_free (self);
}

static void
reply_cb (gpointer reply, gpointer user_data)
{
  g_autofree Expectation *expectation = user_data;
  PelX11Round            *self = expectation->round;

  if (reply != NULL && self->done != NULL)
    expectation->take (reply, expectation->data);
  self->n_awaited--;
  if (self->n_awaited == 0 && self->is_sent)
    complete (self);
}

void
pel_x11_round_expect (PelX11Round *self, unsigned int sequence, PelX11TakeFunc take, gpointer data)
{
  Expectation *expectation = g_new (Expectation, 1);

  *expectation = (Expectation){ self, take, data };
  self->n_awaited++;
  pel_x11_connection_expect (self->connection, sequence, reply_cb, expectation);
}

void
pel_x11_round_expect_property (PelX11Round   *self,
                               xcb_window_t   window,
                               xcb_atom_t     property,
                               guint          max_words,
                               PelX11TakeFunc take,
                               gpointer       data)
{
  xcb_get_property_cookie_t cookie =
      xcb_get_property (pel_x11_connection_get_xcb (self->connection),
                        0,
                        window,
                        property,
                        XCB_GET_PROPERTY_TYPE_ANY,
                        0,
                        max_words);

  pel_x11_round_expect (self, cookie.sequence, take, data);
}

void
pel_x11_round_send (PelX11Round *self)
{
  self->is_sent = TRUE;
  if (self->n_awaited == 0)
    complete (self);
  else
    pel_x11_connection_flush (self->connection);
}

guint
pel_x11_property_count_words (xcb_get_property_reply_t *reply)
{
  return reply->format == 32 ? xcb_get_property_value_length (reply) / 4 : 0;
}

guint32
pel_x11_property_get_word (xcb_get_property_reply_t *reply, guint index, guint32 fallback)
{
  if (index >= pel_x11_property_count_words (reply))
    return fallback;
  return ((guint32 *) xcb_get_property_value (reply))[index];
}

char *
pel_x11_property_dup_text (xcb_get_property_reply_t *reply)
{
  const char *value = xcb_get_property_value (reply);
  gsize       length = xcb_get_property_value_length (reply);

  if (reply->format != 8)
    return NULL;
  /* the old kind of text is Latin-1, though not all who write it know */
  if (reply->type == XCB_ATOM_STRING && !g_utf8_validate (value, length, NULL))
    return g_convert (value, length, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
  return g_strndup (value, length);
}

void
pel_x11_take_word (gpointer reply, gpointer data)
{
  *(guint32 *) data = pel_x11_property_get_word (reply, 0, *(guint32 *) data);
}

void
pel_x11_take_text (gpointer reply, gpointer data)
{
  char **text = data;
  char  *value = pel_x11_property_dup_text (reply);

  if (value == NULL)
    return;
  g_free (*text);
  *text = value;
}
