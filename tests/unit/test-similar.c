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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/similar/find/rows", test_find_rows);
  g_test_add_func ("/similar/find/first-of-equals", test_find_first_of_equals);
  g_test_add_func ("/similar/find/long-words", test_find_long_words);
  g_test_add_func ("/similar/find/no-candidates", test_find_no_candidates);
  return g_test_run ();
}
