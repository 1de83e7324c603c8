/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/sway-panic-key.h"

#include "services/base/error.h"
#include "services/base/text.h"
#include "services/input/sway-chord.h"
#include "services/window/sway-ipc.h"
#include "services/window/sway-json.h"

#include <glib/gi18n.h>

#define COMMAND          "nop pellucid panic key"
#define FLAGS            "--locked --inhibited --no-repeat"
#define UNBIND_FLAGS     "--locked --inhibited"
#define EVENTS           "[\"binding\",\"mode\",\"workspace\"]"
#define MAX_REASON_BYTES 200
#define PATIENCE_MS      2000 /* until it is said that sway does not answer */

struct _PelSwayPanicKey
{
  GObject            parent_instance;
  char              *socket_path;
  GCancellable      *cancellable;
  GSocketConnection *connection; /* NULL until there is one, and when it broke */
  char              *wanted;     /* as sway names it; NULL: none */
  char              *bound;      /* what sway was told to bind; NULL: nothing */
  gboolean           is_sending;
  gboolean           is_config_due; /* to be asked for, before anything is bound */
  char              *command_due;   /* to be sent */
  guint              patience_id;
  GError            *error;
};

G_DEFINE_FINAL_TYPE (PelSwayPanicKey, pel_sway_panic_key, G_TYPE_OBJECT)

static guint pressed_signal;

/* Said once for each reason; takes @error, nullable. */
static void
set_error (PelSwayPanicKey *self, GError *error)
{
  if (error != NULL && (self->error == NULL || !g_str_equal (self->error->message, error->message)))
    g_message (_ ("The panic key does not work: %s"), error->message);
  g_clear_error (&self->error);
  self->error = error;
}

static gboolean
impatient_cb (gpointer user_data)
{
  PelSwayPanicKey *self = user_data;
  GError          *error = NULL;

  self->patience_id = 0;
  pel_set_error (&error, PEL_ERROR_TIMEOUT, NULL, _ ("sway is not responding"));
  set_error (self, error);
  return G_SOURCE_REMOVE;
}

static void
await_answer (PelSwayPanicKey *self)
{
  g_clear_handle_id (&self->patience_id, g_source_remove);
  self->patience_id = g_timeout_add (PATIENCE_MS, impatient_cb, self);
}

/* The connection is over, or never came to be. Cancelled: so is the object. */
static void
end (PelSwayPanicKey *self, GError *error)
{
  g_clear_handle_id (&self->patience_id, g_source_remove);
  g_clear_object (&self->connection);
  set_error (self, error);
}

/* Sending: one message at a time */

static void send_due (PelSwayPanicKey *self);

static void
sent_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (PelSwayPanicKey) self = g_weak_ref_get (user_data);
  g_autoptr (GError)          error = NULL;

  pel_sway_ipc_send_finish (result, &error);
  g_weak_ref_clear (user_data);
  g_free (user_data);
  if (self == NULL)
    return;
  self->is_sending = FALSE;
  if (error == NULL)
    send_due (self);
  else
    end (self, g_steal_pointer (&error));
}

static GWeakRef *
make_weak (PelSwayPanicKey *self)
{
  GWeakRef *weak = g_new0 (GWeakRef, 1);

  g_weak_ref_init (weak, self);
  return weak;
}

static void
send_due (PelSwayPanicKey *self)
{
  g_autofree char *command = NULL;
  PelSwayIpcType   type = PEL_SWAY_IPC_RUN_COMMAND;

  if (self->connection == NULL || self->is_sending)
    return;
  if (self->is_config_due)
    {
      g_clear_pointer (&self->command_due, g_free); /* it may be another one after that */
      type = PEL_SWAY_IPC_GET_CONFIG;
      self->is_config_due = FALSE;
    }
  else
    command = g_steal_pointer (&self->command_due);
  if (type == PEL_SWAY_IPC_RUN_COMMAND && command == NULL)
    return;
  self->is_sending = TRUE;
  await_answer (self);
  pel_sway_ipc_send_async (self->connection,
                           type,
                           command,
                           self->cancellable,
                           sent_cb,
                           make_weak (self));
}

/* @chord: (nullable): what is to be bound from now on, in place of what is. */
static void
rebind (PelSwayPanicKey *self, const char *chord)
{
  g_autoptr (GString) command = g_string_new (NULL);

  if (self->bound != NULL && g_strcmp0 (self->bound, chord) != 0)
    g_string_append_printf (command, "unbindsym " UNBIND_FLAGS " %s;", self->bound);
  if (chord != NULL)
    g_string_append_printf (command, "bindsym --no-warn " FLAGS " %s " COMMAND, chord);
  if (g_strcmp0 (self->bound, chord) != 0) /* it may be the same string */
    {
      g_free (self->bound);
      self->bound = g_strdup (chord);
    }
  if (command->len == 0)
    return;
  g_free (self->command_due);
  self->command_due = g_string_free (g_steal_pointer (&command), FALSE);
  send_due (self);
}

/* Receiving: everything comes over one connection, and is told apart by what is in it. */

static void
take_config (PelSwayPanicKey *self, const char *config)
{
  GError *error = NULL;

  if (self->wanted != NULL && pel_sway_chord_is_taken (self->wanted, config))
    pel_set_error (&error,
                   PEL_ERROR_CAPABILITY_UNAVAILABLE,
                   _ ("Choose other keys in the setting “panic-key”"),
                   _ ("sway's configuration binds %s to something else"),
                   self->wanted);
  rebind (self, error == NULL ? self->wanted : NULL);
  set_error (self, error);
}

/* Of a list of commands the last one counts: what is taken away may not be there any more. */
static void
take_answers (PelSwayPanicKey *self, JsonArray *answers)
{
  guint       n_answers = pel_sway_json_get_length (answers);
  JsonObject *answer = n_answers > 0 ? pel_sway_json_get_element (answers, n_answers - 1) : NULL;
  const char *text = pel_sway_json_get_string (answer, "error");
  g_autofree char *reason = pel_text_repair (text != NULL ? text : "", -1, MAX_REASON_BYTES);
  GError          *error = NULL;

  if (self->bound == NULL)
    return;
  if (pel_sway_json_get_boolean (answer, "success", FALSE))
    {
      set_error (self, NULL);
      return;
    }
  /* Translators: what sway answered */
  pel_set_error (&error, PEL_ERROR_COMMAND_FAILED, NULL, _ ("sway refused: %s"), reason);
  g_clear_pointer (&self->bound, g_free);
  set_error (self, error);
}

static void
take_event (PelSwayPanicKey *self, JsonObject *event)
{
  JsonObject *binding = pel_sway_json_get_object (event, "binding");
  const char *change = pel_sway_json_get_string (event, "change");

  if (binding != NULL)
    {
      if (g_strcmp0 (pel_sway_json_get_string (binding, "command"), COMMAND) == 0)
        g_signal_emit (self, pressed_signal, 0);
    }
  else if (json_object_has_member (event, "pango_markup")) /* another mode, without the binding */
    {
      if (self->bound != NULL)
        rebind (self, self->bound);
    }
  else if (g_strcmp0 (change, "reload") == 0)
    {
      g_clear_pointer (&self->bound, g_free);
      self->is_config_due = TRUE;
      send_due (self);
    }
}

static void
take_object (PelSwayPanicKey *self, JsonObject *object)
{
  const char *config = pel_sway_json_get_string (object, "config");
  GError     *error = NULL;

  if (config != NULL)
    take_config (self, config);
  else if (json_object_has_member (object, "change"))
    take_event (self, object);
  else if (!pel_sway_json_get_boolean (object, "success", FALSE))
    {
      pel_set_error (&error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     NULL,
                     _ ("sway refused to report its events"));
      end (self, error);
    }
}

static void
received_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  GWeakRef                   *weak = user_data;
  g_autoptr (PelSwayPanicKey) self = g_weak_ref_get (weak);
  GError                     *error = NULL;
  g_autoptr (GBytes)          bytes = pel_sway_ipc_receive_finish (result, &error);
  g_autoptr (JsonNode)        node = bytes != NULL ? pel_sway_ipc_parse (bytes, &error) : NULL;

  if (self != NULL)
    g_clear_handle_id (&self->patience_id, g_source_remove);
  if (self != NULL && node == NULL)
    end (self, g_steal_pointer (&error));
  else if (self != NULL && JSON_NODE_HOLDS_ARRAY (node))
    take_answers (self, json_node_get_array (node));
  else if (self != NULL && JSON_NODE_HOLDS_OBJECT (node))
    take_object (self, json_node_get_object (node));
  g_clear_error (&error);
  if (self != NULL && self->connection != NULL)
    pel_sway_ipc_receive_async (self->connection, self->cancellable, received_cb, weak);
  else
    {
      g_weak_ref_clear (weak);
      g_free (weak);
    }
}

static void
opened_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  GWeakRef                     *weak = user_data;
  g_autoptr (PelSwayPanicKey)   self = g_weak_ref_get (weak);
  GError                       *error = NULL;
  g_autoptr (GSocketConnection) connection = pel_sway_ipc_open_finish (result, &error);

  if (self == NULL || connection == NULL)
    {
      if (self != NULL)
        end (self, g_steal_pointer (&error));
      g_clear_error (&error);
      g_weak_ref_clear (weak);
      g_free (weak);
      return;
    }
  self->connection = g_steal_pointer (&connection);
  pel_sway_ipc_receive_async (self->connection, self->cancellable, received_cb, weak);
  send_due (self);
}

/* The object */

static void
pel_sway_panic_key_dispose (GObject *object)
{
  PelSwayPanicKey *self = PEL_SWAY_PANIC_KEY (object);
  g_autofree char *command = NULL;

  g_clear_handle_id (&self->patience_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  if (self->bound != NULL && self->connection != NULL)
    {
      command = g_strdup_printf ("unbindsym " UNBIND_FLAGS " %s", self->bound);
      pel_sway_ipc_tell_last (self->socket_path, command);
    }
  g_clear_pointer (&self->bound, g_free);
  g_clear_object (&self->connection);
  G_OBJECT_CLASS (pel_sway_panic_key_parent_class)->dispose (object);
}

static void
pel_sway_panic_key_finalize (GObject *object)
{
  PelSwayPanicKey *self = PEL_SWAY_PANIC_KEY (object);

  g_object_unref (self->cancellable);
  g_free (self->socket_path);
  g_free (self->wanted);
  g_free (self->command_due);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (pel_sway_panic_key_parent_class)->finalize (object);
}

static void
pel_sway_panic_key_class_init (PelSwayPanicKeyClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_sway_panic_key_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_sway_panic_key_finalize;
  pressed_signal = g_signal_new ("pressed",
                                 PEL_TYPE_SWAY_PANIC_KEY,
                                 G_SIGNAL_RUN_LAST,
                                 0,
                                 NULL,
                                 NULL,
                                 NULL,
                                 G_TYPE_NONE,
                                 0);
}

static void
pel_sway_panic_key_init (PelSwayPanicKey *self)
{
  self->cancellable = g_cancellable_new ();
}

PelSwayPanicKey *
pel_sway_panic_key_new (const char *socket_path)
{
  PelSwayPanicKey       *self = g_object_new (PEL_TYPE_SWAY_PANIC_KEY, NULL);
  g_autoptr (GByteArray) messages = g_byte_array_new ();

  self->socket_path = g_strdup (socket_path);
  pel_sway_ipc_append_message (messages, PEL_SWAY_IPC_SUBSCRIBE, EVENTS);
  await_answer (self);
  pel_sway_ipc_open_async (socket_path, messages, self->cancellable, opened_cb, make_weak (self));
  return self;
}

gboolean
pel_sway_panic_key_set_chord (PelSwayPanicKey *self, const PelChord *chord, GError **error)
{
  g_autoptr (GError) cause = NULL;

  g_return_val_if_fail (PEL_IS_SWAY_PANIC_KEY (self), FALSE);

  g_free (self->wanted);
  self->wanted = chord != NULL ? pel_sway_chord_write (chord, &cause) : NULL;
  self->is_config_due = TRUE;
  send_due (self);
  if (cause == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&cause));
  return FALSE;
}

const GError *
pel_sway_panic_key_get_error (PelSwayPanicKey *self)
{
  g_return_val_if_fail (PEL_IS_SWAY_PANIC_KEY (self), NULL);

  return self->error;
}
