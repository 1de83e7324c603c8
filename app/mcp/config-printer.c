/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "app/mcp/config-printer.h"

#include "services/base/json.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *host;
  const char *file;
} Host;

/* clang-format off */
static const Host servers_hosts[] = {
  { "Claude Desktop", "~/.config/Claude/claude_desktop_config.json" },
  { "Claude Code",    "~/.claude.json, .mcp.json" },
  { "Cursor",         "~/.cursor/mcp.json" },
  { "Windsurf",       "~/.codeium/windsurf/mcp_config.json" },
  { "Gemini CLI",     "~/.gemini/settings.json" },
};

static const Host code_hosts[] = {
  { "VS Code", ".vscode/mcp.json" },
};
/* clang-format on */

static JsonObject *
make_server (const char *command, const char *const *options, const char *type)
{
  JsonObject *server = json_object_new ();
  JsonArray  *arguments = json_array_new ();

  if (type != NULL)
    json_object_set_string_member (server, "type", type);
  json_object_set_string_member (server, "command", command);
  json_array_add_string_element (arguments, "mcp");
  for (guint i = 0; options != NULL && options[i] != NULL; i++)
    json_array_add_string_element (arguments, options[i]);
  json_object_set_array_member (server, "args", arguments);
  return server;
}

/* Takes @server. */
static void
append_form (GString *out, const char *member, JsonObject *server, const Host *hosts, gsize n_hosts)
{
  JsonObject          *servers = json_object_new ();
  JsonObject          *whole = json_object_new ();
  g_autoptr (JsonNode) node = NULL;
  g_autofree char     *text = NULL;

  for (gsize i = 0; i < n_hosts; i++)
    g_string_append_printf (out, "# %s: %s\n", hosts[i].host, hosts[i].file);
  json_object_set_object_member (servers, "pellucid", server);
  json_object_set_object_member (whole, member, servers);
  node = pel_json_take_object (whole);
  text = pel_json_to_string (node, PEL_JSON_PRETTY);
  g_string_append_printf (out, "%s%s", text, g_str_has_suffix (text, "\n") ? "" : "\n");
}

char *
pel_config_print (const char *command, const char *const *options)
{
  GString *out = g_string_new (NULL);

  append_form (out,
               "mcpServers",
               make_server (command, options, NULL),
               servers_hosts,
               G_N_ELEMENTS (servers_hosts));
  g_string_append_c (out, '\n');
  append_form (out,
               "servers",
               make_server (command, options, "stdio"),
               code_hosts,
               G_N_ELEMENTS (code_hosts));
  return g_string_free (out, FALSE);
}
