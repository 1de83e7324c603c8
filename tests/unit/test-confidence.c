/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/selector/confidence.h"

#include <math.h>

/* clang-format off */
static const struct { const char *selector; double base; const char *reason; } base_cases[] = {
  { NULL,                                   0.99, "its identity"              },
  { "@e12",                                 0.99, "its ref"                   },
  { "#save",                                0.99, "its id"                    },
  { "Button:Save && #save",                 0.99, "its id"                    },
  { "Button:Save",                          0.90, "role and exact name"       },
  { "Button:Save && enabled=true && app=x", 0.90, "role and exact name"       },
  { "role=Button && text=Save",             0.90, "role and exact name"       },
  { "Save",                                 0.75, "exact name"                },
  { "text=Save",                            0.75, "exact name"                },
  { "role!=Button && name=Save",            0.75, "exact name"                },
  { "!role=Button && name=Save",            0.75, "exact name"                },
  { "role~=Butt && name=Save",              0.75, "exact name"                },
  { "role=Button && name~=sav",             0.75, "role and part of the name" },
  { "role=Button && name~=/S/",             0.75, "role and part of the name" },
  { "role=Button && ~S*",                   0.75, "role and part of the name" },
  { "role=Button && text^=S",               0.75, "role and part of the name" },
  { "name$=e",                              0.60, "part of the name"          },
  { "#save && !Save",                       0.99, "its id"                    },
  { "id~=save",                             0.60, "its states or position"   },
  { ".GtkButton",                           0.60, "its class"                 },
  { "role=Button",                          0.60, "its role"                  },
  { "role=Button && name!=Save",            0.60, "its role"                  },
  { "role=Button && !name=Save",            0.60, "its role"                  },
  { "enabled=true",                         0.60, "its states or position"   },
  { "window=x && index=2",                  0.60, "its states or position"   },
  { "role=Row >> Cell:Save",                0.90, "role and exact name"       },
  { "Button:Save >> nth(1)",                0.60, "its position among other elements"    },
  { "Button:Save >> parent",                0.60, "its position among other elements"    },
  { "Button:Save >> near",                  0.60, "its position among other elements"    },
  { "Button:Save >> near >> Edit:Name",     0.90, "role and exact name"       },
  { "#save >> role=Button",                 0.60, "its role"                  },
  { "Button:x ?? ocr:Save",                 0.36, "text on the screen"        },
};
/* clang-format on */

static void
assert_near (double a, double b)
{
  g_assert_cmpfloat_with_epsilon (a, b, 1e-9);
}

/* The last alternative is meant. */
static void
test_base_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (base_cases); i++)
    {
      g_autoptr (GError)      error = NULL;
      g_autoptr (PelSelector) selector = base_cases[i].selector != NULL
                                             ? pel_selector_parse (base_cases[i].selector, &error)
                                             : NULL;
      PelEvidence             evidence = { .n_matches = 1, .ocr = 0.8 };
      g_auto (GStrv)          reasons = NULL;

      g_test_message ("%s", base_cases[i].selector);
      g_assert_no_error (error);
      if (selector != NULL)
        evidence.alternative =
            pel_selector_get_alternative (selector, selector->alternatives->len - 1);
      assert_near (pel_confidence_compute (&evidence, &reasons), base_cases[i].base);
      g_assert_cmpuint (g_strv_length (reasons), ==, 1);
      g_assert_cmpstr (reasons[0], ==, base_cases[i].reason);
    }
}

/* clang-format off */
static const struct { guint n_matches; double moved_px; double expected; const char *reasons; guint n_hidden; } doubt_cases[] = {
  { 0,        0,   0.99,             "its identity" },
  { 1,        8,   0.99,             "its identity" },
  { 1,        8.1, 0.84,             "its identity|moved by 8 px since the snapshot" },
  { 1,        40,  0.84,             "its identity|moved by 40 px since the snapshot" },
  { 1,        NAN, 0.99,             "its identity" },
  { 4,        0,   0.495,            "its identity|4 elements match" },
  { 9,        40,  0.33 - 0.15,      "its identity|9 elements match|moved by 40 px since the snapshot" },
  { 1000000,  0,   0.01,             "its identity|1000000 elements match" },
  { 1,        0,   0.99,             "its identity|1 other element that matches is hidden", 1 },
  { 4,        0,   0.495,            "its identity|4 elements match|7 other elements that match are hidden", 7 },
  { 100,      9,   0.01,             "its identity|100 elements match|moved by 9 px since the snapshot" },
};
/* clang-format on */

static void
test_doubt_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (doubt_cases); i++)
    {
      PelEvidence      evidence = { .n_matches = doubt_cases[i].n_matches,
                                    .n_hidden = doubt_cases[i].n_hidden,
                                    .moved_px = doubt_cases[i].moved_px };
      g_auto (GStrv)   reasons = NULL;
      g_autofree char *text = NULL;

      assert_near (pel_confidence_compute (&evidence, &reasons), doubt_cases[i].expected);
      assert_near (pel_confidence_compute (&evidence, NULL), doubt_cases[i].expected);
      text = g_strjoinv ("|", reasons);
      g_assert_cmpstr (text, ==, doubt_cases[i].reasons);
    }
}

/* What an OCR engine says of itself is not believed beyond certainty. */
static void
test_doubt_ocr (void)
{
  g_autoptr (PelSelector) selector = pel_selector_parse ("ocr:Save", NULL);
  PelEvidence             evidence = { .alternative = pel_selector_get_alternative (selector, 0) };

  evidence.ocr = 7;
  assert_near (pel_confidence_compute (&evidence, NULL), 0.45);
  evidence.ocr = -1;
  assert_near (pel_confidence_compute (&evidence, NULL), 0.01);
  evidence.ocr = NAN;
  assert_near (pel_confidence_compute (&evidence, NULL), 0.01);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/confidence/base/rows", test_base_rows);
  g_test_add_func ("/confidence/doubt/rows", test_doubt_rows);
  g_test_add_func ("/confidence/doubt/ocr", test_doubt_ocr);
  return g_test_run ();
}
