/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/similar.h"

/* clang-format off */
static const char *const candidates[] = {
  "x", "filter", "include_hidden", "timeout_ms", "list-windows", "list-monitors", NULL,
};

static const struct { const char *word; const char *meant; } cases[] = {
  { "filter",          "filter"         },
  { "fliter",          "filter"         },
  { "fitler",          "filter"         },
  { "iflter",          "filter"         },
  { "litfer",          NULL             },
  { "filtr",           "filter"         },
  { "filters",         "filter"         },
  { "FILTER",          "filter"         },
  { "include-hidden",  "include_hidden" },
  { "inlcude_hiden",   "include_hidden" },
  { "timeout",         NULL             },
  { "timeout_m",       "timeout_ms"     },
  { "list-window",     "list-windows"   },
  { "list-monitor",    "list-monitors"  },
  { "something-else",  NULL             },
  { "f",               NULL             },
  { "y",               NULL             },
  { "X",               "x"              },
  { "",                NULL             },
};
/* clang-format on */

static void
test_find_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].word);
      g_assert_cmpstr (pel_similar_find (cases[i].word, candidates), ==, cases[i].meant);
    }
}

/* Of two that are equally near, the one that stands first. */
static void
test_find_first_of_equals (void)
{
  const char *const two[] = { "cat", "car", NULL };

  g_assert_cmpstr (pel_similar_find ("cax", two), ==, "cat");
}

static void
test_find_long_words (void)
{
  g_autofree char  *longest = g_strnfill (64, 'a');
  g_autofree char  *longer = g_strnfill (65, 'a');
  g_autofree char  *huge = g_strnfill (1000000, 'a');
  const char *const with_longest[] = { longer, longest, NULL };
  const char *const with_huge[] = { huge, NULL };

  g_assert_true (pel_similar_find (longest, with_longest) == longest);
  g_assert_null (pel_similar_find (longer, with_longest));
  g_assert_null (pel_similar_find (huge, with_huge));
  g_assert_null (pel_similar_find ("a", with_huge));
}

static void
test_find_no_candidates (void)
{
  const char *const none[] = { NULL };

  g_assert_null (pel_similar_find ("word", none));
}

/* clang-format off */
static const struct { const char *meant; const char *text; PelSimilarity similarity; guint gap; } similarity_cases[] = {
  { "Save",     "Save",          PEL_SIMILARITY_CASE, 0 },
  { "save",     "SAVE",          PEL_SIMILARITY_CASE, 0 },
  { "größe",    "GRÖSSE",        PEL_SIMILARITY_CASE, 0 },
  { "Save",     "Save as",       PEL_SIMILARITY_PART, 3 },
  { "Save as",  "save",          PEL_SIMILARITY_PART, 3 },
  { "o",        "OK",            PEL_SIMILARITY_NONE, 0 },
  { "OK",       "o",             PEL_SIMILARITY_TYPING, 1 },
  { "",         "OK",            PEL_SIMILARITY_NONE, 0 },
  { "OK",       "",              PEL_SIMILARITY_NONE, 0 },
  { "x",        "y",             PEL_SIMILARITY_NONE, 0 },
  { "",         "",              PEL_SIMILARITY_CASE, 0 },
  { "Submit",   "Sumbit",        PEL_SIMILARITY_TYPING, 1 },
  { "Submit",   "Submt",         PEL_SIMILARITY_TYPING, 1 },
  { "Cancel",   "Submit",        PEL_SIMILARITY_NONE, 0 },
  { "Password", "Pasword:",      PEL_SIMILARITY_TYPING, 2 },
  { "漢字",     "漢",            PEL_SIMILARITY_NONE, 0 },
  { "漢字表",   "漢字",          PEL_SIMILARITY_PART, 3 },
};
/* clang-format on */

static void
test_similarity_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (similarity_cases); i++)
    {
      guint gap = G_MAXUINT;

      g_test_message ("%s, %s", similarity_cases[i].meant, similarity_cases[i].text);
      g_assert_cmpint (pel_similarity_get (similarity_cases[i].meant,
                                           similarity_cases[i].text,
                                           &gap),
                       ==,
                       similarity_cases[i].similarity);
      g_assert_cmpuint (gap, ==, similarity_cases[i].gap);
    }
}

/* However long a text is, it costs little to see that. */
static void
test_similarity_long_texts (void)
{
  g_autofree char *longest = g_strnfill (256, 'a');
  g_autofree char *longer = g_strnfill (257, 'a');
  g_autofree char *mistyped = g_strnfill (33, 'a');

  g_assert_cmpint (pel_similarity_get ("aa", longest, NULL), ==, PEL_SIMILARITY_PART);
  g_assert_cmpint (pel_similarity_get ("aa", longer, NULL), ==, PEL_SIMILARITY_NONE);
  g_assert_cmpint (pel_similarity_get (longer, "aa", NULL), ==, PEL_SIMILARITY_NONE);
  mistyped[3] = 'b';
  g_assert_cmpint (pel_similarity_get (mistyped + 1, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", NULL),
                   ==,
                   PEL_SIMILARITY_TYPING);
  g_assert_cmpint (pel_similarity_get (mistyped, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", NULL),
                   ==,
                   PEL_SIMILARITY_NONE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/similar/find/rows", test_find_rows);
  g_test_add_func ("/similar/find/first-of-equals", test_find_first_of_equals);
  g_test_add_func ("/similar/find/long-words", test_find_long_words);
  g_test_add_func ("/similar/find/no-candidates", test_find_no_candidates);
  g_test_add_func ("/similar/similarity/rows", test_similarity_rows);
  g_test_add_func ("/similar/similarity/long-texts", test_similarity_long_texts);
  return g_test_run ();
}
