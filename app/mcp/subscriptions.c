/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/subscriptions.h"

#include "app/mcp/resources.h"
#include "services/tool/tools.h"

#include <glib/gi18n.h>

#define SUBSCRIPTION_KEY PEL_META_PREFIX "subscriptionId"

struct _PelSubscriptions
{
  PelServer  *server;
  GHashTable *watches; /* URI → Watch */
};

/* A resource that a client listens to. */
typedef struct
{
  PelSubscriptions *owner;
  char             *uri;
  gboolean          is_subscribed; /* the old form */
  GPtrArray        *listeners;     /* of PelRequest: the new form */
  GCancellable     *cancellable;   /* of the watch in the session */
  gint64            last_time;     /* of an update */
  guint             update_id;
} Watch;

static void
watch_free (Watch *watch)
{
  g_clear_handle_id (&watch->update_id, g_source_remove);
  g_cancellable_cancel (watch->cancellable);
  g_object_unref (watch->cancellable);
  g_ptr_array_unref (watch->listeners);
  g_free (watch->uri);
  g_free (watch);
}

/* Takes @params. */
static void
tag (PelRequest *request, JsonObject *params)
{
  JsonObject *meta = json_object_new ();

  json_object_set_member (meta, SUBSCRIPTION_KEY, json_node_copy (pel_request_get_id (request)));
  json_object_set_object_member (params, "_meta", meta);
}

static JsonObject *
make_update (const Watch *watch)
{
  JsonObject *params = json_object_new ();

  json_object_set_string_member (params, "uri", watch->uri);
  return params;
}

static void
tell (Watch *watch)
{
  watch->last_time = g_get_monotonic_time ();
  if (watch->is_subscribed)
    pel_server_notify (watch->owner->server,
                       "notifications/resources/updated",
                       make_update (watch));
  for (guint i = 0; i < watch->listeners->len; i++)
    {
      PelRequest *request = g_ptr_array_index (watch->listeners, i);
      JsonObject *params = make_update (watch);

      tag (request, params);
      pel_request_notify (request, "notifications/resources/updated", params);
    }
}

static gboolean
update_cb (gpointer user_data)
{
  Watch *watch = user_data;

  watch->update_id = 0;
  tell (watch);
  return G_SOURCE_REMOVE;
}

/* At once, unless it has just been reported: then as soon as the pace allows. */
static void
changed_cb (gpointer user_data)
{
  Watch *watch = user_data;
  gint64 passed_ms = (g_get_monotonic_time () - watch->last_time) / G_TIME_SPAN_MILLISECOND;

  if (watch->update_id == 0)
    watch->update_id = g_timeout_add (MAX (PEL_SUBSCRIPTIONS_MS - passed_ms, 0), update_cb, watch);
}

/* It goes on until it is cancelled: else the window or the session is gone, which is a change. */
static void
ended_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GCancellable) cancellable = user_data;
  g_autoptr (JsonObject)   envelope = pel_session_link_call_finish (result, NULL);

  if (!g_cancellable_is_cancelled (cancellable))
    changed_cb (g_object_get_data (G_OBJECT (cancellable), "watch"));
}

static void
start (Watch *watch, const PelResourceName *name)
{
  g_autoptr (JsonObject) arguments = json_object_new ();

  json_object_set_string_member (arguments, "scope", "window");
  json_object_set_string_member (arguments, "target", name->id);
  g_object_set_data (G_OBJECT (watch->cancellable), "watch", watch);
  pel_session_link_call_async (pel_server_get_link (watch->owner->server),
                               &pel_tool_watch,
                               arguments,
                               &(PelLinkListener){ .event = changed_cb, .data = watch },
                               watch->cancellable,
                               ended_cb,
                               g_object_ref (watch->cancellable));
}

/* NULL where there is no such resource, or too many are listened to. */
static Watch *
ensure_watch (PelSubscriptions *self, const char *uri)
{
  Watch                      *watch = g_hash_table_lookup (self->watches, uri);
  g_autoptr (PelResourceName) name = pel_resource_name_parse (uri);
  const PelExtras            *extras = pel_server_get_extras (self->server);

  if (watch != NULL)
    return watch;
  if ((name == NULL && extras->add_resources == NULL) ||
      g_hash_table_size (self->watches) >= PEL_SUBSCRIPTIONS_MAX)
    return NULL;
  watch = g_new0 (Watch, 1);
  watch->owner = self;
  watch->uri = g_strdup (uri);
  watch->listeners = g_ptr_array_new_with_free_func ((GDestroyNotify) pel_request_unref);
  watch->cancellable = g_cancellable_new ();
  g_hash_table_insert (self->watches, watch->uri, watch);
  if (name != NULL && (name->kind == PEL_RESOURCE_WINDOW || name->kind == PEL_RESOURCE_SCREENSHOT))
    start (watch, name);
  return watch;
}

static void
drop_if_unheard (PelSubscriptions *self, Watch *watch)
{
  if (!watch->is_subscribed && watch->listeners->len == 0)
    g_hash_table_remove (self->watches, watch->uri);
}

PelSubscriptions *
pel_subscriptions_new (PelServer *server)
{
  PelSubscriptions *self = g_new0 (PelSubscriptions, 1);

  self->server = server;
  self->watches =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) watch_free);
  return self;
}

void
pel_subscriptions_free (PelSubscriptions *self)
{
  g_hash_table_unref (self->watches);
  g_free (self);
}

void
pel_subscriptions_subscribe (PelSubscriptions *self, PelRequest *request)
{
  const char *uri = pel_message_get_string (pel_request_get_params (request), "uri");
  Watch      *watch = uri != NULL ? ensure_watch (self, uri) : NULL;

  if (watch == NULL)
    {
      pel_resources_refuse_uri (request, uri != NULL ? uri : "");
      return;
    }
  watch->is_subscribed = TRUE;
  pel_request_answer (request, json_object_new ());
}

void
pel_subscriptions_unsubscribe (PelSubscriptions *self, PelRequest *request)
{
  const char *uri = pel_message_get_string (pel_request_get_params (request), "uri");
  Watch      *watch = uri != NULL ? g_hash_table_lookup (self->watches, uri) : NULL;

  if (watch != NULL)
    {
      watch->is_subscribed = FALSE;
      drop_if_unheard (self, watch);
    }
  pel_request_answer (request, json_object_new ());
}

/* (transfer full): those of @uris that can be listened to; @request hears of them from now on. */
static JsonArray *
listen (PelSubscriptions *self, PelRequest *request, JsonArray *uris)
{
  JsonArray *heard = json_array_new ();

  for (guint i = 0; uris != NULL && i < json_array_get_length (uris); i++)
    {
      JsonNode *node = json_array_get_element (uris, i);
      gboolean  is_text =
          JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
      Watch *watch = is_text ? ensure_watch (self, json_node_get_string (node)) : NULL;

      if (watch == NULL || g_ptr_array_find (watch->listeners, request, NULL))
        continue;
      g_ptr_array_add (watch->listeners, pel_request_ref (request));
      json_array_add_string_element (heard, watch->uri);
    }
  return heard;
}

/* Lists of ours never change; what is acknowledged is what will be reported. */
void
pel_subscriptions_listen (PelSubscriptions *self, PelRequest *request)
{
  JsonObject *filter = pel_message_get_object (pel_request_get_params (request), "notifications");
  JsonObject *params, *agreed;
  JsonArray  *heard;

  if (filter == NULL)
    {
      pel_request_fail (request,
                        PEL_RPC_INVALID_PARAMS,
                        NULL,
                        _ ("subscriptions/listen: notifications must be an object"));
      return;
    }
  params = json_object_new ();
  agreed = json_object_new ();
  heard = listen (self, request, pel_message_get_array (filter, "resourceSubscriptions"));
  json_object_set_array_member (agreed, "resourceSubscriptions", heard);
  json_object_set_object_member (params, "notifications", agreed);
  tag (request, params);
  pel_request_acknowledge (request, "notifications/subscriptions/acknowledged", params);
}

void
pel_subscriptions_forget (PelSubscriptions *self, PelRequest *request)
{
  g_autoptr (GList) watches = g_hash_table_get_values (self->watches);

  for (GList *link = watches; link != NULL; link = link->next)
    {
      Watch *watch = link->data;

      if (g_ptr_array_remove (watch->listeners, request))
        drop_if_unheard (self, watch);
    }
}
