/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/dbus-service.h"

#include "app/caller-finder.h"
#include "services/base/privacy.h"
#include "services/base/text.h"
#include "services/tool/tool-call.h"
#include "services/tool/tool-table.h"

#include <gio/gunixfdlist.h>
#include <string.h>

#define MAX_CALLS_PER_CLIENT 48 /* 32 of an MCP client, and what it watches */
#define MAX_CLAIM_BYTES      128
#define MAX_HEADER_BYTES     1024 /* of a message */
#define RESOURCE             "/io/github/pellucid/Pellucid/io.github.pellucid.Session1.xml"

struct _PelDbusService
{
  GObject               parent_instance;
  const PelToolContext *context;
  GDBusConnection      *connection;
  char                 *object_path;
  guint                 registration_id;
  GHashTable           *clients; /* unique bus name → Client */
  PelSnapshotStore     *snapshots;
};

/* A caller, as long as it is on the bus. */
typedef struct
{
  PelDbusService *service;
  guint           watch_id;
  GHashTable     *calls;    /* token → GCancellable */
  PelCaller      *identity; /* NULL until it is known */
  char           *claim;    /* (nullable) what it calls itself */
  guint           channels; /* bits of PelChannel: how it says it can ask the person */
  GQueue          waiting;  /* of Pending, until it is */
} Client;

/* One call under way: what is needed to answer it. */
typedef struct
{
  PelDbusService        *service;
  GDBusMethodInvocation *invocation;
  char                  *sender;
  char                  *token;
  char                  *tool, *arguments;
  GCancellable          *cancellable;
} Pending;

enum
{
  CLIENT_ARRIVED,
  CLIENT_LEFT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PelDbusService, pel_dbus_service, G_TYPE_OBJECT)

static void run_call (Pending *pending, PelCaller *identity);

/* Calls that still wait are run without a client: they are cancelled and end on their own. */
static void
client_free (Client *client)
{
  GHashTableIter iter;
  gpointer       cancellable;
  Pending       *pending;

  g_hash_table_iter_init (&iter, client->calls);
  while (g_hash_table_iter_next (&iter, NULL, &cancellable))
    g_cancellable_cancel (cancellable);
  while ((pending = g_queue_pop_head (&client->waiting)) != NULL)
    run_call (pending, NULL);
  g_clear_pointer (&client->identity, pel_caller_unref);
  g_free (client->claim);
  g_hash_table_unref (client->calls);
  g_bus_unwatch_name (client->watch_id);
  g_free (client);
}

static void
client_vanished_cb (GDBusConnection *connection, const char *name, gpointer user_data)
{
  Client         *client = user_data;
  PelDbusService *self = client->service;

  if (g_hash_table_remove (self->clients, name))
    g_signal_emit (self, signals[CLIENT_LEFT], 0);
}

/* The person is asked only by programs of ours: at a terminal by the command line, else by the
 * bridge, whose client has them at hand. */
static guint
filter_channels (guint channels, const PelCallerInfo *info)
{
  guint allowed = 0;

  if (info->kind == PEL_CALLER_TERMINAL)
    allowed = 1u << PEL_CHANNEL_TERMINAL;
  else if (info->starter != NULL)
    allowed = 1u << PEL_CHANNEL_ELICITATION;
  return channels & allowed;
}

/* Takes @identity: who it is stays, what it says of itself is added. */
static void
set_identity (Client *client, PelCaller *identity)
{
  g_autoptr (PelCaller) known = identity;
  PelCallerInfo         info = *pel_caller_get_info (known);

  info.claimed_name = client->claim;
  info.channels = filter_channels (client->channels, &info);
  g_clear_pointer (&client->identity, pel_caller_unref);
  client->identity = pel_caller_new (&info);
}

/* Who asked may have left meanwhile. */
typedef struct
{
  PelDbusService *service;
  char           *sender;
} Question;

static void
identified_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Question             *question = user_data;
  g_autoptr (PelCaller) identity = pel_caller_finder_find_finish (result);
  PelDbusService       *self = question->service;
  Client               *client =
      self->clients != NULL ? g_hash_table_lookup (self->clients, question->sender) : NULL;
  Pending *pending;

  if (client != NULL)
    {
      set_identity (client, pel_caller_ref (identity));
      while ((pending = g_queue_pop_head (&client->waiting)) != NULL)
        run_call (pending, client->identity);
    }
  g_object_unref (self);
  g_free (question->sender);
  g_free (question);
}

static void
identify (PelDbusService *self, const char *sender)
{
  Question *question = g_new0 (Question, 1);

  question->service = g_object_ref (self);
  question->sender = g_strdup (sender);
  pel_caller_finder_find_async (self->connection, sender, NULL, identified_cb, question);
}

static Client *
ensure_client (PelDbusService *self, const char *sender)
{
  Client *client = g_hash_table_lookup (self->clients, sender);

  if (client != NULL)
    return client;
  client = g_new0 (Client, 1);
  client->service = self;
  client->calls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  client->watch_id = g_bus_watch_name_on_connection (self->connection,
                                                     sender,
                                                     G_BUS_NAME_WATCHER_FLAGS_NONE,
                                                     NULL,
                                                     client_vanished_cb,
                                                     client,
                                                     NULL);
  g_hash_table_insert (self->clients, g_strdup (sender), client);
  identify (self, sender);
  g_signal_emit (self, signals[CLIENT_ARRIVED], 0);
  return client;
}

static void
pending_free (Pending *pending)
{
  g_object_unref (pending->service);
  g_clear_object (&pending->invocation);
  g_free (pending->sender);
  g_free (pending->token);
  g_free (pending->tool);
  pel_privacy_wipe (pending->arguments);
  g_free (pending->arguments);
  g_clear_object (&pending->cancellable);
  g_free (pending);
}

static void
progress_cb (double fraction, const char *message, gpointer user_data)
{
  Pending *pending = user_data;

  if (pending->service->connection == NULL)
    return; /* its cancellation is on the way */
  g_dbus_connection_emit_signal (pending->service->connection,
                                 pending->sender,
                                 pending->service->object_path,
                                 PEL_SESSION_INTERFACE,
                                 "Progress",
                                 g_variant_new ("(sds)", pending->token, fraction, message),
                                 NULL);
}

static void
tell (Pending *pending, const char *signal, const char *json)
{
  if (pending->service->connection == NULL)
    return; /* its cancellation is on the way */
  g_dbus_connection_emit_signal (pending->service->connection,
                                 pending->sender,
                                 pending->service->object_path,
                                 PEL_SESSION_INTERFACE,
                                 signal,
                                 g_variant_new ("(ss)", pending->token, json),
                                 NULL);
}

static void
event_cb (const char *json, gpointer user_data)
{
  tell (user_data, "Event", json);
}

static void
question_cb (const char *json, gpointer user_data)
{
  tell (user_data, "Question", json);
}

/* @attachments: (nullable). */
static GVariant *
make_handles (GUnixFDList *attachments)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("ah"));
  for (int i = 0; attachments != NULL && i < g_unix_fd_list_get_length (attachments); i++)
    g_variant_builder_add (&builder, "h", i);
  return g_variant_builder_end (&builder);
}

/* GDBus keeps the last message that came, as it came, until another one takes its place; and what
 * was to be typed may be a secret. So there is another one at once, for nobody. */
static void
cover_message (const Pending *pending)
{
  const PelTool   *tool = pel_tool_table_find (pending->tool, PEL_OFFER_DBUS, NULL);
  GDBusConnection *connection = pending->service->connection;
  const char      *own = connection != NULL ? g_dbus_connection_get_unique_name (connection) : NULL;
  g_autofree char *cover = NULL;

  if (tool == NULL || tool->tool_class != PEL_TOOL_ACT || own == NULL)
    return;
  cover = g_strnfill (strlen (pending->arguments) + MAX_HEADER_BYTES, ' ');
  g_dbus_connection_emit_signal (connection,
                                 own,
                                 pending->service->object_path,
                                 PEL_SESSION_INTERFACE,
                                 "Cover",
                                 g_variant_new ("(s)", cover),
                                 NULL);
}

static void
answered_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  Pending         *pending = user_data;
  GUnixFDList     *attachments = pel_tool_call_get_attachments (result);
  g_autofree char *envelope = pel_tool_call_finish (result);
  Client          *client = g_hash_table_lookup (pending->service->clients, pending->sender);

  if (client != NULL)
    g_hash_table_remove (client->calls, pending->token);
  g_dbus_method_invocation_return_value_with_unix_fd_list (g_steal_pointer (&pending->invocation),
                                                           g_variant_new ("(s@ah)",
                                                                          envelope,
                                                                          make_handles (
                                                                              attachments)),
                                                           attachments);
  cover_message (pending);
  pending_free (pending);
}

static void
run_call (Pending *pending, PelCaller *identity)
{
  PelToolCaller caller = {
    .name = pending->sender,
    .snapshots = pending->service->snapshots,
    .progress = progress_cb,
    .event = event_cb,
    .question = question_cb,
    .data = pending,
    .identity = identity,
  };

  pel_tool_call_async (pending->service->context,
                       &caller,
                       pending->tool,
                       pending->arguments,
                       pending->cancellable,
                       answered_cb,
                       pending);
}

static void
handle_call (PelDbusService *self, GVariant *parameters, GDBusMethodInvocation *invocation)
{
  const char *sender = g_dbus_method_invocation_get_sender (invocation);
  Client     *client = ensure_client (self, sender);
  Pending    *pending;
  const char *token, *tool, *arguments;

  g_variant_get (parameters, "(&s&s&s)", &token, &tool, &arguments);
  if (g_hash_table_contains (client->calls, token) ||
      g_hash_table_size (client->calls) >= MAX_CALLS_PER_CLIENT)
    {
      g_dbus_method_invocation_return_error (
          invocation,
          G_DBUS_ERROR,
          G_DBUS_ERROR_LIMITS_EXCEEDED,
          "The token “%s” is already in use, or %d calls are in progress",
          token,
          MAX_CALLS_PER_CLIENT);
      return;
    }
  pending = g_new0 (Pending, 1);
  pending->service = g_object_ref (self);
  pending->invocation = invocation;
  pending->sender = g_strdup (sender);
  pending->token = g_strdup (token);
  pending->tool = g_strdup (tool);
  pending->arguments = g_strdup (arguments);
  pending->cancellable = g_cancellable_new ();
  g_hash_table_insert (client->calls, g_strdup (token), g_object_ref (pending->cancellable));
  if (client->identity != NULL)
    run_call (pending, client->identity);
  else
    g_queue_push_tail (&client->waiting, pending);
}

static void
handle_cancel (PelDbusService *self, GVariant *parameters, GDBusMethodInvocation *invocation)
{
  Client *client =
      g_hash_table_lookup (self->clients, g_dbus_method_invocation_get_sender (invocation));
  GCancellable *cancellable = NULL;
  const char   *token;

  g_variant_get (parameters, "(&s)", &token);
  if (client != NULL)
    cancellable = g_hash_table_lookup (client->calls, token);
  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static void
handle_introduce (PelDbusService *self, GVariant *parameters, GDBusMethodInvocation *invocation)
{
  Client     *client = ensure_client (self, g_dbus_method_invocation_get_sender (invocation));
  const char *name;

  g_variant_get (parameters, "(&s)", &name);
  g_free (client->claim);
  client->claim = pel_text_repair (name, -1, MAX_CLAIM_BYTES);
  if (client->identity != NULL)
    set_identity (client, pel_caller_ref (client->identity));
  /* it stays, and programs that are started meanwhile are to be seen */
  if (self->context->a11y != NULL)
    pel_a11y_keeper_turn_on (self->context->a11y, NULL, NULL);
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static void
handle_serve (PelDbusService *self, GVariant *parameters, GDBusMethodInvocation *invocation)
{
  Client *client = ensure_client (self, g_dbus_method_invocation_get_sender (invocation));
  g_autofree const char **names = NULL;
  PelChannel              channel;

  g_variant_get (parameters, "(^a&s)", &names);
  client->channels = 0;
  for (gsize i = 0; names[i] != NULL; i++)
    if (pel_channel_from_string (names[i], &channel))
      client->channels |= 1u << channel;
  if (client->identity != NULL)
    set_identity (client, pel_caller_ref (client->identity));
  g_dbus_method_invocation_return_value (invocation, NULL);
}

/* The question may have ended meanwhile: the result of its call shows how. */
static void
handle_answer (PelDbusService *self, GVariant *parameters, GDBusMethodInvocation *invocation)
{
  PelApprovalQueue *queue = self->context->approvals;
  const char       *sender = g_dbus_method_invocation_get_sender (invocation);
  const char       *word, *reason;
  guint64           id;
  PelAnswer         answer;

  g_variant_get (parameters, "(t&s&s)", &id, &word, &reason);
  if (queue != NULL && pel_answer_from_string (word, &answer))
    pel_approval_queue_answer_as (queue, sender, id, answer, reason[0] != '\0' ? reason : NULL);
  else if (queue != NULL && g_str_equal (word, "unable"))
    pel_approval_queue_give_up_as (queue, sender, id);
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static void
method_call_cb (GDBusConnection       *connection,
                const char            *sender,
                const char            *object_path,
                const char            *interface_name,
                const char            *method_name,
                GVariant              *parameters,
                GDBusMethodInvocation *invocation,
                gpointer               user_data)
{
  static const struct
  {
    const char *name;
    void (*handle) (PelDbusService *, GVariant *, GDBusMethodInvocation *);
  } methods[] = {
    { "Call", handle_call },   { "Cancel", handle_cancel }, { "Introduce", handle_introduce },
    { "Serve", handle_serve }, { "Answer", handle_answer },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_str_equal (method_name, methods[i].name))
      methods[i].handle (user_data, parameters, invocation);
}

static const GDBusInterfaceVTable vtable = { .method_call = method_call_cb };

static void
pel_dbus_service_dispose (GObject *object)
{
  PelDbusService *self = PEL_DBUS_SERVICE (object);

  pel_dbus_service_unexport (self);
  g_clear_pointer (&self->clients, g_hash_table_unref);
  g_clear_pointer (&self->object_path, g_free);
  g_clear_pointer (&self->snapshots, pel_snapshot_store_unref);
  G_OBJECT_CLASS (pel_dbus_service_parent_class)->dispose (object);
}

static void
pel_dbus_service_class_init (PelDbusServiceClass *klass)
{
  static const char *const names[] = { "client-arrived", "client-left" };

  G_OBJECT_CLASS (klass)->dispose = pel_dbus_service_dispose;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i],
                               PEL_TYPE_DBUS_SERVICE,
                               G_SIGNAL_RUN_LAST,
                               0,
                               NULL,
                               NULL,
                               NULL,
                               G_TYPE_NONE,
                               0);
}

static void
pel_dbus_service_init (PelDbusService *self)
{
  self->clients =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) client_free);
  self->snapshots = pel_snapshot_store_new ();
}

PelDbusService *
pel_dbus_service_new (const PelToolContext *context)
{
  PelDbusService *self = g_object_new (PEL_TYPE_DBUS_SERVICE, NULL);

  self->context = context;
  return self;
}

gboolean
pel_dbus_service_export (PelDbusService  *self,
                         GDBusConnection *connection,
                         const char      *object_path,
                         GError         **error)
{
  g_autoptr (GBytes)        xml = g_resources_lookup_data (RESOURCE, 0, error);
  g_autoptr (GDBusNodeInfo) node = NULL;

  g_return_val_if_fail (PEL_IS_DBUS_SERVICE (self), FALSE);

  if (xml == NULL)
    return FALSE;
  node = g_dbus_node_info_new_for_xml (g_bytes_get_data (xml, NULL), error);
  if (node == NULL)
    return FALSE;
  self->connection = g_object_ref (connection);
  self->object_path = g_strdup (object_path);
  self->registration_id = g_dbus_connection_register_object (connection,
                                                             object_path,
                                                             node->interfaces[0],
                                                             &vtable,
                                                             self,
                                                             NULL,
                                                             error);
  return self->registration_id != 0;
}

void
pel_dbus_service_unexport (PelDbusService *self)
{
  if (self->registration_id != 0)
    g_dbus_connection_unregister_object (self->connection, self->registration_id);
  self->registration_id = 0;
  if (self->clients != NULL)
    g_hash_table_remove_all (self->clients);
  g_clear_object (&self->connection);
}

guint
pel_dbus_service_get_n_clients (PelDbusService *self)
{
  g_return_val_if_fail (PEL_IS_DBUS_SERVICE (self), 0);

  return self->clients != NULL ? g_hash_table_size (self->clients) : 0;
}
