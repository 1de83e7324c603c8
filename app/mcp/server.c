/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/server.h"

#include "app/mcp/completion.h"
#include "app/mcp/fence.h"
#include "app/mcp/line-reader.h"
#include "app/mcp/prompts.h"
#include "app/mcp/resources.h"
#include "app/mcp/subscriptions.h"
#include "app/mcp/tool-caller.h"
#include "app/mcp/tool-list.h"
#include "services/base/json.h"

#include <glib/gi18n.h>

#define MAX_SNAPSHOT_IDS 16
#define INSTRUCTIONS                                                                            \
  "Pellucid inspects and operates the programs on this Linux desktop. ui_snapshot returns a "   \
  "window as text, one element per line, each with a ref (e12); ui_query finds elements by "    \
  "selector (Button:OK, 'app=gedit >> role=Edit'). Targets are selectors or refs. Acts report " \
  "what changed: do not take a new snapshot after each one; pass verify to check the outcome. " \
  "Acts may require the person's approval. " PEL_FENCE_RULE

struct _PelServer
{
  PelProfile       *profile;
  PelSessionLink   *link;
  PelOutlet         outlet;
  const PelExtras  *extras;
  PelSubscriptions *subscriptions;
  GHashTable       *requests;  /* key → PelRequest (owned), those under way */
  GHashTable       *questions; /* id → Question, those of ours */
  PelParking       *parking;
  GPtrArray        *snapshot_ids;        /* of char, the newest last */
  JsonObject       *client_capabilities; /* (nullable) */
  PelLogLevel       log_level;           /* of the old era */
  guint             n_questions;
  gboolean          is_initialized;
};

/* A request of ours, until it is answered. */
typedef struct
{
  PelAnswerFunc  answered;
  gpointer       data;
  GDestroyNotify free_data;
} Question;

typedef struct
{
  const char *name;
  PelEra      eras;
  PelCaching  caching;
  void (*handle) (PelServer *self, PelRequest *request);
} Method;

static void
question_free (Question *question)
{
  if (question->free_data != NULL)
    question->free_data (question->data);
  g_free (question);
}

/* Methods about the protocol itself */

static JsonObject *
make_capabilities (PelEra era)
{
  static const char *const plain[] = { "tools", "prompts", "completions" };
  JsonObject              *capabilities = json_object_new ();
  JsonObject              *resources = json_object_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (plain); i++)
    json_object_set_object_member (capabilities, plain[i], json_object_new ());
  json_object_set_boolean_member (resources, "subscribe", TRUE);
  json_object_set_object_member (capabilities, "resources", resources);
  if (era == PEL_ERA_LEGACY)
    json_object_set_object_member (capabilities, "logging", json_object_new ());
  return capabilities;
}

static void
handle_initialize (PelServer *self, PelRequest *request)
{
  JsonObject *params = pel_request_get_params (request);
  const char *requested = pel_message_get_string (params, "protocolVersion");
  JsonObject *client = pel_message_get_object (params, "clientInfo");
  JsonObject *capabilities = pel_message_get_object (params, "capabilities");
  const char *name = client != NULL ? pel_message_get_string (client, "name") : NULL;
  JsonObject *result;

  if (requested == NULL)
    {
      pel_request_fail (request,
                        PEL_RPC_INVALID_PARAMS,
                        NULL,
                        _ ("initialize: “%s” is missing"),
                        "protocolVersion");
      return;
    }
  self->is_initialized = TRUE;
  g_clear_pointer (&self->client_capabilities, json_object_unref);
  if (capabilities != NULL)
    self->client_capabilities = json_object_ref (capabilities);
  if (name != NULL)
    pel_session_link_introduce (self->link, name);
  result = json_object_new ();
  json_object_set_string_member (result, "protocolVersion", pel_era_negotiate (requested));
  json_object_set_object_member (result, "capabilities", make_capabilities (PEL_ERA_LEGACY));
  json_object_set_object_member (result, "serverInfo", pel_request_new_server_info ());
  json_object_set_string_member (result, "instructions", INSTRUCTIONS);
  pel_request_answer (request, result);
}

static void
handle_discover (PelServer *self, PelRequest *request)
{
  JsonObject *result = json_object_new ();

  json_object_set_array_member (result, "supportedVersions", pel_era_list_versions ());
  json_object_set_object_member (result, "capabilities", make_capabilities (PEL_ERA_MODERN));
  json_object_set_string_member (result, "instructions", INSTRUCTIONS);
  pel_request_answer (request, result);
}

static void
handle_ping (PelServer *self, PelRequest *request)
{
  pel_request_answer (request, json_object_new ());
}

static void
handle_set_level (PelServer *self, PelRequest *request)
{
  PelLogLevel level = pel_log_level_from_string (
      pel_message_get_string (pel_request_get_params (request), "level"));

  if (level == PEL_LOG_SILENT)
    {
      pel_request_fail (request, PEL_RPC_INVALID_PARAMS, NULL, _ ("Unknown log level"));
      return;
    }
  self->log_level = level;
  pel_request_answer (request, json_object_new ());
}

static void
handle_list_tools (PelServer *self, PelRequest *request)
{
  JsonObject *result = json_object_new ();
  JsonArray  *tools = pel_tool_list_new (self->profile);

  if (self->extras->add_tools != NULL)
    self->extras->add_tools (tools, self->extras->data);
  json_object_set_array_member (result, "tools", tools);
  pel_request_answer (request, result);
}

static void
handle_subscribe (PelServer *self, PelRequest *request)
{
  pel_subscriptions_subscribe (self->subscriptions, request);
}

static void
handle_unsubscribe (PelServer *self, PelRequest *request)
{
  pel_subscriptions_unsubscribe (self->subscriptions, request);
}

static void
handle_listen (PelServer *self, PelRequest *request)
{
  pel_subscriptions_listen (self->subscriptions, request);
}

/* clang-format off */
static const Method methods[] = {
  { "completion/complete",      PEL_ERA_BOTH,   PEL_CACHE_NEVER_SAID, pel_completion_handle },
  { "initialize",               PEL_ERA_LEGACY, PEL_CACHE_NEVER_SAID, handle_initialize },
  { "logging/setLevel",         PEL_ERA_LEGACY, PEL_CACHE_NEVER_SAID, handle_set_level },
  { "ping",                     PEL_ERA_LEGACY, PEL_CACHE_NEVER_SAID, handle_ping },
  { "prompts/get",              PEL_ERA_BOTH,   PEL_CACHE_NEVER_SAID, pel_prompts_handle_get },
  { "prompts/list",             PEL_ERA_BOTH,   PEL_CACHE_PUBLIC,     pel_prompts_handle_list },
  { "resources/list",           PEL_ERA_BOTH,   PEL_CACHE_PRIVATE,    pel_resources_handle_list },
  { "resources/read",           PEL_ERA_BOTH,   PEL_CACHE_PRIVATE,    pel_resources_handle_read },
  { "resources/subscribe",      PEL_ERA_LEGACY, PEL_CACHE_NEVER_SAID, handle_subscribe },
  { "resources/templates/list", PEL_ERA_BOTH,   PEL_CACHE_PUBLIC,     pel_resources_handle_templates },
  { "resources/unsubscribe",    PEL_ERA_LEGACY, PEL_CACHE_NEVER_SAID, handle_unsubscribe },
  { "server/discover",          PEL_ERA_MODERN, PEL_CACHE_PUBLIC,     handle_discover },
  { "subscriptions/listen",     PEL_ERA_MODERN, PEL_CACHE_NEVER_SAID, handle_listen },
  { "tools/call",               PEL_ERA_BOTH,   PEL_CACHE_NEVER_SAID, pel_tool_caller_handle },
  { "tools/list",               PEL_ERA_BOTH,   PEL_CACHE_PUBLIC,     handle_list_tools },
};

/* What is listed fits on one page: there is no cursor that we gave. */
static const char *const paged_methods[] = {
  "prompts/list", "resources/list", "resources/templates/list", "tools/list", NULL,
};
/* clang-format on */

static const Method *
find_method (const char *name, PelEra era)
{
  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_str_equal (methods[i].name, name) && (methods[i].eras & era))
      return &methods[i];
  return NULL;
}

/* Messages */

/* @data (nullable) is taken. Errors without an id are dropped while the client is slow. */
static void
refuse (PelServer *self, JsonNode *id, const GError *error, JsonObject *data)
{
  g_autofree char *line = pel_message_write_error (id, error->code, error->message, data);

  if (id != NULL || !self->outlet.is_congested (self->outlet.data))
    self->outlet.send (line, self->outlet.data);
}

static void
request_ended_cb (PelRequest *request, gpointer user_data)
{
  PelServer *self = user_data;

  g_hash_table_remove (self->requests, pel_request_get_key (request));
}

static gboolean
check (PelServer *self, const PelMessage *message, const Method *method, GError **error)
{
  if (method == NULL)
    g_set_error (error,
                 PEL_RPC_ERROR,
                 PEL_RPC_METHOD_NOT_FOUND,
                 _ ("Unknown method “%.100s”"),
                 message->method);
  else if (g_hash_table_contains (self->requests, message->key))
    g_set_error (error,
                 PEL_RPC_ERROR,
                 PEL_RPC_INVALID_REQUEST,
                 _ ("A request with this id is already in progress"));
  else if (g_hash_table_size (self->requests) >= PEL_SERVER_MAX_CALLS)
    g_set_error (error,
                 PEL_RPC_ERROR,
                 PEL_RPC_BUSY,
                 _ ("%d requests are in progress: wait for one to finish"),
                 PEL_SERVER_MAX_CALLS);
  else if (g_strv_contains (paged_methods, message->method) &&
           json_object_has_member (message->params, "cursor"))
    g_set_error (error, PEL_RPC_ERROR, PEL_RPC_INVALID_PARAMS, _ ("Unknown cursor"));
  else
    return TRUE;
  return FALSE;
}

static void
take_request (PelServer *self, const PelMessage *message)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelRequest) request = NULL;
  JsonObject            *data = NULL;
  PelTerms               terms;
  const Method          *method;

  if (!pel_era_read (message, self->is_initialized, &terms, &data, &error))
    {
      refuse (self, message->id, error, data);
      return;
    }
  method = find_method (message->method, terms.era);
  if (!check (self, message, method, &error))
    {
      refuse (self, message->id, error, NULL);
      return;
    }
  if (terms.client_name != NULL)
    pel_session_link_introduce (self->link, terms.client_name);
  request =
      pel_request_new (message, &terms, method->caching, &self->outlet, request_ended_cb, self);
  g_hash_table_insert (self->requests,
                       g_strdup (pel_request_get_key (request)),
                       pel_request_ref (request));
  method->handle (self, request);
}

static void
take_cancellation (PelServer *self, JsonObject *params)
{
  JsonNode              *id = json_object_get_member (params, "requestId");
  g_autofree char       *key = pel_message_id_to_key (id);
  PelRequest            *found = key != NULL ? g_hash_table_lookup (self->requests, key) : NULL;
  g_autoptr (PelRequest) request = found != NULL ? pel_request_ref (found) : NULL;

  if (request == NULL)
    return; /* it was answered meanwhile */
  pel_request_cancel (request);
  pel_subscriptions_forget (self->subscriptions, request);
}

static void
take_response (PelServer *self, const PelMessage *message)
{
  g_autofree char *key = NULL;
  Question        *question = NULL;
  JsonObject      *result = message->result != NULL && JSON_NODE_HOLDS_OBJECT (message->result)
                                ? json_node_get_object (message->result)
                                : NULL;

  if (!g_hash_table_steal_extended (self->questions,
                                    message->key,
                                    (gpointer *) &key,
                                    (gpointer *) &question))
    return;
  question->answered (result, question->data);
  question_free (question);
}

void
pel_server_take_line (PelServer *self, const char *line, gsize length)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (JsonNode)   id = NULL;
  g_autoptr (PelMessage) message = pel_message_parse (line, length, &id, &error);

  if (message == NULL)
    refuse (self, id, error, NULL);
  else if (message->kind == PEL_MESSAGE_REQUEST)
    take_request (self, message);
  else if (message->kind == PEL_MESSAGE_RESPONSE)
    take_response (self, message);
  else if (g_str_equal (message->method, "notifications/cancelled"))
    take_cancellation (self, message->params);
}

void
pel_server_refuse_long_line (PelServer *self)
{
  g_autoptr (GError) error = g_error_new (PEL_RPC_ERROR,
                                          PEL_RPC_INVALID_REQUEST,
                                          _ ("The message is longer than %d bytes"),
                                          PEL_LINE_MAX_BYTES);

  refuse (self, NULL, error, NULL);
}

/* The session is shared: each client that wants to hear of it is notified, but once. */
static void
session_cb (gboolean is_there, gpointer user_data)
{
  PelServer        *self = user_data;
  PelLogEvent       event = is_there ? PEL_LOG_SESSION_STARTED : PEL_LOG_SESSION_ENDED;
  g_autoptr (GList) requests = g_hash_table_get_values (self->requests);
  PelLogLevel       wanted = self->log_level;

  for (GList *link = requests; link != NULL; link = link->next)
    wanted = MIN (wanted, pel_log_level_from_string (pel_request_get_log_level (link->data)));
  if (pel_log_get_level (event) >= wanted)
    pel_server_notify (self, "notifications/message", pel_log_new_params (event, NULL, NULL));
}

PelServer *
pel_server_new (PelProfile      *profile,
                PelSessionLink  *link,
                const PelOutlet *outlet,
                const PelExtras *extras)
{
  static const PelExtras none = { 0 };
  PelServer             *self = g_new0 (PelServer, 1);

  self->profile = profile;
  self->link = link;
  self->outlet = *outlet;
  self->extras = extras != NULL ? extras : &none;
  self->log_level = PEL_LOG_SILENT;
  pel_session_link_set_watcher (link, session_cb, self);
  self->requests =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) pel_request_unref);
  self->questions =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) question_free);
  self->parking = pel_parking_new (NULL);
  self->snapshot_ids = g_ptr_array_new_with_free_func (g_free);
  self->subscriptions = pel_subscriptions_new (self);
  return self;
}

/* What was under way says nothing any more, and lets go of us. */
void
pel_server_free (PelServer *self)
{
  g_autoptr (GList) requests = g_hash_table_get_values (self->requests);

  for (GList *link = requests; link != NULL; link = link->next)
    pel_request_cancel (link->data);
  pel_subscriptions_free (self->subscriptions);
  pel_session_link_free (self->link);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  pel_profile_free (self->profile);
  g_hash_table_unref (self->requests);
  g_hash_table_unref (self->questions);
  pel_parking_free (self->parking);
  g_ptr_array_unref (self->snapshot_ids);
  g_clear_pointer (&self->client_capabilities, json_object_unref);
  g_free (self);
}

const PelProfile *
pel_server_get_profile (PelServer *self)
{
  return self->profile;
}

PelSessionLink *
pel_server_get_link (PelServer *self)
{
  return self->link;
}

const PelExtras *
pel_server_get_extras (PelServer *self)
{
  return self->extras;
}

PelParking *
pel_server_get_parking (PelServer *self)
{
  return self->parking;
}

GPtrArray *
pel_server_get_snapshot_ids (PelServer *self)
{
  return self->snapshot_ids;
}

void
pel_server_remember_snapshot (PelServer *self, JsonObject *envelope)
{
  JsonObject *data = pel_message_get_object (envelope, "data");
  const char *id = data != NULL ? pel_message_get_string (data, "snapshot_id") : NULL;
  guint       index;

  if (id == NULL)
    return;
  if (g_ptr_array_find_with_equal_func (self->snapshot_ids, id, g_str_equal, &index))
    g_ptr_array_remove_index (self->snapshot_ids, index);
  g_ptr_array_add (self->snapshot_ids, g_strdup (id));
  if (self->snapshot_ids->len > MAX_SNAPSHOT_IDS)
    g_ptr_array_remove_index (self->snapshot_ids, 0);
}

void
pel_server_notify (PelServer *self, const char *method, JsonObject *params)
{
  g_autofree char *line = pel_message_write_notification (method, params);

  if (!self->outlet.is_congested (self->outlet.data))
    self->outlet.send (line, self->outlet.data);
}

void
pel_server_log (
    PelServer *self, PelRequest *request, PelLogEvent event, const char *tool, const char *code)
{
  PelLogLevel wanted = pel_request_get_era (request) == PEL_ERA_LEGACY
                           ? self->log_level
                           : pel_log_level_from_string (pel_request_get_log_level (request));

  if (pel_log_get_level (event) >= wanted)
    pel_request_notify (request, "notifications/message", pel_log_new_params (event, tool, code));
}

char *
pel_server_ask (PelServer     *self,
                const char    *method,
                JsonObject    *params,
                PelAnswerFunc  answered,
                gpointer       data,
                GDestroyNotify free_data)
{
  g_autofree char *id = g_strdup_printf ("pellucid-%u", ++self->n_questions);
  g_autofree char *line = pel_message_write_request (id, method, params);
  Question        *question = g_new0 (Question, 1);

  question->answered = answered;
  question->data = data;
  question->free_data = free_data;
  g_hash_table_insert (self->questions, g_strconcat ("\"", id, NULL), question);
  self->outlet.send (line, self->outlet.data);
  return g_steal_pointer (&id);
}

void
pel_server_call_off (PelServer *self, const char *id)
{
  g_autofree char *key = g_strconcat ("\"", id, NULL);
  g_autofree char *line = NULL;
  JsonObject      *params;

  if (!g_hash_table_remove (self->questions, key))
    return;
  params = json_object_new ();
  json_object_set_string_member (params, "requestId", id);
  line = pel_message_write_notification ("notifications/cancelled", params);
  self->outlet.send (line, self->outlet.data);
}

JsonObject *
pel_server_get_client_capabilities (PelServer *self)
{
  return self->client_capabilities;
}
