/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/request.h"

#include "app/mcp/fence.h"
#include "services/base/json.h"

#define PROGRESS_MS     900 /* at least once a second, on a busy machine as well */
#define PUBLIC_TTL_MS   300000
#define MESSAGE_CHARS   160
#define SERVER_INFO_KEY PEL_META_PREFIX "serverInfo"

struct _PelRequest
{
  JsonNode      *id;
  char          *key;
  JsonObject    *params;
  PelTerms       terms; /* what it points to is in params */
  PelCaching     caching;
  PelOutlet      outlet;
  PelRequestFunc ended;
  gpointer       data;
  GCancellable  *cancellable;
  guint          progress_id;
  gint64         start_time;
  double         progress; /* the last that was reported */
  gboolean       is_over;
};

PelRequest *
pel_request_new (const PelMessage *message,
                 const PelTerms   *terms,
                 PelCaching        caching,
                 const PelOutlet  *outlet,
                 PelRequestFunc    ended,
                 gpointer          data)
{
  PelRequest *self = g_rc_box_new0 (PelRequest);

  self->id = json_node_copy (message->id);
  self->key = g_strdup (message->key);
  self->params = json_object_ref (message->params);
  self->terms = *terms;
  self->caching = caching;
  self->outlet = *outlet;
  self->ended = ended;
  self->data = data;
  self->cancellable = g_cancellable_new ();
  self->start_time = g_get_monotonic_time ();
  return self;
}

PelRequest *
pel_request_ref (PelRequest *self)
{
  return g_rc_box_acquire (self);
}

static void
request_clear (gpointer data)
{
  PelRequest *self = data;

  g_clear_handle_id (&self->progress_id, g_source_remove);
  json_node_unref (self->id);
  g_free (self->key);
  json_object_unref (self->params);
  g_object_unref (self->cancellable);
}

void
pel_request_unref (PelRequest *self)
{
  g_rc_box_release_full (self, request_clear);
}

const char *
pel_request_get_key (PelRequest *self)
{
  return self->key;
}

JsonNode *
pel_request_get_id (PelRequest *self)
{
  return self->id;
}

JsonObject *
pel_request_get_params (PelRequest *self)
{
  return self->params;
}

PelEra
pel_request_get_era (PelRequest *self)
{
  return self->terms.era;
}

GCancellable *
pel_request_get_cancellable (PelRequest *self)
{
  return self->cancellable;
}

gboolean
pel_request_is_over (PelRequest *self)
{
  return self->is_over;
}

JsonObject *
pel_request_get_client_capabilities (PelRequest *self)
{
  return self->terms.client_capabilities;
}

const char *
pel_request_get_log_level (PelRequest *self)
{
  return self->terms.log_level;
}

JsonObject *
pel_request_new_server_info (void)
{
  JsonObject *info = json_object_new ();

  json_object_set_string_member (info, "name", "pellucid");
  json_object_set_string_member (info, "title", "Pellucid");
  json_object_set_string_member (info, "version", PEL_VERSION);
  return info;
}

/* What the modern era wants of every result. */
static void
add_era (PelRequest *self, JsonObject *result)
{
  JsonObject *meta = pel_message_get_object (result, "_meta");

  if (self->terms.era != PEL_ERA_MODERN)
    return;
  if (!json_object_has_member (result, "resultType"))
    json_object_set_string_member (result, "resultType", "complete");
  if (self->caching != PEL_CACHE_NEVER_SAID && !json_object_has_member (result, "inputRequests"))
    {
      gboolean is_public = self->caching == PEL_CACHE_PUBLIC;

      json_object_set_int_member (result, "ttlMs", is_public ? PUBLIC_TTL_MS : 0);
      json_object_set_string_member (result, "cacheScope", is_public ? "public" : "private");
    }
  if (meta == NULL)
    {
      meta = json_object_new ();
      json_object_set_object_member (result, "_meta", meta);
    }
  json_object_set_object_member (meta, SERVER_INFO_KEY, pel_request_new_server_info ());
}

static void
end (PelRequest *self)
{
  self->is_over = TRUE;
  g_clear_handle_id (&self->progress_id, g_source_remove);
  self->ended (self, self->data);
}

void
pel_request_answer (PelRequest *self, JsonObject *result)
{
  g_autofree char *line = NULL;

  if (self->is_over)
    {
      json_object_unref (result);
      return;
    }
  add_era (self, result);
  line = pel_message_write_result (self->id, result);
  self->outlet.send (line, self->outlet.data);
  end (self);
}

static void
fail (PelRequest *self, int code, JsonObject *data, const char *text)
{
  g_autofree char *line = NULL;

  if (self->is_over)
    {
      g_clear_pointer (&data, json_object_unref);
      return;
    }
  line = pel_message_write_error (self->id, code, text, data);
  self->outlet.send (line, self->outlet.data);
  end (self);
}

void
pel_request_fail (PelRequest *self, int code, JsonObject *data, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list          arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  fail (self, code, data, text);
}

void
pel_request_fail_with (PelRequest *self, const GError *error)
{
  fail (self,
        error->domain == PEL_RPC_ERROR ? error->code : PEL_RPC_INTERNAL_ERROR,
        NULL,
        error->message);
}

void
pel_request_cancel (PelRequest *self)
{
  g_autoptr (PelRequest) held = pel_request_ref (self);

  if (held->is_over)
    return;
  end (held);
  g_cancellable_cancel (held->cancellable);
}

void
pel_request_acknowledge (PelRequest *self, const char *method, JsonObject *params)
{
  g_autofree char *line = pel_message_write_notification (method, params);

  if (!self->is_over)
    self->outlet.send (line, self->outlet.data);
}

void
pel_request_notify (PelRequest *self, const char *method, JsonObject *params)
{
  if (self->outlet.is_congested (self->outlet.data))
    json_object_unref (params);
  else
    pel_request_acknowledge (self, method, params);
}

/* Seconds: they grow, whatever the work does. */
static void
tell_progress (PelRequest *self, const char *message)
{
  double           seconds = (g_get_monotonic_time () - self->start_time) / 1e6;
  JsonObject      *params;
  g_autofree char *clean = message != NULL ? pel_fence_clean (message) : NULL;
  g_autofree char *cut = clean != NULL ? pel_fence_cut (clean, MESSAGE_CHARS) : NULL;

  if (self->terms.progress_token == NULL || self->is_over)
    return;
  self->progress = MAX (seconds, self->progress + 0.001);
  params = json_object_new ();
  json_object_set_member (params, "progressToken", json_node_copy (self->terms.progress_token));
  json_object_set_double_member (params, "progress", self->progress);
  if (cut != NULL && cut[0] != '\0')
    json_object_set_string_member (params, "message", cut);
  pel_request_notify (self, "notifications/progress", params);
}

static gboolean
progress_cb (gpointer user_data)
{
  tell_progress (user_data, NULL);
  return G_SOURCE_CONTINUE;
}

void
pel_request_start_progress (PelRequest *self)
{
  if (self->terms.progress_token != NULL && self->progress_id == 0 && !self->is_over)
    self->progress_id = g_timeout_add (PROGRESS_MS, progress_cb, self);
}

void
pel_request_report (PelRequest *self, const char *message)
{
  tell_progress (self, message);
}
