/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "services/element/pattern.h"

#include "services/element/name.h"

#define INTERFACE_PREFIX "org.a11y.atspi."

/* In the order of their bits. */
static const char *const interface_table[] = {
  "Accessible", "Action",       "Application", "Cache",     "Collection", "Component",
  "Document",   "EditableText", "Hyperlink",   "Hypertext", "Image",      "Selection",
  "Socket",     "Table",        "TableCell",   "Text",      "Value",
};
G_STATIC_ASSERT (G_N_ELEMENTS (interface_table) == PEL_N_INTERFACES);
G_STATIC_ASSERT (PEL_INTERFACE_VALUE == 1 << (PEL_N_INTERFACES - 1));

#define ROLE_BIT(name)  (G_GUINT64_CONSTANT (1) << PEL_ROLE_##name)
#define STATE_BIT(name) PEL_STATE_BIT (PEL_STATE_##name)
G_STATIC_ASSERT (PEL_N_ROLES <= 64);

#define CHECK_ROLES  (ROLE_BIT (CHECK_BOX) | ROLE_BIT (SWITCH))
#define ITEM_ROLES   (ROLE_BIT (LIST_ITEM) | ROLE_BIT (TAB_ITEM) | ROLE_BIT (TREE_ITEM))
#define EXPAND_ROLES (ROLE_BIT (COMBO_BOX) | ROLE_BIT (MENU) | ROLE_BIT (SPLIT_BUTTON))
#define FIELD_ROLES  (ROLE_BIT (EDIT) | ROLE_BIT (COMBO_BOX) | ROLE_BIT (SPINNER))
#define MOVE_ROLES   (ROLE_BIT (WINDOW) | ROLE_BIT (DIALOG))

/* A row holds where the element has all its @interfaces and, if any are named, one of @roles or
 * one of @states. */
/* clang-format off */
static const struct
{
  const char   *name;
  PelInterfaces interfaces;
  guint64       roles;
  PelStates     states;
} pattern_table[] = {
  { "Invoke",         PEL_INTERFACE_ACTION,        0,                        0                                   },
  { "Toggle",         PEL_INTERFACE_ACTION,        CHECK_ROLES,              STATE_BIT (CHECKABLE)               },
  { "SelectionItem",  0,                           ITEM_ROLES | ROLE_BIT (RADIO_BUTTON), STATE_BIT (SELECTABLE)  },
  { "Selection",      PEL_INTERFACE_SELECTION,     0,                        0                                   },
  { "ExpandCollapse", PEL_INTERFACE_ACTION,        EXPAND_ROLES,             STATE_BIT (EXPANDABLE)              },
  { "Value",          PEL_INTERFACE_EDITABLE_TEXT, FIELD_ROLES,              STATE_BIT (EDITABLE)                },
  { "RangeValue",     PEL_INTERFACE_VALUE,         0,                        0                                   },
  { "Text",           PEL_INTERFACE_TEXT,          0,                        0                                   },
  { "Scroll",         PEL_INTERFACE_COMPONENT,     ROLE_BIT (SCROLL_AREA) | ROLE_BIT (SCROLL_BAR), 0             },
  { "ScrollItem",     PEL_INTERFACE_COMPONENT,     ITEM_ROLES | ROLE_BIT (CELL) | ROLE_BIT (ROW) | ROLE_BIT (LINK), STATE_BIT (FOCUSABLE) | STATE_BIT (SELECTABLE) },
  { "Grid",           PEL_INTERFACE_TABLE,         0,                        0                                   },
  { "GridItem",       PEL_INTERFACE_TABLE_CELL,    0,                        0                                   },
  { "Window",         0,                           MOVE_ROLES,               0                                   },
  { "Transform",      PEL_INTERFACE_COMPONENT,     MOVE_ROLES,               STATE_BIT (RESIZABLE)               },
  { "Focus",          PEL_INTERFACE_COMPONENT,     0,                        STATE_BIT (FOCUSABLE)               },
  { "Image",          PEL_INTERFACE_IMAGE,         0,                        0                                   },
  { "Hyperlink",      PEL_INTERFACE_HYPERLINK,     0,                        0                                   },
  { "Document",       PEL_INTERFACE_DOCUMENT,      0,                        0                                   },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (pattern_table) == PEL_N_PATTERNS);
G_STATIC_ASSERT (PEL_PATTERN_DOCUMENT == 1 << (PEL_N_PATTERNS - 1));

/* Reading is no reason to call an element interactive, and neither is Invoke alone: toolkits give
 * labels and panels an Action for their context menu. */
#define ACTING_PATTERNS                                                            \
  (PEL_PATTERN_TOGGLE | PEL_PATTERN_SELECTION_ITEM | PEL_PATTERN_EXPAND_COLLAPSE | \
   PEL_PATTERN_VALUE)

static int
bit_to_index (guint bit)
{
  return bit != 0 && (bit & (bit - 1)) == 0 ? g_bit_nth_lsf (bit, -1) : -1;
}

PelInterfaces
pel_interface_from_string (const char *name)
{
  g_return_val_if_fail (name != NULL, 0);

  if (g_str_has_prefix (name, INTERFACE_PREFIX))
    name += sizeof INTERFACE_PREFIX - 1;
  for (guint i = 0; i < PEL_N_INTERFACES; i++)
    if (g_str_equal (name, interface_table[i]))
      return 1u << i;
  return 0;
}

const char *
pel_interface_to_string (PelInterfaces interface)
{
  int i = bit_to_index (interface);

  return i >= 0 && i < PEL_N_INTERFACES ? interface_table[i] : NULL;
}

const char *
pel_pattern_to_string (PelPatterns pattern)
{
  int i = bit_to_index (pattern);

  return i >= 0 && i < PEL_N_PATTERNS ? pattern_table[i].name : NULL;
}

PelPatterns
pel_pattern_from_string (const char *name)
{
  g_return_val_if_fail (name != NULL, 0);

  for (guint i = 0; i < PEL_N_PATTERNS; i++)
    if (pel_name_equal (name, pattern_table[i].name))
      return 1u << i;
  return 0;
}

PelPatterns
pel_patterns_derive (guint native_role, PelRole role, PelStates states, PelInterfaces interfaces)
{
  guint64 role_bit = (guint) role < PEL_N_ROLES ? G_GUINT64_CONSTANT (1) << role : 0;
  guint   patterns = 0;

  if (pel_native_role_is_toggle (native_role))
    states |= STATE_BIT (CHECKABLE);
  for (guint i = 0; i < PEL_N_PATTERNS; i++)
    {
      guint64   roles = pattern_table[i].roles;
      PelStates needed = pattern_table[i].states;

      if ((interfaces & pattern_table[i].interfaces) != pattern_table[i].interfaces)
        continue;
      if ((roles == 0 && needed == 0) || (roles & role_bit) != 0 || (needed & states) != 0)
        patterns |= 1u << i;
    }
  /* A text that is shown can have the interface to edit it and refuse every edit. */
  if (pel_states_has (states, PEL_STATE_READ_ONLY))
    patterns &= ~(guint) PEL_PATTERN_VALUE;
  return patterns;
}

PelToggle
pel_toggle_derive (PelRole role, PelStates states, PelPatterns patterns)
{
  if ((patterns & PEL_PATTERN_TOGGLE) == 0 && !pel_states_has (states, PEL_STATE_CHECKED) &&
      role != PEL_ROLE_RADIO_BUTTON)
    return PEL_TOGGLE_NONE;
  if (pel_states_has (states, PEL_STATE_INDETERMINATE))
    return PEL_TOGGLE_MIXED;
  return pel_states_has (states, PEL_STATE_CHECKED) ? PEL_TOGGLE_ON : PEL_TOGGLE_OFF;
}

gboolean
pel_is_field (PelRole role, PelStates states, PelInterfaces interfaces)
{
  return (interfaces & PEL_INTERFACE_TEXT) != 0 &&
         (role == PEL_ROLE_EDIT || role == PEL_ROLE_COMBO_BOX || role == PEL_ROLE_SPINNER ||
          pel_states_has (states, PEL_STATE_EDITABLE));
}

gboolean
pel_is_interactive (PelRole role, PelStates states, PelPatterns patterns)
{
  return pel_role_is_interactive (role) || pel_states_has (states, PEL_STATE_FOCUSABLE) ||
         (patterns & ACTING_PATTERNS) != 0;
}
