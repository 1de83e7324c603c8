/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "app/cli/script.h"

#include "services/base/json.h"
#include "services/tool/tools.h"

#include <string.h>

/* clang-format off */
/* @told: of each command its line, tool and arguments, or what is wrong with it. */
static const struct { const char *text, *told; } scripts[] = {
  { "", "" },
  { "\n \n\t\n", "" },
  { "# a comment\n  # another", "" },
  { "windows", "1 ui_list_windows {}\n" },
  { "windows\r\nmonitors\r\n", "1 ui_list_windows {}\n2 ui_list_monitors {}\n" },
  { "\n# first\n  invoke Button:OK # press it\n\nwindows\n", "3 ui_invoke {\"target\":\"Button:OK\"}\n5 ui_list_windows {}\n" },
  /* quoting */
  { "fill 'Edit:First name' \"Zoë  B\"", "1 ui_set_value {\"target\":\"Edit:First name\",\"value\":\"Zoë  B\"}\n" },
  { "invoke '#12'", "1 ui_invoke {\"target\":\"#12\"}\n" },
  { "invoke Button:a#b", "1 ui_invoke {\"target\":\"Button:a#b\"}\n" },
  { "invoke Button:Save\\ as", "1 ui_invoke {\"target\":\"Button:Save as\"}\n" },
  { "toggle CheckBox:A --verify '{\"state\": \"checked\"}'", "1 ui_toggle {\"target\":\"CheckBox:A\",\"verify\":{\"state\":\"checked\"}}\n" },
  { "fill Edit:A '$HOME `id` *'", "1 ui_set_value {\"target\":\"Edit:A\",\"value\":\"$HOME `id` *\"}\n" },
  { "fill Edit:A $HOME;", "1 ui_set_value {\"target\":\"Edit:A\",\"value\":\"$HOME;\"}\n" },
  /* mistakes, each with its line, and what is right beside them */
  { "windows\ninvoke 'Button:OK\nmonitors", "1 ui_list_windows {}\n2! Unclosed quote or trailing backslash\n3 ui_list_monitors {}\n" },
  { "invoke \"Button:OK\nwindows \\", "1! Unclosed quote or trailing backslash\n2! Unclosed quote or trailing backslash\n" },
  { "invoke #12", "1! invoke: “target” is missing *\n" },
  { "invoke a b", "1! invoke: unexpected argument “b”\n" },
  { "fly", "1! Unknown tool “fly”\n" },
  { "pellucid windows", "1! Unknown tool “pellucid”\n" },
  { "windows --nonsense", "1! windows: unknown option “--nonsense”\n" },
  { "windows --timeout-ms 0", "1! windows: *\n" },
  { "fill Edit:A \xff", "1! The line is not valid UTF-8\n" },
  /* what is no command for a script */
  { "run other", "1! A script cannot run another script\n" },
  { "run --check -", "1! A script cannot run another script\n" },
  { "help", "1! A script can only run tools\n" },
  { "windows --help", "1! A script can only run tools\n" },
  { "--version", "1! A script can only run tools\n" },
  { "completion bash", "1! A script can only run tools\n" },
  { "watch", "1! This command runs until it is stopped, so the script would never end\n" },
  { "watch --for-ms 100", "1 watch {\"for_ms\":100}\n" },
  { "watch --count 1", "1 watch {\"count\":1}\n" },
};

/* @told: tool and arguments of what is called to check a line; "": nothing. */
static const struct { const char *line, *told; } checks[] = {
  { "invoke Button:OK",                       "ui_invoke {\"target\":\"Button:OK\",\"dry_run\":true}" },
  { "invoke Button:OK --no-dry-run",          "ui_invoke {\"target\":\"Button:OK\",\"dry_run\":true}" },
  { "fill Edit:A b --redact",                 "ui_set_value {\"target\":\"Edit:A\",\"value\":\"b\",\"redact\":true,\"dry_run\":true}" },
  { "wait Button:OK --timeout-ms 60000",      "ui_assert {\"selector\":\"Button:OK\"}" },
  { "wait --until '{\"text\":\"a\"}'",        "ui_assert {\"condition\":{\"text\":\"a\"}}" },
  { "assert Button:OK --gone",                "ui_assert {\"selector\":\"Button:OK\",\"gone\":true}" },
  { "query Button:OK",                        "ui_query {\"selector\":\"Button:OK\"}" },
  { "describe e12",                           "ui_describe {\"target\":\"e12\"}" },
  { "windows",                                "" },
  { "overlay on",                             "" },
  { "stop",                                   "" },
  { "watch --for-ms 5",                       "" },
  { "inspect Button:OK",                      "" },
  { "calibrate",                              "" },
};
/* clang-format on */

static char *
print_arguments (JsonObject *arguments)
{
  g_autoptr (JsonNode) node = pel_json_take_object (json_object_ref (arguments));

  return pel_json_to_string (node, PEL_JSON_COMPACT);
}

static char *
describe (GPtrArray *lines)
{
  GString *told = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++)
    {
      const PelScriptLine *line = lines->pdata[i];
      g_autofree char     *arguments = NULL;

      g_assert_true ((line->command == NULL) != (line->error == NULL));
      if (line->error != NULL)
        {
          g_assert_error (line->error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
          g_string_append_printf (told, "%u! %s\n", line->number, line->error->message);
          continue;
        }
      arguments = print_arguments (line->command->arguments);
      g_string_append_printf (told,
                              "%u %s %s\n",
                              line->number,
                              line->command->tool->name,
                              arguments);
    }
  return g_string_free (told, FALSE);
}

static void
test_parse (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autoptr (GError)    error = NULL;
      g_autoptr (GPtrArray) lines =
          pel_script_parse (scripts[i].text, strlen (scripts[i].text), &error);
      g_autofree char *told = NULL;

      g_assert_no_error (error);
      told = describe (lines);
      if (!g_pattern_match_simple (scripts[i].told, told))
        g_error ("row %" G_GSIZE_FORMAT ": %s", i, told);
    }
}

static void
test_zero_byte (void)
{
  static const char     text[] = "windows\0 --json\nwindows\n";
  g_autoptr (GPtrArray) lines = pel_script_parse (text, sizeof text - 1, NULL);
  g_autofree char      *told = describe (lines);

  g_assert_cmpstr (told, ==, "1! The line is not valid UTF-8\n2 ui_list_windows {}\n");
}

/* A line of @length bytes, with one before and one behind it. */
static char *
describe_long (gsize length)
{
  g_autofree char      *rest = g_strnfill (length - strlen ("invoke "), 'a');
  g_autofree char      *text = g_strconcat ("windows\ninvoke ", rest, "\nmonitors", NULL);
  g_autoptr (GPtrArray) lines = pel_script_parse (text, strlen (text), NULL);
  const PelScriptLine  *line;

  g_assert_cmpuint (lines->len, ==, 3);
  line = lines->pdata[1];
  return g_strdup (line->error != NULL ? line->error->message : "fine");
}

static void
test_long_line (void)
{
  g_autofree char *fits = describe_long (PEL_SCRIPT_MAX_LINE_BYTES);
  g_autofree char *larger = describe_long (PEL_SCRIPT_MAX_LINE_BYTES + 1);

  g_assert_cmpstr (fits, ==, "fine");
  g_assert_cmpstr (larger, ==, "The line is longer than 65536 bytes");
}

static void
expect_too_large (const char *text, gsize length)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (GPtrArray) lines = pel_script_parse (text, length, &error);

  g_assert_null (lines);
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
}

static void
test_large (void)
{
  g_autofree char      *bytes = g_strnfill (PEL_SCRIPT_MAX_BYTES + 1, '\n');
  g_autofree char      *many = NULL;
  g_autoptr (GString)   text = g_string_new (NULL);
  g_autoptr (GPtrArray) lines = pel_script_parse (bytes, PEL_SCRIPT_MAX_BYTES, NULL);

  g_assert_cmpuint (lines->len, ==, 0);
  expect_too_large (bytes, PEL_SCRIPT_MAX_BYTES + 1);
  for (guint i = 0; i < PEL_SCRIPT_MAX_COMMANDS + 1; i++)
    g_string_append (text, "windows\n");
  expect_too_large (text->str, text->len);
  g_clear_pointer (&lines, g_ptr_array_unref);
  lines = pel_script_parse (text->str, text->len - strlen ("windows\n"), NULL);
  g_assert_cmpuint (lines->len, ==, PEL_SCRIPT_MAX_COMMANDS);
}

static void
test_plan_check (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      g_autoptr (GPtrArray) lines =
          pel_script_parse (checks[i].line, strlen (checks[i].line), NULL);
      const PelScriptLine   *line = lines->pdata[0];
      const PelTool         *tool;
      g_autoptr (JsonObject) arguments = NULL;
      g_autofree char       *json = NULL;
      g_autofree char       *told = NULL;

      g_test_message ("%s", checks[i].line);
      g_assert_no_error (line->error);
      arguments = pel_script_plan_check (line->command, &tool);
      json = arguments != NULL ? print_arguments (arguments) : NULL;
      told = json != NULL ? g_strdup_printf ("%s %s", tool->name, json) : g_strdup ("");
      g_assert_cmpstr (told, ==, checks[i].told);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/script/parse", test_parse);
  g_test_add_func ("/script/zero-byte", test_zero_byte);
  g_test_add_func ("/script/long-line", test_long_line);
  g_test_add_func ("/script/large", test_large);
  g_test_add_func ("/script/plan-check", test_plan_check);
  return g_test_run ();
}
