/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* pellucid-mcp with the exhibits of the conformance suite beside its tools. For tests only. */

#include "config.h"

#include "app/mcp/bridge.h"
#include "app/mcp/completion.h"
#include "services/base/json.h"
#include "services/base/strict-log.h"
#include "tests/mcp/exhibits.h"

#include <string.h>

#define PNG                                                                                      \
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJg" \
  "gg=="
#define WAV        "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=="
#define TEXT(text) "{\"type\":\"text\",\"text\":\"" text "\"}"
#define IMAGE      "{\"type\":\"image\",\"data\":\"" PNG "\",\"mimeType\":\"image/png\"}"
#define RESOURCE(uri, mime, text) \
  "{\"uri\":\"" uri "\",\"mimeType\":\"" mime "\",\"text\":\"" text "\"}"
#define EMBEDDED(resource) "{\"type\":\"resource\",\"resource\":" resource "}"
#define MESSAGE(content)   "{\"role\":\"user\",\"content\":" content "}"

typedef struct
{
  const char *name;
  const char *answer; /* (nullable) JSON; NULL: it is made elsewhere */
} Exhibit;

/* clang-format off */
static const Exhibit tools[] = {
  { "test_simple_text",            "{\"content\":[" TEXT ("This is a simple text response for testing.") "]}" },
  { "test_image_content",          "{\"content\":[" IMAGE "]}" },
  { "test_audio_content",          "{\"content\":[{\"type\":\"audio\",\"data\":\"" WAV "\",\"mimeType\":\"audio/wav\"}]}" },
  { "test_embedded_resource",      "{\"content\":[" EMBEDDED (RESOURCE ("test://embedded-resource", "text/plain", "This is an embedded resource content.")) "]}" },
  { "test_multiple_content_types", "{\"content\":[" TEXT ("Multiple content types test:") "," IMAGE "," EMBEDDED (RESOURCE ("test://mixed-content-resource", "application/json", "{\\\"test\\\":\\\"data\\\",\\\"value\\\":123}")) "]}" },
  { "test_error_handling",         "{\"isError\":true,\"content\":[" TEXT ("This tool intentionally returns an error for testing") "]}" },
  { "test_trigger_tool_change",    "{\"content\":[" TEXT ("The list of tools never changes.") "]}" },
  { "test_trigger_prompt_change",  "{\"content\":[" TEXT ("The list of prompts never changes.") "]}" },
  { "test_tool_with_progress" }, { "test_tool_with_logging" }, { "test_logging_tool" },
  { "test_sampling" }, { "test_elicitation" }, { "test_elicitation_sep1034_defaults" }, { "test_elicitation_sep1330_enums" },
  { "test_missing_capability" }, { "test_streaming_elicitation" },
  { "test_input_required_result_elicitation" }, { "test_input_required_result_sampling" },
  { "test_input_required_result_list_roots" }, { "test_input_required_result_request_state" },
  { "test_input_required_result_multiple_inputs" }, { "test_input_required_result_multi_round" },
  { "test_input_required_result_tampered_state" }, { "test_input_required_result_capabilities" },
};

static const Exhibit prompts[] = {
  { "test_simple_prompt",                 "{\"messages\":[" MESSAGE (TEXT ("This is a simple prompt for testing.")) "]}" },
  { "test_prompt_with_arguments",         NULL },
  { "test_prompt_with_embedded_resource", NULL },
  { "test_prompt_with_image",             "{\"messages\":[" MESSAGE (IMAGE) "," MESSAGE (TEXT ("Please analyze the image above.")) "]}" },
  { "test_input_required_result_prompt",  NULL },
};

static const struct { const char *uri; const char *mime; const char *contents; } resources[] = {
  { "test://static-text",      "text/plain", "{\"contents\":[" RESOURCE ("test://static-text", "text/plain", "This is the content of the static text resource.") "]}" },
  { "test://static-binary",    "image/png",  "{\"contents\":[{\"uri\":\"test://static-binary\",\"mimeType\":\"image/png\",\"blob\":\"" PNG "\"}]}" },
  { "test://watched-resource", "text/plain", "{\"contents\":[" RESOURCE ("test://watched-resource", "text/plain", "Watched.") "]}" },
};
/* clang-format on */

JsonObject *
exhibit_parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonObject        *object = pel_json_parse_object (text, -1, &error);

  if (object == NULL)
    g_error ("%s: %s", error->message, text);
  return object;
}

JsonObject *
exhibit_new_text (const char *text)
{
  JsonObject *result = exhibit_parse ("{\"content\":[{\"type\":\"text\"}]}");
  JsonArray  *content = json_object_get_array_member (result, "content");

  json_object_set_string_member (json_array_get_object_element (content, 0), "text", text);
  return result;
}

static void
add_tools (JsonArray *array, gpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      JsonObject *tool = exhibit_parse ("{\"description\":\"An exhibit of the conformance suite\","
                                        "\"inputSchema\":{\"type\":\"object\"}}");

      json_object_set_string_member (tool, "name", tools[i].name);
      json_array_add_object_element (array, tool);
    }
}

/* FALSE where none of @rows is called so. */
static gboolean
answer_row (PelRequest *request, const Exhibit *rows, gsize n_rows, const char *name)
{
  for (gsize i = 0; i < n_rows; i++)
    if (g_str_equal (rows[i].name, name) && rows[i].answer != NULL)
      {
        pel_request_answer (request, exhibit_parse (rows[i].answer));
        return TRUE;
      }
  return FALSE;
}

static gboolean
call (PelServer *server, PelRequest *request, const char *name, gpointer data)
{
  return answer_row (request, tools, G_N_ELEMENTS (tools), name) ||
         exhibit_talks (server, request, name) || exhibit_wants_input (request, name);
}

static void
add_resources (JsonArray *array, gpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (resources); i++)
    {
      JsonObject *resource = exhibit_parse ("{\"description\":\"An exhibit\"}");

      json_object_set_string_member (resource, "uri", resources[i].uri);
      json_object_set_string_member (resource, "name", resources[i].uri);
      json_object_set_string_member (resource, "mimeType", resources[i].mime);
      json_array_add_object_element (array, resource);
    }
}

static void
add_templates (JsonArray *array, gpointer data)
{
  json_array_add_object_element (
      array,
      exhibit_parse ("{\"uriTemplate\":\"test://template/{id}/data\",\"name\":\"template\","
                     "\"mimeType\":\"application/json\"}"));
}

static JsonObject *
read_template (const char *uri)
{
  g_auto (GStrv)   parts = g_strsplit (uri, "/", -1); /* test: "" template 123 data */
  g_autofree char *text = g_strdup_printf ("{\"id\":\"%s\",\"templateTest\":true,"
                                           "\"data\":\"Data for ID: %s\"}",
                                           parts[3],
                                           parts[3]);
  JsonObject      *result = exhibit_parse ("{\"contents\":[{\"mimeType\":\"application/json\"}]}");
  JsonObject      *contents =
      json_array_get_object_element (json_object_get_array_member (result, "contents"), 0);

  json_object_set_string_member (contents, "uri", uri);
  json_object_set_string_member (contents, "text", text);
  return result;
}

static gboolean
read_resource (PelRequest *request, const char *uri, gpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (resources); i++)
    if (g_str_equal (resources[i].uri, uri))
      {
        pel_request_answer (request, exhibit_parse (resources[i].contents));
        return TRUE;
      }
  if (!g_str_has_prefix (uri, "test://template/") || !g_str_has_suffix (uri, "/data"))
    return FALSE;
  pel_request_answer (request, read_template (uri));
  return TRUE;
}

static void
add_prompts (JsonArray *array, gpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (prompts); i++)
    {
      JsonObject *prompt = exhibit_parse ("{\"description\":\"An exhibit\"}");

      json_object_set_string_member (prompt, "name", prompts[i].name);
      json_array_add_object_element (array, prompt);
    }
}

static const char *
get_argument (PelRequest *request, const char *name)
{
  JsonObject *arguments = pel_message_get_object (pel_request_get_params (request), "arguments");
  const char *value = arguments != NULL ? pel_message_get_string (arguments, name) : NULL;

  return value != NULL ? value : "";
}

static JsonObject *
get_content (JsonObject *result)
{
  JsonArray *messages = json_object_get_array_member (result, "messages");

  return json_object_get_object_member (json_array_get_object_element (messages, 0), "content");
}

static gboolean
get_prompt (PelRequest *request, const char *name, gpointer data)
{
  g_autofree char *text = NULL;
  JsonObject      *result;

  if (answer_row (request, prompts, G_N_ELEMENTS (prompts), name) ||
      exhibit_wants_input (request, name))
    return TRUE;
  if (g_str_equal (name, "test_prompt_with_arguments"))
    {
      text = g_strdup_printf ("Prompt with arguments: arg1='%s', arg2='%s'",
                              get_argument (request, "arg1"),
                              get_argument (request, "arg2"));
      result = exhibit_parse ("{\"messages\":[" MESSAGE (TEXT ("")) "]}");
      json_object_set_string_member (get_content (result), "text", text);
    }
  else if (g_str_equal (name, "test_prompt_with_embedded_resource"))
    {
      result = exhibit_parse ("{\"messages\":[" MESSAGE (EMBEDDED (RESOURCE (
          "",
          "text/plain",
          "Embedded resource content for testing."))) "," MESSAGE (TEXT ("Please process the embedded resource above.")) "]}");
      json_object_set_string_member (json_object_get_object_member (get_content (result),
                                                                    "resource"),
                                     "uri",
                                     get_argument (request, "resourceUri"));
    }
  else
    return FALSE;
  pel_request_answer (request, result);
  return TRUE;
}

static gboolean
complete (PelRequest *request, JsonObject *ref, gpointer data)
{
  const char           *name = pel_message_get_string (ref, "name");
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  if (name == NULL || !g_str_has_prefix (name, "test_"))
    return FALSE;
  pel_request_answer (request, pel_completion_new_result (none, ""));
  return TRUE;
}

int
main (int argc, char **argv)
{
  static const PelExtras extras = {
    add_tools,   call,       add_resources, add_templates, read_resource,
    add_prompts, get_prompt, complete,      NULL,
  };

  pel_strict_log_init ();
  return pel_bridge_run (pel_profile_new ("core", PEL_PROFILE_ALL_TOOLS, NULL), &extras);
}
