/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "app/mcp/elicitation.h"
#include "services/base/json.h"

#include <string.h>

#define QUESTION                                                                              \
  "{\"id\":7,\"client\":\"robot\",\"words\":\"Click an element\",\"details\":\"{}\\n**x**\"," \
  "\"role\":\"Button\",\"name\":\"Save\\nRisk: Low \xe2\x80\xae\",\"risk\":\"high\","         \
  "\"reasons\":[\"a rule\"],\"choices\":[\"deny\",\"once\",\"client\",\"always\"]}"

static JsonObject *
parse (const char *text)
{
  JsonObject *object = pel_json_parse_object (text, -1, NULL);

  g_assert_nonnull (object);
  return object;
}

/* Nobody's text makes a line of its own. */
static void
test_params (void)
{
  g_autoptr (JsonObject) question = parse (QUESTION);
  g_autoptr (JsonObject) params = pel_elicitation_new_params (question);
  const char            *message = json_object_get_string_member (params, "message");
  JsonObject            *schema = json_object_get_object_member (params, "requestedSchema");
  JsonObject            *properties = json_object_get_object_member (schema, "properties");
  JsonArray             *words =
      json_object_get_array_member (json_object_get_object_member (properties, "answer"), "enum");

  g_test_message ("%s", message);
  g_assert_nonnull (strstr (message, "\nOn: Button “Save\\nRisk: Low \\u{202E}”\n"));
  g_assert_nonnull (strstr (message, "\nRisk: High\n"));
  g_assert_null (strstr (message, "\nRisk: Low"));
  g_assert_null (strstr (message, "\xe2\x80\xae"));
  g_assert_cmpuint (json_array_get_length (words), ==, 3);
  g_assert_cmpstr (json_array_get_string_element (words, 0), ==, "deny");
}

static void
check (const char *result, const char *answer, const char *reason)
{
  g_autoptr (JsonObject) question = parse (QUESTION);
  g_autoptr (JsonObject) object = result != NULL ? parse (result) : NULL;
  const char            *said;

  g_assert_cmpstr (pel_elicitation_read (object, question, &said), ==, answer);
  g_assert_cmpstr (said, ==, reason);
}

/* Nothing but the words of the form allows anything. */
static void
test_read (void)
{
  check (NULL, "unable", "");
  check ("{}", "unable", "");
  check ("{\"action\":3}", "unable", "");
  check ("{\"action\":\"decline\"}", "deny", "");
  check ("{\"action\":\"cancel\",\"content\":{\"answer\":\"allow once\"}}", "deny", "");
  check ("{\"action\":\"accept\"}", "deny", "");
  check ("{\"action\":\"accept\",\"content\":[]}", "deny", "");
  check ("{\"action\":\"accept\",\"content\":{\"answer\":true}}", "deny", "");
  check ("{\"action\":\"accept\",\"content\":{\"answer\":\"once\"}}", "deny", "");
  check ("{\"action\":\"accept\",\"content\":{\"answer\":\"always\"}}", "deny", "");
  check ("{\"action\":\"accept\",\"content\":{\"answer\":\"deny\",\"reason\":\"no\"}}",
         "deny",
         "no");
  check ("{\"action\":\"accept\",\"content\":{\"answer\":\"allow once\"}}", "once", "");
  check ("{\"action\":\"accept\",\"content\":{\"answer\":\"allow while connected\"}}",
         "client",
         "");
}

static void
test_possible (void)
{
  static const struct
  {
    const char *capabilities;
    gboolean    is_possible;
  } rows[] = {
    { "{}", FALSE },
    { "{\"elicitation\":true}", FALSE },
    { "{\"elicitation\":{}}", TRUE },
    { "{\"elicitation\":{\"form\":{}}}", TRUE },
    { "{\"elicitation\":{\"url\":{}}}", FALSE },
    { "{\"elicitation\":{\"url\":{},\"form\":{}}}", TRUE },
  };

  g_assert_false (pel_elicitation_is_possible (NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (JsonObject) capabilities = parse (rows[i].capabilities);

      g_assert_true (pel_elicitation_is_possible (capabilities) == rows[i].is_possible);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/mcp-elicitation/params", test_params);
  g_test_add_func ("/mcp-elicitation/read", test_read);
  g_test_add_func ("/mcp-elicitation/possible", test_possible);

  return g_test_run ();
}
