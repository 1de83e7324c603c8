/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/session-link.h"

#include "app/mcp/session-opening.h"
#include "services/base/error.h"
#include "services/base/json.h"
#include "services/base/privacy.h"
#include "services/policy/channel.h"
#include "services/tool/tool-call.h"

#include <glib/gi18n.h>
#include <string.h>

#define OBJECT_PATH "/io/github/pellucid/Pellucid"
#define INTERFACE   "io.github.pellucid.Session1"
#define GRACE_MS    3000 /* for the session to say its own word first */
#define KNOCK_TIME  (2 * G_TIME_SPAN_SECOND)
#define MAX_DEPTH   512
#define MAX_BYTES   (128 * 1024 * 1024)

struct _PelSessionLink
{
  char            *address; /* (nullable) */
  char            *name;    /* (nullable) of who calls */
  GDBusConnection *bus;     /* NULL until the first call */
  char            *owner;   /* (nullable) the session's unique name; nothing goes to another */
  GCancellable    *cancellable;
  GHashTable      *calls;   /* token → GTask */
  GQueue           waiting; /* of GTask (owned), until the session is there */
  guint            n_calls;
  guint            watch_id;
  guint            subscription_ids[3];
  gboolean         is_starting;
  gboolean         is_ready;
  PelLinkFunc      watcher; /* (nullable) */
  gpointer         watcher_data;
};

/* Of the task of one call. */
typedef struct
{
  PelSessionLink *link; /* NULL once it is over */
  const PelTool  *tool;
  char           *arguments;
  char           *token;
  PelLinkListener listener;
  gulong          cancelled_id;
  guint           deadline_ms, deadline_id; /* 0: there is none, or it does not run now */
  gint64          start_time, send_time;
  gboolean        is_second_try;
  GUnixFDList    *files; /* (nullable) */
} Call;

static void start (PelSessionLink *self);
static void set_ready (PelSessionLink *self, gboolean is_ready);

static void
call_free (Call *call)
{
  pel_privacy_wipe (call->arguments);
  g_free (call->arguments);
  g_free (call->token);
  g_clear_object (&call->files);
  g_free (call);
}

/* Takes @envelope. Answers once: later replies are dropped. */
static void
answer (GTask *task, JsonObject *envelope)
{
  Call *call = g_task_get_task_data (task);

  if (call->link == NULL)
    {
      json_object_unref (envelope);
      return;
    }
  g_object_ref (task);
  g_clear_handle_id (&call->deadline_id, g_source_remove);
  g_clear_signal_handler (&call->cancelled_id, g_task_get_cancellable (task));
  g_hash_table_remove (call->link->calls, call->token);
  call->link = NULL;
  g_task_return_pointer (task, envelope, (GDestroyNotify) json_object_unref);
  g_object_unref (task);
}

static void
fail (GTask *task, const GError *error)
{
  Call       *call = g_task_get_task_data (task);
  JsonObject *envelope = json_object_new ();

  json_object_set_string_member (envelope, "status", "error");
  json_object_set_object_member (envelope, "error", pel_tool_error_to_json (error));
  json_object_set_int_member (envelope,
                              "elapsed_ms",
                              (g_get_monotonic_time () - call->start_time) / 1000);
  answer (task, envelope);
}

static gboolean
is_session_gone (const GError *error)
{
  return g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY) ||
         g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER) ||
         g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CLOSED);
}

/* It left the bus while we knocked: what only reads may be asked again, once. */
static gboolean
may_try_again (const Call *call, const GError *error)
{
  return is_session_gone (error) && !call->is_second_try &&
         call->tool->tool_class == PEL_TOOL_READ &&
         g_get_monotonic_time () - call->send_time < KNOCK_TIME;
}

static void
fail_on_the_way (GTask *task, const GError *cause)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) stripped = g_error_copy (cause);

  g_dbus_error_strip_remote_error (stripped);
  if (is_session_gone (cause))
    pel_set_error (&error,
                   PEL_ERROR_COMMAND_FAILED,
                   NULL,
                   _ ("The session ended before it replied"));
  else
    pel_set_error (&error,
                   PEL_ERROR_COMMAND_FAILED,
                   NULL,
                   _ ("The call did not reach the session: %s"),
                   stripped->message);
  fail (task, error);
}

/* The session may send larger messages than it accepts. */
static JsonObject *
parse_envelope (const char *text)
{
  g_autoptr (JsonNode) node = pel_json_parse_large (text, -1, MAX_DEPTH, MAX_BYTES, NULL);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_dup_object (node)
                                                       : json_object_new ();
}

static void
called_cb (GObject *bus, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask)       task = user_data;
  Call                   *call = g_task_get_task_data (task);
  g_autoptr (GError)      error = NULL;
  g_autoptr (GUnixFDList) files = NULL;
  g_autoptr (GVariant)    reply =
      g_dbus_connection_call_with_unix_fd_list_finish (G_DBUS_CONNECTION (bus),
                                                       &files,
                                                       result,
                                                       &error);
  const char *text;

  if (call->link == NULL)
    return;
  if (reply == NULL && may_try_again (call, error))
    {
      call->is_second_try = TRUE;
      set_ready (call->link, FALSE);
      g_queue_push_tail (&call->link->waiting, g_object_ref (task));
      start (call->link);
      return;
    }
  if (reply == NULL)
    {
      fail_on_the_way (task, error);
      return;
    }
  g_variant_get (reply, "(&s@ah)", &text, NULL);
  call->files = g_steal_pointer (&files);
  answer (task, parse_envelope (text));
}

static void
send (GTask *task)
{
  Call *call = g_task_get_task_data (task);

  if (call->link == NULL)
    return; /* cancelled meanwhile */
  call->send_time = g_get_monotonic_time ();
  g_dbus_connection_call_with_unix_fd_list (call->link->bus,
                                            call->link->owner,
                                            OBJECT_PATH,
                                            INTERFACE,
                                            "Call",
                                            g_variant_new ("(sss)",
                                                           call->token,
                                                           call->tool->name,
                                                           call->arguments),
                                            G_VARIANT_TYPE ("(sah)"),
                                            G_DBUS_CALL_FLAGS_NO_AUTO_START,
                                            G_MAXINT, /* the deadline is ours and the session's */
                                            NULL,
                                            NULL,
                                            called_cb,
                                            g_object_ref (task));
}

/* Fire and forget: what is sent next over this connection arrives after it. */
static void
tell (PelSessionLink *self, const char *method, GVariant *parameters)
{
  g_dbus_connection_call (self->bus,
                          self->owner,
                          OBJECT_PATH,
                          INTERFACE,
                          method,
                          parameters,
                          NULL,
                          G_DBUS_CALL_FLAGS_NO_AUTO_START,
                          -1,
                          NULL,
                          NULL,
                          NULL);
}

/* (nullable) (transfer none): the call that a signal is about. */
static GTask *
find_call (PelSessionLink *self, GVariant *parameters, const char *type)
{
  const char *token;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE (type)))
    return NULL;
  g_variant_get_child (parameters, 0, "&s", &token);
  return g_hash_table_lookup (self->calls, token);
}

static gboolean deadline_cb (gpointer user_data);

/* While the person is asked something the clock stands still; afterwards it starts again, since the
 * session keeps the time of the call itself. */
static void
set_held (GTask *task, gboolean is_held)
{
  Call *call = g_task_get_task_data (task);

  if (call->deadline_ms == 0 || is_held == (call->deadline_id == 0))
    return;
  if (is_held)
    g_clear_handle_id (&call->deadline_id, g_source_remove);
  else
    call->deadline_id = g_timeout_add (call->deadline_ms, deadline_cb, task);
}

static void
progress_cb (GDBusConnection *bus,
             const char      *sender,
             const char      *path,
             const char      *interface,
             const char      *signal,
             GVariant        *parameters,
             gpointer         user_data)
{
  GTask      *task = find_call (user_data, parameters, "(sds)");
  Call       *call = task != NULL ? g_task_get_task_data (task) : NULL;
  const char *message;
  double      fraction;

  if (call == NULL)
    return;
  g_variant_get (parameters, "(&sd&s)", NULL, &fraction, &message);
  set_held (task, fraction < 0);
  if (fraction < 0 && call->listener.held != NULL)
    call->listener.held (call->listener.data);
  if (call->listener.progress != NULL && message[0] != '\0')
    call->listener.progress (message, call->listener.data);
}

static void
event_cb (GDBusConnection *bus,
          const char      *sender,
          const char      *path,
          const char      *interface,
          const char      *signal,
          GVariant        *parameters,
          gpointer         user_data)
{
  GTask *task = find_call (user_data, parameters, "(ss)");
  Call  *call = task != NULL ? g_task_get_task_data (task) : NULL;

  if (call != NULL && call->listener.event != NULL)
    call->listener.event (call->listener.data);
}

static void
question_cb (GDBusConnection *bus,
             const char      *sender,
             const char      *path,
             const char      *interface,
             const char      *signal,
             GVariant        *parameters,
             gpointer         user_data)
{
  PelSessionLink        *self = user_data;
  GTask                 *task = find_call (self, parameters, "(ss)");
  Call                  *call = task != NULL ? g_task_get_task_data (task) : NULL;
  g_autoptr (JsonObject) question = NULL;
  const char            *json;

  if (call == NULL)
    return;
  g_variant_get (parameters, "(&s&s)", NULL, &json);
  question = pel_json_parse_object (json, -1, NULL);
  if (question != NULL && call->listener.question != NULL)
    call->listener.question (question, call->listener.data);
  else if (question != NULL)
    pel_session_link_answer (self,
                             json_object_get_int_member_with_default (question, "id", 0),
                             "unable",
                             "");
}

static guint
subscribe (PelSessionLink *self, const char *signal, GDBusSignalCallback callback)
{
  return g_dbus_connection_signal_subscribe (self->bus,
                                             self->owner,
                                             INTERFACE,
                                             signal,
                                             OBJECT_PATH,
                                             NULL,
                                             G_DBUS_SIGNAL_FLAGS_NONE,
                                             callback,
                                             self,
                                             NULL);
}

static void
set_ready (PelSessionLink *self, gboolean is_ready)
{
  gboolean was_ready = self->is_ready;

  self->is_ready = is_ready;
  if (is_ready != was_ready && self->watcher != NULL)
    self->watcher (is_ready, self->watcher_data);
}

static void
vanished_cb (GDBusConnection *bus, const char *name, gpointer user_data)
{
  set_ready (user_data, FALSE);
}

static void
give_up (PelSessionLink *self, const GError *error)
{
  GTask *task;

  self->is_starting = FALSE;
  while ((task = g_queue_pop_head (&self->waiting)) != NULL)
    {
      fail (task, error);
      g_object_unref (task);
    }
}

static void
unsubscribe (PelSessionLink *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (self->subscription_ids); i++)
    if (self->subscription_ids[i] != 0)
      g_dbus_connection_signal_unsubscribe (self->bus, self->subscription_ids[i]);
  memset (self->subscription_ids, 0, sizeof self->subscription_ids);
}

/* Takes @owner: another session than before, or the same. */
static void
take_owner (PelSessionLink *self, char *owner)
{
  unsubscribe (self);
  g_free (self->owner);
  self->owner = owner;
  self->subscription_ids[0] = subscribe (self, "Progress", progress_cb);
  self->subscription_ids[1] = subscribe (self, "Event", event_cb);
  self->subscription_ids[2] = subscribe (self, "Question", question_cb);
}

static void
take_bus (PelSessionLink *self, GDBusConnection *bus)
{
  self->bus = g_object_ref (bus);
  g_dbus_connection_set_exit_on_close (bus, FALSE);
  self->watch_id = g_bus_watch_name_on_connection (bus,
                                                   PEL_APP_ID,
                                                   G_BUS_NAME_WATCHER_FLAGS_NONE,
                                                   NULL,
                                                   vanished_cb,
                                                   self,
                                                   NULL);
}

static void
opened_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  PelSessionLink             *self = user_data;
  g_autoptr (GError)          error = NULL;
  char                       *owner = NULL;
  g_autoptr (GDBusConnection) bus = pel_session_opening_run_finish (result, &owner, &error);
  const char *const channels[] = { pel_channel_to_string (PEL_CHANNEL_ELICITATION), NULL };
  GTask            *task;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return; /* the link is gone */
  if (bus == NULL)
    {
      give_up (self, error);
      return;
    }
  if (self->bus == NULL)
    take_bus (self, bus);
  take_owner (self, owner);
  self->is_starting = FALSE;
  set_ready (self, TRUE);
  tell (self, "Serve", g_variant_new ("(^as)", channels));
  if (self->name != NULL)
    tell (self, "Introduce", g_variant_new ("(s)", self->name));
  while ((task = g_queue_pop_head (&self->waiting)) != NULL)
    {
      send (task);
      g_object_unref (task);
    }
}

static void
drop_bus (PelSessionLink *self)
{
  g_clear_handle_id (&self->watch_id, g_bus_unwatch_name);
  if (self->bus != NULL)
    unsubscribe (self);
  g_clear_object (&self->bus);
}

static void
start (PelSessionLink *self)
{
  if (self->is_starting)
    return;
  self->is_starting = TRUE;
  if (self->bus != NULL && g_dbus_connection_is_closed (self->bus))
    drop_bus (self); /* the bus was restarted */
  pel_session_opening_run_async (self->bus, self->address, self->cancellable, opened_cb, self);
}

PelSessionLink *
pel_session_link_new (const char *address)
{
  PelSessionLink *self = g_new0 (PelSessionLink, 1);

  self->address = g_strdup (address);
  self->cancellable = g_cancellable_new ();
  self->calls = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
  return self;
}

/* Calls that are under way are answered as cancelled; leaving the bus ends them in the session. */
void
pel_session_link_free (PelSessionLink *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GList)  tasks = NULL;

  pel_set_error (&error, PEL_ERROR_CANCELLED, NULL, _ ("Cancelled"));
  give_up (self, error);
  tasks = g_hash_table_get_values (self->calls);
  for (GList *link = tasks; link != NULL; link = link->next)
    fail (link->data, error);
  g_cancellable_cancel (self->cancellable);
  drop_bus (self);
  g_object_unref (self->cancellable);
  g_hash_table_unref (self->calls);
  g_free (self->address);
  g_free (self->owner);
  g_free (self->name);
  g_free (self);
}

void
pel_session_link_set_watcher (PelSessionLink *self, PelLinkFunc func, gpointer data)
{
  self->watcher = func;
  self->watcher_data = data;
}

void
pel_session_link_introduce (PelSessionLink *self, const char *name)
{
  if (g_strcmp0 (self->name, name) == 0)
    return;
  g_free (self->name);
  self->name = g_strdup (name);
  if (self->is_ready)
    tell (self, "Introduce", g_variant_new ("(s)", name));
  else
    start (self); /* accessibility is on as soon as we are here */
}

void
pel_session_link_answer (PelSessionLink *self, gint64 id, const char *answer, const char *reason)
{
  if (self->is_ready)
    tell (self, "Answer", g_variant_new ("(tss)", (guint64) id, answer, reason));
}

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  GTask             *task = user_data;
  Call              *call = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  if (call->link == NULL)
    return;
  if (call->send_time != 0 && call->link->bus != NULL)
    tell (call->link, "Cancel", g_variant_new ("(s)", call->token));
  call->cancelled_id = 0; /* it must not be taken away from within */
  pel_set_error (&error, PEL_ERROR_CANCELLED, NULL, _ ("Cancelled"));
  fail (task, error);
}

static gboolean
deadline_cb (gpointer user_data)
{
  GTask             *task = user_data;
  Call              *call = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  call->deadline_id = 0;
  pel_set_error (&error, PEL_ERROR_TIMEOUT, NULL, _ ("The session is not responding"));
  if (call->send_time != 0)
    tell (call->link, "Cancel", g_variant_new ("(s)", call->token));
  fail (task, error);
  return G_SOURCE_REMOVE;
}

void
pel_session_link_call_async (PelSessionLink        *self,
                             const PelTool         *tool,
                             JsonObject            *arguments,
                             const PelLinkListener *listener,
                             GCancellable          *cancellable,
                             GAsyncReadyCallback    callback,
                             gpointer               user_data)
{
  g_autoptr (GTask)    task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (JsonNode) node = pel_json_take_object (json_object_ref (arguments));
  Call                *call = g_new0 (Call, 1);
  guint                timeout_ms = pel_tool_call_get_timeout_ms (tool, arguments);

  g_task_set_source_tag (task, pel_session_link_call_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, call, (GDestroyNotify) call_free);
  call->link = self;
  call->tool = tool;
  call->arguments = pel_json_to_string (node, PEL_JSON_COMPACT);
  call->token = g_strdup_printf ("%u", ++self->n_calls);
  call->start_time = g_get_monotonic_time ();
  if (listener != NULL)
    call->listener = *listener;
  g_hash_table_insert (self->calls, call->token, g_object_ref (task));
  if (timeout_ms != 0)
    call->deadline_ms = timeout_ms + tool->grace_ms + GRACE_MS;
  if (timeout_ms != 0)
    call->deadline_id = g_timeout_add (call->deadline_ms, deadline_cb, task);
  if (cancellable != NULL)
    call->cancelled_id =
        g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb), task);
  if (self->is_ready)
    {
      send (task);
      return;
    }
  g_queue_push_tail (&self->waiting, g_object_ref (task));
  start (self);
}

JsonObject *
pel_session_link_call_finish (GAsyncResult *result, GUnixFDList **ret_files)
{
  Call *call;

  g_return_val_if_fail (g_async_result_is_tagged (result, pel_session_link_call_async), NULL);

  call = g_task_get_task_data (G_TASK (result));
  if (ret_files != NULL)
    *ret_files = g_steal_pointer (&call->files);
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
