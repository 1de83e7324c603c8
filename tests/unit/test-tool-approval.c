/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Acts that the person is asked about, on the road of the pipeline: what each answer does, what is
 * written down, and that nothing happens before. The program is a fake; the policy, the queue and
 * the audit log are real. */

#include "services/base/error.h"
#include "services/base/gate.h"
#include "services/base/json.h"
#include "tests/unit/audit-desk.h"
#include "tests/unit/tool-desk.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define LOG   "audit-00000001.jsonl"
#define CLICK "ui_invoke", "{'target': 'e5'}"
#define CONSENTED \
  "{'default': {'act': 'ask'}, 'rules': [{'tools': ['ui_toggle'], 'decision': 'allow'}]}"

typedef struct
{
  ToolDesk   desk;
  AuditDesk  audit;
  PelGrants *grants;
} AskDesk;

static PelElementReading *
read_cb (const PelReadingRequest *request, gpointer unused)
{
  PelElementReading *reading = pel_element_reading_new ();
  PelActionInfo      action = { g_strdup ("click"), g_strdup (""), g_strdup ("") };

  reading->has_place = TRUE;
  reading->place_width = reading->place_height = 10;
  g_array_append_val (reading->actions, action);
  return reading;
}

static gboolean
act_cb (const PelElementAct *act, gpointer data, GError **error)
{
  g_assert_false (pel_gate_is_closed (PEL_GATE_QUESTION));
  return TRUE;
}

/* NULL: the person has none. */
static void
write_policy (AskDesk *self, const char *text)
{
  g_autofree char      *user = g_build_filename (self->audit.root, "policy.json", NULL);
  g_autofree char      *consent = g_build_filename (self->audit.root, "consent.json", NULL);
  const PelPolicyPlaces places = { .user = user, .consent = consent };
  g_autofree char      *json = g_strdelimit (g_strdup (text != NULL ? text : ""), "'", '"');

  if (text != NULL)
    g_assert_true (g_file_set_contents (user, json, -1, NULL));
  self->desk.context.policy = pel_policy_store_new (&places);
  self->grants = pel_grants_new (self->desk.context.policy, NULL);
  self->desk.context.approvals = pel_approval_queue_new (self->grants, NULL, NULL);
  pel_approval_queue_set_served (self->desk.context.approvals, TRUE);
}

static void
set_up (AskDesk *self, gconstpointer policy)
{
  const PelCallerInfo info = {
    .kind = PEL_CALLER_AGENT, .pid = getpid (), .start_time = 1, .executable = "/usr/bin/robot"
  };

  tool_desk_set_up (&self->desk, NULL);
  audit_desk_init (&self->audit);
  self->desk.context.audit = pel_audit_log_new (self->audit.place);
  self->desk.identity = pel_caller_new (&info);
  write_policy (self, policy);
  pel_fake_element_source_set_read_func (self->desk.elements, read_cb, self);
  pel_fake_element_source_set_act_func (self->desk.elements, act_cb, self);
}

static void
tear_down (AskDesk *self, gconstpointer unused)
{
  g_autofree char *user = g_build_filename (self->audit.root, "policy.json", NULL);
  g_autofree char *consent = g_build_filename (self->audit.root, "consent.json", NULL);

  g_assert_false (pel_gate_is_closed (PEL_GATE_QUESTION));
  g_clear_pointer (&self->desk.identity, pel_caller_unref);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&self->desk.context.audit);
  g_assert_finalize_object (self->desk.context.approvals);
  g_assert_finalize_object (self->grants);
  g_clear_object (&self->desk.context.policy);
  tool_desk_tear_down (&self->desk, NULL);
  g_remove (user);
  g_remove (consent);
  audit_desk_clear (&self->audit);
}

static guint
get_n_acts (AskDesk *self)
{
  return pel_fake_element_source_get_n_acts (self->desk.elements);
}

static char *
get_error (AskDesk *self)
{
  JsonObject *error;

  if (!json_object_has_member (self->desk.envelope, "error"))
    return g_strdup ("success");
  error = json_object_get_object_member (self->desk.envelope, "error");
  return g_strdup_printf ("%s: %s",
                          json_object_get_string_member (error, "code"),
                          json_object_get_string_member (error, "message"));
}

/* (transfer full): the question that a call came to. */
static PelApproval *
wait_for_question (AskDesk *self)
{
  GListModel *queue = G_LIST_MODEL (self->desk.context.approvals);

  while (g_list_model_get_n_items (queue) == 0 && !self->desk.is_answered)
    g_main_context_iteration (NULL, TRUE);
  if (self->desk.is_answered)
    g_error ("nobody was asked: %s", get_error (self));
  g_assert_false (self->desk.is_answered);
  g_assert_true (pel_gate_is_closed (PEL_GATE_QUESTION));
  return g_list_model_get_item (queue, 0);
}

static void
answer (AskDesk *self, PelAnswer given, const char *reason)
{
  g_autoptr (PelApproval) approval = wait_for_question (self);

  g_assert_true (pel_approval_queue_answer (self->desk.context.approvals,
                                            pel_approval_get_id (approval),
                                            given,
                                            reason));
}

static void
expect (AskDesk *self, const char *pattern)
{
  g_autofree char *seen = NULL;

  tool_desk_end (&self->desk);
  seen = get_error (self);
  g_test_message ("%s", seen);
  g_assert_true (g_pattern_match_simple (pattern, seen));
}

static void
expect_log (AskDesk *self, const char *text)
{
  g_autofree char *path = audit_desk_dup_path (&self->audit, LOG);
  g_autofree char *log = NULL;

  g_assert_true (g_file_get_contents (path, &log, NULL, NULL));
  g_test_message ("%s", log);
  g_assert_nonnull (strstr (log, text));
}

static void
test_once (AskDesk *self, gconstpointer unused)
{
  g_autoptr (PelApproval) approval = NULL;

  tool_desk_begin (&self->desk, CLICK);
  approval = wait_for_question (self);
  g_assert_cmpstr (pel_approval_get_info (approval)->name, ==, "7");
  g_assert_cmpstr (pel_approval_get_info (approval)->window, ==, "Calculator");
  g_assert_cmpuint (get_n_acts (self), ==, 0);
  answer (self, PEL_ANSWER_ONCE, NULL);
  expect (self, "success");
  g_assert_cmpuint (get_n_acts (self), ==, 1);
  expect_log (self, "\"approval\":\"once (dialog)\"");
  tool_desk_begin (&self->desk, CLICK); /* once is once */
  answer (self, PEL_ANSWER_DENY, "enough");
  expect (self, "approval_denied: *enough*");
  g_assert_cmpuint (get_n_acts (self), ==, 1);
  expect_log (self, "\"result\":\"approval_denied\"");
}

/* A rule that allows keys and clicks means those of programs: what the desktop makes of its own is
 * asked, and no answer to it lasts. */
static void
test_shortcut (AskDesk *self, gconstpointer unused)
{
  static const struct
  {
    const char *tool, *arguments;
  } calls[] = {
    { "ui_key", "{'keys': ['super+l'], 'window_title': 'Calculator'}" },
    { "ui_key", "{'keys': ['ctrl', 'alt', 't'], 'target': 'e5'}" },
    { "ui_click", "{'target': 'e5', 'modifiers': 'super'}" },
    { "ui_click", "{'target': 'e5', 'modifiers': 'shift+ctrl+alt', 'button': 'right'}" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autoptr (PelApproval) approval = NULL;

      tool_desk_begin (&self->desk, calls[i].tool, calls[i].arguments);
      approval = wait_for_question (self);
      g_assert_cmpint (pel_approval_get_info (approval)->risk, ==, PEL_RISK_HIGH);
      g_assert_cmpuint (pel_grants_get_choices (approval),
                        ==,
                        1u << PEL_ANSWER_DENY | 1u << PEL_ANSWER_ONCE);
      answer (self, PEL_ANSWER_ONCE, NULL);
      expect (self, "capability_unavailable: *"); /* there is no keyboard and no pointer */
    }
  tool_desk_begin (&self->desk, "ui_key", "{'keys': ['ctrl+s'], 'window_title': 'Calculator'}");
  expect (self, "capability_unavailable: *"); /* nobody is asked */
  tool_desk_begin (&self->desk, "ui_click", "{'target': 'e5', 'modifiers': 'ctrl+shift'}");
  expect (self, "capability_unavailable: *");
}

/* Another one at its place is not the one that was shown. */
static void
test_stale (AskDesk *self, gconstpointer unused)
{
  tool_desk_begin (&self->desk, "ui_invoke", "{'target': 'Button:7'}");
  g_object_unref (wait_for_question (self));
  tool_desk_show (&self->desk, 2, TOOL_DESK_REMOVED);
  answer (self, PEL_ANSWER_ONCE, NULL);
  expect (self, "element_not_found: *");
  g_assert_cmpuint (get_n_acts (self), ==, 0);
}

/* The clock of the call stands still while the person thinks. */
static void
test_deadline (AskDesk *self, gconstpointer unused)
{
  gint64 end;

  tool_desk_begin (&self->desk, "ui_invoke", "{'target': 'e5', 'timeout_ms': 2000}");
  g_object_unref (wait_for_question (self));
  end = g_get_monotonic_time () + 2500 * G_TIME_SPAN_MILLISECOND;
  while (g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, FALSE);
  g_assert_false (self->desk.is_answered);
  answer (self, PEL_ANSWER_ONCE, NULL);
  expect (self, "success");
}

static void
test_cancel (AskDesk *self, gconstpointer unused)
{
  tool_desk_begin (&self->desk, CLICK);
  g_object_unref (wait_for_question (self));
  g_cancellable_cancel (self->desk.cancellable);
  expect (self, "cancelled: *");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->desk.context.approvals)), ==, 0);
  g_assert_cmpuint (get_n_acts (self), ==, 0);
}

/* First automation as a whole, then the act; the consent lasts. */
static void
test_consent (AskDesk *self, gconstpointer unused)
{
  g_autoptr (PelApproval) approval = NULL;

  tool_desk_begin (&self->desk, CLICK);
  approval = wait_for_question (self);
  g_assert_true (pel_approval_get_info (approval)->is_consent);
  answer (self, PEL_ANSWER_ONCE, NULL);
  while (pel_approval_get_state (approval) == PEL_APPROVAL_PENDING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (get_n_acts (self), ==, 0);
  g_clear_object (&approval);
  approval = wait_for_question (self);
  g_assert_false (pel_approval_get_info (approval)->is_consent);
  answer (self, PEL_ANSWER_ONCE, NULL);
  expect (self, "success");
  g_assert_true (pel_policy_store_has_consent (self->desk.context.policy));
  expect_log (self, "\"event\":\"consent\"");
  tool_desk_begin (&self->desk, CLICK);
  answer (self, PEL_ANSWER_DENY, NULL);
  expect (self, "approval_denied: *");
}

static void
test_no_consent (AskDesk *self, gconstpointer unused)
{
  tool_desk_begin (&self->desk, CLICK);
  answer (self, PEL_ANSWER_DENY, NULL);
  expect (self, "approval_denied: *");
  g_assert_false (pel_policy_store_has_consent (self->desk.context.policy));
  g_assert_cmpuint (get_n_acts (self), ==, 0);
}

/* A channel that nobody serves is no question. */
static void
test_unserved (AskDesk *self, gconstpointer unused)
{
  tool_desk_begin (&self->desk, CLICK);
  expect (self, "approval_required: *elicitation*");
  g_assert_cmpuint (get_n_acts (self), ==, 0);
}

/* What was granted is listed, holds, and is taken back. */
static void
test_grants (AskDesk *self, gconstpointer unused)
{
  JsonObject *data;

  tool_desk_begin (&self->desk, "ui_invoke", "{'target': 'e5', 'timeout_ms': 5000}");
  answer (self, PEL_ANSWER_ONCE, NULL);
  expect (self, "success");
  g_assert_nonnull (tool_desk_call_for_text (&self->desk, "grants", "{}"));
  data = tool_desk_call (&self->desk, "grants", "{'action': 'list'}");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (data, "grants")), ==, 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (data, "questions")),
                    ==,
                    1);
  {
    g_autofree char *error = tool_desk_fail (&self->desk, "grants", "{'action': 'revoke'}");

    g_assert_true (g_str_has_prefix (error, "invalid_argument: "));
  }
  tool_desk_call (&self->desk, "grants", "{'action': 'revoke', 'all': true}");
}

/* What only reads is asked about too, where the policy says so; then it is read. */
static void
test_read (AskDesk *self, gconstpointer unused)
{
  g_autoptr (PelApproval) approval = NULL;

  tool_desk_begin (&self->desk, "ui_list_windows", "{}");
  approval = wait_for_question (self);
  g_assert_cmpstr (pel_approval_get_info (approval)->tool, ==, "ui_list_windows");
  answer (self, PEL_ANSWER_ONCE, NULL);
  expect (self, "success");
  expect_log (self, "\"approval\":\"once (dialog)\"");
  tool_desk_begin (&self->desk, "ui_list_windows", "{}"); /* once is once */
  answer (self, PEL_ANSWER_DENY, "not that");
  expect (self, "approval_denied: *not that*");
  expect_log (self, "\"result\":\"approval_denied\"");
}

/* About the element that it came to be about; another one is another question. */
static void
test_read_target (AskDesk *self, gconstpointer unused)
{
  g_autoptr (PelApproval) approval = NULL;

  tool_desk_begin (&self->desk, "ui_get_element", "{'selector': 'Button:7'}");
  approval = wait_for_question (self);
  g_assert_cmpstr (pel_approval_get_info (approval)->name, ==, "7");
  answer (self, PEL_ANSWER_ONCE, NULL);
  expect (self, "success");
}

/* A call that reads is called off while it waits for the person. */
static void
test_read_cancel (AskDesk *self, gconstpointer unused)
{
  tool_desk_begin (&self->desk, "ui_list_windows", "{}");
  g_object_unref (wait_for_question (self));
  g_cancellable_cancel (self->desk.cancellable);
  expect (self, "cancelled: *");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->desk.context.approvals)), ==, 0);
}

/* The person sees what they decide on: what says most first, whatever stands before it, and also
 * what is not written down. */
static void
test_details (AskDesk *self, gconstpointer unused)
{
  g_autoptr (PelApproval) approval = NULL, redacted = NULL;

  tool_desk_begin (&self->desk, "ui_set_value", "{'target': 'Edit:Display', 'value': 'hidden\\n'}");
  approval = wait_for_question (self);
  g_test_message ("%s", pel_approval_get_info (approval)->details);
  g_assert_true (g_str_has_prefix (pel_approval_get_info (approval)->details, "value: “hidden"));
  answer (self, PEL_ANSWER_DENY, NULL);
  expect (self, "approval_denied: *");
  tool_desk_begin (&self->desk,
                   "ui_set_value",
                   "{'target': 'Edit:Display', 'value': 'hunter2', 'redact': true}");
  redacted = wait_for_question (self);
  g_test_message ("%s", pel_approval_get_info (redacted)->details);
  g_assert_null (strstr (pel_approval_get_info (redacted)->details, "hunter2"));
  g_assert_nonnull (strstr (pel_approval_get_info (redacted)->details, "hidden by the caller"));
  answer (self, PEL_ANSWER_DENY, NULL);
  expect (self, "approval_denied: *");
}

#define BUS_NAME ":1.7"

/* The caller can ask the person itself. */
static void
serve (AskDesk *self, PelChannel channel)
{
  PelCallerInfo info = *pel_caller_get_info (self->desk.identity);
  PelCaller    *identity;

  info.bus_name = BUS_NAME;
  info.channels = 1u << channel;
  identity = pel_caller_new (&info);
  g_clear_pointer (&self->desk.identity, pel_caller_unref);
  self->desk.identity = identity;
}

/* Only who was asked can answer, and only what was offered. */
static void
test_elicitation (AskDesk *self, gconstpointer unused)
{
  PelApprovalQueue       *queue = self->desk.context.approvals;
  g_autoptr (PelApproval) approval = NULL;
  guint64                 id;

  serve (self, PEL_CHANNEL_ELICITATION);
  tool_desk_begin (&self->desk, CLICK);
  approval = wait_for_question (self);
  id = pel_approval_get_id (approval);
  while (self->desk.question == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (json_object_get_int_member (self->desk.question, "id"), ==, (gint64) id);
  g_assert_false (pel_approval_queue_answer_as (queue, ":1.8", id, PEL_ANSWER_ONCE, NULL));
  g_assert_false (pel_approval_queue_answer_as (queue, BUS_NAME, id + 1, PEL_ANSWER_ONCE, NULL));
  g_assert_false (pel_approval_queue_answer_as (queue, BUS_NAME, id, PEL_ANSWER_ALWAYS, NULL));
  g_assert_false (pel_approval_queue_answer_as (queue, BUS_NAME, id, PEL_ANSWER_APP, NULL));
  g_assert_cmpuint (get_n_acts (self), ==, 0);
  g_assert_true (pel_approval_queue_answer_as (queue, BUS_NAME, id, PEL_ANSWER_ONCE, NULL));
  expect (self, "success");
  g_assert_cmpuint (get_n_acts (self), ==, 1);
  expect_log (self, "\"approval\":\"once (elicitation)\"");
}

static void
test_elicitation_failed (AskDesk *self, gconstpointer unused)
{
  g_autoptr (PelApproval) approval = NULL;

  serve (self, PEL_CHANNEL_ELICITATION);
  tool_desk_begin (&self->desk, CLICK);
  approval = wait_for_question (self);
  g_assert_true (pel_approval_queue_give_up_as (self->desk.context.approvals,
                                                BUS_NAME,
                                                pel_approval_get_id (approval)));
  expect (self, "approval_required: *elicitation*");
  g_assert_cmpuint (get_n_acts (self), ==, 0);
}

/* A question of the dialog is no caller's to answer. */
static void
test_not_its_own (AskDesk *self, gconstpointer unused)
{
  g_autoptr (PelApproval) approval = NULL;

  serve (self, PEL_CHANNEL_ELICITATION);
  tool_desk_begin (&self->desk, CLICK);
  approval = wait_for_question (self);
  g_assert_null (self->desk.question);
  g_assert_false (pel_approval_queue_answer_as (self->desk.context.approvals,
                                                BUS_NAME,
                                                pel_approval_get_id (approval),
                                                PEL_ANSWER_ONCE,
                                                NULL));
  answer (self, PEL_ANSWER_DENY, NULL);
  expect (self, "approval_denied: *");
}

static void
set_terminal (AskDesk *self, const char *terminal)
{
  g_clear_pointer (&self->desk.identity, pel_caller_unref);
  self->desk.identity = pel_caller_new (&(PelCallerInfo){ .kind = PEL_CALLER_TERMINAL,
                                                          .pid = getpid (),
                                                          .start_time = 1,
                                                          .executable = "/usr/bin/pellucid",
                                                          .terminal = terminal });
}

/* A terminal that a program has made types nothing until the person has said that it is theirs;
 * theirs is asked about once. */
static void
test_terminal (AskDesk *self, gconstpointer unused)
{
  set_terminal (self, "pts/3, session 10.1");
  tool_desk_begin (&self->desk, CLICK);
  answer (self, PEL_ANSWER_DENY, NULL);
  expect (self, "approval_denied: *");
  tool_desk_begin (&self->desk, "policy", "{'action': 'allow-automation', 'subject': 'on'}");
  answer (self, PEL_ANSWER_DENY, NULL);
  expect (self, "approval_denied: *");
  g_assert_false (pel_policy_store_has_consent (self->desk.context.policy));
  g_assert_cmpuint (get_n_acts (self), ==, 0);
  tool_desk_begin (&self->desk, CLICK);
  {
    g_autoptr (PelApproval) approval = wait_for_question (self);

    g_assert_true (pel_approval_get_info (approval)->is_consent);
  }
  answer (self, PEL_ANSWER_ONCE, NULL);
  expect (self, "success");
  expect_log (self, "\"event\":\"terminal_verified\"");
  tool_desk_begin (&self->desk, CLICK);
  expect (self, "success");
  g_assert_cmpuint (get_n_acts (self), ==, 2);
  set_terminal (self, "pts/3, session 11.2"); /* the same number, another terminal */
  tool_desk_begin (&self->desk, CLICK);
  answer (self, PEL_ANSWER_DENY, NULL);
  expect (self, "approval_denied: *");
  g_assert_cmpuint (get_n_acts (self), ==, 2);
}

#define ADD(path, policy, func) \
  g_test_add ("/tool-approval/" path, AskDesk, policy, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  static const char elicitation[] =
      "{'default': {'act': 'allow'}, 'rules': [{'target_name': '7', 'decision': 'ask', "
      "'approver': 'elicitation'}]}";

  g_test_init (&argc, &argv, NULL);

  ADD ("once", CONSENTED, test_once);
  ADD ("stale", CONSENTED, test_stale);
  ADD ("shortcut",
       "{'rules': [{'tools': ['ui_key', 'ui_click'], 'decision': 'allow'}]}",
       test_shortcut);
  ADD ("deadline", CONSENTED, test_deadline);
  ADD ("cancel", CONSENTED, test_cancel);
  ADD ("consent", NULL, test_consent);
  ADD ("terminal", "{'terminal': 'verify'}", test_terminal);
  ADD ("no-consent", NULL, test_no_consent);
  ADD ("grants", CONSENTED, test_grants);
  ADD ("details", CONSENTED, test_details);
  ADD ("unserved", elicitation, test_unserved);
  ADD ("elicitation", elicitation, test_elicitation);
  ADD ("elicitation/failed", elicitation, test_elicitation_failed);
  ADD ("not-its-own", CONSENTED, test_not_its_own);
  ADD ("read", "{'default': {'act': 'allow', 'read': 'ask'}}", test_read);
  ADD ("read/target",
       "{'rules': [{'tools': ['ui_get_element'], 'target_name': '7', 'decision': 'ask'}]}",
       test_read_target);
  ADD ("read/cancel", "{'default': {'act': 'allow', 'read': 'ask'}}", test_read_cancel);

  return g_test_run ();
}
