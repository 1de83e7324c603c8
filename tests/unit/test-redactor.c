/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/error.h"
#include "services/base/json.h"
#include "services/base/redactor.h"

#include <string.h>

#define CANARY "kanarie-7391"

/* clang-format off */
static const struct { const char *pattern; const char *text; const char *expected; } cases[] = {
  { NULL,    "ann@example.org", "ann@example.org" },
  { "email", "", "" },
  { "email", "ann@example.org", "[redacted 15 chars]" },
  { "email", "to <ann.b+c@mail.example.co.uk>, and bob@x.de.", "to <[redacted 26 chars]>, and [redacted 8 chars]." },
  { "email", "zoë@müller.de", "[redacted 13 chars]" },
  { "email", "用户@例子.广告", "[redacted 8 chars]" },
  { "email", "a@b", "a@b" },
  { "email", "@example.org and me@ and me@.org and me@a..b", "@example.org and me@ and me@.org and me@a..b" },
  { "email", "a@b@c.de", "a@[redacted 6 chars]" },
  { "card",  "4111111111111111", "[redacted 16 chars]" },
  { "card",  "4111 1111 1111 1111 123", "[redacted 19 chars] 123" },
  { "card",  "no 12 4111-1111-1111-1111.", "no 12 [redacted 19 chars]." },
  { "card",  "378282246310005", "[redacted 15 chars]" },
  { "card",  "4111111111111112", "4111111111111112" },
  { "card",  "94111111111111111", "94111111111111111" },
  { "card",  "41111111111111111111111111", "41111111111111111111111111" },
  { "card",  "٤١١١١١١١١١١١١١١١", "[redacted 16 chars]" },
  { "card",  "4111\xc2\xa0""1111\xc2\xa0""1111\xc2\xa0""1111", "[redacted 19 chars]" },
  { "card",  "+49 151 2345 6789", "+49 151 2345 6789" },
  { "regex:[A-Z]{2}[0-9]{4}", "AB1234 and CD5678, ab1234", "[redacted 6 chars] and [redacted 6 chars], ab1234" },
  { "regex:(?i)geheim.*", "streng GEHEIM: ü", "streng [redacted 9 chars]" },
  { "regex:.", "ab", "[redacted 1 chars][redacted 1 chars]" },
  { "regex:\\d+$", "7 of 12", "7 of [redacted 2 chars]" },
};

static const struct { const char *secret; const char *text; const char *expected; } secrets[] = {
  { "hunter2",    "hunter2", "[redacted 7 chars]" },
  { "hunter2",    "typed “hunter2” and “hunter2”", "typed “[redacted 7 chars]” and “[redacted 7 chars]”" },
  { "пароль",     "пароль", "[redacted 6 chars]" },
  { "a",          "a", "[redacted 1 chars]" },
  { "a",          "a cat", "a cat" },
  { "",           "a cat", "a cat" },
  { "aaaa",       "aaaaaaaaa", "[redacted 4 chars][redacted 4 chars]a" },
};

static const struct { const char *pattern; const char *said; } bad_patterns[] = {
  { "regex:(",         "regex:("         },
  { "regex:",          "empty string"      },
  { "regex:a*",        "empty string"      },
  { "regex:(?<=a)*",   "(?<=a)"          },
  { "regex:\xff",      "UTF-8"           },
  { "phone",           "phone"           },
  { "",                "“”"              },
};
/* clang-format on */

static PelRedactor *
make (const char *pattern)
{
  const char *const       patterns[] = { pattern, NULL };
  g_autoptr (GError)      error = NULL;
  g_autoptr (PelRedactor) redactor = pel_redactor_new (patterns, &error);

  g_assert_no_error (error);
  return g_steal_pointer (&redactor);
}

static void
test_patterns (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (PelRedactor) redactor = make (cases[i].pattern);
      g_autofree char        *out = pel_redactor_apply (redactor, NULL, cases[i].text);

      g_test_message ("%s: %s", cases[i].pattern, cases[i].text);
      g_assert_cmpstr (out, ==, cases[i].expected);
    }
}

static void
test_secrets (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (secrets); i++)
    {
      g_autofree char *out = pel_redactor_apply (NULL, secrets[i].secret, secrets[i].text);

      g_test_message ("%s: %s", secrets[i].secret, secrets[i].text);
      g_assert_cmpstr (out, ==, secrets[i].expected);
    }
}

static void
test_bad_patterns (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (bad_patterns); i++)
    {
      const char *const       patterns[] = { "email", bad_patterns[i].pattern, NULL };
      g_autoptr (GError)      error = NULL;
      g_autoptr (PelRedactor) redactor = pel_redactor_new (patterns, &error);

      g_test_message ("row %zu", i);
      g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
      g_assert_nonnull (strstr (error->message, bad_patterns[i].said));
      g_assert_null (redactor);
    }
}

/* clang-format off */
static const char *const explosive[] = {
  "regex:(a+)+[bd]", "regex:(a|a)*[bd]", "regex:(a|aa)+[bd]", "regex:(.*)*[xy]",
  "regex:(*LIMIT_MATCH=4000000000)(a+)+[bd]",
};
/* clang-format on */

/* What cannot be looked through in the time is not let through. */
static void
test_backtracking (void)
{
  g_autofree char *text = g_strnfill (60000, 'a');

  for (gsize i = 0; i < G_N_ELEMENTS (explosive); i++)
    {
      g_autoptr (PelRedactor) redactor = make (explosive[i]);
      g_autofree char        *out = NULL;

      g_test_message ("%s", explosive[i]);
      out = pel_redactor_apply (redactor, NULL, text);
      g_assert_true (g_str_equal (out, "[redacted 60000 chars]"));
    }
}

static void
test_many_matches (void)
{
  g_autoptr (PelRedactor) redactor = make ("regex:a");
  g_autofree char        *text = g_strnfill (100000, 'a');
  g_autofree char        *out = pel_redactor_apply (redactor, NULL, text);

  g_assert_cmpstr (out, ==, "[redacted 100000 chars]");
}

/* Texts as long as they get, made of what the finders look for. */
static void
test_long_texts (void)
{
  static const char *const parts[] = { "@", "a", "a@", "a.", "a@a.", "1", "1 ", "4111 ", ".@" };
  const char *const        patterns[] = { "email", "card", NULL };
  g_autoptr (PelRedactor)  redactor = pel_redactor_new (patterns, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char    *out = NULL;

      while (text->len < 200000)
        g_string_append (text, parts[i]);
      out = pel_redactor_apply (redactor, NULL, text->str);
      g_assert_true (g_utf8_validate (out, -1, NULL));
    }
}

static void
test_json (void)
{
  const char *const       patterns[] = { "email", "card", NULL };
  g_autoptr (PelRedactor) redactor = pel_redactor_new (patterns, NULL);
  g_autoptr (JsonNode)    node = pel_json_parse (
      "{\"a@b.de\":[\"x\",{\"n\":4111111111111111,\"m\":12,\"t\":\"my pass word\"}],\"d\":1.5,"
         "\"y\":true,\"z\":null}",
      -1,
      NULL);
  g_autoptr (JsonNode) safe = pel_redactor_apply_json (redactor, "pass word", node);
  g_autofree char     *text = pel_json_to_string (safe, PEL_JSON_COMPACT);

  g_assert_cmpstr (text,
                   ==,
                   "{\"[redacted 6 chars]\":[\"x\",{\"n\":\"[redacted 16 chars]\",\"m\":12,\"t\":"
                   "\"my [redacted 9 chars]\"}],\"d\":1.5,\"y\":true,\"z\":null}");
}

static char *
make_noise (GRand *random)
{
  static const char *const parts[] = { "a",       "@",          ".",  " ",           "ü",
                                       "漢",      "4111",       "-",  "\xff",        CANARY,
                                       "kanarie", "[redacted ", "\n", "\xe2\x80\xae" };
  GString                 *noise = g_string_new (NULL);
  guint                    n_parts = g_rand_int_range (random, 0, 30);

  for (guint i = 0; i < n_parts; i++)
    g_string_append (noise, parts[g_rand_int_range (random, 0, G_N_ELEMENTS (parts))]);
  return g_string_free (noise, FALSE);
}

/* Whatever stands around it: the canary never gets out, as a secret or by a pattern. */
static void
test_canary (void)
{
  g_autoptr (GRand)       random = g_rand_new_with_seed (7);
  g_autoptr (PelRedactor) by_pattern = make ("regex:" CANARY);

  for (guint i = 0; i < 20000; i++)
    {
      g_autofree char *noise = make_noise (random);
      g_autofree char *one = pel_redactor_apply (NULL, CANARY, noise);
      g_autofree char *two = pel_redactor_apply (by_pattern, NULL, noise);

      g_assert_null (strstr (one, CANARY));
      g_assert_null (strstr (two, CANARY));
      g_assert_true (g_utf8_validate (one, -1, NULL));
      g_assert_true (g_utf8_validate (two, -1, NULL));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/redactor/patterns", test_patterns);
  g_test_add_func ("/redactor/secrets", test_secrets);
  g_test_add_func ("/redactor/bad-patterns", test_bad_patterns);
  g_test_add_func ("/redactor/backtracking", test_backtracking);
  g_test_add_func ("/redactor/many-matches", test_many_matches);
  g_test_add_func ("/redactor/long-texts", test_long_texts);
  g_test_add_func ("/redactor/json", test_json);
  g_test_add_func ("/redactor/canary", test_canary);
  return g_test_run ();
}
