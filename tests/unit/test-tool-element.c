/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/tool-desk.h"

#include "services/base/error.h"
#include "services/base/json.h"

#include "sample-tree.h"

#include <atspi/atspi-constants.h>
#include <string.h>

/* clang-format off */
static const struct { const char *arguments; guint flags; const char *ref; const char *look; } point_cases[] = {
  { "{'x':120,'y':120}",                           0, "e5",  "point 120,120" },
  { "{'x':105,'y':55}",                            0, "e3",  "point 105,55"  },
  { "{'x':810,'y':60}",                            0, "e11", "point 810,60"  },
  /* what is hidden is not there */
  { "{'x':330,'y':120}",                           0, "e3",  "point 330,120" },
  /* the open menu lies over the button */
  { "{'x':120,'y':100}",                           TOOL_DESK_MENU, "e31", "point 120,100" },
  /* from where a window's content begins */
  { "{'x':20,'y':70,'window_title':'calcu'}",      0, "e5",  "point 120,120" },
  { "{'x':10,'y':10,'window_title':'w2'}",         0, "e11", "point 810,60"  },
};

static const struct { const char *tool; const char *arguments; const char *error; } refused[] = {
  { "ui_get_element", "{}",                   "invalid_argument: ui_get_element: specify a point (x and y) or a selector" },
  { "ui_get_element", "{'x':1}",              "invalid_argument: ui_get_element: specify a point (x and y) or a selector" },
  { "ui_get_element", "{'x':1400,'y':100}",   "element_not_found: There is no element at 1400,100, only the window “Bare editor” (w3)" },
  { "ui_get_element", "{'x':5,'y':5}",        "element_not_found: There is no window at 5,5" },
  { "ui_get_element", "{'x':2000,'y':5}",     "out_of_bounds: No monitor shows the pixel 2000,5" },
  { "ui_get_element", "{'x':-1,'y':5}",       "out_of_bounds: No monitor shows the pixel -1,5" },
  { "ui_get_element", "{'x':1,'y':1,'window_title':'none'}", "window_not_found: No window matches “none”" },
  { "ui_get_element", "{'x':1,'y':1,'window_title':'ed'}", "ambiguous: 2 windows have “ed” in their title: w2 “Editor”, w3 “Bare editor”" },
  { "ui_describe",    "{'target':'e99'}",     "stale_ref: The element “e99” is gone" },
  { "ui_describe",    "{'target':'e0'}",      "element_not_found: No element matches “e0”" },
  { "ui_describe",    "{'target':'e99999999999'}", "element_not_found: No element matches “e99999999999”" },
  { "ui_describe",    "{'target':'1,2,3'}",   "element_not_found: No element matches “1,2,3”" },
  { "ui_describe",    "{'target':':1.9'}",    "invalid_selector: column 1: nothing before the colon" },
  { "ui_describe",    "{'target':{'x':1,'y':2,'z':3}}", "invalid_argument: ui_describe: unknown argument “z”" },
  { "ui_describe",    "{'target':{'ref':5}}", "invalid_argument: ui_describe: “ref” must be a string, not 5" },
  { "ui_read_text",   "{'target':'e7'}",      "denied: This field is for secrets; its text is never read" },
  { "ui_read_text",   "{'target':'e6'}",      "pattern_unsupported: CheckBox “Sound” has no text; it supports: Invoke, Toggle, ScrollItem, Focus" },
  { "ui_read_text",   "{'target':'e3'}",      "pattern_unsupported: Pane “” has no text; it supports: none" },
  { "ui_read_text",   "{'target':'e4','start':5,'end':4}", "invalid_argument: ui_read_text: “end” must not be before “start”" },
};
/* clang-format on */

static void
test_point_rows (ToolDesk *desk, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (point_cases); i++)
    {
      JsonObject *data, *resolved;

      g_test_message ("%s", point_cases[i].arguments);
      tool_desk_show (desk, 1, point_cases[i].flags);
      data = tool_desk_call (desk, "ui_get_element", point_cases[i].arguments);
      resolved = json_object_get_object_member (desk->envelope, "resolved_target");
      g_assert_cmpstr (json_object_get_string_member (data, "ref"), ==, point_cases[i].ref);
      g_assert_cmpstr (pel_fake_element_source_get_look (desk->elements), ==, point_cases[i].look);
      g_assert_cmpstr (json_object_get_string_member (resolved, "ref"), ==, point_cases[i].ref);
      g_assert_cmpstr (json_object_get_string_member (resolved, "held_by"), ==, "point");
    }
}

static void
test_refused_rows (ToolDesk *desk, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *error = NULL;

      g_test_message ("%s %s", refused[i].tool, refused[i].arguments);
      error = tool_desk_fail (desk, refused[i].tool, refused[i].arguments);
      g_assert_cmpstr (error, ==, refused[i].error);
    }
  g_assert_cmpuint (pel_fake_element_source_get_n_reads (desk->elements), ==, 0);
}

static void
test_point_members (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data = tool_desk_call (desk, "ui_get_element", "{'x':120,'y':120}");
  JsonObject *point = json_object_get_object_member (data, "click_point");
  JsonArray  *ancestors = json_object_get_array_member (data, "ancestors");

  g_assert_cmpstr (json_object_get_string_member (data, "runtime_id"), ==, ":1.7/5");
  g_assert_cmpstr (json_object_get_string_member (data, "window_id"), ==, "w1");
  g_assert_cmpstr (json_object_get_string_member (data, "monitor"), ==, "LEFT");
  g_assert_cmpint (json_object_get_int_member (point, "x"), ==, 140);
  g_assert_cmpint (json_object_get_int_member (point, "y"), ==, 130);
  g_assert_cmpuint (json_array_get_length (ancestors), ==, 3);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (ancestors, 1),
                                                  "name"),
                   ==,
                   "Calculator");
}

static void
test_focused (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data = tool_desk_call (desk, "ui_get_focused", "{}");

  g_assert_cmpstr (json_object_get_string_member (data, "ref"), ==, "e4");
  g_assert_false (json_object_has_member (data, "note"));
  g_assert_cmpstr (pel_fake_element_source_get_look (desk->elements), ==, "active");
  tool_desk_show (desk, 2, TOOL_DESK_FOCUS_7);
  data = tool_desk_call (desk, "ui_get_focused", "{}");
  g_assert_cmpstr (json_object_get_string_member (data, "ref"), ==, "e5");
}

static void
test_focused_window (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data;

  tool_desk_show (desk, 1, TOOL_DESK_UNFOCUSED);
  data = tool_desk_call (desk, "ui_get_focused", "{}");
  g_assert_cmpstr (json_object_get_string_member (data, "ref"), ==, "e2");
  g_assert_cmpstr (json_object_get_string_member (data, "note"), !=, "");
  /* another program says it, but its window is not the active one */
  tool_desk_show (desk, 1, TOOL_DESK_SWITCHED);
  data = tool_desk_call (desk, "ui_get_focused", "{}");
  g_assert_cmpstr (json_object_get_string_member (data, "ref"), ==, "e10");
}

/* A tab that says so counts only where nothing else does. */
static void
test_focused_tab (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data;

  tool_desk_show (desk, 1, TOOL_DESK_TABS);
  data = tool_desk_call (desk, "ui_get_focused", "{}");
  g_assert_cmpstr (json_object_get_string_member (data, "ref"), ==, "e4");
  tool_desk_show (desk, 1, TOOL_DESK_TABS | TOOL_DESK_UNFOCUSED);
  data = tool_desk_call (desk, "ui_get_focused", "{}");
  g_assert_cmpstr (json_object_get_string_member (data, "ref"), ==, "e41");
}

static void
test_focused_none (ToolDesk *desk, gconstpointer unused)
{
  g_autofree char *error = NULL;

  tool_desk_show (desk, 1, TOOL_DESK_IDLE);
  error = tool_desk_fail (desk, "ui_get_focused", "{}");
  g_assert_cmpstr (error, ==, "element_not_found: The active window “” exposes no elements");
}

static PelElementReading *
make_reading (void)
{
  PelElementReading *reading = pel_element_reading_new ();
  PelActionInfo      action = { g_strdup ("click"), g_strdup ("Clicks"), g_strdup ("<Alt>s") };
  PelRelationInfo    known = { g_strdup ("labelled by"), g_strdup (":1.7"), g_strdup ("/5") };
  PelRelationInfo    unknown = { g_strdup ("flows to"), g_strdup (":1.9"), g_strdup ("/9") };
  PelTextRange       range = { 1, 3 };

  reading->description = g_strdup ("Turns the sound on");
  reading->id = g_strdup ("sound");
  reading->class = g_strdup ("big red");
  reading->attributes = g_strsplit ("toolkit,gtk,level,2", ",", -1);
  reading->has_value = TRUE;
  reading->value = 0.5;
  reading->maximum = 1;
  reading->value_text = g_strdup ("half");
  reading->text = g_strdup ("Sound");
  reading->n_chars = 5;
  reading->caret = 2;
  reading->has_table = reading->has_cell = TRUE;
  reading->n_rows = 7;
  reading->column = 3;
  g_array_append_val (reading->actions, action);
  g_array_append_val (reading->relations, known);
  g_array_append_val (reading->relations, unknown);
  g_array_append_val (reading->selections, range);
  return reading;
}

static char *
get_json (JsonObject *data, const char *member)
{
  return pel_json_to_string (json_object_get_member (data, member), PEL_JSON_COMPACT);
}

/* clang-format off */
static const struct { const char *member; const char *json; } described[] = {
  { "role",          "'CheckBox'" },
  { "description",   "'Turns the sound on'" },
  { "id",            "'sound'" },
  { "class",         "'big red'" },
  { "attributes",    "{'toolkit':'gtk','level':'2'}" },
  { "value",         "'half'" },
  { "actions",       "[{'name':'click','description':'Clicks','key_binding':'<Alt>s'}]" },
  { "relations",     "[{'kind':'labelled by','runtime_id':':1.7/5','ref':'e5','role':'Button','name':'7'},{'kind':'flows to','runtime_id':':1.9/9'}]" },
  { "range",         "{'value':0.5,'minimum':0.0,'maximum':1.0,'step':0.0}" },
  { "text",          "{'content':'Sound','truncated':false,'characters':5,'caret':2,'selections':[{'start':1,'end':3}]}" },
  { "table",         "{'rows':7,'columns':0}" },
  { "cell",          "{'row':0,'column':3,'row_span':0,'column_span':0}" },
  { "interfaces",    "['Action','Component']" },
  { "patterns",      "['Invoke','Toggle','ScrollItem','Focus']" },
  { "bounds",        "{'x':180,'y':110,'width':60,'height':40}" },
  { "window_bounds", "{'x':80,'y':60,'width':60,'height':40}" },
  { "native_bounds", "{'x':180.0,'y':110.0,'width':60.0,'height':40.0}" },
  { "toolkit",       "'GTK 3'" },
  { "secret",        "false" },
  { "n_children",    "0" },
};
/* clang-format on */

/* Of e6 everything is asked for; of others what tells them from it. */
static PelElementReading *
read_e6 (const PelReadingRequest *request, gpointer data)
{
  guint *n_reads = data;

  if (!g_str_equal (request->path, "/6"))
    {
      g_assert_cmpint (request->flags, ==, PEL_READ_ID);
      return pel_element_reading_new ();
    }
  g_assert_cmpstr (request->bus_name, ==, ":1.7");
  g_assert_cmpint (request->flags, ==, PEL_READ_ALL);
  (*n_reads)++;
  return make_reading ();
}

static void
test_describe_members (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data;
  guint       n_reads = 0;

  pel_fake_element_source_set_read_func (desk->elements, read_e6, &n_reads);
  data = tool_desk_call (desk, "ui_describe", "{'target':'e6'}");
  for (gsize i = 0; i < G_N_ELEMENTS (described); i++)
    {
      g_autofree char *expected = g_strdelimit (g_strdup (described[i].json), "'", '"');
      g_autofree char *json = get_json (data, described[i].member);

      g_assert_cmpstr (json, ==, expected);
    }
  g_assert_cmpuint (n_reads, ==, 1);
}

/* What came although it is secret is told no further. */
static void
test_describe_secret (ToolDesk *desk, gconstpointer unused)
{
  PelElementReading *reading = make_reading ();
  JsonObject        *data;
  g_autofree char   *all = NULL;

  reading->is_secret = TRUE;
  pel_fake_element_source_set_reading (desk->elements, reading);
  data = tool_desk_call (desk, "ui_describe", "{'target':'e4'}");
  g_assert_true (json_object_get_boolean_member (data, "secret"));
  g_assert_true (json_object_get_null_member (data, "value"));
  g_assert_false (json_object_has_member (data, "text"));
  g_assert_false (json_object_has_member (data, "range"));
  data = tool_desk_call (desk, "ui_describe", "{'target':'e7'}");
  g_assert_true (json_object_get_boolean_member (data, "secret"));
}

/* A program that falls silent leaves what its tree has told. */
static void
test_describe_silent (ToolDesk *desk, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  JsonObject        *data;

  pel_set_error (&error, PEL_ERROR_APP_UNRESPONSIVE, NULL, "It is silent");
  pel_fake_element_source_set_read_error (desk->elements, error);
  data = tool_desk_call (desk, "ui_describe", "{'target':'e6'}");
  g_assert_cmpstr (json_object_get_string_member (data, "note"), ==, "It is silent");
  g_assert_cmpstr (json_object_get_string_member (data, "name"), ==, "Sound");
}

/* Each step has its share of what is left, so that the answer comes before the deadline. */
static void
test_describe_late (ToolDesk *desk, gconstpointer unused)
{
  pel_fake_element_source_set_manner (desk->elements, PEL_FAKE_WAITS);
  tool_desk_begin (desk, "ui_describe", "{'target':'e6','timeout_ms':10000}");
  pel_fake_wait_ms (50);
  g_assert_cmpuint (pel_fake_element_source_get_n_waiting (desk->elements), ==, 1);
  pel_fake_element_source_set_manner (desk->elements, PEL_FAKE_ANSWERS);
  pel_fake_element_source_answer (desk->elements);
  tool_desk_end (desk);
  g_assert_cmpuint (pel_fake_element_source_get_request (desk->elements)->timeout_ms, <, 7968);
}

static void
test_describe_gone (ToolDesk *desk, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *told = NULL;

  pel_set_error (&error, PEL_ERROR_STALE_REF, NULL, "It is gone");
  pel_fake_element_source_set_read_error (desk->elements, error);
  told = tool_desk_fail (desk, "ui_describe", "{'target':'e6'}");
  g_assert_cmpstr (told, ==, "stale_ref: It is gone");
}

/* A snapshot's own word counts while it is kept; after that the ref alone. */
static void
test_target_of_snapshot (ToolDesk *desk, gconstpointer unused)
{
  g_autofree char *gone = NULL, *absent = NULL;
  JsonObject      *data;

  tool_desk_call (desk, "ui_snapshot", "{}");
  data = tool_desk_call (desk, "ui_describe", "{'target':{'snapshot_id':'s1','ref':'e5'}}");
  g_assert_cmpstr (json_object_get_string_member (data, "name"), ==, "7");
  absent = tool_desk_fail (desk, "ui_describe", "{'target':{'snapshot_id':'s1','ref':'e20'}}");
  g_assert_cmpstr (absent, ==, "element_not_found: The snapshot “s1” has no element “e20”");
  tool_desk_show (desk, 2, TOOL_DESK_REMOVED | TOOL_DESK_ADDED);
  gone = tool_desk_fail (desk, "ui_describe", "{'target':{'snapshot_id':'s1','ref':'e5'}}");
  g_assert_cmpstr (gone, ==, "stale_ref: The element “e5” is gone");
  data = tool_desk_call (desk, "ui_describe", "{'target':{'snapshot_id':'s99','ref':'e20'}}");
  g_assert_cmpstr (json_object_get_string_member (data, "name"), ==, "New");
}

/* A program that has left takes its elements with it; one that is silent may still have them. */
static void
test_target_of_program (ToolDesk *desk, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *gone = NULL, *silent = NULL;

  tool_desk_show (desk, 1, TOOL_DESK_SILENT);
  silent = tool_desk_fail (desk, "ui_describe", "{'target':':1.8/99'}");
  g_assert_cmpstr (silent, ==, "app_unresponsive: The program of “:1.8/99” is not responding");
  pel_set_error (&error, PEL_ERROR_ELEMENT_NOT_FOUND, NULL, "No such program");
  pel_fake_element_source_set_error (desk->elements, error);
  gone = tool_desk_fail (desk, "ui_describe", "{'target':'e5'}");
  g_assert_cmpstr (gone, ==, "stale_ref: The element “e5” is gone");
}

static PelElementReading *
make_text (const char *text, int n_chars)
{
  PelElementReading *reading = pel_element_reading_new ();

  reading->text = g_strdup (text);
  reading->n_chars = n_chars;
  return reading;
}

/* clang-format off */
static const struct { const char *arguments; const char *text; int n_chars; int start, end; const char *json; } read_cases[] = {
  { "{'target':'e4'}", "12+7", 4, 0, 8192,
    "{'text':'12+7','start':0,'end':4,'characters':4,'caret':null,'selections':[],'truncated':false}" },
  { "{'target':'e4','start':1,'end':3}", "2+", 4, 1, 3,
    "{'text':'2+','start':1,'end':3,'characters':4,'caret':null,'selections':[],'truncated':false}" },
  { "{'target':'e4','start':9}", "", 4, 9, 8201,
    "{'text':'','start':4,'end':4,'characters':4,'caret':null,'selections':[],'truncated':false}" },
  /* cut at a whole character, and told how to go on */
  { "{'target':'e4','max_bytes':3}", "äöü", 10, 0, 3,
    "{'text':'ä','start':0,'end':1,'characters':10,'caret':null,'selections':[],'truncated':true,'note':'(9 more characters; continue with --start 1)'}" },
  { "{'target':'e4','max_bytes':3,'end':1}", "ä", 10, 0, 1,
    "{'text':'ä','start':0,'end':1,'characters':10,'caret':null,'selections':[],'truncated':false}" },
  { "{'target':'e4','max_bytes':0}", "a", 1, 0, 1048576,
    "{'text':'a','start':0,'end':1,'characters':1,'caret':null,'selections':[],'truncated':false}" },
};
/* clang-format on */

static void
test_read_text_rows (ToolDesk *desk, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (read_cases); i++)
    {
      g_autofree char         *expected = g_strdelimit (g_strdup (read_cases[i].json), "'", '"');
      g_autofree char         *json = NULL;
      const PelReadingRequest *request;

      pel_fake_element_source_set_reading (desk->elements,
                                           make_text (read_cases[i].text, read_cases[i].n_chars));
      tool_desk_call (desk, "ui_read_text", read_cases[i].arguments);
      json = get_json (desk->envelope, "data");
      g_assert_cmpstr (json, ==, expected);
      request = pel_fake_element_source_get_request (desk->elements);
      g_assert_cmpint (request->flags, ==, PEL_READ_TEXT | PEL_READ_CARET);
      g_assert_cmpint (request->text_start, ==, read_cases[i].start);
      g_assert_cmpint (request->text_end, ==, read_cases[i].end);
    }
}

static void
test_read_text_secret (ToolDesk *desk, gconstpointer unused)
{
  PelElementReading *reading = pel_element_reading_new ();
  g_autofree char   *denied = NULL, *untold = NULL;

  reading->is_secret = TRUE;
  pel_fake_element_source_set_reading (desk->elements, reading);
  denied = tool_desk_fail (desk, "ui_read_text", "{'target':'e4'}");
  g_assert_cmpstr (denied, ==, "denied: This field is for secrets; its text is never read");
  untold = tool_desk_fail (desk, "ui_read_text", "{'target':'e4'}");
  g_assert_cmpstr (untold,
                   ==,
                   "command_failed: The element claims to have text, but does not return it");
}

/* A group with a name holds more than that name. */
static void
test_read_text_group (ToolDesk *desk, gconstpointer unused)
{
  static const SampleRow form[] = {
    { 0, ATSPI_ROLE_APPLICATION, "app" },
    { 1, ATSPI_ROLE_DOCUMENT_WEB, "Form", 0, PEL_INTERFACE_TEXT },
    { 2, ATSPI_ROLE_GROUPING, "Shipping" },
    { 3, ATSPI_ROLE_LABEL, "Name" },
    { 3, ATSPI_ROLE_LABEL, "Town" },
    { 2, ATSPI_ROLE_PUSH_BUTTON, "Send" },
    { 3, ATSPI_ROLE_LABEL, "Send" },
    { 2, ATSPI_ROLE_LIST, "Empty" },
  };
  JsonObject *data;

  pel_fake_element_source_set_snapshot (desk->elements,
                                        sample_tree_build (form, G_N_ELEMENTS (form)));
  pel_fake_element_source_set_reading (desk->elements, make_text ("\uFFFC\uFFFC\uFFFC", 3));
  data = tool_desk_call (desk, "ui_read_text", "{'target':'e2'}");
  g_assert_cmpstr (json_object_get_string_member (data, "text"), ==, "Name\nTown\nSend\nEmpty");
}

#define ADD(path, func) \
  g_test_add (path, ToolDesk, NULL, tool_desk_set_up, func, tool_desk_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/tool-element/point/rows", test_point_rows);
  ADD ("/tool-element/point/members", test_point_members);
  ADD ("/tool-element/refused/rows", test_refused_rows);
  ADD ("/tool-element/focused/element", test_focused);
  ADD ("/tool-element/focused/window", test_focused_window);
  ADD ("/tool-element/focused/tab", test_focused_tab);
  ADD ("/tool-element/focused/none", test_focused_none);
  ADD ("/tool-element/describe/members", test_describe_members);
  ADD ("/tool-element/describe/secret", test_describe_secret);
  ADD ("/tool-element/describe/silent", test_describe_silent);
  ADD ("/tool-element/describe/late", test_describe_late);
  ADD ("/tool-element/describe/gone", test_describe_gone);
  ADD ("/tool-element/target/of-snapshot", test_target_of_snapshot);
  ADD ("/tool-element/target/of-program", test_target_of_program);
  ADD ("/tool-element/read-text/rows", test_read_text_rows);
  ADD ("/tool-element/read-text/group", test_read_text_group);
  ADD ("/tool-element/read-text/secret", test_read_text_secret);
  return g_test_run ();
}
