/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the person's answers reach, with hands that count as theirs. */

#include "config.h"

#include "approval-case.h"
#include "mcp-client.h"
#include "pixel-oracle.h"

#include "overlay/theme.h"

#define PRESS \
  "{\"name\":\"ui_invoke\",\"arguments\":{\"target\":\"Button:Button\",\"timeout_ms\":30000}}"
#define MIN_OUTLINED 100 /* pixels of what is picked */

static void
expect_clicks (Case *self, guint n_clicks)
{
  for (guint i = 0; i < n_clicks; i++)
    pel_fixture_expect (self->fixture, "clicked button");
  g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked*"), ==, n_clicks);
}

static void
expect_grants (const char *text)
{
  gint64   deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  gboolean is_there = FALSE;

  while (!is_there)
    {
      g_autoptr (PelCommand) listed = pel_command_run_at_terminal ("grants");

      is_there = strstr (listed->out, text) != NULL;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* A call of the same kind that nobody is asked about. */
static void
run_unasked (const char *line)
{
  g_autoptr (PelCommand) command = pel_command_run (NULL, line);

  g_test_message ("%s: %s", line, command->err);
  g_assert_cmpint (command->exit_code, ==, 0);
}

static void
test_capture (Case *self, gconstpointer unused)
{
  g_autoptr (PelCommand) command = NULL;
  g_autoptr (JsonObject) data = NULL;

  if (!needs_person ())
    return;
  ask (self, "capture Button:Button --json");
  press_alt ('a');
  command = finish (self);
  data = pel_command_parse_data (command);
  g_assert_true (json_object_has_member (data, "width"));
  expect_log ("once (dialog)");
}

static void
test_capture_denied (Case *self, gconstpointer unused)
{
  g_autoptr (PelCommand) command = NULL;

  if (!needs_person ())
    return;
  ask (self, "capture --json");
  press_alt ('d');
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 4);
  g_assert_null (strstr (command->out, "width"));
  expect_log ("approval_denied");
}

/* What is typed comes back to who asked. */
static void
test_reason (Case *self, gconstpointer unused)
{
  g_autoptr (PelCommand) command = NULL;

  if (!needs_person ())
    return;
  ask (self, ACT);
  type_reason ("not now");
  press_alt ('d');
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 4);
  g_assert_nonnull (strstr (command->err, "not now"));
  expect_clicks (self, 0);
}

/* (transfer none): the result of a call under way; owned by @ret_message. */
static JsonObject *
await_result (PelMcpClient *client, gint64 id, JsonObject **ret_message)
{
  *ret_message = pel_mcp_client_wait (client, id, WAIT_SECONDS * 1000);
  g_assert_nonnull (*ret_message);
  return json_object_get_object_member (*ret_message, "result");
}

static void
assert_result (PelMcpClient *client, gint64 id, gboolean is_error)
{
  g_autoptr (JsonObject) message = NULL;
  JsonObject            *result = await_result (client, id, &message);

  g_test_message ("%s", pel_mcp_client_get_text (result));
  g_assert_cmpint (pel_mcp_client_is_error (result), ==, is_error);
}

/* For one client, as long as that is there; others are asked about. */
static void
test_connected (Case *self, gconstpointer unused)
{
  g_autoptr (PelMcpClient) one = NULL, other = NULL;
  gint64                   id;

  if (!needs_person ())
    return;
  one = pel_mcp_client_start (PEL_MCP_LEGACY, NULL);
  other = pel_mcp_client_start (PEL_MCP_LEGACY, NULL);
  id = pel_mcp_client_send (one, "tools/call", PRESS);
  await_question (self);
  press_alt ('c');
  assert_result (one, id, FALSE);
  await_end ();
  expect_grants ("while_connected");
  assert_result (one, pel_mcp_client_send (one, "tools/call", PRESS), FALSE);
  expect_clicks (self, 2);
  id = pel_mcp_client_send (other, "tools/call", PRESS);
  await_question (self);
  press_alt ('d');
  assert_result (other, id, TRUE);
  g_assert_cmpuint (pel_fixture_count (self->fixture, "clicked*"), ==, 2);
  g_clear_pointer (&one, pel_mcp_client_stop);
  expect_grants ("Nothing is granted");
}

/* Identical calls of a client are one question, and have one answer. */
static void
test_merged (Case *self, gconstpointer unused)
{
  g_autoptr (PelMcpClient) client = NULL;
  gint64                   ids[2];

  if (!needs_person ())
    return;
  client = pel_mcp_client_start (PEL_MCP_LEGACY, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = pel_mcp_client_send (client, "tools/call", PRESS);
  await_question (self);
  press_alt ('a');
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    assert_result (client, ids[i], FALSE);
  expect_clicks (self, 2);
}

/* What is allowed is done, whoever else waits for the person by then. */
static void
test_turns (Case *self, gconstpointer unused)
{
  g_autoptr (PelMcpClient) other = NULL;
  g_autoptr (PelCommand)   command = NULL;
  gint64                   id;

  if (!needs_person ())
    return;
  ask (self, ACT);
  other = pel_mcp_client_start (PEL_MCP_LEGACY, NULL);
  id = pel_mcp_client_send (
      other,
      "tools/call",
      "{\"name\":\"ui_toggle\",\"arguments\":{\"target\":\"CheckBox:Check\",\"timeout_ms\":30000}}");
  wait_ms (AFTER_MS);
  press_alt ('a');
  command = finish (self); /* no one has answered the other one */
  g_assert_cmpint (command->exit_code, ==, 0);
  expect_clicks (self, 1);
  await_question (self);
  g_assert_cmpuint (pel_fixture_count (self->fixture, "toggled*"), ==, 0);
  press_alt ('a');
  assert_result (other, id, FALSE);
  g_assert_cmpuint (pel_fixture_count (self->fixture, "toggled*"), ==, 1);
}

/* For whatever is in the same program, until it is taken back. */
static void
test_application (Case *self, gconstpointer unused)
{
  g_autoptr (PelCommand) command = NULL;

  if (!needs_person ())
    return;
  ask (self, ACT);
  press_alt ('p');
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 0);
  await_end ();
  run_unasked ("toggle CheckBox:Check --timeout-ms 30000");
  expect_log ("app (grant ");
  run_unasked (ACT);
  pel_fixture_expect (self->fixture, "clicked button");
  g_assert_cmpuint (pel_fixture_count (self->fixture, "toggled*"), ==, 1);
  run_unasked ("grants revoke --all");
  pel_fixture_forget (self->fixture);
  ask (self, ACT); /* called off when the test is over */
}

static void
test_always (Case *self, gconstpointer unused)
{
  g_autoptr (PelCommand) command = NULL;
  g_autofree char       *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char *text = NULL;

  if (!needs_person ())
    return;
  ask (self, ACT);
  press_alt ('w');
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 0);
  run_unasked (ACT);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "{\"app\": \"fixture-hostile\", \"decision\": \"allow\"}"));
  g_assert_nonnull (strstr (text, "fixture-gtk3"));
}

/* Picking */

static guint
count_outlined (void)
{
  g_autoptr (GPtrArray) images = pel_oracle_capture_all (NULL);
  guint                 n = 0;

  for (guint i = 0; i < images->len; i++)
    n += pel_oracle_count (images->pdata[i], pel_theme_get_style (PEL_SHADE_HOVERED)->colour, 2);
  return n;
}

static void
point_at_program (void)
{
  g_autoptr (PelCommand)   command = pel_command_run (NULL, "query Button:Button --json");
  g_autoptr (JsonObject)   data = pel_command_parse_data (command);
  JsonArray               *matches = json_object_get_array_member (data, "matches");
  JsonObject              *match = json_array_get_object_element (matches, 0);
  JsonObject              *bounds = json_object_get_object_member (match, "bounds");
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelTestInput) input = pel_test_input_new (&error);

  g_assert_true (pel_test_input_move (input,
                                      json_object_get_int_member (bounds, "x") + 5,
                                      json_object_get_int_member (bounds, "y") + 5,
                                      &error));
}

/* Pick mode has the pointer and the keys, which the answer needs: it ends, and none begins. */
static void
test_pick (Case *self, gconstpointer unused)
{
  gint64                  deadline = g_get_monotonic_time () + WAIT_SECONDS * G_TIME_SPAN_SECOND;
  g_autoptr (GSubprocess) pick = NULL;
  g_autoptr (PelCommand)  picked = NULL, again = NULL, command = NULL;

  if (!needs_person ())
    return;
  point_at_program ();
  pick = pel_command_start (NULL, "pick");
  while (count_outlined () < MIN_OUTLINED)
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
  ask (self, ACT);
  picked = pel_command_wait (pick);
  g_test_message ("%s", picked->err);
  g_assert_cmpint (picked->exit_code, ==, 4);
  g_assert_nonnull (strstr (picked->err, "question"));
  g_assert_cmpuint (count_outlined (), <, MIN_OUTLINED);
  again = pel_command_run (NULL, "pick");
  g_assert_cmpint (again->exit_code, ==, 4);
  press_alt ('a');
  command = finish (self);
  g_assert_cmpint (command->exit_code, ==, 0);
  expect_clicks (self, 1);
}

#define ADD(path, func) \
  g_test_add ("/approval-answers/" path, Case, NULL, set_up_program, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("capture", test_capture);
  ADD ("capture-denied", test_capture_denied);
  ADD ("reason", test_reason);
  ADD ("connected", test_connected);
  ADD ("merged", test_merged);
  ADD ("turns", test_turns);
  ADD ("application", test_application);
  ADD ("pick", test_pick);
  ADD ("always", test_always); /* the last: it allows from then on */

  return g_test_run ();
}
