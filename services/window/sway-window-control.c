/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/sway-window-control.h"

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/base/guard.h"
#include "services/base/text.h"
#include "services/window/sway-ipc.h"
#include "services/window/sway-json.h"
#include "services/window/sway-window-request.h"
#include "services/window/window-run.h"

#include <glib/gi18n.h>

#define MAX_REASON_BYTES 200

struct _PelSwayWindowControl
{
  GObject          parent_instance;
  PelWindowSource *source;
  char            *socket_path;
  GHashTable      *tiled; /* set of gint64: windows that were tiled when we minimized them */
};

static void window_control_init (PelWindowControlInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelSwayWindowControl,
                               pel_sway_window_control,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_WINDOW_CONTROL, window_control_init))

/* An order on its way out, over one connection: the tree is asked for first, and what it tells is
 * still true when the command follows. */
typedef struct
{
  PelSwayWindowRequest request;
  PelDesktop          *desktop; /* holds the window */
  GSocketConnection   *connection;
} Sending;

static void
sending_free (Sending *sending)
{
  g_clear_object (&sending->connection);
  g_object_unref (sending->desktop);
  g_free (sending);
}

static const PelDriver *
get_driver (PelWindowControl *control)
{
  return pel_window_source_get_driver (PEL_SWAY_WINDOW_CONTROL (control)->source);
}

static gint64
parse_id (const char *id)
{
  return g_ascii_strtoll (id, NULL, 10);
}

/* sway answers each command of a list; the first that failed is told. */
static gboolean
check_answer (JsonNode *node, GError **error)
{
  JsonArray *answers = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; i < pel_sway_json_get_length (answers); i++)
    {
      JsonObject      *answer = pel_sway_json_get_element (answers, i);
      const char      *text = pel_sway_json_get_string (answer, "error");
      g_autofree char *reason = NULL;

      if (pel_sway_json_get_boolean (answer, "success", FALSE))
        continue;
      reason = pel_text_repair (text != NULL ? text : "", -1, MAX_REASON_BYTES);
      /* Translators: what sway answered */
      pel_set_error (error, PEL_ERROR_COMMAND_FAILED, NULL, _ ("sway refused: %s"), reason);
      return FALSE;
    }
  return TRUE;
}

static void
remember (PelSwayWindowControl *self, const Sending *sending)
{
  gint64             id = parse_id (sending->request.order->window_id);
  PelWindowOperation operation = sending->request.order->operation;

  if (operation == PEL_WINDOW_MINIMIZE && !sending->request.place.is_floating)
    g_hash_table_add (self->tiled, g_memdup2 (&id, sizeof id));
  else if (operation != PEL_WINDOW_MOVE && operation != PEL_WINDOW_RESIZE) /* it is shown now */
    g_hash_table_remove (self->tiled, &id);
}

static void
answered_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)    task = user_data;
  GError              *error = NULL;
  g_autoptr (GBytes)   bytes = pel_sway_ipc_receive_finish (result, &error);
  g_autoptr (JsonNode) node = bytes != NULL ? pel_sway_ipc_parse (bytes, &error) : NULL;

  if (node == NULL || !check_answer (node, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  remember (g_task_get_source_object (task), g_task_get_task_data (task));
  g_task_return_boolean (task, TRUE);
}

static void
command_sent_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)  task = user_data;
  GSocketConnection *connection = G_SOCKET_CONNECTION (object);
  GCancellable      *cancellable = g_task_get_cancellable (task);
  GError            *error = NULL;

  if (pel_sway_ipc_send_finish (result, &error))
    pel_sway_ipc_receive_async (connection, cancellable, answered_cb, g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/* What the tree tells now, of the window and of the one that has the keyboard. */
static gboolean
learn (PelSwayWindowControl *self, PelSwayWindowRequest *request, JsonNode *tree, GError **error)
{
  gint64       id = parse_id (request->order->window_id);
  PelWindow   *active = pel_desktop_find_active (request->desktop);
  PelSwayPlace active_place = { 0 };

  if (!pel_sway_place_find (tree, id, &request->place))
    {
      pel_set_error (error,
                     PEL_ERROR_WINDOW_NOT_FOUND,
                     _ ("List windows with “pellucid windows”"),
                     _ ("The window is gone"));
      return FALSE;
    }
  request->was_tiled = g_hash_table_contains (self->tiled, &id);
  if (active == NULL)
    return TRUE;
  request->active_id = parse_id (pel_window_get_info (active)->id);
  if (!pel_sway_place_find (tree, request->active_id, &active_place))
    request->active_id = 0;
  request->is_active_floating = active_place.is_floating;
  return TRUE;
}

/* Nothing runs between the checks and the writing. */
static void
tree_received_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)     task = user_data;
  PelSwayWindowControl *self = g_task_get_source_object (task);
  GCancellable         *cancellable = g_task_get_cancellable (task);
  Sending              *sending = g_task_get_task_data (task);
  PelSwayWindowRequest *request = &sending->request;
  GError               *error = NULL;
  g_autoptr (GBytes)    bytes = pel_sway_ipc_receive_finish (result, &error);
  g_autoptr (JsonNode)  tree = bytes != NULL ? pel_sway_ipc_parse (bytes, &error) : NULL;
  g_autofree char      *command = NULL;

  if (tree != NULL && learn (self, request, tree, &error))
    command = pel_sway_window_request_write (request, &error);
  if (command == NULL || !pel_guard_check (request->place.pid, &error) ||
      !pel_gate_check (request->order->own_since, &error))
    g_task_return_error (task, error);
  else
    pel_sway_ipc_send_async (G_SOCKET_CONNECTION (connection),
                             PEL_SWAY_IPC_RUN_COMMAND,
                             command,
                             cancellable,
                             command_sent_cb,
                             g_steal_pointer (&task));
}

static void
opened_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GCancellable     *cancellable = g_task_get_cancellable (task);
  Sending          *sending = g_task_get_task_data (task);
  GError           *error = NULL;

  sending->connection = pel_sway_ipc_open_finish (result, &error);
  if (sending->connection == NULL)
    g_task_return_error (task, error);
  else
    pel_sway_ipc_receive_async (sending->connection,
                                cancellable,
                                tree_received_cb,
                                g_steal_pointer (&task));
}

static void
send_order (GTask *task, PelDesktop *desktop, PelWindow *window, const PelWindowOrder *order)
{
  PelSwayWindowControl  *self = g_task_get_source_object (task);
  Sending               *sending = g_new0 (Sending, 1);
  g_autoptr (GByteArray) messages = g_byte_array_new ();

  sending->desktop = g_object_ref (desktop);
  sending->request = (PelSwayWindowRequest){ .order = order, .desktop = desktop, .window = window };
  g_task_set_task_data (task, sending, (GDestroyNotify) sending_free);
  pel_sway_ipc_append_message (messages, PEL_SWAY_IPC_GET_TREE, NULL);
  pel_sway_ipc_open_async (self->socket_path,
                           messages,
                           g_task_get_cancellable (task),
                           opened_cb,
                           task);
}

static void
run_async (PelWindowControl     *control,
           const PelWindowOrder *order,
           GCancellable         *cancellable,
           GAsyncReadyCallback   callback,
           gpointer              user_data)
{
  pel_window_run_async (control,
                        PEL_SWAY_WINDOW_CONTROL (control)->source,
                        send_order,
                        order,
                        cancellable,
                        callback,
                        user_data);
}

static PelDesktop *
run_finish (PelWindowControl *control,
            GAsyncResult     *result,
            PelWindowReply   *ret_reply,
            GError          **error)
{
  return pel_window_run_finish (result, ret_reply, error);
}

static void
window_control_init (PelWindowControlInterface *iface)
{
  iface->get_driver = get_driver;
  iface->run_async = run_async;
  iface->run_finish = run_finish;
}

static void
pel_sway_window_control_finalize (GObject *object)
{
  PelSwayWindowControl *self = PEL_SWAY_WINDOW_CONTROL (object);

  g_clear_object (&self->source);
  g_free (self->socket_path);
  g_hash_table_unref (self->tiled);
  G_OBJECT_CLASS (pel_sway_window_control_parent_class)->finalize (object);
}

static void
pel_sway_window_control_class_init (PelSwayWindowControlClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = pel_sway_window_control_finalize;
}

static void
pel_sway_window_control_init (PelSwayWindowControl *self)
{
  self->tiled = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

PelWindowControl *
pel_sway_window_control_new (PelWindowSource *source, GError **error)
{
  g_autofree char      *socket_path = pel_sway_ipc_dup_socket_path (error);
  PelSwayWindowControl *self;

  if (socket_path == NULL)
    return NULL;
  self = g_object_new (PEL_TYPE_SWAY_WINDOW_CONTROL, NULL);
  self->source = g_object_ref (source);
  self->socket_path = g_steal_pointer (&socket_path);
  return PEL_WINDOW_CONTROL (self);
}
