/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/client.h"

#include "app/cli/bus-address.h"
#include "app/cli/session-launcher.h"
#include "app/cli/terminal-asker.h"
#include "services/base/error.h"
#include "services/base/json.h"
#include "services/policy/channel.h"
#include "services/tool/tool-call.h"

#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#define OBJECT_PATH "/io/github/pellucid/Pellucid"
#define INTERFACE   "io.github.pellucid.Session1"
#define GRACE_MS    25
#define CANCEL_MS   1500
#define KNOCK_TIME  (2 * G_TIME_SPAN_SECOND) /* a large process takes a while to die */

/* Of a call that goes on for as long as one likes: until its first event. */
#define FIRST_EVENT_MS 10000

/* A tree of the deepest elements, each in the list of its parent, and what is around it. */
#define MAX_DEPTH (2 * PEL_ELEMENT_MAX_DEPTH + 16)
#define MAX_BYTES (256 * 1024 * 1024)

typedef struct Call Call;

struct _PelClient
{
  GMainLoop        *loop;
  GDBusConnection  *bus;   /* NULL until it is there */
  char             *owner; /* (nullable) the session's unique name; nothing goes to another */
  Call             *call;  /* (nullable) the one under way, borrowed */
  PelTerminalAsker *asker; /* (nullable) where a person can be asked */
  guint             n_calls;
  guint             signal_ids[2];
  gboolean          is_interrupted;
};

/* One call, there and back. Counted: whatever was asked for it may answer after it has ended, and
 * then finds an envelope. */
struct Call
{
  PelClient        *client;
  const PelTool    *tool;
  JsonObject       *arguments;
  PelClientListener listener;
  char             *token;
  guint             timeout_ms;
  guint             deadline_id, give_up_id, unread_id, start_id;
  guint             subscription_ids[3];
  GCancellable     *cancellable;
  JsonObject       *envelope; /* NULL until it has ended */
  const char       *doing;    /* what a timeout is about */
  gint64            start_time;
  gint64            call_time;
  gint64            held_since; /* 0: the clock runs */
  gboolean          is_second_try;
  gboolean          is_cancelling;
  gboolean          is_answered; /* by the session */
};

static void
call_clear (Call *call)
{
  g_clear_pointer (&call->arguments, json_object_unref);
  g_clear_pointer (&call->envelope, json_object_unref);
  g_clear_object (&call->cancellable);
  g_free (call->token);
}

static void
call_unref (Call *call)
{
  g_rc_box_release_full (call, (GDestroyNotify) call_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Call, call_unref)

/* Takes @envelope. */
static void
finish (Call *call, JsonObject *envelope)
{
  if (call->envelope == NULL)
    {
      call->envelope = envelope;
      g_main_loop_quit (call->client->loop);
    }
  else
    json_object_unref (envelope);
}

static void
fail (Call *call, const GError *error)
{
  JsonObject *envelope = json_object_new ();
  JsonObject *driver = json_object_new ();
  gint64      elapsed = g_get_monotonic_time () - call->start_time;

  json_object_set_string_member (envelope, "status", "error");
  json_object_set_string_member (driver, "name", "pellucid");
  json_object_set_string_member (driver, "kind", "client");
  json_object_set_string_member (driver, "version", PEL_VERSION);
  json_object_set_object_member (envelope, "driver", driver);
  json_object_set_object_member (envelope, "error", pel_tool_error_to_json (error));
  json_object_set_int_member (envelope, "elapsed_ms", elapsed / 1000);
  finish (call, envelope);
}

static void
give_up (Call *call)
{
  g_autoptr (GError) error = NULL;

  pel_set_error (&error, PEL_ERROR_CANCELLED, NULL, _ ("Cancelled"));
  fail (call, error);
}

static gboolean
is_session_gone (const GError *error)
{
  return g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY) ||
         g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER) ||
         g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN);
}

/* What the bus says when a call fails on the way, in our words. */
static void
fail_call (Call *call, const GError *cause)
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
  fail (call, error);
}

/* It left the bus while we knocked: a call that only reads may be made again, once. */
static gboolean
met_a_dying_session (Call *call, const GError *error)
{
  return is_session_gone (error) && !call->is_second_try &&
         call->tool->tool_class == PEL_TOOL_READ &&
         g_get_monotonic_time () - call->call_time < KNOCK_TIME;
}

/* The session may send larger messages than it accepts. */
static JsonObject *
parse_envelope (const char *text)
{
  g_autoptr (JsonNode) node = pel_json_parse_large (text, -1, MAX_DEPTH, MAX_BYTES, NULL);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_dup_object (node) : NULL;
}

static void launch (Call *call);

static void
called_cb (GObject *bus, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Call)        call = user_data;
  g_autoptr (GError)      error = NULL;
  g_autoptr (GUnixFDList) files = NULL;
  g_autoptr (GVariant)    reply =
      g_dbus_connection_call_with_unix_fd_list_finish (G_DBUS_CONNECTION (bus),
                                                       &files,
                                                       result,
                                                       &error);
  const char *text;
  JsonObject *envelope;

  if (call->envelope != NULL)
    return;
  if (reply == NULL && met_a_dying_session (call, error))
    {
      call->is_second_try = TRUE;
      launch (call);
      return;
    }
  call->is_answered = TRUE;
  if (reply == NULL)
    {
      fail_call (call, error);
      return;
    }
  g_variant_get (reply, "(&s@ah)", &text, NULL);
  envelope = parse_envelope (text);
  if (envelope == NULL)
    pel_set_error (&error,
                   PEL_ERROR_UNKNOWN,
                   _ ("End the session and try again; its version may differ"),
                   _ ("The session sent an invalid reply"));
  if (files != NULL && g_unix_fd_list_get_length (files) > 0 && call->listener.file != NULL)
    call->listener.file (g_unix_fd_list_peek_fds (files, NULL)[0]);
  if (envelope == NULL)
    fail (call, error);
  else
    finish (call, envelope);
}

/* Whether a signal is about the call that is under way. */
static gboolean
is_about (const Call *call, GVariant *parameters, const char *type)
{
  g_autofree char *token = NULL;

  if (call->envelope != NULL || !g_variant_is_of_type (parameters, G_VARIANT_TYPE (type)))
    return FALSE;
  g_variant_get_child (parameters, 0, "s", &token);
  return g_str_equal (token, call->token);
}

static gboolean deadline_cb (gpointer user_data);

/* A person is asked something, and takes their time; the session says when the clock goes on. */
static void
set_held (Call *call, gboolean is_held)
{
  gint64 gone_ms;

  if (is_held == (call->held_since != 0))
    return;
  if (is_held)
    {
      call->held_since = g_get_monotonic_time ();
      g_clear_handle_id (&call->deadline_id, g_source_remove);
      return;
    }
  gone_ms = (call->held_since - call->start_time) / G_TIME_SPAN_MILLISECOND;
  call->start_time += g_get_monotonic_time () - call->held_since;
  call->held_since = 0;
  call->deadline_id =
      g_timeout_add (MAX (call->timeout_ms + call->tool->grace_ms - gone_ms, 0) + GRACE_MS,
                     deadline_cb,
                     call);
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
  Call       *call = user_data;
  const char *message;
  double      fraction;

  if (!is_about (call, parameters, "(sds)"))
    return;
  g_variant_get (parameters, "(&sd&s)", NULL, &fraction, &message);
  set_held (call, fraction < 0);
  if (call->listener.progress != NULL && message[0] != '\0')
    call->listener.progress (fraction, message);
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
  Call       *call = user_data;
  const char *json;

  if (!is_about (call, parameters, "(ss)"))
    return;
  if (call->tool->timeout_ms == 0)
    g_clear_handle_id (&call->deadline_id, g_source_remove);
  g_variant_get (parameters, "(&s&s)", NULL, &json);
  if (!call->listener.event (json))
    give_up (call);
}

static guint
subscribe (Call *call, const char *signal, GDBusSignalCallback callback)
{
  return g_dbus_connection_signal_subscribe (call->client->bus,
                                             call->client->owner,
                                             INTERFACE,
                                             signal,
                                             OBJECT_PATH,
                                             NULL,
                                             G_DBUS_SIGNAL_FLAGS_NONE,
                                             callback,
                                             g_rc_box_acquire (call),
                                             (GDestroyNotify) call_unref);
}

static void
unsubscribe (Call *call)
{
  for (gsize i = 0; i < G_N_ELEMENTS (call->subscription_ids); i++)
    if (call->subscription_ids[i] != 0)
      g_dbus_connection_signal_unsubscribe (call->client->bus, call->subscription_ids[i]);
  memset (call->subscription_ids, 0, sizeof call->subscription_ids);
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
  Call                  *call = user_data;
  const char            *json;
  g_autoptr (JsonObject) question = NULL;

  if (!is_about (call, parameters, "(ss)"))
    return;
  g_variant_get (parameters, "(&s&s)", NULL, &json);
  question = pel_json_parse_object (json, -1, NULL);
  if (question != NULL)
    pel_terminal_asker_ask (call->client->asker, question);
}

/* Fire and forget: what is sent next over this connection arrives after it. */
static void
tell (PelClient *client, const char *method, GVariant *parameters)
{
  g_dbus_connection_call (client->bus,
                          client->owner,
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

static void
answered_cb (guint64 id, PelAnswer answer, const char *reason, gpointer user_data)
{
  tell (user_data,
        "Answer",
        g_variant_new ("(tss)", id, pel_answer_to_string (answer), reason != NULL ? reason : ""));
}

/* A rule may name the terminal as the place where the person is asked. */
static void
serve_terminal (Call *call)
{
  const char *const channels[] = { pel_channel_to_string (PEL_CHANNEL_TERMINAL), NULL };

  if (call->client->asker == NULL)
    return;
  tell (call->client, "Serve", g_variant_new ("(^as)", channels));
  call->subscription_ids[2] = subscribe (call, "Question", question_cb);
}

static void
launched_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Call)     call = user_data;
  g_autoptr (GError)   error = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char     *text = NULL;
  g_autofree char     *owner = pel_session_launcher_run_finish (result, &error);

  if (call->envelope != NULL)
    return;
  if (owner == NULL)
    {
      fail (call, error);
      return;
    }
  g_free (call->client->owner);
  call->client->owner = g_steal_pointer (&owner);
  call->doing = _ ("The session is not responding");
  call->call_time = g_get_monotonic_time ();
  node = pel_json_take_object (json_object_ref (call->arguments));
  text = pel_json_to_string (node, PEL_JSON_COMPACT);
  unsubscribe (call);
  call->subscription_ids[0] = subscribe (call, "Progress", progress_cb);
  if (call->listener.event != NULL)
    call->subscription_ids[1] = subscribe (call, "Event", event_cb);
  serve_terminal (call);
  g_dbus_connection_call_with_unix_fd_list (call->client->bus,
                                            call->client->owner,
                                            OBJECT_PATH,
                                            INTERFACE,
                                            "Call",
                                            g_variant_new ("(sss)",
                                                           call->token,
                                                           call->tool->name,
                                                           text),
                                            G_VARIANT_TYPE ("(sah)"),
                                            G_DBUS_CALL_FLAGS_NO_AUTO_START,
                                            G_MAXINT, /* the deadline is ours and the session's */
                                            NULL,
                                            call->cancellable,
                                            called_cb,
                                            g_rc_box_acquire (call));
}

static void
launch (Call *call)
{
  call->doing = _ ("The session did not start");
  pel_session_launcher_run_async (call->client->bus,
                                  call->cancellable,
                                  launched_cb,
                                  g_rc_box_acquire (call));
}

static void
connected_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Call)            call = user_data;
  g_autoptr (GError)          cause = NULL;
  g_autoptr (GError)          error = NULL;
  g_autoptr (GDBusConnection) bus = g_dbus_connection_new_for_address_finish (result, &cause);

  if (call->envelope != NULL)
    return;
  if (bus == NULL)
    {
      pel_set_error (&error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Log in to a desktop, or use dbus-run-session"),
                     _ ("Cannot connect to the session bus: %s"),
                     cause->message);
      fail (call, error);
      return;
    }
  call->client->bus = g_steal_pointer (&bus);
  launch (call);
}

/* A script makes all of its calls over one connection. */
static gboolean
start_cb (gpointer user_data)
{
  Call              *call = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char   *address = NULL;

  call->start_id = 0;
  if (call->client->bus != NULL)
    {
      launch (call);
      return G_SOURCE_REMOVE;
    }
  address = pel_bus_address_find (&error);
  if (address == NULL)
    {
      fail (call, error);
      return G_SOURCE_REMOVE;
    }
  call->doing = _ ("The session bus is not responding");
  g_dbus_connection_new_for_address (address,
                                     G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                         G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                     NULL,
                                     call->cancellable,
                                     connected_cb,
                                     g_rc_box_acquire (call));
  return G_SOURCE_REMOVE;
}

static gboolean
deadline_cb (gpointer user_data)
{
  Call              *call = user_data;
  g_autoptr (GError) error = NULL;

  call->deadline_id = 0;
  pel_set_error (&error,
                 PEL_ERROR_TIMEOUT,
                 NULL,
                 /* Translators: a sentence such as “The session does not answer”, and a time */
                 _ ("%s (waited %u ms)"),
                 call->doing,
                 call->timeout_ms);
  fail (call, error);
  return G_SOURCE_REMOVE;
}

static gboolean
give_up_cb (gpointer user_data)
{
  Call *call = user_data;

  call->give_up_id = 0;
  give_up (call);
  return G_SOURCE_REMOVE;
}

static void
cancel_in_session (Call *call)
{
  tell (call->client, "Cancel", g_variant_new ("(s)", call->token));
}

/* What the session does for the call has ended when it answers, and that is waited for: after it,
 * nothing of the call is left on the screen. Not for long, and not a second time. */
static gboolean
interrupted_cb (gpointer user_data)
{
  PelClient *client = user_data;
  Call      *call = client->call;

  client->is_interrupted = TRUE;
  if (call == NULL)
    return G_SOURCE_CONTINUE;
  if (call->call_time == 0 || call->is_cancelling)
    {
      give_up (call);
      return G_SOURCE_CONTINUE;
    }
  call->is_cancelling = TRUE;
  call->give_up_id = g_timeout_add (CANCEL_MS, give_up_cb, call);
  cancel_in_session (call);
  return G_SOURCE_CONTINUE;
}

/* Who read the events has gone, and may do so long before the next one. */
static gboolean
unread_cb (int fd, GIOCondition condition, gpointer user_data)
{
  Call *call = user_data;

  call->unread_id = 0;
  give_up (call);
  return G_SOURCE_REMOVE;
}

PelClient *
pel_client_new (void)
{
  PelClient *self = g_new0 (PelClient, 1);

  self->loop = g_main_loop_new (NULL, FALSE);
  self->asker = pel_terminal_asker_new (answered_cb, self);
  self->signal_ids[0] = g_unix_signal_add (SIGINT, interrupted_cb, self);
  self->signal_ids[1] = g_unix_signal_add (SIGTERM, interrupted_cb, self);
  return self;
}

/* Leaving the bus ends what is still under way there. */
void
pel_client_free (PelClient *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (self->signal_ids); i++)
    g_clear_handle_id (&self->signal_ids[i], g_source_remove);
  g_clear_pointer (&self->asker, pel_terminal_asker_free);
  g_main_loop_unref (self->loop);
  g_clear_object (&self->bus);
  g_free (self->owner);
  g_free (self);
}

static void
begin (Call *call)
{
  call->deadline_id =
      g_timeout_add (call->timeout_ms + call->tool->grace_ms + GRACE_MS, deadline_cb, call);
  if (call->tool->event != NULL)
    call->unread_id = g_unix_fd_add (STDOUT_FILENO, G_IO_ERR, unread_cb, call);
  call->start_id = g_idle_add (start_cb, call);
}

static void
end (Call *call)
{
  if (call->call_time != 0 && !call->is_answered)
    cancel_in_session (call);
  g_clear_handle_id (&call->deadline_id, g_source_remove);
  g_clear_handle_id (&call->give_up_id, g_source_remove);
  g_clear_handle_id (&call->unread_id, g_source_remove);
  g_clear_handle_id (&call->start_id, g_source_remove);
  if (call->client->asker != NULL)
    pel_terminal_asker_withdraw (call->client->asker);
  unsubscribe (call);
  g_cancellable_cancel (call->cancellable);
  while (g_main_context_iteration (NULL, FALSE))
    ; /* what was cancelled lets go of the call */
}

JsonObject *
pel_client_call (PelClient               *self,
                 const PelTool           *tool,
                 JsonObject              *arguments,
                 const PelClientListener *listener)
{
  g_autoptr (Call) call = g_rc_box_new0 (Call);

  call->client = self;
  call->tool = tool;
  call->arguments = json_object_ref (arguments);
  call->listener = *listener;
  call->token = g_strdup_printf ("%u", ++self->n_calls);
  call->timeout_ms = pel_tool_call_get_timeout_ms (tool, arguments);
  call->cancellable = g_cancellable_new ();
  call->start_time = g_get_monotonic_time ();
  if (call->timeout_ms == 0)
    call->timeout_ms = FIRST_EVENT_MS;
  self->call = call;
  begin (call);
  if (self->is_interrupted)
    give_up (call);
  else
    g_main_loop_run (self->loop);
  self->call = NULL;
  end (call);
  return json_object_ref (call->envelope);
}
