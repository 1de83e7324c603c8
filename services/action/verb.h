/* SPDX-FileCopyrightText: The Pellucid contributors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "services/element/pattern.h"

/* What a caller wants of an element, in the words of the tools. */
typedef enum
{
  PEL_VERB_INVOKE,
  PEL_VERB_TOGGLE,
  PEL_VERB_EXPAND,
  PEL_VERB_COLLAPSE,
  PEL_VERB_SELECT,           /* it alone */
  PEL_VERB_ADD_TO_SELECTION, /* beside what is selected */
  PEL_VERB_DESELECT,
  PEL_VERB_SET_VALUE,   /* a text or a number */
  PEL_VERB_INSERT_TEXT, /* at the caret */
  PEL_VERB_SELECT_TEXT, /* a range; an empty one sets the caret */
  PEL_VERB_DO,          /* an action by its name */
  PEL_VERB_CONTEXT_MENU,
  PEL_VERB_FOCUS,
  PEL_VERB_SCROLL, /* a scroll bar, or what has some, by an amount or to a share */
  PEL_VERB_SCROLL_INTO_VIEW,
  PEL_VERB_TRANSFORM,
  PEL_VERB_CLICK, /* by its own action where a plain click means that, else really */
  PEL_VERB_MOVE,  /* the pointer alone */
  PEL_VERB_DRAG,  /* to another place */
  PEL_VERB_TYPE,  /* a text, with the keyboard */
  PEL_VERB_KEY,   /* chords */
  PEL_N_VERBS
} PelVerb;

/* What must hold of an element before it is acted on. */
typedef enum
{
  PEL_CHECK_EXISTS = 1 << 0,
  PEL_CHECK_VISIBLE = 1 << 1,
  PEL_CHECK_STABLE = 1 << 2, /* two reads of its place agree */
  PEL_CHECK_ENABLED = 1 << 3,
  PEL_CHECK_EDITABLE = 1 << 4,
  PEL_CHECK_RECEIVES_EVENTS = 1 << 5, /* no modal window of its program stands before it */
  PEL_CHECK_UNCOVERED = 1 << 6,       /* a click reaches it: for real input only */
} PelActionChecks;

#define PEL_N_ACTION_CHECKS 7

/* “set_value”. Never NULL. */
const char *pel_verb_to_string (PelVerb verb);
gboolean    pel_verb_from_string (const char *name, PelVerb *ret_verb);

/* “Pressed”: what was done, for people. Never NULL. */
const char *pel_verb_get_past (PelVerb verb);

/* The pattern that it is an operation of; 0: of named actions. */
PelPatterns     pel_verb_get_pattern (PelVerb verb);
PelActionChecks pel_verb_get_checks (PelVerb verb);

/* Whether it brings a text of the caller's into the element. */
gboolean pel_verb_has_text (PelVerb verb);

/* “receives_events”, of a single bit. Never NULL. */
const char *pel_action_check_to_string (PelActionChecks check);
