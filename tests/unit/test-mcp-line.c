/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "app/mcp/era.h"
#include "app/mcp/line-reader.h"

#include <string.h>

#define LIMIT 16

static void
line_cb (PelLineKind kind, const char *line, gsize length, gpointer user_data)
{
  if (kind == PEL_LINE_TOO_LONG)
    g_string_append (user_data, "!|");
  else
    g_string_append_printf (user_data, "%.*s|", (int) length, line);
}

/* clang-format off */
static const struct { const char *name; const char *bytes; const char *lines; } line_rows[] = {
  { "one",            "a\n",                                "a|" },
  { "several",        "a\nbc\n\nd\n",                       "a|bc|d|" },
  { "with-return",    "a\r\nb\r\n\r\n",                     "a|b|" },
  { "not-ended",      "a\nb",                               "a|" },
  { "just-fits",      "0123456789abcdef\nx\n",              "0123456789abcdef|x|" },
  { "too-long",       "0123456789abcdefg\nx\n",             "!|x|" },
  { "much-too-long",  "0123456789abcdef0123456789abcdef0123456789abcdef\nx\n", "!|x|" },
  { "never-ended",    "0123456789abcdef0123456789abcdef",   "!|" },
};

/* @id: as it can be answered. @method NULL: refused with @code. */
static const struct { const char *text; const char *method; const char *key; int code; const char *id; } message_rows[] = {
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}",                    "a", "#1", 0, NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"a\",\"params\":{}}",  "a", "\"1", 0, NULL },
  { "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}",                             "a", NULL, 0, NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",                       "", "#1", 0, NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{}}",                        "", "#1", 0, NULL },
  { "",                                                                   NULL, NULL, PEL_RPC_PARSE_ERROR, NULL },
  { "{",                                                                  NULL, NULL, PEL_RPC_PARSE_ERROR, NULL },
  { "{'jsonrpc':'2.0'}",                                                  NULL, NULL, PEL_RPC_PARSE_ERROR, NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"a\"}",           NULL, NULL, PEL_RPC_PARSE_ERROR, NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"} {}",                 NULL, NULL, PEL_RPC_PARSE_ERROR, NULL },
  { "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}]",                  NULL, NULL, PEL_RPC_INVALID_REQUEST, NULL },
  { "7",                                                                  NULL, NULL, PEL_RPC_INVALID_REQUEST, NULL },
  { "{\"id\":1,\"method\":\"a\"}",                                        NULL, NULL, PEL_RPC_INVALID_REQUEST, "1" },
  { "{\"jsonrpc\":\"1.0\",\"id\":\"x\",\"method\":\"a\"}",                NULL, NULL, PEL_RPC_INVALID_REQUEST, "\"x\"" },
  { "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"a\"}",                 NULL, NULL, PEL_RPC_INVALID_REQUEST, NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"a\"}",                  NULL, NULL, PEL_RPC_INVALID_REQUEST, NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"a\"}",                   NULL, NULL, PEL_RPC_INVALID_REQUEST, NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}",                        NULL, NULL, PEL_RPC_INVALID_REQUEST, "1" },
  { "{\"jsonrpc\":\"2.0\",\"id\":1}",                                     NULL, NULL, PEL_RPC_INVALID_REQUEST, "1" },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1,\"error\":1}",            NULL, NULL, PEL_RPC_INVALID_REQUEST, "1" },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\",\"params\":[]}",      NULL, NULL, PEL_RPC_INVALID_REQUEST, "1" },
};

#define META(members) "{\"_meta\":{" members "}}"
#define VERSION(text) "\"io.modelcontextprotocol/protocolVersion\":\"" text "\""
#define CAPABILITIES  "\"io.modelcontextprotocol/clientCapabilities\":{}"

static const struct { const char *method; const char *params; gboolean is_initialized; PelEra era; int code; } era_rows[] = {
  { "tools/list", "{}",                                           TRUE,  PEL_ERA_LEGACY, 0 },
  { "tools/list", "{}",                                           FALSE, 0, PEL_RPC_INVALID_PARAMS },
  { "ping",       "{}",                                           FALSE, PEL_ERA_LEGACY, 0 },
  { "initialize", "{}",                                           FALSE, PEL_ERA_LEGACY, 0 },
  { "initialize", META (VERSION ("2026-07-28") "," CAPABILITIES), FALSE, PEL_ERA_MODERN, 0 },
  { "tools/list", META (VERSION ("2026-07-28") "," CAPABILITIES), FALSE, PEL_ERA_MODERN, 0 },
  { "tools/list", META (VERSION ("2026-07-28") "," CAPABILITIES), TRUE,  PEL_ERA_MODERN, 0 },
  { "tools/list", META (VERSION ("2026-07-28")),                  TRUE,  0, PEL_RPC_INVALID_PARAMS },
  { "tools/list", META (VERSION ("2025-11-25") "," CAPABILITIES), TRUE,  0, PEL_RPC_UNSUPPORTED_VERSION },
  { "tools/list", META (VERSION ("1900-01-01") "," CAPABILITIES), FALSE, 0, PEL_RPC_UNSUPPORTED_VERSION },
  { "tools/list", META ("\"io.modelcontextprotocol/protocolVersion\":7," CAPABILITIES), TRUE, 0, PEL_RPC_INVALID_PARAMS },
};
/* clang-format on */

/* However the bytes come, the lines are the same. */
static void
test_lines (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (line_rows); i++)
    for (gsize step = 1; step <= 8; step++)
      {
        g_autoptr (GString)       lines = g_string_new (NULL);
        g_autoptr (PelLineReader) reader = pel_line_reader_new (LIMIT, line_cb, lines);
        gsize                     length = strlen (line_rows[i].bytes);

        for (gsize at = 0; at < length; at += step)
          pel_line_reader_push (reader, line_rows[i].bytes + at, MIN (step, length - at));
        g_test_message ("%s by %" G_GSIZE_FORMAT, line_rows[i].name, step);
        g_assert_cmpstr (lines->str, ==, line_rows[i].lines);
      }
}

static char *
node_to_text (JsonNode *node)
{
  return node != NULL ? json_to_string (node, FALSE) : NULL;
}

static void
test_messages (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (message_rows); i++)
    {
      g_autoptr (GError)     error = NULL;
      g_autoptr (JsonNode)   id = NULL;
      g_autoptr (PelMessage) message =
          pel_message_parse (message_rows[i].text, strlen (message_rows[i].text), &id, &error);
      g_autofree char *id_text = node_to_text (id);

      g_test_message ("%s", message_rows[i].text);
      if (message_rows[i].method == NULL)
        {
          g_assert_null (message);
          g_assert_error (error, PEL_RPC_ERROR, message_rows[i].code);
          g_assert_cmpstr (id_text, ==, message_rows[i].id);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpstr (message->method != NULL ? message->method : "", ==, message_rows[i].method);
      g_assert_cmpstr (message->key, ==, message_rows[i].key);
    }
}

/* What we write is what we read. */
static void
test_written (void)
{
  g_autoptr (JsonNode) id = json_from_string ("\"7\"", NULL);
  g_autofree char     *result = pel_message_write_result (id, json_object_new ());
  g_autofree char     *error = pel_message_write_error (NULL, -32700, "a\nb", NULL);
  g_autofree char     *note = pel_message_write_notification ("n", json_object_new ());

  g_assert_cmpstr (result, ==, "{\"jsonrpc\":\"2.0\",\"id\":\"7\",\"result\":{}}");
  g_assert_cmpstr (error,
                   ==,
                   "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,"
                   "\"message\":\"a\\nb\"}}");
  g_assert_cmpstr (note, ==, "{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{}}");
}

static void
test_eras (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (era_rows); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}",
                           era_rows[i].method,
                           era_rows[i].params);
      g_autoptr (GError)     error = NULL;
      g_autoptr (JsonNode)   id = NULL;
      g_autoptr (JsonObject) data = NULL;
      g_autoptr (PelMessage) message = pel_message_parse (text, strlen (text), &id, &error);
      PelTerms               terms;
      gboolean               is_good;

      g_assert_no_error (error);
      is_good = pel_era_read (message, era_rows[i].is_initialized, &terms, &data, &error);
      g_test_message ("%s", text);
      g_assert_cmpint (is_good, ==, era_rows[i].code == 0);
      if (is_good)
        g_assert_cmpint (terms.era, ==, era_rows[i].era);
      else
        g_assert_error (error, PEL_RPC_ERROR, era_rows[i].code);
      g_assert_cmpint (data != NULL, ==, era_rows[i].code == PEL_RPC_UNSUPPORTED_VERSION);
    }
}

static void
test_negotiation (void)
{
  g_assert_cmpstr (pel_era_negotiate ("2024-11-05"), ==, "2024-11-05");
  g_assert_cmpstr (pel_era_negotiate ("2025-06-18"), ==, "2025-06-18");
  g_assert_cmpstr (pel_era_negotiate ("2026-07-28"), ==, "2025-11-25");
  g_assert_cmpstr (pel_era_negotiate ("tomorrow"), ==, "2025-11-25");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mcp/line/split", test_lines);
  g_test_add_func ("/mcp/message/read", test_messages);
  g_test_add_func ("/mcp/message/written", test_written);
  g_test_add_func ("/mcp/era/decided", test_eras);
  g_test_add_func ("/mcp/era/negotiated", test_negotiation);
  return g_test_run ();
}
