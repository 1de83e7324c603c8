/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/tool-desk.h"

#include "services/base/error.h"
#include "services/base/json.h"

#include <string.h>

/* clang-format off */
static const struct { const char *arguments; const char *refs; int n_matches; const char *look; } query_rows[] = {
  { "{'selector':'role=Button'}",                     "e5 e8 ",  2, "desktop"  },
  { "{'selector':'Button:7'}",                        "e5 ",     1, "desktop"  },
  { "{'selector':'app=calc >> Button:7'}",            "e5 ",     1, "app calc" },
  { "{'selector':'role=Button','limit':1}",           "e5 ",     2, "desktop"  },
  { "{'selector':'Button:7 >> right-of >> role=CheckBox'}", "e6 ", 1, "desktop" },
  { "{'selector':'Button:None ?? Body'}",             "e11 ",    1, "desktop"  },
  { "{'selector':'@e11'}",                            "e11 ",    1, "desktop"  },
};

static const struct { const char *tool; const char *arguments; const char *error; } refused[] = {
  { "ui_query",    "{'selector':'role='}",             "invalid_selector: " },
  { "ui_query",    "{'selector':'Button:Sven'}",       "element_not_found: No element matches “Button:Sven”" },
  { "ui_query",    "{'selector':'app=calcu >> Button:7'}", "element_not_found: No element matches “app=calcu >> Button:7”" },
  { "ui_query",    "{'selector':'@e99 >> Button:7'}",  "stale_ref: The element “e99” is gone" },
  { "ui_query",    "{'selector':'Window:Calculator >> @e99'}", "stale_ref: The element “e99” is gone" },
  { "ui_query",    "{'selector':'@e99 ?? Button:Nope'}", "element_not_found: No element matches “@e99 ?? Button:Nope”" },
  { "ui_query",    "{'selector':'#3'}",                "capability_unavailable: " },
  { "ui_describe", "{'target':'role=Button','strict':true}", "ambiguous: “role=Button” matches 2 elements" },
  { "ui_describe", "{'target':'role=Edit'}",           "ambiguous: “role=Edit” matches 3 elements" },
  { "ui_describe", "{'target':'Nothing of the kind'}", "element_not_found: No element matches “Nothing of the kind”" },
  { "ui_get_element", "{'selector':'Button:7','x':1}", "invalid_argument: ui_get_element: specify a point or a selector, not both" },
  { "ui_get_element", "{'selector':'Button:7','window_title':'w2'}", "element_not_found: “Button:7” matches elements, but none in this window" },
  { "ui_snapshot", "{'selector':'Edit:None'}",         "element_not_found: No element matches “Edit:None”" },
  { "ui_snapshot", "{'selector':'Body','scope':'active_window'}",              "element_not_found: “Body” matches elements, but none in this scope" },
  { "ui_snapshot", "{'selector':'!'}",                 "invalid_selector: " },
  { "ui_snapshot", "{'target':'Calculators'}",         "window_not_found: No window matches “Calculators”" },
  { "watch",       "{'filter':'>>'}",                  "invalid_selector: " },
};

/* What a target leads to. */
static const struct { const char *tool; const char *arguments; const char *ref; double confidence; const char *held_by; } resolved_rows[] = {
  { "ui_describe",    "{'target':'Button:7'}",                   "e5",  0.90, "selector"   },
  { "ui_describe",    "{'target':'role=Button','first':true}",   "e5",  0.60, "selector"   },
  { "ui_describe",    "{'target':'role=Button'}",                "e5",  0.60, "selector"   },
  { "ui_describe",    "{'target':'role=Button','strict':false}", "e5",  0.60, "selector"   },
  { "ui_describe",    "{'target':'role=Edit','first':true}",     "e4",  0.346, "selector"  },
  { "ui_describe",    "{'target':'role=Button >> nth(2)'}",      "e8",  0.60, "selector"   },
  { "ui_describe",    "{'target':'Body'}",                       "e11", 0.75, "selector"   },
  { "ui_describe",    "{'target':'@e5'}",                        "e5",  0.99, "runtime_id" },
  { "ui_get_element", "{'selector':'Button:7'}",                 "e5",  0.90, "selector"   },
  { "ui_get_element", "{'selector':'role=Window','window_title':'w2'}", "e10", 0.60, "selector" },
};

static const struct { const char *arguments; const char *text; } tree_rows[] = {
  { "{'selector':'role=CheckBox'}",                   "CheckBox \"Sound\" [e6]\n(snapshot s1)\n" },
  { "{'selector':'role=Edit'}",                       "Edit \"Display\" [e4] focused\nEdit \"Pin\" [e7] password\nEdit \"Body\" [e11]\n(snapshot s1)\n" },
  { "{'selector':'role=Button','visible':false}",     "Button \"7\" [e5]\nButton \"Hidden\" [e8] hidden\n(snapshot s1)\n" },
  { "{'target':'editor >> role=Edit'}",               "Edit \"Body\" [e11]\n(snapshot s1)\n" },
  { "{'target':'Edit:Body','scope':'element'}",       "Edit \"Body\" [e11]\n(snapshot s1)\n" },
  { "{'target':'Edit:Body'}",                         "Edit \"Body\" [e11]\n(snapshot s1)\n" },
};
/* clang-format on */

static void
test_query_rows (ToolDesk *desk, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (query_rows); i++)
    {
      JsonObject         *data;
      JsonArray          *matches;
      g_autoptr (GString) refs = g_string_new (NULL);

      g_test_message ("%s", query_rows[i].arguments);
      data = tool_desk_call (desk, "ui_query", query_rows[i].arguments);
      matches = json_object_get_array_member (data, "matches");
      for (guint k = 0; k < json_array_get_length (matches); k++)
        g_string_append_printf (
            refs,
            "%s ",
            json_object_get_string_member (json_array_get_object_element (matches, k), "ref"));
      g_assert_cmpstr (refs->str, ==, query_rows[i].refs);
      g_assert_cmpint (json_object_get_int_member (data, "n_matches"), ==, query_rows[i].n_matches);
      g_assert_cmpint (json_object_has_member (data, "note"),
                       ==,
                       (int) json_array_get_length (matches) < query_rows[i].n_matches);
      g_assert_cmpstr (pel_fake_element_source_get_look (desk->elements), ==, query_rows[i].look);
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
      if (!g_str_has_prefix (error, refused[i].error))
        g_assert_cmpstr (error, ==, refused[i].error);
    }
}

static void
test_target_rows (ToolDesk *desk, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (resolved_rows); i++)
    {
      JsonObject *resolved;

      g_test_message ("%s %s", resolved_rows[i].tool, resolved_rows[i].arguments);
      tool_desk_call (desk, resolved_rows[i].tool, resolved_rows[i].arguments);
      resolved = json_object_get_object_member (desk->envelope, "resolved_target");
      g_assert_cmpstr (json_object_get_string_member (resolved, "ref"), ==, resolved_rows[i].ref);
      g_assert_cmpstr (json_object_get_string_member (resolved, "held_by"),
                       ==,
                       resolved_rows[i].held_by);
      g_assert_cmpfloat_with_epsilon (json_object_get_double_member (resolved, "confidence"),
                                      resolved_rows[i].confidence,
                                      0.001);
    }
}

static void
test_tree_rows (ToolDesk *desk, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (tree_rows); i++)
    {
      g_test_message ("%s", tree_rows[i].arguments);
      g_assert_cmpstr (tool_desk_call_for_text (desk, "ui_snapshot", tree_rows[i].arguments),
                       ==,
                       tree_rows[i].text);
    }
}

static JsonObject *
get_details (ToolDesk *desk)
{
  JsonObject *error = json_object_get_object_member (desk->envelope, "error");

  return json_object_get_object_member (error, "details");
}

/* (transfer none): the member of the first object in a list of the details. */
static const char *
get_first (ToolDesk *desk, const char *list, const char *member)
{
  JsonArray *array = json_object_get_array_member (get_details (desk), list);

  g_assert_cmpuint (json_array_get_length (array), >, 0);
  g_assert_cmpuint (json_array_get_length (array), <=, 5);
  return json_object_get_string_member (json_array_get_object_element (array, 0), member);
}

static void
test_details_of_misses (ToolDesk *desk, gconstpointer unused)
{
  g_autofree char *near = tool_desk_fail (desk, "ui_query", "{'selector':'CheckBox:Sounds'}");
  g_autofree char *many = NULL, *narrow = NULL, *column = NULL;

  g_assert_cmpstr (get_first (desk, "near_misses", "ref"), ==, "e6");
  g_assert_cmpstr (get_first (desk, "near_misses", "text"), ==, "CheckBox \"Sound\" [e6]");
  g_assert_nonnull (get_first (desk, "near_misses", "reason"));

  tool_desk_show (desk, 2, TOOL_DESK_CROWDED);
  many = tool_desk_fail (desk, "ui_describe", "{'target':'Button:New'}");
  g_assert_cmpstr (many, ==, "ambiguous: “Button:New” matches 1100 elements");
  g_assert_cmpstr (get_first (desk, "candidates", "ref"), ==, "e1000");
  g_assert_nonnull (get_first (desk, "candidates", "selector"));

  narrow = tool_desk_fail (desk, "ui_describe", "{'target':'app=calc >> Button:New'}");
  g_assert_true (g_str_has_prefix (get_first (desk, "candidates", "selector"), "app=\"calc\" >> "));

  column = tool_desk_fail (desk, "ui_query", "{'selector':'role=Button name=7'}");
  g_assert_cmpint (json_object_get_int_member (get_details (desk), "column"), ==, 13);
}

/* The hint that is given leads to the one element that a person can mean. */
static void
test_hint_of_hidden (ToolDesk *desk, gconstpointer unused)
{
  g_autofree char *hidden =
      tool_desk_fail (desk, "ui_describe", "{'target':'role=Button','strict':true}");
  JsonObject *error = json_object_get_object_member (desk->envelope, "error");

  g_assert_nonnull (strstr (json_object_get_string_member (error, "hint"), "“&& visible=true”"));
  g_assert_cmpstr (
      json_object_get_string_member (tool_desk_call (desk,
                                                     "ui_describe",
                                                     "{'target':'role=Button && visible=true'}"),
                                     "ref"),
      ==,
      "e5");
}

/* What could not be read is not taken for absent, and the next call reads it. */
static void
test_unread (ToolDesk *desk, gconstpointer unused)
{
  g_autoptr (GError) busy = g_error_new (PEL_ERROR, PEL_ERROR_APP_UNRESPONSIVE, "busy");
  g_autofree char   *query = NULL, *target = NULL, *absent = NULL;

  pel_fake_element_source_set_read_error (desk->elements, busy);
  query = tool_desk_fail (desk, "ui_query", "{'selector':'role=Button && id!=cancel'}");
  g_assert_cmpstr (
      query,
      ==,
      "app_unresponsive: Elements that may match “role=Button && id!=cancel” could not be read "
      "in time");
  target = tool_desk_fail (desk, "ui_describe", "{'target':'id=foo'}");
  g_assert_true (g_str_has_prefix (target, "app_unresponsive: "));
  tool_desk_call (desk, "ui_describe", "{'target':'e5'}");
  pel_fake_element_source_set_reading (desk->elements, NULL);
  absent = tool_desk_fail (desk, "ui_query", "{'selector':'id=foo'}");
  g_assert_true (g_str_has_prefix (absent, "element_not_found: "));
  tool_desk_call (desk, "ui_query", "{'selector':'role=Button && id!=cancel'}");
}

/* What is gone is never taken for what stands in its place; but that is told. */
static void
test_stale_names_successor (ToolDesk *desk, gconstpointer unused)
{
  g_autofree char *gone = NULL;
  JsonObject      *successor;

  tool_desk_call (desk, "ui_snapshot", "{}");
  tool_desk_show (desk, 2, TOOL_DESK_REBORN);
  gone = tool_desk_fail (desk, "ui_describe", "{'target':'e5'}");
  g_assert_cmpstr (gone, ==, "stale_ref: The element “e5” is gone");
  successor = json_object_get_object_member (get_details (desk), "successor");
  g_assert_cmpstr (json_object_get_string_member (successor, "ref"), ==, "e55");
  g_assert_cmpstr (json_object_get_string_member (successor, "held_by"), ==, "path");
}

/* Nor is it watched. */
static void
test_stale_is_not_watched (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *event;

  tool_desk_begin (desk, "watch", "{'target':'e5','count':1}");
  tool_desk_wait_for_event (desk, 1);
  tool_desk_show (desk, 2, TOOL_DESK_REBORN);
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (desk->elements));
  tool_desk_end (desk);
  event = g_ptr_array_index (desk->events, 1);
  g_assert_cmpstr (json_object_get_string_member (event, "event"), ==, "removed");
}

/* A caller's own sight counts, not that of others. */
static void
test_confidence_is_of_caller (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *resolved;

  tool_desk_call (desk, "ui_snapshot", "{}");
  tool_desk_show (desk, 2, TOOL_DESK_MOVED);
  desk->caller = ":1.200";
  tool_desk_call (desk, "ui_snapshot", "{}");
  desk->caller = ":1.100";
  tool_desk_call (desk, "ui_describe", "{'target':'e5'}");
  resolved = json_object_get_object_member (desk->envelope, "resolved_target");
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (resolved, "confidence"),
                                  0.84,
                                  0.001);
}

/* Confidence falls where it is not where the caller saw it. */
static void
test_confidence_of_moved (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *resolved;

  tool_desk_call (desk, "ui_snapshot", "{}");
  tool_desk_show (desk, 2, TOOL_DESK_MOVED);
  tool_desk_call (desk, "ui_describe", "{'target':'e5'}");
  resolved = json_object_get_object_member (desk->envelope, "resolved_target");
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (resolved, "confidence"),
                                  0.84,
                                  0.001);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (resolved, "reasons")),
                    ==,
                    2);
}

static void
test_describe_has_selector (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data = tool_desk_call (desk, "ui_describe", "{'target':'e5'}");

  g_assert_cmpstr (json_object_get_string_member (data, "selector"), ==, "Button:\"7\"");
}

static void
test_watch_filter (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *event, *element;

  tool_desk_begin (desk, "watch", "{'filter':'role=CheckBox','count':1}");
  tool_desk_wait_for_event (desk, 1);
  tool_desk_show (desk, 2, TOOL_DESK_ADDED | TOOL_DESK_CHECKED | TOOL_DESK_FOCUS_7);
  pel_element_source_emit_changed (PEL_ELEMENT_SOURCE (desk->elements));
  tool_desk_end (desk);
  g_assert_cmpuint (desk->events->len, ==, 2);
  event = g_ptr_array_index (desk->events, 1);
  element = json_object_get_object_member (event, "element");
  g_assert_cmpstr (json_object_get_string_member (event, "event"), ==, "changed");
  g_assert_cmpstr (json_object_get_string_member (element, "ref"), ==, "e6");
}

#define ADD(path, function) \
  g_test_add ("/tool-query/" path, ToolDesk, NULL, tool_desk_set_up, function, tool_desk_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("query/rows", test_query_rows);
  ADD ("refused/rows", test_refused_rows);
  ADD ("target/rows", test_target_rows);
  ADD ("tree/rows", test_tree_rows);
  ADD ("details/of-misses", test_details_of_misses);
  ADD ("details/hint-of-hidden", test_hint_of_hidden);
  ADD ("details/of-the-unread", test_unread);
  ADD ("stale/names-successor", test_stale_names_successor);
  ADD ("stale/is-not-watched", test_stale_is_not_watched);
  ADD ("confidence/of-moved", test_confidence_of_moved);
  ADD ("confidence/is-of-caller", test_confidence_is_of_caller);
  ADD ("describe/has-selector", test_describe_has_selector);
  ADD ("watch/filter", test_watch_filter);
  return g_test_run ();
}
