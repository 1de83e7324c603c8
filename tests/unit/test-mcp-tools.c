/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE /* memfd_create */

#include "app/mcp/hint.h"
#include "app/mcp/tool-list.h"
#include "app/mcp/tool-result.h"
#include "services/base/error.h"
#include "services/base/json.h"
#include "services/tool/tool-table.h"
#include "services/tool/tools.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_LIST_BYTES 16000

#define FOR_PERSON " (a command for the person to run in a terminal)"

/* clang-format off */
/* Of a call of ui_invoke. */
static const struct { const char *hint; const char *reworded; } hint_rows[] = {
  { "List windows with “pellucid windows”",                        "List windows with “ui_list_windows”" },
  { "Look at what is there with “pellucid tree”",           "Look at what is there with “ui_snapshot”" },
  { "Try a real click: “pellucid click”",             "Try a real click: “ui_click”" },
  { "See “pellucid help query” for the arguments",          "See “tools/list” for the arguments" },
  { "“pellucid help” with the name of a tool",              "“tools/list” with the name of a tool" },
  { "List the tools with “pellucid --help”",                    "List the tools with “tools/list”" },
  { "Run “pellucid doctor” to see what is missing",              "Run “pellucid doctor” to see what is missing" FOR_PERSON },
  { "Run “pellucid doctor --fix”",                          "Run “pellucid doctor --fix”" FOR_PERSON },
  { "Make it narrower, or say --first",                     "Make it narrower, or say first" },
  { "Give it more time: --timeout-ms 9000",                 "Give it more time: timeout_ms 9000" },
  { "Restart it with --force-renderer-accessibility",   "Restart it with --force-renderer-accessibility" },
  { "Try again with a longer timeout_ms",                   "Try again with a longer timeout_ms" },
  { "mypellucid windows and a--first",                      "mypellucid windows and a--first" },
};
/* clang-format on */

static PelProfile *
open_profile (const char *names, PelProfileFlags flags)
{
  g_autoptr (GError) error = NULL;
  PelProfile        *profile = pel_profile_new (names, flags, &error);

  g_assert_no_error (error);
  return profile;
}

static char *
object_to_text (JsonObject *object)
{
  g_autoptr (JsonNode) node = pel_json_take_object (json_object_ref (object));

  return pel_json_to_string (node, PEL_JSON_COMPACT);
}

/* All of it is read before anything is done. */
static void
test_core_is_small (void)
{
  g_autoptr (PelProfile) profile = open_profile ("core", PEL_PROFILE_ALL_TOOLS);
  g_autoptr (JsonNode)   node = pel_json_take_array (pel_tool_list_new (profile));
  g_autofree char       *text = pel_json_to_string (node, PEL_JSON_COMPACT);

  g_test_message ("%u tools, %" G_GSIZE_FORMAT " bytes",
                  pel_profile_get_n_tools (profile),
                  strlen (text));
  g_assert_cmpuint (strlen (text), <=, MAX_LIST_BYTES);
}

static void
check_told (JsonObject *tool)
{
  static const char *const hints[] = {
    "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"
  };
  JsonObject *annotations = json_object_get_object_member (tool, "annotations");

  g_assert_cmpuint (strlen (json_object_get_string_member (tool, "title")), >, 0);
  g_assert_cmpuint (strlen (json_object_get_string_member (tool, "description")), >, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (hints); i++)
    g_assert_true (json_object_has_member (annotations, hints[i]));
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (tool,
                                                                                 "inputSchema"),
                                                  "type"),
                   ==,
                   "object");
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (tool,
                                                                                 "outputSchema"),
                                                  "type"),
                   ==,
                   "object");
}

/* Everything that is offered to models, and nothing else, in the same order every time. */
static void
test_all (void)
{
  g_autoptr (PelProfile) profile = open_profile ("all", PEL_PROFILE_ALL_TOOLS);
  g_autoptr (JsonArray)  tools = pel_tool_list_new (profile);
  guint                  n = 0;

  for (guint i = 0; i < pel_tool_table_get_n_tools (); i++)
    {
      const PelTool *tool = pel_tool_table_get_tool (i);

      if (!(tool->offers & PEL_OFFER_MCP))
        {
          g_assert_null (pel_profile_find (profile, tool->name));
          continue;
        }
      g_assert_cmpuint (n, <, json_array_get_length (tools));
      check_told (json_array_get_object_element (tools, n));
      g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (tools, n),
                                                      "name"),
                       ==,
                       tool->name);
      n++;
    }
  g_assert_cmpuint (n, ==, json_array_get_length (tools));
}

static void
test_read_only (void)
{
  g_autoptr (PelProfile) profile = open_profile ("all", PEL_PROFILE_READ_ONLY);
  g_autoptr (JsonArray)  tools = pel_tool_list_new (profile);

  for (guint i = 0; i < pel_profile_get_n_tools (profile); i++)
    {
      PelToolClass tool_class = pel_profile_get_tool (profile, i)->tool_class;
      JsonObject  *tool = json_array_get_object_element (tools, i);

      g_assert_true (tool_class == PEL_TOOL_READ || tool_class == PEL_TOOL_CAPTURE);
      g_assert_true (
          json_object_get_boolean_member (json_object_get_object_member (tool, "annotations"),
                                          "readOnlyHint"));
    }
  g_assert_null (pel_profile_find (profile, "ui_invoke"));
  g_assert_nonnull (pel_profile_find (profile, "ui_capture"));
}

static void
test_named (void)
{
  g_autoptr (PelProfile) profile = open_profile ("ui_snapshot,invoke, list-windows", 0);
  g_autoptr (GError)     error = NULL;

  g_assert_cmpuint (pel_profile_get_n_tools (profile), ==, 3);
  g_assert_nonnull (pel_profile_find (profile, "ui_list_windows"));
  g_assert_null (pel_profile_new ("ui_snapshot,ui_nothing", 0, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (pel_profile_new ("ui_doctor", 0, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (pel_profile_new ("ui_invoke", PEL_PROFILE_READ_ONLY, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
}

/* Results */

static JsonObject *
make_result (const PelTool *tool, const char *arguments, const char *envelope, GUnixFDList *files)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (JsonObject) given = pel_json_parse_object (arguments, -1, &error);
  g_autoptr (JsonObject) answer = pel_json_parse_object (envelope, -1, &error);

  g_assert_no_error (error);
  return pel_tool_result_new (tool, given, answer, files);
}

static JsonObject *
get_block (JsonObject *result, guint index)
{
  return json_array_get_object_element (json_object_get_array_member (result, "content"), index);
}

static const char *
get_text (JsonObject *result)
{
  return json_object_get_string_member (get_block (result, 0), "text");
}

#define ACT                                                                                    \
  "{\"status\":\"success\",\"resolved_target\":{\"ref\":\"e7\",\"role\":\"Edit\",\"name\":"    \
  "\"Na\xe2\x80\xaeme\"},\"method\":\"pattern\",\"verification\":{\"passed\":true},\"data\":{" \
  "\"text\":\"Value set\",\"effect\":\"confirmed\",\"deed\":\"x\",\"already\":false,"          \
  "\"dry_run\":false,\"unsure\":false,\"policy\":{\"decision\":\"allow\"},"                    \
  "\"changes\":\"~ Edit [e7]\\n\",\"snapshot_id\":\"s2\"},\"elapsed_ms\":3}"

/* What changed, whether it was seen, and how to name it again. */
static void
test_act (void)
{
  g_autoptr (JsonObject) result = make_result (&pel_tool_set_value, "{}", ACT, NULL);
  g_autofree char       *structured =
      object_to_text (json_object_get_object_member (result, "structuredContent"));

  g_assert_false (json_object_has_member (result, "isError"));
  g_assert_nonnull (strstr (get_text (result), "Value set\n~ Edit [e7]\n</untrusted "));
  g_assert_cmpstr (structured,
                   ==,
                   "{\"status\":\"success\",\"untrusted\":true,\"target\":{\"ref\":\"e7\","
                   "\"role\":\"Edit\",\"name\":\"Name\"},\"verified\":true,"
                   "\"data\":{\"effect\":\"confirmed\",\"snapshot_id\":\"s2\"}}");
}

static void
test_failure (void)
{
  g_autoptr (JsonObject) result =
      make_result (&pel_tool_invoke,
                   "{}",
                   "{\"status\":\"error\",\"error\":{\"code\":\"denied\",\"message\":\"No\","
                   "\"hint\":\"Ask\"}}",
                   NULL);
  JsonObject *structured = json_object_get_object_member (result, "structuredContent");

  g_assert_true (json_object_get_boolean_member (result, "isError"));
  g_assert_nonnull (strstr (get_text (result), "denied: No"));
  g_assert_cmpstr (json_object_get_string_member (structured, "status"), ==, "error");
}

static void
test_not_understood (void)
{
  g_autoptr (JsonObject) result = make_result (&pel_tool_invoke, "{}", "{}", NULL);

  g_assert_true (json_object_get_boolean_member (result, "isError"));
}

static char *
make_windows (guint n, guint title_chars)
{
  GString         *envelope = g_string_new ("{\"status\":\"success\",\"data\":{\"windows\":[");
  g_autofree char *title = g_strnfill (title_chars, 'x');

  for (guint i = 0; i < n; i++)
    g_string_append_printf (envelope,
                            "%s{\"window_id\":\"w%u\",\"title\":\"%s\",\"pid\":7,"
                            "\"visible\":true,\"minimized\":false}",
                            i > 0 ? "," : "",
                            i,
                            title);
  g_string_append (envelope, "]}}");
  return g_string_free (envelope, FALSE);
}

/* Long texts are cut, long lists end, and both say so. */
static void
test_cut (void)
{
  g_autofree char       *long_title = make_windows (1, 200);
  g_autofree char       *many = make_windows (400, 40);
  g_autoptr (JsonObject) one = make_result (&pel_tool_list_windows, "{}", long_title, NULL);
  g_autoptr (JsonObject) all = make_result (&pel_tool_list_windows, "{}", many, NULL);
  JsonObject            *structured = json_object_get_object_member (all, "structuredContent");
  g_autofree char       *whole = object_to_text (structured);
  const char            *last = strrchr (get_text (all), '\n');

  g_assert_nonnull (strstr (get_text (one), "x…(+40)"));
  g_assert_cmpuint (strlen (get_text (all)), <=, PEL_RESULT_MAX_BYTES);
  g_assert_nonnull (strstr (last, "truncated: use filter"));
  g_assert_cmpuint (strlen (whole), <=, PEL_RESULT_MAX_BYTES);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (structured,
                                                                              "left_out"),
                                               "windows") +
                       json_array_get_length (
                           json_object_get_array_member (json_object_get_object_member (structured,
                                                                                        "data"),
                                                         "windows")),
                   ==,
                   400);
}

static GUnixFDList *
make_files (const char *text)
{
  GUnixFDList *files = g_unix_fd_list_new ();
  int          fd = memfd_create ("picture", MFD_CLOEXEC);

  g_assert_cmpint (write (fd, text, strlen (text)), ==, (gssize) strlen (text));
  g_unix_fd_list_append (files, fd, NULL);
  close (fd);
  return files;
}

/* A picture is a picture, and not a text that looks like one. */
static void
test_picture (void)
{
  g_autoptr (GUnixFDList) files = make_files ("PNG!");
  g_autoptr (JsonObject)  result =
      make_result (&pel_tool_capture,
                   "{}",
                   "{\"status\":\"success\",\"data\":{\"frame_id\":\"f1\",\"attachment\":0,"
                   "\"mime_type\":\"image/png\",\"width\":2,\"height\":1}}",
                   files);
  g_autoptr (JsonObject) lost =
      make_result (&pel_tool_capture,
                   "{}",
                   "{\"status\":\"success\",\"data\":{\"frame_id\":\"f1\",\"attachment\":5,"
                   "\"mime_type\":\"image/png\",\"width\":2,\"height\":1}}",
                   files);
  JsonObject      *block = get_block (result, 1);
  g_autofree char *whole =
      object_to_text (json_object_get_object_member (result, "structuredContent"));

  g_assert_cmpstr (json_object_get_string_member (block, "type"), ==, "image");
  g_assert_cmpstr (json_object_get_string_member (block, "mimeType"), ==, "image/png");
  g_assert_cmpstr (json_object_get_string_member (block, "data"), ==, "UE5HIQ==");
  g_assert_null (strstr (whole, "UE5HIQ"));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (lost, "content")), ==, 1);
}

static void
test_prepared (void)
{
  g_autoptr (JsonObject) none = json_object_new ();
  g_autoptr (JsonObject) snapshot = pel_tool_result_prepare (&pel_tool_snapshot, none);
  g_autoptr (JsonObject) capture = pel_tool_result_prepare (&pel_tool_capture, none);
  g_autoptr (JsonObject) invoke = pel_tool_result_prepare (&pel_tool_invoke, none);

  g_assert_cmpint (json_object_get_int_member (snapshot, "max_bytes"), <, PEL_RESULT_MAX_BYTES);
  g_assert_cmpstr (json_object_get_string_member (capture, "output"), ==, "fd");
  g_assert_true (json_object_has_member (capture, "max_pixels"));
  g_assert_cmpuint (json_object_get_size (invoke), ==, 0);
}

static void
test_hints (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (hint_rows); i++)
    {
      g_autofree char *reworded = pel_hint_for_model (hint_rows[i].hint, &pel_tool_invoke);

      g_assert_cmpstr (reworded, ==, hint_rows[i].reworded);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mcp/profile/core-is-small", test_core_is_small);
  g_test_add_func ("/mcp/profile/all", test_all);
  g_test_add_func ("/mcp/profile/read-only", test_read_only);
  g_test_add_func ("/mcp/profile/named", test_named);
  g_test_add_func ("/mcp/result/act", test_act);
  g_test_add_func ("/mcp/result/failure", test_failure);
  g_test_add_func ("/mcp/result/not-understood", test_not_understood);
  g_test_add_func ("/mcp/result/cut", test_cut);
  g_test_add_func ("/mcp/result/picture", test_picture);
  g_test_add_func ("/mcp/result/prepared", test_prepared);
  g_test_add_func ("/mcp/result/hints", test_hints);
  return g_test_run ();
}
