/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Chords in sway's words, and whether a configuration has them already. */

#include "services/base/error.h"
#include "services/input/sway-chord.h"

/* clang-format off */
static const struct { const char *chord; const char *text; } written[] = {
  { "ctrl+alt+Escape",   "Ctrl+Mod1+Escape"  },
  { "Control_R+Alt_R+F5", "Ctrl+Mod1+F5"     },
  { "super+shift+x",     "Mod4+Shift+x"      },
  { "altgr+Pause",       "Mod5+Pause"        },
  { "Pause",             "Pause"             },
  { "ctrl++",            "Ctrl+plus"         },
  { "ctrl+alt",          NULL                }, /* sway wants a key */
  { "Num_Lock+x",        NULL                }, /* sway does not listen to it */
};

static const struct { const char *what; gboolean is_taken; const char *config; } configs[] = {
  { "empty",        FALSE, "" },
  { "plain",        TRUE,  "bindsym Ctrl+Mod1+Escape exec swaylock\n" },
  { "other order",  TRUE,  "bindsym Mod1+Ctrl+Escape exec swaylock\n" },
  { "other words",  TRUE,  "bindsym alt+control+escape kill" },
  { "options",      TRUE,  "  bindsym --release --locked\tCtrl+Alt+Escape kill\n" },
  { "variable",     TRUE,  "set $m Mod1\nset $mod Ctrl+$m\nbindsym $mod+Escape kill\n" },
  { "in a mode",    TRUE,  "mode \"away\" {\n  bindsym Ctrl+Alt+Escape mode default\n}\n" },
  { "in a block",   TRUE,  "bindsym --locked {\n  F1 kill\n  Ctrl+Alt+Escape kill\n}\n" },
  { "after block",  FALSE, "bindsym {\n  F1 kill\n}\nCtrl+Alt+Escape kill\n" },
  { "fewer keys",   FALSE, "bindsym Ctrl+Escape kill\n" },
  { "more keys",    FALSE, "bindsym Ctrl+Shift+Alt+Escape kill\n" },
  { "a comment",    FALSE, "# bindsym Ctrl+Alt+Escape kill\n" },
  { "cut short",    FALSE, "bindsym\nbindsym --locked\nset $x" },
  { "set to itself", FALSE, "set $x $x\nbindsym $x kill\nset  $ \n" },
};
/* clang-format on */

static void
test_write (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (written); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char   *text = NULL;
      PelChord           chord;

      g_assert_true (pel_chord_parse (written[i].chord, &chord, &error));
      text = pel_sway_chord_write (&chord, &error);
      g_assert_cmpstr (text, ==, written[i].text);
      if (text == NULL)
        g_assert_error (error, PEL_ERROR, PEL_ERROR_CAPABILITY_UNAVAILABLE);
    }
}

static void
test_taken (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (configs); i++)
    {
      g_test_message ("%s", configs[i].what);
      g_assert_cmpint (pel_sway_chord_is_taken ("Ctrl+Mod1+Escape", configs[i].config),
                       ==,
                       configs[i].is_taken);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sway-chord/write", test_write);
  g_test_add_func ("/sway-chord/taken", test_taken);
  return g_test_run ();
}
