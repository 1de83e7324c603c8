/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/selector/selector-key.h"

typedef struct
{
  const char         *word;
  PelSelectorKeyType  type;
  PelSelectorKeyFlags flags;
} KeyInfo;

/* clang-format off */
static const KeyInfo key_table[] = {
  [PEL_KEY_REF]           = { NULL,          PEL_KEY_IS_NUMBER,  0 },
  [PEL_KEY_REGION_NUMBER] = { NULL,          PEL_KEY_IS_NUMBER,  0 },
  [PEL_KEY_REGION]        = { "region",      PEL_KEY_IS_TEXT,    0 },
  [PEL_KEY_ROLE]          = { "role",        PEL_KEY_IS_ROLE,    0 },
  [PEL_KEY_NAME]          = { "name",        PEL_KEY_IS_TEXT,    0 },
  [PEL_KEY_DESCRIPTION]   = { "description", PEL_KEY_IS_TEXT,    PEL_KEY_IS_LAZY },
  [PEL_KEY_VALUE]         = { "value",       PEL_KEY_IS_TEXT,    PEL_KEY_IS_LAZY },
  [PEL_KEY_TEXT]          = { "text",        PEL_KEY_IS_TEXT,    PEL_KEY_IS_LAZY },
  [PEL_KEY_ID]            = { "id",          PEL_KEY_IS_TEXT,    PEL_KEY_IS_LAZY },
  [PEL_KEY_CLASS]         = { "class",       PEL_KEY_IS_TEXT,    PEL_KEY_IS_LAZY },
  [PEL_KEY_LEGACY_ID]     = { "legacyId",    PEL_KEY_IS_TEXT,    0 },
  [PEL_KEY_APP]           = { "app",         PEL_KEY_IS_TEXT,    PEL_KEY_OF_PROGRAM },
  [PEL_KEY_PID]           = { "pid",         PEL_KEY_IS_NUMBER,  PEL_KEY_OF_PROGRAM },
  [PEL_KEY_PROCESS]       = { "process",     PEL_KEY_IS_TEXT,    PEL_KEY_OF_PROGRAM },
  [PEL_KEY_WINDOW]        = { "window",      PEL_KEY_IS_TEXT,    0 },
  [PEL_KEY_ENABLED]       = { "enabled",     PEL_KEY_IS_BOOLEAN, 0 },
  [PEL_KEY_VISIBLE]       = { "visible",     PEL_KEY_IS_BOOLEAN, 0 },
  [PEL_KEY_FOCUSED]       = { "focused",     PEL_KEY_IS_BOOLEAN, 0 },
  [PEL_KEY_FOCUSABLE]     = { "focusable",   PEL_KEY_IS_BOOLEAN, 0 },
  [PEL_KEY_CHECKED]       = { "checked",     PEL_KEY_IS_BOOLEAN, 0 },
  [PEL_KEY_SELECTED]      = { "selected",    PEL_KEY_IS_BOOLEAN, 0 },
  [PEL_KEY_EXPANDED]      = { "expanded",    PEL_KEY_IS_BOOLEAN, 0 },
  [PEL_KEY_EDITABLE]      = { "editable",    PEL_KEY_IS_BOOLEAN, 0 },
  [PEL_KEY_PASSWORD]      = { "password",    PEL_KEY_IS_BOOLEAN, 0 },
  [PEL_KEY_OFFSCREEN]     = { "offscreen",   PEL_KEY_IS_BOOLEAN, 0 },
  [PEL_KEY_PATTERN]       = { "pattern",     PEL_KEY_IS_PATTERN, 0 },
  [PEL_KEY_INDEX]         = { "index",       PEL_KEY_IS_NUMBER,  0 },
  [PEL_KEY_DEPTH]         = { "depth",       PEL_KEY_IS_NUMBER,  0 },
  [PEL_KEY_WIDTH]         = { "width",       PEL_KEY_IS_NUMBER,  0 },
  [PEL_KEY_HEIGHT]        = { "height",      PEL_KEY_IS_NUMBER,  0 },
};

static const struct { const char *word; PelSelectorKey key; } alias_table[] = {
  { "automationId",  PEL_KEY_ID        }, { "automation_id", PEL_KEY_ID        },
  { "automation-id", PEL_KEY_ID        }, { "legacy_id",     PEL_KEY_LEGACY_ID },
  { "legacy-id",     PEL_KEY_LEGACY_ID },
};
/* clang-format on */

G_STATIC_ASSERT (G_N_ELEMENTS (key_table) == PEL_N_KEYS);

const char *
pel_selector_key_to_string (PelSelectorKey key)
{
  g_return_val_if_fail ((guint) key < PEL_N_KEYS, NULL);

  return key_table[key].word;
}

PelSelectorKeyType
pel_selector_key_get_type (PelSelectorKey key)
{
  g_return_val_if_fail ((guint) key < PEL_N_KEYS, PEL_KEY_IS_TEXT);

  return key_table[key].type;
}

PelSelectorKeyFlags
pel_selector_key_get_flags (PelSelectorKey key)
{
  g_return_val_if_fail ((guint) key < PEL_N_KEYS, 0);

  return key_table[key].flags;
}

gboolean
pel_selector_key_is_comparable (PelSelectorKey key)
{
  return key == PEL_KEY_VALUE || (pel_selector_key_get_type (key) == PEL_KEY_IS_NUMBER &&
                                  pel_selector_key_to_string (key) != NULL);
}

gboolean
pel_selector_key_from_string (const char *word, PelSelectorKey *ret_key)
{
  g_return_val_if_fail (word != NULL && ret_key != NULL, FALSE);

  for (guint i = 0; i < PEL_N_KEYS; i++)
    if (key_table[i].word != NULL && g_ascii_strcasecmp (word, key_table[i].word) == 0)
      {
        *ret_key = i;
        return TRUE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (alias_table); i++)
    if (g_ascii_strcasecmp (word, alias_table[i].word) == 0)
      {
        *ret_key = alias_table[i].key;
        return TRUE;
      }
  return FALSE;
}

const char *const *
pel_selector_key_get_words (void)
{
  static const char *words[PEL_N_KEYS + 1];
  static gsize       is_filled = 0;

  if (g_once_init_enter (&is_filled))
    {
      guint n = 0;

      for (guint i = 0; i < PEL_N_KEYS; i++)
        if (key_table[i].word != NULL)
          words[n++] = key_table[i].word;
      g_once_init_leave (&is_filled, 1);
    }
  return words;
}
