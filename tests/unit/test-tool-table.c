/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/tool/tool-table.h"

#include "services/base/error.h"
#include "services/base/json.h"

#include <string.h>

typedef void (*ToolCheck) (const PelTool *tool);

static void
for_each_tool (ToolCheck check)
{
  g_assert_cmpuint (pel_tool_table_get_n_tools (), >=, 6);
  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    {
      g_test_message ("%s", pel_tool_table_get_tool (i)->name);
      check (pel_tool_table_get_tool (i));
    }
}

static void
check_names (const PelTool *tool)
{
  g_autofree char *command = pel_tool_dup_command (tool);

  g_assert_true (g_regex_match_simple ("^[a-z][a-z0-9]*(_[a-z0-9]+)*$", tool->name, 0, 0));
  g_assert_true (g_regex_match_simple ("^[a-z]+(-[a-z0-9]+)*$", command, 0, 0));
  g_assert_false (g_str_has_prefix (command, "ui-"));
  if (tool->alias != NULL)
    g_assert_true (g_regex_match_simple ("^[a-z]+(-[a-z]+)*$", tool->alias, 0, 0));
}

/* The policy knows it by name, as what it is. */
static void
check_access (const PelTool *tool)
{
  PelAccess access;

  g_assert_true (pel_access_of_tool (tool->name, &access));
  if (tool->tool_class == PEL_TOOL_READ)
    g_assert_true (access == PEL_ACCESS_READ || g_str_equal (tool->name, "ui_capabilities"));
  if (tool->tool_class == PEL_TOOL_POINT)
    g_assert_cmpint (access, ==, PEL_ACCESS_POINT);
}

/* What is about the desktop and for everybody is called ui_…; what is about this program is not,
 * and no model gets it. */
static void
check_class (const PelTool *tool)
{
  g_assert_true (g_str_has_prefix (tool->name, "ui_") == ((tool->offers & PEL_OFFER_MCP) != 0));
  g_assert_cmpint (tool->offers & PEL_OFFER_PEOPLE, ==, PEL_OFFER_PEOPLE);
  if (tool->tool_class == PEL_TOOL_ADMIN)
    g_assert_cmpint (tool->offers & PEL_OFFER_MCP, ==, 0);
  g_assert_nonnull (tool->run);
  check_access (tool);
}

static void
check_summary (const PelTool *tool)
{
  g_assert_cmpuint (strlen (tool->summary), >, 10);
  g_assert_false (g_str_has_suffix (tool->summary, "."));
}

static void
check_timeout (const PelTool *tool)
{
  g_autoptr (JsonObject) none = json_object_new ();
  const PelField        *field = pel_schema_find (pel_tool_common_arguments, "timeout_ms");

  /* only what tells as it goes may go on without an end */
  g_assert_true (tool->timeout_ms != 0 || tool->event != NULL);
  if (tool->timeout_ms != 0)
    g_assert_cmpuint (tool->timeout_ms, >=, 100);
  g_assert_cmpuint (tool->timeout_ms, <=, 60000);
  g_assert_cmpfloat (field->minimum, ==, 100);
  g_assert_cmpfloat (field->maximum, ==, 60000);
}

static void
check_fields (const PelField *fields)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (const PelField *field = fields; field->name != NULL; field++)
    {
      gboolean has_fields = field->type == PEL_FIELD_OBJECT || field->type == PEL_FIELD_LIST;

      g_assert_true (g_regex_match_simple ("^[a-z][a-z0-9]*(_[a-z0-9]+)*$", field->name, 0, 0));
      g_assert_true (g_hash_table_add (names, (gpointer) field->name));
      g_assert_cmpint (field->type, <, PEL_N_FIELD_TYPES);
      g_assert_nonnull (field->summary);
      g_assert_cmpstr (field->summary, !=, "");
      g_assert_true (has_fields == (field->fields != NULL));
      g_assert_true (field->short_name == '\0' || g_ascii_isalpha (field->short_name));
      g_assert_cmpint (field->short_name, !=, 'h'); /* -h is help */
      g_assert_cmpfloat (field->minimum, <=, field->maximum);
      if (has_fields)
        check_fields (field->fields);
    }
}

/* Positional arguments come first: another one before them would be confusing in help. */
static void
check_arguments (const PelTool *tool)
{
  g_autofree PelField *fields = pel_tool_dup_arguments (tool);
  gboolean             is_optional_seen = FALSE;
  g_autoptr (GString)  letters = g_string_new (NULL);

  check_fields (fields);
  g_assert_nonnull (pel_schema_find (fields, "timeout_ms"));
  for (const PelField *field = fields; field->name != NULL; field++)
    {
      if (!pel_field_is_positional (field))
        is_optional_seen = TRUE;
      g_assert_false (is_optional_seen && pel_field_is_positional (field));
      if (field->short_name != '\0')
        {
          g_assert_null (strchr (letters->str, field->short_name));
          g_string_append_c (letters, field->short_name);
        }
      g_assert_false (g_str_has_prefix (field->name, "no_"));
    }
}

static void
check_result (const PelTool *tool)
{
  g_assert_nonnull (tool->result);
  g_assert_nonnull (tool->result[0].name);
  check_fields (tool->result);
  if (tool->event != NULL)
    check_fields (tool->event);
}

/* What a view shows of the result: a list, an object, a text, or the result itself. */
static const PelField *
find_view_fields (const PelTool *tool, const PelView *view)
{
  static const PelFieldType types[] = {
    [PEL_VIEW_TABLE] = PEL_FIELD_LIST,
    [PEL_VIEW_FINDINGS] = PEL_FIELD_LIST,
    [PEL_VIEW_FIELDS] = PEL_FIELD_OBJECT,
    [PEL_VIEW_TEXT] = PEL_FIELD_STRING,
  };
  const PelField *member;

  if (view->key == NULL)
    {
      g_assert_cmpint (view->kind, ==, PEL_VIEW_FIELDS);
      return tool->result;
    }
  member = pel_schema_find (tool->result, view->key);
  g_assert_nonnull (member);
  g_assert_cmpint (member->type, ==, types[view->kind]);
  return member->fields;
}

static void
check_views (const PelTool *tool)
{
  guint n_views = 0;

  g_assert_nonnull (tool->views);
  for (const PelView *view = tool->views; !pel_view_is_end (view); view++)
    {
      const PelField *fields = find_view_fields (tool, view);

      g_assert_cmpuint (++n_views, <, 20);
      g_assert_true ((view->kind == PEL_VIEW_TEXT) == (view->columns == NULL));
      if (view->kind == PEL_VIEW_TABLE || view->kind == PEL_VIEW_FINDINGS)
        g_assert_nonnull (view->empty);
      for (const PelColumn *column = view->columns; column != NULL && column->key != NULL; column++)
        {
          g_assert_cmpstr (column->header, !=, "");
          if (!g_str_equal (column->key, "states"))
            g_assert_nonnull (pel_schema_find (fields, column->key));
        }
    }
}

static void
check_schema_parses (const PelField *fields)
{
  g_autoptr (JsonNode) node = pel_json_take_object (pel_schema_to_json (fields));
  g_autofree char     *text = pel_json_to_string (node, PEL_JSON_PRETTY);
  g_autoptr (GError)   error = NULL;
  g_autoptr (JsonNode) again = pel_json_parse (text, -1, &error);

  g_assert_no_error (error);
  g_assert_true (json_node_equal (node, again));
}

static void
check_schemas (const PelTool *tool)
{
  g_autofree PelField *fields = pel_tool_dup_arguments (tool);

  check_schema_parses (fields);
  check_schema_parses (tool->result);
}

static void
test_all_unique (void)
{
  g_autoptr (GHashTable) words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  /* what the command line means by itself */
  g_hash_table_add (words, g_strdup ("help"));
  g_hash_table_add (words, g_strdup ("completion"));
  g_hash_table_add (words, g_strdup ("man-page"));
  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    {
      const PelTool *tool = pel_tool_table_get_tool (i);

      g_test_message ("%s", tool->name);
      g_assert_true (g_hash_table_add (words, pel_tool_dup_command (tool)));
      if (tool->alias != NULL)
        g_assert_true (g_hash_table_add (words, g_strdup (tool->alias)));
    }
}

/* clang-format off */
static const struct { const char *name; PelToolOffer to; const char *hint; } find_cases[] = {
  { "ui_list_windows", PEL_OFFER_DBUS, NULL },
  { "ui_list_windows", PEL_OFFER_MCP,  NULL },
  { "doctor",          PEL_OFFER_DBUS, NULL },
  { "doctor",          PEL_OFFER_MCP,  "List the tools with “pellucid --help”" },
  { "ui_snapshot",     PEL_OFFER_MCP,  NULL },
  { "watch",           PEL_OFFER_DBUS, NULL },
  { "watch",           PEL_OFFER_MCP,  "List the tools with “pellucid --help”" },
  { "ui_list_window",  PEL_OFFER_DBUS, "Did you mean “ui_list_windows”?" },
  { "list-windows",    PEL_OFFER_DBUS, "Did you mean “ui_list_windows”?" },
  { "windows",         PEL_OFFER_DBUS, "List the tools with “pellucid --help”" },
  { "",                PEL_OFFER_DBUS, "List the tools with “pellucid --help”" },
};

static const struct { const char *word; const char *tool; const char *hint; } command_cases[] = {
  { "list-windows",    "ui_list_windows",  NULL },
  { "windows",         "ui_list_windows",  NULL },
  { "monitors",        "ui_list_monitors", NULL },
  { "mouse-position",  "ui_mouse_position", NULL },
  { "doctor",          "doctor", NULL },
  { "inspect",         "inspect", NULL },
  { "tree",            "ui_snapshot", NULL },
  { "snapshot",        "ui_snapshot", NULL },
  { "at",              "ui_get_element", NULL },
  { "get-focused",     "ui_get_focused", NULL },
  { "read-text",       "ui_read_text", NULL },
  { "watch",           "watch", NULL },
  { "ui_list_windows", NULL, "Did you mean “list-windows”?" },
  { "windos",          NULL, "Did you mean “windows”?" },
  { "docter",          NULL, "Did you mean “doctor”?" },
  { "frobnicate",      NULL, "List the tools with “pellucid --help”" },
};
/* clang-format on */

static void
test_find_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (find_cases); i++)
    {
      g_autoptr (GError) error = NULL;
      const PelTool     *tool = pel_tool_table_find (find_cases[i].name, find_cases[i].to, &error);

      g_test_message ("%s", find_cases[i].name);
      if (find_cases[i].hint == NULL)
        {
          g_assert_no_error (error);
          g_assert_cmpstr (tool->name, ==, find_cases[i].name);
          continue;
        }
      g_assert_null (tool);
      g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
      g_assert_nonnull (strstr (error->message, find_cases[i].name));
      g_assert_cmpstr (pel_error_get_hint (error), ==, find_cases[i].hint);
    }
}

static void
test_find_command_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (command_cases); i++)
    {
      g_autoptr (GError) error = NULL;
      const PelTool     *tool = pel_tool_table_find_command (command_cases[i].word, &error);

      g_test_message ("%s", command_cases[i].word);
      if (command_cases[i].tool != NULL)
        {
          g_assert_no_error (error);
          g_assert_cmpstr (tool->name, ==, command_cases[i].tool);
          continue;
        }
      g_assert_null (tool);
      g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
      g_assert_cmpstr (pel_error_get_hint (error), ==, command_cases[i].hint);
    }
}

static void
run_check (gconstpointer check)
{
  for_each_tool (check);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/tool-table/all/names", check_names, run_check);
  g_test_add_data_func ("/tool-table/all/class", check_class, run_check);
  g_test_add_data_func ("/tool-table/all/summary", check_summary, run_check);
  g_test_add_data_func ("/tool-table/all/timeout", check_timeout, run_check);
  g_test_add_data_func ("/tool-table/all/arguments", check_arguments, run_check);
  g_test_add_data_func ("/tool-table/all/result", check_result, run_check);
  g_test_add_data_func ("/tool-table/all/views", check_views, run_check);
  g_test_add_data_func ("/tool-table/all/schemas", check_schemas, run_check);
  g_test_add_func ("/tool-table/all/unique", test_all_unique);
  g_test_add_func ("/tool-table/find/rows", test_find_rows);
  g_test_add_func ("/tool-table/find-command/rows", test_find_command_rows);
  return g_test_run ();
}
