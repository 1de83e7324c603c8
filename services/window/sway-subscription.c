/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/sway-subscription.h"

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/window/sway-ipc.h"
#include "services/window/sway-json.h"

#include <glib/gi18n.h>

/* One reference is the owner's, one that of the call under way. */
struct _PelSwaySubscription
{
  GCancellable      *cancellable;
  GSocketConnection *connection;
  gboolean           is_accepted;
  PelSwayEventFunc   event;
  PelSwayEndedFunc   ended;
  gpointer           user_data;
};

static void
clear (gpointer data)
{
  PelSwaySubscription *self = data;

  g_clear_object (&self->cancellable);
  g_clear_object (&self->connection);
}

static void
end (PelSwaySubscription *self, const GError *error)
{
  if (!g_cancellable_is_cancelled (self->cancellable))
    self->ended (error, self->user_data);
  g_rc_box_release_full (self, clear);
}

static gboolean
check_acceptance (GBytes *bytes, GError **error)
{
  g_autoptr (JsonObject) reply =
      pel_json_parse_object (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);

  if (reply == NULL)
    return FALSE;
  if (pel_sway_json_get_boolean (reply, "success", FALSE))
    return TRUE;
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 NULL,
                 _ ("sway refused to report its events"));
  return FALSE;
}

static void
received_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  PelSwaySubscription *self = user_data;
  g_autoptr (GError)   error = NULL;
  g_autoptr (GBytes)   bytes = pel_sway_ipc_receive_finish (result, &error);

  if (bytes == NULL || (!self->is_accepted && !check_acceptance (bytes, &error)))
    {
      end (self, error);
      return;
    }
  if (self->is_accepted && !g_cancellable_is_cancelled (self->cancellable))
    self->event (self->user_data);
  self->is_accepted = TRUE;
  pel_sway_ipc_receive_async (self->connection, self->cancellable, received_cb, self);
}

static void
opened_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  PelSwaySubscription *self = user_data;
  g_autoptr (GError)   error = NULL;

  self->connection = pel_sway_ipc_open_finish (result, &error);
  if (self->connection == NULL)
    end (self, error);
  else
    pel_sway_ipc_receive_async (self->connection, self->cancellable, received_cb, self);
}

PelSwaySubscription *
pel_sway_subscription_new (const char      *socket_path,
                           PelSwayEventFunc event,
                           PelSwayEndedFunc ended,
                           gpointer         user_data)
{
  g_autoptr (GByteArray) messages = g_byte_array_new ();
  PelSwaySubscription   *self = g_rc_box_new0 (PelSwaySubscription);

  self->cancellable = g_cancellable_new ();
  self->event = event;
  self->ended = ended;
  self->user_data = user_data;
  pel_sway_ipc_append_message (messages, PEL_SWAY_IPC_SUBSCRIBE, "[\"window\",\"workspace\"]");
  pel_sway_ipc_open_async (socket_path,
                           messages,
                           self->cancellable,
                           opened_cb,
                           g_rc_box_acquire (self));
  return self;
}

void
pel_sway_subscription_free (PelSwaySubscription *self)
{
  if (self == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_rc_box_release_full (self, clear);
}
