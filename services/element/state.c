/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/state.h"

#include "services/element/name.h"

#include <atspi/atspi-constants.h>

/* clang-format off */
#define STATES(STATE) \
  STATE (INVALID, "none")                            \
  STATE (ACTIVE, "active")                           \
  STATE (ARMED, "armed")                             \
  STATE (BUSY, "busy")                               \
  STATE (CHECKED, "checked")                         \
  STATE (COLLAPSED, "collapsed")                     \
  STATE (DEFUNCT, "defunct")                         \
  STATE (EDITABLE, "editable")                       \
  STATE (ENABLED, "enabled")                         \
  STATE (EXPANDABLE, "expandable")                   \
  STATE (EXPANDED, "expanded")                       \
  STATE (FOCUSABLE, "focusable")                     \
  STATE (FOCUSED, "focused")                         \
  STATE (HAS_TOOLTIP, "has_tooltip")                 \
  STATE (HORIZONTAL, "horizontal")                   \
  STATE (ICONIFIED, "minimized")                     \
  STATE (MODAL, "modal")                             \
  STATE (MULTI_LINE, "multi_line")                   \
  STATE (MULTISELECTABLE, "multiselectable")         \
  STATE (OPAQUE, "opaque")                           \
  STATE (PRESSED, "pressed")                         \
  STATE (RESIZABLE, "resizable")                     \
  STATE (SELECTABLE, "selectable")                   \
  STATE (SELECTED, "selected")                       \
  STATE (SENSITIVE, "sensitive")                     \
  STATE (SHOWING, "showing")                         \
  STATE (SINGLE_LINE, "single_line")                 \
  STATE (STALE, "stale")                             \
  STATE (TRANSIENT, "transient")                     \
  STATE (VERTICAL, "vertical")                       \
  STATE (VISIBLE, "visible")                         \
  STATE (MANAGES_DESCENDANTS, "manages_descendants") \
  STATE (INDETERMINATE, "mixed")                     \
  STATE (REQUIRED, "required")                       \
  STATE (TRUNCATED, "truncated")                     \
  STATE (ANIMATED, "animated")                       \
  STATE (INVALID_ENTRY, "invalid")                   \
  STATE (SUPPORTS_AUTOCOMPLETION, "autocompletes")   \
  STATE (SELECTABLE_TEXT, "selectable_text")         \
  STATE (IS_DEFAULT, "default")                      \
  STATE (VISITED, "visited")                         \
  STATE (CHECKABLE, "checkable")                     \
  STATE (HAS_POPUP, "has_popup")                     \
  STATE (READ_ONLY, "read_only")
/* clang-format on */

#define STATE_ROW(id, name) [PEL_STATE_##id] = name,
static const char *const state_table[] = { STATES (STATE_ROW) };
G_STATIC_ASSERT (G_N_ELEMENTS (state_table) == PEL_N_STATES);

/* The numbers are fixed by the wire; a newer header only adds to them. */
#define STATE_CHECK(id, name) G_STATIC_ASSERT ((int) PEL_STATE_##id == (int) ATSPI_STATE_##id);
STATES (STATE_CHECK)
G_STATIC_ASSERT ((int) ATSPI_STATE_LAST_DEFINED >= (int) PEL_N_STATES);

PelStates
pel_states_from_words (guint32 low, guint32 high)
{
  return low | (PelStates) high << 32;
}

gboolean
pel_states_has (PelStates states, PelState state)
{
  return (states & PEL_STATE_BIT (state)) != 0;
}

gboolean
pel_states_is_enabled (PelStates states)
{
  return (states & (PEL_STATE_BIT (PEL_STATE_ENABLED) | PEL_STATE_BIT (PEL_STATE_SENSITIVE))) != 0;
}

const char *
pel_state_to_string (PelState state)
{
  return (guint) state < PEL_N_STATES ? state_table[state] : NULL;
}

gboolean
pel_state_from_string (const char *name, PelState *ret_state)
{
  g_return_val_if_fail (name != NULL && ret_state != NULL, FALSE);

  for (guint i = 0; i < PEL_N_STATES; i++)
    if (pel_name_equal (name, state_table[i]))
      {
        *ret_state = i;
        return TRUE;
      }
  return FALSE;
}
