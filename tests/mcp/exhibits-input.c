/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Answers in several rounds: each tells what is still wanted, and seals how far it has come. */

#include "tests/mcp/exhibits.h"

#include "services/base/json.h"

#include <stdlib.h>
#include <string.h>

#define ASK(message, schema)                                              \
  "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"" message \
  "\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{" schema "}}}}"
#define SAMPLE(text)                                                                     \
  "{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[{\"role\":\"user\"," \
  "\"content\":{\"type\":\"text\",\"text\":\"" text "\"}}],\"maxTokens\":100}}"
#define ROOTS "{\"method\":\"roots/list\",\"params\":{}}"
#define NAME  ASK ("What is your name?", "\"name\":{\"type\":\"string\"}")
#define OK    ASK ("Please confirm", "\"ok\":{\"type\":\"boolean\"}")

typedef struct
{
  const char *name;
  gboolean    has_state;
  gboolean    is_prompt;
  const char *rounds[2]; /* what is wanted, by key */
} Exhibit;

/* clang-format off */
static const Exhibit exhibits[] = {
  { "test_input_required_result_elicitation",   FALSE, FALSE, { "{\"user_name\":" NAME "}" } },
  { "test_input_required_result_sampling",      FALSE, FALSE, { "{\"capital_question\":" SAMPLE ("What is the capital of France?") "}" } },
  { "test_input_required_result_list_roots",    FALSE, FALSE, { "{\"client_roots\":" ROOTS "}" } },
  { "test_input_required_result_request_state", TRUE,  FALSE, { "{\"confirm\":" OK "}" } },
  { "test_input_required_result_multiple_inputs", TRUE, FALSE, { "{\"user_name\":" NAME ",\"greeting\":" SAMPLE ("Generate a greeting") ",\"client_roots\":" ROOTS "}" } },
  { "test_input_required_result_multi_round",   TRUE,  FALSE, { "{\"step1\":" ASK ("Step 1: What is your name?", "\"name\":{\"type\":\"string\"}") "}",
                                                                "{\"step2\":" ASK ("Step 2: What is your favorite color?", "\"color\":{\"type\":\"string\"}") "}" } },
  { "test_input_required_result_tampered_state", TRUE, FALSE, { "{\"confirm\":" OK "}" } },
  { "test_input_required_result_capabilities",  FALSE, FALSE, { "{\"user_name\":" NAME ",\"greeting\":" SAMPLE ("Generate a greeting") "}" } },
  { "test_streaming_elicitation",               FALSE, FALSE, { "{\"user_name\":" NAME "}" } },
  { "test_missing_capability",                  FALSE, FALSE, { "{\"question\":" SAMPLE ("Anything") "}" } },
  { "test_input_required_result_prompt",        FALSE, TRUE,  { "{\"user_context\":" ASK ("What context should the prompt use?", "\"context\":{\"type\":\"string\"}") "}" } },
};

static const struct { const char *method; const char *capability; } needs[] = {
  { "elicitation/create",     "elicitation" },
  { "sampling/createMessage", "sampling" },
  { "roots/list",             "roots" },
};
/* clang-format on */

static const Exhibit *
find_exhibit (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (exhibits); i++)
    if (g_str_equal (exhibits[i].name, name))
      return &exhibits[i];
  return NULL;
}

/* A key of this process: what it did not seal is not its own. */
static char *
seal (const char *name, guint round)
{
  static guint32   key[8];
  g_autofree char *text = g_strdup_printf ("%s.%u", name, round);
  g_autofree char *mac = NULL;

  while (key[0] == 0)
    for (gsize i = 0; i < G_N_ELEMENTS (key); i++)
      key[i] = g_random_int ();
  mac = g_compute_hmac_for_string (G_CHECKSUM_SHA256, (const guchar *) key, sizeof key, text, -1);
  return g_strdup_printf ("%u.%s", round, mac);
}

/* FALSE where it was not sealed here. */
static gboolean
open_seal (const char *name, const char *state, guint *ret_round)
{
  guint            round = atoi (state);
  g_autofree char *expected = seal (name, round);

  *ret_round = round;
  return g_str_equal (expected, state);
}

static const char *
get_capability (JsonObject *wanted)
{
  const char *method = pel_message_get_string (wanted, "method");

  for (gsize i = 0; i < G_N_ELEMENTS (needs); i++)
    if (g_str_equal (needs[i].method, method))
      return needs[i].capability;
  return NULL;
}

/* (transfer full): what is wanted and the client can give; @missing gets what it cannot. */
static JsonObject *
filter_wanted (PelRequest *request, const char *round, JsonObject *missing)
{
  g_autoptr (JsonObject) all = exhibit_parse (round);
  JsonObject            *given = pel_request_get_client_capabilities (request);
  JsonObject            *kept = json_object_new ();
  g_autoptr (GList)      keys = json_object_get_members (all);

  for (GList *link = keys; link != NULL; link = link->next)
    {
      JsonObject *wanted = json_object_get_object_member (all, link->data);
      const char *capability = get_capability (wanted);

      if (given != NULL && json_object_has_member (given, capability))
        json_object_set_member (kept, link->data, json_object_dup_member (all, link->data));
      else
        json_object_set_object_member (missing, capability, json_object_new ());
    }
  return kept;
}

static gboolean
has_all (JsonObject *wanted, JsonObject *responses)
{
  g_autoptr (GList) keys = json_object_get_members (wanted);

  for (GList *link = keys; link != NULL; link = link->next)
    if (responses == NULL || pel_message_get_object (responses, link->data) == NULL)
      return FALSE;
  return TRUE;
}

/* Takes @wanted. */
static void
ask (PelRequest *request, const Exhibit *exhibit, guint round, JsonObject *wanted)
{
  JsonObject      *result = json_object_new ();
  g_autofree char *state = seal (exhibit->name, round);

  json_object_set_string_member (result, "resultType", "input_required");
  json_object_set_object_member (result, "inputRequests", wanted);
  if (exhibit->has_state)
    json_object_set_string_member (result, "requestState", state);
  pel_request_answer (request, result);
}

static void
complete (PelRequest *request, const Exhibit *exhibit, JsonObject *responses)
{
  g_autoptr (JsonNode) node = pel_json_take_object (json_object_ref (responses));
  g_autofree char     *given = pel_json_to_string (node, PEL_JSON_COMPACT);
  g_autofree char     *text = g_strdup_printf ("state-ok %s", given);
  JsonObject          *result;

  if (!exhibit->is_prompt)
    {
      pel_request_answer (request, exhibit_new_text (text));
      return;
    }
  result = exhibit_parse ("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
                          "\"text\":\"With this context.\"}}]}");
  pel_request_answer (request, result);
}

gboolean
exhibit_wants_input (PelRequest *request, const char *name)
{
  const Exhibit         *exhibit = find_exhibit (name);
  JsonObject            *params = pel_request_get_params (request);
  JsonObject            *responses = pel_message_get_object (params, "inputResponses");
  const char            *state = pel_message_get_string (params, "requestState");
  g_autoptr (JsonObject) missing = json_object_new ();
  g_autoptr (JsonObject) wanted = NULL;
  guint                  round = 0;

  if (exhibit == NULL || pel_request_get_era (request) != PEL_ERA_MODERN)
    return FALSE;
  if (state != NULL && !open_seal (name, state, &round))
    {
      pel_request_fail (request, PEL_RPC_INVALID_PARAMS, NULL, "requestState was changed");
      return TRUE;
    }
  wanted = filter_wanted (request, exhibit->rounds[round], missing);
  if (json_object_get_size (wanted) == 0)
    {
      JsonObject *data = json_object_new ();

      json_object_set_object_member (data, "requiredCapabilities", json_object_ref (missing));
      pel_request_fail (request, PEL_RPC_MISSING_CAPABILITY, data, "A capability is missing");
    }
  else if (!has_all (wanted, responses))
    ask (request, exhibit, round, g_steal_pointer (&wanted));
  else if (round + 1 < G_N_ELEMENTS (exhibit->rounds) && exhibit->rounds[round + 1] != NULL)
    ask (request, exhibit, round + 1, exhibit_parse (exhibit->rounds[round + 1]));
  else
    complete (request, exhibit, responses);
  return TRUE;
}
