/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The data were recorded from sway 1.7 on two headless outputs, with members that nobody reads
 * taken out. */

#include "services/window/sway-tree.h"

#include "services/base/json.h"
#include "services/window/sway-json.h"
#include "services/window/sway-place.h"

#include <string.h>
#include <unistd.h>

static JsonNode *
load (const char *name)
{
  g_autofree char   *path = g_test_build_filename (G_TEST_DIST, "unit", "data", name, NULL);
  g_autofree char   *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize              length;
  JsonNode          *node;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  node = pel_json_parse (text, length, &error);
  g_assert_no_error (error);
  return node;
}

static PelDesktop *
read_texts (const char *outputs, const char *tree)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (JsonNode) outputs_node = pel_json_parse (outputs, -1, &error);
  g_autoptr (JsonNode) tree_node = NULL;

  g_assert_no_error (error);
  tree_node = pel_json_parse (tree, -1, &error);
  g_assert_no_error (error);
  return pel_sway_tree_to_desktop (outputs_node, tree_node, "1.7", 0);
}

static PelDesktop *
read_recorded (void)
{
  g_autoptr (JsonNode) outputs = load ("sway-outputs.json");
  g_autoptr (JsonNode) tree = load ("sway-tree.json");

  return pel_sway_tree_to_desktop (outputs, tree, "1.7", PEL_FEATURE_COMPOSITOR);
}

#define V PEL_WINDOW_VISIBLE

/* Topmost first: above the fullscreen window its dialog; then what floats, tiles, is elsewhere. */
/* clang-format off */
static const struct {
  const char    *id, *title, *app;
  PelWindowState states;
  PelNativeRect  bounds, content;
} recorded[] = {
  { "8",  "Dialog",     "fixture-gtk3", V,                         {   476, 313,  328, 151 }, {   478, 338,  324, 124 } },
  { "7",  "full",       "fixture-gtk3", V | PEL_WINDOW_FULLSCREEN, {     0,   0, 1280, 800 }, {     0,   0, 1280, 800 } },
  { "13", "xwayland",   "Fixture-gtk3", V | PEL_WINDOW_ACTIVE,     { -1250, -60,  904, 627 }, { -1248, -35,  900, 600 } },
  { "15", "pixel",      "fixture-gtk3", V,                         { -1140,  50,  906, 606 }, { -1137,  53,  900, 600 } },
  { "14", "csd",        "fixture-gtk4", V,                         { -1180,  10,  900, 632 }, { -1180,  10,  900, 632 } },
  { "12", "tab-front",  "fixture-gtk3", V,                         { -1280, 300, 1280, 400 }, { -1278, 325, 1276, 373 } },
  { "10", "tab-behind", "fixture-gtk3", 0,                         { -1280, 300, 1280, 400 }, { -1278, 325, 1276, 373 } },
  { "9",  "tiled",      "fixture-gtk3", V,                         { -1280,-100, 1280, 400 }, { -1278, -75, 1276, 373 } },
  { "17", "elsewhere",  "fixture-gtk3", 0,                         { -1092, -25,  904, 627 }, { -1090,   0,  900, 600 } },
  { "16", "scratch",    "fixture-gtk3", PEL_WINDOW_MINIMIZED,      { -1092, -25,  904, 627 }, { -1090, -25,  900, 600 } },
};
/* clang-format on */

static void
assert_rect (const PelNativeRect *rect, const PelNativeRect *expected)
{
  g_assert_cmpfloat (rect->x, ==, expected->x);
  g_assert_cmpfloat (rect->y, ==, expected->y);
  g_assert_cmpfloat (rect->width, ==, expected->width);
  g_assert_cmpfloat (rect->height, ==, expected->height);
}

static void
test_windows_recorded (void)
{
  g_autoptr (PelDesktop) desktop = read_recorded ();

  g_assert_cmpuint (pel_desktop_get_n_windows (desktop), ==, G_N_ELEMENTS (recorded));
  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    {
      const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, i));

      g_test_message ("%s", recorded[i].title);
      g_assert_cmpstr (info->title, ==, recorded[i].title);
      g_assert_cmpstr (info->id, ==, recorded[i].id);
      g_assert_cmpstr (info->app, ==, recorded[i].app);
      g_assert_cmpint (info->pid, >, 0);
      g_assert_cmphex (info->states, ==, recorded[i].states);
      assert_rect (&info->bounds, &recorded[i].bounds);
      assert_rect (&info->content, &recorded[i].content);
    }
}

static void
test_platform_recorded (void)
{
  g_autoptr (PelDesktop) desktop = read_recorded ();
  const PelPlatform     *platform = pel_desktop_get_platform (desktop);

  g_assert_cmpint (platform->kind, ==, PEL_PLATFORM_WAYLAND);
  g_assert_cmpstr (platform->server, ==, "sway 1.7");
  g_assert_cmpstr (platform->window_manager, ==, "sway");
  g_assert_cmphex (platform->features, ==, PEL_FEATURE_COMPOSITOR);
}

typedef struct
{
  const char   *name;
  PelNativeRect native;
  int           width, height;
  double        scale;
  gboolean      is_primary;
} MonitorRow;

static void
assert_monitors (PelDesktop *desktop, const MonitorRow *rows, guint n_rows)
{
  const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);

  g_assert_cmpuint (pel_monitor_layout_get_n_monitors (layout), ==, n_rows);
  for (guint i = 0; i < n_rows; i++)
    {
      const PelMonitor *monitor = pel_monitor_layout_get_monitor (layout, i);

      g_test_message ("%s", rows[i].name);
      g_assert_cmpstr (monitor->name, ==, rows[i].name);
      assert_rect (&monitor->native, &rows[i].native);
      g_assert_cmpint (monitor->physical.width, ==, rows[i].width);
      g_assert_cmpint (monitor->physical.height, ==, rows[i].height);
      g_assert_cmpfloat (monitor->scale, ==, rows[i].scale);
      g_assert_cmpfloat (monitor->ratio, ==, rows[i].scale);
      g_assert_cmpint (monitor->is_primary, ==, rows[i].is_primary);
    }
}

static void
test_monitors_recorded (void)
{
  static const MonitorRow rows[] = {
    { "HEADLESS-1", { 0, 0, 1280, 800 }, 1280, 800, 1, FALSE },
    { "HEADLESS-2", { -1280, -100, 1280, 800 }, 1920, 1200, 1.5, TRUE },
  };
  g_autoptr (PelDesktop) desktop = read_recorded ();

  assert_monitors (desktop, rows, G_N_ELEMENTS (rows));
}

/* On its side, on its head, and with a scale that single precision does not hold. */
static void
test_monitors_turned (void)
{
  static const MonitorRow rows[] = {
    { "HEADLESS-1", { 0, 0, 800, 1280 }, 800, 1280, 1, FALSE },
    { "HEADLESS-2", { -1280, -100, 1097, 685 }, 1920, 1200, 1.75, TRUE },
    { "HEADLESS-3", { 4745, 0, 1920, 1080 }, 1920, 1080, 1, FALSE },
    { "HEADLESS-4", { 3000, 0, 1745, 981 }, 1920, 1080, 1.1, FALSE },
  };
  g_autoptr (JsonNode)   outputs = load ("sway-outputs-turned.json");
  g_autoptr (JsonNode)   tree = load ("sway-tree.json");
  g_autoptr (PelDesktop) desktop = pel_sway_tree_to_desktop (outputs, tree, "1.7", 0);

  assert_monitors (desktop, rows, G_N_ELEMENTS (rows));
}

#define OUTPUT(members)                                                                      \
  "{\"name\":\"A\",\"active\":true,\"rect\":{\"x\":0,\"y\":0,\"width\":640,\"height\":400}," \
  "\"current_mode\":{\"width\":1280,\"height\":800}" members "}"

/* clang-format off */
static const struct { const char *outputs; guint n_monitors; double scale; } output_cases[] = {
  { "[" OUTPUT (",\"scale\":2.0") "]",         1, 2 },
  { "[" OUTPUT (",\"scale\":2") "]",           1, 2 },
  { "[" OUTPUT ("") "]",                       1, 2 }, /* from mode and logical size */
  { "[" OUTPUT (",\"scale\":\"2\"") "]",       1, 2 },
  { "[" OUTPUT (",\"scale\":-1") "]",          1, 2 },
  { "[" OUTPUT (",\"scale\":1e300") "]",       1, 2 },
  { "[" OUTPUT (",\"transform\":90") "]",      1, 2 },
  { "[]",                                      0, 0 },
  { "{}",                                      0, 0 },
  { "null",                                    0, 0 },
  { "\"outputs\"",                             0, 0 },
  { "[null,1,\"A\",[],{}]",                    0, 0 },
  { "[{\"name\":\"A\",\"active\":false,\"rect\":{\"x\":0,\"y\":0,\"width\":0,\"height\":0}}]", 0, 0 },
  { "[{\"name\":\"A\",\"active\":1,\"rect\":{\"width\":64,\"height\":64},\"current_mode\":{\"width\":64,\"height\":64}}]", 0, 0 },
  { "[{\"name\":\"A\",\"active\":true,\"rect\":{\"width\":64,\"height\":64}}]", 0, 0 },
  { "[{\"name\":\"A\",\"active\":true,\"rect\":{\"width\":64,\"height\":64},\"current_mode\":{\"width\":0,\"height\":0}}]", 0, 0 },
  { "[{\"name\":\"A\",\"active\":true,\"rect\":[],\"current_mode\":{\"width\":64,\"height\":64}}]", 0, 0 },
  { "[{\"name\":\"A\",\"active\":true,\"rect\":{\"width\":64,\"height\":64},\"current_mode\":{\"width\":9223372036854775807,\"height\":1e308}}]", 0, 0 },
};
/* clang-format on */

static void
test_outputs_hostile (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (output_cases); i++)
    {
      g_autoptr (PelDesktop)  desktop = read_texts (output_cases[i].outputs, "{}");
      const PelMonitorLayout *layout = pel_desktop_get_layout (desktop);

      g_test_message ("%s", output_cases[i].outputs);
      g_assert_cmpuint (pel_monitor_layout_get_n_monitors (layout), ==, output_cases[i].n_monitors);
      if (output_cases[i].n_monitors > 0)
        g_assert_cmpfloat (pel_monitor_layout_get_monitor (layout, 0)->scale,
                           ==,
                           output_cases[i].scale);
    }
}

/* One window on a workspace that is shown. */
#define TREE(window)                                                                      \
  "{\"type\":\"root\",\"nodes\":[{\"type\":\"output\",\"id\":2,\"focus\":[3],\"nodes\":[" \
  "{\"type\":\"workspace\",\"id\":3,\"rect\":{\"x\":5,\"y\":7},\"nodes\":[" window "]}]}]}"

/* clang-format off */
static const struct { const char *tree; guint n_windows; } tree_cases[] = {
  { TREE ("{\"type\":\"con\",\"id\":4}"),                                      1 },
  { TREE ("{\"type\":\"con\",\"id\":4,\"nodes\":7,\"floating_nodes\":\"x\"}"), 1 },
  { TREE ("{\"type\":\"con\",\"id\":4,\"name\":[],\"app_id\":{},\"pid\":\"1\",\"visible\":0,\"focused\":\"yes\"}"), 1 },
  { TREE ("{\"type\":\"con\",\"id\":4,\"pid\":99999999999999}"),               1 },
  { TREE ("{\"type\":\"con\",\"id\":4,\"pid\":-1,\"window_properties\":[]}"),  1 },
  { TREE ("{\"type\":\"con\",\"id\":4,\"focus\":{},\"nodes\":[null,3]}"),      1 },
  { TREE ("{\"type\":\"con\"}"),                                               0 },
  { TREE ("{\"type\":\"con\",\"id\":0}"),                                      0 },
  { TREE ("{\"type\":\"con\",\"id\":-4}"),                                     0 },
  { TREE ("{\"type\":\"con\",\"id\":4.5}"),                                    0 },
  { TREE ("{\"type\":\"con\",\"id\":\"4\"}"),                                  0 },
  { TREE ("{\"type\":\"dockarea\",\"id\":4}"),                                 0 },
  { TREE ("{\"type\":7,\"id\":4}"),                                            0 },
  { TREE ("{\"id\":4}"),                                                       0 },
  { TREE ("null,true,\"con\",[],4"),                                           0 },
  { "{}",                                                                      0 },
  { "[]",                                                                      0 },
  { "null",                                                                    0 },
  { "42",                                                                      0 },
  { "{\"nodes\":{\"type\":\"con\",\"id\":4}}",                                 0 },
  { "{\"nodes\":[{\"nodes\":[{\"floating_nodes\":[null,{\"type\":\"floating_con\",\"id\":9}]}]}]}", 1 },
};
/* clang-format on */

static void
test_tree_hostile (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (tree_cases); i++)
    {
      g_autoptr (PelDesktop) desktop = read_texts ("[]", tree_cases[i].tree);

      g_test_message ("%s", tree_cases[i].tree);
      g_assert_cmpuint (pel_desktop_get_n_windows (desktop), ==, tree_cases[i].n_windows);
    }
}

/* Numbers that no screen has are cut; nothing overflows on the way to pixels. */
static void
test_tree_huge (void)
{
  g_autoptr (PelDesktop) desktop = read_texts (
      "[" OUTPUT (",\"scale\":2") "]",
      TREE ("{\"type\":\"con\",\"id\":9223372036854775807,"
            "\"rect\":{\"x\":-9223372036854775808,\"y\":1e308,\"width\":1e308,\"height\":-5},"
            "\"window_rect\":{\"x\":1e308,\"y\":1e308,\"width\":1e308,\"height\":1e308},"
            "\"deco_rect\":{\"x\":-1e308,\"y\":0,\"width\":1e308,\"height\":1e308}}"));
  const PelWindowInfo *info = pel_window_get_info (pel_desktop_get_window (desktop, 0));
  PelPhysicalRect      physical;

  g_assert_cmpstr (info->id, ==, "9223372036854775807");
  g_assert_cmpfloat (ABS (info->bounds.x), <=, 3.0 * PEL_COORDINATE_LIMIT);
  g_assert_cmpfloat (info->bounds.width, <=, 3.0 * PEL_COORDINATE_LIMIT);
  g_assert_cmpfloat (info->content.height, <=, PEL_COORDINATE_LIMIT);
  pel_desktop_to_physical (desktop, &info->bounds, &physical);
  g_assert_cmpint (physical.width, >=, 0);
}

static JsonNode *
nest (guint depth)
{
  JsonNode *node = NULL;

  for (guint i = 0; i < depth; i++)
    {
      JsonObject *object = json_object_new ();
      JsonArray  *children = json_array_new ();

      json_object_set_string_member (object, "type", "con");
      json_object_set_int_member (object, "id", i + 1);
      if (node != NULL)
        json_array_add_element (children, node);
      json_object_set_array_member (object, "nodes", children);
      node = pel_json_take_object (object);
    }
  return node;
}

/* A tree that the parser would not have let in. */
static void
test_tree_deep (void)
{
  g_autoptr (JsonNode)   outputs = pel_json_parse ("[]", -1, NULL);
  g_autoptr (JsonNode)   shallow = nest (20);
  g_autoptr (JsonNode)   deep = nest (5000);
  g_autoptr (PelDesktop) some = pel_sway_tree_to_desktop (outputs, shallow, "1.7", 0);
  g_autoptr (PelDesktop) none = pel_sway_tree_to_desktop (outputs, deep, "1.7", 0);

  g_assert_cmpuint (pel_desktop_get_n_windows (some), ==, 1);
  g_assert_cmpuint (pel_desktop_get_n_windows (none), ==, 0);
}

static void
test_tree_many (void)
{
  g_autoptr (GString)    text = g_string_new (NULL);
  g_autoptr (GString)    focus = g_string_new ("1");
  g_autofree char       *tree = NULL;
  g_autoptr (PelDesktop) desktop = NULL;

  for (guint i = 0; i < 10000; i++)
    {
      g_string_append_printf (text, "%s{\"type\":\"con\",\"id\":%u}", i > 0 ? "," : "", i + 10);
      g_string_append_printf (focus, ",%u", 1000000 + i);
    }
  tree = g_strdup_printf ("{\"nodes\":[{\"nodes\":[{\"focus\":[%s],\"nodes\":[%s]}]}]}",
                          focus->str,
                          text->str);
  desktop = read_texts ("[]", tree);
  g_assert_cmpuint (pel_desktop_get_n_windows (desktop), ==, 4096);
}

static void
test_process_name (void)
{
  g_autofree char *tree =
      g_strdup_printf (TREE ("{\"type\":\"con\",\"id\":4,\"pid\":%d}"), (int) getpid ());
  g_autoptr (PelDesktop) desktop = read_texts ("[]", tree);
  const PelWindowInfo   *info = pel_window_get_info (pel_desktop_get_window (desktop, 0));

  g_assert_cmpint (info->pid, ==, getpid ());
  g_assert_cmpstr (info->process_name, ==, "test-sway-tree");
}

/* Every member of the recorded tree in turn, wherever it occurs, of another type: no reader may
 * trust one of them. */
static JsonNode *
spoil (JsonNode *node, const char *member, JsonNode *with)
{
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *copy = json_array_new ();

      for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
        json_array_add_element (copy,
                                spoil (json_array_get_element (json_node_get_array (node), i),
                                       member,
                                       with));
      return pel_json_take_array (copy);
    }
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject       *copy = json_object_new ();
      g_autoptr (GList) names = json_object_get_members (json_node_get_object (node));

      for (GList *l = names; l != NULL; l = l->next)
        {
          JsonNode *value = json_object_get_member (json_node_get_object (node), l->data);

          if (g_str_equal (l->data, member) && with == NULL)
            continue;
          json_object_set_member (copy,
                                  l->data,
                                  g_str_equal (l->data, member) ? json_node_copy (with)
                                                                : spoil (value, member, with));
        }
      return pel_json_take_object (copy);
    }
  return json_node_copy (node);
}

static void
test_tree_spoiled (void)
{
  static const char *const members[] = {
    "id",
    "type",
    "name",
    "focused",
    "visible",
    "pid",
    "rect",
    "window_rect",
    "deco_rect",
    "fullscreen_mode",
    "app_id",
    "focus",
    "nodes",
    "x",
    "window_properties",
    "width",
    "scale",
    "transform",
    "active",
    "floating_nodes",
    "class",
    "y",
    "height",
    "current_mode",
  };
  static const char *const values[] = {
    NULL, "null", "true", "-1", "1e300", "\"\"", "[]", "{}", "[[]]", "{\"x\":[]}",
  };
  g_autoptr (JsonNode) outputs = load ("sway-outputs.json");
  g_autoptr (JsonNode) tree = load ("sway-tree.json");

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (values); j++)
      {
        g_autoptr (JsonNode)   with = values[j] ? pel_json_parse (values[j], -1, NULL) : NULL;
        g_autoptr (JsonNode)   bad_outputs = spoil (outputs, members[i], with);
        g_autoptr (JsonNode)   bad_tree = spoil (tree, members[i], with);
        g_autoptr (PelDesktop) desktop = pel_sway_tree_to_desktop (bad_outputs, bad_tree, "1.7", 0);

        g_test_message ("%s: %s", members[i], values[j] ? values[j] : "missing");
        g_assert_cmpuint (pel_desktop_get_n_windows (desktop), <=, G_N_ELEMENTS (recorded) + 1);
        for (guint k = 0; k < pel_desktop_get_n_windows (desktop); k++)
          g_assert_nonnull (pel_window_get_info (pel_desktop_get_window (desktop, k))->title);
      }
}

/* Whatever is in it, a place is told or there is none. */
/* clang-format off */
static const struct { const char *tree; gint64 id; gboolean is_found; PelSwayPlace place; } place_cases[] = {
  { "{\"id\":1,\"nodes\":[{\"id\":2,\"pid\":7}]}",                              2, TRUE,  { 7, FALSE, FALSE } },
  { "{\"id\":1,\"floating_nodes\":[{\"id\":2,\"pid\":7}]}",                     2, TRUE,  { 7, TRUE,  FALSE } },
  { "{\"id\":1,\"floating_nodes\":[{\"id\":3,\"nodes\":[{\"id\":2}]}]}",        2, TRUE,  { 0, FALSE, FALSE } },
  { "{\"nodes\":[{\"name\":\"__i3_scratch\",\"floating_nodes\":[{\"id\":2,\"pid\":-4}]}]}", 2, TRUE, { 0, TRUE, TRUE } },
  { "{\"id\":1,\"nodes\":[7,null,{\"id\":\"2\"},{\"nodes\":4}]}",               2, FALSE },
  { "{\"id\":0}",                                                                 0, FALSE },
  { "[]",                                                                         2, FALSE },
};
/* clang-format on */

static void
test_place (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (place_cases); i++)
    {
      g_autoptr (GError)   error = NULL;
      g_autoptr (JsonNode) tree = pel_json_parse (place_cases[i].tree, -1, &error);
      PelSwayPlace         place = { 0 };

      g_assert_no_error (error);
      g_test_message ("%s", place_cases[i].tree);
      g_assert_cmpint (pel_sway_place_find (tree, place_cases[i].id, &place),
                       ==,
                       place_cases[i].is_found);
      g_assert_cmpint (place.pid, ==, place_cases[i].place.pid);
      g_assert_cmpint (place.is_floating, ==, place_cases[i].place.is_floating);
      g_assert_cmpint (place.is_hidden, ==, place_cases[i].place.is_hidden);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sway-tree/windows/recorded", test_windows_recorded);
  g_test_add_func ("/sway-tree/windows/process-name", test_process_name);
  g_test_add_func ("/sway-tree/platform/recorded", test_platform_recorded);
  g_test_add_func ("/sway-tree/monitors/recorded", test_monitors_recorded);
  g_test_add_func ("/sway-tree/monitors/turned", test_monitors_turned);
  g_test_add_func ("/sway-tree/hostile/outputs", test_outputs_hostile);
  g_test_add_func ("/sway-tree/hostile/tree", test_tree_hostile);
  g_test_add_func ("/sway-tree/hostile/huge", test_tree_huge);
  g_test_add_func ("/sway-tree/hostile/deep", test_tree_deep);
  g_test_add_func ("/sway-tree/hostile/many", test_tree_many);
  g_test_add_func ("/sway-tree/hostile/spoiled", test_tree_spoiled);
  g_test_add_func ("/sway-tree/place/rows", test_place);
  return g_test_run ();
}
