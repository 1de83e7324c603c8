/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When a chord is complete. */

#include "services/input/key-set.h"

#include <xkbcommon/xkbcommon-keysyms.h>

#define FIRST 8

/* Two levels each. */
static const guint32 mapping[] = {
  XKB_KEY_Escape, 0, XKB_KEY_Control_L, 0,         XKB_KEY_Control_R, 0,
  XKB_KEY_Alt_L,  0, XKB_KEY_a,         XKB_KEY_A,
};

enum
{
  ESCAPE = FIRST,
  LEFT_CONTROL,
  RIGHT_CONTROL,
  ALT,
  A,
};

/* Positive: down; negative: up. The chord is complete with the last, or never is. */
/* clang-format off */
static const struct { const char *what; const char *chord; int strokes[8]; gboolean is_complete; } rows[] = {
  { "in order",             "ctrl+alt+Escape", { LEFT_CONTROL, ALT, ESCAPE },                   TRUE  },
  { "in another order",     "ctrl+alt+Escape", { ESCAPE, ALT, LEFT_CONTROL },                   TRUE  },
  { "at the right",         "ctrl+alt+Escape", { RIGHT_CONTROL, ALT, ESCAPE },                  TRUE  },
  { "with something else",  "ctrl+alt+Escape", { A, LEFT_CONTROL, ALT, ESCAPE },                TRUE  },
  { "not all",              "ctrl+alt+Escape", { LEFT_CONTROL, ESCAPE },                        FALSE },
  { "one was let go",       "ctrl+alt+Escape", { LEFT_CONTROL, ALT, -LEFT_CONTROL, ESCAPE },    FALSE },
  { "something else last",  "ctrl+alt+Escape", { LEFT_CONTROL, ALT, A },                        FALSE },
  { "one that is repeated", "Escape",          { ESCAPE, ESCAPE },                              FALSE },
  { "once more",            "Escape",          { ESCAPE, -ESCAPE, ESCAPE },                     TRUE  },
  { "no chord",             NULL,              { LEFT_CONTROL, ALT, ESCAPE },                   FALSE },
  { "not on the keyboard",  "F35",             { ESCAPE },                                      FALSE },
  { "no such key",          "Escape",          { 300 },                                         FALSE },
};
/* clang-format on */

static gboolean
stroke (PelKeySet *keys, int code)
{
  if (code > 0)
    return pel_key_set_press (keys, (guint) code);
  pel_key_set_release (keys, (guint) -code);
  return FALSE;
}

static void
test_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (PelKeySet) keys = pel_key_set_new ();
      gboolean              is_complete = FALSE;
      PelChord              chord;

      g_test_message ("%s", rows[i].what);
      if (rows[i].chord != NULL)
        g_assert_true (pel_chord_parse (rows[i].chord, &chord, NULL));
      pel_key_set_set_chord (keys, rows[i].chord != NULL ? &chord : NULL);
      pel_key_set_take_mapping (keys, FIRST, mapping, G_N_ELEMENTS (mapping), 2);
      for (gsize j = 0; j < G_N_ELEMENTS (rows[i].strokes) && rows[i].strokes[j] != 0; j++)
        is_complete = stroke (keys, rows[i].strokes[j]);
      g_assert_cmpint (is_complete, ==, rows[i].is_complete);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/key-set/rows", test_rows);
  return g_test_run ();
}
