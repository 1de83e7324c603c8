/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tools that say something before they answer: progress, messages, questions of the old era. */

#include "tests/mcp/exhibits.h"

#include "services/base/json.h"

#define STEP_MS 50
#define N_STEPS 3

#define FORM(properties) "\"requestedSchema\":{\"type\":\"object\",\"properties\":{" properties "}"
#define DEFAULTS                                                                          \
  FORM ("\"name\":{\"type\":\"string\",\"default\":\"John Doe\"},"                        \
        "\"age\":{\"type\":\"integer\",\"default\":30},"                                  \
        "\"score\":{\"type\":\"number\",\"default\":95.5},"                               \
        "\"status\":{\"type\":\"string\",\"enum\":[\"active\",\"inactive\",\"pending\"]," \
        "\"default\":\"active\"},"                                                        \
        "\"verified\":{\"type\":\"boolean\",\"default\":true}")
#define OPTIONS "[\"option1\",\"option2\",\"option3\"]"
#define TITLED                                                                               \
  "[{\"const\":\"value1\",\"title\":\"First\"},{\"const\":\"value2\",\"title\":\"Second\"}," \
  "{\"const\":\"value3\",\"title\":\"Third\"}]"
#define ENUMS                                                                                    \
  FORM ("\"untitledSingle\":{\"type\":\"string\",\"enum\":" OPTIONS "},"                         \
        "\"titledSingle\":{\"type\":\"string\",\"oneOf\":" TITLED "},"                           \
        "\"legacyEnum\":{\"type\":\"string\",\"enum\":[\"opt1\",\"opt2\",\"opt3\"],"             \
        "\"enumNames\":[\"Option One\",\"Option Two\",\"Option Three\"]},"                       \
        "\"untitledMulti\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":" OPTIONS \
        "}},"                                                                                    \
        "\"titledMulti\":{\"type\":\"array\",\"items\":{\"anyOf\":" TITLED "}}")
#define USER                                                                        \
  FORM ("\"username\":{\"type\":\"string\",\"description\":\"User's response\"},"   \
        "\"email\":{\"type\":\"string\",\"description\":\"User's email address\"}") \
  ",\"required\":[\"username\",\"email\"]"

typedef struct
{
  const char *tool;
  const char *capability;
  const char *method;
  const char *params;
} Question;

/* clang-format off */
static const Question questions[] = {
  { "test_sampling",                     "sampling",    "sampling/createMessage", "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Test\"}}],\"maxTokens\":100}" },
  { "test_elicitation",                  "elicitation", "elicitation/create",     "{\"message\":\"Please provide your information\"," USER "}}" },
  { "test_elicitation_sep1034_defaults", "elicitation", "elicitation/create",     "{\"message\":\"Please review\"," DEFAULTS "}}" },
  { "test_elicitation_sep1330_enums",    "elicitation", "elicitation/create",     "{\"message\":\"Please select\"," ENUMS "}}" },
};

static const char *const messages[N_STEPS] = {
  "Tool execution started", "Tool processing data", "Tool execution completed",
};
/* clang-format on */

static void
answered_cb (JsonObject *result, gpointer user_data)
{
  PelRequest          *request = user_data;
  g_autoptr (JsonNode) node =
      pel_json_take_object (result != NULL ? json_object_ref (result) : json_object_new ());
  g_autofree char *given = pel_json_to_string (node, PEL_JSON_COMPACT);
  g_autofree char *text = g_strdup_printf ("The client says: %s", given);

  pel_request_answer (request, exhibit_new_text (text));
}

static void
ask (PelServer *server, PelRequest *request, const Question *question)
{
  JsonObject *given = pel_server_get_client_capabilities (server);
  JsonObject *result;

  if (given != NULL && json_object_has_member (given, question->capability))
    {
      g_free (pel_server_ask (server,
                              question->method,
                              exhibit_parse (question->params),
                              answered_cb,
                              pel_request_ref (request),
                              (GDestroyNotify) pel_request_unref));
      return;
    }
  result = exhibit_new_text ("The client cannot do that");
  json_object_set_boolean_member (result, "isError", TRUE);
  pel_request_answer (request, result);
}

/* A tool that takes three steps. */
typedef struct
{
  PelRequest *request;
  gboolean    is_log;
  guint       step;
} Walk;

static void
say_progress (const Walk *walk)
{
  JsonObject *meta = pel_message_get_object (pel_request_get_params (walk->request), "_meta");
  JsonNode   *token = meta != NULL ? json_object_get_member (meta, "progressToken") : NULL;
  JsonObject *params;

  if (token == NULL)
    return;
  params = json_object_new ();
  json_object_set_member (params, "progressToken", json_node_copy (token));
  json_object_set_int_member (params, "progress", walk->step * 50);
  json_object_set_int_member (params, "total", 100);
  pel_request_notify (walk->request, "notifications/progress", params);
}

/* In the new era only where the request asked for it. */
static void
say_message (const Walk *walk)
{
  JsonObject *params;

  if (pel_request_get_era (walk->request) == PEL_ERA_MODERN &&
      pel_request_get_log_level (walk->request) == NULL)
    return;
  params = json_object_new ();
  json_object_set_string_member (params, "level", "info");
  json_object_set_string_member (params, "data", messages[walk->step]);
  pel_request_notify (walk->request, "notifications/message", params);
}

static gboolean
step_cb (gpointer user_data)
{
  Walk *walk = user_data;

  if (walk->step < N_STEPS)
    {
      (walk->is_log ? say_message : say_progress) (walk);
      walk->step++;
      return G_SOURCE_CONTINUE;
    }
  pel_request_answer (walk->request, exhibit_new_text ("Done"));
  pel_request_unref (walk->request);
  g_free (walk);
  return G_SOURCE_REMOVE;
}

static void
walk (PelRequest *request, gboolean is_log)
{
  Walk *self = g_new0 (Walk, 1);

  self->request = pel_request_ref (request);
  self->is_log = is_log;
  g_timeout_add (STEP_MS, step_cb, self);
}

gboolean
exhibit_talks (PelServer *server, PelRequest *request, const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (questions); i++)
    if (g_str_equal (questions[i].tool, name) && pel_request_get_era (request) == PEL_ERA_LEGACY)
      {
        ask (server, request, &questions[i]);
        return TRUE;
      }
  if (g_str_equal (name, "test_tool_with_progress"))
    walk (request, FALSE);
  else if (g_str_equal (name, "test_tool_with_logging") || g_str_equal (name, "test_logging_tool"))
    walk (request, TRUE);
  else
    return FALSE;
  return TRUE;
}
