/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/tool-desk.h"

#include "services/base/error.h"
#include "services/base/json.h"

#include <string.h>

#define WINDOW  "Window \"Calculator\" [e2] active 1x monitor=LEFT (100,50 400×300)\n"
#define DISPLAY "Edit \"Display\" [e4] focused\n"
#define SEVEN   "Button \"7\" [e5]\n"
#define SOUND   "CheckBox \"Sound\" [e6]\n"
#define PIN     "Edit \"Pin\" [e7] password\n"

/* clang-format off */
static const struct { const char *arguments; guint flags; const char *scope; const char *look; const char *text; } text_cases[] = {
  /* the active window, unless it is said otherwise */
  { "{}", 0, "active_window", "window w1",
    WINDOW "  Pane\n    " DISPLAY "    " SEVEN "    " SOUND "    " PIN "(snapshot s1)\n" },
  { "{'interactive':true}", 0, "active_window", "window w1",
    WINDOW "  " DISPLAY "  " SEVEN "  " SOUND "  " PIN "(snapshot s1)\n" },
  { "{'interactive':true,'max_depth':1}", 0, "active_window", "window w1", WINDOW "(snapshot s1)\n" },
  { "{'max_depth':1}", 0, "active_window", "window w1", WINDOW "  Pane\n(snapshot s1)\n" },
  { "{'scope':'window','target':'edit'}", 0, "window", NULL, NULL }, /* two of them: below */
  { "{'scope':'window','target':'w2'}", 0, "window", "window w2",
    "Window \"Editor\" [e10] 1x monitor=LEFT (800,50 400×300)\n  Edit \"Body\" [e11]\n(snapshot s1)\n" },
  { "{'target':'calc'}", 0, "window", "window w1",
    WINDOW "  Pane\n    " DISPLAY "    " SEVEN "    " SOUND "    " PIN "(snapshot s1)\n" },
  /* one element */
  { "{'target':'e3','visible':false}", 0, "element", "program :1.7",
    "Pane\n  " DISPLAY "  " SEVEN "  " SOUND "  " PIN "  Button \"Hidden\" [e8] hidden\n(snapshot s1)\n" },
  { "{'scope':'element','target':':1.8/11','bounds':true}", 0, "element", "program :1.8",
    "Edit \"Body\" [e11] (810,60 380×280)\n(snapshot s1)\n" },
  { "{'target':'120,120'}", 0, "element", "program :1.7", SEVEN "(snapshot s1)\n" },
  { "{'target':{'x':120,'y':120}}", 0, "element", "program :1.7", SEVEN "(snapshot s1)\n" },
  /* everything */
  { "{'scope':'desktop','interactive':true,'compact':true}", 0, "desktop", "desktop",
    "Application \"calc\"\n  " WINDOW "    " DISPLAY "    " SEVEN "    " SOUND "    " PIN
    "Application \"editor\"\n  Window \"Editor\" [e10] 1x monitor=LEFT (800,50 400×300)\n    Edit \"Body\" [e11]\n(snapshot s1)\n" },
  { "{'scope':'app','target':'calc','max_depth':1}", 0, "app", "app calc", NULL },
  /* no window is active: then all of them */
  { "{'max_depth':1}", TOOL_DESK_IDLE, "desktop", "desktop", NULL },
  /* an open menu belongs to the window of its program */
  { "{'interactive':true,'compact':true}", TOOL_DESK_MENU, "active_window", "window w1", NULL },
};

static const struct { const char *arguments; guint flags; const char *error; } refused[] = {
  { "{'scope':'window','target':'edit'}", 0, "ambiguous: 2 windows have “edit” in their title: w2 “Editor”, w3 “Bare editor”" },
  { "{'scope':'window','target':'nothing'}", 0, "window_not_found: No window matches “nothing”" },
  { "{'scope':'window'}", 0, "invalid_argument: ui_snapshot: the scope “window” requires a target" },
  { "{'scope':'app'}", 0, "invalid_argument: ui_snapshot: the scope “app” requires a target" },
  { "{'scope':'desktop','target':'e1'}", 0, "invalid_argument: ui_snapshot: the scope “desktop” takes no target" },
  { "{'scope':'app','target':{'ref':'e1'}}", 0, "invalid_argument: ui_snapshot: the target of the scope “app” must be a string" },
  { "{'scope':'active_window'}", TOOL_DESK_IDLE, "window_not_found: No window is active" },
  { "{'snapshot_id':'s99'}", 0, "element_not_found: The snapshot “s99” is unknown or has expired" },
  { "{'scope':'element','target':'Xyzzy'}", 0, "element_not_found: No element matches “Xyzzy”" },
  { "{'target':'e99'}", 0, "stale_ref: The element “e99” is gone" },
  { "{'target':':1.7/99'}", 0, "stale_ref: The element “:1.7/99” is gone" },
  { "{'target':{'ref':'7'}}", 0, "invalid_argument: ui_snapshot: “7” is not a ref" },
  { "{'target':{'snapshot_id':'s1'}}", 0, "invalid_argument: ui_snapshot: “ref” is missing (Its ref in that snapshot)" },
  { "{'target':{}}", 0, "invalid_argument: ui_snapshot: “x” is missing (Physical pixels from the left)" },
};
/* clang-format on */

static void
test_text_rows (ToolDesk *desk, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (text_cases); i++)
    {
      const char *text;

      if (text_cases[i].look == NULL)
        continue;
      g_test_message ("%s", text_cases[i].arguments);
      tool_desk_show (desk, 1, text_cases[i].flags);
      text = tool_desk_call_for_text (desk, "ui_snapshot", text_cases[i].arguments);
      g_assert_cmpstr (pel_fake_element_source_get_look (desk->elements), ==, text_cases[i].look);
      g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (desk->envelope,
                                                                                     "data"),
                                                      "scope"),
                       ==,
                       text_cases[i].scope);
      if (text_cases[i].text != NULL)
        g_assert_cmpstr (text, ==, text_cases[i].text);
    }
}

static void
test_text_menu (ToolDesk *desk, gconstpointer unused)
{
  const char *text;

  tool_desk_show (desk, 1, TOOL_DESK_MENU);
  text = tool_desk_call_for_text (desk, "ui_snapshot", "{'compact':true,'interactive':true}");
  g_assert_true (g_str_has_prefix (text, WINDOW));
  g_assert_nonnull (strstr (text, "\n  MenuItem \"Copy\" [e31]\n"));
  g_assert_null (strstr (text, "Editor"));
}

static void
test_refused_rows (ToolDesk *desk, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *error = NULL;

      g_test_message ("%s", refused[i].arguments);
      tool_desk_show (desk, 1, refused[i].flags);
      error = tool_desk_fail (desk, "ui_snapshot", refused[i].arguments);
      g_assert_cmpstr (error, ==, refused[i].error);
    }
}

static void
test_json_members (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data = tool_desk_call (desk, "ui_snapshot", "{'format':'json'}");
  JsonArray  *elements = json_object_get_array_member (data, "elements");
  JsonObject *window = json_array_get_object_element (elements, 0);
  JsonObject *pane =
      json_array_get_object_element (json_object_get_array_member (window, "children"), 0);
  JsonArray  *monitors = json_object_get_array_member (data, "monitors");
  JsonObject *driver = json_object_get_object_member (desk->envelope, "driver");

  g_assert_cmpstr (json_object_get_string_member (driver, "name"), ==, "fake-elements");
  g_assert_false (json_object_has_member (data, "text"));
  g_assert_cmpuint (json_array_get_length (elements), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (window, "window_id"), ==, "w1");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (pane, "children")), ==, 4);
  g_assert_cmpstr (json_object_get_string_member (data, "snapshot_id"), ==, "s1");
  g_assert_cmpint (json_object_get_int_member (data, "n_elements"), ==, 11);
  g_assert_cmpuint (json_array_get_length (monitors), ==, 2);
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (data, "window"),
                                                  "window_id"),
                   ==,
                   "w1");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (data, "notes")), ==, 0);
}

/* Programs that do not answer, or have too much, are told of: in a list, and where one reads. */
static void
test_programs_told (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data, *editor;
  const char *text;

  tool_desk_show (desk, 1, TOOL_DESK_SILENT);
  data = tool_desk_call (desk, "ui_snapshot", "{'target':'w2'}");
  text = json_object_get_string_member (data, "text");
  editor = json_array_get_object_element (json_object_get_array_member (data, "programs"), 1);
  g_assert_cmpstr (json_object_get_string_member (editor, "app"), ==, "editor");
  g_assert_false (json_object_get_boolean_member (editor, "answering"));
  g_assert_true (json_object_get_boolean_member (editor, "truncated"));
  g_assert_nonnull (strstr (text,
                            "\n(editor (20) is not responding: this is its last known state)\n"
                            "(editor (20) has more elements than were read)\n(snapshot s1)\n"));
}

static void
test_bare_window (ToolDesk *desk, gconstpointer unused)
{
  const char *text = tool_desk_call_for_text (desk, "ui_snapshot", "{'target':'w3'}");

  g_assert_cmpstr (
      text,
      ==,
      "(the window “Bare editor” exposes no elements; run “pellucid doctor” to find out why)\n"
      "(snapshot s1)\n");
}

/* What does not fit is counted; the last lines are there all the same. */
static void
test_limits_bytes (ToolDesk *desk, gconstpointer unused)
{
  const char *text;

  tool_desk_show (desk, 1, TOOL_DESK_CROWDED);
  text = tool_desk_call_for_text (desk, "ui_snapshot", "{}");
  g_assert_cmpuint (strlen (text), <=, 8192);
  g_assert_cmpuint (strlen (text), >, 8000);
  g_assert_true (g_str_has_suffix (text, "(snapshot s1)\n"));
  g_assert_nonnull (strstr (text, " more elements"));
  text = tool_desk_call_for_text (desk, "ui_snapshot", "{'max_bytes':0}");
  g_assert_cmpuint (strlen (text), >, 20000);
  g_assert_null (strstr (text, " more elements"));
  text = tool_desk_call_for_text (desk, "ui_snapshot", "{'max_bytes':200}");
  g_assert_cmpuint (strlen (text), <=, 200);
  text = tool_desk_call_for_text (desk, "ui_snapshot", "{'max_chars':3,'max_depth':1}");
  g_assert_nonnull (strstr (text, "\"Cal…(+7)\""));
}

static guint
count_elements (JsonArray *elements)
{
  guint n = json_array_get_length (elements);

  for (guint i = 0; i < json_array_get_length (elements); i++)
    {
      JsonObject *element = json_array_get_object_element (elements, i);

      if (json_object_has_member (element, "children"))
        n += count_elements (json_object_get_array_member (element, "children"));
    }
  return n;
}

static gsize
measure (JsonObject *data, const char *member)
{
  g_autofree char *text =
      pel_json_to_string (json_object_get_member (data, member), PEL_JSON_COMPACT);

  return strlen (text);
}

/* What there is no room for as JSON is counted. */
static void
test_limits_json (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data;
  guint       n_all, n_some;

  tool_desk_show (desk, 1, TOOL_DESK_CROWDED);
  data = tool_desk_call (desk, "ui_snapshot", "{'format':'json'}");
  n_all = count_elements (json_object_get_array_member (data, "elements"));
  g_assert_cmpuint (n_all, >, 1100);
  g_assert_false (json_object_has_member (data, "truncated"));
  g_assert_false (json_object_has_member (data, "n_left_out"));
  data = tool_desk_call (desk, "ui_snapshot", "{'format':'json','max_bytes':20000}");
  n_some = count_elements (json_object_get_array_member (data, "elements"));
  g_assert_cmpuint (n_some, >, 10);
  g_assert_cmpuint (measure (data, "elements"), <=, 20000);
  g_assert_true (json_object_get_boolean_member (data, "truncated"));
  g_assert_cmpint (json_object_get_int_member (data, "n_left_out"), ==, n_all - n_some);
  data = tool_desk_call (desk, "ui_snapshot", "{'format':'json','max_bytes':1}");
  g_assert_cmpint (json_object_get_int_member (data, "n_left_out"), ==, n_all);
}

static void
test_limits_changes (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data, *changes;
  guint       n_some;

  tool_desk_call (desk, "ui_snapshot", "{}");
  tool_desk_show (desk, 2, TOOL_DESK_CROWDED | TOOL_DESK_CHECKED | TOOL_DESK_REMOVED);
  data = tool_desk_call (desk, "ui_snapshot", "{'format':'json','since':'s1','max_bytes':20000}");
  changes = json_object_get_object_member (data, "changes");
  n_some = json_array_get_length (json_object_get_array_member (changes, "added"));
  g_assert_cmpuint (n_some, >, 10);
  g_assert_cmpint (json_object_get_int_member (data, "n_left_out"), ==, 1102 - n_some);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (changes, "removed")),
                    ==,
                    0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (changes, "changed")),
                    ==,
                    0);
}

static void
test_limits_text_index (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data;

  tool_desk_show (desk, 1, TOOL_DESK_CROWDED);
  data = tool_desk_call (desk, "ui_snapshot", "{'max_bytes':1000,'include_text_index':true}");
  g_assert_cmpuint (measure (data, "text_index"), <=, 1000);
  g_assert_cmpuint (measure (data, "text_index"), >, 900);
  g_assert_true (json_object_get_boolean_member (data, "truncated"));
}

static void
test_text_index (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data = tool_desk_call (desk, "ui_snapshot", "{'include_text_index':true}");
  JsonObject *index = json_object_get_object_member (data, "text_index");
  JsonArray  *refs = json_object_get_array_member (index, "Sound");

  g_assert_cmpuint (json_array_get_length (refs), ==, 1);
  g_assert_cmpstr (json_array_get_string_element (refs, 0), ==, "e6");
  g_assert_false (json_object_has_member (index, "Hidden"));
  g_assert_false (json_object_has_member (index, ""));
}

static void
test_since_changes (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data, *changes, *element;

  tool_desk_call (desk, "ui_snapshot", "{}");
  tool_desk_show (desk, 2, TOOL_DESK_CHECKED | TOOL_DESK_ADDED | TOOL_DESK_REMOVED);
  data = tool_desk_call (desk, "ui_snapshot", "{'since':'s1'}");
  g_assert_cmpstr (json_object_get_string_member (data, "text"),
                   ==,
                   "+ Button \"New\" [e20]\n"
                   "- Button \"7\" [e5]\n"
                   "~ CheckBox \"Sound\" [e6] checked : states +checked\n"
                   "(snapshot s2)\n");
  g_assert_cmpstr (json_object_get_string_member (data, "since"), ==, "s1");
  g_assert_false (json_object_has_member (data, "since_expired"));

  data = tool_desk_call (desk, "ui_snapshot", "{'since':'s1','format':'json'}");
  changes = json_object_get_object_member (data, "changes");
  element = json_array_get_object_element (json_object_get_array_member (changes, "added"), 0);
  g_assert_cmpstr (json_object_get_string_member (element, "ref"), ==, "e20");
  g_assert_false (json_object_has_member (data, "elements"));

  /* of another window nothing changed */
  data = tool_desk_call (desk, "ui_snapshot", "{'since':'s1','target':'w2'}");
  g_assert_cmpstr (json_object_get_string_member (data, "text"),
                   ==,
                   "(nothing changed)\n(snapshot s2)\n");
}

/* Every call of the command line is a caller of its own: what one has seen another may name. */
static void
test_since_of_another_caller (ToolDesk *desk, gconstpointer unused)
{
  tool_desk_call (desk, "ui_snapshot", "{}");
  desk->caller = ":1.200";
  tool_desk_show (desk, 2, TOOL_DESK_ADDED);
  g_assert_cmpstr (tool_desk_call_for_text (desk, "ui_snapshot", "{'since':'s1'}"),
                   ==,
                   "+ Button \"New\" [e20]\n(snapshot s2)\n");
}

/* What was seen is shown again as it was, whatever is there by now. */
static void
test_kept (ToolDesk *desk, gconstpointer unused)
{
  const char *text;

  tool_desk_call (desk, "ui_snapshot", "{}");
  tool_desk_show (desk, 2, TOOL_DESK_CHECKED | TOOL_DESK_ADDED | TOOL_DESK_REMOVED);
  tool_desk_call (desk, "ui_snapshot", "{}");
  text = tool_desk_call_for_text (desk, "ui_snapshot", "{'snapshot_id':'s1'}");
  g_assert_nonnull (strstr (text, "Button \"7\" [e5]"));
  g_assert_null (strstr (text, "Button \"New\""));
  g_assert_nonnull (strstr (text, "(snapshot s1)"));
  text = tool_desk_call_for_text (desk, "ui_snapshot", "{'snapshot_id':'s1','target':'e5'}");
  g_assert_cmpstr (text, ==, "Button \"7\" [e5]\n(snapshot s1)\n");
}

static void
test_since_expired (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data = tool_desk_call (desk, "ui_snapshot", "{'since':'s77','max_depth':1}");

  g_assert_true (json_object_get_boolean_member (data, "since_expired"));
  g_assert_cmpstr (json_object_get_string_member (data, "text"),
                   ==,
                   WINDOW "  Pane\n(s77 has expired; this is everything)\n(snapshot s1)\n");
}

static void
test_no_elements (ToolDesk *desk, gconstpointer unused)
{
  static const char *const calls[][2] = {
    { "ui_snapshot", "{'scope':'desktop'}" },
    { "ui_describe", "{'target':'e1'}" },
    { "ui_get_focused", "{}" },
    { "ui_get_element", "{'x':1,'y':1}" },
    { "watch", "{}" },
  };

  desk->context.elements = NULL;
  for (gsize i = 0; i < 2 * G_N_ELEMENTS (calls); i++)
    {
      g_autofree char *error = NULL;

      if (i == G_N_ELEMENTS (calls))
        pel_set_error (&desk->context.elements_error,
                       PEL_ERROR_CAPABILITY_UNAVAILABLE,
                       NULL,
                       "Nothing here");
      error = tool_desk_fail (desk,
                              calls[i % G_N_ELEMENTS (calls)][0],
                              calls[i % G_N_ELEMENTS (calls)][1]);
      g_assert_cmpstr (error,
                       ==,
                       i < G_N_ELEMENTS (calls)
                           ? "capability_unavailable: Elements cannot be read on this desktop"
                           : "capability_unavailable: Nothing here");
    }
}

/* A desktop without windows has a reason, also where nobody gave one. */
static void
test_no_windows (ToolDesk *desk, gconstpointer unused)
{
  static const char *const calls[][2] = {
    { "ui_snapshot", "{'scope':'active_window'}" },
    { "ui_list_windows", "{}" },
  };

  desk->context.windows = NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autofree char *error = tool_desk_fail (desk, calls[i][0], calls[i][1]);

      g_assert_cmpstr (error, ==, "capability_unavailable: Windows cannot be read on this desktop");
    }
}

static void
test_look_error (ToolDesk *desk, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *told = NULL;

  pel_set_error (&error, PEL_ERROR_ELEMENT_NOT_FOUND, NULL, "No such program");
  pel_fake_element_source_set_error (desk->elements, error);
  told = tool_desk_fail (desk, "ui_snapshot", "{'scope':'app','target':'x'}");
  g_assert_cmpstr (told, ==, "element_not_found: No such program");
}

static void
test_look_cancelled (ToolDesk *desk, gconstpointer unused)
{
  pel_fake_element_source_set_manner (desk->elements, PEL_FAKE_WAITS);
  tool_desk_begin (desk, "ui_snapshot", "{'scope':'desktop','timeout_ms':100}");
  tool_desk_end (desk);
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (desk->envelope,
                                                                                 "error"),
                                                  "code"),
                   ==,
                   "timeout");
  pel_fake_wait_ms (10);
  g_assert_cmpuint (pel_fake_element_source_get_n_waiting (desk->elements), ==, 0);
}

#define ADD(path, func) \
  g_test_add (path, ToolDesk, NULL, tool_desk_set_up, func, tool_desk_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/tool-snapshot/text/rows", test_text_rows);
  ADD ("/tool-snapshot/text/menu", test_text_menu);
  ADD ("/tool-snapshot/refused/rows", test_refused_rows);
  ADD ("/tool-snapshot/json/members", test_json_members);
  ADD ("/tool-snapshot/programs/told", test_programs_told);
  ADD ("/tool-snapshot/window/bare", test_bare_window);
  ADD ("/tool-snapshot/limits/bytes", test_limits_bytes);
  ADD ("/tool-snapshot/limits/json", test_limits_json);
  ADD ("/tool-snapshot/limits/changes", test_limits_changes);
  ADD ("/tool-snapshot/limits/text-index", test_limits_text_index);
  ADD ("/tool-snapshot/text-index", test_text_index);
  ADD ("/tool-snapshot/since/changes", test_since_changes);
  ADD ("/tool-snapshot/since/of-another-caller", test_since_of_another_caller);
  ADD ("/tool-snapshot/since/expired", test_since_expired);
  ADD ("/tool-snapshot/kept", test_kept);
  ADD ("/tool-snapshot/source/none", test_no_elements);
  ADD ("/tool-snapshot/source/no-windows", test_no_windows);
  ADD ("/tool-snapshot/source/error", test_look_error);
  ADD ("/tool-snapshot/source/cancelled", test_look_cancelled);
  return g_test_run ();
}
