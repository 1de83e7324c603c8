/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The service on a private bus, with an element source that does as it is told: what happens
 * between calls. */

#include "app/dbus-service.h"

#include "tests/unit/tool-desk.h"

#include <string.h>

#define PATH "/io/github/pellucid/Pellucid"

typedef struct
{
  ToolDesk         desk;
  PelDbusService  *service;
  GDBusConnection *server;
  GDBusConnection *client;
  GPtrArray       *answers; /* of char, in the order in which they came */
  GPtrArray       *heard;   /* of char: who heard an event, its token, and the event */
} Fixture;

static GDBusConnection *
connect_to_bus (void)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection   *connection =
      g_dbus_connection_new_for_address_sync (g_getenv ("DBUS_SESSION_BUS_ADDRESS"),
                                              G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                  G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                              NULL,
                                              NULL,
                                              &error);

  g_assert_no_error (error);
  return connection;
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  tool_desk_set_up (&fixture->desk, NULL);
  fixture->server = connect_to_bus ();
  fixture->client = connect_to_bus ();
  fixture->service = pel_dbus_service_new (&fixture->desk.context);
  fixture->answers = g_ptr_array_new_with_free_func (g_free);
  fixture->heard = g_ptr_array_new_with_free_func (g_free);
  pel_dbus_service_export (fixture->service, fixture->server, PATH, &error);
  g_assert_no_error (error);
}

static void
close_connection (GDBusConnection *connection)
{
  g_dbus_connection_close_sync (connection, NULL, NULL);
  g_object_unref (connection);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  pel_dbus_service_unexport (fixture->service);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  close_connection (fixture->client);
  close_connection (fixture->server);
  pel_fake_wait_ms (20);
  g_object_unref (fixture->service);
  g_ptr_array_unref (fixture->answers);
  g_ptr_array_unref (fixture->heard);
  tool_desk_tear_down (&fixture->desk, NULL);
}

static void
answered_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  Fixture             *fixture = user_data;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (connection), result, NULL);
  char *text = NULL;

  if (reply != NULL && g_variant_is_of_type (reply, G_VARIANT_TYPE ("(sah)")))
    g_variant_get (reply, "(s@ah)", &text, NULL);
  g_ptr_array_add (fixture->answers, text != NULL ? text : g_strdup (""));
}

static void
call (Fixture *fixture, GDBusConnection *from, const char *method, GVariant *arguments)
{
  g_dbus_connection_call (from,
                          g_dbus_connection_get_unique_name (fixture->server),
                          PATH,
                          PEL_SESSION_INTERFACE,
                          method,
                          arguments,
                          NULL,
                          G_DBUS_CALL_FLAGS_NONE,
                          10000,
                          NULL,
                          answered_cb,
                          fixture);
}

static void
call_tool (Fixture *fixture, GDBusConnection *from, const char *tool, const char *arguments)
{
  g_autofree char *json = g_strdelimit (g_strdup (arguments), "'", '"');

  call (fixture, from, "Call", g_variant_new ("(sss)", tool, tool, json));
}

static void
wait_for (const GPtrArray *array, guint n)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (array->len < n)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
}

static void
wait_until_nobody_watches (Fixture *fixture)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (pel_fake_element_source_get_n_watching (fixture->desk.elements) != 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
}

static const char *
get_text (const GPtrArray *array, guint index)
{
  return g_ptr_array_index (array, index);
}

static void
heard_cb (GDBusConnection *connection,
          const char      *sender,
          const char      *path,
          const char      *interface,
          const char      *signal,
          GVariant        *parameters,
          gpointer         user_data)
{
  Fixture    *fixture = user_data;
  const char *token, *json;

  g_variant_get (parameters, "(&s&s)", &token, &json);
  g_ptr_array_add (fixture->heard,
                   g_strdup_printf ("%s %s %s",
                                    g_dbus_connection_get_unique_name (connection),
                                    token,
                                    json));
}

static void
listen_for_events (Fixture *fixture, GDBusConnection *connection)
{
  g_dbus_connection_signal_subscribe (connection,
                                      NULL,
                                      PEL_SESSION_INTERFACE,
                                      "Event",
                                      PATH,
                                      NULL,
                                      G_DBUS_SIGNAL_FLAGS_NONE,
                                      heard_cb,
                                      fixture,
                                      NULL);
}

static void
test_event_to_caller_only (Fixture *fixture, gconstpointer unused)
{
  GDBusConnection *other = connect_to_bus ();
  g_autofree char *expected = g_strdup_printf ("%s watch {\"event\":\"started\"",
                                               g_dbus_connection_get_unique_name (fixture->client));

  listen_for_events (fixture, fixture->client);
  listen_for_events (fixture, other);
  call_tool (fixture, fixture->client, "watch", "{}");
  wait_for (fixture->heard, 1);
  tool_desk_show (&fixture->desk, 2, TOOL_DESK_ADDED);
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (fixture->desk.elements));
  wait_for (fixture->heard, 2);
  /* the other one has a round trip's time to hear what is not for it */
  call_tool (fixture, other, "ui_list_monitors", "{}");
  wait_for (fixture->answers, 1);
  g_assert_cmpuint (fixture->heard->len, ==, 2);
  g_assert_true (g_str_has_prefix (get_text (fixture->heard, 0), expected));
  g_assert_nonnull (strstr (get_text (fixture->heard, 1), "watch {\"event\":\"added\""));
  g_assert_nonnull (strstr (get_text (fixture->heard, 1), "\"ref\":\"e20\""));
  close_connection (other);
}

static void
test_watch_cancelled (Fixture *fixture, gconstpointer unused)
{
  listen_for_events (fixture, fixture->client);
  call_tool (fixture, fixture->client, "watch", "{}");
  wait_for (fixture->heard, 1);
  call (fixture, fixture->client, "Cancel", g_variant_new ("(s)", "watch"));
  wait_for (fixture->answers, 2);
  g_assert_true (strstr (get_text (fixture->answers, 0), "\"cancelled\"") != NULL ||
                 strstr (get_text (fixture->answers, 1), "\"cancelled\"") != NULL);
  wait_until_nobody_watches (fixture);
}

static void
test_watch_ends_with_its_caller (Fixture *fixture, gconstpointer unused)
{
  GDBusConnection *other = connect_to_bus ();

  listen_for_events (fixture, fixture->client);
  listen_for_events (fixture, other);
  call_tool (fixture, fixture->client, "watch", "{}");
  call_tool (fixture, other, "watch", "{}");
  wait_for (fixture->heard, 2);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->desk.elements), ==, 2);
  close_connection (other);
  while (pel_fake_element_source_get_n_watching (fixture->desk.elements) == 2)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (fixture->desk.elements), ==, 1);
  g_dbus_connection_close_sync (fixture->client, NULL, NULL);
  wait_until_nobody_watches (fixture);
}

/* What a caller has seen can be named by the next one, also when the first is gone. */
static void
test_since_outlives_its_caller (Fixture *fixture, gconstpointer unused)
{
  GDBusConnection *other = connect_to_bus ();

  call_tool (fixture, other, "ui_snapshot", "{}");
  wait_for (fixture->answers, 1);
  close_connection (other);
  tool_desk_show (&fixture->desk, 2, TOOL_DESK_ADDED);
  call_tool (fixture, fixture->client, "ui_snapshot", "{'since':'s1'}");
  wait_for (fixture->answers, 2);
  g_assert_nonnull (strstr (get_text (fixture->answers, 1), "\"+ Button \\\"New\\\" [e20]"));
  g_assert_null (strstr (get_text (fixture->answers, 1), "since_expired"));
}

/* Sixteen of each caller: one who takes more does not push out another's. */
static void
test_since_of_each_caller (Fixture *fixture, gconstpointer unused)
{
  GDBusConnection *other = connect_to_bus ();

  call_tool (fixture, other, "ui_snapshot", "{}");
  wait_for (fixture->answers, 1);
  for (guint i = 2; i <= 18; i++)
    {
      tool_desk_show (&fixture->desk, i, 0);
      call_tool (fixture, fixture->client, "ui_snapshot", "{}");
      wait_for (fixture->answers, i);
    }
  call_tool (fixture, other, "ui_snapshot", "{'since':'s1'}");
  wait_for (fixture->answers, 19);
  g_assert_null (strstr (get_text (fixture->answers, 18), "since_expired"));
  call_tool (fixture, other, "ui_snapshot", "{'since':'s2'}");
  wait_for (fixture->answers, 20);
  g_assert_nonnull (strstr (get_text (fixture->answers, 19), "\"since_expired\":true"));
  call_tool (fixture, other, "ui_snapshot", "{'since':'s3'}");
  wait_for (fixture->answers, 21);
  g_assert_null (strstr (get_text (fixture->answers, 20), "since_expired"));
  close_connection (other);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/dbus-elements/event/to-caller-only", test_event_to_caller_only);
  ADD ("/dbus-elements/watch/cancelled", test_watch_cancelled);
  ADD ("/dbus-elements/watch/ends-with-its-caller", test_watch_ends_with_its_caller);
  ADD ("/dbus-elements/since/outlives-its-caller", test_since_outlives_its_caller);
  ADD ("/dbus-elements/since/of-each-caller", test_since_of_each_caller);
  return g_test_run ();
}
