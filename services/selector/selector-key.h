/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* What a predicate is about. */
typedef enum
{
  PEL_KEY_REF,           /* @e12; has no word of its own */
  PEL_KEY_REGION_NUMBER, /* #12; has no word of its own */
  PEL_KEY_REGION,
  PEL_KEY_ROLE,
  PEL_KEY_NAME,
  PEL_KEY_DESCRIPTION,
  PEL_KEY_VALUE,
  PEL_KEY_TEXT,
  PEL_KEY_ID,
  PEL_KEY_CLASS,
  PEL_KEY_LEGACY_ID,
  PEL_KEY_APP,
  PEL_KEY_PID,
  PEL_KEY_PROCESS,
  PEL_KEY_WINDOW,
  PEL_KEY_ENABLED,
  PEL_KEY_VISIBLE,
  PEL_KEY_FOCUSED,
  PEL_KEY_FOCUSABLE,
  PEL_KEY_CHECKED,
  PEL_KEY_SELECTED,
  PEL_KEY_EXPANDED,
  PEL_KEY_EDITABLE,
  PEL_KEY_PASSWORD,
  PEL_KEY_OFFSCREEN,
  PEL_KEY_PATTERN,
  PEL_KEY_INDEX,
  PEL_KEY_DEPTH,
  PEL_KEY_WIDTH,
  PEL_KEY_HEIGHT,
  PEL_N_KEYS
} PelSelectorKey;

/* What may stand behind its operator. */
typedef enum
{
  PEL_KEY_IS_TEXT,
  PEL_KEY_IS_NUMBER,
  PEL_KEY_IS_BOOLEAN, /* true, false; of “checked” also mixed */
  PEL_KEY_IS_ROLE,
  PEL_KEY_IS_PATTERN,
} PelSelectorKeyType;

typedef enum
{
  PEL_KEY_OF_PROGRAM = 1 << 0, /* the same for all elements of a program */
  PEL_KEY_IS_LAZY = 1 << 1,    /* read only when it is asked for: see PelFacts */
} PelSelectorKeyFlags;

/* “name”; (nullable) for the two that have no word. */
const char         *pel_selector_key_to_string (PelSelectorKey key);
PelSelectorKeyType  pel_selector_key_get_type (PelSelectorKey key);
PelSelectorKeyFlags pel_selector_key_get_flags (PelSelectorKey key);

/* Whether numbers may be compared with > and <: of “value” too, though it is a text. */
gboolean pel_selector_key_is_comparable (PelSelectorKey key);

/* Its word or one of its aliases, whatever the case. */
gboolean pel_selector_key_from_string (const char *word, PelSelectorKey *ret_key);

/* (transfer none): all words, NULL-terminated, for completion and “did you mean”. */
const char *const *pel_selector_key_get_words (void);
