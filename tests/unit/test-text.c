/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/base/text.h"

#include <string.h>

/* clang-format off */
static const struct { const char *text; gsize max; const char *expected; } repair_cases[] = {
  { "plain",            100, "plain"       },
  { "a\xff" "b",        100, "a\xef\xbf\xbd" "b" },
  { "abcdef",           3,   "abc…"        },
  { "aé",               2,   "a…"          },
  { "漢字",             3,   "漢…"         },
  { "漢字",             5,   "漢…"         },
  { "漢字",             6,   "漢字"        },
  { "",                 0,   ""            },
};

static const struct { const char *text; const char *expected; } escape_cases[] = {
  { "Zoë – 漢字 🙂",         "Zoë – 漢字 🙂"          },
  { "a\nb\tc",               "a\\nb\\tc"              },
  { "\x1b[31mred",           "\\u{1B}[31mred"         },
  { "evil\u202etxt.exe",     "evil\\u{202E}txt.exe"   },
  { "a\u200bb",              "a\\u{200B}b"            },
  { "t\U000e0041",           "t\\u{E0041}"            },
  { "\xff",                  "\xef\xbf\xbd"           },
};

/* Between U+2068 and U+2069. */
static const struct { const char *text; const char *expected; } isolate_cases[] = {
  { "",                      ""                       },
  { "a\nb",                  "a\\nb"                  },
  { "👩\u200d💻",             "👩\u200d💻"              },
  { "نرم\u200cافزار",        "نرم\u200cافزار"         },
  { "x\u2069\u202ey",        "x\\u{2069}\\u{202E}y"  }, /* no way out */
  { "a\u200bb",              "a\\u{200B}b"            },
};

static const struct { const char *text; guint width; } width_cases[] = {
  { "abc", 3 }, { "漢字", 4 }, { "é", 1 }, { "e\u0301", 1 }, { "", 0 },
};
/* clang-format on */

static void
test_repair_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (repair_cases); i++)
    {
      g_autofree char *repaired = pel_text_repair (repair_cases[i].text, -1, repair_cases[i].max);

      g_assert_cmpstr (repaired, ==, repair_cases[i].expected);
    }
}

static void
test_repair_huge_is_cut (void)
{
  g_autofree char *huge = g_strnfill (8 * 1024 * 1024, 'x');
  g_autofree char *kept = pel_text_repair (huge, -1, PEL_TEXT_MAX_BYTES);

  g_assert_cmpuint (strlen (kept), ==, PEL_TEXT_MAX_BYTES + strlen ("…"));
}

static void
test_escape_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (escape_cases); i++)
    {
      g_autofree char *escaped = pel_text_escape (escape_cases[i].text);

      g_assert_cmpstr (escaped, ==, escape_cases[i].expected);
    }
}

static void
test_isolate_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (isolate_cases); i++)
    {
      g_autofree char *isolated = pel_text_isolate (isolate_cases[i].text);
      g_autofree char *expected = g_strdup_printf ("\u2068%s\u2069", isolate_cases[i].expected);

      g_assert_cmpstr (isolated, ==, expected);
    }
}

static void
test_width_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (width_cases); i++)
    g_assert_cmpuint (pel_text_get_width (width_cases[i].text), ==, width_cases[i].width);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/repair/rows", test_repair_rows);
  g_test_add_func ("/text/repair/huge-is-cut", test_repair_huge_is_cut);
  g_test_add_func ("/text/escape/rows", test_escape_rows);
  g_test_add_func ("/text/isolate/rows", test_isolate_rows);
  g_test_add_func ("/text/width/rows", test_width_rows);
  return g_test_run ();
}
