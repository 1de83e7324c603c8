/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/input/sway-chord.h"

#include "services/base/error.h"

#include <glib/gi18n.h>
#include <string.h>
#include <xkbcommon/xkbcommon.h>

#define MAX_NAME 64

/* clang-format off */
static const struct { guint32 left, right; const char *name; } modifiers[] = {
  { XKB_KEY_Control_L,        XKB_KEY_Control_R,        "Ctrl"  },
  { XKB_KEY_Alt_L,            XKB_KEY_Alt_R,            "Mod1"  },
  { XKB_KEY_Meta_L,           XKB_KEY_Meta_R,           "Mod1"  },
  { XKB_KEY_Shift_L,          XKB_KEY_Shift_R,          "Shift" },
  { XKB_KEY_Super_L,          XKB_KEY_Super_R,          "Mod4"  },
  { XKB_KEY_ISO_Level3_Shift, XKB_KEY_ISO_Level3_Shift, "Mod5"  },
};

/* Other words of sway's for the same. */
static const struct { const char *other, *name; } aliases[] = {
  { "control", "ctrl" },
  { "alt",     "mod1" },
  { "super",   "mod4" },
};
/* clang-format on */

static const char *
find_modifier (guint32 keysym)
{
  for (gsize i = 0; i < G_N_ELEMENTS (modifiers); i++)
    if (modifiers[i].left == keysym || modifiers[i].right == keysym)
      return modifiers[i].name;
  return NULL;
}

char *
pel_sway_chord_write (const PelChord *chord, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint32             last;

  g_return_val_if_fail (chord->n_keysyms > 0, NULL);

  last = chord->keysyms[chord->n_keysyms - 1];
  for (guint i = 0; i + 1 < chord->n_keysyms; i++)
    {
      const char *name = find_modifier (chord->keysyms[i]);

      if (name != NULL)
        g_string_append_printf (text, "%s+", name);
      else
        last = XKB_KEY_NoSymbol;
    }
  if (last != XKB_KEY_NoSymbol && !pel_keysym_is_modifier (last))
    {
      char name[MAX_NAME];

      xkb_keysym_get_name (last, name, sizeof name);
      g_string_append (text, name);
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  pel_set_error (error,
                 PEL_ERROR_CAPABILITY_UNAVAILABLE,
                 _ ("Choose Ctrl, Alt, Shift or Super and one other key, such as ctrl+alt+Escape"),
                 _ ("sway cannot bind these keys"));
  return NULL;
}

/* Reading a configuration */

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The same text for all ways to write the same keys. (transfer full) */
static char *
normalize (const char *keys)
{
  g_autofree char *lower = g_ascii_strdown (keys, -1);
  g_auto (GStrv)   words = g_strsplit (lower, "+", -1);

  for (guint i = 0; words[i] != NULL; i++)
    for (gsize alias = 0; alias < G_N_ELEMENTS (aliases); alias++)
      if (g_str_equal (words[i], aliases[alias].other))
        {
          g_free (words[i]);
          words[i] = g_strdup (aliases[alias].name);
        }
  qsort (words, g_strv_length (words), sizeof *words, compare);
  return g_strjoinv ("+", words);
}

/* sway takes the longest of the variables that fit. */
static const char *
find_variable (GHashTable *variables, const char *text, gsize *ret_length)
{
  GHashTableIter iter;
  gpointer       name, value;
  const char    *found = NULL;

  *ret_length = 0;
  g_hash_table_iter_init (&iter, variables);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (g_str_has_prefix (text, name) && strlen (name) > *ret_length)
      {
        found = value;
        *ret_length = strlen (name);
      }
  return found;
}

/* (transfer full) */
static char *
expand (GHashTable *variables, const char *word)
{
  GString *text = g_string_new (NULL);

  while (*word != '\0')
    {
      gsize       length;
      const char *value = find_variable (variables, word, &length);

      if (value != NULL)
        g_string_append (text, value);
      else
        g_string_append_c (text, *word);
      word += value != NULL ? length : 1;
    }
  return g_string_free (text, FALSE);
}

/* The words of a line, without the empty ones. (transfer full) */
static char **
split_line (const char *line)
{
  g_auto (GStrv)           words = g_strsplit_set (line, " \t\r", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0')
      g_strv_builder_add (builder, words[i]);
  return g_strv_builder_end (builder);
}

/* A line, or what follows the command of it: options, then the keys. */
static gboolean
binds (char **words, const char *wanted, GHashTable *variables)
{
  g_autofree char *keys = NULL;
  g_autofree char *normal = NULL;

  while (*words != NULL && g_str_has_prefix (*words, "--"))
    words++;
  if (*words == NULL)
    return FALSE;
  keys = expand (variables, *words);
  normal = normalize (keys);
  return g_str_equal (normal, wanted);
}

gboolean
pel_sway_chord_is_taken (const char *chord, const char *config)
{
  g_autoptr (GHashTable) variables =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *wanted = normalize (chord);
  g_auto (GStrv)   lines = g_strsplit (config, "\n", -1);
  gboolean         is_block = FALSE; /* "bindsym {", a binding in each line */

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = split_line (lines[i]);
      guint          n_words = g_strv_length (words);

      if (n_words == 0)
        continue;
      if (g_str_equal (words[0], "set") && n_words > 2)
        g_hash_table_replace (variables, g_strdup (words[1]), expand (variables, words[2]));
      else if (g_str_equal (words[0], "bindsym") && g_str_equal (words[n_words - 1], "{"))
        is_block = TRUE;
      else if (g_str_equal (words[0], "}"))
        is_block = FALSE;
      else if ((g_str_equal (words[0], "bindsym") && binds (words + 1, wanted, variables)) ||
               (is_block && binds (words, wanted, variables)))
        return TRUE;
    }
  return FALSE;
}
