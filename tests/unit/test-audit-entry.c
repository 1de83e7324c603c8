/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the inspector makes of lines of the audit log, and of questions. */

#include "inspector/approval-words.h"
#include "inspector/audit-entry.h"

#include "services/base/json.h"

#include <string.h>

#define FSI "\342\201\250"
#define PDI "\342\201\251"

/* 2026-11-16T15:08:00Z */
#define NOW (G_GINT64_CONSTANT (1794841680) * G_USEC_PER_SEC)

#define TARGET                                                                 \
  "'target': {'role': 'Button', 'name': 'OK', 'window': 'Notes', 'ref': 'e7'," \
  " 'runtime_id': ':1.5/org/a11y/1'}"

/* @records: JSON of an array of records, with ' for ". (transfer full) */
static GListModel *
read_records (const char *records)
{
  g_autofree char      *json = g_strdelimit (g_strdup (records), "'", '"');
  g_autoptr (JsonNode)  node = json_from_string (json, NULL);
  JsonArray            *given = json_node_get_array (node);
  g_autoptr (JsonArray) rows = json_array_new ();

  for (guint i = 0; i < json_array_get_length (given); i++)
    {
      JsonObject *row = json_object_new ();

      json_object_set_member (row, "record", json_array_dup_element (given, i));
      json_array_add_object_element (rows, row);
    }
  return pel_audit_entries_read (rows, NOW);
}

static PelAuditEntry *
get_entry (GListModel *entries, guint position)
{
  g_autoptr (PelAuditEntry) entry = g_list_model_get_item (entries, position);

  g_assert_nonnull (entry);
  return entry; /* the list has it too */
}

/* An act is one entry, with what its two lines tell; the newest comes first. */
static void
test_merged (void)
{
  g_autoptr (GListModel) entries = read_records (
      "[{'seq': 1, 'kind': 'intent', 'time': '2026-11-16T15:07:00Z', 'tool': 'ui_invoke',"
      " 'client': 'robot (pid 7), an agent', 'approval': 'once (dialog)', 'selector': 'x'," TARGET
      "}, {'seq': 2, 'kind': 'intent', 'time': '2026-11-16T15:07:01Z', 'tool': 'ui_type',"
      " 'client': 'robot (pid 7), an agent'},"
      " {'seq': 3, 'kind': 'outcome', 'intent': 1, 'time': '2026-11-16T15:07:02Z',"
      " 'tool': 'ui_invoke', 'client': 'robot (pid 7), an agent', 'result': 'success'}]");
  const PelRecordText *done, *open;
  g_autofree char     *label = NULL;

  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 2);
  done = pel_audit_entry_get_text (get_entry (entries, 0));
  g_assert_cmpstr (done->title, ==, "Press");
  g_assert_cmpstr (done->subject, ==, FSI "Button" PDI " “" FSI "OK" PDI "”");
  g_assert_cmpstr (done->mark, ==, "Done");
  g_assert_cmpstr (done->note, ==, FSI "robot" PDI " · you allowed it once");
  g_assert_cmpstr (done->time, ==, "15:07:02");
  g_assert_nonnull (strstr (done->details, "1, 3"));
  g_assert_nonnull (strstr (done->details, "Notes"));
  label = pel_record_text_dup_label (done);
  g_assert_true (g_str_has_prefix (label, "Press " FSI "Button"));
  g_assert_nonnull (strstr (label, "”, Done, 15:07:02, "));
  open = pel_audit_entry_get_text (get_entry (entries, 1));
  g_assert_cmpstr (open->title, ==, "Type");
  g_assert_cmpstr (open->mark, ==, "No outcome");
  g_assert_null (open->subject);
}

static void
test_place (void)
{
  g_autoptr (GListModel) entries = read_records (
      "[{'seq': 1, 'kind': 'outcome', 'tool': 'ui_capture', 'result': 'success'," TARGET "},"
      " {'seq': 2, 'kind': 'outcome', 'tool': 'ui_capture', 'result': 'success',"
      " 'target': {'window': 'Notes'}}]");

  g_assert_null (pel_audit_entry_get_bus_name (get_entry (entries, 0)));
  g_assert_cmpstr (pel_audit_entry_get_bus_name (get_entry (entries, 1)), ==, ":1.5");
  g_assert_cmpuint (pel_audit_entry_get_ref (get_entry (entries, 1)), ==, 7);
}

static const struct
{
  const char *result, *mark, *style, *note;
} results[] = {
  { "success", "Done", "status-ok", FSI "a\\nb" PDI },
  { "denied", "Denied", "status-error", FSI "a\\nb" PDI },
  { "approval_denied", "Not approved", "status-error", FSI "a\\nb" PDI },
  { "cancelled", "Cancelled", "status-warning", "" },
  { "stale_ref", "Failed", "status-warning", FSI "a\\nb" PDI },
  { "of a later version", "Failed", "status-warning", FSI "a\\nb" PDI },
};

static void
test_marks (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autofree char *records = g_strdup_printf (
          "[{'seq': 1, 'kind': 'outcome', 'tool': 'ui_new', 'result': '%s', 'message': 'a\\nb'}]",
          results[i].result);
      g_autoptr (GListModel) entries = read_records (records);
      const PelRecordText   *text = pel_audit_entry_get_text (get_entry (entries, 0));

      g_assert_cmpstr (text->mark, ==, results[i].mark);
      g_assert_cmpstr (text->style, ==, results[i].style);
      g_assert_cmpstr (text->title, ==, "ui_new");
      g_assert_cmpstr (text->note, ==, results[i].note);
    }
}

/* Notes; what is missing or of another type; an outcome whose intent is too old to be listed. */
static void
test_odd (void)
{
  g_autoptr (GListModel) entries = read_records (
      "[{'seq': 1, 'kind': 'note', 'event': 'stopped', 'time': '2025-11-16T15:08:00Z'},"
      " {'seq': 'x', 'kind': 7, 'target': [], 'client': {}, 'time': 'never'}, 5,"
      " {'seq': 9, 'kind': 'outcome', 'intent': 4, 'tool': 'ui_key', 'result': 'success'}]");
  const PelRecordText *note;

  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 3);
  note = pel_audit_entry_get_text (get_entry (entries, 2));
  g_assert_cmpstr (note->title, ==, "All automation was stopped");
  g_assert_cmpstr (note->mark, ==, "Note");
  g_assert_cmpstr (note->time, ==, "16 Nov 15:08");
  g_assert_cmpstr (pel_audit_entry_get_text (get_entry (entries, 0))->mark, ==, "Done");
}

static void
test_problems (void)
{
  g_autofree char *json = g_strdelimit (
      g_strdup (
          "{'message': 'Not as it was', 'details': {'problems': ["
          "{'text': 'a.jsonl:12', 'reason': 'changed'}, {'text': 'b'}, {}, {}, {}, {}, {}]}}"),
      "'",
      '"');
  g_autoptr (JsonObject) error = pel_json_parse_object (json, -1, NULL);
  g_autoptr (JsonObject) bare = json_object_new ();
  g_autofree char       *words = pel_audit_problems_dup_words (error);
  g_autofree char       *nothing = pel_audit_problems_dup_words (bare);

  g_assert_true (g_str_has_prefix (words, "Not as it was\na.jsonl:12: changed\nb"));
  g_assert_true (g_str_has_suffix (words, "\nand 2 more"));
  g_assert_cmpstr (nothing, ==, "");
}

static PelApproval *
make_approval (void)
{
  g_autoptr (PelCaller) caller = pel_caller_new (&(PelCallerInfo){
      .kind = PEL_CALLER_AGENT, .pid = 7, .start_time = 1, .executable = "/usr/bin/robot" });

  return pel_approval_new (&(PelApprovalInfo){ .caller = caller,
                                               .tool = "ui_click",
                                               .words = "Click an element",
                                               .role = "Button",
                                               .name = "Pay" });
}

static void
test_question (void)
{
  g_autoptr (PelApproval) approval = make_approval ();
  g_auto (PelRecordText)  open = { 0 }, late = { 0 }, past = { 0 };

  pel_approval_set_n_waiting (approval, 3, 3);
  pel_approval_words (approval, 65500, NOW, &open);
  g_assert_cmpstr (open.title, ==, "Click");
  g_assert_cmpstr (open.mark, ==, "Waiting for you");
  g_assert_cmpstr (open.time, ==, "1:05 left");
  g_assert_true (g_str_has_prefix (open.note, "3 calls · "));
  g_assert_nonnull (strstr (open.note, "robot"));
  pel_approval_words (approval, 9000, NOW, &late);
  g_assert_cmpstr (late.style, ==, "status-warning");
  pel_approval_end (approval, PEL_APPROVAL_ANSWERED, PEL_ANSWER_DENY, "not now");
  pel_approval_words (approval, 0, NOW, &past);
  g_assert_cmpstr (past.mark, ==, "Denied");
  g_assert_true (g_str_has_prefix (past.note, "“" FSI "not now" PDI "” · "));
}

int
main (int argc, char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/audit-entry/merged", test_merged);
  g_test_add_func ("/audit-entry/place", test_place);
  g_test_add_func ("/audit-entry/marks", test_marks);
  g_test_add_func ("/audit-entry/odd", test_odd);
  g_test_add_func ("/audit-entry/problems", test_problems);
  g_test_add_func ("/audit-entry/question", test_question);

  return g_test_run ();
}
