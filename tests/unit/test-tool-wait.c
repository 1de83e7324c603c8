/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/tool-desk.h"

#include "services/base/error.h"
#include "services/tool/tool-table.h"

#include <string.h>

static void
emit_changed (ToolDesk *desk)
{
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (desk->elements));
}

/* What the call that is under way comes to; it keeps what its tool promises. */
static JsonObject *
end_well (ToolDesk *desk)
{
  const PelTool     *tool = pel_tool_table_find ("ui_wait", PEL_OFFER_DBUS, NULL);
  g_autoptr (GError) error = NULL;
  JsonObject        *data;

  tool_desk_end (desk);
  g_assert_cmpstr (json_object_get_string_member (desk->envelope, "status"), ==, "success");
  data = json_object_get_object_member (desk->envelope, "data");
  pel_schema_check (tool->result, data, "ui_wait", &error);
  g_assert_no_error (error);
  return data;
}

static JsonObject *
end_badly (ToolDesk *desk, const char *code)
{
  JsonObject *error;

  tool_desk_end (desk);
  g_assert_cmpstr (json_object_get_string_member (desk->envelope, "status"), ==, "error");
  error = json_object_get_object_member (desk->envelope, "error");
  g_assert_cmpstr (json_object_get_string_member (error, "code"), ==, code);
  return error;
}

/* What is said of the matches: “Button "7" [e5]”. */
static void
assert_text (JsonObject *data, const char *expected)
{
  const char *text = json_object_get_string_member (data, "text");
  const char *rest = strstr (text, " ms");

  g_assert_true (g_str_has_prefix (text, "Condition met after "));
  g_assert_nonnull (rest);
  g_assert_cmpstr (rest + strlen (" ms"), ==, expected);
}

/* clang-format off */
static const struct { const char *arguments; const char *text; } good_cases[] = {
  { "{'selector': 'Button:7'}", ": Button \"7\" [e5]" },
  { "{'selector': 'e5'}", ": Button \"7\" [e5]" },
  { "{'selector': 'Button:8', 'gone': true}", "" },
  { "{'selector': 'Button:7', 'gone': false}", ": Button \"7\" [e5]" },
  { "{'selector': 'role=Button', 'count': 2}", ": Button \"7\" [e5] and 1 more" },
  { "{'selector': 'role=CheckBox', 'state': '!checked'}", ": CheckBox \"Sound\" [e6]" },
  { "{'selector': 'role=CheckBox', 'state': 'checked', 'gone': true}", "" },
  { "{'window': 'calc'}", ": window \"Calculator\" (w1)" },
  { "{'window': 'editor'}", ": window \"Editor\" (w2) and 1 more" },
  { "{'window': 'nothing', 'gone': true}", "" },
  { "{'condition': {'window': {'title': 'calc'}}}", ": window \"Calculator\" (w1)" },
  { "{'condition': {'text': 'SOUND'}}", ": CheckBox \"Sound\" [e6]" },
  { "{'condition': {'all': [{'text': 'Sound'}, {'window': {'title': 'calc'}}]}}", ": CheckBox \"Sound\" [e6] and 1 more" },
  { "{'condition': {'stable': {'selector': 'Button:7', 'for_ms': 50}}}", ": Button \"7\" [e5]" },
  { "{'condition': {'idle': {'app': 'calc', 'for_ms': 50}}}", ": Application \"calc\" [e1]" },
};

static const struct { const char *tool; const char *arguments; const char *error; } bad_cases[] = {
  { "ui_wait", "{}", "invalid_argument: ui_wait: no condition given" },
  { "ui_assert", "{}", "invalid_argument: ui_assert: no condition given" },
  { "ui_wait", "{'gone': true}", "invalid_argument: ui_wait: no condition given" },
  { "ui_wait", "{'selector': 'a', 'window': 'b'}", "invalid_argument: ui_wait: “selector” and “window” cannot be used together" },
  { "ui_wait", "{'until': {}, 'condition': {}}", "invalid_argument: ui_wait: “until” and “condition” cannot be used together" },
  { "ui_wait", "{'selector': 'a', 'until': {'text': 'b'}}", "invalid_argument: ui_wait: “selector” and “until” cannot be used together" },
  { "ui_wait", "{'window': 'a', 'state': 'checked'}", "invalid_argument: ui_wait: “window” and “state” cannot be used together" },
  { "ui_wait", "{'until': {'text': 'b'}, 'count': 2}", "invalid_argument: ui_wait: “until” and “count” cannot be used together" },
  { "ui_wait", "{'selector': 'a', 'gone': true, 'count': 2}", "invalid_argument: ui_wait: “gone” and “count” cannot be used together" },
  { "ui_wait", "{'selector': 'role='}", "invalid_selector: selector: column *" },
  { "ui_wait", "{'selector': ''}", "invalid_argument: selector must be a non-empty string, not \"\"" },
  { "ui_wait", "{'selector': 'a', 'state': 'cheked'}", "invalid_argument: state must be *" },
  { "ui_wait", "{'until': {'all': [{'text': 'a'}, {}]}}", "invalid_argument: until.all[1] must be *" },
  { "ui_assert", "{'condition': {'elemnt': {}}}", "invalid_argument: condition: unknown condition “elemnt”" },
  { "ui_assert", "{'until': {'text': 'a'}}", "invalid_argument: ui_assert: unknown argument “until”" },
  { "ui_wait", "{'until': 'x'}", "invalid_argument: ui_wait: “until” must be an object, not \"x\"" },
  { "ui_wait", "{'until': {'stable': {'selector': 'a'}}, 'timeout_ms': 500}", "invalid_argument: ui_wait: for_ms (500) must be shorter than timeout_ms (500)" },
  { "ui_assert", "{'image': '/b', 'selector': 'a', 'window': 'b'}", "invalid_argument: “selector” and “window” cannot be used together" },
  { "ui_assert", "{'image': '/b', 'condition': {'text': 'b'}}", "invalid_argument: ui_assert: “image” and “condition” cannot be used together" },
  { "ui_assert", "{'image': '/b', 'gone': true}", "invalid_argument: ui_assert: “image” and “gone” cannot be used together" },
  { "ui_assert", "{'image': '/b', 'selector': 'a', 'state': 'checked'}", "invalid_argument: ui_assert: “image” and “state” cannot be used together" },
  { "ui_assert", "{'selector': 'a', 'tolerance': 3}", "invalid_argument: ui_assert: “selector” and “tolerance” cannot be used together" },
  { "ui_wait", "{'window': 'a', 'max_different': 3}", "invalid_argument: ui_wait: “window” and “max_different” cannot be used together" },
  { "ui_wait", "{'image': 'b.png'}", "invalid_argument: ui_wait: “image” must be an absolute path, *" },
  { "ui_wait", "{'image': '/nonexistent/b.png'}", "invalid_argument: */nonexistent/b.png*" },
  { "ui_wait", "{'image': '/dev/null', 'selector': 'Button:Nope'}", "invalid_argument: */dev/null*" },
  { "ui_wait", "{'until': {'not': {'any': [{'text': 'b'}, {'image': {'baseline': '/nonexistent/b.png'}}]}}}", "invalid_argument: */nonexistent/b.png*" },
  { "ui_wait", "{'selector': '@e99'}", "stale_ref: The element “e99” is gone" },
  { "ui_assert", "{'selector': '@e99'}", "stale_ref: The element “e99” is gone" },
  { "ui_wait", "{'selector': 'ocr:x'}", "approval_required: *" },
  { "ui_assert", "{'selector': 'Button:7', 'gone': true}", "verification_failed: The condition does not hold: Button:7: 1 element matches: Button \"7\" [e5]" },
  { "ui_assert", "{'selector': 'CheckBox:Sound', 'state': 'checked'}", "verification_failed: The condition does not hold: CheckBox:Sound: 1 element matches, but checked=false" },
  { "ui_assert", "{'window': 'nothing'}", "verification_failed: The condition does not hold: \"nothing\": no window has that title or id; open windows: \"Calculator\", \"Editor\", \"Bare editor\"" },
};
/* clang-format on */

static void
test_good (ToolDesk *desk, gconstpointer tool)
{
  for (gsize i = 0; i < G_N_ELEMENTS (good_cases); i++)
    {
      JsonObject *data;

      g_test_message ("%s", good_cases[i].arguments);
      data = tool_desk_call (desk, tool, good_cases[i].arguments);
      assert_text (data, good_cases[i].text);
      g_assert_true (json_object_get_boolean_member (data, "holds"));
      g_assert_cmpstr (json_object_get_string_member (data, "snapshot_id"), ==, "s1");
      g_assert_cmpint (pel_fake_element_source_get_n_watching (desk->elements), ==, 0);
    }
}

static void
test_bad (ToolDesk *desk, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (bad_cases); i++)
    {
      g_autofree char *error = NULL;

      g_test_message ("%s", bad_cases[i].arguments);
      error = tool_desk_fail (desk, bad_cases[i].tool, bad_cases[i].arguments);
      if (!g_pattern_match_simple (bad_cases[i].error, error))
        g_error ("%s is not like %s", error, bad_cases[i].error);
    }
}

static void
test_result (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data = tool_desk_call (desk, "ui_wait", "{'selector': 'role=Button'}");
  JsonObject *first =
      json_array_get_object_element (json_object_get_array_member (data, "matches"), 0);
  JsonObject *target = json_object_get_object_member (desk->envelope, "resolved_target");

  g_assert_cmpstr (json_object_get_string_member (first, "ref"), ==, "e5");
  g_assert_cmpstr (json_object_get_string_member (first, "role"), ==, "Button");
  g_assert_cmpint (json_object_get_int_member (data, "n_matches"), ==, 2);
  g_assert_cmpstr (json_object_get_string_member (target, "ref"), ==, "e5");
  g_assert_cmpstr (json_object_get_string_member (target, "held_by"), ==, "selector");
  /* the snapshot can be named from now on */
  g_assert_cmpuint (pel_snapshot_store_get_n_snapshots (desk->snapshots), ==, 1);

  tool_desk_show (desk, 2, TOOL_DESK_CROWDED);
  data = tool_desk_call (desk, "ui_wait", "{'selector': 'role=Button'}");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (data, "matches")), ==, 5);
  g_assert_cmpint (json_object_get_int_member (data, "n_matches"), ==, 1102);
}

/* Waiting */

static void
test_changed (ToolDesk *desk, gconstpointer unused)
{
  tool_desk_begin (desk, "ui_wait", "{'selector': 'CheckBox:Sound', 'state': 'checked'}");
  g_assert_cmpint (pel_fake_element_source_get_n_watching (desk->elements), ==, 1);
  pel_fake_wait_ms (5);
  g_assert_false (desk->is_answered);
  tool_desk_show (desk, 2, TOOL_DESK_CHECKED);
  emit_changed (desk);
  assert_text (end_well (desk), ": CheckBox \"Sound\" [e6]");
  g_assert_cmpint (pel_fake_element_source_get_n_watching (desk->elements), ==, 0);
}

/* What nobody tells is found all the same. */
static void
test_poll (ToolDesk *desk, gconstpointer unused)
{
  tool_desk_begin (desk, "ui_wait", "{'selector': 'Button:New'}");
  pel_fake_wait_ms (5);
  tool_desk_show (desk, 2, TOOL_DESK_ADDED);
  assert_text (end_well (desk), ": Button \"New\" [e20]");
}

static void
test_gone (ToolDesk *desk, gconstpointer unused)
{
  tool_desk_begin (desk, "ui_wait", "{'selector': 'Button:7', 'gone': true}");
  pel_fake_wait_ms (5);
  tool_desk_show (desk, 2, TOOL_DESK_REMOVED);
  emit_changed (desk);
  assert_text (end_well (desk), "");
  g_assert_false (json_object_has_member (desk->envelope, "resolved_target"));
}

static void
test_timeout (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *error, *details, *leaf;

  tool_desk_begin (desk,
                   "ui_wait",
                   "{'selector': 'CheckBox:Sound', 'state': 'checked', 'timeout_ms': 100}");
  error = end_badly (desk, "timeout");
  g_assert_true (g_pattern_match_simple (
      "The condition did not hold within * ms: CheckBox:Sound: 1 element matches, but "
      "checked=false",
      json_object_get_string_member (error, "message")));
  details = json_object_get_object_member (error, "details");
  g_assert_cmpint (json_object_get_int_member (details, "waited_ms"), >, 0);
  leaf = json_array_get_object_element (json_object_get_array_member (details, "last_state"), 0);
  g_assert_false (json_object_get_boolean_member (leaf, "holds"));
  g_assert_cmpstr (json_object_get_string_member (leaf, "seen"),
                   ==,
                   "1 element matches, but checked=false");
}

/* What was seen last is told, not what was seen first. */
static void
test_timeout_last_state (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *error;

  tool_desk_begin (desk,
                   "ui_wait",
                   "{'selector': 'Button:New', 'state': 'focused', 'timeout_ms': 200}");
  pel_fake_wait_ms (5);
  tool_desk_show (desk, 2, TOOL_DESK_ADDED);
  emit_changed (desk);
  error = end_badly (desk, "timeout");
  g_assert_nonnull (strstr (json_object_get_string_member (error, "message"),
                            "1 element matches, but focused=false"));
}

static void
test_timeout_while_looking (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *error;

  pel_fake_element_source_set_manner (desk->elements, PEL_FAKE_STUBBORN);
  tool_desk_begin (desk, "ui_wait", "{'selector': 'Button:7', 'timeout_ms': 250}");
  error = end_badly (desk, "timeout");
  g_assert_nonnull (strstr (json_object_get_string_member (error, "message"),
                            "nothing could be read in that time"));
  pel_fake_element_source_answer (desk->elements);
}

static void
test_cancelled (ToolDesk *desk, gconstpointer unused)
{
  tool_desk_begin (desk, "ui_wait", "{'selector': 'Button:New'}");
  pel_fake_wait_ms (5);
  g_cancellable_cancel (desk->cancellable);
  end_badly (desk, "cancelled");
  g_assert_cmpint (pel_fake_element_source_get_n_watching (desk->elements), ==, 0);
}

static void
test_cancelled_while_looking (ToolDesk *desk, gconstpointer unused)
{
  pel_fake_element_source_set_manner (desk->elements, PEL_FAKE_STUBBORN);
  tool_desk_begin (desk, "ui_wait", "{'selector': 'Button:7'}");
  g_cancellable_cancel (desk->cancellable);
  end_badly (desk, "cancelled");
  pel_fake_element_source_answer (desk->elements);
}

static void
test_cancelled_while_reading (ToolDesk *desk, gconstpointer unused)
{
  pel_fake_element_source_set_read_manner (desk->elements, PEL_FAKE_WAITS);
  tool_desk_begin (desk, "ui_wait", "{'selector': 'id=x'}");
  while (pel_fake_element_source_get_n_waiting_reads (desk->elements) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_cancellable_cancel (desk->cancellable);
  end_badly (desk, "cancelled");
}

static void
test_look_fails (ToolDesk *desk, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  pel_set_error (&error, PEL_ERROR_CAPABILITY_UNAVAILABLE, NULL, "There is no bus");
  tool_desk_begin (desk, "ui_wait", "{'selector': 'Button:New'}");
  pel_fake_wait_ms (5);
  pel_fake_element_source_set_error (desk->elements, error);
  emit_changed (desk);
  end_badly (desk, "capability_unavailable");
  tool_desk_begin (desk, "ui_wait", "{'selector': 'Button:New'}");
  end_badly (desk, "capability_unavailable");
}

static void
test_no_elements (ToolDesk *desk, gconstpointer unused)
{
  desk->context.elements = NULL;
  tool_desk_begin (desk, "ui_wait", "{'selector': 'Button:New'}");
  end_badly (desk, "capability_unavailable");
}

#define ADD(path, func) \
  g_test_add (path, ToolDesk, NULL, tool_desk_set_up, func, tool_desk_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/tool-wait/good/wait",
              ToolDesk,
              "ui_wait",
              tool_desk_set_up,
              test_good,
              tool_desk_tear_down);
  g_test_add ("/tool-wait/good/assert",
              ToolDesk,
              "ui_assert",
              tool_desk_set_up,
              test_good,
              tool_desk_tear_down);
  ADD ("/tool-wait/bad", test_bad);
  ADD ("/tool-wait/result", test_result);
  ADD ("/tool-wait/changed", test_changed);
  ADD ("/tool-wait/poll", test_poll);
  ADD ("/tool-wait/gone", test_gone);
  ADD ("/tool-wait/timeout/details", test_timeout);
  ADD ("/tool-wait/timeout/last-state", test_timeout_last_state);
  ADD ("/tool-wait/timeout/while-looking", test_timeout_while_looking);
  ADD ("/tool-wait/cancelled/waiting", test_cancelled);
  ADD ("/tool-wait/cancelled/while-looking", test_cancelled_while_looking);
  ADD ("/tool-wait/cancelled/while-reading", test_cancelled_while_reading);
  ADD ("/tool-wait/look-fails", test_look_fails);
  ADD ("/tool-wait/no-elements", test_no_elements);
  return g_test_run ();
}
