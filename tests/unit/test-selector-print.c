/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/error.h"
#include "services/selector/selector.h"

#include <string.h>

/* clang-format off */
static const struct { const char *text; const char *quoted; } quote_cases[] = {
  { "",           "\"\""                },
  { "Save as…",   "\"Save as…\""        },
  { "a\"b\\c",    "\"a\\\"b\\\\c\""     },
  { "\\n",        "\"\\\\n\""           },
  { "a\nb\tc\rd", "\"a\\nb\\tc\\u{D}d\"" },
  { "\001\177",   "\"\\u{1}\\u{7F}\""   },
  /* right-to-left override, zero width space */
  { "\u202e\u200b", "\"\\u{202E}\\u{200B}\"" },
  { " é 😀 ",     "\" é 😀 \""          },
};

/* Of each the first predicate. */
static const struct { const char *selector; const char *printed; } predicate_cases[] = {
  { "!enabled=FALSE",   "enabled=false"     },
  { "checked!=mixed",   "checked!=mixed"    },
  { "Button:OK",        "role=Button"       },
  { "!Button:OK",       "role=Button"       },
  { "ocr:OK",           "name=\"OK\""       },
  { "role$=item",       "role$=\"item\""    },
  { "name~=/a\\/b/xi",  "name~=/a\\/b/ix"   },
  { "~a*",              "~\"a*\""           },
  { "@7",               "@e7"               },
  { "#7",               "#7"                },
  { "value>=07.50",     "value>=7.5"        },
  { "width=100000000000000000000", "width=1e+20" },
  { "width=123456789.125", "width=123456789.125" },
  { "pattern=range-value", "pattern=RangeValue" },
};

/* No two of these mean the same. */
static const char *const different[] = {
  "a", "b", "!a", "a && a", "a >> a", "a ?? a", "a >> parent", "a >> near", "a >> nth(1)", "a >> nth(-1)",
  "atspi:a", "uia:a", "ocr:a", "name!=a", "name~=a", "name~=/a/", "name~=/a/i", "name^=a", "name$=a",
  "~a", "text=a", "id=a", "region=a", "Button:a", "!Button:a", "role=Button", "role!=Button", "role=Edit",
  "role~=Button", "@1", "@2", "#1", "#2", ".a", "index=1", "index=2", "index!=1", "index>1", "index<1",
  "value=1", "value>1", "value>=1", "value<=1", "enabled=true", "enabled=false", "enabled!=true",
  "checked=true", "checked=mixed", "pattern=Toggle", "pattern=Invoke", "pattern!=Invoke", "name=\"\"",
};
/* clang-format on */

static void
test_quote (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (quote_cases); i++)
    {
      g_autofree char        *quoted = pel_selector_quote (quote_cases[i].text);
      g_autoptr (PelSelector) selector = NULL;

      g_assert_cmpstr (quoted, ==, quote_cases[i].quoted);
      selector = pel_selector_parse (quoted, NULL);
      g_assert_cmpstr (pel_selector_step_get_term (pel_selector_alternative_get_step (
                                                       pel_selector_get_alternative (selector, 0),
                                                       0),
                                                   0)
                           ->predicates[0]
                           .text,
                       ==,
                       quote_cases[i].text);
    }
}

static void
test_predicates (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (predicate_cases); i++)
    {
      g_autoptr (GError)      error = NULL;
      g_autoptr (PelSelector) selector = pel_selector_parse (predicate_cases[i].selector, &error);
      const PelSelectorStep  *step;
      g_autofree char        *printed = NULL;

      g_test_message ("%s", predicate_cases[i].selector);
      g_assert_no_error (error);
      step = pel_selector_alternative_get_step (pel_selector_get_alternative (selector, 0), 0);
      printed =
          pel_selector_predicate_to_string (&pel_selector_step_get_term (step, 0)->predicates[0]);
      g_assert_cmpstr (printed, ==, predicate_cases[i].printed);
    }
}

static void
test_equal (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (different); i++)
    {
      g_autoptr (PelSelector) a = pel_selector_parse (different[i], NULL);
      g_autofree char        *a_printed = pel_selector_to_string (a);

      for (gsize k = 0; k < G_N_ELEMENTS (different); k++)
        {
          g_autoptr (PelSelector) b = pel_selector_parse (different[k], NULL);
          g_autofree char        *b_printed = pel_selector_to_string (b);

          g_test_message ("%s, %s", different[i], different[k]);
          g_assert_cmpint (pel_selector_equal (a, b), ==, i == k);
          g_assert_cmpint (g_str_equal (a_printed, b_printed), ==, i == k);
        }
    }
}

static void
test_ref (void)
{
  PelSelector *selector = pel_selector_parse ("a", NULL);

  g_assert_true (pel_selector_ref (selector) == selector);
  pel_selector_unref (selector);
  g_assert_cmpuint (selector->alternatives->len, ==, 1);
  pel_selector_unref (selector);
  pel_selector_unref (NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/selector/print/quote", test_quote);
  g_test_add_func ("/selector/print/predicates", test_predicates);
  g_test_add_func ("/selector/equal", test_equal);
  g_test_add_func ("/selector/ref", test_ref);
  return g_test_run ();
}
