/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "services/input/chord.h"

#include "services/base/error.h"

#include <string.h>
#include <xkbcommon/xkbcommon.h>

/* clang-format off */
static const struct { const char *text; guint32 keysyms[4]; } cases[] = {
  { "ctrl+s",           { XKB_KEY_Control_L, XKB_KEY_s } },
  { "Ctrl+S",           { XKB_KEY_Control_L, XKB_KEY_s } },
  { " Ctrl + S ",       { XKB_KEY_Control_L, XKB_KEY_s } },
  { "ctrl+shift+s",     { XKB_KEY_Control_L, XKB_KEY_Shift_L, XKB_KEY_s } },
  { "S",                { XKB_KEY_S } },
  { "s",                { XKB_KEY_s } },
  { "enter",            { XKB_KEY_Return } },
  { "Return",           { XKB_KEY_Return } },
  { "ctrl+alt+Escape",  { XKB_KEY_Control_L, XKB_KEY_Alt_L, XKB_KEY_Escape } },
  { "F5",               { XKB_KEY_F5 } },
  { "f5",               { XKB_KEY_F5 } },
  { "é",                { XKB_KEY_eacute } },
  { "漢",               { 0x01006f22 } },
  { "plus",             { XKB_KEY_plus } },
  { "+",                { XKB_KEY_plus } },
  { "ctrl++",           { XKB_KEY_Control_L, XKB_KEY_plus } },
  { "ctrl+plus",        { XKB_KEY_Control_L, XKB_KEY_plus } },
  { "minus",            { XKB_KEY_minus } },
  { "-",                { XKB_KEY_minus } },
  { "win",              { XKB_KEY_Super_L } },
  { "cmd+space",        { XKB_KEY_Super_L, XKB_KEY_space } },
  { "Shift_R+F10",      { XKB_KEY_Shift_R, XKB_KEY_F10 } },
  { "altgr+e",          { XKB_KEY_ISO_Level3_Shift, XKB_KEY_e } },
  { "pgup",             { XKB_KEY_Page_Up } },
  { "Page_Down",        { XKB_KEY_Page_Down } },
  { "XF86AudioPlay",    { XKB_KEY_XF86AudioPlay } },
};

static const struct { const char *text; const char *message; const char *hint; } mistakes[] = {
  { "",                "*Unknown key*",         "*ctrl+s*"       },
  { "ctrl+",           "*Unknown key*",         "*"              },
  { "+s",              "*Unknown key*",         "*"              },
  { "+++",             "*Unknown key*",         "*"              },
  { "ctrl+a+b",        "*together*",            "*modifiers*"    },
  { "a+ctrl",          "*together*",            "*modifiers*"    },
  { "ctrl+ctrl+s",     "*together*",            "*once*"         },
  { "escpe",           "*Unknown key “escpe”*", "*escape*"       },
  { "contrl+s",        "*Unknown key “contrl”*","*control*"      },
  { "VoidSymbol",      "*Unknown key*",         "*"              },
  { "ctrl+\xff",       "*valid text*",          "*"              },
  { "ctrl+shift+alt+super+meta+altgr+Shift_R+Control_R+a", "*together*", "*fewer*" },
};
/* clang-format on */

static void
test_parse_rows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      PelChord           chord;
      guint              n_keysyms = 0;

      g_test_message ("%s", cases[i].text);
      g_assert_true (pel_chord_parse (cases[i].text, &chord, &error));
      while (cases[i].keysyms[n_keysyms] != 0)
        n_keysyms++;
      g_assert_cmpmem (chord.keysyms,
                       chord.n_keysyms * sizeof (guint32),
                       cases[i].keysyms,
                       n_keysyms * sizeof (guint32));
    }
}

static void
test_parse_mistakes (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autoptr (GError) error = NULL;
      PelChord           chord;

      g_test_message ("%s", mistakes[i].text);
      g_assert_false (pel_chord_parse (mistakes[i].text, &chord, &error));
      g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
      g_assert_true (g_pattern_match_simple (mistakes[i].message, error->message));
      g_assert_true (g_pattern_match_simple (mistakes[i].hint, pel_error_get_hint (error)));
    }
}

static void
test_parse_long (void)
{
  g_autofree char   *text = g_strnfill (1000000, '+');
  g_autoptr (GError) error = NULL;
  PelChord           chord;

  g_assert_false (pel_chord_parse (text, &chord, &error));
  g_assert_error (error, PEL_ERROR, PEL_ERROR_INVALID_ARGUMENT);
  g_assert_cmpuint (strlen (error->message), <, 200);
}

/* clang-format off */
static const struct { const char *text; gboolean is_shortcut; } shortcuts[] = {
  { "super+l",          TRUE  }, { "super",     TRUE  }, { "Super_R+e",      TRUE  }, { "meta+super+x",     TRUE  },
  { "ctrl+alt+t",       TRUE  }, { "alt+ctrl+Delete", TRUE }, { "ctrl+alt+shift+F1", TRUE }, { "alt+Tab",   TRUE  },
  { "alt+shift+Tab",    TRUE  }, { "alt+F2",    TRUE  }, { "alt+F4",         TRUE  }, { "alt+space",        TRUE  },
  { "Print",            TRUE  }, { "shift+Print", TRUE }, { "XF86PowerOff",  TRUE  }, { "XF86Switch_VT_2",  TRUE  },
  { "ctrl+alt",         TRUE  }, { "ctrl+shift", FALSE },
  { "ctrl+s",           FALSE }, { "alt+f",     FALSE }, { "F4",             FALSE }, { "Enter",            FALSE },
  { "ctrl+shift+t",     FALSE }, { "Tab",       FALSE }, { "shift+Tab",      FALSE }, { "ctrl+Tab",         FALSE },
  { "altgr+e",          FALSE }, { "é",         FALSE },
};
/* clang-format on */

static void
test_shortcuts (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    {
      PelChord chord;

      g_test_message ("%s", shortcuts[i].text);
      g_assert_true (pel_chord_parse (shortcuts[i].text, &chord, NULL));
      g_assert_cmpint (pel_chord_is_shortcut (&chord), ==, shortcuts[i].is_shortcut);
    }
  g_assert_false (pel_chord_is_shortcut (&(PelChord){ 0 }));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chord/parse/rows", test_parse_rows);
  g_test_add_func ("/chord/parse/mistakes", test_parse_mistakes);
  g_test_add_func ("/chord/parse/long", test_parse_long);
  g_test_add_func ("/chord/shortcuts", test_shortcuts);
  return g_test_run ();
}
