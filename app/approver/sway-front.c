/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/approver/sway-front.h"

#include "services/window/sway-ipc.h"

#include <unistd.h>

#define SETTLE_MS 200
#define MAX_TRIES 15 /* sway knows a window only when it has been drawn */

typedef struct
{
  GtkWindow    *window; /* that owns this */
  char         *socket_path;
  GCancellable *cancellable;
  guint         settle_id;
  guint         n_tries;
} Front;

static void
front_free (Front *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_free (self->socket_path);
  g_free (self);
}

/* The connection is kept until there is an answer: sway forgets what it has not read of one that is
 * closed. What it says does not matter, only whether the window has the keyboard then. */
static void
answered_cb (GObject *unused, GAsyncResult *result, gpointer connection)
{
  g_autoptr (GBytes) bytes = pel_sway_ipc_receive_finish (result, NULL);

  g_object_unref (connection);
}

static void
opened_cb (GObject *unused, GAsyncResult *result, gpointer cancellable)
{
  g_autoptr (GCancellable) owned = cancellable;
  GSocketConnection       *connection = pel_sway_ipc_open_finish (result, NULL);

  if (connection != NULL)
    pel_sway_ipc_receive_async (connection, owned, answered_cb, connection);
}

static gboolean
settle_cb (gpointer data)
{
  Front                 *self = data;
  g_autoptr (GByteArray) messages = NULL;
  g_autofree char       *command = NULL;

  if (gtk_window_is_active (self->window) || self->n_tries++ == MAX_TRIES)
    {
      self->settle_id = 0;
      return G_SOURCE_REMOVE;
    }
  messages = g_byte_array_new ();
  command = g_strdup_printf ("[pid=%d] focus", (int) getpid ());
  pel_sway_ipc_append_message (messages, PEL_SWAY_IPC_RUN_COMMAND, command);
  pel_sway_ipc_open_async (self->socket_path,
                           messages,
                           self->cancellable,
                           opened_cb,
                           g_object_ref (self->cancellable));
  return G_SOURCE_CONTINUE;
}

static void
ask_soon (Front *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
  self->n_tries = 0;
  self->settle_id = g_timeout_add (SETTLE_MS, settle_cb, self);
}

static void
mapped_cb (GtkWidget *window, Front *self)
{
  ask_soon (self);
}

static void
unmapped_cb (GtkWidget *window, Front *self)
{
  g_clear_handle_id (&self->settle_id, g_source_remove);
}

void
pel_sway_front_attach (GtkWindow *window)
{
  g_autofree char *socket_path = pel_sway_ipc_dup_socket_path (NULL);
  Front           *self;

  if (socket_path == NULL)
    return;
  self = g_new0 (Front, 1);
  self->window = window;
  self->socket_path = g_steal_pointer (&socket_path);
  self->cancellable = g_cancellable_new ();
  g_signal_connect (window, "map", G_CALLBACK (mapped_cb), self);
  g_signal_connect (window, "unmap", G_CALLBACK (unmapped_cb), self);
  g_object_set_data_full (G_OBJECT (window), "front", self, (GDestroyNotify) front_free);
}

void
pel_sway_front_present (GtkWindow *window)
{
  Front *self = g_object_get_data (G_OBJECT (window), "front");

  if (self != NULL && gtk_widget_get_mapped (GTK_WIDGET (window)))
    ask_soon (self);
}
