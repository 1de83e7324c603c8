/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/policy/glob.h"
#include "services/policy/risk-words.h"
#include "services/policy/risk.h"

#include <string.h>

/* clang-format off */
static const struct { const char *pattern, *text; gboolean matches; } globs[] = {
  { "*",          "",                  TRUE  },
  { "*",          "anything",          TRUE  },
  { "*Banking*",  "My Banking – 1",    TRUE  },
  { "*Banking*",  "ONLINE BANKING",    TRUE  },
  { "*Banking*",  "Bank",              FALSE },
  { "*Banking*",  "Ban\u200bking",     TRUE  }, /* a space that nobody sees */
  { "*Banking*",  "\uff22anking",      TRUE  }, /* the same letter, wide */
  { "*Banking*",  "BAN\x01\nKING",   TRUE  },
  { "straße",     "STRASSE",           TRUE  },
  { "caf\u00e9",  "cafe\u0301",        TRUE  }, /* composed or not */
  { "a?c",        "abc",               TRUE  },
  { "a?c",        "aéc",               TRUE  },
  { "a?c",        "ac",                FALSE },
  { "a*b*c",      "aXXbYYc",           TRUE  },
  { "a*b*c",      "aXXbYY",            FALSE },
  { "*a",         "aXa",               TRUE  },
  { "",           "",                  TRUE  },
  { "",           "a",                 FALSE },
  { "abc",        "abcd",              FALSE },
  { "[a]",        "a",                 FALSE }, /* only “*” and “?” are special */
  { "a",          NULL,                FALSE },
};

static const struct { const char *name; const char *word; } words[] = {
  { "Delete",                "delete"      },
  { "Delete…",               "delete"      },
  { "DELETE ALL",            "delete"      },
  { "Don’t delete",          "delete"      },
  { "Undeleted",             NULL          },
  { "Information",           NULL          }, /* holds “format” */
  { "Format disk",           "format"      },
  { "Löschen",               "löschen"     },
  { "LÖSCHEN",               "löschen"     },
  { "Supprimer le fichier",  "supprimer"   },
  { "永久删除",               "删除"        },
  { "削除する",               "削除"        },
  { "Удалить файл",          "удалить"     },
  { "Ta bort",               "ta bort"     },
  { "Pay now",               "pay"         },
  { "Display",               NULL          },
  { "Absenden",              "absenden"    },
  { "OK",                    NULL          },
  { "",                      NULL          },
};

static const struct { PelActionKind action; PelFoundBy found_by; const char *name, *executable, *app; PelRisk risk; } risks[] = {
  { PEL_ACTION_NONE,     PEL_FOUND_BY_TEXT,     "Delete", "/usr/bin/pinentry", NULL,    PEL_RISK_LOW        },
  { PEL_ACTION_FOCUS,    PEL_FOUND_BY_NAME,     "Delete", NULL,                NULL,    PEL_RISK_LOW        },
  { PEL_ACTION_PATTERN,  PEL_FOUND_BY_IDENTITY, "OK",     NULL,                NULL,    PEL_RISK_LOW        },
  { PEL_ACTION_PATTERN,  PEL_FOUND_BY_NAME,     "OK",     NULL,                NULL,    PEL_RISK_LOW        },
  { PEL_ACTION_PATTERN,  PEL_FOUND_BY_IDENTITY, "Delete", NULL,                NULL,    PEL_RISK_MEDIUM     },
  { PEL_ACTION_PATTERN,  PEL_FOUND_BY_NAME,     "Delete", NULL,                NULL,    PEL_RISK_HIGH       },
  { PEL_ACTION_TYPE,     PEL_FOUND_BY_IDENTITY, "Name",   NULL,                NULL,    PEL_RISK_LOW        },
  { PEL_ACTION_TYPE,     PEL_FOUND_BY_NAME,     "Name",   NULL,                NULL,    PEL_RISK_MEDIUM     },
  { PEL_ACTION_TYPE,     PEL_FOUND_BY_IDENTITY, "Name",   "/usr/bin/xterm",    NULL,    PEL_RISK_HIGH       },
  { PEL_ACTION_CLICK,    PEL_FOUND_BY_IDENTITY, "OK",     NULL,                NULL,    PEL_RISK_MEDIUM     },
  { PEL_ACTION_CLICK,    PEL_FOUND_BY_TEXT,     "OK",     NULL,                NULL,    PEL_RISK_HIGH       },
  { PEL_ACTION_CLICK,    PEL_FOUND_BY_IDENTITY, "Pay",    NULL,                NULL,    PEL_RISK_HIGH       },
  { PEL_ACTION_CLICK_XY, PEL_FOUND_BY_IDENTITY, NULL,     NULL,                NULL,    PEL_RISK_HIGH       },
  { PEL_ACTION_SHORTCUT, PEL_FOUND_BY_IDENTITY, NULL,     NULL,                NULL,    PEL_RISK_HIGH       },
  { PEL_ACTION_PATTERN,  PEL_FOUND_BY_IDENTITY, "Copy",   "/usr/bin/keepassxc", NULL,   PEL_RISK_HIGH       },
  { PEL_ACTION_PATTERN,  PEL_FOUND_BY_IDENTITY, "OK",     "/usr/bin/pinentry-gtk-2", NULL, PEL_RISK_PROHIBITED },
  { PEL_ACTION_FOCUS,    PEL_FOUND_BY_IDENTITY, "OK",     "/usr/bin/x", "swaylock",     PEL_RISK_PROHIBITED },
};
/* clang-format on */

static void
test_globs (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (globs); i++)
    {
      g_autoptr (PelGlob) glob = pel_glob_new (globs[i].pattern);

      g_test_message ("%s on %s", globs[i].pattern, globs[i].text);
      g_assert_true (pel_glob_matches (glob, globs[i].text) == globs[i].matches);
      g_assert_cmpstr (pel_glob_get_pattern (glob), ==, globs[i].pattern);
    }
}

/* Many stars over a text that nearly matches: with backtracking this would never end. */
static void
test_glob_time (void)
{
  g_autofree char    *text = g_strnfill (4000, 'a');
  g_autoptr (PelGlob) glob = pel_glob_new ("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b");

  g_assert_false (pel_glob_matches (glob, text));
}

static void
test_words (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_test_message ("%s", words[i].name);
      g_assert_cmpstr (pel_risk_find_word (words[i].name), ==, words[i].word);
    }
}

/* A word that is not as names are folded could never be found. */
static void
test_words_are_folded (void)
{
  for (guint i = 0; pel_risk_words[i] != NULL; i++)
    {
      g_autofree char *folded = pel_glob_fold (pel_risk_words[i]);

      g_assert_cmpstr (folded, ==, pel_risk_words[i]);
      g_assert_nonnull (pel_risk_find_word (pel_risk_words[i]));
    }
}

static void
test_risks (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (risks); i++)
    {
      g_autoptr (GPtrArray) reasons = g_ptr_array_new_with_free_func (g_free);
      PelRiskFacts          facts = {
                 risks[i].action, risks[i].found_by, risks[i].name, risks[i].executable, risks[i].app
      };

      g_test_message ("action %d, found by %d, %s",
                      facts.action,
                      facts.found_by,
                      facts.target_name);
      g_assert_cmpint (pel_risk_compute (&facts, reasons), ==, risks[i].risk);
      g_assert_cmpint (pel_risk_compute (&facts, NULL), ==, risks[i].risk);
      if (risks[i].risk > PEL_RISK_MEDIUM)
        g_assert_cmpuint (reasons->len, >, 0);
    }
}

/* The order of the specification, whatever else is so. */
static void
test_order (void)
{
  for (int found_by = 0; found_by < PEL_N_FOUND_BYS; found_by++)
    for (int action = PEL_ACTION_FOCUS; action < PEL_N_ACTIONS; action++)
      {
        PelRiskFacts facts = { action, found_by, "Send", "/usr/bin/app", NULL };
        PelRisk      risk = pel_risk_compute (&facts, NULL);

        facts.action++;
        if (action + 1 < PEL_N_ACTIONS)
          g_assert_cmpint (pel_risk_compute (&facts, NULL), >=, risk);
        facts.action--;
        facts.found_by++;
        if (found_by + 1 < PEL_N_FOUND_BYS)
          g_assert_cmpint (pel_risk_compute (&facts, NULL), >=, risk);
        facts.found_by--;
        facts.target_name = "Copy";
        g_assert_cmpint (pel_risk_compute (&facts, NULL), <=, risk);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/policy/glob/table", test_globs);
  g_test_add_func ("/policy/glob/time", test_glob_time);
  g_test_add_func ("/policy/risk/words", test_words);
  g_test_add_func ("/policy/risk/words-are-folded", test_words_are_folded);
  g_test_add_func ("/policy/risk/table", test_risks);
  g_test_add_func ("/policy/risk/order", test_order);
  return g_test_run ();
}
