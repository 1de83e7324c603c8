/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/role.h"
#include "services/element/state.h"

/* The AT-SPI interfaces that an object says it has. */
typedef enum
{
  PEL_INTERFACE_ACCESSIBLE = 1 << 0,
  PEL_INTERFACE_ACTION = 1 << 1,
  PEL_INTERFACE_APPLICATION = 1 << 2,
  PEL_INTERFACE_CACHE = 1 << 3,
  PEL_INTERFACE_COLLECTION = 1 << 4,
  PEL_INTERFACE_COMPONENT = 1 << 5,
  PEL_INTERFACE_DOCUMENT = 1 << 6,
  PEL_INTERFACE_EDITABLE_TEXT = 1 << 7,
  PEL_INTERFACE_HYPERLINK = 1 << 8,
  PEL_INTERFACE_HYPERTEXT = 1 << 9,
  PEL_INTERFACE_IMAGE = 1 << 10,
  PEL_INTERFACE_SELECTION = 1 << 11,
  PEL_INTERFACE_SOCKET = 1 << 12,
  PEL_INTERFACE_TABLE = 1 << 13,
  PEL_INTERFACE_TABLE_CELL = 1 << 14,
  PEL_INTERFACE_TEXT = 1 << 15,
  PEL_INTERFACE_VALUE = 1 << 16,
} PelInterfaces;

#define PEL_N_INTERFACES 17

/* What one can do with an element. */
typedef enum
{
  PEL_PATTERN_INVOKE = 1 << 0,
  PEL_PATTERN_TOGGLE = 1 << 1,
  PEL_PATTERN_SELECTION_ITEM = 1 << 2,
  PEL_PATTERN_SELECTION = 1 << 3,
  PEL_PATTERN_EXPAND_COLLAPSE = 1 << 4,
  PEL_PATTERN_VALUE = 1 << 5,
  PEL_PATTERN_RANGE_VALUE = 1 << 6,
  PEL_PATTERN_TEXT = 1 << 7,
  PEL_PATTERN_SCROLL = 1 << 8,
  PEL_PATTERN_SCROLL_ITEM = 1 << 9,
  PEL_PATTERN_GRID = 1 << 10,
  PEL_PATTERN_GRID_ITEM = 1 << 11,
  PEL_PATTERN_WINDOW = 1 << 12,
  PEL_PATTERN_TRANSFORM = 1 << 13,
  PEL_PATTERN_FOCUS = 1 << 14,
  PEL_PATTERN_IMAGE = 1 << 15,
  PEL_PATTERN_HYPERLINK = 1 << 16,
  PEL_PATTERN_DOCUMENT = 1 << 17,
} PelPatterns;

#define PEL_N_PATTERNS 18

/* “org.a11y.atspi.Action” or “Action”; 0 for one that is not known. */
PelInterfaces pel_interface_from_string (const char *name);

/* “Action”, of a single bit; (nullable) for another. */
const char *pel_interface_to_string (PelInterfaces interface);

/* “Invoke”, of a single bit; (nullable) for another. */
const char *pel_pattern_to_string (PelPatterns pattern);

/* 0 for one that is not known. */
PelPatterns pel_pattern_from_string (const char *name);

/* What the tree itself shows, without asking the program again: that there is an Action says that
 * one can be done, its name is read when it is needed. */
PelPatterns
pel_patterns_derive (guint native_role, PelRole role, PelStates states, PelInterfaces interfaces);

/* Whether what can be switched on is on. */
typedef enum
{
  PEL_TOGGLE_NONE, /* it cannot be switched */
  PEL_TOGGLE_OFF,
  PEL_TOGGLE_ON,
  PEL_TOGGLE_MIXED,
} PelToggle;

PelToggle pel_toggle_derive (PelRole role, PelStates states, PelPatterns patterns);

/* A field for text: what is in it is its value. */
gboolean pel_is_field (PelRole role, PelStates states, PelInterfaces interfaces);

/* Focusable, or with a pattern that acts. */
gboolean pel_is_interactive (PelRole role, PelStates states, PelPatterns patterns);
