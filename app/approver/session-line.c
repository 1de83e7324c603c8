/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/approver/session-line.h"

#include "services/base/json.h"

#include <string.h>

struct _PelSessionLine
{
  GObject           parent_instance;
  GIOStream        *stream;
  GDataInputStream *input;
  GCancellable     *cancellable;
};

enum
{
  TOLD,
  CLOSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelSessionLine, pel_session_line, G_TYPE_OBJECT)

static void read_next (PelSessionLine *self);

static void
read_cb (GObject *stream, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelSessionLine) self = user_data;
  g_autofree char           *text =
      g_data_input_stream_read_line_finish_utf8 (G_DATA_INPUT_STREAM (stream), result, NULL, NULL);
  g_autoptr (JsonObject) object = NULL;

  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  object = text != NULL ? pel_json_parse_object (text, -1, NULL) : NULL;
  if (object == NULL)
    {
      g_signal_emit (self, signals[CLOSED], 0);
      return;
    }
  g_signal_emit (self, signals[TOLD], 0, object);
  read_next (self);
}

static void
read_next (PelSessionLine *self)
{
  g_data_input_stream_read_line_async (self->input,
                                       G_PRIORITY_DEFAULT,
                                       self->cancellable,
                                       read_cb,
                                       g_object_ref (self));
}

static void
pel_session_line_dispose (GObject *object)
{
  PelSessionLine *self = PEL_SESSION_LINE (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->input);
  g_clear_object (&self->stream);
  G_OBJECT_CLASS (pel_session_line_parent_class)->dispose (object);
}

static void
pel_session_line_class_init (PelSessionLineClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_session_line_dispose;
  signals[TOLD] = g_signal_new ("told",
                                PEL_TYPE_SESSION_LINE,
                                G_SIGNAL_RUN_LAST,
                                0,
                                NULL,
                                NULL,
                                NULL,
                                G_TYPE_NONE,
                                1,
                                JSON_TYPE_OBJECT);
  signals[CLOSED] = g_signal_new ("closed",
                                  PEL_TYPE_SESSION_LINE,
                                  G_SIGNAL_RUN_LAST,
                                  0,
                                  NULL,
                                  NULL,
                                  NULL,
                                  G_TYPE_NONE,
                                  0);
}

static void
pel_session_line_init (PelSessionLine *self)
{
  self->cancellable = g_cancellable_new ();
}

PelSessionLine *
pel_session_line_new (int fd, GError **error)
{
  g_autoptr (GSocket)        socket = g_socket_new_from_fd (fd, error);
  g_autoptr (PelSessionLine) self = NULL;

  if (socket == NULL)
    return NULL;
  self = g_object_new (PEL_TYPE_SESSION_LINE, NULL);
  self->stream = G_IO_STREAM (g_socket_connection_factory_create_connection (socket));
  self->input = g_data_input_stream_new (g_io_stream_get_input_stream (self->stream));
  read_next (self);
  return g_steal_pointer (&self);
}

/* A line is short and fits the socket: it is written at once. Takes @object. */
static void
say (PelSessionLine *self, JsonObject *object)
{
  g_autoptr (JsonNode) node = pel_json_take_object (object);
  g_autofree char     *text = pel_json_to_string (node, PEL_JSON_COMPACT);
  g_autofree char     *line = g_strconcat (text, "\n", NULL);

  g_output_stream_write_all (g_io_stream_get_output_stream (self->stream),
                             line,
                             strlen (line),
                             NULL,
                             NULL,
                             NULL);
}

void
pel_session_line_greet (PelSessionLine *self)
{
  JsonObject *object = json_object_new ();

  g_return_if_fail (PEL_IS_SESSION_LINE (self));

  json_object_set_boolean_member (object, "ready", TRUE);
  say (self, object);
}

void
pel_session_line_answer (
    PelSessionLine *self, guint64 id, PelAnswer answer, guint n_calls, const char *reason)
{
  JsonObject *object = json_object_new ();

  g_return_if_fail (PEL_IS_SESSION_LINE (self));

  json_object_set_int_member (object, "id", id);
  json_object_set_string_member (object, "answer", pel_answer_to_string (answer));
  json_object_set_int_member (object, "calls", n_calls);
  if (reason != NULL && reason[0] != '\0')
    json_object_set_string_member (object, "reason", reason);
  say (self, object);
}
