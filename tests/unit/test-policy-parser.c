/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/error.h"
#include "services/base/json-locator.h"
#include "services/base/json-validator.h"
#include "services/policy/policy-parser.h"
#include "services/policy/policy.h"

#include <string.h>

/* clang-format off */
static const struct { const char *text; guint steps[4]; guint n_steps; gboolean is_key; guint line, column; } spots[] = {
  { "{}",                                     { 0 },       0, FALSE, 1, 1  },
  { "  {}",                                   { 0 },       0, FALSE, 1, 3  },
  { "{\"a\": 1}",                             { 0 },       1, FALSE, 1, 7  },
  { "{\"a\": 1}",                             { 0 },       1, TRUE,  1, 2  },
  { "{\"a\": 1,\n \"b\": 2}",                 { 1 },       1, TRUE,  2, 2  },
  { "{\"a\": 1,\n \"b\": 2}",                 { 1 },       1, FALSE, 2, 7  },
  { "{\"a\": [1, {\"x\": [2]}, \"]\"], \"b\" : true}", { 1 }, 1, FALSE, 1, 35 },
  { "{\"a\": [1, {\"x\": [2]}, \"]\"]}",      { 0, 1, 0, 0 }, 4, FALSE, 1, 18 },
  { "{\"a\": [1, {\"x\": [2]}, \"]\"]}",      { 0, 2 },    2, FALSE, 1, 23 },
  { "{\"\\\"}\": {},\n\n\"b\": null}",        { 1 },       1, TRUE,  3, 1  },
  { "[1, 2]",                                 { 7 },       1, FALSE, 1, 1  }, /* leads nowhere */
  { "[]",                                     { 0 },       1, FALSE, 1, 1  },
  { "5",                                      { 0 },       1, FALSE, 1, 1  },
};

/* What is wrong, where, and a part of what is said about it. */
static const struct { const char *text; guint line, column; const char *message; } mistakes[] = {
  { "[]",                                                   1, 1,  "object"              },
  { "{\"enabled\": 1}",                                     1, 13, "true or false"       },
  { "{\n  \"enable\": true\n}",                             2, 3,  "“enable”"            },
  { "{\"default\": {\"write\": \"ask\"}}",                  1, 14, "“write”"             },
  { "{\"default\": {\"act\": \"yes\"}}",                    1, 21, "“yes”"               },
  { "{\"default\": {\"about\": \"deny\"}}",                 1, 14, "“about”"             },
  { "{\"blocked_windows\": \"*Bank*\"}",                    1, 21, "list"                },
  { "{\"blocked_windows\": [\"*Bank*\", 5]}",               1, 32, "string"              },
  { "{\"allowed_windows\": [\"\"]}",                        1, 22, "empty pattern"       },
  { "{\"allowed_folders\": \"/tmp\"}",                       1, 21, "list"                },
  { "{\"allowed_folders\": [\"/a\", \"Pictures\"]}",         1, 28, "a path"              },
  { "{\"limits\": {\"actions_per_minute\": 0}}",            1, 35, "a whole number"      },
  { "{\"limits\": {\"actions_per_minute\": 1.5}}",          1, 35, "a whole number"      },
  { "{\"limits\": {\"actions_per_hour\": 5}}",              1, 13, "actions_per_hour"    },
  { "{\"rules\": {}}",                                      1, 11, "list"                },
  { "{\"rules\": [\n  {\"decision\": \"deny\"},\n  {\"app\": \"x\"}\n]}", 3, 3, "decision" },
  { "{\"rules\": [{\"tools\": [\"ui_clik\"], \"decision\": \"deny\"}]}", 1, 23, "ui_clik" },
  { "{\"rules\": [{\"tools\": \"doctor\", \"decision\": \"deny\"}]}",   1, 22, "always allowed" },
  { "{\"rules\": [{\"tools\": [], \"decision\": \"deny\"}]}", 1, 22, "never matches"     },
  { "{\"rules\": [{\"app\": [], \"decision\": \"deny\"}]}", 1, 20, "never matches"       },
  { "{\"rules\": [{\"ap\": \"x\", \"decision\": \"deny\"}]}", 1, 13, "“ap”"              },
  { "{\"rules\": [{\"app\": 5, \"decision\": \"deny\"}]}",  1, 20, "string"              },
  { "{\"rules\": [{\"risk\": \"huge\", \"decision\": \"deny\"}]}", 1, 21, "“huge”"       },
  { "{\"rules\": [{\"risk\": [], \"decision\": \"deny\"}]}", 1, 21, "never matches"      },
  { "{\"rules\": [{\"caller\": \"operator\", \"decision\": \"deny\"}]}", 1, 23, "operator" },
  { "{\"rules\": [{\"approver\": \"me\", \"decision\": \"ask\"}]}", 1, 25, "“me”"          },
  { "{\"rules\": [{\"approver\": \"dialog\", \"decision\": \"deny\"}]}", 1, 25, "asks"      },
  { "{\"rules\": [{\"max_confidence\": 1.5, \"decision\": \"deny\"}]}", 1, 31, "0 and 1" },
  { "{\"rules\": [{\"max_confidence\": \"1\", \"decision\": \"deny\"}]}", 1, 31, "0 and 1" },
  { "{\"rules\": [5]}",                                     1, 12, "object"              },
  { "{\"audit\": {\"keep_frames\": \"all\"}}",              1, 27, "“all”"               },
  { "{\"terminal\": \"never\"}",                          1, 14, "“never”"             },
  { "{\"audit\": {\"log_reads\": \"no\"}}",                 1, 25, "true or false"       },
  { "{\"redact\": [\"email\", \"phone\"]}",                 1, 22, "phone"               },
  { "{\"redact\": [\"regex:(\"]}",                          1, 13, ""                    },
  { "{\"redact\": \"email\"}",                              1, 12, "list"                },
};

/* No JSON: the validator tells where. */
static const struct { const char *text; const char *where; } broken[] = {
  { "",                                   "line 1, column 1"  },
  { "{\n\"enabled\": true,\n}",           "line 3, column 1"  },
  { "{\"enabled\": true} x",              "line 1, column 19" },
  { "{\"enabled\": true, \"enabled\": true}", "line 1, column 19" },
  { "{\"enabled\": True}",                "line 1, column 13" },
  { "{\"a\":[[[[[[[[[[1]]]]]]]]]]}",      "line 1, column 13" },
};
/* clang-format on */

static void
test_locate (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (spots); i++)
    {
      PelJsonPath path = { spots[i].steps, spots[i].n_steps, spots[i].is_key };
      guint       line, column;

      g_test_message ("%s", spots[i].text);
      g_assert_true (pel_json_validate (spots[i].text, strlen (spots[i].text), 64, NULL));
      pel_json_locate (spots[i].text, strlen (spots[i].text), path, &line, &column);
      g_assert_cmpuint (line, ==, spots[i].line);
      g_assert_cmpuint (column, ==, spots[i].column);
    }
}

static void
test_mistakes (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      const char        *text = mistakes[i].text;
      g_autoptr (GError) error = NULL;
      g_autofree char   *place =
          g_strdup_printf ("p.json:%u:%u: ", mistakes[i].line, mistakes[i].column);
      g_autoptr (PelPolicyLayer) layer = pel_policy_parse (text, strlen (text), "p.json", &error);

      g_test_message ("%s → %s", text, error != NULL ? error->message : "no error");
      g_assert_null (layer);
      g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
      g_assert_true (g_str_has_prefix (error->message, place));
      g_assert_nonnull (strstr (error->message, mistakes[i].message));
    }
}

static void
test_broken (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      const char                *text = broken[i].text;
      g_autoptr (GError)         error = NULL;
      g_autoptr (PelPolicyLayer) layer = pel_policy_parse (text, strlen (text), "p.json", &error);

      g_test_message ("%s → %s", text, error != NULL ? error->message : "no error");
      g_assert_null (layer);
      g_assert_true (g_str_has_prefix (error->message, "p.json: "));
      g_assert_nonnull (strstr (error->message, broken[i].where));
    }
}

static void
test_whole (void)
{
  static const char text[] =
      "{ \"enabled\": true,\n"
      "  \"default\": { \"read\": \"allow\", \"capture\": \"ask\", \"act\": \"ask\",\n"
      "               \"coordinates\": \"deny\" },\n"
      "  \"allowed_windows\": [\"*\"],\n"
      "  \"blocked_windows\": [\"*Password*\", \"*Banking*\", \"*Keyring*\"],\n"
      "  \"limits\": { \"captures_per_minute\": 60, \"actions_per_minute\": 120 },\n"
      "  \"rules\": [\n"
      "    { \"tools\": [\"ui_invoke\", \"ui_toggle\"], \"app\": \"gnome-calculator\",\n"
      "      \"decision\": \"allow\" },\n"
      "    { \"tools\": [\"ui_*\"], \"target_name\": \"*delete*\", \"decision\": \"ask\" },\n"
      "    { \"tools\": [\"ui_click\"], \"max_confidence\": 0.6, \"decision\": \"ask\" }\n"
      "  ],\n"
      "  \"audit\": { \"log_reads\": false, \"keep_frames\": \"hash\" },\n"
      "  \"redact\": [\"email\", \"card\", \"regex:[0-9]{6}\"] }\n";
  g_autoptr (GError)         error = NULL;
  g_autoptr (PelPolicyLayer) layer = pel_policy_parse (text, strlen (text), "p.json", &error);
  const PelPolicyRule       *rule;

  g_assert_no_error (error);
  g_assert_cmpint (layer->enabled, ==, TRUE);
  g_assert_cmpint (layer->defaults[PEL_ACCESS_COORDINATES], ==, PEL_DECISION_DENY);
  g_assert_cmpint (layer->defaults[PEL_ACCESS_POINT], ==, PEL_POLICY_UNSET);
  g_assert_cmpuint (layer->blocked_windows->len, ==, 3);
  g_assert_cmpint (layer->limits[PEL_LIMIT_ACTIONS], ==, 120);
  g_assert_cmpuint (layer->rules->len, ==, 3);
  rule = layer->rules->pdata[1];
  g_assert_cmpuint (rule->line, ==, 10);
  g_assert_cmpint (rule->decision, ==, PEL_DECISION_ASK);
  rule = layer->rules->pdata[2];
  g_assert_cmpfloat (rule->max_confidence, ==, 0.6);
  g_assert_cmpint (layer->keep_frames, ==, PEL_KEEP_FRAMES_HASH);
  g_assert_cmpstr (layer->redact[2], ==, "regex:[0-9]{6}");
}

static PelPolicyLayer *
parse_layer (const char *text)
{
  g_autoptr (GError) error = NULL;
  PelPolicyLayer    *layer = pel_policy_parse (text, strlen (text), "p.json", &error);

  g_assert_no_error (error);
  return layer;
}

/* The person's folders and the system's both count; what is built in only without any. */
static void
test_folders (void)
{
  g_autoptr (PelPolicy) built_in = pel_policy_new_default ();
  g_autoptr (PelPolicy) both = pel_policy_new (parse_layer ("{\"allowed_folders\": [\"/srv\"]}"),
                                               parse_layer ("{\"allowed_folders\": [\"~/a\"]}"));
  g_autoptr (GPtrArray) lists = pel_policy_dup_folders (built_in);
  g_autoptr (GPtrArray) both_lists = pel_policy_dup_folders (both);
  g_autofree char      *expanded = g_build_filename (g_get_home_dir (), "a", NULL);

  g_assert_cmpuint (lists->len, ==, 1);
  g_assert_cmpuint (g_strv_length (lists->pdata[0]), ==, 1);
  g_assert_true (g_path_is_absolute (((char **) lists->pdata[0])[0]));
  g_assert_cmpstr (((char **) lists->pdata[0])[0], !=, g_get_home_dir ());
  g_assert_cmpuint (both_lists->len, ==, 2);
  g_assert_cmpstr (((char **) both_lists->pdata[0])[0], ==, expanded);
  g_assert_cmpstr (((char **) both_lists->pdata[1])[0], ==, "/srv");
}

/* What docs/policy.md shows is a policy. */
static void
test_docs (void)
{
  g_autofree char   *path = g_test_build_filename (G_TEST_DIST, "..", "docs", "policy.md", NULL);
  g_autofree char   *text = NULL;
  const char        *from = NULL, *to = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (PelPolicyLayer) layer = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  from = strstr (text, "```json\n");
  g_assert_nonnull (from);
  from += strlen ("```json\n");
  to = strstr (from, "```");
  g_assert_nonnull (to);
  layer = pel_policy_parse (from, to - from, "docs/policy.md", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (layer->rules->len, ==, 4);
  for (guint key = 0; key < PEL_N_RULE_KEYS; key++)
    g_assert_nonnull (strstr (text, pel_rule_key_to_string (key)));
}

static void
test_built_in (void)
{
  g_autoptr (PelPolicy) policy = pel_policy_new_default ();

  g_assert_no_error (pel_policy_get_error (policy));
  g_assert_true (pel_policy_is_enabled (policy));
  g_assert_false (pel_policy_is_consent (policy));
  g_assert_cmpuint (pel_policy_get_limit (policy, PEL_ACCESS_CAPTURE), ==, 60);
  g_assert_cmpuint (pel_policy_get_limit (policy, PEL_ACCESS_ACT), ==, 120);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/policy/parse/locate", test_locate);
  g_test_add_func ("/policy/parse/mistakes", test_mistakes);
  g_test_add_func ("/policy/parse/broken", test_broken);
  g_test_add_func ("/policy/parse/whole", test_whole);
  g_test_add_func ("/policy/parse/folders", test_folders);
  g_test_add_func ("/policy/parse/docs", test_docs);
  g_test_add_func ("/policy/parse/built-in", test_built_in);
  return g_test_run ();
}
