/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/cli/client.h"

#include "app/cli/session-launcher.h"
#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/tool-call.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <unistd.h>

#define OBJECT_PATH "/io/github/pellucid/Pellucid"
#define INTERFACE   "io.github.pellucid.Session1"
#define TOKEN       "1" /* a process makes one call */
#define GRACE_MS    25
#define CANCEL_MS   1500
#define KNOCK_TIME  (100 * G_TIME_SPAN_MILLISECOND)

/* Of a call that goes on for as long as one likes: until its first event. */
#define FIRST_EVENT_MS 10000

/* A tree of the deepest elements, each in the list of its parent, and what is around it. */
#define MAX_DEPTH (2 * PEL_ELEMENT_MAX_DEPTH + 16)
#define MAX_BYTES (256 * 1024 * 1024)

typedef struct
{
  const PelTool    *tool;
  JsonObject       *arguments;
  PelClientListener listener;
  guint             timeout_ms;
  guint             deadline_id;
  GMainLoop        *loop;
  GCancellable     *cancellable;
  GDBusConnection  *bus; /* NULL until it is there */
  JsonObject       *envelope;
  const char       *doing; /* what a timeout is about */
  gint64            start_time;
  gint64            call_time;
  gboolean          is_second_try;
  gboolean          is_cancelling;
} Client;

static void
finish (Client *client, JsonObject *envelope)
{
  if (client->envelope == NULL)
    client->envelope = envelope;
  else
    json_object_unref (envelope);
  g_main_loop_quit (client->loop);
}

static void
fail (Client *client, const GError *error)
{
  JsonObject *envelope = json_object_new ();
  JsonObject *driver = json_object_new ();
  gint64      elapsed = g_get_monotonic_time () - client->start_time;

  json_object_set_string_member (envelope, "status", "error");
  json_object_set_string_member (driver, "name", "pellucid");
  json_object_set_string_member (driver, "kind", "client");
  json_object_set_string_member (driver, "version", PEL_VERSION);
  json_object_set_object_member (envelope, "driver", driver);
  json_object_set_object_member (envelope, "error", pel_tool_error_to_json (error));
  json_object_set_int_member (envelope, "elapsed_ms", elapsed / 1000);
  finish (client, envelope);
}

/* What the bus says when a call fails on the way, in our words. */
static void
fail_call (Client *client, const GError *cause)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) stripped = g_error_copy (cause);

  g_dbus_error_strip_remote_error (stripped);
  if (g_error_matches (cause, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY) ||
      g_error_matches (cause, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER) ||
      g_error_matches (cause, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN))
    pel_set_error (&error,
                   PEL_ERROR_COMMAND_FAILED,
                   NULL,
                   _ ("The session ended before it answered"));
  else
    pel_set_error (&error,
                   PEL_ERROR_COMMAND_FAILED,
                   NULL,
                   _ ("The call did not reach the session: %s"),
                   stripped->message);
  fail (client, error);
}

/* It left the bus while we knocked: a call that only reads may be made again, once. */
static gboolean
met_a_dying_session (Client *client, const GError *error)
{
  gboolean is_gone = g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY) ||
                     g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER) ||
                     g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN);

  return is_gone && !client->is_second_try && client->tool->tool_class == PEL_TOOL_READ &&
         g_get_monotonic_time () - client->call_time < KNOCK_TIME;
}

/* The session says more at once than anybody may say to it. */
static JsonObject *
parse_envelope (const char *text)
{
  g_autoptr (JsonNode) node = pel_json_parse_large (text, -1, MAX_DEPTH, MAX_BYTES, NULL);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_dup_object (node) : NULL;
}

static void launched_cb (GObject *unused, GAsyncResult *result, gpointer user_data);

static void
called_cb (GObject *bus, GAsyncResult *result, gpointer user_data)
{
  Client              *client = user_data;
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, &error);
  const char *text;
  JsonObject *envelope;

  if (reply == NULL && met_a_dying_session (client, error))
    {
      client->is_second_try = TRUE;
      pel_session_launcher_run_async (client->bus, client->cancellable, launched_cb, client);
      return;
    }
  if (reply == NULL)
    {
      fail_call (client, error);
      return;
    }
  g_variant_get (reply, "(&s@ah)", &text, NULL);
  envelope = parse_envelope (text);
  if (envelope == NULL)
    pel_set_error (&error,
                   PEL_ERROR_UNKNOWN,
                   _ ("Its version may differ: end it, then try again"),
                   _ ("The session gave an answer that is not understood"));
  if (envelope == NULL)
    fail (client, error);
  else
    finish (client, envelope);
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
  Client     *client = user_data;
  const char *message;
  double      fraction;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(sds)")))
    return;
  g_variant_get (parameters, "(&sd&s)", NULL, &fraction, &message);
  client->listener.progress (fraction, message);
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
  Client            *client = user_data;
  g_autoptr (GError) error = NULL;
  const char        *json;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ss)")) || client->envelope != NULL)
    return;
  if (client->tool->timeout_ms == 0)
    g_clear_handle_id (&client->deadline_id, g_source_remove);
  g_variant_get (parameters, "(&s&s)", NULL, &json);
  if (client->listener.event (json))
    return;
  pel_set_error (&error, PEL_ERROR_CANCELLED, NULL, _ ("Cancelled"));
  fail (client, error);
}

static void
listen (Client *client, const char *signal, GDBusSignalCallback callback)
{
  g_dbus_connection_signal_subscribe (client->bus,
                                      PEL_APP_ID,
                                      INTERFACE,
                                      signal,
                                      OBJECT_PATH,
                                      NULL,
                                      G_DBUS_SIGNAL_FLAGS_NONE,
                                      callback,
                                      client,
                                      NULL);
}

static void
launched_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  Client              *client = user_data;
  g_autoptr (GError)   error = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char     *text = NULL;

  if (!pel_session_launcher_run_finish (result, &error))
    {
      fail (client, error);
      return;
    }
  client->doing = _ ("The session does not answer");
  client->call_time = g_get_monotonic_time ();
  node = pel_json_take_object (json_object_ref (client->arguments));
  text = pel_json_to_string (node, PEL_JSON_COMPACT);
  if (client->listener.progress != NULL && !client->is_second_try)
    listen (client, "Progress", progress_cb);
  if (client->listener.event != NULL && !client->is_second_try)
    listen (client, "Event", event_cb);
  g_dbus_connection_call (client->bus,
                          PEL_APP_ID,
                          OBJECT_PATH,
                          INTERFACE,
                          "Call",
                          g_variant_new ("(sss)", TOKEN, client->tool->name, text),
                          G_VARIANT_TYPE ("(sah)"),
                          G_DBUS_CALL_FLAGS_NO_AUTO_START,
                          G_MAXINT, /* the deadline is ours and the session's */
                          client->cancellable,
                          called_cb,
                          client);
}

static void
connected_cb (GObject *unused, GAsyncResult *result, gpointer user_data)
{
  Client            *client = user_data;
  g_autoptr (GError) cause = NULL;
  g_autoptr (GError) error = NULL;

  client->bus = g_dbus_connection_new_for_address_finish (result, &cause);
  if (client->bus == NULL)
    {
      pel_set_error (&error,
                     PEL_ERROR_CAPABILITY_UNAVAILABLE,
                     _ ("Log in to a desktop, or run it under dbus-run-session"),
                     _ ("The session bus cannot be reached: %s"),
                     cause->message);
      fail (client, error);
      return;
    }
  client->doing = _ ("The session did not start");
  pel_session_launcher_run_async (client->bus, client->cancellable, launched_cb, client);
}

/* Where the session bus is, without starting one of our own: GIO would, over X11. */
static char *
find_bus_address (GError **error)
{
  const char      *address = g_getenv ("DBUS_SESSION_BUS_ADDRESS");
  g_autofree char *socket = g_build_filename (g_get_user_runtime_dir (), "bus", NULL);

  if (address != NULL && address[0] != '\0')
    return g_strdup (address);
  if (g_file_test (socket, G_FILE_TEST_EXISTS))
    {
      g_autofree char *escaped = g_dbus_address_escape_value (socket);

      return g_strconcat ("unix:path=", escaped, NULL);
    }
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Log in to a desktop, or run it under dbus-run-session"),
                 _ ("There is no session bus"));
  return NULL;
}

static gboolean
start_cb (gpointer user_data)
{
  Client            *client = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char   *address = find_bus_address (&error);

  if (address == NULL)
    {
      fail (client, error);
      return G_SOURCE_REMOVE;
    }
  client->doing = _ ("The session bus does not answer");
  g_dbus_connection_new_for_address (address,
                                     G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                         G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                     NULL,
                                     client->cancellable,
                                     connected_cb,
                                     client);
  return G_SOURCE_REMOVE;
}

static gboolean
deadline_cb (gpointer user_data)
{
  Client            *client = user_data;
  g_autoptr (GError) error = NULL;

  client->deadline_id = 0;
  pel_set_error (&error,
                 PEL_ERROR_TIMEOUT,
                 NULL,
                 /* Translators: a sentence such as “The session does not answer”, and a time */
                 _ ("%s (waited %u ms)"),
                 client->doing,
                 client->timeout_ms);
  fail (client, error);
  return G_SOURCE_REMOVE;
}

static gboolean
give_up_cb (gpointer user_data)
{
  Client            *client = user_data;
  g_autoptr (GError) error = NULL;

  pel_set_error (&error, PEL_ERROR_CANCELLED, NULL, _ ("Cancelled"));
  fail (client, error);
  return G_SOURCE_REMOVE;
}

/* What the session does for the call has ended when it answers, and that is waited for: after it,
 * nothing of the call is left on the screen. Not for long, and not a second time. */
static gboolean
interrupted_cb (gpointer user_data)
{
  Client *client = user_data;

  if (client->call_time == 0 || client->is_cancelling)
    {
      give_up_cb (client);
      return G_SOURCE_CONTINUE;
    }
  client->is_cancelling = TRUE;
  g_timeout_add (CANCEL_MS, give_up_cb, client);
  g_dbus_connection_call (client->bus,
                          PEL_APP_ID,
                          OBJECT_PATH,
                          INTERFACE,
                          "Cancel",
                          g_variant_new ("(s)", TOKEN),
                          NULL,
                          G_DBUS_CALL_FLAGS_NO_AUTO_START,
                          -1,
                          NULL,
                          NULL,
                          NULL);
  return G_SOURCE_CONTINUE;
}

/* Who read the events has gone, and may do so long before the next one. */
static gboolean
unread_cb (int fd, GIOCondition condition, gpointer user_data)
{
  return give_up_cb (user_data);
}

JsonObject *
pel_client_call (const PelTool *tool, JsonObject *arguments, const PelClientListener *listener)
{
  Client client = { .tool = tool,
                    .arguments = arguments,
                    .listener = *listener,
                    .timeout_ms = pel_tool_call_get_timeout_ms (tool, arguments),
                    .loop = g_main_loop_new (NULL, FALSE),
                    .cancellable = g_cancellable_new (),
                    .start_time = g_get_monotonic_time () };

  if (client.timeout_ms == 0)
    client.timeout_ms = FIRST_EVENT_MS;
  client.deadline_id =
      g_timeout_add (client.timeout_ms + tool->grace_ms + GRACE_MS, deadline_cb, &client);
  g_unix_signal_add (SIGINT, interrupted_cb, &client);
  g_unix_signal_add (SIGTERM, interrupted_cb, &client);
  if (tool->event != NULL)
    g_unix_fd_add (STDOUT_FILENO, G_IO_ERR, unread_cb, &client);
  g_idle_add (start_cb, &client);
  g_main_loop_run (client.loop);

  /* Whatever is still under way ends with this process: leaving the bus cancels the call. */
  g_main_loop_unref (client.loop);
  g_clear_object (&client.cancellable);
  g_clear_object (&client.bus);
  return client.envelope;
}
