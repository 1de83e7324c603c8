/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "app/cli/command-line.h"

#include "app/cli/help.h"
#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/tool-call.h"
#include "services/tool/tool-table.h"

#include <string.h>

#define MAX_WORDS 10

/* clang-format off */
static const struct {
  const char *words[MAX_WORDS]; PelCommandKind kind; const char *tool; const char *arguments; gboolean is_json;
} understood[] = {
  { { "list-windows" },                              PEL_COMMAND_TOOL, "ui_list_windows",  "{}", FALSE },
  { { "windows" },                                   PEL_COMMAND_TOOL, "ui_list_windows",  "{}", FALSE },
  { { "monitors" },                                  PEL_COMMAND_TOOL, "ui_list_monitors", "{}", FALSE },
  { { "doctor", "--fix" },                           PEL_COMMAND_TOOL, "doctor", "{\"fix\":true}", FALSE },
  { { "doctor", "--no-fix" },                        PEL_COMMAND_TOOL, "doctor", "{\"fix\":false}", FALSE },
  { { "doctor", "--fix", "--no-fix" },               PEL_COMMAND_TOOL, "doctor", "{\"fix\":false}", FALSE },
  /* --json anywhere */
  { { "--json", "windows" },                         PEL_COMMAND_TOOL, "ui_list_windows",  "{}", TRUE },
  { { "windows", "--json" },                         PEL_COMMAND_TOOL, "ui_list_windows",  "{}", TRUE },
  { { "windows", "--json", "--filter", "a" },        PEL_COMMAND_TOOL, "ui_list_windows",  "{\"filter\":\"a\"}", TRUE },
  { { "windows", "--filter", "--json" },             PEL_COMMAND_TOOL, "ui_list_windows",  "{\"filter\":\"--json\"}", FALSE },
  /* values */
  { { "windows", "--filter", "a b" },                PEL_COMMAND_TOOL, "ui_list_windows",  "{\"filter\":\"a b\"}", FALSE },
  { { "windows", "--filter=a=b" },                   PEL_COMMAND_TOOL, "ui_list_windows",  "{\"filter\":\"a=b\"}", FALSE },
  { { "windows", "--filter=" },                      PEL_COMMAND_TOOL, "ui_list_windows",  "{\"filter\":\"\"}", FALSE },
  { { "windows", "--filter", "" },                   PEL_COMMAND_TOOL, "ui_list_windows",  "{\"filter\":\"\"}", FALSE },
  { { "windows", "--filter", "-5" },                 PEL_COMMAND_TOOL, "ui_list_windows",  "{\"filter\":\"-5\"}", FALSE },
  { { "windows", "--filter", "7" },                  PEL_COMMAND_TOOL, "ui_list_windows",  "{\"filter\":\"7\"}", FALSE },
  { { "windows", "--include-hidden", "--filter=é" }, PEL_COMMAND_TOOL, "ui_list_windows",  "{\"include_hidden\":true,\"filter\":\"é\"}", FALSE },
  { { "windows", "--timeout-ms", "250" },            PEL_COMMAND_TOOL, "ui_list_windows",  "{\"timeout_ms\":250}", FALSE },
  { { "windows", "--timeout-ms=250" },               PEL_COMMAND_TOOL, "ui_list_windows",  "{\"timeout_ms\":250}", FALSE },
  /* --args */
  { { "windows", "--args", "{\"filter\":\"a\",\"timeout_ms\":100}" }, PEL_COMMAND_TOOL, "ui_list_windows", "{\"filter\":\"a\",\"timeout_ms\":100}", FALSE },
  { { "windows", "--args={\"filter\":\"a=b\"}" },    PEL_COMMAND_TOOL, "ui_list_windows",  "{\"filter\":\"a=b\"}", FALSE },
  { { "windows", "--args", "{\"filter\":\"a\"}", "--timeout-ms", "100" }, PEL_COMMAND_TOOL, "ui_list_windows", "{\"filter\":\"a\",\"timeout_ms\":100}", FALSE },
  { { "windows", "--args", "{}", "--args", "{\"include_hidden\":false}" }, PEL_COMMAND_TOOL, "ui_list_windows", "{\"include_hidden\":false}", FALSE },
  /* letters */
  { { "tree", "-i" },                                PEL_COMMAND_TOOL, "ui_snapshot", "{\"interactive\":true}", FALSE },
  { { "tree", "-ic" },                               PEL_COMMAND_TOOL, "ui_snapshot", "{\"interactive\":true,\"compact\":true}", FALSE },
  { { "tree", "-d", "3" },                           PEL_COMMAND_TOOL, "ui_snapshot", "{\"max_depth\":3}", FALSE },
  { { "tree", "-d3" },                               PEL_COMMAND_TOOL, "ui_snapshot", "{\"max_depth\":3}", FALSE },
  { { "tree", "-icd3", "--json" },                   PEL_COMMAND_TOOL, "ui_snapshot", "{\"interactive\":true,\"compact\":true,\"max_depth\":3}", TRUE },
  { { "tree", "-i", "--no-interactive" },            PEL_COMMAND_TOOL, "ui_snapshot", "{\"interactive\":false}", FALSE },
  { { "tree", "--no-visible", "--max-depth=7" },     PEL_COMMAND_TOOL, "ui_snapshot", "{\"visible\":false,\"max_depth\":7}", FALSE },
  /* by its place */
  { { "at", "10", "-20" },                           PEL_COMMAND_TOOL, "ui_get_element", "{\"x\":10,\"y\":-20}", FALSE },
  { { "at", "-1", "0", "--window-title", "a" },      PEL_COMMAND_TOOL, "ui_get_element", "{\"x\":-1,\"y\":0,\"window_title\":\"a\"}", FALSE },
  { { "get-element", "--x", "1", "--y=2" },          PEL_COMMAND_TOOL, "ui_get_element", "{\"x\":1,\"y\":2}", FALSE },
  { { "tree", "e12" },                               PEL_COMMAND_TOOL, "ui_snapshot", "{\"target\":\"e12\"}", FALSE },
  /* conditions */
  { { "wait", "Button:OK", "--gone", "--timeout-ms", "500" }, PEL_COMMAND_TOOL, "ui_wait", "{\"selector\":\"Button:OK\",\"gone\":true,\"timeout_ms\":500}", FALSE },
  { { "wait", "--window", "Save" },                  PEL_COMMAND_TOOL, "ui_wait", "{\"window\":\"Save\"}", FALSE },
  { { "wait", "--condition", "{\"text\":\"a\"}" },   PEL_COMMAND_TOOL, "ui_wait", "{\"condition\":{\"text\":\"a\"}}", FALSE },
  { { "wait", "--until={\"text\":\"a\"}" },          PEL_COMMAND_TOOL, "ui_wait", "{\"until\":{\"text\":\"a\"}}", FALSE },
  { { "assert", "role=Row", "--count", "3", "--state=!checked", "--value", "" }, PEL_COMMAND_TOOL, "ui_assert", "{\"selector\":\"role=Row\",\"count\":3,\"state\":\"!checked\",\"value\":\"\"}", FALSE },
  /* targets */
  { { "describe", "e12" },                           PEL_COMMAND_TOOL, "ui_describe", "{\"target\":\"e12\"}", FALSE },
  { { "describe", ":1.2/a/b" },                      PEL_COMMAND_TOOL, "ui_describe", "{\"target\":\":1.2/a/b\"}", FALSE },
  { { "describe", "{\"snapshot_id\":\"s1\",\"ref\":\"e2\"}" }, PEL_COMMAND_TOOL, "ui_describe", "{\"target\":{\"snapshot_id\":\"s1\",\"ref\":\"e2\"}}", FALSE },
  { { "read-text", "e1", "--start", "3", "--end=9" }, PEL_COMMAND_TOOL, "ui_read_text", "{\"target\":\"e1\",\"start\":3,\"end\":9}", FALSE },
  /* one word is a list of one */
  { { "highlight", "#12" },                          PEL_COMMAND_TOOL, "ui_highlight", "{\"targets\":[\"#12\"]}", FALSE },
  { { "highlight", "#12", "e2", "--label", "x" },    PEL_COMMAND_TOOL, "ui_highlight", "{\"targets\":[\"#12\",\"e2\"],\"label\":\"x\"}", FALSE },
  { { "highlight", "[\"#1\",\"e2\"]", "--color", "red" }, PEL_COMMAND_TOOL, "ui_highlight", "{\"targets\":[\"#1\",\"e2\"],\"color\":\"red\"}", FALSE },
  { { "overlay", "show", "window", "Calc" },         PEL_COMMAND_TOOL, "overlay", "{\"action\":\"show\",\"scope\":\"window\",\"target\":\"Calc\"}", FALSE },
  { { "overlay" },                                   PEL_COMMAND_TOOL, "overlay", "{}", FALSE },
  /* files are meant from where the person is */
  { { "audit", "export", "/a/../b.jsonl" },          PEL_COMMAND_TOOL, "audit", "{\"action\":\"export\",\"file\":\"/b.jsonl\"}", FALSE },
  { { "audit", "--key-file=/k", "--last", "3" },     PEL_COMMAND_TOOL, "audit", "{\"key_file\":\"/k\",\"last\":3}", FALSE },
  /* -- */
  { { "--", "windows" },                             PEL_COMMAND_TOOL, "ui_list_windows",  "{}", FALSE },
  { { "windows", "--" },                             PEL_COMMAND_TOOL, "ui_list_windows",  "{}", FALSE },
  /* help */
  { { "--help" },                                    PEL_COMMAND_HELP, NULL, "{}", FALSE },
  { { "-h" },                                        PEL_COMMAND_HELP, NULL, "{}", FALSE },
  { { "help" },                                      PEL_COMMAND_HELP, NULL, "{}", FALSE },
  { { "help", "--json" },                            PEL_COMMAND_HELP, NULL, "{}", TRUE },
  { { "help", "windows" },                           PEL_COMMAND_HELP, "ui_list_windows", "{}", FALSE },
  { { "--help", "windows" },                         PEL_COMMAND_HELP, "ui_list_windows", "{}", FALSE },
  { { "windows", "--help" },                         PEL_COMMAND_HELP, "ui_list_windows", "{}", FALSE },
  { { "windows", "-h", "--json" },                   PEL_COMMAND_HELP, "ui_list_windows", "{}", TRUE },
  { { "--version" },                                 PEL_COMMAND_VERSION, NULL, "{}", FALSE },
  { { "--version", "--json" },                       PEL_COMMAND_VERSION, NULL, "{}", TRUE },
  { { "completion", "bash" },                        PEL_COMMAND_COMPLETION, NULL, "{}", FALSE },
  { { "run", "bash" },                               PEL_COMMAND_RUN, NULL, "{}", FALSE },
  { { "run", "--check", "bash", "--json" },          PEL_COMMAND_RUN, NULL, "{}", TRUE },
  { { "man-page" },                                  PEL_COMMAND_MAN, NULL, "{}", FALSE },
};

static const struct { const char *words[MAX_WORDS]; const char *message; const char *hint; } refused[] = {
  { { NULL },                                  "No tool given", "List the tools with “pellucid --help”" },
  { { "--json" },                              "No tool given", "List the tools with “pellucid --help”" },
  { { "windos" },                              "Unknown tool “windos”", "Did you mean “windows”?" },
  { { "frobnicate" },                          "Unknown tool “frobnicate”", "List the tools with “pellucid --help”" },
  { { "help", "docter" },                      "Unknown tool “docter”", "Did you mean “doctor”?" },
  { { "windows", "--fliter", "a" },            "windows: unknown option “--fliter”", "Did you mean “--filter”?" },
  { { "windows", "--include_hidden" },         "windows: unknown option “--include_hidden”", "Did you mean “--include-hidden”?" },
  { { "-x" },                                  "Unknown option “-x”", "List the options with “pellucid --help”" },
  { { "windows", "--frobnicate" },             "windows: unknown option “--frobnicate”", NULL },
  { { "windows", "--frobnicate=1" },           "windows: unknown option “--frobnicate”", NULL },
  { { "windows", "--no-filter" },              "windows: unknown option “--no-filter”", "Did you mean “--filter”?" },
  { { "windows", "--no-include-hidden=1" },    "windows: “--no-include-hidden” takes no value", NULL },
  { { "windows", "--version" },                "windows: unknown option “--version”", NULL },
  { { "--filter", "a" },                       "Unknown option “--filter”", "List the options with “pellucid --help”" },
  { { "--versoin" },                           "Unknown option “--versoin”", "Did you mean “--version”?" },
  { { "--jsn" },                               "Unknown option “--jsn”", "Did you mean “--json”?" },
  { { "windows", "-j" },                       "windows: unknown option “-j”", NULL },
  { { "windows", "-json" },                    "windows: unknown option “-json”", "Did you mean “--json”?" },
  { { "windows", "--" , "--json" },            "windows: unexpected argument “--json”", NULL },
  { { "windows", "--json=yes" },               "windows: “--json” takes no value", NULL },
  { { "--help=windows" },                      "pellucid: “--help” takes no value", NULL },
  { { "windows", "--include-hidden=true" },    "windows: “--include-hidden” takes no value; use “--no-include-hidden” to turn it off", NULL },
  { { "windows", "--filter" },                 "windows: “--filter” requires a value", NULL },
  { { "windows", "--args" },                   "windows: “--args” requires a value", NULL },
  { { "windows", "--args", "{" },              "Not valid JSON at line 1, column 2: expected a key in double quotes", NULL },
  { { "windows", "--args", "[]" },             "Expected a JSON object, as in {\"key\": \"value\"}", NULL },
  { { "windows", "--args", "{\"fliter\":1}" }, "windows: unknown argument “fliter”", "Did you mean “filter”?" },
  { { "windows", "--filter", "a", "--filter=b" }, "windows: “--filter” is given more than once", NULL },
  { { "windows", "--args", "{\"filter\":\"a\"}", "--filter", "b" }, "windows: “--filter” is given more than once", NULL },
  { { "windows", "--filter", "b", "--args", "{\"filter\":\"a\"}" }, "windows: “--filter” is given more than once", NULL },
  { { "windows", "--timeout-ms", "soon" },     "windows: “timeout_ms” must be a whole number, not \"soon\"", NULL },
  { { "windows", "--timeout-ms", "" },         "windows: “timeout_ms” must be a whole number, not \"\"", NULL },
  { { "windows", "--timeout-ms", "1e3" },      "windows: “timeout_ms” must be a whole number, not \"1e3\"", NULL },
  { { "windows", "--timeout-ms", "99" },       "windows: “timeout_ms” must be between 100 and 60000, not 99", NULL },
  { { "windows", "--timeout-ms", "99999999999999999999" }, "windows: “timeout_ms” must be a whole number, not \"99999999999999999999\"", NULL },
  { { "windows", "editor" },                   "windows: unexpected argument “editor”", NULL },
  { { "windows", "--filter", "\xff" },         "windows: “--filter” is not valid UTF-8", NULL },
  { { "\xff" },                                "Unknown tool “\xef\xbf\xbd”", NULL },
  { { "windows", "--\xff" },                   "windows: unknown option “--\xef\xbf\xbd”", NULL },
  { { "tree", "-x" },                          "tree: unknown option “-x”", NULL },
  { { "tree", "-ix" },                         "tree: unknown option “-ix”", NULL },
  { { "tree", "-d" },                          "tree: “--max-depth” requires a value", NULL },
  { { "tree", "-dx" },                         "tree: “max_depth” must be a whole number, not \"x\"", NULL },
  { { "tree", "-d0" },                         "tree: “max_depth” must be between 1 and 128, not 0", NULL },
  { { "tree", "-d1", "-d2" },                  "tree: “--max-depth” is given more than once", NULL },
  { { "tree", "--scope", "planet" },           "tree: “scope” must be one of desktop, active_window, window, app, element, not “planet”", NULL },
  { { "at", "10", "ten" },                     "at: “y” must be a whole number, not \"ten\"", NULL },
  { { "at", "1", "2", "3" },                   "at: unexpected argument “3”", NULL },
  { { "at", "1", "--x", "2" },                 "at: “--x” is given more than once", NULL },
  { { "describe" },                            "describe: “target” is missing (Element: selector (Button:OK), ref (e12), region (#12), runtime id or point (120,45))", NULL },
  { { "describe", "{" },                       "Not valid JSON at line 1, column 2: expected a key in double quotes", NULL },
  { { "watch", "--timeout-ms", "1" },          "watch: “timeout_ms” must be between 100 and 60000, not 1", NULL },
  { { "help", "windows", "monitors" },         "Unexpected argument “monitors”", NULL },
  { { "completion" },                          "completion: specify a shell: bash, zsh or fish", NULL },
  { { "completion", "bash", "zsh" },           "Unexpected argument “zsh”", NULL },
  { { "run" },                                 "run: specify a file, or “-” for standard input", NULL },
  { { "run", "a", "b" },                       "Unexpected argument “b”", NULL },
  { { "run", "--check=1", "a" },               "pellucid: “--check” takes no value", NULL },
  { { "completion", "--check", "bash" },       "Unknown option “--check”", NULL },
  { { "man-page", "windows" },                 "Unexpected argument “windows”", NULL },
};
/* clang-format on */

static void
show_words (const char *const *words)
{
  g_autofree char *joined = g_strjoinv (" ", (char **) words);
  g_autofree char *shown = g_strescape (joined, NULL);

  g_test_message ("%s", shown);
}

static void
test_understood_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (understood); i++)
    {
      g_autoptr (GError)         error = NULL;
      g_autoptr (PelCommandLine) line = NULL;
      g_autoptr (JsonNode)       node = NULL;
      g_autofree char           *arguments = NULL;

      show_words (understood[i].words);
      line = pel_command_line_parse (understood[i].words, &error);
      g_assert_no_error (error);
      node = pel_json_take_object (json_object_ref (line->arguments));
      arguments = pel_json_to_string (node, PEL_JSON_COMPACT);
      g_assert_cmpint (line->kind, ==, understood[i].kind);
      g_assert_cmpstr (line->tool != NULL ? line->tool->name : NULL, ==, understood[i].tool);
      g_assert_cmpstr (arguments, ==, understood[i].arguments);
      g_assert_cmpint (line->is_json, ==, understood[i].is_json);
      g_assert_cmpstr (line->word,
                       ==,
                       line->kind == PEL_COMMAND_COMPLETION || line->kind == PEL_COMMAND_RUN
                           ? "bash"
                           : NULL);
    }
}

/* The error can also be told as JSON, whatever bytes came in. */
static void
assert_is_json (const GError *error)
{
  g_autoptr (JsonNode) node = pel_json_take_object (pel_tool_error_to_json (error));
  g_autofree char     *text = pel_json_to_string (node, PEL_JSON_COMPACT);
  g_autoptr (JsonNode) again = pel_json_parse (text, -1, NULL);

  g_assert_nonnull (again);
}

static void
test_refused_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      show_words (refused[i].words);
      g_assert_null (pel_command_line_parse (refused[i].words, &error));
      g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
      g_assert_cmpstr (error->message, ==, refused[i].message);
      if (refused[i].hint != NULL)
        g_assert_cmpstr (pel_error_get_hint (error), ==, refused[i].hint);
      else
        g_assert_null (strstr (pel_error_get_hint (error), "Did you mean"));
      assert_is_json (error);
    }
}

/* clang-format off */
static const struct { const char *words[MAX_WORDS]; gboolean is_for_person; const char *arguments; } form_cases[] = {
  { { "tree" },                               FALSE, "{}" },
  { { "tree" },                               TRUE,  "{\"max_bytes\":0}" },
  { { "tree", "--json" },                     FALSE, "{\"format\":\"json\"}" },
  { { "tree", "--json", "--format", "text" }, FALSE, "{\"format\":\"text\"}" },
  { { "tree", "--max-bytes", "10" },          TRUE,  "{\"max_bytes\":10}" },
  { { "windows", "--json" },                  TRUE,  "{}" },
};
/* clang-format on */

static void
test_form_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (form_cases); i++)
    {
      g_autoptr (PelCommandLine) line = pel_command_line_parse (form_cases[i].words, NULL);
      g_autoptr (JsonNode)       node = NULL;
      g_autofree char           *arguments = NULL;

      show_words (form_cases[i].words);
      pel_command_line_add_form (line, form_cases[i].is_for_person);
      node = pel_json_take_object (json_object_ref (line->arguments));
      arguments = pel_json_to_string (node, PEL_JSON_COMPACT);
      g_assert_cmpstr (arguments, ==, form_cases[i].arguments);
    }
}

static void
test_wants_json (void)
{
  const char *const with[] = { "nonsense", "--json", NULL };
  const char *const without[] = { "nonsense", "--jso", NULL };

  g_assert_true (pel_command_line_wants_json (with));
  g_assert_false (pel_command_line_wants_json (without));
}

/* Every tool and every option of it is in the help, in the manual and in each completion. */
static void
test_help_is_complete (void)
{
  g_autofree char *program = pel_help_dup_text (NULL);
  g_autofree char *man = pel_help_dup_man_page ();

  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    {
      const PelTool       *tool = pel_tool_table_get_tool (i);
      g_autofree char     *command = pel_tool_dup_command (tool);
      g_autofree char     *help = pel_help_dup_text (tool);
      g_autofree PelField *fields = pel_tool_dup_arguments (tool);

      g_assert_nonnull (strstr (program, command));
      g_assert_nonnull (strstr (program, tool->summary));
      g_assert_nonnull (strstr (help, tool->summary));
      for (const PelField *field = fields; field->name != NULL; field++)
        {
          g_autofree char *option = pel_field_is_positional (field)
                                        ? g_ascii_strup (field->name, -1)
                                        : pel_option_from_field (field);

          g_assert_nonnull (strstr (help, option));
          g_assert_nonnull (strstr (help, field->summary));
        }
      for (const PelField *field = tool->result; field->name != NULL; field++)
        g_assert_nonnull (strstr (help, field->name));
    }
  g_assert_true (g_str_has_prefix (man, ".TH PELLUCID 1"));
  g_assert_nonnull (strstr (man, "list\\-windows"));
}

static void
test_help_json (void)
{
  g_autoptr (JsonNode) all = pel_help_dup_json (NULL);
  g_autofree char     *text = pel_json_to_string (all, PEL_JSON_PRETTY);
  g_autoptr (JsonNode) again = pel_json_parse (text, -1, NULL);
  JsonArray           *tools = json_object_get_array_member (json_node_get_object (all), "tools");

  g_assert_nonnull (again);
  g_assert_cmpuint (json_array_get_length (tools), ==, pel_tool_table_get_n_tools ());
}

static void
test_completion_shells (void)
{
  static const char *const shells[] = { "bash", "zsh", "fish" };
  g_autoptr (GError)       error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (shells); i++)
    {
      g_autofree char *script = pel_completion_dup_script (shells[i], NULL);

      g_assert_nonnull (strstr (script, "list-windows"));
      g_assert_nonnull (strstr (script, "windows"));
      g_assert_nonnull (strstr (script, "include-hidden"));
      g_assert_nonnull (strstr (script, "timeout-ms"));
    }
  g_assert_null (pel_completion_dup_script ("tcsh", &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "tcsh"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/command-line/understood/rows", test_understood_rows);
  g_test_add_func ("/command-line/refused/rows", test_refused_rows);
  g_test_add_func ("/command-line/form/rows", test_form_rows);
  g_test_add_func ("/command-line/wants-json", test_wants_json);
  g_test_add_func ("/command-line/help/is-complete", test_help_is_complete);
  g_test_add_func ("/command-line/help/json", test_help_json);
  g_test_add_func ("/command-line/completion/shells", test_completion_shells);
  return g_test_run ();
}
