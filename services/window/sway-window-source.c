/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/window/sway-window-source.h"

#include "services/base/error.h"
#include "services/base/text.h"
#include "services/window/sway-ipc.h"
#include "services/window/sway-json.h"
#include "services/window/sway-subscription.h"
#include "services/window/sway-tree.h"
#include "services/window/wayland-pointer.h"

#include <glib/gi18n.h>

#define POLL_MS           250
#define QUERY_MS          2000
#define MAX_VERSION_BYTES 32

struct _PelSwayWindowSource
{
  GObject               parent_instance;
  char                 *socket_path;
  PelWaylandConnection *connection;
  PelWaylandPointer    *pointer;
  PelDriver             driver; /* its version is an interned string */
  gboolean              has_version;

  guint                n_watchers;
  PelSwaySubscription *subscription; /* NULL when sway has ended it */
  guint                poll_id;
  GCancellable        *poll_cancellable; /* while a poll is under way */
  PelDesktop          *last;             /* what the last poll saw; NULL where it failed */
  gboolean             has_polled;
};

static void window_source_init (PelWindowSourceInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PelSwayWindowSource,
                               pel_sway_window_source,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PEL_TYPE_WINDOW_SOURCE, window_source_init))

static const PelDriver *
get_driver (PelWindowSource *source)
{
  return &PEL_SWAY_WINDOW_SOURCE (source)->driver;
}

static PelFeature
get_features (PelSwayWindowSource *self)
{
  /* both of a row must be there */
  static const struct
  {
    const char *interfaces[2];
    PelFeature  feature;
  } rows[] = {
    { { "zwlr_layer_shell_v1", "wp_viewporter" }, PEL_FEATURE_LAYER_SHELL },
    { { "zwlr_virtual_pointer_manager_v1" }, PEL_FEATURE_INJECT_POINTER },
    { { "zwp_virtual_keyboard_manager_v1" }, PEL_FEATURE_INJECT_KEYBOARD },
    { { "zwlr_screencopy_manager_v1" }, PEL_FEATURE_CAPTURE_SCREEN },
  };
  PelFeature features =
      PEL_FEATURE_COMPOSITOR | PEL_FEATURE_ALPHA_WINDOWS | PEL_FEATURE_INPUT_SHAPE;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gboolean is_offered = TRUE;

      for (gsize j = 0; j < G_N_ELEMENTS (rows[i].interfaces); j++)
        if (rows[i].interfaces[j] != NULL &&
            pel_wayland_connection_find_global (self->connection, rows[i].interfaces[j]) == NULL)
          is_offered = FALSE;
      if (is_offered)
        features |= rows[i].feature;
    }
  if (pel_wayland_pointer_check_available (self->pointer, NULL))
    features |= PEL_FEATURE_POINTER_POSITION;
  return features;
}

/* query: everything is asked at once, and the last answer ends it */

enum
{
  ANSWER_OUTPUTS,
  ANSWER_TREE,
  ANSWER_VERSION,
  N_ANSWERS
};

static const PelSwayIpcType questions[] = {
  [ANSWER_OUTPUTS] = PEL_SWAY_IPC_GET_OUTPUTS,
  [ANSWER_TREE] = PEL_SWAY_IPC_GET_TREE,
  [ANSWER_VERSION] = PEL_SWAY_IPC_GET_VERSION,
};
G_STATIC_ASSERT (G_N_ELEMENTS (questions) == N_ANSWERS);

typedef struct
{
  GCancellable *cancellable;   /* of the parts: the caller's, or the end of our patience */
  GSource      *cancel_source; /* nullable */
  guint         limit_id;
  gboolean      is_late;
  GPtrArray    *answers;
  guint         n_awaited;
  GError       *error; /* the first one */
} Query;

static void
query_free (Query *query)
{
  g_clear_object (&query->cancellable);
  g_clear_pointer (&query->answers, g_ptr_array_unref);
  g_clear_error (&query->error);
  g_free (query);
}

static gboolean
query_limit_cb (gpointer user_data)
{
  Query *query = user_data;

  query->limit_id = 0;
  query->is_late = TRUE;
  g_cancellable_cancel (query->cancellable);
  return G_SOURCE_REMOVE;
}

static gboolean
query_cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  if (!g_cancellable_is_cancelled (cancellable))
    return G_SOURCE_CONTINUE;
  g_cancellable_cancel (((Query *) user_data)->cancellable);
  return G_SOURCE_REMOVE;
}

static Query *
query_new (GCancellable *cancellable)
{
  Query *query = g_new0 (Query, 1);

  query->cancellable = g_cancellable_new ();
  query->limit_id = g_timeout_add (QUERY_MS, query_limit_cb, query);
  if (cancellable != NULL)
    {
      query->cancel_source = g_cancellable_source_new (cancellable);
      g_source_set_callback (query->cancel_source, G_SOURCE_FUNC (query_cancelled_cb), query, NULL);
      g_source_attach (query->cancel_source, g_main_context_get_thread_default ());
    }
  return query;
}

/* The query outlives its sources. */
static void
query_stop (Query *query)
{
  g_clear_handle_id (&query->limit_id, g_source_remove);
  if (query->cancel_source != NULL)
    g_source_destroy (query->cancel_source);
  g_clear_pointer (&query->cancel_source, g_source_unref);
}

/* "1.7", or the first word of what a development version tells: "1.9-dev-6ab5da9 (May 1 2023 …" */
static void
keep_version (PelSwayWindowSource *self, JsonNode *node)
{
  JsonObject      *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char      *text = pel_sway_json_get_string (object, "human_readable");
  g_autofree char *version = NULL;

  self->has_version = TRUE;
  if (text == NULL)
    return;
  version = pel_text_repair (text, strcspn (text, " "), MAX_VERSION_BYTES);
  self->driver.version = g_intern_string (version);
}

static GError *
take_error (Query *query)
{
  GError *late = NULL;

  if (!query->is_late)
    return g_steal_pointer (&query->error);
  pel_set_error (&late,
                 PEL_ERROR_APP_UNRESPONSIVE,
                 _ ("Wait until the compositor responds, then try again"),
                 _ ("The compositor is not responding"));
  return late;
}

static void
end_part (GTask *task, GError *error)
{
  PelSwayWindowSource *self = g_task_get_source_object (task);
  Query               *query = g_task_get_task_data (task);

  if (query->error == NULL)
    query->error = error;
  else
    g_clear_error (&error);
  if (--query->n_awaited > 0)
    return;
  query_stop (query);
  if (query->error != NULL)
    {
      g_task_return_error (task, take_error (query));
      return;
    }
  if (query->answers->len > ANSWER_VERSION)
    keep_version (self, g_ptr_array_index (query->answers, ANSWER_VERSION));
  g_task_return_pointer (task,
                         pel_sway_tree_to_desktop (g_ptr_array_index (query->answers,
                                                                      ANSWER_OUTPUTS),
                                                   g_ptr_array_index (query->answers, ANSWER_TREE),
                                                   self->driver.version,
                                                   get_features (self)),
                         g_object_unref);
}

static void
answered_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Query            *query = g_task_get_task_data (task);
  GError           *error = NULL;

  query->answers = pel_sway_ipc_request_finish (result, &error);
  end_part (task, error);
}

static void
prepared_cb (GObject *pointer, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;

  pel_wayland_pointer_prepare_finish (PEL_WAYLAND_POINTER (pointer), result, &error);
  end_part (task, error);
}

static void
query_async (PelWindowSource    *source,
             GCancellable       *cancellable,
             GAsyncReadyCallback callback,
             gpointer            user_data)
{
  PelSwayWindowSource *self = PEL_SWAY_WINDOW_SOURCE (source);
  g_autoptr (GTask)    task = g_task_new (self, cancellable, callback, user_data);
  Query               *query = query_new (cancellable);

  g_task_set_source_tag (task, query_async);
  g_task_set_task_data (task, query, (GDestroyNotify) query_free);
  query->n_awaited = 2;
  pel_sway_ipc_request_async (self->socket_path,
                              questions,
                              self->has_version ? ANSWER_VERSION : N_ANSWERS,
                              query->cancellable,
                              answered_cb,
                              g_object_ref (task));
  pel_wayland_pointer_prepare_async (self->pointer,
                                     query->cancellable,
                                     prepared_cb,
                                     g_object_ref (task));
}

static PelDesktop *
query_finish (PelWindowSource *source, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, source), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
located_cb (GObject *pointer, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError           *error = NULL;

  if (pel_wayland_pointer_locate_finish (PEL_WAYLAND_POINTER (pointer),
                                         result,
                                         g_task_get_task_data (task),
                                         &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
locate_pointer_async (PelWindowSource    *source,
                      GCancellable       *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer            user_data)
{
  PelSwayWindowSource *self = PEL_SWAY_WINDOW_SOURCE (source);
  GTask               *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, locate_pointer_async);
  g_task_set_task_data (task, g_new0 (PelNativePoint, 1), g_free);
  pel_wayland_pointer_locate_async (self->pointer, cancellable, located_cb, task);
}

static gboolean
locate_pointer_finish (PelWindowSource *source,
                       GAsyncResult    *result,
                       PelNativePoint  *ret_point,
                       GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, source), FALSE);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *ret_point = *(PelNativePoint *) g_task_get_task_data (G_TASK (result));
  return TRUE;
}

/* watching */

static void
polled_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  PelSwayWindowSource     *self = PEL_SWAY_WINDOW_SOURCE (source);
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelDesktop)   desktop = query_finish (PEL_WINDOW_SOURCE (self), result, &error);
  g_autoptr (GCancellable) cancellable = user_data;
  gboolean                 is_different;

  if (g_cancellable_is_cancelled (cancellable)) /* no one watches any more */
    return;
  g_clear_object (&self->poll_cancellable);
  is_different = self->has_polled && !pel_desktop_equal (self->last, desktop);
  self->has_polled = TRUE;
  g_set_object (&self->last, desktop);
  if (is_different)
    pel_window_source_emit_changed (PEL_WINDOW_SOURCE (self));
}

static gboolean
poll_cb (gpointer user_data)
{
  PelSwayWindowSource *self = user_data;

  if (self->poll_cancellable != NULL)
    return G_SOURCE_CONTINUE;
  self->poll_cancellable = g_cancellable_new ();
  query_async (PEL_WINDOW_SOURCE (self),
               self->poll_cancellable,
               polled_cb,
               g_object_ref (self->poll_cancellable));
  return G_SOURCE_CONTINUE;
}

static void
event_cb (gpointer user_data)
{
  pel_window_source_emit_changed (PEL_WINDOW_SOURCE (user_data));
}

/* The polls go on, and tell when sway is gone. */
static void
ended_cb (const GError *error, gpointer user_data)
{
  PelSwayWindowSource *self = user_data;

  g_debug ("no more events from sway: %s", error->message);
  g_clear_pointer (&self->subscription, pel_sway_subscription_free);
  pel_window_source_emit_changed (PEL_WINDOW_SOURCE (self));
}

static void
start_watching (PelWindowSource *source)
{
  PelSwayWindowSource *self = PEL_SWAY_WINDOW_SOURCE (source);

  if (self->n_watchers++ > 0)
    return;
  self->subscription = pel_sway_subscription_new (self->socket_path, event_cb, ended_cb, self);
  self->poll_id = g_timeout_add (POLL_MS, poll_cb, self);
  poll_cb (self);
}

static void
end_watching (PelSwayWindowSource *self)
{
  g_clear_pointer (&self->subscription, pel_sway_subscription_free);
  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_cancellable_cancel (self->poll_cancellable);
  g_clear_object (&self->poll_cancellable);
  g_clear_object (&self->last);
  self->has_polled = FALSE;
}

static void
stop_watching (PelWindowSource *source)
{
  PelSwayWindowSource *self = PEL_SWAY_WINDOW_SOURCE (source);

  g_return_if_fail (self->n_watchers > 0);

  if (--self->n_watchers == 0)
    end_watching (self);
}

static void
window_source_init (PelWindowSourceInterface *iface)
{
  iface->get_driver = get_driver;
  iface->query_async = query_async;
  iface->query_finish = query_finish;
  iface->locate_pointer_async = locate_pointer_async;
  iface->locate_pointer_finish = locate_pointer_finish;
  iface->start_watching = start_watching;
  iface->stop_watching = stop_watching;
}

static void
pel_sway_window_source_dispose (GObject *object)
{
  PelSwayWindowSource *self = PEL_SWAY_WINDOW_SOURCE (object);

  end_watching (self);
  g_clear_object (&self->pointer);
  g_clear_object (&self->connection);
  G_OBJECT_CLASS (pel_sway_window_source_parent_class)->dispose (object);
}

static void
pel_sway_window_source_finalize (GObject *object)
{
  PelSwayWindowSource *self = PEL_SWAY_WINDOW_SOURCE (object);

  g_free (self->socket_path);
  G_OBJECT_CLASS (pel_sway_window_source_parent_class)->finalize (object);
}

static void
pel_sway_window_source_class_init (PelSwayWindowSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = pel_sway_window_source_dispose;
  G_OBJECT_CLASS (klass)->finalize = pel_sway_window_source_finalize;
}

static void
pel_sway_window_source_init (PelSwayWindowSource *self)
{
  self->driver = (PelDriver){ "sway", "window-system", "unknown" };
}

PelWindowSource *
pel_sway_window_source_new (GError **error)
{
  g_autofree char                 *socket_path = pel_sway_ipc_dup_socket_path (error);
  g_autoptr (PelWaylandConnection) connection = NULL;
  PelSwayWindowSource             *self;

  if (socket_path == NULL)
    return NULL;
  connection = pel_wayland_connection_open (error);
  if (connection == NULL)
    return NULL;

  self = g_object_new (PEL_TYPE_SWAY_WINDOW_SOURCE, NULL);
  self->socket_path = g_steal_pointer (&socket_path);
  self->pointer = pel_wayland_pointer_new (connection);
  self->connection = g_steal_pointer (&connection);
  return PEL_WINDOW_SOURCE (self);
}
