/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Questions that a rule lets the caller put to the person: the client of the MCP server in both
 * eras, and the command line at its terminal. What the program's own log says decides. */

#include "command.h"
#include "fixture.h"
#include "mcp-client.h"

#include "services/base/error.h"

#include <glib/gstdio.h>
#include <string.h>

#define WAIT_MS   60000
#define PRESS     "{\"name\":\"ui_invoke\",\"arguments\":{\"target\":\"Button:Button\"}"
#define CLICKED   "clicked button"
#define ELICIT    "elicitation/create"
#define ALLOW     "{\"action\":\"accept\",\"content\":{\"answer\":\"allow once\"}}"
#define DENY      "{\"action\":\"accept\",\"content\":{\"answer\":\"deny\",\"reason\":\"not today\"}}"
#define DECLINE   "{\"action\":\"decline\"}"
#define QUIET_MS  1500
#define ANSWER_AT "Type a number"

typedef struct
{
  PelFixture   *fixture;
  PelMcpClient *client; /* (nullable) */
} Stage;

/* By name, so that the command line can wait for the rest of the window. */
static void
write_policy (const char *approver)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *text = g_strdup_printf ("{\"default\":{\"act\":\"allow\",\"capture\":\"allow\"},"
                                           "\"rules\":[{\"target_name\":\"Button\","
                                           "\"decision\":\"ask\",\"approver\":\"%s\"}]}",
                                           approver);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
open_stage (Stage *stage, const char *approver)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (PelCommand) wait = NULL;

  pel_command_end_session (); /* the next one reads the policy anew */
  write_policy (approver);
  stage->fixture = pel_fixture_start (&error, "fixture-gtk3", NULL);
  g_assert_no_error (error);
  wait = pel_command_run (NULL, "wait Slider:Slider --timeout-ms 25000");
  g_assert_cmpint (wait->exit_code, ==, 0);
}

static void
set_up_terminal (Stage *stage, gconstpointer unused)
{
  open_stage (stage, "terminal");
}

static void
set_up_legacy (Stage *stage, gconstpointer unused)
{
  open_stage (stage, "elicitation");
  stage->client = pel_mcp_client_start (PEL_MCP_LEGACY, NULL);
}

static void
set_up_modern (Stage *stage, gconstpointer unused)
{
  open_stage (stage, "elicitation");
  stage->client = pel_mcp_client_start (PEL_MCP_MODERN, NULL);
}

static void
tear_down (Stage *stage, gconstpointer unused)
{
  g_clear_pointer (&stage->client, pel_mcp_client_stop);
  pel_fixture_stop (stage->fixture);
}

/* (transfer full): the result of a request. */
static JsonObject *
await (Stage *stage, gint64 id)
{
  g_autoptr (JsonObject) answer = pel_mcp_client_wait (stage->client, id, WAIT_MS);

  g_assert_nonnull (answer);
  g_assert_true (json_object_has_member (answer, "result"));
  return json_object_ref (json_object_get_object_member (answer, "result"));
}

static void
assert_quiet (Stage *stage)
{
  pel_mcp_client_listen (stage->client, QUIET_MS);
  g_assert_cmpuint (pel_fixture_count (stage->fixture, CLICKED), ==, 0);
}

/* The old era: the server asks */

/* Presses, and waits for the form. The id of the call. */
static gint64
press (Stage *stage, guint n_forms)
{
  gint64 id = pel_mcp_client_send (stage->client, "tools/call", PRESS "}");

  g_assert_true (pel_mcp_client_wait_notes (stage->client, ELICIT, n_forms, WAIT_MS));
  return id;
}

static void
test_legacy (Stage *stage, gconstpointer unused)
{
  g_autoptr (JsonObject) denied = NULL, declined = NULL, allowed = NULL;
  gint64                 id = press (stage, 1);
  JsonObject            *form = pel_mcp_client_get_note (stage->client, ELICIT, 0);

  g_assert_nonnull (strstr (json_object_get_string_member (form, "message"), "Button “Button”"));
  assert_quiet (stage);
  pel_mcp_client_reply (stage->client, ELICIT, 0, DENY);
  denied = await (stage, id);
  g_assert_true (pel_mcp_client_is_error (denied));
  g_assert_nonnull (strstr (pel_mcp_client_get_text (denied), "not today"));
  id = press (stage, 2);
  pel_mcp_client_reply (stage->client, ELICIT, 1, DECLINE);
  declined = await (stage, id);
  g_assert_true (pel_mcp_client_is_error (declined));
  assert_quiet (stage);
  id = press (stage, 3);
  pel_mcp_client_reply (stage->client, ELICIT, 2, ALLOW);
  allowed = await (stage, id);
  g_assert_false (pel_mcp_client_is_error (allowed));
  pel_fixture_expect (stage->fixture, CLICKED);
  {
    g_autoptr (PelCommand) log = pel_command_run (NULL, "audit show --json --last 1");

    g_assert_nonnull (strstr (log->out, "once (elicitation)"));
  }
}

/* Who calls it off takes the form back; an answer that comes all the same does nothing. */
static void
test_legacy_cancel (Stage *stage, gconstpointer unused)
{
  gint64           id = press (stage, 1);
  g_autofree char *params = g_strdup_printf ("{\"requestId\":%" G_GINT64_FORMAT "}", id);

  pel_mcp_client_notify (stage->client, "notifications/cancelled", params);
  g_assert_true (pel_mcp_client_wait_notes (stage->client, "notifications/cancelled", 1, WAIT_MS));
  pel_mcp_client_reply (stage->client, ELICIT, 0, ALLOW);
  assert_quiet (stage);
}

/* The new era: the client comes again */

/* (transfer full): the ticket of a press that has to wait for the person. */
static char *
press_and_leave (Stage *stage)
{
  g_autoptr (JsonObject) result = pel_mcp_client_ask (stage->client, "tools/call", PRESS "}");
  JsonObject            *input;

  g_assert_cmpstr (json_object_get_string_member (result, "resultType"), ==, "input_required");
  input = json_object_get_object_member (json_object_get_object_member (result, "inputRequests"),
                                         "approval");
  g_assert_cmpstr (json_object_get_string_member (input, "method"), ==, ELICIT);
  return g_strdup (json_object_get_string_member (result, "requestState"));
}

/* (transfer full): what a second visit is answered, as a whole. */
static JsonObject *
come_again (Stage *stage, const char *call, const char *ticket, const char *responses)
{
  g_autofree char *params = g_strdup_printf ("%s,\"requestState\":\"%s\",\"inputResponses\":%s}",
                                             call,
                                             ticket,
                                             responses);

  return pel_mcp_client_try (stage->client, "tools/call", params);
}

static void
assert_refused (JsonObject *answer, const char *words)
{
  JsonObject *error;

  g_assert_true (json_object_has_member (answer, "error"));
  error = json_object_get_object_member (answer, "error");
  g_test_message ("%s", json_object_get_string_member (error, "message"));
  g_assert_cmpint (json_object_get_int_member (error, "code"), ==, -32602);
  g_assert_nonnull (strstr (json_object_get_string_member (error, "message"), words));
}

static void
test_modern (Stage *stage, gconstpointer unused)
{
  g_autofree char       *ticket = press_and_leave (stage);
  g_autofree char       *changed = g_strdup (ticket);
  g_autofree char       *second = NULL;
  g_autoptr (JsonObject) tampered = NULL, swapped = NULL, empty = NULL, allowed = NULL, used = NULL;

  assert_quiet (stage);
  changed[strlen (changed) - 1] ^= 1;
  tampered = come_again (stage, PRESS, changed, "{\"approval\":" ALLOW "}");
  assert_refused (tampered, "not issued by");
  swapped = come_again (stage,
                        "{\"name\":\"ui_invoke\",\"arguments\":{\"target\":\"Button:Open dialog\"}",
                        ticket,
                        "{\"approval\":" ALLOW "}");
  assert_refused (swapped, "another call");
  empty = come_again (stage, PRESS, ticket, "{}"); /* asked again, with another ticket */
  second = g_strdup (json_object_get_string_member (json_object_get_object_member (empty, "result"),
                                                    "requestState"));
  g_assert_cmpstr (second, !=, ticket);
  assert_quiet (stage);
  allowed = come_again (stage, PRESS, second, "{\"approval\":" ALLOW "}");
  g_assert_false (pel_mcp_client_is_error (json_object_get_object_member (allowed, "result")));
  pel_fixture_expect (stage->fixture, CLICKED);
  pel_fixture_forget (stage->fixture);
  used = come_again (stage, PRESS, second, "{\"approval\":" ALLOW "}");
  assert_refused (used, "already used");
  assert_quiet (stage);
}

static void
test_modern_deny (Stage *stage, gconstpointer unused)
{
  g_autofree char       *ticket = press_and_leave (stage);
  g_autoptr (JsonObject) denied = come_again (stage, PRESS, ticket, "{\"approval\":" DENY "}");
  JsonObject            *result = json_object_get_object_member (denied, "result");

  g_assert_true (pel_mcp_client_is_error (result));
  g_assert_nonnull (strstr (pel_mcp_client_get_text (result), "not today"));
  assert_quiet (stage);
}

/* A client that shows no forms is told so at once. */
static void
test_no_forms (Stage *stage, gconstpointer unused)
{
  g_autoptr (JsonObject) result =
      pel_mcp_client_ask (stage->client,
                          "tools/call",
                          PRESS
                          ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                          "\"io.modelcontextprotocol/clientCapabilities\":{}}}");

  g_assert_true (pel_mcp_client_is_error (result));
  g_assert_nonnull (strstr (pel_mcp_client_get_text (result), "approval_required"));
  assert_quiet (stage);
}

/* The terminal */

static void
test_terminal (Stage *stage, gconstpointer unused)
{
  g_autoptr (PelCommand) denied =
      pel_command_talk_at_terminal ("invoke Button:Button", ANSWER_AT, "1 not today\n");
  g_autoptr (PelCommand) ended = NULL, allowed = NULL;

  g_assert_cmpint (denied->exit_code, !=, 0);
  g_assert_nonnull (strstr (denied->err, "Button “Button”"));
  g_assert_nonnull (strstr (denied->err, "not today"));
  ended = pel_command_talk_at_terminal ("invoke Button:Button", ANSWER_AT, "what?\n\n");
  g_assert_cmpint (ended->exit_code, !=, 0);
  g_assert_cmpuint (pel_fixture_count (stage->fixture, CLICKED), ==, 0);
  allowed = pel_command_talk_at_terminal ("invoke Button:Button", ANSWER_AT, "2\n");
  g_assert_cmpint (allowed->exit_code, ==, 0);
  pel_fixture_expect (stage->fixture, CLICKED);
}

/* A script has no terminal, and an agent's client is not one. */
static void
test_no_terminal (Stage *stage, gconstpointer unused)
{
  g_autoptr (PelCommand) script = pel_command_run (NULL, "invoke Button:Button");
  g_autoptr (JsonObject) result = NULL;

  g_assert_cmpint (script->exit_code, ==, pel_error_get_exit_code (PEL_ERROR_APPROVAL_REQUIRED));
  stage->client = pel_mcp_client_start (PEL_MCP_LEGACY, NULL);
  result = pel_mcp_client_call (stage->client, "ui_invoke", "{\"target\":\"Button:Button\"}");
  g_assert_true (pel_mcp_client_is_error (result));
  g_assert_nonnull (strstr (pel_mcp_client_get_text (result), "approval_required"));
  assert_quiet (stage);
}

#define ADD(path, set_up, function) g_test_add (path, Stage, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/channels/elicitation/legacy", set_up_legacy, test_legacy);
  ADD ("/channels/elicitation/legacy-cancel", set_up_legacy, test_legacy_cancel);
  ADD ("/channels/elicitation/modern", set_up_modern, test_modern);
  ADD ("/channels/elicitation/modern-deny", set_up_modern, test_modern_deny);
  ADD ("/channels/elicitation/no-forms", set_up_legacy, test_no_forms);
  ADD ("/channels/terminal", set_up_terminal, test_terminal);
  ADD ("/channels/no-terminal", set_up_terminal, test_no_terminal);

  return g_test_run ();
}
