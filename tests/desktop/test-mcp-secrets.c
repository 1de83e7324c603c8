/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Canaries: what is in a field for passwords, and what was typed to be repeated nowhere, is in no
 * answer of the MCP server, whichever way it is asked for. */

#include "fixture.h"
#include "mcp-client.h"

#include <string.h>

#define CANARY   "canary-7f3a91"
#define REDACTED "redacted-52c0de"

/* clang-format off */
static const struct { const char *tool; const char *arguments; } calls[] = {
  { "ui_set_value",   "{\"target\":\"Edit:Password\",\"value\":\"" CANARY "\"}" },
  { "ui_set_value",   "{\"target\":\"Edit:Password\",\"value\":\"" CANARY "\",\"verify\":{\"value\":\"wrong\"},\"timeout_ms\":2000}" },
  { "ui_snapshot",    "{}" },
  { "ui_snapshot",    "{\"interactive\":true,\"format\":\"json\"}" },
  { "ui_snapshot",    "{\"since\":\"s1\"}" },
  { "ui_query",       "{\"selector\":\"Edit:Password\"}" },
  { "ui_query",       "{\"selector\":\"value=*canary*\"}" },
  { "ui_describe",    "{\"target\":\"Edit:Password\",\"include_screenshot\":false}" },
  { "ui_read_text",   "{\"target\":\"Edit:Password\"}" },
  { "ui_get_focused", "{}" },
  { "ui_get_element", "{\"selector\":\"Edit:Password\"}" },
  { "ui_wait",        "{\"until\":{\"element\":{\"selector\":\"Edit:Password\"}},\"timeout_ms\":2000}" },
  { "ui_assert",      "{\"condition\":{\"element\":{\"selector\":\"Edit:Password\",\"value\":\"x\"}}}" },
  { "ui_regions",     "{}" },
  { "ui_invoke",      "{\"target\":\"Edit:Password\"}" },
};
/* clang-format on */

static void
write_policy (void)
{
  g_autofree char *path =
      g_build_filename (g_get_user_config_dir (), "pellucid", "policy.json", NULL);
  g_autofree char   *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, "{\"default\": {\"act\": \"allow\"}}", -1, &error);
  g_assert_no_error (error);
}

static void
check (JsonObject *object, const char *canary)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char     *text = json_to_string (node, FALSE);

  g_assert_null (strstr (text, canary));
}

static void
test_canaries (void)
{
  g_autoptr (GError)       error = NULL;
  g_autoptr (PelFixture)   fixture = pel_fixture_start (&error, "fixture-gtk3", NULL);
  g_autoptr (PelMcpClient) client = NULL;
  g_autoptr (JsonObject)   ready = NULL, redacted = NULL, list = NULL;
  JsonArray               *resources;

  g_assert_no_error (error);
  write_policy ();
  client = pel_mcp_client_start (PEL_MCP_LEGACY, "--tools all");
  ready = pel_mcp_client_call (client,
                               "ui_wait",
                               "{\"until\":{\"element\":{\"selector\":\"Edit:Password\"}},"
                               "\"timeout_ms\":60000}");
  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autoptr (JsonObject) result =
          pel_mcp_client_call (client, calls[i].tool, calls[i].arguments);

      check (result, CANARY);
      if (i == 0)
        pel_fixture_expect (fixture, "text password \"" CANARY "\"");
    }
  list = pel_mcp_client_ask (client, "resources/list", "{}");
  resources = json_object_get_array_member (list, "resources");
  for (guint i = 0; i < json_array_get_length (resources); i++)
    {
      const char *uri =
          json_object_get_string_member (json_array_get_object_element (resources, i), "uri");
      g_autofree char       *params = g_strdup_printf ("{\"uri\":\"%s\"}", uri);
      g_autoptr (JsonObject) result = pel_mcp_client_ask (client, "resources/read", params);

      check (result, CANARY);
    }
  redacted = pel_mcp_client_call (client,
                                  "ui_set_value",
                                  "{\"target\":\"Edit:Entry\",\"value\":\"" REDACTED
                                  "\",\"redact\":true}");
  pel_fixture_expect (fixture, "text entry \"" REDACTED "\"");
  check (redacted, REDACTED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mcp/secrets/canaries", test_canaries);
  return g_test_run ();
}
