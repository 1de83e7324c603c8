/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/selector/selector-predicate.h"

#include <string.h>

#define YES 1
#define NO  0

/* clang-format off */
static const struct { const char *selector; const char *text; int matches; } match_cases[] = {
  { "name=Save",            "Save",            YES },
  { "name=Save",            "save",            NO  },
  { "name=Save",            "Save as",         NO  },
  { "name=\"\"",            "",                YES },
  { "name=\"\"",            NULL,              NO  },
  { "name!=Save",           "Save",            NO  },
  { "name!=Save",           "save",            YES },
  { "name!=Save",           NULL,              YES },
  { "name^=Save",           "Save as",         YES },
  { "name^=Save",           "save as",         NO  },
  { "name^=Save",           NULL,              NO  },
  { "name$=as",             "Save as",         YES },
  { "name$=as",             "Save as…",        NO  },
  { "name$=as",             NULL,              NO  },
  { "name~=VE A",           "Save as",         YES },
  { "name~=ve a",           "SAVE AS",         YES },
  { "name~=save",           "sav",             NO  },
  { "name~=save",           "Sa ve",           NO  },
  { "name~=\"\"",           "",                YES },
  { "name~=\"\"",           "x",               YES },
  { "name~=\"\"",           NULL,              NO  },
  { "name~=aab",            "aaab",            YES },
  { "name~=[`@{",           "x[`@{x",          YES },
  { "name~=[",              "{",               NO  },
  { "name~=@",              "`",               NO  },
  /* other scripts, and letters that are ASCII in one case only */
  { "name~=ÉTÉ",            "l’été",           YES },
  { "name~=straße",         "HAUPTSTRASSE",    YES },
  { "name~=strasse",        "Hauptstraße",     YES },
  { "name~=k",              "\xe2\x84\xaa",    YES },
  { "name~=\"\xe2\x84\xaa\"", "ok",            YES },
  { "name~=ПРИВЕТ",         "привет, мир",     YES },
  { "name~=é",              "e",               NO  },
  { "name~=/^auto(save)?/i", "Autosave",       YES },
  { "name~=/^auto(save)?$/", "Autosave",       NO  },
  { "name~=/a.b/",          "a\nb",            NO  },
  { "name~=/a.b/s",         "a\nb",            YES },
  { "name~=/^b$/",          "a\nb",            NO  },
  { "name~=/^b$/m",         "a\nb",            YES },
  { "name~=/a b # c/x",     "ab",              YES },
  { "name~=/a\\/b/",        "a/b",             YES },
  { "name~=/É/i",           "é",               YES },
  { "name~=/^\\w+$/",       "été",             YES },
  { "name~=/x?/",           "",                YES },
  { "name~=/x?/",           NULL,              NO  },
  { "~Save*",               "save as",         YES },
  { "~Save*",               "Save",            YES },
  { "~Save*",               "To Save",         NO  },
  { "~*save",               "Autosave",        YES },
  { "~*save",               "save x",          NO  },
  { "~*a*b*c",              "xaxbxc",          YES },
  { "~*a*b*c",              "xbxaxc",          NO  },
  { "~*ab*b",               "abb",             YES },
  { "~*ab*b",               "ab",              NO  },
  { "~a*ba",                "aba",             YES },
  { "~ab*ba",               "aba",             NO  },
  { "~a*a",                 "a",               NO  },
  { "~*aab*",               "aaab",            YES },
  { "~*",                   "",                YES },
  { "~**",                  "x",               YES },
  { "~\"\"",                "",                YES },
  { "~\"\"",                "x",               NO  },
  { "~?",                   "é",               YES },
  { "~?",                   "",                NO  },
  { "~?",                   "ab",              NO  },
  { "~a?*?b",               "axyb",            YES },
  { "~a?*?b",               "axb",             NO  },
  { "~a?c",                 "a\nc",            YES },
  { "~a*",                  "a\n",             YES },
  { "~a",                   "a\n",             NO  },
  { "~a.c",                 "abc",             NO  },
  { "~[a](b)+{c}|^$\\d_#",  "[A](B)+{C}|^$\\D_#", YES },
  { "~ÉTÉ*",                "été 1936",        YES },
  { "~*",                   NULL,              NO  },
  { "role~=butt",           "Button",          YES },
};
/* clang-format on */

static const PelSelectorPredicate *
get_predicate (const PelSelector *selector)
{
  const PelSelectorStep *step =
      pel_selector_alternative_get_step (pel_selector_get_alternative (selector, 0), 0);

  return &pel_selector_step_get_term (step, 0)->predicates[0];
}

static void
test_match_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (match_cases); i++)
    {
      g_autoptr (GError)      error = NULL;
      g_autoptr (PelSelector) selector = pel_selector_parse (match_cases[i].selector, &error);

      g_test_message ("%s: %s", match_cases[i].selector, match_cases[i].text);
      g_assert_no_error (error);
      g_assert_cmpint (pel_selector_predicate_matches_text (get_predicate (selector),
                                                            match_cases[i].text),
                       ==,
                       match_cases[i].matches);
    }
}

/* Texts are folded on the stack up to a size, and in another way beyond. */
static void
test_match_long_texts (void)
{
  g_autoptr (PelSelector) selector = pel_selector_parse ("name~=NEEDLE", NULL);

  for (guint length = 500; length < 530; length++)
    {
      g_autofree char *hay = g_strnfill (length, 'N');
      g_autofree char *with_needle = g_strconcat (hay, "Needle", NULL);

      g_assert_false (pel_selector_predicate_matches_text (get_predicate (selector), hay));
      g_assert_true (pel_selector_predicate_matches_text (get_predicate (selector), with_needle));
    }
}

/* A pattern that would take the age of the universe ends, and does not match. */
static void
test_match_catastrophes (void)
{
  static const char *const selectors[] = {
    "name~=/^(a+)+$/",
    "name~=/^(a|a)*$/",
    "name~=/^(a*)*b?c$/",
    "name~=/(*LIMIT_MATCH=4000000000)^(a+)+$/",
    "name~=/^((a?)(a?)(a?)(a?))*c/",
  };
  g_autofree char *many = g_strnfill (4000, 'a');
  g_autofree char *text = g_strconcat (many, "b", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (selectors); i++)
    {
      g_autoptr (GError)      error = NULL;
      g_autoptr (PelSelector) selector = pel_selector_parse (selectors[i], &error);

      g_test_message ("%s", selectors[i]);
      g_assert_no_error (error);
      g_assert_false (pel_selector_predicate_matches_text (get_predicate (selector), text));
    }
}

/* What comes behind a part that takes too long is not tried any more, though it would match. */
static void
test_match_gives_up (void)
{
  g_autoptr (PelSelector) selector = pel_selector_parse ("name~=/^(a+)+c|b$/", NULL);

  g_assert_true (pel_selector_predicate_matches_text (get_predicate (selector), "aaaaaaaab"));
  g_assert_false (
      pel_selector_predicate_matches_text (get_predicate (selector), "aaaaaaaaaaaaaaaaaaaab"));
}

/* Many stars are no reason to give up. */
static void
test_match_many_stars (void)
{
  g_autofree char        *many = g_strnfill (4000, 'a');
  g_autofree char        *text = g_strconcat (many, "b", NULL);
  g_autoptr (GString)     stars = g_string_new ("~");
  g_autoptr (PelSelector) without_end = NULL, with_end = NULL;

  for (guint i = 0; i < 60; i++)
    g_string_append (stars, "*aa");
  without_end = pel_selector_parse (stars->str, NULL);
  g_string_append (stars, "*b");
  with_end = pel_selector_parse (stars->str, NULL);
  g_assert_true (pel_selector_predicate_matches_text (get_predicate (with_end), text));
  g_assert_true (pel_selector_predicate_matches_text (get_predicate (without_end), many));
  g_assert_false (pel_selector_predicate_matches_text (get_predicate (without_end), text));
}

/* A slow reading of what a wildcard is: what a star stands for is tried from nothing to all. */
static gboolean
matches_slowly (const char *wildcard, const char *text)
{
  if (*wildcard == '\0')
    return *text == '\0';
  if (*wildcard == '*')
    return matches_slowly (wildcard + 1, text) ||
           (*text != '\0' && matches_slowly (wildcard, text + 1));
  return *text != '\0' && (*wildcard == '?' || *wildcard == *text) &&
         matches_slowly (wildcard + 1, text + 1);
}

static void
fill (char *text, gsize length, const char *letters)
{
  for (gsize i = 0; i < length; i++)
    text[i] = letters[g_test_rand_int_range (0, strlen (letters))];
  text[length] = '\0';
}

static void
test_match_random_wildcards (void)
{
  for (guint i = 0; i < 1000; i++)
    {
      char                    wildcard[10], text[12];
      g_autofree char        *selector_text = NULL;
      g_autoptr (PelSelector) selector = NULL;

      fill (wildcard, g_test_rand_int_range (1, sizeof wildcard), "aab**?");
      fill (text, g_test_rand_int_range (0, sizeof text), "aab");
      selector_text = g_strdup_printf ("~\"%s\"", wildcard);
      selector = pel_selector_parse (selector_text, NULL);
      g_test_message ("%s: %s", wildcard, text);
      g_assert_cmpint (pel_selector_predicate_matches_text (get_predicate (selector), text),
                       ==,
                       matches_slowly (wildcard, text));
    }
}

static void
test_keys (void)
{
  const char *const *words = pel_selector_key_get_words ();

  g_assert_cmpuint (g_strv_length ((char **) words), ==, PEL_N_KEYS - 2);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *upper = g_ascii_strup (words[i], -1);
      PelSelectorKey   key = PEL_N_KEYS, same = PEL_N_KEYS;

      g_assert_true (pel_selector_key_from_string (words[i], &key));
      g_assert_cmpstr (pel_selector_key_to_string (key), ==, words[i]);
      g_assert_true (pel_selector_key_from_string (upper, &same));
      g_assert_cmpint (same, ==, key);
    }
}

/* Those of which the specification says so. */
static void
test_keys_kinds (void)
{
  static const PelSelectorKey comparable[] = { PEL_KEY_VALUE, PEL_KEY_PID,   PEL_KEY_INDEX,
                                               PEL_KEY_DEPTH, PEL_KEY_WIDTH, PEL_KEY_HEIGHT };
  guint                       n_comparable = 0;

  for (guint i = 0; i < PEL_N_KEYS; i++)
    n_comparable += pel_selector_key_is_comparable (i);
  g_assert_cmpuint (n_comparable, ==, G_N_ELEMENTS (comparable));
  for (guint i = 0; i < G_N_ELEMENTS (comparable); i++)
    g_assert_true (pel_selector_key_is_comparable (comparable[i]));

  g_assert_cmpint (pel_selector_key_get_flags (PEL_KEY_ID), ==, PEL_KEY_IS_LAZY);
  g_assert_cmpint (pel_selector_key_get_flags (PEL_KEY_APP), ==, PEL_KEY_OF_PROGRAM);
  g_assert_cmpint (pel_selector_key_get_flags (PEL_KEY_NAME), ==, 0);
  g_assert_cmpint (pel_selector_key_get_type (PEL_KEY_CHECKED), ==, PEL_KEY_IS_BOOLEAN);
  g_assert_null (pel_selector_key_to_string (PEL_KEY_REF));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/selector/predicate/match/rows", test_match_rows);
  g_test_add_func ("/selector/predicate/match/long-texts", test_match_long_texts);
  g_test_add_func ("/selector/predicate/match/catastrophes", test_match_catastrophes);
  g_test_add_func ("/selector/predicate/match/gives-up", test_match_gives_up);
  g_test_add_func ("/selector/predicate/match/many-stars", test_match_many_stars);
  g_test_add_func ("/selector/predicate/match/random-wildcards", test_match_random_wildcards);
  g_test_add_func ("/selector/key/words", test_keys);
  g_test_add_func ("/selector/key/kinds", test_keys_kinds);
  return g_test_run ();
}
