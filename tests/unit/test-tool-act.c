/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Acts on the road of the pipeline: who may, what is written down, and that nothing happens in any
 * other case. The program is a fake; the policy and the audit log are real, in a folder of the
 * test. */

#include "services/base/error.h"
#include "services/base/json.h"
#include "tests/unit/audit-desk.h"
#include "tests/unit/tool-desk.h"

#include <glib/gstdio.h>
#include <string.h>

#define LOG "audit-00000001.jsonl"

typedef struct
{
  ToolDesk  desk;
  AuditDesk audit;
  char     *acted;   /* (nullable) the last act, in words */
  GError   *refusal; /* (nullable) what the program says to an act */
  gboolean  is_moving;
  guint     n_reads;
} ActDesk;

static void
add_action (PelElementReading *reading, const char *name)
{
  PelActionInfo action = { g_strdup (name), g_strdup (""), g_strdup ("") };

  g_array_append_val (reading->actions, action);
}

static PelElementReading *
read_cb (const PelReadingRequest *request, gpointer data)
{
  ActDesk           *self = data;
  PelElementReading *reading = pel_element_reading_new ();

  reading->has_place = TRUE;
  reading->place_x = self->is_moving ? self->n_reads++ * 10 : 0;
  reading->place_width = reading->place_height = 10;
  if (g_str_equal (request->path, "/5"))
    add_action (reading, "click");
  else if (g_str_equal (request->path, "/6"))
    add_action (reading, "toggle");
  return reading;
}

static gboolean
act_cb (const PelElementAct *act, gpointer data, GError **error)
{
  ActDesk *self = data;

  g_free (self->acted);
  self->acted = g_strdup_printf ("%s %s %s",
                                 act->path,
                                 pel_act_kind_to_string (act->kind),
                                 act->text != NULL     ? act->text
                                 : act->action != NULL ? act->action
                                                       : "");
  if (self->refusal != NULL)
    {
      g_propagate_error (error, g_error_copy (self->refusal));
      return FALSE;
    }
  if (g_str_equal (act->path, "/6"))
    tool_desk_show (&self->desk, 2, TOOL_DESK_CHECKED);
  return TRUE;
}

/* NULL: the person has none. */
static void
write_policy (ActDesk *self, const char *text)
{
  g_autofree char      *user = g_build_filename (self->audit.root, "policy.json", NULL);
  g_autofree char      *consent = g_build_filename (self->audit.root, "consent.json", NULL);
  const PelPolicyPlaces places = { .user = text != NULL ? user : NULL, .consent = consent };
  g_autofree char      *json = g_strdelimit (g_strdup (text != NULL ? text : ""), "'", '"');

  if (text != NULL)
    g_assert_true (g_file_set_contents (user, json, -1, NULL));
  g_clear_object (&self->desk.context.policy);
  self->desk.context.policy = pel_policy_store_new (&places);
}

static void
set_caller (ActDesk *self, PelCallerKind kind)
{
  const PelCallerInfo info = { .kind = kind, .pid = 4711, .executable = "/usr/bin/robot" };

  g_clear_pointer (&self->desk.identity, pel_caller_unref);
  self->desk.identity = pel_caller_new (&info);
}

static void
set_up (ActDesk *self, gconstpointer data)
{
  tool_desk_set_up (&self->desk, data);
  audit_desk_init (&self->audit);
  self->desk.context.audit = pel_audit_log_new (self->audit.place);
  write_policy (self, NULL);
  set_caller (self, PEL_CALLER_TERMINAL);
  pel_fake_element_source_set_read_func (self->desk.elements, read_cb, self);
  pel_fake_element_source_set_act_func (self->desk.elements, act_cb, self);
}

static void
tear_down (ActDesk *self, gconstpointer data)
{
  g_autofree char *user = g_build_filename (self->audit.root, "policy.json", NULL);

  g_clear_pointer (&self->desk.identity, pel_caller_unref);
  g_clear_object (&self->desk.context.audit);
  g_clear_object (&self->desk.context.policy);
  tool_desk_tear_down (&self->desk, data);
  g_remove (user);
  audit_desk_clear (&self->audit);
  g_clear_error (&self->refusal);
  g_free (self->acted);
}

static guint
get_n_acts (ActDesk *self)
{
  return pel_fake_element_source_get_n_acts (self->desk.elements);
}

/* One member of each line, as “intent=ui_invoke outcome=ui_invoke”. */
static void
expect_log (ActDesk *self, const char *member, const char *expected)
{
  g_autofree char    *path = audit_desk_dup_path (&self->audit, LOG);
  g_autofree char    *text = NULL;
  g_autoptr (GString) seen = g_string_new (NULL);
  g_auto (GStrv)      lines = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      g_autoptr (JsonObject) line = pel_json_parse_object (lines[i], -1, NULL);
      const char            *kind;

      g_assert_nonnull (line);
      kind = json_object_get_string_member (line, "kind");
      if (!g_str_equal (kind, "note"))
        g_string_append_printf (seen,
                                "%s%s=%s",
                                seen->len > 0 ? " " : "",
                                kind,
                                json_object_get_string_member_with_default (line, member, "-"));
    }
  g_assert_cmpstr (seen->str, ==, expected);
}

/* Who may */

static void
test_done (ActDesk *self, gconstpointer unused)
{
  JsonObject *data = tool_desk_call (&self->desk, "ui_invoke", "{'target': 'e5'}");

  g_assert_cmpstr (self->acted, ==, "/5 do action click");
  g_assert_cmpstr (json_object_get_string_member (data, "deed"), !=, "");
  g_assert_cmpstr (json_object_get_string_member (self->desk.envelope, "method"), ==, "pattern");
  expect_log (self, "tool", "intent=ui_invoke outcome=ui_invoke");
  expect_log (self, "decision", "intent=allow outcome=allow");
  expect_log (self, "result", "intent=- outcome=success");
}

/* clang-format off */
static const struct { PelCallerKind kind; const char *policy, *arguments, *code; } permits[] = {
  { PEL_CALLER_TERMINAL, NULL, "{'target': 'e5'}", NULL },
  { PEL_CALLER_OPERATOR, NULL, "{'target': 'e5'}", NULL },
  { PEL_CALLER_AGENT,    NULL, "{'target': 'e5'}", "approval_required" },
  { PEL_CALLER_AGENT,    "{'default': {'act': 'allow'}}", "{'target': 'e5'}", NULL },
  { PEL_CALLER_AGENT,    "{'default': {'act': 'allow'}}", "{'target': '120,120'}", "denied" },
  { PEL_CALLER_AGENT,    "{'default': {'act': 'deny'}}", "{'target': 'e5'}", "denied" },
  { PEL_CALLER_AGENT,    "{'default': {'act': 'allow'}, 'rules': [{'target_name': '7', 'decision': 'deny'}]}", "{'target': 'e5'}", "denied" },
  { PEL_CALLER_AGENT,    "{'default': {'act': 'allow'}, 'rules': [{'target_name': '7', 'decision': 'ask'}]}", "{'target': 'e5'}", "approval_required" },
  { PEL_CALLER_TERMINAL, "{'blocked_windows': ['Calc*']}", "{'target': 'e5'}", "blocked_window" },
  { PEL_CALLER_TERMINAL, "{'enabled': false}", "{'target': 'e5'}", "denied" },
  { PEL_CALLER_TERMINAL, "{'enabled': tr", "{'target': 'e5'}", "denied" },
  { PEL_CALLER_TERMINAL, "{'nothing': 1}", "{'target': 'e5'}", "denied" },
};
/* clang-format on */

/* What is not allowed does not happen, and that it was asked for is written down. */
static void
test_permits (ActDesk *self, gconstpointer unused)
{
  GString *expected = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (permits); i++)
    {
      g_autofree char *failure = NULL;
      guint            n_acts = get_n_acts (self);

      g_test_message ("row %" G_GSIZE_FORMAT, i);
      write_policy (self, permits[i].policy);
      set_caller (self, permits[i].kind);
      if (expected->len > 0)
        g_string_append_c (expected, ' ');
      if (permits[i].code == NULL)
        {
          tool_desk_call (&self->desk, "ui_invoke", permits[i].arguments);
          g_assert_cmpuint (get_n_acts (self), ==, n_acts + 1);
          g_string_append (expected, "intent=- outcome=success");
        }
      else
        {
          failure = tool_desk_fail (&self->desk, "ui_invoke", permits[i].arguments);
          g_assert_true (g_str_has_prefix (failure, permits[i].code));
          g_assert_cmpuint (get_n_acts (self), ==, n_acts);
          g_string_append_printf (expected, "outcome=%s", permits[i].code);
        }
      expect_log (self, "result", expected->str);
    }
  g_string_free (expected, TRUE);
}

static void
test_rate (ActDesk *self, gconstpointer unused)
{
  g_autofree char *failure = NULL;

  write_policy (self, "{'default': {'act': 'allow'}, 'limits': {'actions_per_minute': 2}}");
  set_caller (self, PEL_CALLER_AGENT);
  tool_desk_call (&self->desk, "ui_invoke", "{'target': 'e5'}");
  tool_desk_call (&self->desk, "ui_invoke", "{'target': 'e5'}");
  failure = tool_desk_fail (&self->desk, "ui_invoke", "{'target': 'e5'}");
  g_assert_true (g_str_has_prefix (failure, "rate_limited"));
  g_assert_cmpuint (get_n_acts (self), ==, 2);
}

/* What is written down */

static void
test_denied_read (ActDesk *self, gconstpointer unused)
{
  g_autofree char *failure = NULL;

  write_policy (self, "{'default': {'read': 'deny'}}");
  set_caller (self, PEL_CALLER_AGENT);
  failure = tool_desk_fail (&self->desk, "ui_snapshot", "{}");
  g_assert_true (g_str_has_prefix (failure, "denied"));
  expect_log (self, "tool", "outcome=ui_snapshot");
  expect_log (self, "result", "outcome=denied");
}

static void
test_no_log (ActDesk *self, gconstpointer unused)
{
  g_autofree char *parent = g_path_get_dirname (self->audit.folder);
  g_autofree char *failure = NULL;

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (self->audit.folder, "in the way", -1, NULL));
  failure = tool_desk_fail (&self->desk, "ui_invoke", "{'target': 'e5'}");
  g_assert_true (g_str_has_prefix (failure, "denied"));
  g_assert_cmpuint (get_n_acts (self), ==, 0);
  tool_desk_call (&self->desk, "ui_snapshot", "{}"); /* reading goes on */
  g_remove (self->audit.folder);
  tool_desk_call (&self->desk, "ui_invoke", "{'target': 'e5'}");
  g_assert_cmpuint (get_n_acts (self), ==, 1);
}

static void
expect_no_trace (ActDesk *self, const char *secret)
{
  g_autofree char *log = audit_desk_read (&self->audit, LOG, NULL);

  g_assert_nonnull (log);
  g_assert_null (strstr (log, secret));
  g_assert_nonnull (strstr (log, "[redacted "));
}

static void
test_secret (ActDesk *self, gconstpointer unused)
{
  g_autofree char *failure = NULL;

  tool_desk_call (&self->desk,
                  "ui_set_value",
                  "{'target': 'e4', 'value': 'hunter2', 'redact': true}");
  g_assert_cmpstr (self->acted, ==, "/4 set text hunter2");
  expect_no_trace (self, "hunter2");
  tool_desk_call (&self->desk, "ui_set_value", "{'target': 'e7', 'value': 'hunter2'}");
  g_assert_cmpstr (self->acted, ==, "/7 set text hunter2");
  expect_no_trace (self, "hunter2");
  g_assert_false (
      json_object_has_member (json_object_get_object_member (self->desk.envelope, "data"),
                              "changes"));
  tool_desk_call (&self->desk,
                  "ui_set_value",
                  "{'target': 'e4', 'value': 4111222233334444, 'redact': true}");
  g_assert_cmpstr (self->acted, ==, "/4 set text 4111222233334444");
  expect_no_trace (self, "4111222233334444");
  tool_desk_call (&self->desk, "ui_set_value", "{'target': 'e4', 'value': 77, 'redact': true}");
  expect_no_trace (self, "\"value\":77");
  pel_set_error (&self->refusal, PEL_ERROR_COMMAND_FAILED, NULL, "no hunter2 here");
  failure = tool_desk_fail (&self->desk, "ui_set_value", "{'target': 'e7', 'value': 'hunter2'}");
  g_assert_cmpstr (failure, ==, "command_failed: no [redacted 7 chars] here");
  expect_no_trace (self, "hunter2");
}

/* Who is refused before anybody knows what the value was meant for. */
static void
test_secret_denied (ActDesk *self, gconstpointer unused)
{
  g_autofree char *failure = NULL;

  write_policy (self, "{'enabled': false}");
  failure = tool_desk_fail (&self->desk, "ui_set_value", "{'target': 'e7', 'value': 'hunter2'}");
  g_assert_true (g_str_has_prefix (failure, "denied"));
  g_assert_false (json_object_has_member (self->desk.envelope, "resolved_target"));
  expect_log (self, "result", "outcome=denied");
  expect_no_trace (self, "hunter2");
}

static void
test_failed (ActDesk *self, gconstpointer unused)
{
  g_autofree char *failure = NULL, *moving = NULL;

  pel_set_error (&self->refusal, PEL_ERROR_COMMAND_FAILED, NULL, "not today");
  failure = tool_desk_fail (&self->desk, "ui_invoke", "{'target': 'e5'}");
  g_assert_cmpstr (failure, ==, "command_failed: not today");
  g_assert_cmpuint (get_n_acts (self), ==, 1);
  expect_log (self, "result", "intent=- outcome=command_failed");
  self->is_moving = TRUE;
  moving = tool_desk_fail (&self->desk, "ui_invoke", "{'target': 'e5', 'timeout_ms': 1000}");
  g_assert_true (g_str_has_prefix (moving, "not_stable"));
  g_assert_cmpuint (get_n_acts (self), ==, 1);
}

/* What is asked for beside the act */

static void
test_dry_run (ActDesk *self, gconstpointer unused)
{
  JsonObject *data;

  set_caller (self, PEL_CALLER_AGENT);
  data = tool_desk_call (&self->desk, "ui_invoke", "{'target': 'e5', 'dry_run': true}");
  g_assert_true (json_object_get_boolean_member (data, "dry_run"));
  g_assert_nonnull (strstr (json_object_get_string_member (data, "deed"), "click"));
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (data, "policy"),
                                                  "decision"),
                   ==,
                   "ask");
  g_assert_cmpuint (get_n_acts (self), ==, 0);
  expect_log (self, "tool", "");
}

static void
test_verify (ActDesk *self, gconstpointer unused)
{
  JsonObject *data =
      tool_desk_call (&self->desk, "ui_toggle", "{'target': 'e6', 'verify': {'state': 'checked'}}");
  g_autofree char *failure = NULL;
  JsonObject      *error;

  g_assert_cmpstr (json_object_get_string_member (data, "effect"), ==, "confirmed");
  g_assert_nonnull (strstr (json_object_get_string_member (data, "changes"), "Sound"));
  g_assert_true (json_object_get_boolean_member (json_object_get_object_member (self->desk.envelope,
                                                                                "verification"),
                                                 "passed"));

  failure = tool_desk_fail (
      &self->desk,
      "ui_invoke",
      "{'target': 'e5', 'timeout_ms': 1500, 'verify': {'window': {'title': 'Saved'}}}");
  g_assert_true (g_str_has_prefix (failure, "verification_failed"));
  g_assert_cmpuint (get_n_acts (self), ==, 2);
  error =
      json_object_get_object_member (json_object_get_object_member (self->desk.envelope, "error"),
                                     "details");
  g_assert_nonnull (strstr (json_object_get_string_member (error, "text"), "Calculator"));
  expect_log (self, "result", "intent=- outcome=success intent=- outcome=verification_failed");
}

/* clang-format off */
static const struct { const char *tool, *arguments, *failure; } bad[] = {
  { "ui_invoke",    "{}", "invalid_argument: ui_invoke: “target” is missing" },
  { "ui_invoke",    "{'target': 'e99'}", "stale_ref:" },
  { "ui_invoke",    "{'target': 'name=/[/'}", "invalid_selector:" },
  { "ui_invoke",    "{'target': 'e5', 'verify': {}}", "invalid_argument: verify: no condition given" },
  { "ui_invoke",    "{'target': 'e5', 'verify': {'changed': false}}", "invalid_argument: verify.changed can only be true" },
  { "ui_invoke",    "{'target': 'e5', 'verify': {'gone': true, 'state': 'checked'}}", "invalid_argument: verify: an element that is gone" },
  { "ui_invoke",    "{'target': 'e5', 'verify': {'state': 'chequed'}}", "invalid_argument:" },
  { "ui_invoke",    "{'target': 'e11'}", "pattern_unsupported:" },
  { "ui_do",        "{'target': 'e5', 'action': 'jump'}", "pattern_unsupported:" },
  { "ui_select",    "{'target': 'e4', 'start': 1}", "invalid_argument: ui_select: a text range" },
  { "ui_select",    "{'target': 'e4', 'start': 2, 'end': 1}", "invalid_argument: ui_select: start" },
  { "ui_scroll",    "{'target': 'e4', 'dx': 1, 'percent_x': 1}", "invalid_argument: ui_scroll: specify either" },
  { "ui_set_value", "{'target': 'e4', 'value': true}", "invalid_argument: ui_set_value: “value” must be a string or a number" },
};
/* clang-format on */

static void
test_bad (ActDesk *self, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *failure = tool_desk_fail (&self->desk, bad[i].tool, bad[i].arguments);

      if (!g_str_has_prefix (failure, bad[i].failure))
        g_error ("%s %s: %s", bad[i].tool, bad[i].arguments, failure);
    }
  g_assert_cmpuint (get_n_acts (self), ==, 0);
}

#define ADD(path, test) g_test_add (path, ActDesk, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/tool-act/done", test_done);
  ADD ("/tool-act/permits", test_permits);
  ADD ("/tool-act/rate", test_rate);
  ADD ("/tool-act/denied-read", test_denied_read);
  ADD ("/tool-act/no-log", test_no_log);
  ADD ("/tool-act/secret", test_secret);
  ADD ("/tool-act/secret-denied", test_secret_denied);
  ADD ("/tool-act/failed", test_failed);
  ADD ("/tool-act/dry-run", test_dry_run);
  ADD ("/tool-act/verify", test_verify);
  ADD ("/tool-act/bad", test_bad);
  return g_test_run ();
}
