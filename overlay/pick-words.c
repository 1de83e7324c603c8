/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "overlay/pick-words.h"

#include "services/base/text.h"

#include <glib/gi18n.h>

#define MAX_TITLE 60

char *
pel_pick_words_to_line (char *text)
{
  return text != NULL ? g_strdelimit (text, "\n\r", ' ') : NULL;
}

static char *
dup_help (const PelPickState *state)
{
  guint n = state->n_picked;

  if (state->reach == PEL_PICK_HOVERS)
    return g_strdup (
        _ ("A menu has grabbed the pointer: press Ctrl to pick what is under it · Esc: cancel"));
  if (state->typing->hinted != NULL || state->typing->wants_hints)
    return g_strdup (_ ("Type the letters of an element, then Enter · Tab: numbers · Esc: cancel"));
  if (n > 0)
    return g_strdup_printf (
        ngettext ("%u picked · Enter: done · Shift+click: one more · Esc: cancel",
                  "%u picked · Enter: done · Shift+click: one more · Esc: cancel",
                  n),
        n);
  return g_strdup (_ ("Click: pick · Shift+click: several · wheel, ↑ ↓: outer, inner\n"
                      "← →: underneath · Tab: letters · 0–9: number · Esc: cancel"));
}

/* (nullable): what has been typed of a number, and what it leads to. */
static char *
dup_typed (const PelPickState *state)
{
  const PelPickTyping *typing = state->typing;

  if (typing->hinted != NULL || typing->wants_hints || typing->text->len == 0)
    return NULL;
  if (state->list == NULL)
    return g_strdup_printf ("#%s …", typing->text->str);
  if (pel_pick_typing_find (typing, state->list) == NULL)
    return g_strdup_printf (_ ("No element #%s"), typing->text->str);
  /* Translators: %s is the number of a region */
  return g_strdup_printf (_ ("#%s · Enter: pick"), typing->text->str);
}

char *
pel_pick_words_for_banner (const PelPickState *state)
{
  g_autofree char *typed = dup_typed (state);
  g_autofree char *help = dup_help (state);
  const char      *line = typed != NULL ? typed : state->note != NULL ? state->note : help;

  return state->prompt != NULL ? g_strconcat (state->prompt, "\n\t", line, NULL) : g_strdup (line);
}

char *
pel_pick_words_for_nothing (PelSnapshot *snapshot, PelNativePoint point)
{
  PelWindow       *window = NULL;
  g_autofree char *title = NULL;

  if (snapshot != NULL)
    pel_snapshot_hit_test_window (snapshot, point, &window);
  if (window == NULL)
    return NULL;
  title = pel_text_repair (pel_window_get_info (window)->title, -1, MAX_TITLE);
  /* Translators: %s is the title of a window */
  return pel_pick_words_to_line (
      g_strdup_printf (_ ("“%s” does not report what it shows here · Esc: cancel"), title));
}

char *
pel_pick_words_for_patterns (PelPatterns patterns)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < PEL_N_PATTERNS; i++)
    if ((patterns & 1u << i) != 0)
      g_string_append_printf (text,
                              "%s%s",
                              text->len > 0 ? " · " : "",
                              pel_pattern_to_string (1u << i));
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
