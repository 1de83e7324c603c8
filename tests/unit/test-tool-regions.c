/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/unit/tool-desk.h"

#include "services/base/error.h"

/* “1 Display e4;2 7 e5;”: what was listed. (transfer full) */
static char *
describe (JsonObject *data)
{
  GString   *text = g_string_new (NULL);
  JsonArray *regions = json_object_get_array_member (data, "regions");

  for (guint i = 0; i < json_array_get_length (regions); i++)
    {
      JsonObject *region = json_array_get_object_element (regions, i);

      g_string_append_printf (text,
                              "%d %s %s;",
                              (int) json_object_get_int_member (region, "index"),
                              json_object_get_string_member (region, "label"),
                              json_object_get_string_member (region, "ref"));
    }
  return g_string_free (text, FALSE);
}

static void
assert_regions (ToolDesk *desk, const char *arguments, const char *expected)
{
  g_autofree char *text = describe (tool_desk_call (desk, "ui_regions", arguments));

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_fails (ToolDesk *desk, const char *tool, const char *arguments, const char *expected)
{
  g_autofree char *told = tool_desk_fail (desk, tool, arguments);

  g_assert_cmpstr (told, ==, expected);
}

static void
test_list (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data, *region;

  assert_regions (desk, "{}", "1 Display e4;2 7 e5;3 Sound e6;4 Pin e7;");
  assert_regions (desk, "{'filter':'S'}", "1 Display e4;3 Sound e6;");
  assert_regions (desk, "{'filter':'BUTTON'}", "2 7 e5;");
  assert_regions (desk, "{'filter':'nothing'}", "");
  data = tool_desk_call (desk, "ui_regions", "{'limit':3}");
  g_assert_cmpint (json_object_get_int_member (data, "n_hidden"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (data, "note"),
                   ==,
                   "(1 more; use --limit 4 to show them)");
  g_assert_cmpstr (json_object_get_string_member (data, "scope"), ==, "window w1");
  g_assert_false (json_object_get_boolean_member (data, "shown"));
  region = json_array_get_object_element (json_object_get_array_member (data, "regions"), 1);
  g_assert_cmpstr (json_object_get_string_member (region, "role"), ==, "Button");
  g_assert_cmpstr (json_object_get_string_member (region, "source"), ==, "accessibility");
  g_assert_cmpstr (json_object_get_string_member (region, "window_id"), ==, "w1");
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (region, "bounds"),
                                               "width"),
                   ==,
                   60);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (region,
                                                                              "click_point"),
                                               "x"),
                   ==,
                   140);
  g_assert_false (json_object_has_member (region, "disabled"));
  /* nothing is watched for it */
  g_assert_cmpint (pel_fake_element_source_get_n_watching (desk->elements), ==, 0);
}

/* What has a number is the same element for everybody, also when others come and go. */
static void
test_numbers (ToolDesk *desk, gconstpointer unused)
{
  JsonObject *data;

  assert_fails (desk,
                "ui_describe",
                "{'target':'#2'}",
                "capability_unavailable: There is no region 2: nothing has been numbered yet");
  assert_regions (desk, "{}", "1 Display e4;2 7 e5;3 Sound e6;4 Pin e7;");
  data = tool_desk_call (desk, "ui_describe", "{'target':'#3'}");
  g_assert_cmpstr (json_object_get_string_member (data, "name"), ==, "Sound");
  tool_desk_show (desk, 2, TOOL_DESK_REMOVED | TOOL_DESK_ADDED);
  data = tool_desk_call (desk, "ui_describe", "{'target':'#3'}");
  g_assert_cmpstr (json_object_get_string_member (data, "name"), ==, "Sound");
  assert_fails (desk, "ui_describe", "{'target':'#2'}", "stale_ref: The element “#2” is gone");
  assert_fails (desk,
                "ui_query",
                "{'selector':'#2'}",
                "stale_ref: The element of region 2 is gone");
  assert_fails (desk, "ui_describe", "{'target':'#9'}", "element_not_found: There is no region 9");
  assert_fails (desk,
                "ui_query",
                "{'selector':'region=nowhere'}",
                "element_not_found: There is no region nowhere");
  /* the 2 is free now */
  assert_regions (desk, "{}", "1 Display e4;2 New e20;3 Sound e6;4 Pin e7;");
  data = tool_desk_call (desk, "ui_query", "{'selector':'#2'}");
  g_assert_cmpint (json_object_get_int_member (data, "n_matches"), ==, 1);
}

static void
test_by_id (ToolDesk *desk, gconstpointer unused)
{
  JsonObject      *data = tool_desk_call (desk, "ui_regions", "{'filter':'Sound'}");
  JsonArray       *regions = json_object_get_array_member (data, "regions");
  g_autofree char *id =
      g_strdup (json_object_get_string_member (json_array_get_object_element (regions, 0), "id"));
  g_autofree char *arguments = g_strdup_printf ("{'target':'region=%s'}", id);

  data = tool_desk_call (desk, "ui_describe", arguments);
  g_assert_cmpstr (json_object_get_string_member (data, "name"), ==, "Sound");
}

/* A menu that is open has numbers as well, and hides what is under it. */
static void
test_menu (ToolDesk *desk, gconstpointer unused)
{
  tool_desk_show (desk, 1, TOOL_DESK_MENU);
  assert_regions (desk, "{}", "1 Display e4;2 Copy e31;3 Sound e6;4 Pin e7;");
}

/* The overlay */

static void
assert_state (JsonObject *data, gboolean is_shown, const char *scope, const char *target)
{
  g_assert_cmpint (json_object_get_boolean_member (data, "shown"), ==, is_shown);
  g_assert_cmpstr (json_object_get_string_member_with_default (data, "scope", NULL), ==, scope);
  g_assert_cmpstr (json_object_get_string_member_with_default (data, "target", NULL), ==, target);
}

static void
test_overlay (ToolDesk *desk, gconstpointer unused)
{
  assert_state (tool_desk_call (desk, "overlay", "{}"), FALSE, NULL, NULL);
  assert_state (tool_desk_call (desk, "overlay", "{'action':'on'}"), TRUE, "active_window", NULL);
  g_assert_true (pel_region_registry_is_shown (desk->context.regions));
  pel_fake_wait_ms (5);
  g_assert_cmpint (json_object_get_int_member (tool_desk_call (desk, "overlay", "{}"), "n_regions"),
                   ==,
                   4);
  g_assert_true (
      json_object_get_boolean_member (tool_desk_call (desk, "ui_regions", "{}"), "shown"));
  assert_state (tool_desk_call (desk,
                                "overlay",
                                "{'action':'show','scope':'window','target':'Bare'}"),
                TRUE,
                "window",
                "w3");
  assert_state (tool_desk_call (desk,
                                "overlay",
                                "{'action':'show','scope':'desktop','interactive':false}"),
                TRUE,
                "desktop",
                NULL);
  g_assert_cmpstr (json_object_get_string_member (tool_desk_call (desk, "ui_regions", "{}"),
                                                  "scope"),
                   ==,
                   "desktop");
  assert_state (tool_desk_call (desk, "overlay", "{'action':'off'}"), FALSE, NULL, NULL);
  g_assert_false (pel_region_registry_is_shown (desk->context.regions));
  g_assert_cmpint (pel_fake_element_source_get_n_watching (desk->elements), ==, 0);
}

/* clang-format off */
static const struct { const char *arguments; const char *expected; } refused_rows[] = {
  { "{'action':'show','scope':'window'}", "invalid_argument: overlay: the scope “window” requires a target" },
  { "{'action':'show','scope':'app'}",    "invalid_argument: overlay: the scope “app” requires a target" },
  { "{'action':'show','scope':'desktop','target':'x'}", "invalid_argument: overlay: the scope “desktop” takes no target" },
  { "{'action':'show','scope':'window','target':'gone'}", "window_not_found: No window matches “gone”" },
};
/* clang-format on */

static void
test_overlay_refused (ToolDesk *desk, gconstpointer unused)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused_rows); i++)
    assert_fails (desk, "overlay", refused_rows[i].arguments, refused_rows[i].expected);
  g_assert_null (pel_region_tracker_get_scope (desk->context.tracker));
}

static const char *
refuse (const PelPlatform *platform, const char **ret_remedy)
{
  *ret_remedy = "Buy some";
  return "There is no glass";
}

static void
obstruct_cb (PelRegionRegistry *registry, gpointer unused)
{
  g_autoptr (GError) error = NULL;

  pel_set_error (&error, PEL_ERROR_CAPABILITY_UNAVAILABLE, NULL, "The glass broke");
  pel_region_registry_set_obstacle (registry, error);
}

/* Where nothing can be shown, nothing is left to be shown. */
static void
test_no_overlay (ToolDesk *desk, gconstpointer unused)
{
  static const struct
  {
    const char *tool, *arguments;
  } rows[] = {
    { "overlay", "{'action':'on'}" },
    { "ui_highlight", "{'targets':['e5']}" },
  };

  g_signal_connect (desk->context.regions, "changed", G_CALLBACK (obstruct_cb), NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_fails (desk, rows[i].tool, rows[i].arguments, "capability_unavailable: The glass broke");
  desk->context.refuse_overlay = refuse;
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_fails (desk,
                  rows[i].tool,
                  rows[i].arguments,
                  "capability_unavailable: There is no glass");
  g_assert_cmpuint (pel_region_registry_get_marks (desk->context.regions)->len, ==, 0);
  g_assert_null (pel_region_tracker_get_scope (desk->context.tracker));
  g_assert_cmpstr (json_object_get_string_member (tool_desk_call (desk, "overlay", "{}"),
                                                  "problem"),
                   ==,
                   "There is no glass");
}

/* Highlights */

static void
test_highlight (ToolDesk *desk, gconstpointer unused)
{
  GPtrArray     *marks = pel_region_registry_get_marks (desk->context.regions);
  PelRegionMark *mark;
  JsonObject    *data;

  tool_desk_call (desk, "ui_regions", "{}");
  data = tool_desk_call (desk,
                         "ui_highlight",
                         "{'targets':['#3','role=Edit','e8'],'label':'Here','color':'green'}");
  g_assert_cmpuint (marks->len, ==, 5);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (data, "highlighted")),
                    ==,
                    5);
  mark = marks->pdata[0];
  g_assert_cmpstr (mark->path, ==, "/6");
  g_assert_cmpstr (mark->label, ==, "A program: Here"); /* who says so stands before it */
  g_assert_cmpstr (mark->shade, ==, "focused");
  g_assert_cmpint (mark->until, >, g_get_monotonic_time () + 3 * G_TIME_SPAN_SECOND);
  g_assert_nonnull (mark->region);
  /* what cannot be seen waits until it can */
  mark = marks->pdata[4];
  g_assert_cmpstr (mark->path, ==, "/8");
  g_assert_null (mark->region);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (desk->elements), ==, 1);
  pel_region_registry_clear_marks (desk->context.regions, PEL_MARK_HIGHLIGHT);
  g_assert_cmpint (pel_fake_element_source_get_n_watching (desk->elements), ==, 0);
}

/* Either all are shown or none. */
static void
test_highlight_refused (ToolDesk *desk, gconstpointer unused)
{
  assert_fails (desk,
                "ui_highlight",
                "{'targets':['e5','e99']}",
                "stale_ref: The element “e99” is gone");
  assert_fails (desk,
                "ui_highlight",
                "{'targets':[]}",
                "invalid_argument: ui_highlight: specify 1 to 50 targets, not 0");
  g_assert_cmpuint (pel_region_registry_get_marks (desk->context.regions)->len, ==, 0);
}

static void
test_no_elements (ToolDesk *desk, gconstpointer unused)
{
  PelElementSource *elements = g_steal_pointer (&desk->context.elements);
  PelRegionTracker *tracker = g_steal_pointer (&desk->context.tracker);

  pel_set_error (&desk->context.elements_error, PEL_ERROR_CAPABILITY_UNAVAILABLE, NULL, "No bus");
  assert_fails (desk, "ui_regions", "{}", "capability_unavailable: No bus");
  assert_fails (desk, "overlay", "{}", "capability_unavailable: No bus");
  assert_fails (desk, "ui_highlight", "{'targets':['e5']}", "capability_unavailable: No bus");
  desk->context.elements = elements;
  desk->context.tracker = tracker;
}

#define ADD(path, func) \
  g_test_add (path, ToolDesk, NULL, tool_desk_set_up, func, tool_desk_tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/tool/regions/list", test_list);
  ADD ("/tool/regions/numbers", test_numbers);
  ADD ("/tool/regions/by-id", test_by_id);
  ADD ("/tool/regions/menu", test_menu);
  ADD ("/tool/regions/no-elements", test_no_elements);
  ADD ("/tool/overlay/states", test_overlay);
  ADD ("/tool/overlay/refused", test_overlay_refused);
  ADD ("/tool/overlay/not-possible", test_no_overlay);
  ADD ("/tool/highlight/shown", test_highlight);
  ADD ("/tool/highlight/refused", test_highlight_refused);
  return g_test_run ();
}
