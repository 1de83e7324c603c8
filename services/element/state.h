/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

/* The states of an element: one bit for each AT-SPI state, as they come over the wire. Bits that
 * have no name here are kept as they are. */
typedef guint64 PelStates;

/* A state is the number of its bit. */
typedef enum
{
  PEL_STATE_INVALID,
  PEL_STATE_ACTIVE,
  PEL_STATE_ARMED,
  PEL_STATE_BUSY,
  PEL_STATE_CHECKED,
  PEL_STATE_COLLAPSED,
  PEL_STATE_DEFUNCT,
  PEL_STATE_EDITABLE,
  PEL_STATE_ENABLED,
  PEL_STATE_EXPANDABLE,
  PEL_STATE_EXPANDED,
  PEL_STATE_FOCUSABLE,
  PEL_STATE_FOCUSED,
  PEL_STATE_HAS_TOOLTIP,
  PEL_STATE_HORIZONTAL,
  PEL_STATE_ICONIFIED,
  PEL_STATE_MODAL,
  PEL_STATE_MULTI_LINE,
  PEL_STATE_MULTISELECTABLE,
  PEL_STATE_OPAQUE,
  PEL_STATE_PRESSED,
  PEL_STATE_RESIZABLE,
  PEL_STATE_SELECTABLE,
  PEL_STATE_SELECTED,
  PEL_STATE_SENSITIVE,
  PEL_STATE_SHOWING,
  PEL_STATE_SINGLE_LINE,
  PEL_STATE_STALE,
  PEL_STATE_TRANSIENT,
  PEL_STATE_VERTICAL,
  PEL_STATE_VISIBLE,
  PEL_STATE_MANAGES_DESCENDANTS,
  PEL_STATE_INDETERMINATE,
  PEL_STATE_REQUIRED,
  PEL_STATE_TRUNCATED,
  PEL_STATE_ANIMATED,
  PEL_STATE_INVALID_ENTRY,
  PEL_STATE_SUPPORTS_AUTOCOMPLETION,
  PEL_STATE_SELECTABLE_TEXT,
  PEL_STATE_IS_DEFAULT,
  PEL_STATE_VISITED,
  PEL_STATE_CHECKABLE,
  PEL_STATE_HAS_POPUP,
  PEL_STATE_READ_ONLY,
  PEL_N_STATES,
} PelState;

#define PEL_STATE_BIT(state) (G_GUINT64_CONSTANT (1) << (state))

/* From the two words of the wire, the low one first. */
PelStates pel_states_from_words (guint32 low, guint32 high);
gboolean  pel_states_has (PelStates states, PelState state);

/* Programs that set only one of ENABLED and SENSITIVE mean both. */
gboolean pel_states_is_enabled (PelStates states);

/* “focused”; (nullable) for a number that is no state. */
const char *pel_state_to_string (PelState state);

/* Case, spaces, hyphens and underscores do not matter. */
gboolean pel_state_from_string (const char *name, PelState *ret_state);
