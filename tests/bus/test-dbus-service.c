/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The service on a private bus, with a window source that does as it is told. */

#include "app/dbus-service.h"

#include "tests/unit/fake-window-source.h"

#include <string.h>

#define PATH "/io/github/pellucid/Pellucid"

typedef struct
{
  GDBusConnection     *server;
  GDBusConnection     *client;
  PelDbusService      *service;
  PelFakeWindowSource *source;
  PelToolContext       context;
  guint                n_arrived, n_left;
  GPtrArray           *answers;  /* of char, in the order in which they came */
  GPtrArray           *progress; /* of char: who heard it, and its token */
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
count_cb (guint *count)
{
  (*count)++;
}

static void
examine (GTask *task, const PelToolContext *context)
{
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, "no doctor here");
}

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  fixture->server = connect_to_bus ();
  fixture->client = connect_to_bus ();
  fixture->source = pel_fake_window_source_new ();
  pel_fake_window_source_set_desktop (fixture->source, pel_fake_desktop_new (1, NULL, 0));
  fixture->context.windows = PEL_WINDOW_SOURCE (fixture->source);
  fixture->context.examine = examine;
  fixture->service = pel_dbus_service_new (&fixture->context);
  fixture->answers = g_ptr_array_new_with_free_func (g_free);
  fixture->progress = g_ptr_array_new_with_free_func (g_free);
  g_signal_connect_swapped (fixture->service,
                            "client-arrived",
                            G_CALLBACK (count_cb),
                            &fixture->n_arrived);
  g_signal_connect_swapped (fixture->service,
                            "client-left",
                            G_CALLBACK (count_cb),
                            &fixture->n_left);
  pel_dbus_service_export (fixture->service, fixture->server, PATH, &error);
  g_assert_no_error (error);
}

static void
close_connection (GDBusConnection *connection)
{
  if (!g_dbus_connection_is_closed (connection))
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
  g_object_unref (fixture->source);
  g_ptr_array_unref (fixture->answers);
  g_ptr_array_unref (fixture->progress);
}

static void
answered_cb (GObject *connection, GAsyncResult *result, gpointer user_data)
{
  Fixture             *fixture = user_data;
  g_autoptr (GError)   error = NULL;
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_finish (G_DBUS_CONNECTION (connection), result, &error);
  char *text = NULL;

  if (reply != NULL && g_variant_is_of_type (reply, G_VARIANT_TYPE ("(sah)")))
    g_variant_get (reply, "(s@ah)", &text, NULL);
  g_ptr_array_add (fixture->answers,
                   text != NULL ? text : g_strdup (error ? error->message : "()"));
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
call_tool (Fixture *fixture, GDBusConnection *from, const char *token, const char *tool)
{
  call (fixture, from, "Call", g_variant_new ("(sss)", token, tool, "{}"));
}

static void
wait_for_answers (Fixture *fixture, guint n)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (fixture->answers->len < n)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
}

static void
wait_for_waiting (Fixture *fixture, guint n)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (pel_fake_window_source_get_n_waiting (fixture->source) != n)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
}

static const char *
get_answer (Fixture *fixture, guint index)
{
  return g_ptr_array_index (fixture->answers, index);
}

static void
test_call_answered (Fixture *fixture, gconstpointer unused)
{
  call_tool (fixture, fixture->client, "1", "ui_list_monitors");
  wait_for_answers (fixture, 1);
  g_assert_nonnull (strstr (get_answer (fixture, 0), "\"status\":\"success\""));
  g_assert_cmpuint (fixture->n_arrived, ==, 1);
}

static void
test_call_cancelled (Fixture *fixture, gconstpointer unused)
{
  pel_fake_window_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  call_tool (fixture, fixture->client, "slow", "ui_list_monitors");
  wait_for_waiting (fixture, 1);
  call (fixture, fixture->client, "Cancel", g_variant_new ("(s)", "another"));
  wait_for_answers (fixture, 1);
  g_assert_cmpuint (pel_fake_window_source_get_n_waiting (fixture->source), ==, 1);
  call (fixture, fixture->client, "Cancel", g_variant_new ("(s)", "slow"));
  wait_for_answers (fixture, 3);
  g_assert_true (strstr (get_answer (fixture, 1), "\"cancelled\"") != NULL ||
                 strstr (get_answer (fixture, 2), "\"cancelled\"") != NULL);
}

/* A token is its caller's own: nobody cancels for another. */
static void
test_cancel_only_own (Fixture *fixture, gconstpointer unused)
{
  GDBusConnection *other = connect_to_bus ();

  pel_fake_window_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  call_tool (fixture, fixture->client, "mine", "ui_list_monitors");
  wait_for_waiting (fixture, 1);
  call (fixture, other, "Cancel", g_variant_new ("(s)", "mine"));
  wait_for_answers (fixture, 1);
  g_assert_cmpuint (pel_fake_window_source_get_n_waiting (fixture->source), ==, 1);
  pel_fake_window_source_answer (fixture->source);
  wait_for_answers (fixture, 2);
  g_assert_nonnull (strstr (get_answer (fixture, 1), "\"success\""));
  close_connection (other);
}

static void
test_caller_leaves (Fixture *fixture, gconstpointer unused)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  pel_fake_window_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  call_tool (fixture, fixture->client, "1", "ui_list_monitors");
  wait_for_waiting (fixture, 1);
  g_dbus_connection_close_sync (fixture->client, NULL, NULL);
  wait_for_waiting (fixture, 0);
  while (fixture->n_left == 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpuint (fixture->n_left, ==, 1);
}

/* Whatever a caller says of itself, before its calls or between them, they are answered. */
static void
test_introduced (Fixture *fixture, gconstpointer unused)
{
  g_autofree char *long_name = g_strnfill (100000, 'x');

  call (fixture, fixture->client, "Introduce", g_variant_new ("(s)", "first"));
  call_tool (fixture, fixture->client, "1", "ui_list_monitors");
  wait_for_answers (fixture, 2);
  call (fixture, fixture->client, "Introduce", g_variant_new ("(s)", long_name));
  call_tool (fixture, fixture->client, "2", "ui_list_monitors");
  wait_for_answers (fixture, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_true (g_str_equal (get_answer (fixture, i), "()") ||
                   strstr (get_answer (fixture, i), "\"status\":\"success\"") != NULL);
  g_assert_cmpuint (fixture->n_arrived, ==, 1);
}

static void
test_limits_token_and_number (Fixture *fixture, gconstpointer unused)
{
  pel_fake_window_source_set_manner (fixture->source, PEL_FAKE_WAITS);
  for (guint i = 0; i < 49; i++)
    {
      g_autofree char *token = g_strdup_printf ("%u", i % 48);

      call_tool (fixture, fixture->client, token, "ui_list_monitors");
    }
  wait_for_answers (fixture, 1);
  g_assert_nonnull (strstr (get_answer (fixture, 0), "already in use"));
  call_tool (fixture, fixture->client, "one more", "ui_list_monitors");
  wait_for_answers (fixture, 2);
  g_assert_nonnull (strstr (get_answer (fixture, 1), "48 calls are in progress"));
  pel_fake_window_source_answer (fixture->source);
  wait_for_answers (fixture, 50);
}

static void
progress_cb (GDBusConnection *connection,
             const char      *sender,
             const char      *path,
             const char      *interface,
             const char      *signal,
             GVariant        *parameters,
             gpointer         user_data)
{
  Fixture    *fixture = user_data;
  const char *token;

  g_variant_get (parameters, "(&sd&s)", &token, NULL, NULL);
  g_ptr_array_add (fixture->progress,
                   g_strdup_printf ("%s %s",
                                    g_dbus_connection_get_unique_name (connection),
                                    token));
}

static void
test_progress_to_caller_only (Fixture *fixture, gconstpointer unused)
{
  GDBusConnection *listeners[] = { fixture->client, connect_to_bus () };
  g_autofree char *expected =
      g_strdup_printf ("%s doc", g_dbus_connection_get_unique_name (fixture->client));

  for (guint i = 0; i < G_N_ELEMENTS (listeners); i++)
    g_dbus_connection_signal_subscribe (listeners[i],
                                        NULL,
                                        PEL_SESSION_INTERFACE,
                                        "Progress",
                                        PATH,
                                        NULL,
                                        G_DBUS_SIGNAL_FLAGS_NONE,
                                        progress_cb,
                                        fixture,
                                        NULL);
  call_tool (fixture, fixture->client, "doc", "doctor");
  wait_for_answers (fixture, 1);
  /* the other one has a round trip's time to hear what is not for it */
  call_tool (fixture, listeners[1], "x", "ui_list_monitors");
  wait_for_answers (fixture, 2);
  g_assert_cmpuint (fixture->progress->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (fixture->progress, 0), ==, expected);
  close_connection (listeners[1]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  ADD ("/dbus-service/call/answered", test_call_answered);
  ADD ("/dbus-service/call/cancelled", test_call_cancelled);
  ADD ("/dbus-service/cancel/only-own", test_cancel_only_own);
  ADD ("/dbus-service/caller/leaves", test_caller_leaves);
  ADD ("/dbus-service/caller/introduced", test_introduced);
  ADD ("/dbus-service/limits/token-and-number", test_limits_token_and_number);
  ADD ("/dbus-service/progress/to-caller-only", test_progress_to_caller_only);
#undef ADD
  return g_test_run ();
}
