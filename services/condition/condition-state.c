/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/condition/condition-state.h"

#include "services/base/similar.h"
#include "services/selector/selector-key.h"

#include <string.h>

/* What people call the opposite of a state, and states that are derived rather than reported. */
/* clang-format off */
static const struct { const char *word; const char *term; } words[] = {
  { "disabled",   "enabled=false"  },
  { "unchecked",  "checked=false"  },
  { "mixed",      "checked=mixed"  },
  { "collapsed",  "expanded=false" },
  { "unselected", "selected=false" },
  { "hidden",     "visible=false"  },
};
/* clang-format on */

void
pel_condition_state_clear (PelConditionState *self)
{
  g_clear_pointer (&self->term, g_free);
}

/* What stands behind “!” or “not ”, or @text itself. */
static const char *
skip_negation (const char *text, gboolean *ret_is_negated)
{
  const char *rest = text;

  if (text[0] == '!')
    rest = text + 1;
  else if (g_ascii_strncasecmp (text, "not ", strlen ("not ")) == 0)
    rest = text + strlen ("not ");
  *ret_is_negated = rest != text;
  while (g_ascii_isspace (*rest))
    rest++;
  return rest;
}

static gboolean
find_key (const char *word, PelSelectorKey *ret_key)
{
  return pel_selector_key_from_string (word, ret_key) &&
         pel_selector_key_get_type (*ret_key) == PEL_KEY_IS_BOOLEAN;
}

/* (transfer full) (nullable): the term for @word. */
static char *
make_term (const char *word)
{
  PelSelectorKey key;

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (words[i].word, word) == 0)
      return g_strdup (words[i].term);
  if (find_key (word, &key))
    return g_strdup_printf ("%s=true", pel_selector_key_to_string (key));
  return NULL;
}

static const char *
find_similar (const char *word)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    g_ptr_array_add (known, (gpointer) words[i].word);
  for (PelSelectorKey key = 0; key < PEL_N_KEYS; key++)
    if (pel_selector_key_get_type (key) == PEL_KEY_IS_BOOLEAN)
      g_ptr_array_add (known, (gpointer) pel_selector_key_to_string (key));
  for (PelState state = PEL_STATE_INVALID + 1; state < PEL_N_STATES; state++)
    g_ptr_array_add (known, (gpointer) pel_state_to_string (state));
  g_ptr_array_add (known, NULL);
  return pel_similar_find (word, (const char *const *) known->pdata);
}

gboolean
pel_condition_state_parse (const char *text, PelConditionState *ret_state, const char **ret_similar)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  gboolean         is_negated;
  const char      *word = skip_negation (trimmed, &is_negated);
  g_autofree char *term = make_term (word);
  PelState         state = PEL_STATE_INVALID;

  if (term != NULL)
    {
      *ret_state =
          (PelConditionState){ .term = g_strdup_printf ("%s%s", is_negated ? "!" : "", term) };
      return TRUE;
    }
  if (pel_state_from_string (word, &state) && state != PEL_STATE_INVALID)
    {
      *ret_state = (PelConditionState){ .state = state, .is_wanted = !is_negated };
      return TRUE;
    }
  if (ret_similar != NULL)
    *ret_similar = find_similar (word);
  return FALSE;
}
