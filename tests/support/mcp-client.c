/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "mcp-client.h"

#include <stdlib.h>
#include <string.h>

#define ANSWER_MS 60000 /* on a busy machine, the first time */
#define META                                                                                                               \
  "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","                                                 \
  "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{\"form\":{}}},\"io.modelcontextprotocol/clientInfo\":" \
  "{\"name\":\"test-client\",\"version\":\"1\"}}"
#define INITIALIZE                                                                            \
  "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"elicitation\":{}},\"clientInfo\":" \
  "{\"name\":\"test-client\",\"version\":\"1\"}}"

struct _PelMcpClient
{
  GSubprocess      *process;
  GDataInputStream *out;
  PelMcpEra         era;
  gint64            n_requests;
  GPtrArray        *answers; /* of JsonObject */
  GPtrArray        *notes;   /* the same */
  gboolean          is_reading, is_over;
  gsize             n_bytes;
};

static JsonObject *
parse (const char *text)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  return json_object_ref (json_node_get_object (json_parser_get_root (parser)));
}

static void
line_cb (GObject *stream, GAsyncResult *result, gpointer user_data)
{
  PelMcpClient    *self = user_data;
  gsize            length = 0;
  g_autofree char *line =
      g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (stream), result, &length, NULL);
  JsonObject *message;

  self->is_reading = FALSE;
  if (line == NULL)
    {
      self->is_over = TRUE;
      return;
    }
  message = parse (line);
  if (json_object_has_member (message, "method"))
    {
      g_ptr_array_add (self->notes, message);
      return;
    }
  json_object_set_int_member (message, "n_bytes", length);
  g_ptr_array_add (self->answers, message);
}

/* Reads a line more, unless the time is up. */
static void
read_until (PelMcpClient *self, gint64 deadline)
{
  g_autoptr (GSource) clock = NULL;

  if (!self->is_reading && !self->is_over)
    {
      self->is_reading = TRUE;
      g_data_input_stream_read_line_async (self->out, G_PRIORITY_DEFAULT, NULL, line_cb, self);
    }
  clock = g_timeout_source_new (
      CLAMP ((deadline - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND, 1, 100));
  g_source_set_dummy_callback (clock);
  g_source_attach (clock, g_main_context_get_thread_default ());
  g_main_context_iteration (g_main_context_get_thread_default (), TRUE);
  g_source_destroy (clock);
}

PelMcpClient *
pel_mcp_client_start (PelMcpEra era, const char *options)
{
  g_autofree char *program = g_test_build_filename (G_TEST_BUILT, "..", "app", "pellucid", NULL);

  return pel_mcp_client_start_program (era, program, options);
}

PelMcpClient *
pel_mcp_client_start_program (PelMcpEra era, const char *program, const char *options)
{
  PelMcpClient    *self = g_new0 (PelMcpClient, 1);
  g_autofree char *line = g_strdup_printf ("'%s' mcp %s", program, options != NULL ? options : "");
  g_auto (GStrv)   argv = NULL;
  g_autoptr (GError) error = NULL;

  g_shell_parse_argv (line, NULL, &argv, &error);
  g_assert_no_error (error);
  self->process = g_subprocess_newv ((const char *const *) argv,
                                     G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                     &error);
  g_assert_no_error (error);
  self->out = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  self->era = era;
  self->answers = g_ptr_array_new_with_free_func ((GDestroyNotify) json_object_unref);
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify) json_object_unref);
  if (era == PEL_MCP_LEGACY)
    {
      g_autoptr (JsonObject) result = pel_mcp_client_ask (self, "initialize", INITIALIZE);

      pel_mcp_client_notify (self, "notifications/initialized", "{}");
    }
  return self;
}

void
pel_mcp_client_stop (PelMcpClient *self)
{
  gint64 deadline = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  while (self->is_reading && g_get_monotonic_time () < deadline)
    g_main_context_iteration (g_main_context_get_thread_default (), TRUE);
  g_object_unref (self->out);
  g_object_unref (self->process);
  g_ptr_array_unref (self->answers);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

pid_t
pel_mcp_client_get_pid (PelMcpClient *self)
{
  return atoi (g_subprocess_get_identifier (self->process));
}

void
pel_mcp_client_write (PelMcpClient *self, const char *bytes, gsize length)
{
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (g_subprocess_get_stdin_pipe (self->process),
                             bytes,
                             length,
                             NULL,
                             NULL,
                             &error);
  g_assert_no_error (error);
}

static void
write_message (PelMcpClient *self, const char *id, const char *method, const char *params)
{
  gboolean         is_empty = strcmp (params, "{}") == 0;
  gboolean         has_meta = self->era == PEL_MCP_MODERN && id[0] != '\0';
  g_autofree char *line = g_strdup_printf ("{\"jsonrpc\":\"2.0\",%s\"method\":\"%s\","
                                           "\"params\":%.*s%s%s}\n",
                                           id,
                                           method,
                                           (int) strlen (params) - (has_meta ? 1 : 0),
                                           params,
                                           has_meta && !is_empty ? "," : "",
                                           has_meta ? META "}" : "");

  pel_mcp_client_write (self, line, strlen (line));
}

gint64
pel_mcp_client_send (PelMcpClient *self, const char *method, const char *params)
{
  g_autofree char *id = g_strdup_printf ("\"id\":%" G_GINT64_FORMAT ",", ++self->n_requests);

  write_message (self, id, method, params);
  return self->n_requests;
}

void
pel_mcp_client_notify (PelMcpClient *self, const char *method, const char *params)
{
  write_message (self, "", method, params);
}

static JsonObject *
take_answer (PelMcpClient *self, gint64 id)
{
  for (guint i = 0; i < self->answers->len; i++)
    {
      JsonObject *answer = g_ptr_array_index (self->answers, i);
      JsonNode   *node = json_object_get_member (answer, "id");

      if (node == NULL || JSON_NODE_HOLDS_NULL (node) || json_node_get_int (node) != id)
        continue;
      json_object_ref (answer);
      g_ptr_array_remove_index (self->answers, i);
      self->n_bytes = json_object_get_int_member (answer, "n_bytes");
      json_object_remove_member (answer, "n_bytes");
      return answer;
    }
  return NULL;
}

JsonObject *
pel_mcp_client_wait (PelMcpClient *self, gint64 id, int timeout_ms)
{
  gint64      deadline = g_get_monotonic_time () + timeout_ms * G_TIME_SPAN_MILLISECOND;
  JsonObject *answer;

  while ((answer = take_answer (self, id)) == NULL)
    {
      if (self->is_over || g_get_monotonic_time () > deadline)
        return NULL;
      read_until (self, deadline);
    }
  return answer;
}

JsonObject *
pel_mcp_client_try (PelMcpClient *self, const char *method, const char *params)
{
  JsonObject *answer =
      pel_mcp_client_wait (self, pel_mcp_client_send (self, method, params), ANSWER_MS);

  if (answer == NULL)
    g_error ("%s %s: no answer", method, params);
  return answer;
}

JsonObject *
pel_mcp_client_ask (PelMcpClient *self, const char *method, const char *params)
{
  g_autoptr (JsonObject) answer = pel_mcp_client_try (self, method, params);

  if (!json_object_has_member (answer, "result"))
    {
      g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), answer);
      g_autofree char     *text = json_to_string (node, FALSE);

      g_error ("%s %s: %s", method, params, text);
    }
  return json_object_ref (json_object_get_object_member (answer, "result"));
}

JsonObject *
pel_mcp_client_call (PelMcpClient *self, const char *tool, const char *arguments)
{
  g_autofree char *params = g_strdup_printf ("{\"name\":\"%s\",\"arguments\":%s}", tool, arguments);
  JsonObject      *result = pel_mcp_client_ask (self, "tools/call", params);

  if (g_test_initialized ())
    g_test_message ("%s %s → %s", tool, arguments, pel_mcp_client_get_text (result));
  return result;
}

const char *
pel_mcp_client_get_text (JsonObject *result)
{
  JsonArray  *content = json_object_get_array_member (result, "content");
  JsonObject *block = json_array_get_object_element (content, 0);

  return json_object_get_string_member (block, "text");
}

gboolean
pel_mcp_client_is_error (JsonObject *result)
{
  return json_object_get_boolean_member_with_default (result, "isError", FALSE);
}

static gboolean
has_method (PelMcpClient *self, guint i, const char *method)
{
  return g_strcmp0 (json_object_get_string_member (g_ptr_array_index (self->notes, i), "method"),
                    method) == 0;
}

guint
pel_mcp_client_count (PelMcpClient *self, const char *method)
{
  guint n = 0;

  for (guint i = 0; i < self->notes->len; i++)
    n += has_method (self, i, method);
  return n;
}

JsonObject *
pel_mcp_client_get_note (PelMcpClient *self, const char *method, guint n)
{
  for (guint i = 0; i < self->notes->len; i++)
    if (has_method (self, i, method) && n-- == 0)
      return json_object_get_object_member (g_ptr_array_index (self->notes, i), "params");
  g_assert_not_reached ();
}

void
pel_mcp_client_reply (PelMcpClient *self, const char *method, guint n, const char *result)
{
  g_autofree char *line = NULL;
  const char      *id = NULL;

  for (guint i = 0; i < self->notes->len && id == NULL; i++)
    if (has_method (self, i, method) && n-- == 0)
      id = json_object_get_string_member (g_ptr_array_index (self->notes, i), "id");
  g_assert_nonnull (id);
  line = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"result\":%s}\n", id, result);
  pel_mcp_client_write (self, line, strlen (line));
}

void
pel_mcp_client_forget (PelMcpClient *self)
{
  g_ptr_array_set_size (self->notes, 0);
}

gboolean
pel_mcp_client_wait_notes (PelMcpClient *self, const char *method, guint n, int timeout_ms)
{
  gint64 deadline = g_get_monotonic_time () + timeout_ms * G_TIME_SPAN_MILLISECOND;

  while (pel_mcp_client_count (self, method) < n)
    {
      if (self->is_over || g_get_monotonic_time () > deadline)
        return FALSE;
      read_until (self, deadline);
    }
  return TRUE;
}

void
pel_mcp_client_listen (PelMcpClient *self, int time_ms)
{
  gint64 deadline = g_get_monotonic_time () + time_ms * G_TIME_SPAN_MILLISECOND;

  while (!self->is_over && g_get_monotonic_time () < deadline)
    read_until (self, deadline);
}

gsize
pel_mcp_client_get_n_bytes (PelMcpClient *self)
{
  return self->n_bytes;
}

gint64
pel_mcp_client_close (PelMcpClient *self, int timeout_ms)
{
  gint64 start = g_get_monotonic_time ();
  gint64 deadline = start + timeout_ms * G_TIME_SPAN_MILLISECOND;

  g_output_stream_close (g_subprocess_get_stdin_pipe (self->process), NULL, NULL);
  while (g_subprocess_get_identifier (self->process) != NULL)
    {
      if (g_get_monotonic_time () > deadline)
        return -1;
      read_until (self, deadline);
    }
  if (!g_subprocess_get_if_exited (self->process) ||
      g_subprocess_get_exit_status (self->process) != 0)
    return -1;
  return (g_get_monotonic_time () - start) / G_TIME_SPAN_MILLISECOND;
}
